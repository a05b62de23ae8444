package storetest

import (
	"math"
	"strings"
	"testing"

	"github.com/rearview-dev/rearview/memory"
)

func chunks(t *testing.T, open Open) {
	runAll(t, open, []subtest{
		{"the best one counts, once a memory", testBestChunk},
		{"the limit counts memories", testChunksLimit},
		{"replaced ones are gone", testReplacedChunks},
		{"they follow their memory", testChunksFollow},
		{"after a restart", testChunksRestart},
		{"neighbours", testChunksNeighbours},
		{"that cannot be shown", testChunksRefused},
		{"of working memories", testWorkingChunks},
	})
}

// long is a memory whose chunks point along an axis, each turned by an angle. Its content has ten bytes for each.
func (k *maker) long(dimension int, angles []float64, changes ...func(*memory.Memory)) memory.Record {
	r := memory.Record{Memory: k.memory(strings.Repeat("chunk of.\n", len(angles)), changes...)}
	for i, angle := range angles {
		r.Chunks = append(r.Chunks, memory.Chunk{Span: memory.Span{Start: 10 * i, End: 10 * (i + 1)}, Vector: axis(dimension, 0, angle)})
	}
	return r
}

func nearest(t T, h Harness, v memory.Visibility, limit int) []memory.Scored {
	t.Helper()
	return must(h.LongTerm.SearchVector(t.Context(), v, memory.VectorQuery{Vector: axis(h.Dimension, 0, 0), Limit: limit}))(t)
}

// sameHits compares what was found, up to the rounding of scores; wanted are angles.
func sameHits(t T, what string, got []memory.Scored, want ...memory.Scored) {
	t.Helper()
	for i := range min(len(got), len(want)) {
		want[i].Score = math.Cos(want[i].Score)
		if math.Abs(got[i].Score-want[i].Score) < 1e-5 {
			got[i].Score = want[i].Score
		}
	}
	same(t, what, got, want)
}

func hit(r memory.Record, chunk int, angle float64) memory.Scored {
	return memory.Scored{ID: r.ID, Score: angle, Chunk: r.Chunks[chunk].Span}
}

func testBestChunk(t *testing.T, h Harness) {
	k := newMaker(h.Clock)
	a := k.long(h.Dimension, []float64{1, 0.2, 0.3, 2})
	b := memory.Embedded(k.memory("short"), axis(h.Dimension, 0, 0.1))
	c := k.long(h.Dimension, []float64{0.4, 0.5})
	equal := k.long(h.Dimension, []float64{3, 0.6, 0.6})
	noError(t, h.LongTerm.Put(t.Context(), a, b, c, equal))
	sameHits(t, "by vector", nearest(t, h, seenBy("ann"), 10), hit(b, 0, 0.1), hit(a, 1, 0.2), hit(c, 0, 0.4), hit(equal, 1, 0.6))
	same(t, "records", must(h.LongTerm.Get(t.Context(), seenBy("ann"), a.ID, b.ID))(t), []memory.Record{a, b})
	byWords := must(h.LongTerm.SearchWords(t.Context(), seenBy("ann"), words("chunk", 10)))(t)
	same(t, "documents", byWords.Stats.Documents, int64(4))
	same(t, "by words", len(byWords.Hits), 3)
	same(t, "counted", must(h.LongTerm.Counts(t.Context()))(t).Layers["ann"][memory.LayerEpisodic], int64(4))
}

// testChunksLimit has chunks of a few memories that are nearer than any other memory.
func testChunksLimit(t *testing.T, h Harness) {
	k := newMaker(h.Clock)
	var rs []memory.Record
	var want []memory.Scored
	for i := range 12 {
		angles := make([]float64, 40)
		for n := range angles {
			angles[n] = float64(i)/10 + float64((n+i)%40)/1000
		}
		r := k.long(h.Dimension, angles)
		rs = append(rs, r)
		want = append(want, hit(r, (40-i)%40, float64(i)/10))
	}
	noError(t, h.LongTerm.Put(t.Context(), rs...))
	for _, limit := range []int{0, 1, 5, 12, 100} {
		sameHits(t, "limited", nearest(t, h, seenBy("ann"), limit), append([]memory.Scored(nil), want[:min(limit, 12)]...)...)
	}
}

