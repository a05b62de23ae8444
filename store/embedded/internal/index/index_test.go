package index

import (
	"encoding/binary"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/oklog/ulid/v2"
	"pgregory.net/rapid"

	"github.com/rearview-dev/rearview/internal/vector"
	"github.com/rearview-dev/rearview/memory"
)

const dimension = 8

// model is what an index holds, as plainly as it can be said.
type model map[uint32]modelSlot

type modelSlot struct {
	entry  Entry
	terms  []Term
	chunks []memory.Chunk
}

// postings are those of every term, in the order of slots.
func (m model) postings() map[uint32][]posting {
	lists := map[uint32][]posting{}
	for slot, s := range m {
		for _, t := range s.terms {
			lists[t.ID] = append(lists[t.ID], postingOf(slot, t.Count))
		}
	}
	for _, list := range lists {
		slices.Sort(list)
	}
	return lists
}

func (m model) counts() memory.Counts {
	c := memory.Counts{Layers: map[string]map[memory.Layer]int64{}}
	for _, s := range m {
		if s.entry.Status == memory.StatusArchived {
			c.Archived++
			continue
		}
		if c.Layers[s.entry.Agent] == nil {
			c.Layers[s.entry.Agent] = map[memory.Layer]int64{}
		}
		c.Layers[s.entry.Agent][s.entry.Layer]++
	}
	return c
}

func drawTerms(t *rapid.T) []Term {
	ids := rapid.SliceOfNDistinct(rapid.Uint32Range(0, 30), 0, 6, rapid.ID).Draw(t, "terms")
	slices.Sort(ids)
	terms := make([]Term, len(ids))
	for i, id := range ids {
		terms[i] = Term{ID: id, Count: rapid.Uint32Range(1, 400).Draw(t, "count")}
	}
	return terms
}

// newIDs gives out ids, no two alike.
func newIDs() func() ulid.ULID {
	n := uint64(0)
	return func() (id ulid.ULID) {
		n++
		binary.BigEndian.PutUint64(id[8:], n)
		return id
	}
}

func drawEntry(t *rapid.T, ids func() ulid.ULID) *Entry {
	return &Entry{
		ID:     ids(),
		Agent:  rapid.SampledFrom([]string{"ann", "bob"}).Draw(t, "agent"),
		Scope:  rapid.SampledFrom([]memory.Scope{memory.ScopePrivate, memory.ScopeShared}).Draw(t, "scope"),
		Layer:  rapid.SampledFrom([]memory.Layer{memory.LayerEpisodic, memory.LayerSemantic}).Draw(t, "layer"),
		Status: rapid.SampledFrom([]memory.Status{memory.StatusActive, memory.StatusArchived}).Draw(t, "status"),
	}
}

// drawChange draws a change and makes it in the model too.
func drawChange(t *rapid.T, m model, ids func() ulid.ULID) Change {
	slot := rapid.OneOf(rapid.Uint32Range(0, 5), rapid.Uint32Range(slabRows-2, slabRows+2)).Draw(t, "slot")
	s, taken := m[slot]
	c := Change{Slot: slot}
	if taken && rapid.IntRange(0, 3).Draw(t, "free") == 0 {
		c.Free, c.RemovedTerms = true, s.terms
		delete(m, slot)
		return c
	}
	c.Entry = drawEntry(t, ids)
	s.entry = *c.Entry
	if rapid.Bool().Draw(t, "words") {
		c.RemovedTerms, c.AddedTerms = s.terms, drawTerms(t)
		s.terms = c.AddedTerms
	}
	switch rapid.IntRange(0, 2).Draw(t, "chunks") {
	case 0:
		c.Chunks = rapid.SliceOfN(rapid.Custom(drawChunk), 1, 4).Draw(t, "chunks")
		s.chunks = c.Chunks
	case 1:
		c.DropChunks = true
		s.chunks = nil
	}
	m[slot] = s
	return c
}

func drawChunk(t *rapid.T) memory.Chunk {
	start := rapid.IntRange(0, 9).Draw(t, "start")
	return memory.Chunk{
		Span:   memory.Span{Start: start, End: start + rapid.IntRange(0, 9).Draw(t, "length")},
		Vector: rapid.SliceOfN(rapid.Float32Range(-1, 1), dimension, dimension).Draw(t, "values"),
	}
}

// nearest is every memory that a query selects, by the best of its chunks.
func (m model) nearest(query []float32, selects func(*Entry) bool) map[ulid.ULID]float32 {
	best := map[ulid.ULID]float32{}
	for _, s := range m {
		if !selects(&s.entry) || s.entry.Status != memory.StatusActive {
			continue
		}
		for _, c := range s.chunks {
			score := vector.Dot(c.Vector, query)
			if known, ok := best[s.entry.ID]; !ok || score > known {
				best[s.entry.ID] = score
			}
		}
	}
	return best
}

