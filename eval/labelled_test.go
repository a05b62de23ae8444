package eval

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/namespace"
)

func labelled(t *testing.T, file string) Config {
	t.Helper()
	c := config(t, filepath.Join("testdata", "policy", file))
	c.Namespace = policy(namespace.DefaultPolicy().Recall.Weights)
	return c
}

// asJSON is what a result says to programs.
func asJSON(t *testing.T, result any) string {
	t.Helper()
	b, err := json.Marshal(result)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func table(t *testing.T, r interface{ WriteTable(io.Writer) error }) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteTable(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPolicy(t *testing.T) {
	r, err := Policy(t.Context(), labelled(t, "write_policy.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"keep":{"total":3,"kept":2},"drop":{"total":3,"dropped":2},"repeat":{"total":1,"dropped":1},"layer":{"total":2,"right":1},"wrong":["w3","w4"]}`
	if diff := cmp.Diff(want, asJSON(t, r)); diff != "" {
		t.Error(diff)
	}
	if got := table(t, r); !strings.Contains(got, "66.7 % kept") || !strings.Contains(got, "episodic instead of semantic  w5") {
		t.Errorf("table:\n%s", got)
	}
}

func TestConflicts(t *testing.T) {
	r, err := Conflicts(t.Context(), labelled(t, "conflicts.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]map[string]int{
		"supersede": {"supersede": 1, "keep_both": 1, "duplicate": 0},
		"keep_both": {"supersede": 0, "keep_both": 1, "duplicate": 0},
		"duplicate": {"supersede": 0, "keep_both": 0, "duplicate": 1},
	}
	if diff := cmp.Diff(want, r.Matrix); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"c4"}, r.Wrong); diff != "" {
		t.Error(diff)
	}
	if got := table(t, r); !strings.Contains(got, "ok → The office opens at nine.") {
		t.Errorf("table:\n%s", got)
	}
}

func TestScenarios(t *testing.T) {
	r, err := Scenarios(t.Context(), labelled(t, "scenarios.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	// The second query has no answer. In the third, the answer is out of the asker's sight, and what must not
	// come back does.
	want := `{"queries":3,"recall_at":{"5":0.5},"hit_at_5":0.5,"superseded_returned":1,"forbidding":2,"private_leaks":0}`
	if diff := cmp.Diff(want, asJSON(t, r)); diff != "" {
		t.Error(diff)
	}
	if got := table(t, r); !strings.Contains(got, "1 of 2 queries") || !strings.Contains(got, "printer") {
		t.Errorf("table:\n%s", got)
	}
}

func TestLabelledDataIsChecked(t *testing.T) {
	for _, c := range []struct{ name, line, want string }{
		{"not JSON", `{"id": "a"`, "line 2"},
		{"no id", `{"expect": "keep"}`, "no id"},
		{"an id twice", `{"id": "first", "expect": "keep"}`, "not unique"},
		{"an unknown label", `{"id": "b", "expect": "perhaps"}`, "keep, drop"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "data.jsonl")
			if err := os.WriteFile(path, []byte(`{"id": "first", "content": "x", "expect": "drop"}`+"\n"+c.line), 0o600); err != nil {
				t.Fatal(err)
			}
			config := labelled(t, "")
			config.Data = path
			_, err := Policy(t.Context(), config)
			if memory.KindOf(err) != memory.KindInvalid || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("got %v", err)
			}
		})
	}
	for _, file := range []string{"nowhere.jsonl", "write_policy.jsonl"} {
		if _, err := Scenarios(t.Context(), labelled(t, file)); memory.KindOf(err) != memory.KindInvalid {
			t.Errorf("%s: got %v", file, err)
		}
	}
}

func TestExplainWrites(t *testing.T) {
	lines := "{\"content\": \"The orders project uses MySQL.\", \"type\": \"fact\"}\n\nok\n{\"content\": \"The orders project switched to PostgreSQL.\", \"type\": \"fact\"}\n" +
		"I prefer the early train.\nI prefer the early train.\n{\"content\": \"x\", \"type\": \"opinion\"}\n{\"rows\": 7, \"status\": \"ok\"}\n"
	got, err := ExplainWrites(t.Context(), labelled(t, ""), strings.NewReader(lines))
	if err != nil {
		t.Fatal(err)
	}
	type short struct {
		Line    int
		Outcome memory.Outcome
		Touched []int
		Refused bool
	}
	var all []short
	for _, w := range got.Writes {
		all = append(all, short{w.Line, w.Outcome, w.TouchedLines, w.Error != ""})
	}
	want := []short{
		{1, memory.OutcomeStored, nil, false}, {3, memory.OutcomeSkipped, nil, false}, {4, memory.OutcomeSuperseded, []int{1}, false},
		{5, memory.OutcomeStored, nil, false}, {6, memory.OutcomeMerged, []int{5}, false}, {7, "", nil, true}, {8, memory.OutcomeStored, nil, false},
	}
	if diff := cmp.Diff(want, all); diff != "" {
		t.Error(diff)
	}
	if text := table(t, got); !strings.Contains(text, `{"rows": 7, "status": "ok"}`) || !strings.Contains(text, "refused") {
		t.Errorf("table:\n%s", text)
	}
	if _, err := ExplainWrites(t.Context(), labelled(t, ""), strings.NewReader(" \n")); memory.KindOf(err) != memory.KindInvalid {
		t.Errorf("nothing to explain: %v", err)
	}
}
