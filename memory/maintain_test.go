package memory_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/namespace"
)

const day = 24 * time.Hour

func TestMaintainArchivesTheUnread(t *testing.T) {
	w := newWorld(t, nil)
	unread := w.remembers(alice, memory.RememberRequest{Content: "The tunnel was closed.", Task: "roads"}).ID
	read := w.remembers(alice, memory.RememberRequest{Content: "The bridge was closed.", Task: "roads"}).ID
	semantic := w.remembers(alice, memory.RememberRequest{Content: "I prefer the ferry."}).ID
	w.clock.advance(20 * day)
	w.recalls(alice, memory.RecallRequest{Query: "bridge", TopK: 1})
	if got := w.maintains(); len(got.Archived) != 0 {
		t.Errorf("after 20 days %v", got.Archived)
	}
	w.clock.advance(11 * day)
	got := w.maintains()
	if diff := cmp.Diff(map[string]int64{"unread": 1}, got.Archived); diff != "" {
		t.Error(diff)
	}
	if shown := w.shows(unread); shown.Place != memory.PlaceCold || shown.Segment != got.Segments[0] || shown.Memory.StatusReason != "unread" {
		t.Errorf("%+v", shown)
	}
	for _, id := range []string{read, semantic} {
		if shown := w.shows(id); shown.Place != memory.PlaceLongTerm || shown.Memory.Status != memory.StatusActive {
			t.Errorf("%+v", shown)
		}
	}
	story, err := w.History(t.Context(), unread)
	if err != nil {
		t.Fatal(err)
	}
	trail := story.Entries
	want := memory.AuditEntry{At: w.clock.now(), Verb: "archive", MemoryIDs: []string{unread}, Outcome: "cold", Reason: "unread"}
	if diff := cmp.Diff(want, trail[len(trail)-1], equalTimes); diff != "" {
		t.Error(diff)
	}
	if again := w.maintains(); len(again.Archived) != 0 || len(again.Segments) != 0 {
		t.Errorf("a second run found more to do: %+v", again)
	}
}

func TestMaintainEvictsTheLeastImportant(t *testing.T) {
	w := newWorld(t, func(w *world) {
		w.policy.Agents[0].Policy.Episodic.MaxEntries = 3
		w.policy.Agents[0].Policy.Semantic.MaxEntries = 2
	})
	stays := map[string]bool{}
	for i := range 6 {
		importance := float64((i*5)%6+4) / 10 // 0.4 to 0.9, each once.
		request := memory.RememberRequest{Content: fmt.Sprintf("The bridge number %d waits.", i), Importance: &importance}
		request.Task = "roads"
		stays[w.remembers(alice, request).ID] = importance > 0.65
		request.Task, request.Type = "", memory.TypeFact
		stays[w.remembers(alice, request).ID] = importance > 0.75
		w.remembers(bob, request)
	}
	got := w.maintains()
	if diff := cmp.Diff(map[string]int64{"capacity": 3 + 4}, got.Archived); diff != "" {
		t.Error(diff)
	}
	for id, stays := range stays {
		if shown := w.shows(id); stays != (shown.Place == memory.PlaceLongTerm) {
			t.Errorf("%s of importance %v lies in %s", shown.Memory.Layer, shown.Memory.Importance, shown.Place)
		}
	}
	stats, err := w.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]map[memory.Layer]int64{"alice": {"episodic": 3, "semantic": 2}, "bob": {"semantic": 6}}
	if diff := cmp.Diff(want, withoutZeros(stats.Counts.Layers)); diff != "" {
		t.Error(diff)
	}
}

func withoutZeros(counts map[string]map[memory.Layer]int64) map[string]map[memory.Layer]int64 {
	clean := map[string]map[memory.Layer]int64{}
	for agent, layers := range counts {
		layers = maps.Clone(layers)
		maps.DeleteFunc(layers, func(_ memory.Layer, n int64) bool { return n == 0 })
		if len(layers) > 0 {
			clean[agent] = layers
		}
	}
	return clean
}

