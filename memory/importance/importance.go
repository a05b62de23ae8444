// Package importance decides what is worth remembering, by rules: what must be dropped, what must be
// kept, and for the rest a score from simple signals. It is pure, costs microseconds, and imports nothing
// of ours. Chinese and English come first; Japanese, Spanish and German are understood in the plainest cases.
package importance

// Kind is what kind of thing a text says.
type Kind string

// The kinds.
const (
	Preference Kind = "preference"
	Constraint Kind = "constraint"
	Fact       Kind = "fact"
	Decision   Kind = "decision"
	Result     Kind = "result"
	Error      Kind = "error"
	Feedback   Kind = "feedback"
	Event      Kind = "event"
)

// The rules that are not in a table. The others are named after what they recognise.
const (
	// RuleAgent: the agent's own opinion decided.
	RuleAgent = "agent"
	// RuleUnsure: no rule decided, and signals made the score.
	RuleUnsure = "unsure"
	// RuleNoWords: there is no letter and no digit.
	RuleNoWords = "no_words"
	// RuleQuestion: it only asks.
	RuleQuestion = "question"
)

// Opinion is what the agent itself said about a text; its zero value says nothing.
type Opinion struct {
	// Kind that the agent named; empty for none.
	Kind Kind
	// Importance 0..1 that the agent gave; nil for none.
	Importance *float64
}

// Verdict is what the rules say about a text.
type Verdict struct {
	// Rule that decided.
	Rule string
	Kind Kind
	// Importance is 0..1. What must be dropped has 0.
	Importance float64
	// Keep says that it must be kept, however low a threshold stands.
	Keep bool
}

const (
	// keptAtLeast is how low an agent can push the importance of what a rule keeps.
	keptAtLeast = 0.3
	// agentKeeps is the importance from which the agent's own opinion is as good as a rule.
	agentKeeps = 0.7
	// namedKind is the importance of what the agent gave a kind but no number.
	namedKind = 0.6
)

// Weigh judges a text. What is nothing but an acknowledgement, a greeting or noise is dropped whatever the
// agent thinks; what a rule keeps is kept whatever the agent thinks, with the agent's importance from 0.3
// up. In between the agent's opinion counts before the signals do.
func Weigh(content string, o Opinion) Verdict {
	t := read(content)
	if rule, drop := t.mustDrop(); drop {
		return Verdict{Rule: rule, Kind: kindOr(o.Kind, Event)}
	}
	if r, keep := t.mustKeep(); keep {
		return Verdict{
			Rule:       r.name,
			Kind:       kindOr(o.Kind, r.kind),
			Importance: max(importanceOr(o.Importance, r.importance), keptAtLeast),
			Keep:       true,
		}
	}
	return t.unsure(o)
}

// unsure judges what no rule decides.
func (t reading) unsure(o Opinion) Verdict {
	v := Verdict{Rule: RuleAgent, Kind: kindOr(o.Kind, Event)}
	switch {
	case o.Importance != nil:
		v.Importance = *o.Importance
		v.Keep = v.Importance >= agentKeeps || lasting(o.Kind) && v.Importance >= keptAtLeast
	case lasting(o.Kind):
		v.Importance, v.Keep = namedKind, true
	case t.told == "":
		v.Rule, v.Importance = RuleQuestion, questionScore
	default:
		v.Rule, v.Importance = RuleUnsure, t.score()
	}
	return v
}

// lasting says whether a kind that an agent named is of the sort that a rule would keep.
func lasting(k Kind) bool { return k != "" && k != Event }

func kindOr(k, otherwise Kind) Kind {
	if k != "" {
		return k
	}
	return otherwise
}

func importanceOr(i *float64, otherwise float64) float64 {
	if i != nil {
		return *i
	}
	return otherwise
}
