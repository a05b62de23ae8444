package memory_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/memory"
)

// vectorOfMemory is the stored vector of a memory; nil while there is none.
func (w *world) vectorOfMemory(id string) []float32 {
	w.t.Helper()
	rs, err := w.config.LongTerm.Get(w.t.Context(), memory.Everything(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	if len(rs) == 0 {
		rs, err = w.config.Working.Recent(w.t.Context(), memory.Everything(), memory.WorkingQuery{ID: id, Limit: 1})
		if err != nil || len(rs) != 1 {
			w.t.Fatalf("memory %s: %v, %v", id, rs, err)
		}
	}
	if len(rs[0].Chunks) == 0 {
		return nil
	}
	return rs[0].Chunks[0].Vector
}

func (w *world) depth() memory.QueueDepth {
	w.t.Helper()
	depth, err := w.config.Queue.Depth(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	return depth
}

func TestWorkerIndexes(t *testing.T) {
	w := newWorld(t, nil)
	var ids []string
	for i := range 50 {
		ids = append(ids, w.remembers(alice, memory.RememberRequest{Content: fmt.Sprintf("Decision %d: paint it.", i)}).ID)
		ids = append(ids, w.remembers(alice, memory.RememberRequest{Content: fmt.Sprintf("Painter %d waits in the rain.", i)}).ID)
	}
	w.index()
	for _, id := range ids {
		if w.vectorOfMemory(id) == nil {
			t.Errorf("%s has no vector", id)
		}
	}
	if d := w.depth(); d.Waiting != 0 || d.Parked != 0 {
		t.Errorf("%+v", d)
	}
}

func TestWorkerTakesUpWhatAnEarlierProcessLeft(t *testing.T) {
	w := newWorld(t, nil)
	queued := w.remembers(alice, memory.RememberRequest{Content: "I prefer the old bridge."}).ID
	working := w.remembers(alice, memory.RememberRequest{Content: "The bridge waits in the rain."}).ID
	w.restart()
	w.run()
	for _, id := range []string{queued, working} {
		eventually(t, "a vector for "+id, func() bool { return w.vectorOfMemory(id) != nil })
	}
}

func TestWorkerWaitsOutAnOutage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	var failures atomic.Int64
	w.embedder.refuses(func([]string) error { failures.Add(1); return errAway })
	var ids []string
	for i := range 20 {
		ids = append(ids, w.remembers(alice, memory.RememberRequest{Content: fmt.Sprintf("Decision %d: paint it.", i)}).ID)
	}
	w.run()
	eventually(t, "the embedder is asked", func() bool { return failures.Load() >= 2 })
	if d := w.depth(); d.Waiting != 20 || d.Parked != 0 {
		t.Errorf("during the outage %+v", d)
	}
	w.embedder.refuses(nil)
	w.drain()
	for _, id := range ids {
		if w.vectorOfMemory(id) == nil {
			t.Errorf("%s has no vector", id)
		}
	}
}

func TestWorkerParksPoison(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		err  error
	}{
		{"refused for good", memory.Errorf(memory.KindInvalid, "too strange")},
		{"fails again and again", errPoison},
		{"panics", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, nil)
			w.embedder.refuses(func(texts []string) error {
				if !slices.ContainsFunc(texts, func(s string) bool { return strings.Contains(s, "poison") }) {
					return nil
				}
				if c.err == nil {
					panic("poison")
				}
				return c.err
			})
			var good []string
			var poison string
			for i := range 20 {
				content := fmt.Sprintf("Decision %d: paint it.", i)
				if i == 7 {
					content = "Decision: no poison in the paint."
				}
				id := w.remembers(alice, memory.RememberRequest{Content: content}).ID
				if i == 7 {
					poison = id
				} else {
					good = append(good, id)
				}
			}
			working := w.remembers(alice, memory.RememberRequest{Content: "The poison waits in the rain."}).ID
			w.run()
			eventually(t, "the poison is parked", func() bool {
				w.clock.advance(time.Minute)
				return w.depth().Parked == 1
			})
			w.drain()
			for _, id := range good {
				if w.vectorOfMemory(id) == nil {
					t.Errorf("%s has no vector", id)
				}
			}
			stats, err := w.Stats(t.Context())
			if err != nil || stats.Queue.Parked != 1 || stats.Queue.Waiting != 0 {
				t.Errorf("%+v, %v", stats, err)
			}
			got := w.recalls(alice, memory.RecallRequest{Query: "poison paint", TopK: 1})
			if diff := cmp.Diff([]string{"Decision: no poison in the paint."}, contents(got)); diff != "" {
				t.Error(diff)
			}
			eventually(t, "the audit says that it was parked", func() bool {
				story, err := w.History(t.Context(), poison)
				return err == nil && slices.ContainsFunc(story.Entries, func(e memory.AuditEntry) bool { return e.Outcome == "parked" })
			})
			if w.vectorOfMemory(working) != nil {
				t.Error("the working poison has a vector")
			}
		})
	}
}

