package index

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/oklog/ulid/v2"

	"github.com/rearview-dev/rearview/internal/vector"
	"github.com/rearview-dev/rearview/memory"
)

// Match is a memory and its score.
type Match = vector.Match[ulid.ULID]

// ranked is a memory on its way into the results.
type ranked struct {
	id  ulid.ULID
	own bool
}

// first puts the asker's own memory first where scores are equal, as those of copies are, then the newer.
func first(a, b ranked) bool {
	if a.own != b.own {
		return a.own
	}
	return a.id.Compare(b.id) > 0
}

func matches(top *vector.Top[ranked]) []Match {
	found := top.Matches()
	list := make([]Match, len(found))
	for i, m := range found {
		list[i] = Match{Key: m.Key.id, Score: m.Score}
	}
	return list
}

// Nearest returns the active memories whose vectors have the largest inner product with the query, best
// first. The scan is exact and is shared by all processors when it is long.
func (x *Index) Nearest(ctx context.Context, v memory.Visibility, f memory.Filter, query []float32, limit int) ([]Match, error) {
	x.mu.RLock()
	sel, ok := x.selectActive(v, f)
	slabs := len(x.slabs)
	x.mu.RUnlock()
	if !ok {
		return nil, nil
	}
	sel.mask |= embedded
	sel.want |= embedded
	tops := scanSlabs(ctx, slabs, func() *vector.Top[ranked] { return vector.NewTop(limit, first) },
		func(top *vector.Top[ranked], n int) { x.scan(top, n, sel, query) })
	for _, t := range tops[1:] {
		tops[0].Merge(t)
	}
	return matches(tops[0]), ctx.Err()
}

// scanSlabs calls scan for every slab, from as many goroutines as are worth it, each with a result of its
// own, and returns the results: at least one.
func scanSlabs[R any](ctx context.Context, slabs int, newResult func() R, scan func(result R, slab int)) []R {
	var next atomic.Int64
	work := func(r R) {
		for ctx.Err() == nil {
			n := int(next.Add(1)) - 1
			if n >= slabs {
				return
			}
			scan(r, n)
		}
	}
	results := make([]R, vector.Workers(slabs*slabRows))
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
// slot may hold another memory a moment later.
func (x *Index) scan(top *vector.Top[ranked], n int, sel selection, query []float32) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	s := x.slabs[n]
	for row, f := range &s.fields {
		if !sel.has(f) {
			continue
		}
		if score := vector.Dot(s.vector(uint32(row), x.dimension), query); top.Wants(score) {
			top.Offer(ranked{s.ids[row], f.agent == sel.agent}, score)
		}
	}
}
