package memory_test

import (
	"slices"
	"testing"
	"time"

	"github.com/rearview-dev/rearview/memory"
)

// TestWhatBindsATaskIsKept follows a demand of the task at hand from the working layer to the episodic one.
func TestWhatBindsATaskIsKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	const content = "必须用8443端口"
	r := w.remembers(alice, memory.RememberRequest{Content: content, Session: "first"})
	if r.Layer != memory.LayerWorking || r.Outcome != memory.OutcomeQueued || r.Type != memory.TypeConstraint {
		t.Fatalf("%+v", r)
	}
	found := func(when string, layer memory.Layer) {
		t.Helper()
		for name, request := range map[string]memory.RecallRequest{
			"anywhere":           {Query: "端口8443"},
			"in another session": {Query: "端口8443", Session: "second"},
			"in the layer":       {Query: "端口8443", Layers: []memory.Layer{layer}},
		} {
			if got := contents(w.recalls(alice, request)); !slices.Contains(got, content) {
				t.Errorf("%s, %s: found %q", when, name, got)
			}
		}
		if m := w.shows(r.ID).Memory; m.Layer != layer || m.Status != memory.StatusActive || m.Expires() {
			t.Errorf("%s: %+v", when, m)
		}
	}
	found("at once", memory.LayerWorking)
	w.index()
	found("indexed", memory.LayerWorking)
	w.clock.advance(2 * time.Hour)
	found("beyond the session", memory.LayerWorking)
	w.restart()
	found("restarted", memory.LayerWorking)
	eventually(t, "its recall is noted", func() bool { return w.shows(r.ID).Memory.AccessedAt.Equal(w.clock.now()) })
	if report := w.maintains(); report.Consolidated != 0 || len(report.Archived) != 0 {
		t.Errorf("what was just recalled is at hand: %+v", report)
	}
	w.clock.advance(2 * time.Hour)
	if report := w.maintains(); report.Consolidated != 1 || len(report.Archived) != 0 {
		t.Errorf("%+v", report)
	}
	found("consolidated", memory.LayerEpisodic)
	if report := w.maintains(); report.Consolidated != 0 {
		t.Errorf("consolidated twice: %+v", report)
	}
	w.clock.advance(31 * day)
	w.maintains()
	if shown := w.shows(r.ID); shown.Place != memory.PlaceCold || shown.Memory.StatusReason != memory.ReasonUnread {
		t.Errorf("%+v", shown)
	}
}

// TestNewestDemandOfATaskWins: demands that bind a task replace each other like all that lasts.
func TestNewestDemandOfATaskWins(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	old := w.remembers(alice, memory.RememberRequest{Content: "数据库必须用MySQL"})
	w.index()
	w.clock.advance(time.Hour)
	w.maintains()
	now := w.remembers(alice, memory.RememberRequest{Content: "数据库改用PostgreSQL"})
	w.index()
	if got := contents(w.recalls(alice, memory.RecallRequest{Query: "数据库"})); len(got) != 1 || got[0] != "数据库改用PostgreSQL" {
		t.Errorf("recalled %q", got)
	}
	if m := w.shows(old.ID).Memory; m.Status != memory.StatusDeprecated || m.SupersededBy != now.ID {
		t.Errorf("%+v", m)
	}
}
