package memory

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/rearview-dev/rearview/memory/importance"
	"github.com/rearview-dev/rearview/namespace"
)

// TestNeededTextsHideNoMatch holds a rule to what its expression alone says, of texts that match and of others.
func TestNeededTextsHideNoMatch(t *testing.T) {
	patterns := []string{
		`\bOPS-\d+`, `(?i)heartbeat`, `(?i)(straße|kelvin|ſample)s?`, `^(不要|别)用`, `a|bc|d*`, `(foo|bar)+ (baz)?`, `(abc){2,3}x{0,2}`,
		`[kK]elvin`, `(?i)K`, `x?`, `.`, `(?s)a.*z`, `foo|foobar|fob`, `(?i:σίσυφος)|plain`,
	}
	rapid.Check(t, func(t *rapid.T) {
		pattern := rapid.SampledFrom(patterns).Draw(t, "pattern")
		content := rapid.OneOf(rapid.StringMatching(pattern), rapid.SampledFrom([]string{
			"HEARTBEAT", "STRASSE", "STRAẞE", "\u212aelvin", "KELVIN", "sample", "ΣΊΣΥΦΟΣ", "σίσυφοσ", "PLAIN", "",
		})).Draw(t, "content")
		content = rapid.SampledFrom([]string{"", "ops ", "前"}).Draw(t, "before") + content
		p, err := compileDeclaredRule(namespace.Rule{Name: "r", Pattern: pattern})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := p.matches(content, fold(content)), p.expression.MatchString(content); got != want {
			t.Fatalf("%q: %v, the expression says %v; needed is one of %q", content, got, want, p.needs)
		}
	})
}

func TestNeededBy(t *testing.T) {
	for pattern, want := range map[string][]string{
		`\bOPS-\d+`:            {"OPS-"},
		`(?i)heartbeat`:        {"HEARTBEAT"},
		`(red|green) (light)?`: {"RED", "GREEN"},
		`(ab)+longer(ab)*`:     {"LONGER"},
		`a*|b`:                 nil,
		`\d{3}`:                nil,
		`别用|不要`:                {"别用", "不要"},
	} {
		p, err := compileDeclaredRule(namespace.Rule{Name: "r", Pattern: pattern})
		if err != nil || !slices.Equal(p.needs, want) {
			t.Errorf("%s needs %q, want %q; %v", pattern, p.needs, want, err)
		}
	}
}

// BenchmarkDeclaredRules judges a text of about 100 tokens by as many rules as one declaration may have, none
// of which matches.
func BenchmarkDeclaredRules(b *testing.B) {
	rules := func(pattern string) (rules []namespace.Rule) {
		for i := range 64 {
			rules = append(rules, namespace.Rule{Name: fmt.Sprintf("r%d", i), Pattern: fmt.Sprintf(pattern, i)})
		}
		return rules
	}
	all, err := compileDeclared(&namespace.Effective{
		Rules:  namespace.Rules{Keep: rules(`\bOPS%d-\d+\b`), Drop: rules(`^heartbeat %d\b`)},
		Agents: []namespace.Agent{{Name: "a"}},
	})
	if err != nil {
		b.Fatal(err)
	}
	content := strings.Repeat("The deployment of the billing service goes to the second cluster on Friday. ", 7)
	for b.Loop() {
		if v, dropped := all["a"].weigh(content, importance.Opinion{}); dropped || strings.HasPrefix(v.Rule, declaredPrefix) {
			b.Fatal(v)
		}
	}
}
