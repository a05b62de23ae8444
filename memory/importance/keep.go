package importance

import "regexp"

// keepRule recognises what must be kept.
type keepRule struct {
	name       string
	kind       Kind
	importance float64
	// everywhere lets the rule read questions too.
	everywhere bool
	phrases    []string
	patterns   []*regexp.Regexp
}

func (r keepRule) matches(t reading) bool {
	s := t.statements
	if r.everywhere {
		s = t.folded
	}
	if containsAny(s, r.phrases) {
		return true
	}
	for _, p := range r.patterns {
		if p.MatchString(s) {
			return true
		}
	}
	return false
}

// mustKeep is the first rule that keeps the text. One that only says "remember this" takes its kind from
// the next rule that knows better.
func (t reading) mustKeep() (keepRule, bool) {
	var first keepRule
	for _, r := range keepRules {
		if !r.matches(t) {
			continue
		}
		if first.name == "" {
			first = r
			if r.name != RuleRemember {
				return r, true
			}
			continue
		}
		if r.kind == Preference || r.kind == Constraint || r.kind == Decision {
			first.kind = r.kind
		}
		return first, true
	}
	return first, first.name != ""
}
