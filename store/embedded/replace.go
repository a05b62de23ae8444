package embedded

import (
	"context"
	"math"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/store/embedded/internal/index"
)

func (l longTerm) Replace(ctx context.Context, rs ...memory.Replacement) ([]string, error) {
	for i := range rs {
		if rs[i].Repeats == nil {
			continue
		}
		if err := checkReinforcement(rs[i].Repeats); err != nil {
			return nil, err
		}
	}
	return l.changed(ctx, "memories were not replaced", len(rs), func(t *tx, n int) (id string, changed bool, err error) {
		changed, err = t.replaceBy(&rs[n])
		return rs[n].ID, changed, err
	})
}

func (l longTerm) Reinforce(ctx context.Context, rs ...memory.Reinforcement) ([]string, error) {
	for i := range rs {
		if err := checkReinforcement(&rs[i]); err != nil {
			return nil, err
		}
	}
	return l.changed(ctx, "memories were not reinforced", len(rs), func(t *tx, n int) (id string, changed bool, err error) {
		changed, err = t.reinforce(&rs[n])
		return rs[n].ID, changed, err
	})
}

// changed does n steps in one transaction and returns the ids of those that changed something.
func (l longTerm) changed(
	ctx context.Context, what string, n int, step func(t *tx, n int) (id string, changed bool, err error),
) (ids []string, err error) {
	if n == 0 {
		return nil, nil
	}
	err = l.s.commit(ctx, what, func(t *tx) error {
		ids = nil
		for i := range n {
			id, changed, err := step(t, i)
			if err != nil {
				return err
			}
			if changed {
				ids = append(ids, id)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return ids, nil
}

func (t *tx) replaceBy(r *memory.Replacement) (done bool, err error) {
	var slot uint32
	e := index.Entry{Status: memory.StatusDeprecated}
	fits, err := t.row(replaceable, []any{r.ID, r.SaidAt.UnixMicro(), r.By}, &slot, &e.Agent, &e.Scope, &e.Layer)
	if err != nil || !fits {
		return false, err
	}
	if _, err := t.exec(`
		UPDATE memories SET status = 'deprecated', status_reason = ?2, status_at = ?3, superseded_by = ?4, deprecated_at = ?3
		WHERE slot = ?1`, slot, r.Reason, r.At.UnixMicro(), r.By); err != nil {
		return false, err
	}
	e.ID, _ = parseID(r.ID)
	t.changes = append(t.changes, index.Change{Slot: slot, Entry: &e})
	if r.Repeats != nil {
		_, err = t.reinforce(r.Repeats)
	}
	return true, err
}

// replaceable selects a memory that is as it was read and can be replaced by another one.
const replaceable = `
	SELECT slot, agent, scope, layer FROM memories
	WHERE id = ?1 AND status = 'active' AND max(occurred_at, repeated_at) = ?2
		AND EXISTS (SELECT 1 FROM memories WHERE id = ?3 AND id <> ?1 AND status = 'active')`

func (t *tx) reinforce(r *memory.Reinforcement) (done bool, err error) {
	n, err := t.exec(`
		UPDATE memories SET accessed_at = max(accessed_at, ?2), access_count = access_count + 1, importance = max(importance, ?3),
			repeated_at = iif(?4 > max(occurred_at, repeated_at), ?4, repeated_at)
		WHERE id = ?1 AND status = 'active'`, r.ID, r.At.UnixMicro(), r.Importance, r.SaidAt.UnixMicro())
	return n > 0, err
}

func checkReinforcement(r *memory.Reinforcement) error {
	if math.IsNaN(r.Importance) || r.Importance < 0 || r.Importance > 1 {
		return memory.Errorf(memory.KindInvalid, "an importance of %v is not between 0 and 1", r.Importance)
	}
	return nil
}