// TestStoreRefusesOne has a store that takes all memories but one.
func TestStoreRefusesOne(t *testing.T) {
	w := newWorld(t, func(w *world) { w.config.LongTerm = pickyLongTerm{w.config.LongTerm} })
	var ids []string
	for _, content := range []string{"I prefer tea.", "I prefer poison.", "I prefer coffee."} {
		ids = append(ids, w.remembers(alice, memory.RememberRequest{Content: content}).ID)
	}
	w.index()
	if d := w.depth(); d.Parked != 1 {
		t.Errorf("%+v", d)
	}
	for i, id := range ids {
		if indexed := w.vectorOfMemory(id) != nil; indexed != (i != 1) {
			t.Errorf("memory %d is indexed: %v", i, indexed)
		}
	}
}

// pickyLongTerm refuses poison.
type pickyLongTerm struct{ memory.LongTerm }

func (l pickyLongTerm) Put(ctx context.Context, rs ...memory.Record) error {
	for _, r := range rs {
		if strings.Contains(r.Content, "poison") {
			return memory.Errorf(memory.KindInvalid, "no poison")
		}
	}
	return l.LongTerm.Put(ctx, rs...)
}

func TestBrokenVectorsReachNoStore(t *testing.T) {
	for name, broken := range map[string][][]float32{
		"too few":         {},
		"wrong dimension": {{1, 0}},
		"none":            {nil},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, func(w *world) { w.config.Embedder = brokenEmbedder{w.embedder, broken} })
			id := w.remembers(alice, memory.RememberRequest{Content: "I prefer the old bridge."}).ID
			stop := w.run()
			eventually(t, "the failure is noticed", func() bool {
				stats, err := w.Stats(t.Context())
				return err == nil && len(stats.Degraded) > 0
			})
			stop()
			if w.vectorOfMemory(id) != nil || w.depth().Waiting != 1 {
				t.Error("a broken vector was stored")
			}
		})
	}
}

// TestRunFinishesTheBatchInHand stops the engine while it embeds: the batch is written all the same.
func TestRunFinishesTheBatchInHand(t *testing.T) {
	w := newWorld(t, nil)
	embedding, release := make(chan struct{}), make(chan struct{})
	w.embedder.before = sync.OnceFunc(func() {
		close(embedding)
		<-release
	})
	id := w.remembers(alice, memory.RememberRequest{Content: "I prefer the old bridge."}).ID
	stop := w.run()
	<-embedding
	stopped := make(chan struct{})
	go func() {
		stop()
		close(stopped)
	}()
	close(release)
	<-stopped
	if w.vectorOfMemory(id) == nil || w.depth().Waiting != 0 {
		t.Errorf("the batch was not finished: %+v", w.depth())
	}
}

