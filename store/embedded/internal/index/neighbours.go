package index

import (
	"context"

	"github.com/rearview-dev/rearview/internal/vector"
	"github.com/rearview-dev/rearview/memory"
)

// neighbourhood is one query of Neighbours: the rows that it selects, and its number among the queries.
type neighbourhood struct {
	mask, want uint8
	query      []float32
	n          int
}

// Neighbours returns for each query the nearest active memories of its agent and scope, best first. One scan
// serves all queries: a vector is read from memory once, however many of them select it.
func (x *Index) Neighbours(ctx context.Context, qs []memory.NeighbourQuery) ([][]Match, error) {
	x.mu.RLock()
	byAgent, any := make([][]neighbourhood, len(x.names)), false
	for n, q := range qs {
		if agent, ok := x.agents[q.Agent]; ok {
			byAgent[agent], any = append(byAgent[agent], newNeighbourhood(q, n)), true
		}
	}
	slabs := x.allSlabs()
	x.mu.RUnlock()
	found := make([][]Match, len(qs))
	if !any {
		return found, ctx.Err()
	}
	newTops := func() []*vector.Top[ranked] {
		tops := make([]*vector.Top[ranked], len(qs))
		for i, q := range qs {
			tops[i] = vector.NewTop(q.Limit, first)
		}
		return tops
	}
	results := scanSlabs(ctx, slabs, newTops, func(tops []*vector.Top[ranked], s *slab) { x.scanNear(tops, s, byAgent) })
	for i := range qs {
		tops := make([]*vector.Top[ranked], len(results))
		for n := range results {
			tops[n] = results[n][i]
		}
		found[i] = matches(tops...)
	}
	return found, ctx.Err()
}

func newNeighbourhood(q memory.NeighbourQuery, n int) neighbourhood {
	const looked = live | active | shared | embedded
	h := neighbourhood{query: q.Vector, n: n, mask: looked, want: looked &^ shared}
	if q.Scope == memory.ScopeShared {
		h.want |= shared
	}
	return h
}

// scanNear offers the vectors of one slab to the queries that select them.
func (x *Index) scanNear(tops []*vector.Top[ranked], s *slab, byAgent [][]neighbourhood) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	for row, f := range &s.fields {
		// An agent that is not in the list came after the queries.
		if f.flags&(active|embedded) != active|embedded || int(f.agent) >= len(byAgent) {
			continue
		}
		for _, h := range byAgent[f.agent] {
			if f.flags&h.mask != h.want {
				continue
			}
			if score := vector.Dot(s.vector(uint32(row), x.dimension), h.query); tops[h.n].Wants(score) {
				offer(tops[h.n], ranked{s.ids[row], s.spans[row], true, f.flags&several != 0}, score)
			}
		}
	}
}
