package embedded

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/store/embedded/internal/index"
)

func (l longTerm) Revise(ctx context.Context, rs ...memory.Revision) ([]string, error) {
	for i := range rs {
		if l := rs[i].Layer; l != "" && !slices.Contains(memory.Layers, l) {
			return nil, memory.Errorf(memory.KindInvalid, "there is no layer %q", l)
		}
		if v := rs[i].Importance; v != nil && (math.IsNaN(*v) || *v < 0 || *v > 1) {
			return nil, memory.Errorf(memory.KindInvalid, "an importance of %v is not between 0 and 1", *v)
		}
	}
	return l.changed(ctx, "memories were not revised", len(rs), func(t *tx, n int) (id string, changed bool, err error) {
		changed, err = t.revise(&rs[n])
		return rs[n].ID, changed, err
	})
}

func (t *tx) revise(r *memory.Revision) (done bool, err error) {
	var slot uint32
	e := index.Entry{Status: memory.StatusActive}
	found, err := t.row(`
		SELECT slot, agent, scope, layer FROM memories
		WHERE id = ?1 AND status = 'active' AND (?2 = '' OR access_count = ?3)`,
		[]any{r.ID, r.Archive, r.AccessCount}, &slot, &e.Agent, &e.Scope, &e.Layer)
	if err != nil || !found {
		return false, err
	}
	var importance any
	if r.Importance != nil {
		importance = *r.Importance
	}
	if _, err := t.exec(`
		UPDATE memories SET importance = ifnull(?2, importance), rule = iif(?3 = '', rule, ?3), summary = iif(?4 = '', summary, ?4),
			type = iif(?5 = '', type, ?5), layer = iif(?6 = '', layer, ?6)
		WHERE slot = ?1`, slot, importance, r.Rule, r.Summary, string(r.Type), string(r.Layer)); err != nil {
		return false, err
	}
	if r.Archive != "" {
		e.Status = memory.StatusArchived
		_, err = t.exec("UPDATE memories SET status = 'archived', status_reason = ?2, status_at = ?3 WHERE slot = ?1", slot, r.Archive, r.At.UnixMicro())
	} else if r.Layer == "" || r.Layer == e.Layer {
		return true, nil
	}
	e.Layer = cmp.Or(r.Layer, e.Layer)
	e.ID, _ = parseID(r.ID)
	t.changes = append(t.changes, index.Change{Slot: slot, Entry: &e})
	return true, err
}