func TestMaintainArchivesWorking(t *testing.T) {
	w := newWorld(t, func(w *world) { w.policy.Agents[0].Policy.Working.MaxEntries = 2 })
	var ids []string
	for i := range 5 {
		session := "one"
		if i == 4 {
			session = "two"
		}
		ids = append(ids, w.remembers(alice, memory.RememberRequest{Content: fmt.Sprintf("Boat %d waits in the rain.", i), Session: session}).ID)
	}
	if diff := cmp.Diff(map[string]int64{"capacity": 2}, w.maintains().Archived); diff != "" {
		t.Error(diff)
	}
	if got := w.recalls(alice, memory.RecallRequest{Query: "boat"}); len(got.Memories) != 3 {
		t.Errorf("left are %q", contents(got))
	}
	w.clock.advance(2 * time.Hour)
	if diff := cmp.Diff(map[string]int64{"expired": 3}, w.maintains().Archived); diff != "" {
		t.Error(diff)
	}
	for _, id := range ids {
		if shown := w.shows(id); shown.Place != memory.PlaceCold || shown.Memory.Layer != memory.LayerWorking {
			t.Errorf("%+v", shown)
		}
		restored, err := w.Restore(t.Context(), id)
		if err != nil || restored.Layer != memory.LayerEpisodic || !restored.ExpiresAt.IsZero() {
			t.Errorf("%+v, %v", restored, err)
		}
	}
	if got := w.recalls(alice, memory.RecallRequest{Query: "boat"}); len(got.Memories) != 5 {
		t.Errorf("restored are %q", contents(got))
	}
}

func TestMaintainServesAgentsWhoAreGone(t *testing.T) {
	w := newWorld(t, nil)
	id := w.remembers(bob, memory.RememberRequest{Content: "The tunnel was closed.", Task: "roads"}).ID
	policy := effective(namespace.DefaultPolicy())
	policy.Agents = policy.Agents[:1]
	policy.Policy.Episodic.ArchiveAfterDays = 1
	if err := w.Apply(policy); err != nil {
		t.Fatal(err)
	}
	w.clock.advance(2 * day)
	w.maintains()
	if shown := w.shows(id); shown.Place != memory.PlaceCold {
		t.Errorf("%+v", shown)
	}
}

func TestMaintainGoesOnWithOtherAgents(t *testing.T) {
	w := newWorld(t, func(w *world) { w.config.Working = failsFor{w.config.Working, "alice"} })
	mine := w.remembers(alice, memory.RememberRequest{Content: "The tunnel was closed.", Task: "roads"}).ID
	his := w.remembers(bob, memory.RememberRequest{Content: "The bridge was closed.", Task: "roads"}).ID
	w.clock.advance(40 * day)
	_, err := w.Maintain(t.Context())
	wantKind(t, err, memory.KindUnavailable)
	if !strings.Contains(err.Error(), "agent alice") {
		t.Errorf("message %q does not name the agent", err)
	}
	if shown := w.shows(mine); shown.Place == memory.PlaceCold {
		t.Error("the fault did not show")
	}
	if shown := w.shows(his); shown.Place != memory.PlaceCold {
		t.Errorf("bob's memory waits for alice's: %+v", shown)
	}
}

// failsFor finds nothing due for one agent, but an error.
type failsFor struct {
	memory.Working
	agent string
}

func (f failsFor) Due(ctx context.Context, agent string, now time.Time, most, limit int) ([]memory.Memory, error) {
	if agent == f.agent {
		return nil, errCrash
	}
	return f.Working.Due(ctx, agent, now, most, limit)
}

func TestMaintainInBatches(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	const many = 600
	for i := range many {
		w.remembers(alice, memory.RememberRequest{Content: fmt.Sprintf("Boat %d waits.", i), Task: "boats"})
	}
	w.clock.advance(40 * day)
	got := w.maintains()
	if got.Archived["unread"] != many || len(got.Segments) != 3 {
		t.Errorf("%v in %d segments", got.Archived, len(got.Segments))
	}
}

