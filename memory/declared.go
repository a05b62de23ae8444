package memory

import (
	"fmt"
	"regexp"
	"regexp/syntax"

	"github.com/rearview-dev/rearview/memory/importance"
	"github.com/rearview-dev/rearview/namespace"
)

const (
	// declaredPrefix stands before the name of a rule that the policy declares, and tells it from those that
	// are built in.
	declaredPrefix = "policy:"
	// declaredImportance is how important what a declared rule keeps is at least, when the agent did not say.
	declaredImportance = 0.6
	// keptAtLeast is how low an agent can push it, as for what a built-in rule keeps.
	keptAtLeast = 0.3
)

// declared are the rules that the policy declares for one agent, ready for use.
type declared struct {
	keep, drop []declaredRule
}

type declaredRule struct {
	name string
	*declaredPattern
}

// declaredPattern is an expression, and texts of which one must be there for it to match.
type declaredPattern struct {
	needs      []string
	expression *regexp.Regexp
}

func compileDeclaredRule(r namespace.Rule) (*declaredPattern, error) {
	expression, err := r.Compile()
	if err != nil {
		return nil, err
	}
	parsed, err := syntax.Parse(r.Pattern, syntax.Perl)
	if err != nil {
		return nil, err
	}
	return &declaredPattern{needs: neededBy(parsed.Simplify()), expression: expression}, nil
}

// matches wants the content and the content folded.
func (p *declaredPattern) matches(content, folded string) bool {
	return (p.needs == nil || holdsOneOf(folded, p.needs)) && p.expression.MatchString(content)
}

// compileDeclared makes every agent's rules ready, each pattern once. The error has kind invalid.
func compileDeclared(ns *namespace.Effective) (map[string]declared, error) {
	patterns := map[string]*declaredPattern{}
	compile := func(agent string, rules []namespace.Rule) ([]declaredRule, error) {
		compiled := make([]declaredRule, len(rules))
		for i, r := range rules {
			if patterns[r.Pattern] == nil {
				pattern, err := compileDeclaredRule(r)
				if err != nil {
					return nil, Wrap(KindInvalid, err, fmt.Sprintf("rule %q of agent %q", r.Name, agent))
				}
				patterns[r.Pattern] = pattern
			}
			compiled[i] = declaredRule{declaredPrefix + r.Name, patterns[r.Pattern]}
		}
		return compiled, nil
	}
	all := make(map[string]declared, len(ns.Agents))
	for _, a := range ns.Agents {
		rules := ns.RulesOf(a.Name)
		keep, err := compile(a.Name, rules.Keep)
		if err != nil {
			return nil, err
		}
		drop, err := compile(a.Name, rules.Drop)
		if err != nil {
			return nil, err
		}
		all[a.Name] = declared{keep: keep, drop: drop}
	}
	return all, nil
}

// weigh judges a text by the declared rules, keep before drop, and then by those that are built in. It says
// whether a declared rule drops it, which no threshold undoes.
func (d declared) weigh(content string, o importance.Opinion) (v importance.Verdict, dropped bool) {
	v = importance.Weigh(content, o)
	if len(d.keep) == 0 && len(d.drop) == 0 {
		return v, false
	}
	folded := fold(content)
	if rule := firstMatch(d.keep, content, folded); rule != "" {
		least := declaredImportance
		if o.Importance != nil {
			least = max(*o.Importance, keptAtLeast)
		}
		return importance.Verdict{Rule: rule, Kind: v.Kind, Importance: max(v.Importance, least), Keep: true}, false
	}
	if rule := firstMatch(d.drop, content, folded); rule != "" {
		return importance.Verdict{Rule: rule, Kind: v.Kind}, true
	}
	return v, false
}

func firstMatch(rules []declaredRule, content, folded string) string {
	for _, r := range rules {
		if r.matches(content, folded) {
			return r.name
		}
	}
	return ""
}
