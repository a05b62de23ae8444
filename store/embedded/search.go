package embedded

import (
	"context"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/store/embedded/internal/index"
)

func (l longTerm) SearchVector(ctx context.Context, v memory.Visibility, q memory.VectorQuery) ([]memory.Scored, error) {
	if err := checkVector(q.Vector, l.s.dimension); err != nil {
		return nil, err
	}
	if err := l.s.enter(); err != nil {
		return nil, err
	}
	defer l.s.leave()
	matches, err := l.s.index.Nearest(ctx, v, q.Filter, q.Vector, q.Limit)
	if err != nil {
		return nil, storeError(err, "the search by vector was given up")
	}
	return scored(matches), nil
}

func (l longTerm) Neighbours(ctx context.Context, qs ...memory.NeighbourQuery) ([]memory.Neighbours, error) {
	for _, q := range qs {
		if err := checkVector(q.Vector, l.s.dimension); err != nil {
			return nil, err
		}
	}
	if err := l.s.enter(); err != nil {
		return nil, err
	}
	defer l.s.leave()
	found, err := l.s.index.Neighbours(ctx, qs)
	if err != nil {
		return nil, storeError(err, "the search for neighbours was given up")
	}
	lists := make([]memory.Neighbours, len(found))
	for i, n := range found {
		lists[i] = memory.Neighbours{Near: scored(n.Near), Sharing: scored(n.Sharing)}
	}
	return lists, nil
}

func (l longTerm) SearchWords(ctx context.Context, v memory.Visibility, q memory.WordQuery) (memory.WordResult, error) {
	if err := l.s.enter(); err != nil {
		return memory.WordResult{}, err
	}
	defer l.s.leave()
	matches, stats, err := l.s.index.Words(ctx, v, q.Filter, q.Terms, q.Limit)
	if err != nil {
		return memory.WordResult{}, storeError(err, "the search by words was given up")
	}
	return memory.WordResult{Hits: scored(matches), Stats: stats}, nil
}

func scored(matches []index.Match) []memory.Scored {
	list := make([]memory.Scored, len(matches))
	for i, m := range matches {
		list[i] = memory.Scored{ID: m.ID.String(), Score: float64(m.Score), Chunk: m.Chunk}
	}
	return list
}

func (l longTerm) Counts(context.Context) (memory.Counts, error) {
	if err := l.s.enter(); err != nil {
		return memory.Counts{}, err
	}
	defer l.s.leave()
	c := l.s.index.Counts()
	c.Archived += l.s.archived.Load()
	return c, nil
}