func TestMaintainGivenUp(t *testing.T) {
	w := newWorld(t, nil)
	w.remembers(alice, memory.RememberRequest{Content: "The tunnel was closed.", Task: "roads"})
	w.clock.advance(40 * day)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.Maintain(ctx); err == nil {
		t.Error("no error")
	}
	if got := w.maintains(); got.Archived["unread"] != 1 {
		t.Errorf("the next run did not go on: %v", got.Archived)
	}
}

func TestOneMaintenanceAtATime(t *testing.T) {
	block, blocked := make(chan struct{}), make(chan struct{})
	w := newWorld(t, func(w *world) { w.config.Cold = slowCold{w.config.Cold, blocked, block} })
	w.remembers(alice, memory.RememberRequest{Content: "The tunnel was closed.", Task: "roads"})
	w.clock.advance(40 * day)
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.maintains()
	}()
	<-blocked
	_, err := w.Maintain(t.Context())
	wantKind(t, err, memory.KindConflict)
	close(block)
	<-done
}

// slowCold says when it is written to, and waits.
type slowCold struct {
	memory.Cold
	blocked chan<- struct{}
	block   <-chan struct{}
}

func (c slowCold) Write(ctx context.Context, segment string, ms []memory.Memory) error {
	close(c.blocked)
	<-c.block
	return c.Cold.Write(ctx, segment, ms)
}

// TestCrashWhileMaintaining fails every step of maintenance, once and for good. Whatever happens, nothing
// is lost or found twice, and the next run ends in the same state.
func TestCrashWhileMaintaining(t *testing.T) {
	t.Parallel()
	for _, once := range []bool{true, false} {
		for crash, more := 1, true; more; crash++ {
			t.Run(fmt.Sprintf("step %d once %v", crash, once), func(t *testing.T) {
				f := &faults{}
				var sound memory.Config
				w := newWorld(t, func(w *world) {
					w.policy.Agents[0].Policy.Semantic.MaxEntries = 1
					w.policy.Agents[0].Policy.Working.MaxEntries = 1
					sound = w.config
					w.config = injected(w.config, f)
				})
				want := map[string]string{}
				keep := func(r memory.RememberRequest, reason string) string {
					id := w.remembers(alice, r).ID
					want[id] = reason
					return id
				}
				keep(memory.RememberRequest{Content: "The old tunnel was closed.", Task: "roads"}, "unread")
				forgotten := keep(memory.RememberRequest{Content: "I prefer the tunnel.", Importance: new(0.9)}, "forgotten")
				keep(memory.RememberRequest{Content: "The tunnel waits in the rain.", Session: "s"}, "expired")
				w.clock.advance(40 * day)
				keep(memory.RememberRequest{Content: "The tunnel waits in the snow.", Session: "t"}, "capacity")
				keep(memory.RememberRequest{Content: "The tunnel waits in the wind.", Session: "t"}, "")
				keep(memory.RememberRequest{Content: "I prefer the long tunnel.", Importance: new(0.4)}, "capacity")
				keep(memory.RememberRequest{Content: "I prefer the dark tunnel.", Importance: new(0.8)}, "")
				keep(memory.RememberRequest{Content: "The new tunnel was closed.", Task: "roads"}, "")
				if _, err := w.Forget(t.Context(), alice, memory.ForgetRequest{IDs: []string{forgotten}}); err != nil {
					t.Fatal(err)
				}

				f.mu.Lock()
				f.steps, f.crashAt, f.once = 0, crash, once
				f.mu.Unlock()
				_, err := w.Maintain(t.Context())
				more = f.crashed
				if !more && err != nil {
					t.Fatal(err)
				}
				w.config = sound
				w.restart()
				for id := range want {
					w.shows(id)
				}
				w.maintains()
				reasons := map[string]string{}
				for id := range want {
					shown := w.shows(id)
					reasons[id] = shown.Memory.StatusReason
					if (shown.Place == memory.PlaceCold) != (want[id] != "") {
						t.Errorf("%q lies in %s", shown.Memory.Content, shown.Place)
					}
				}
				if diff := cmp.Diff(want, reasons); diff != "" {
					t.Error(diff)
				}
				got := w.recalls(alice, memory.RecallRequest{Query: "tunnel", TopK: 100})
				wantActive := []string{"I prefer the dark tunnel.", "The new tunnel was closed.", "The tunnel waits in the wind."}
				if diff := cmp.Diff(wantActive, contents(got), sortedStrings); diff != "" {
					t.Error(diff)
				}
			})
			if t.Failed() {
				return
			}
		}
	}
}

