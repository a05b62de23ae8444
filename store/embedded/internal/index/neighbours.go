package index

import (
	"context"

	"github.com/rearview-dev/rearview/internal/vector"
	"github.com/rearview-dev/rearview/memory"
)

// Neighbours are the memories like a passage, best first.
type Neighbours struct{ Near, Sharing []Match }

// neighbourhood selects the active memories of one agent and scope that have a vector.
type neighbourhood struct {
	mask, want uint8
	agent      uint32
}

func newNeighbourhood(agent uint32, scope memory.Scope) neighbourhood {
	const looked = live | active | shared | embedded
	h := neighbourhood{agent: agent, mask: looked, want: looked &^ shared}
	if scope == memory.ScopeShared {
		h.want |= shared
	}
	return h
}

// whole includes what has no vector.
func (h neighbourhood) whole() neighbourhood {
	h.mask, h.want = h.mask&^embedded, h.want&^embedded
	return h
}

func (h neighbourhood) has(f fields) bool { return f.agent == h.agent && f.flags&h.mask == h.want }

// search is one query of Neighbours, and its number among them.
type search struct {
	neighbourhood
	memory.NeighbourQuery
	n int
}

// Neighbours returns for each query the active memories of its agent and scope that are like it. One scan
// serves all queries: a vector is read from memory once, however many of them select it.
func (x *Index) Neighbours(ctx context.Context, qs []memory.NeighbourQuery) ([]Neighbours, error) {
	x.mu.RLock()
	byAgent := make([][]search, len(x.names))
	var searches []search
	for n, q := range qs {
		if agent, ok := x.agents[q.Agent]; ok {
			s := search{newNeighbourhood(agent, q.Scope), q, n}
			byAgent[agent], searches = append(byAgent[agent], s), append(searches, s)
		}
	}
	slabs := x.allSlabs()
	x.mu.RUnlock()
	found := make([]Neighbours, len(qs))
	if len(searches) == 0 {
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
		found[i].Near = matches(tops...)
	}
	for _, s := range searches {
		found[s.n].Sharing = x.sharing(s)
	}
	return found, ctx.Err()
}

// scanNear offers the vectors of one slab to the queries that select them.
func (x *Index) scanNear(tops []*vector.Top[ranked], s *slab, byAgent [][]search) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	for row, f := range &s.fields {
		// An agent that is not in the list came after the queries.
		if f.flags&(active|embedded) != active|embedded || int(f.agent) >= len(byAgent) {
			continue
		}
		for i := range byAgent[f.agent] {
			q := &byAgent[f.agent][i]
			if !q.has(f) {
				continue
			}
			if score := vector.Dot(s.vector(uint32(row), x.dimension), q.Vector); tops[q.n].Wants(score) {
				offer(tops[q.n], ranked{s.ids[row], s.spans[row], true, f.flags&several != 0}, score)
			}
		}
	}
}