func testReplacedChunks(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	r, other := k.long(h.Dimension, []float64{0.5, 0.1, 0.9}), k.long(h.Dimension, []float64{0.7, 0.8})
	noError(t, h.LongTerm.Put(ctx, r, other))
	for _, angles := range [][]float64{{0.2, 0.6}, {0.3, 0.4, 0.1, 0.2}, {0.4}, {0.2, 0.1}} {
		again := k.long(h.Dimension, angles)
		again.ID = r.ID
		noError(t, h.LongTerm.Put(ctx, again))
		best := 0
		for i, angle := range angles {
			if angle < angles[best] {
				best = i
			}
		}
		sameHits(t, "replaced", nearest(t, h, seenBy("ann"), 5), hit(again, best, angles[best]), hit(other, 0, 0.7))
		same(t, "record", must(h.LongTerm.Get(ctx, seenBy("ann"), r.ID))(t), []memory.Record{again})
	}
	noError(t, h.LongTerm.Put(ctx, memory.Record{Memory: r.Memory}))
	sameHits(t, "without any", nearest(t, h, seenBy("ann"), 5), hit(other, 0, 0.7))
	// Written anew with another text, it waits for new vectors.
	noError(t, h.LongTerm.Put(ctx, r))
	r.Content = "another text"
	noError(t, h.Queue.Add(ctx, r.Memory))
	sameHits(t, "queued", nearest(t, h, seenBy("ann"), 5), hit(other, 0, 0.7))
}

// testChunksFollow changes what is filtered by: all chunks go with it, and room they leave is used again.
func testChunksFollow(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	own := k.long(h.Dimension, []float64{0.1, 0.2}, in(memory.LayerSemantic))
	theirs := k.long(h.Dimension, []float64{0.9, 0.3}, by("bob"))
	noError(t, h.LongTerm.Put(ctx, own, theirs))
	sameHits(t, "private", nearest(t, h, seenBy("ann"), 5), hit(own, 0, 0.1))
	theirs.Scope = memory.ScopeShared
	noError(t, h.LongTerm.Put(ctx, theirs))
	sameHits(t, "shared", nearest(t, h, seenBy("ann"), 5), hit(own, 0, 0.1), hit(theirs, 1, 0.3))
	episodic := memory.VectorQuery{Vector: axis(h.Dimension, 0, 0), Filter: memory.Filter{Layers: []memory.Layer{memory.LayerEpisodic}}, Limit: 5}
	sameHits(t, "of a layer", must(h.LongTerm.SearchVector(ctx, seenBy("ann"), episodic))(t), hit(theirs, 1, 0.3))
	for _, status := range []memory.Status{memory.StatusArchived, memory.StatusActive} {
		must(h.LongTerm.SetStatus(ctx, memory.StatusChange{IDs: []string{own.ID}, Status: status, At: h.Clock.Now()}))(t)
		var want []memory.Scored
		if status == memory.StatusActive {
			want = append(want, hit(own, 0, 0.1))
		}
		sameHits(t, string(status), nearest(t, h, seenBy("ann"), 5), append(want, hit(theirs, 1, 0.3))...)
	}
	noError(t, h.LongTerm.MoveToCold(ctx, coldEntry(own.Memory, "s1")))
	later := k.long(h.Dimension, []float64{0.8, 0.7, 0.6})
	noError(t, h.LongTerm.Put(ctx, later))
	sameHits(t, "after one was moved", nearest(t, h, seenBy("ann"), 5), hit(theirs, 1, 0.3), hit(later, 2, 0.6))
	sameHits(t, "a stranger", nearest(t, h, seenBy("eve"), 5), hit(theirs, 1, 0.3))
}

