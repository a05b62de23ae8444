package namespace_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/namespace"
)

func TestDecodeRefuses(t *testing.T) {
	cases := []struct{ name, data, want string }{
		{"nothing", "", "empty"},
		{"white space", " \n", "empty"},
		{"null", "null", "not a JSON object"},
		{"a list", "[]", "not a JSON object"},
		{"YAML", "name: x", "not a JSON object"},
		{"cut off", `{"name": "x"`, "not valid JSON"},
		{"two values", `{"name":"x"} {}`, "not valid JSON"},
		{"a wrong type", `{"agents": {}}`, "not valid JSON"},
		{"a number too large", `{"policy":{"recall":{"topK":99999999999}}}`, "not valid JSON"},
		{"too large", `{"name":"` + strings.Repeat("x", namespace.MaxFileBytes) + `"}`, "more than"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			e, _, err := namespace.Decode([]byte(c.data))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("want %q in the error, got %v and %v", c.want, e, err)
			}
		})
	}
}

func TestDecodeSaysWhatItIgnores(t *testing.T) {
	e, ignored, err := namespace.Decode([]byte(`{"name":"a","name":"b","Namespace":"x","policy":{"semantic":{"maxEntries":1,"colour":2}}}`))
	if err != nil {
		t.Fatal(err)
	}
	if e.Policy.Semantic.MaxEntries != 1 || e.Namespace != "" {
		t.Errorf("got %+v", e)
	}
	want := []string{`duplicate field "name"`, `unknown field "Namespace"`, `unknown field "policy.semantic.colour"`}
	if diff := cmp.Diff(want, ignored); diff != "" {
		t.Error(diff)
	}
}

func TestDecodeReadsWhatOlderVersionsWrote(t *testing.T) {
	e, ignored, err := namespace.Decode([]byte(`{"policy":{"importance":{"thresholdPercent":0}},"agents":[{"name":"a","policy":{}}]}`))
	if err != nil || len(ignored) > 0 {
		t.Fatal(err, ignored)
	}
	d := namespace.DefaultPolicy()
	for _, p := range []namespace.Policy{e.Policy, e.Agents[0].Policy} {
		if p.Importance.Judge != d.Importance.Judge || p.Duplicates != d.Duplicates || p.Sensitive != d.Sensitive {
			t.Errorf("what the file does not have is not the default: %+v", p)
		}
	}
	if e.Policy.Importance.ThresholdPercent != 0 {
		t.Error("what the file has was changed")
	}
}
