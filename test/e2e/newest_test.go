package e2e

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/rearview-dev/rearview/memory"
)

// TestTheNewestWins tells the agent one thing and then another: only the second is recalled, at once and after a
// restart; the history shows both, and a person can undo it.
func TestTheNewestWins(t *testing.T) {
	for _, story := range []struct{ name, old, new, query string }{
		{"Chinese", "订单项目用MySQL", "订单项目改用PostgreSQL了", "订单项目用什么数据库"},
		{"Chinese, in few words", "用MySQL", "改用PostgreSQL", "用什么数据库"},
		{"English", "The orders project uses MySQL", "The orders project switched to PostgreSQL", "which database does the orders project use"},
	} {
		t.Run(story.name, func(t *testing.T) {
			p := newData(t).up(t)
			s := overHTTP(t, p, p.token(t, "planner"), "auto")
			older := s.remember(story.old, with{"type": "decision"}).ID
			newer := s.remember(story.new, with{"type": "decision"}).ID
			if got := s.recall(story.query, nil); !slices.Equal(got, []string{story.new}) {
				t.Errorf("at once it recalls %q", got)
			}
			awaitSuperseded(t, s, older, newer)
			s.close()
			p.kill()

			p = p.data.up(t)
			s = overHTTP(t, p, p.token(t, "planner"), "legacy")
			if got := s.recall(story.query, nil); !slices.Equal(got, []string{story.new}) {
				t.Errorf("after a restart it recalls %q", got)
			}
			wantHistory(t, p.data, older, nil, []string{newer})
			wantHistory(t, p.data, newer, []string{older}, nil)

			run(t.Context(), t, "memories", "restore", older, "--data-dir", p.dir)
			got := s.recall(story.query, nil)
			slices.Sort(got)
			want := []string{story.old, story.new}
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("restored, it recalls %q", got)
			}
			s.close()
		})
	}
}

// TestARepeatAddsNothing says one thing three times.
func TestARepeatAddsNothing(t *testing.T) {
	p := newData(t).up(t)
	s := overHTTP(t, p, p.token(t, "planner"), "auto")
	first := s.remember("用Python", with{"type": "preference"})
	for _, again := range []string{"用Python", " 用Python "} {
		got := s.remember(again, with{"type": "preference"})
		if got.Outcome != "merged" || got.ID != first.ID || !slices.Equal(got.Touched, []string{first.ID}) {
			t.Errorf("%q became %+v", again, got)
		}
	}
	if got := s.recall("Python", nil); !slices.Equal(got, []string{"用Python"}) {
		t.Errorf("recalls %q", got)
	}
	var stats memory.Stats
	unmarshal(t, run(t.Context(), t, "memories", "stats", "-o", "json", "--data-dir", p.dir), &stats)
	if n := stats.Counts.Layers["planner"][memory.LayerSemantic]; n != 1 || len(stats.Counts.Deprecated) != 0 {
		t.Errorf("%+v", stats.Counts)
	}
	waited := s.remember("Please use Python", with{"type": "preference", "wait": true})
	if waited.Outcome == "queued" || waited.ID == "" {
		t.Errorf("it waited, and became %+v", waited)
	}
}

// awaitSuperseded asks what became of a memory until another one has replaced it.
func awaitSuperseded(t *testing.T, s *session, older, newer string) {
	t.Helper()
	deadline, tick := time.After(patience), time.NewTicker(20*time.Millisecond)
	defer tick.Stop()
	for {
		got := s.call("recall", map[string]any{"ids": []string{older, newer}}).Structured.Memories
		if len(got) == 2 && got[0].Status == "deprecated" && got[0].SupersededBy == newer && got[1].Status == "" {
			return
		}
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("not superseded: %+v", got)
		}
	}
}

func wantHistory(t *testing.T, d data, id string, replaced, replacedBy []string) {
	t.Helper()
	var story memory.Story
	unmarshal(t, run(t.Context(), t, "memories", "history", id, "-o", "json", "--data-dir", d.dir), &story)
	ids := func(ms []memory.Memory) (ids []string) {
		for _, m := range ms {
			ids = append(ids, m.ID)
		}
		return ids
	}
	if !slices.Equal(ids(story.Replaced), replaced) || !slices.Equal(ids(story.ReplacedBy), replacedBy) || len(story.Entries) == 0 {
		t.Errorf("the history of %s: %+v", id, story)
	}
}

func unmarshal(t *testing.T, s string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(s), into); err != nil {
		t.Fatalf("%v in %.500q", err, s)
	}
}