// TestForgottenWhileEmbedded changes memories while their batch is embedded: no write may undo that.
func TestForgottenWhileEmbedded(t *testing.T) {
	w := newWorld(t, nil)
	var ids []string
	for i := range 3 {
		ids = append(ids, w.remembers(alice, memory.RememberRequest{Content: fmt.Sprintf("Decision %d: paint the bridge.", i)}).ID)
	}
	ids = append(ids, w.remembers(alice, memory.RememberRequest{Content: "The bridge waits in the rain."}).ID)
	w.embedder.before = sync.OnceFunc(func() {
		forgotten := []string{ids[0], ids[3]}
		if _, err := w.Forget(t.Context(), alice, memory.ForgetRequest{IDs: forgotten}); err != nil {
			t.Error(err)
		}
		if _, err := w.Forget(t.Context(), alice, memory.ForgetRequest{IDs: ids[1:2]}); err != nil {
			t.Error(err)
		}
		w.maintains()
	})
	w.index()
	got := w.recalls(alice, memory.RecallRequest{Query: "paint the bridge"})
	if diff := cmp.Diff([]string{"Decision 2: paint the bridge."}, contents(got)); diff != "" {
		t.Error(diff)
	}
	for _, i := range []int{0, 1, 3} {
		if shown := w.shows(ids[i]); shown.Place != memory.PlaceCold {
			t.Errorf("%q lies in %s", shown.Memory.Content, shown.Place)
		}
	}
}

// TestCrashWhileIndexing fails every step of the worker once, and once for good. Whatever happens, each
// acknowledged memory is indexed in the end and found once.
func TestCrashWhileIndexing(t *testing.T) {
	t.Parallel()
	contents := []string{"The bridge waits in the rain."}
	for i := range 3 {
		contents = append(contents, "Decision: paint the bridge of "+saint(i))
	}
	crashAnywhere(t, contents, contents)
}

// crashAnywhere remembers contents, and crashes at each step of what the worker then does, once and for good.
// In the end every one has its vector, and a recall of "bridge" finds what it should.
func crashAnywhere(t *testing.T, remembered, found []string) {
	for _, once := range []bool{true, false} {
		for crash, more := 1, true; more; crash++ {
			t.Run(fmt.Sprintf("step %d once %v", crash, once), func(t *testing.T) {
				f := &faults{}
				var sound memory.Config
				w := newWorld(t, func(w *world) {
					sound = w.config
					w.config = injected(w.config, f)
				})
				var ids []string
				for _, content := range remembered {
					ids = append(ids, w.remembers(alice, memory.RememberRequest{Content: content}).ID)
				}
				f.mu.Lock()
				f.steps, f.crashAt, f.once = 0, crash, once
				f.mu.Unlock()
				stop := w.run()
				eventually(t, "the crash, or the end", func() bool {
					f.mu.Lock()
					defer f.mu.Unlock()
					return f.crashed || sound.Queue != nil && idle(t, sound)
				})
				stop()
				more = f.crashed
				w.config = sound
				w.restart()
				w.clock.advance(time.Hour / 2) // Leases end.
				w.index()
				for _, id := range ids {
					if w.vectorOfMemory(id) == nil {
						t.Errorf("%s has no vector", id)
					}
				}
				got := w.recalls(alice, memory.RecallRequest{Query: "bridge", TopK: 100})
				if diff := cmp.Diff(found, contents(got), sortedStrings); diff != "" {
					t.Error(diff)
				}
			})
			if t.Failed() {
				return
			}
		}
	}
}

// idle says whether nothing waits in the queue and every working memory has its vector.
func idle(t *testing.T, c memory.Config) bool {
	depth, err := c.Queue.Depth(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	rs, err := c.Working.Recent(t.Context(), memory.Everything(), memory.WorkingQuery{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	return depth.Waiting == 0 && !slices.ContainsFunc(rs, func(r memory.Record) bool { return len(r.Chunks) == 0 })
}
