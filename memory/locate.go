package memory

import (
	"context"
	"slices"
	"time"
)

// located is a memory and where it lies. Of one in cold storage only the id, writer and segment are known
// until it is read.
type located struct {
	Memory
	id      string
	writer  string
	place   Place
	segment string
}

// locate finds memories that v sees, wherever they lie, in the order of the ids. It fails with not_found
// for the first that is unknown or hidden. A memory that lies in two places, because a crash came between
// writing the one and leaving the other, counts as where it can be recalled from.
func (e *Engine) locate(ctx context.Context, v Visibility, ids []string) ([]located, error) {
	lying, err := e.locateAny(ctx, v, ids)
	if err != nil {
		return nil, err
	}
	for i, id := range ids {
		if i == len(lying) || lying[i].id != id {
			return nil, notFound(id)
		}
	}
	return lying, nil
}

// locateAny is locate for ids of which some may be unknown or hidden: these it leaves out.
func (e *Engine) locateAny(ctx context.Context, v Visibility, ids []string) ([]located, error) {
	ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !isID(id) })
	found := make(map[string]located, len(ids))
	if err := e.locateHot(ctx, v, ids, found); err != nil {
		return nil, err
	}
	if err := e.locateWorking(ctx, v, missing(ids, found), found); err != nil {
		return nil, err
	}
	if err := e.locateCold(ctx, v, missing(ids, found), found); err != nil {
		return nil, err
	}
	all := make([]located, 0, len(ids))
	for _, id := range ids {
		if l, ok := found[id]; ok {
			all = append(all, l)
		}
	}
	return all, nil
}

func (e *Engine) locateHot(ctx context.Context, v Visibility, ids []string, found map[string]located) error {
	rs, err := e.longTerm.Get(ctx, v, ids...)
	for _, r := range rs {
		found[r.ID] = located{Memory: r.Memory, id: r.ID, writer: r.Agent, place: PlaceLongTerm}
	}
	return err
}

func (e *Engine) locateWorking(ctx context.Context, v Visibility, ids []string, found map[string]located) error {
	for _, id := range ids {
		rs, err := e.working.Recent(ctx, v, WorkingQuery{ID: id, Now: time.Time{}, Limit: 1})
		if err != nil {
			return err
		}
		for _, r := range rs {
			found[id] = located{Memory: r.Memory, id: id, writer: r.Agent, place: PlaceWorking}
		}
	}
	return nil
}

func (e *Engine) locateCold(ctx context.Context, v Visibility, ids []string, found map[string]located) error {
	if len(ids) == 0 {
		return nil
	}
	entries, err := e.longTerm.ColdEntries(ctx, v, ids...)
	for _, c := range entries {
		found[c.ID] = located{id: c.ID, writer: c.Agent, place: PlaceCold, segment: c.Segment}
	}
	return err
}

func missing(ids []string, found map[string]located) []string {
	var rest []string
	for _, id := range ids {
		if _, ok := found[id]; !ok {
			rest = append(rest, id)
		}
	}
	return rest
}

// thaw reads a memory out of cold storage.
func (e *Engine) thaw(ctx context.Context, l located) (Memory, error) {
	ms, err := e.cold.Read(ctx, l.segment, l.id)
	if err != nil {
		return Memory{}, err
	}
	for _, m := range ms {
		if m.ID == l.id {
			return m, nil
		}
	}
	return Memory{}, Errorf(KindInternal, "segment %s of cold storage does not hold memory %s; restore the segment from a backup", l.segment, l.id)
}
