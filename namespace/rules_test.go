package namespace_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/namespace"
)

func TestCompile(t *testing.T) {
	cases := []struct{ name, pattern, want string }{
		{"words", `(?i)\b(deploy|roll ?back)\b`, ""},
		{"Chinese", `^(不要|别)用`, ""},
		{"a repeat", `\d{1,200}`, ""},
		{"open", `(`, "missing closing"},
		{"looking ahead", `(?=x)`, "invalid or unsupported Perl syntax"},
		{"a back reference", `(a)\1`, "invalid escape sequence"},
		{"not UTF-8", "\xff", "invalid UTF-8"},
		{"a repeat of a repeat", `(x{9}){999}`, "invalid repeat count"},
		{"more steps than are allowed", `x{999}y{999}`, "takes too long to match"},
		{"many steps by folding", strings.Repeat(`[^a]{99}`, 20), "takes too long to match"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			compiled, err := namespace.Rule{Name: "r", Pattern: c.pattern}.Compile()
			switch {
			case c.want == "" && (err != nil || compiled == nil):
				t.Errorf("refused: %v", err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("want %q in: %v", c.want, err)
			}
		})
	}
}

func TestRulesOf(t *testing.T) {
	rule := func(name, pattern string) namespace.Rule { return namespace.Rule{Name: name, Pattern: pattern} }
	e := namespace.Effective{
		Rules: namespace.Rules{Keep: []namespace.Rule{rule("a", "1"), rule("b", "2")}, Drop: []namespace.Rule{rule("a", "3")}},
		Agents: []namespace.Agent{
			{Name: "plain"},
			{Name: "own", Rules: namespace.Rules{Keep: []namespace.Rule{rule("c", "4"), rule("a", "5")}}},
		},
	}
	for agent, want := range map[string]namespace.Rules{
		"plain":    e.Rules,
		"departed": e.Rules,
		"own": {
			Keep: []namespace.Rule{rule("a", "5"), rule("b", "2"), rule("c", "4")},
			Drop: []namespace.Rule{rule("a", "3")},
		},
	} {
		if diff := cmp.Diff(want, e.RulesOf(agent)); diff != "" {
			t.Errorf("%s: want (-), got (+):\n%s", agent, diff)
		}
	}
	if e.Rules.Keep[0].Pattern != "1" {
		t.Error("an agent's rule changed the namespace's")
	}
}
