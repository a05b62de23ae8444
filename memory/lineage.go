package memory

import (
	"cmp"
	"context"
	"slices"
)

// maxLineage bounds how many memories a story follows in each direction.
const maxLineage = 1000

// Story is what is known of a memory: what was done to it, what it replaced, and what replaced it.
type Story struct {
	// Entries of the audit, oldest first. They go back as far as the audit does.
	Entries []AuditEntry `json:"entries"`
	// Replaced are the memories that it superseded or took in, and those that these had replaced, newest first.
	Replaced []Memory `json:"replaced"`
	// ReplacedBy are the memory that replaced it, the one that replaced that, and so on.
	ReplacedBy []Memory `json:"replaced_by"`
}

// History tells what was done to a memory, and the chain that it stands in. Kind not_found when there is
// neither such a memory nor a line about it.
func (e *Engine) History(ctx context.Context, id string) (Story, error) {
	if !isID(id) {
		return Story{}, notFound(id)
	}
	trail, err := e.audit.Trail(ctx, id)
	if err != nil {
		return Story{}, err
	}
	story := Story{Entries: trail, Replaced: []Memory{}, ReplacedBy: []Memory{}}
	shown, err := e.Show(ctx, id)
	if KindOf(err) == KindNotFound && len(trail) > 0 {
		return story, nil
	}
	if err != nil {
		return Story{}, err
	}
	if err := e.successors(ctx, shown.Memory, &story); err != nil {
		return Story{}, err
	}
	return story, e.predecessors(ctx, id, &story)
}

func (e *Engine) successors(ctx context.Context, m Memory, story *Story) error {
	for m.SupersededBy != "" && len(story.ReplacedBy) < maxLineage {
		next, err := e.Show(ctx, m.SupersededBy)
		if err != nil {
			return err
		}
		m = next.Memory
		story.ReplacedBy = append(story.ReplacedBy, m)
	}
	return nil
}

func (e *Engine) predecessors(ctx context.Context, id string, story *Story) error {
	for ids := []string{id}; len(ids) > 0 && len(story.Replaced) < maxLineage; {
		generation, err := e.replacedBy(ctx, ids)
		if err != nil {
			return err
		}
		slices.SortFunc(generation, func(a, b Memory) int { return cmp.Compare(b.ID, a.ID) })
		story.Replaced = append(story.Replaced, generation...)
		ids = idsOf(generation)
	}
	return nil
}

// replacedBy are the memories that one of the ids replaced, hot and cold.
func (e *Engine) replacedBy(ctx context.Context, ids []string) ([]Memory, error) {
	var all []Memory
	for _, id := range ids {
		hot, err := e.longTerm.Scan(ctx, Everything(), ScanQuery{SupersededBy: id, Limit: maxLineage})
		if err != nil {
			return nil, err
		}
		all = append(all, hot...)
	}
	cold, err := e.longTerm.ColdSuperseded(ctx, Everything(), ids...)
	if err != nil {
		return nil, err
	}
	for _, c := range cold {
		m, err := e.thaw(ctx, located{id: c.ID, segment: c.Segment})
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}
