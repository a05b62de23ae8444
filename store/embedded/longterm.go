package embedded

import (
	"context"
	"time"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/store/embedded/internal/index"
)

// longTerm implements memory.LongTerm.
type longTerm struct{ s *Store }

func (l longTerm) Put(ctx context.Context, rs ...memory.Record) error {
	items := make([]item, len(rs))
	for i, r := range rs {
		it, err := l.s.newItem(r.Memory)
		if err != nil {
			return err
		}
		if it.chunks, err = cloneChunks(&r, l.s.dimension); err != nil {
			return err
		}
		items[i] = it
	}
	if len(items) == 0 {
		return nil
	}
	return l.s.commit(ctx, "memories were not written", func(t *tx) error {
		for i := range items {
			if err := t.put(&items[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// put writes a memory and its chunks. What happened to it while it was being embedded stays: a memory in
// the hot store keeps its status and accesses, one that was moved to cold storage stays there.
func (t *tx) put(it *item) error {
	f, exists, err := t.find(&it.Memory)
	if err != nil {
		return err
	}
	if !exists {
		cold, err := t.row("SELECT 1 FROM cold WHERE id = ?", []any{it.ID}, new(int))
		if err != nil || cold {
			return err
		}
		if f.slot, err = t.insert(it); err != nil {
			return err
		}
		return t.setChunks(f.slot, it.chunks)
	}
	if _, err := t.row(meanwhile, []any{f.slot, it.Importance, it.RepeatedAt.UnixMicro()},
		&it.Status, &it.StatusReason, micros{&it.StatusAt}, micros{&it.AccessedAt}, &it.AccessCount,
		&it.Importance, &it.SupersededBy, micros{&it.DeprecatedAt}, idsIn{&it.KeptWith}, micros{&it.RepeatedAt}); err != nil {
		return err
	}
	if err := t.replace(f, it); err != nil {
		return err
	}
	return t.setChunks(f.slot, it.chunks)
}

// meanwhile selects what may have happened to a memory while it was embedded.
const meanwhile = `
	SELECT status, status_reason, status_at, accessed_at, access_count, max(importance, ?2), superseded_by, deprecated_at, kept_with,
		max(repeated_at, ?3)
	FROM memories WHERE slot = ?1`

func (l longTerm) SetStatus(ctx context.Context, c memory.StatusChange) ([]string, error) {
	switch {
	case !knownStatus(c.Status):
		return nil, memory.Errorf(memory.KindInvalid, "%q is not a status that a memory can have", c.Status)
	case c.Status == memory.StatusDeprecated:
		return nil, memory.Errorf(memory.KindInvalid, "a memory becomes deprecated only by another that replaces it")
	}
	if len(c.IDs) == 0 {
		return nil, nil
	}
	var changed []string
	err := l.s.commit(ctx, "the status was not changed", func(t *tx) error {
		changed = nil
		for _, id := range c.IDs {
			ok, err := t.setStatus(id, c)
			if err != nil {
				return err
			}
			if ok {
				changed = append(changed, id)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return changed, nil
}

func (t *tx) setStatus(id string, c memory.StatusChange) (changed bool, err error) {
	var slot uint32
	e := index.Entry{Status: c.Status}
	found, err := t.row("SELECT slot, agent, scope, layer FROM memories WHERE id = ? AND status <> ?",
		[]any{id, string(c.Status)}, &slot, &e.Agent, &e.Scope, &e.Layer)
	if err != nil || !found {
		return false, err
	}
	if _, err := t.exec(updateStatus, slot, string(c.Status), c.Reason, c.At.UnixMicro(), time.Time{}.UnixMicro()); err != nil {
		return false, err
	}
	e.ID, _ = parseID(id)
	t.changes = append(t.changes, index.Change{Slot: slot, Entry: &e})
	return true, nil
}

// updateStatus keeps the pointer to what replaced a memory when it is archived.
const updateStatus = `
	UPDATE memories SET status = ?2, status_reason = ?3, status_at = ?4,
		superseded_by = iif(?2 = 'active', '', superseded_by), deprecated_at = iif(?2 = 'active', ?5, deprecated_at)
	WHERE slot = ?1`

func (l longTerm) Touch(ctx context.Context, at time.Time, ids ...string) error {
	if len(ids) == 0 {
		return nil
	}
	list := idList(ids)
	return l.s.later(ctx, "accesses were not recorded", func(t *tx) error {
		_, err := t.exec(`
			UPDATE memories SET accessed_at = max(accessed_at, ?), access_count = access_count + 1
			WHERE id IN (SELECT value FROM json_each(?))`, at.UnixMicro(), list)
		return err
	})
}

func (l longTerm) MoveToCold(ctx context.Context, es ...memory.ColdEntry) error {
	for _, e := range es {
		if _, ok := parseID(e.ID); !ok {
			return memory.Errorf(memory.KindInvalid, "%q is not the id of a memory: ids are ULIDs in upper case", e.ID)
		}
	}
	if len(es) == 0 {
		return nil
	}
	return l.s.commit(ctx, "memories were not moved to cold storage", func(t *tx) error {
		for i := range es {
			if err := t.moveToCold(&es[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

func (t *tx) moveToCold(e *memory.ColdEntry) error {
	if err := t.removeHot(e.ID); err != nil {
		return err
	}
	if err := t.forgetCold(e.ID); err != nil {
		return err
	}
	t.moved++
	_, err := t.exec("INSERT INTO cold ("+coldColumns+") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		e.ID, e.Agent, string(e.Scope), string(e.Layer), e.Task, e.SupersededBy, e.Segment, e.Reason, e.At.UnixMicro())
	return err
}

// removeHot removes a memory from the hot store, and with it its words, its chunks and its place in the queue.
func (t *tx) removeHot(id string) error {
	var slot uint32
	found, err := t.row("SELECT slot FROM memories WHERE id = ?", []any{id}, &slot)
	if err != nil || !found {
		return err
	}
	terms, err := t.storedTerms(slot)
	if err != nil {
		return err
	}
	if _, err := t.exec("DELETE FROM memories WHERE slot = ?", slot); err != nil {
		return err
	}
	t.changes = append(t.changes, index.Change{Slot: slot, Free: true, RemovedTerms: terms})
	t.freed = append(t.freed, slot)
	return nil
}

// forgetCold removes a pointer to cold storage, if there is one.
func (t *tx) forgetCold(id string) error {
	n, err := t.exec("DELETE FROM cold WHERE id = ?", id)
	t.moved -= n
	return err
}