// TestRestoredBetweenCrashAndMaintenance restores a working memory whose archiving a crash cut short: the
// next run may not archive it again.
func TestRestoredBetweenCrashAndMaintenance(t *testing.T) {
	f := &faults{}
	w := newWorld(t, func(w *world) { w.config = injected(w.config, f) })
	id := w.remembers(alice, memory.RememberRequest{Content: "The tunnel waits in the rain."}).ID
	w.clock.advance(2 * time.Hour)
	f.fail("Working.Remove:before", errCrash)
	if _, err := w.Maintain(t.Context()); err == nil {
		t.Fatal("no error")
	}
	if _, err := w.Restore(t.Context(), id); err == nil {
		t.Fatal("no error, although the working copy is still there")
	}
	f.fail("Working.Remove:before", nil)
	w.maintains()
	if shown := w.shows(id); shown.Memory.Status != memory.StatusActive || shown.Place != memory.PlaceLongTerm {
		t.Errorf("%+v", shown)
	}
}

// TestAYear runs a year of daily maintenance, with something to remember now and then.
func TestAYear(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(w *world) {
		w.policy.Agents[0].Policy.Semantic.MaxEntries = 20
		w.policy.Agents[0].Policy.Episodic.MaxEntries = 8
	})
	all := map[string]string{}
	for d := range 365 {
		if d%7 == 0 {
			for _, r := range []memory.RememberRequest{
				{Content: fmt.Sprintf("I prefer berth %d.", d)},
				{Content: fmt.Sprintf("Boat %d was painted.", d), Task: "boats"},
				{Content: fmt.Sprintf("Ferry %d was painted.", d), Task: "boats"},
				{Content: fmt.Sprintf("Boat %d waits in the rain.", d), Session: fmt.Sprint(d)},
			} {
				all[w.remembers(alice, r).ID] = r.Content
			}
			w.recalls(alice, memory.RecallRequest{Query: fmt.Sprintf("boat %d", d-14), TopK: 2})
		}
		w.clock.advance(day)
		w.maintains()
	}
	stats, err := w.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	layers := stats.Counts.Layers["alice"]
	if layers[memory.LayerSemantic] != 20 || layers[memory.LayerEpisodic] > 8 || layers[memory.LayerEpisodic] == 0 {
		t.Errorf("layers hold %v", layers)
	}
	if sum := layers[memory.LayerSemantic] + layers[memory.LayerEpisodic] + stats.Counts.Archived; sum != int64(len(all)) {
		t.Errorf("%d memories of %d", sum, len(all))
	}
	ids := slices.Sorted(maps.Keys(all))
	for _, id := range ids {
		if shown := w.shows(id); shown.Memory.Content != all[id] {
			t.Errorf("%s says %q", id, shown.Memory.Content)
		}
	}
	if _, err := w.Restore(t.Context(), ids[0]); err != nil {
		t.Fatal(err)
	}
	if got := w.recalls(alice, memory.RecallRequest{Query: all[ids[0]], TopK: 100}); !slices.Contains(contents(got), all[ids[0]]) {
		t.Errorf("found %q", contents(got))
	}
}
