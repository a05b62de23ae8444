package index

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/oklog/ulid/v2"

	"github.com/rearview-dev/rearview/internal/vector"
	"github.com/rearview-dev/rearview/memory"
)

// Match is a memory, its score, and the stretch of its text that scored.
type Match struct {
	ID    ulid.ULID
	Score float32
	Chunk memory.Span
}

// ranked is a memory on its way into the results.
type ranked struct {
	id    ulid.ULID
	chunk span
	own   bool
	// several says that other chunks of the memory may rank too.
	several bool
}

// first puts the asker's own memory first where scores are equal, as those of copies are, then the newer.
func first(a, b ranked) bool {
	if a.own != b.own {
		return a.own
	}
	if c := a.id.Compare(b.id); c != 0 {
		return c > 0
	}
	return a.chunk.start < b.chunk.start
}

// offer offers a memory, of whose chunks only the best counts.
func offer(top *vector.Top[ranked], r ranked, score float32) {
	if r.several {
		top.OfferBest(r, score, sameMemory)
		return
	}
	top.Offer(r, score)
}

func sameMemory(a, b ranked) bool { return a.id == b.id }

// matches merges the results of several goroutines.
func matches(tops ...*vector.Top[ranked]) []Match {
	for _, t := range tops[1:] {
		for _, m := range t.Matches() {
			offer(tops[0], m.Key, m.Score)
		}
	}
	found := tops[0].Matches()
	list := make([]Match, len(found))
	for i, m := range found {
		list[i] = Match{ID: m.Key.id, Score: m.Score, Chunk: m.Key.chunk.Span()}
	}
	return list
}

// Nearest returns the active memories of which a vector has the largest inner product with the query, best
// first, each once. The scan is exact and is shared by all processors when it is long.
func (x *Index) Nearest(ctx context.Context, v memory.Visibility, f memory.Filter, query []float32, limit int) ([]Match, error) {
	x.mu.RLock()
	sel, ok := x.selectActive(v, f)
	slabs := x.allSlabs()
	x.mu.RUnlock()
	if !ok {
		return nil, nil
	}
	sel.mask |= embedded
	sel.want |= embedded
	tops := scanSlabs(ctx, slabs, func() *vector.Top[ranked] { return vector.NewTop(limit, first) },
		func(top *vector.Top[ranked], s *slab) { x.scan(top, s, sel, query) })
	return matches(tops...), ctx.Err()
}

// scanSlabs calls scan for every slab, from as many goroutines as are worth it, each with a result of its
// own, and returns the results: at least one.
func scanSlabs[R any](ctx context.Context, slabs []*slab, newResult func() R, scan func(result R, s *slab)) []R {
	var next atomic.Int64
	work := func(r R) {
		for ctx.Err() == nil {
			n := int(next.Add(1)) - 1
			if n >= len(slabs) {
				return
			}
			scan(r, slabs[n])
		}
	}
	results := make([]R, vector.Workers(len(slabs)*slabRows))
	var wg sync.WaitGroup
	for i := range results {
		results[i] = newResult()
		if i > 0 {
			wg.Go(func() { work(results[i]) })
		}
	}
	work(results[0])
	wg.Wait()
	return results
}

// scan offers the selected vectors of one slab. Ids are read under the same lock as the scores, since a
// row may hold another memory a moment later.
func (x *Index) scan(top *vector.Top[ranked], s *slab, sel selection, query []float32) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	for row, f := range &s.fields {
		if !sel.has(f) {
			continue
		}
		if score := vector.Dot(s.vector(uint32(row), x.dimension), query); top.Wants(score) {
			offer(top, ranked{s.ids[row], s.spans[row], f.agent == sel.agent, f.flags&several != 0}, score)
		}
	}
}