func testChunksRestart(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	var rs []memory.Record
	for i := range 30 {
		angles := make([]float64, 1+i%4)
		for n := range angles {
			angles[n] = float64(i)/20 + float64(n)/100
		}
		rs = append(rs, k.long(h.Dimension, angles))
	}
	noError(t, h.LongTerm.Put(ctx, rs...))
	want := nearest(t, h, seenBy("ann"), 40)
	h = h.Reopen()
	same(t, "found", nearest(t, h, seenBy("ann"), 40), want)
	ids := idsOfRecords(rs)
	same(t, "records", must(h.LongTerm.Get(ctx, seenBy("ann"), ids...))(t), rs)
}

func testChunksNeighbours(t *testing.T, h Harness) {
	k := newMaker(h.Clock)
	a, b := k.long(h.Dimension, []float64{1, 0.2, 0.3}), k.long(h.Dimension, []float64{0.1, 0.4})
	noError(t, h.LongTerm.Put(t.Context(), a, b))
	lists := must(h.LongTerm.Neighbours(t.Context(),
		memory.NeighbourQuery{Agent: "ann", Scope: memory.ScopePrivate, Vector: axis(h.Dimension, 0, 0), Limit: 5},
		memory.NeighbourQuery{Agent: "ann", Scope: memory.ScopePrivate, Vector: axis(h.Dimension, 0, 1), Limit: 1}))(t)
	sameHits(t, "all", lists[0].Near, hit(b, 0, 0.1), hit(a, 1, 0.2))
	sameHits(t, "one", lists[1].Near, hit(a, 0, 0))
}

func testChunksRefused(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	for name, spoil := range map[string]func(*memory.Chunk){
		"before the text": func(c *memory.Chunk) { c.Start = -1 },
		"behind the text": func(c *memory.Chunk) { c.End = 21 },
		"backwards":       func(c *memory.Chunk) { c.Start, c.End = c.End, c.Start },
		"a short vector":  func(c *memory.Chunk) { c.Vector = c.Vector[1:] },
	} {
		t.Run(name, func(t *testing.T) {
			r := k.long(h.Dimension, []float64{0.1, 0.2})
			spoil(&r.Chunks[1])
			wantKind(t, h.LongTerm.Put(ctx, r), memory.KindInvalid)
			r.Layer = memory.LayerWorking
			wantKind(t, h.Working.Append(ctx, r), memory.KindInvalid)
		})
	}
	same(t, "nothing", nearest(t, h, memory.Everything(), 5), []memory.Scored(nil))
}

func testWorkingChunks(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	far := k.long(h.Dimension, []float64{1, 1.1, 1.2}, in(memory.LayerWorking))
	near := k.long(h.Dimension, []float64{2, 0.2}, in(memory.LayerWorking))
	middle := memory.Embedded(k.memory("short", in(memory.LayerWorking)), axis(h.Dimension, 0, 0.5))
	var rs []memory.Record
	for i, r := range []memory.Record{far, near, middle} {
		r.Content += strings.Repeat("!", i)
		rs = append(rs, r)
		noError(t, h.Working.Append(ctx, r))
	}
	for range 2 {
		q := memory.WorkingSearch{Now: h.Clock.Now(), Vector: axis(h.Dimension, 0, 0), Limit: 1}
		got := must(h.Working.Search(ctx, seenBy("ann"), q))(t)
		same(t, "the nearest, and the newest", sorted(idsOfRecords(got)), sorted([]string{rs[1].ID, rs[2].ID}))
		same(t, "records", must(h.Working.Recent(ctx, seenBy("ann"), memory.WorkingQuery{Now: h.Clock.Now()}))(t),
			[]memory.Record{rs[2], rs[1], rs[0]})
		h = h.Reopen()
	}
}
