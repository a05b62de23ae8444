package importance

import "slices"

// keepRule recognises what must be kept.
type keepRule struct {
	name       string
	kind       Kind
	importance float64
	// everywhere lets the rule read questions too.
	everywhere bool
	// soft says that the words it knows are also said without meaning it.
	soft     bool
	phrases  string
	patterns []pattern
}

var keepPhrases = func() phraseTable {
	table := phraseTable{}
	for i, r := range keepRules {
		table.add(r.phrases, i)
	}
	return table
}()

var keepPatterns = func() [][]compiledPattern {
	compiled := make([][]compiledPattern, len(keepRules))
	for i, r := range keepRules {
		compiled[i] = compile(r.patterns)
	}
	return compiled
}()

// Soft says whether a rule that keeps is right most of the time only, so that a better judge may overrule it.
func Soft(rule string) bool {
	return slices.ContainsFunc(keepRules, func(r keepRule) bool { return r.soft && r.name == rule })
}

// mustKeep is the first rule that keeps the text. One that only says "remember this" takes its kind from
// the next rule that knows better.
func (t reading) mustKeep() (keepRule, bool) {
	anywhere := keepPhrases.rulesIn(t.folded)
	stated := anywhere
	if t.statements != t.folded {
		stated = keepPhrases.rulesIn(t.statements)
	}
	var first keepRule
	for i, r := range keepRules {
		s, said := t.statements, stated
		if r.everywhere {
			s, said = t.folded, anywhere
		}
		if said&(1<<i) == 0 && !anyMatches(keepPatterns[i], s) {
			continue
		}
		if first.name == "" && r.name != RuleRemember {
			return r, true
		}
		if first.name == "" {
			first = r
			continue
		}
		if k := Kind(r.name); k == Preference || k == Constraint || k == Decision {
			first.kind = k
		}
		return first, true
	}
	return first, first.name != ""
}
