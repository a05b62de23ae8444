package memory_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/model/modeltest"
	"github.com/rearview-dev/rearview/namespace"
)

// TestCrashWhileJudging fails every step of judging once, and once for good. Whatever happens, each memory is
// judged in the end, is found where its rating puts it, and nowhere else.
func TestCrashWhileJudging(t *testing.T) {
	t.Parallel()
	server := modeltest.New(t)
	server.Rate = byStars
	steps := crashWhileJudging(t, server, 0, true)
	if steps < 20 {
		t.Fatalf("there are %d steps only", steps)
	}
	for crash := 1; crash <= steps; crash++ {
		for _, once := range []bool{true, false} {
			t.Run(fmt.Sprintf("step %d once %v", crash, once), func(t *testing.T) {
				t.Parallel()
				crashWhileJudging(t, server, crash, once)
			})
		}
	}
}

// crashWhileJudging returns how many steps there were, if there was no crash.
func crashWhileJudging(t *testing.T, server *modeltest.Server, crash int, once bool) (steps int) {
	f := &faults{}
	var sound memory.Config
	w := newJudgedWorld(t, server, func(w *world) {
		sound = w.config
		w.config = injected(w.config, f)
	})
	promoted := w.remembers(alice, memory.RememberRequest{Content: "The bridge hums *****"}).ID
	kept := w.remembers(alice, memory.RememberRequest{Content: "The bridge waits ***", Task: "t"}).ID
	gone := w.remembers(alice, memory.RememberRequest{Content: "The bridge was seen *", Task: "t"}).ID
	f.mu.Lock()
	f.steps, f.crashAt, f.once = 0, crash, once
	f.mu.Unlock()
	stop := w.run()
	eventually(t, "the crash, or the end", func() bool {
		f.mu.Lock()
		defer f.mu.Unlock()
		return f.crashed || settled(t, sound)
	})
	stop()
	steps = f.steps
	w.config = sound
	w.restart()
	w.clock.advance(time.Hour / 2) // Leases end.
	w.index()
	for id, want := range map[string]memory.Status{promoted: "active", kept: "active", gone: "archived"} {
		if m := w.shows(id).Memory; m.Status != want || m.Rule != "judge" {
			t.Errorf("%q is %s by %s", m.Content, m.Status, m.Rule)
		}
	}
	if shown := w.shows(promoted); shown.Place != memory.PlaceLongTerm || shown.Memory.Layer != memory.LayerEpisodic {
		t.Errorf("%+v", shown)
	}
	got := contents(w.recalls(alice, memory.RecallRequest{Query: "bridge", TopK: 100}))
	if diff := cmp.Diff([]string{"The bridge hums *****", "The bridge waits ***"}, got, sortedStrings); diff != "" {
		t.Error(diff)
	}
	if _, err := w.Forget(t.Context(), alice, memory.ForgetRequest{IDs: []string{promoted, kept}}); err != nil {
		t.Fatal(err)
	}
	if got := contents(w.recalls(alice, memory.RecallRequest{Query: "bridge", TopK: 100})); len(got) != 0 {
		t.Errorf("forgotten, but recalled: %q", got)
	}
	return steps
}

// settled says whether the queue is empty and the working layer too.
func settled(t *testing.T, c memory.Config) bool {
	depth, err := c.Queue.Depth(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	rs, err := c.Working.Recent(t.Context(), memory.Everything(), memory.WorkingQuery{Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	return depth.Waiting == 0 && len(rs) == 0
}

// A server that stops in the middle leaves to the next what is unjudged; without a judge, the rules have it.
func TestUnjudgedAreJudgedLater(t *testing.T) {
	t.Parallel()
	server := modeltest.New(t)
	server.Rate = byStars
	for _, judge := range []bool{true, false} {
		w := newJudgedWorld(t, server, nil)
		low := w.remembers(alice, memory.RememberRequest{Content: "Ugh, Mondays *****"})
		high := w.remembers(alice, memory.RememberRequest{Content: "The train was full. *"})
		if low.Rule != memory.RuleUnjudged || low.Outcome != memory.OutcomeStored {
			t.Errorf("%+v", low)
		}
		if !judge {
			w.config.OpenJudge = nil
		}
		w.restart()
		w.run()
		w.drain()
		type becomes struct {
			Status memory.Status
			Rule   string
		}
		want := []becomes{{"active", "judge"}, {"archived", "judge"}}
		if !judge {
			want = []becomes{{"archived", "unsure"}, {"active", "unsure"}}
		}
		var got []becomes
		for _, id := range []string{low.ID, high.ID} {
			m := w.shows(id).Memory
			got = append(got, becomes{m.Status, m.Rule})
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("with a judge %v (-want +got):\n%s", judge, diff)
		}
	}
}

// Another model is asked from the moment that the configuration names it; the same one keeps what it knows.
func TestModelChanges(t *testing.T) {
	t.Parallel()
	first, second := modeltest.New(t), modeltest.New(t)
	w := newJudgedWorld(t, first, nil)
	w.run()
	says := func(content string) {
		w.remembers(alice, memory.RememberRequest{Content: content})
		w.judged()
	}
	says("The train was full.")
	apply := func(change func(*namespace.Effective)) {
		ns := *w.policy
		model := *ns.Model
		ns.Model = &model
		change(&ns)
		w.policy = &ns
		if err := w.Apply(&ns); err != nil {
			t.Fatal(err)
		}
	}
	apply(func(ns *namespace.Effective) { ns.Generation++ })
	says("The train was full.")
	if n := len(first.Requests()); n != 1 {
		t.Errorf("%d requests to the first", n)
	}
	apply(func(ns *namespace.Effective) { ns.Model.URL = second.URL + "/v1" })
	says("The train was full.")
	if n, m := len(first.Requests()), len(second.Requests()); n != 1 || m != 1 {
		t.Errorf("%d requests to the first, %d to the second", n, m)
	}
	bad := *w.policy
	bad.Model = &namespace.Model{URL: "nonsense", Name: "m"}
	wantKind(t, w.Apply(&bad), memory.KindInvalid)
	says("The bus was full.")
	if m := len(second.Requests()); m != 2 {
		t.Errorf("%d requests to the second", m)
	}
}
