package memory_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/oklog/ulid/v2"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/text"
)

// longText has a fact in its middle, among sentences about other things, each with words of its own.
func longText(fact string, bytes int) string {
	var b strings.Builder
	for i := 0; b.Len() < bytes; i++ {
		if fact != "" && b.Len() > bytes/2 {
			b.WriteString(fact + " ")
			fact = ""
		}
		fmt.Fprintf(&b, "Result %d: batch q%dx took %d seconds on machine m%dz and all of its %d checks passed. ", i, i*7919, i%60, i*104729, i%9)
	}
	return b.String()
}

// passing makes of a long text one that the rules leave to the working layer.
func passing(s string) string {
	return strings.NewReplacer("Result ", "Cloud ", "and all of its", "above", "checks passed", "hills").Replace(s)
}

// recordOf is a memory with its chunks, in whichever layer.
func (w *world) recordOf(id string) memory.Record {
	w.t.Helper()
	rs, err := w.config.LongTerm.Get(w.t.Context(), memory.Everything(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	if len(rs) == 0 {
		rs, err = w.config.Working.Recent(w.t.Context(), memory.Everything(), memory.WorkingQuery{ID: id, Limit: 1})
	}
	if err != nil || len(rs) != 1 {
		w.t.Fatalf("memory %s: %v, %v", id, rs, err)
	}
	return rs[0]
}

// moveToWorking puts a memory that waits in the queue into the working layer instead.
func (w *world) moveToWorking(id string) string {
	w.t.Helper()
	m := w.recordOf(id).Memory
	if err := w.config.LongTerm.MoveToCold(w.t.Context(), memory.ColdEntry{ID: m.ID, Agent: m.Agent, Scope: m.Scope, Layer: m.Layer}); err != nil {
		w.t.Fatal(err)
	}
	m.ID, m.Layer = ulid.Make().String(), memory.LayerWorking
	if err := w.config.Working.Append(w.t.Context(), memory.Record{Memory: m}); err != nil {
		w.t.Fatal(err)
	}
	return m.ID
}

// checkChunks wants a record to have the chunks of its text, each with its own vector.
func checkChunks(t *testing.T, r memory.Record) {
	t.Helper()
	var want []memory.Chunk
	for _, c := range text.Chunks(r.Content) {
		span := memory.Span(c)
		want = append(want, memory.Chunk{Span: span, Vector: vectorOf(span.Of(r.Content))})
	}
	if diff := cmp.Diff(want, r.Chunks); diff != "" {
		t.Errorf("chunks of %s (-want +got):\n%s", r.ID, diff)
	}
}

func TestALongMemoryIsRecalledByItsBestPart(t *testing.T) {
	for _, layer := range []memory.Layer{memory.LayerEpisodic, memory.LayerWorking} {
		t.Run(string(layer), func(t *testing.T) {
			w := newWorld(t, nil)
			fact := "The old lighthouse keeper keeps his violet umbrella behind the grandfather clock."
			id := w.remembers(alice, memory.RememberRequest{Content: longText(fact, 30<<10), Importance: new(0.9)}).ID
			if layer == memory.LayerWorking {
				id = w.moveToWorking(id)
			}
			short := w.remembers(alice, memory.RememberRequest{Content: "I prefer tea with a little milk."}).ID
			stop := w.run()
			eventually(t, "it is embedded", func() bool { return len(w.recordOf(id).Chunks) > 0 })
			w.drain()
			stop()
			r := w.recordOf(id)
			if r.Layer == memory.LayerWorking != (layer == memory.LayerWorking) {
				t.Fatalf("it is in the layer %s", r.Layer)
			}
			checkChunks(t, r)
			if len(r.Chunks) < 10 {
				t.Fatalf("%d chunks", len(r.Chunks))
			}
			checkChunks(t, w.recordOf(short))
			for range 2 {
				got := w.recalls(alice, memory.RecallRequest{Query: "violet umbrella behind the clock of the lighthouse keeper"})
				if len(got.Memories) == 0 || got.Memories[0].Memory.Content != r.Content {
					t.Fatalf("got %+v", got)
				}
				if n := len(got.Memories); n > 1 && got.Memories[1].Memory.ID == id {
					t.Error("it was returned twice")
				}
				best := got.Memories[0].BestPart
				if best == nil || !strings.Contains(best.Text, fact) || best.Of(r.Content) != best.Text || best.Text != strings.TrimSpace(best.Text) {
					t.Errorf("best part %+v", best)
				}
				w.restart() // What is shown comes from the stores.
			}
			if got := w.recalls(alice, memory.RecallRequest{Query: "tea with milk", TopK: 1}); got.Memories[0].BestPart != nil {
				t.Errorf("a short memory has a best part: %+v", got.Memories[0])
			}
		})
	}
}

// While a long memory is embedded, what was written after it gets its turn.
func TestALongMemoryKeepsNoneWaiting(t *testing.T) {
	w := newWorld(t, nil)
	var calls [][]string
	w.embedder.refuses(func(texts []string) error { calls = append(calls, texts); return nil })
	var long []string
	for i := range 3 {
		long = append(long, w.remembers(alice, memory.RememberRequest{Content: fmt.Sprintf("Decision %d: ", i) + longText("", 60<<10)}).ID)
	}
	for i := range 5 {
		w.remembers(bob, memory.RememberRequest{Content: fmt.Sprintf("I prefer paint number %d.", i)})
	}
	w.index()
	last := 0
	for i, texts := range calls {
		if len(texts) > 24 {
			t.Errorf("%d chunks were embedded together", len(texts))
		}
		if slices.ContainsFunc(texts, func(s string) bool { return strings.Contains(s, "I prefer") }) {
			last = i
		}
	}
	if last > 0 {
		t.Errorf("the short memories waited for %d calls of %d", last, len(calls))
	}
	for _, id := range long {
		checkChunks(t, w.recordOf(id))
	}
}

// Many long memories are all embedded, although few are held at a time.
func TestManyLongMemories(t *testing.T) {
	w := newWorld(t, nil)
	var ids []string
	for i := range 50 {
		ids = append(ids, w.remembers(alice, memory.RememberRequest{Content: fmt.Sprintf("Decision %d. ", i) + longText("", 20<<10)}).ID)
	}
	w.index()
	for _, id := range ids {
		if r := w.recordOf(id); r.Status == memory.StatusActive {
			checkChunks(t, r)
		}
	}
}

func TestALongMemoryCutShortIsIndexedLater(t *testing.T) {
	w := newWorld(t, nil)
	var calls atomic.Int64
	ctx, cancel := context.WithCancel(t.Context())
	w.embedder.before = func() {
		if calls.Add(1) == 2 {
			cancel()
		}
	}
	id := w.remembers(alice, memory.RememberRequest{Content: "Decision: " + longText("", 60<<10)}).ID
	if err := w.Run(ctx); err != nil {
		t.Fatal(err)
	}
	if r := w.recordOf(id); len(r.Chunks) > 0 {
		t.Fatalf("%d chunks after %d calls", len(r.Chunks), calls.Load())
	}
	if d := w.depth(); d.Waiting != 1 {
		t.Errorf("depth %+v", d)
	}
	w.restart()
	w.index()
	checkChunks(t, w.recordOf(id))
}

func TestALongMemoryOutlastsAnOutage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	var calls atomic.Int64
	w.embedder.refuses(func([]string) error {
		if calls.Add(1) > 1 {
			return errAway
		}
		return nil
	})
	id := w.remembers(alice, memory.RememberRequest{Content: "Decision: " + longText("", 60<<10)}).ID
	working := w.remembers(alice, memory.RememberRequest{Content: passing(longText("", 60<<10))}).ID
	w.run()
	eventually(t, "the embedder goes away", func() bool { return calls.Load() >= 3 })
	w.embedder.refuses(nil)
	w.drain()
	checkChunks(t, w.recordOf(id))
	checkChunks(t, w.recordOf(working))
}

func TestAPoisonedPartParksTheLongMemory(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.embedder.refuses(func(texts []string) error {
		if slices.ContainsFunc(texts, func(s string) bool { return strings.Contains(s, "poison") }) {
			return memory.Errorf(memory.KindInvalid, "too strange")
		}
		return nil
	})
	id := w.remembers(alice, memory.RememberRequest{Content: "Decision: " + longText("No poison in the paint.", 60<<10)}).ID
	other := w.remembers(alice, memory.RememberRequest{Content: "Decision: " + strings.ReplaceAll(longText("", 60<<10), "machine", "bridge")}).ID
	w.run()
	eventually(t, "the poison is parked", func() bool { return w.depth().Parked == 1 })
	w.drain()
	if r := w.recordOf(id); len(r.Chunks) != 0 {
		t.Errorf("%d chunks", len(r.Chunks))
	}
	checkChunks(t, w.recordOf(other))
	if got := w.recalls(alice, memory.RecallRequest{Query: "poison"}); len(got.Memories) == 0 || got.Memories[0].Memory.ID != id || got.Memories[0].BestPart != nil {
		t.Errorf("by words: got %d memories", len(got.Memories))
	}
}

// What is written anew while it is embedded is embedded as it is then.
func TestAMemoryWrittenAnewIsEmbeddedAnew(t *testing.T) {
	w := newWorld(t, nil)
	id := w.remembers(alice, memory.RememberRequest{Content: "Decision: " + longText("", 60<<10)}).ID
	again := w.recordOf(id).Memory
	again.Content = "Decision: paint the bridge."
	var calls atomic.Int64
	w.embedder.before = func() {
		if calls.Add(1) == 2 {
			if err := w.config.Queue.Add(t.Context(), again); err != nil {
				t.Error(err)
			}
		}
	}
	w.index()
	checkChunks(t, w.recordOf(id))
	if d := w.depth(); d.Waiting+d.Parked != 0 {
		t.Errorf("depth %+v", d)
	}
}

func TestOneEndlessLine(t *testing.T) {
	w := newWorld(t, nil)
	content := strings.Repeat("a", memory.MaxContentBytes)
	id := w.remembers(alice, memory.RememberRequest{Content: content, Importance: new(0.9)}).ID
	w.index()
	r := w.recordOf(id)
	checkChunks(t, r)
	if len(r.Chunks) < 8 || r.Content != content {
		t.Errorf("%d chunks of %d bytes", len(r.Chunks), len(r.Content))
	}
}

func TestOnlyWhoAsksIsToldWhatMatched(t *testing.T) {
	w := newWorld(t, nil)
	w.remembers(alice, memory.RememberRequest{Content: "We decided to paint the bridge green."})
	w.index()
	q := memory.RecallRequest{Query: "paint the bridge"}
	if got := w.recalls(alice, q); got.Memories[0].Matched != nil {
		t.Errorf("nobody asked, yet %v matched", got.Memories[0].Matched)
	}
	q.Explain = true
	if diff := cmp.Diff([]string{"paint", "bridg"}, w.recalls(alice, q).Memories[0].Matched); diff != "" {
		t.Error(diff)
	}
	var many strings.Builder
	for i := range 900 {
		fmt.Fprintf(&many, "z%d ", i)
	}
	id := w.remembers(alice, memory.RememberRequest{Content: many.String(), Importance: new(0.9)}).ID
	w.index()
	got := w.recalls(alice, memory.RecallRequest{Query: many.String()[:4000], Explain: true})
	if h := got.Memories[0]; h.Memory.ID != id || len(h.Matched) == 0 || len(h.Matched) > 64 {
		t.Errorf("%d words explain %s", len(h.Matched), h.Memory.ID)
	}
}
