package namespace

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
)

// Rules are a declaration's own rules, besides those that are built in. What a keep rule and a drop rule
// both match is kept, so that no rule loses what another asks for.
type Rules struct {
	Keep []Rule `json:"keep,omitempty"`
	Drop []Rule `json:"drop,omitempty"`
}

// Rule keeps or drops what its pattern matches anywhere.
type Rule struct {
	// Name says which rule decided; unique in its list.
	Name string `json:"name"`
	// Pattern is a regular expression in the syntax of RE2.
	Pattern string `json:"pattern"`
}

// maxInstructions bounds what a pattern compiles to, and so the time that it takes: RE2 looks at each
// instruction at most once a character.
const maxInstructions = 1000

// Compile makes a rule ready for use, or says what is wrong with its pattern.
func (r Rule) Compile() (*regexp.Regexp, error) {
	parsed, err := syntax.Parse(r.Pattern, syntax.Perl)
	if err != nil {
		return nil, fmt.Errorf("not a regular expression of RE2: %w", err)
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return nil, fmt.Errorf("not a regular expression of RE2: %w", err)
	}
	if n := len(program.Inst); n > maxInstructions {
		return nil, fmt.Errorf("takes too long to match: it compiles to %d steps, and %d are allowed; repeat less", n, maxInstructions)
	}
	return regexp.Compile(r.Pattern)
}

// RulesOf returns the rules that govern an agent: the namespace's, then its own. One of its own with the
// name of one of the namespace's stands in that one's place.
func (e *Effective) RulesOf(agent string) Rules {
	for _, a := range e.Agents {
		if a.Name == agent {
			return Rules{Keep: overlay(e.Rules.Keep, a.Rules.Keep), Drop: overlay(e.Rules.Drop, a.Rules.Drop)}
		}
	}
	return e.Rules
}

// overlay is base with the rules of own in the place of those of the same name, or behind them all.
func overlay(base, own []Rule) []Rule {
	rules := slices.Clone(base)
	for _, r := range own {
		if i := slices.IndexFunc(rules, func(b Rule) bool { return b.Name == r.Name }); i >= 0 {
			rules[i] = r
		} else {
			rules = append(rules, r)
		}
	}
	return rules
}