// checkNearest wants each of those once, as many as the limit, best first, and of each the chunk that scored.
func (m model) checkNearest(t *rapid.T, what string, found []Match, want map[ulid.ULID]float32, query []float32, limit int) {
	if len(found) != min(limit, len(want)) {
		t.Fatalf("%s: found %d of %d with a limit of %d", what, len(found), len(want), limit)
	}
	scores := slices.Sorted(maps.Values(want))
	slices.Reverse(scores)
	seen := map[ulid.ULID]bool{}
	for i, f := range found {
		if seen[f.ID] || f.Score != scores[i] || f.Score != want[f.ID] {
			t.Errorf("%s: %d is %+v, want a score of %v", what, i, f, scores[i])
		}
		seen[f.ID] = true
		scored := func(c memory.Chunk) bool { return c.Span == f.Chunk && vector.Dot(c.Vector, query) == f.Score }
		if !slices.ContainsFunc(m.chunksOf(f.ID), scored) {
			t.Errorf("%s: %+v is not a chunk that scored so", what, f)
		}
	}
}

func (m model) chunksOf(id ulid.ULID) []memory.Chunk {
	for _, s := range m {
		if s.entry.ID == id {
			return s.chunks
		}
	}
	return nil
}

func TestAnIndexHoldsWhatWasChanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, m := New(dimension), model{}
		defer x.Close()
		if err := x.Reserve(slabRows + 2); err != nil {
			t.Fatal(err)
		}
		ids := newIDs()
		for range rapid.IntRange(1, 40).Draw(t, "changes") {
			c := drawChange(t, m, ids)
			if err := x.ReserveChunks(len(c.Chunks)); err != nil {
				t.Fatal(err)
			}
			x.Apply([]Change{c})
		}
		lists := map[uint32][]posting{}
		for id, list := range x.postings {
			if len(list) > 0 {
				lists[uint32(id)] = list
			}
		}
		if diff := cmp.Diff(m.postings(), lists); diff != "" {
			t.Errorf("postings (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(m.counts(), x.Counts(), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("counts (-want +got):\n%s", diff)
		}
		further := 0
		for slot, s := range m {
			if diff := cmp.Diff(s.chunks, x.Chunks(slot, s.entry.ID)); diff != "" {
				t.Errorf("chunks of slot %d (-want +got):\n%s", slot, diff)
			}
			further += max(len(s.chunks)-1, 0)
		}
		if got := int(x.further.next) - len(x.further.free); got != further {
			t.Errorf("%d rows of further chunks are in use, want %d", got, further)
		}
		checkSearches(t, x, m)
	})
}

func checkSearches(t *rapid.T, x *Index, m model) {
	query := rapid.SliceOfN(rapid.Float32Range(-1, 1), dimension, dimension).Draw(t, "query")
	limit := rapid.IntRange(1, 9).Draw(t, "limit")
	ann := memory.Identity{Agent: "ann"}.Visibility()
	found, err := x.Nearest(t.Context(), ann, memory.Filter{}, query, limit)
	if err != nil {
		t.Fatal(err)
	}
	want := m.nearest(query, func(e *Entry) bool { return ann.Sees(e.Agent, e.Scope) })
	m.checkNearest(t, "nearest", found, want, query, limit)
	near, err := x.Neighbours(t.Context(), []memory.NeighbourQuery{{Agent: "bob", Scope: memory.ScopeShared, Vector: query, Limit: limit}})
	if err != nil {
		t.Fatal(err)
	}
	want = m.nearest(query, func(e *Entry) bool { return e.Agent == "bob" && e.Scope == memory.ScopeShared })
	m.checkNearest(t, "neighbours", near[0].Near, want, query, limit)
}

func TestManyChunksTakeTheRowsOfOthersThatAreGone(t *testing.T) {
	x := New(dimension)
	defer x.Close()
	if err := x.Reserve(0); err != nil {
		t.Fatal(err)
	}
	long := Change{Entry: &Entry{ID: ulid.ULID{1}, Status: memory.StatusActive}, Chunks: make([]memory.Chunk, slabRows/3)}
	for i := range long.Chunks {
		long.Chunks[i].Vector = make([]float32, dimension)
	}
	for range 20 {
		if err := x.ReserveChunks(len(long.Chunks) - 1); err != nil {
			t.Fatal(err)
		}
		x.Apply([]Change{long})
	}
	if n := len(x.further.slabs); n != 1 {
		t.Errorf("replacing one long memory took %d slabs", n)
	}
}

func TestAFullIndexSaysSo(t *testing.T) {
	x := New(dimension)
	defer x.Close()
	if err := x.Reserve(MaxSlots); err == nil {
		t.Error("a slot beyond the last was reserved")
	}
}

func TestNothingIsInAnEmptySlot(t *testing.T) {
	x := New(dimension)
	defer x.Close()
	if v := x.Chunks(1<<20, ulid.ULID{}); v != nil {
		t.Errorf("got %v beyond the slots that there are", v)
	}
	if err := x.Reserve(0); err != nil {
		t.Fatal(err)
	}
	if v := x.Chunks(0, ulid.ULID{}); v != nil {
		t.Errorf("got %v from an empty slot", v)
	}
}
