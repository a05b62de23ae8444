package embedded

import (
	"context"
	"database/sql"
	"time"

	"github.com/rearview-dev/rearview/memory"
)

// queue implements memory.Queue.
type queue struct{ s *Store }

func (q queue) Add(ctx context.Context, ms ...memory.Memory) error {
	items := make([]item, len(ms))
	for i, m := range ms {
		var err error
		if items[i], err = q.s.newItem(m); err != nil {
			return err
		}
	}
	if len(items) == 0 {
		return nil
	}
	now := q.s.now().UnixMicro()
	return q.s.commit(ctx, "the memory was not accepted", func(t *tx) error {
		for i := range items {
			if err := t.enqueue(&items[i], now); err != nil {
				return err
			}
		}
		return nil
	})
}

func (t *tx) enqueue(it *item, now int64) error {
	f, exists, err := t.find(&it.Memory)
	if err != nil {
		return err
	}
	slot := f.slot
	switch {
	case !exists:
		slot, err = t.insert(it)
	case f.sameContent:
		err = t.replace(f, it)
	default:
		if err = t.replace(f, it); err == nil {
			err = t.setChunks(slot, nil)
		}
	}
	if err != nil {
		return err
	}
	if exists {
		if _, err := t.exec("DELETE FROM queue WHERE slot = ?", slot); err != nil {
			return err
		}
	} else if err := t.forgetCold(it.ID); err != nil {
		return err
	}
	_, err = t.exec("INSERT INTO queue (slot, added_at) VALUES (?, ?)", slot, now)
	return err
}

// Claim writes only when something is ready.
func (q queue) Claim(ctx context.Context, n int, lease time.Duration) ([]memory.Claim, error) {
	const what = "the queue cannot be claimed from"
	now := q.s.now().UnixMicro()
	ready, err := read(ctx, q.s, what, claimable, []any{now, min(n, 1)}, func(rows *sql.Rows, seq *int64) error {
		return rows.Scan(seq)
	})
	if err != nil || len(ready) == 0 {
		return nil, err
	}
	var claims []memory.Claim
	err = q.s.commit(ctx, what, func(t *tx) (err error) {
		claims, err = t.claim(n, now, now+lease.Microseconds())
		return err
	})
	if err != nil {
		return nil, err
	}
	return claims, nil
}

const claimable = `
	SELECT seq FROM queue
	WHERE parked IS NULL AND leased_until <= ?1 AND not_before <= ?1
	ORDER BY seq LIMIT ?2`

var claimed = "SELECT " + columnList + ", attempts FROM queue JOIN memories USING (slot) WHERE seq = ?"

func (t *tx) claim(n int, now, until int64) ([]memory.Claim, error) {
	rows, err := t.query(claimable, now, n)
	if err != nil {
		return nil, err
	}
	seqs, err := collect(rows, func(rows *sql.Rows, seq *int64) error { return rows.Scan(seq) })
	if err != nil {
		return nil, err
	}
	var claims []memory.Claim
	for _, seq := range seqs {
		if _, err := t.exec("UPDATE queue SET attempts = attempts + 1, leased_until = ? WHERE seq = ?", until, seq); err != nil {
			return nil, err
		}
		rows, err := t.query(claimed, seq)
		if err != nil {
			return nil, err
		}
		one, err := collect(rows, func(rows *sql.Rows, c *memory.Claim) error { return scanMemory(rows, &c.Memory, &c.Attempts) })
		if err != nil {
			return nil, err
		}
		claims = append(claims, one...)
	}
	return claims, nil
}

func (q queue) Done(ctx context.Context, ids ...string) error {
	return q.forEach(ctx, "memories cannot be taken off the queue", "DELETE FROM queue WHERE "+ofMemory, ids)
}

func (q queue) Release(ctx context.Context, notBefore time.Time, ids ...string) error {
	return q.forEach(ctx, "memories cannot be given back to the queue",
		"UPDATE queue SET leased_until = 0, not_before = ?2 WHERE "+ofMemory, ids, notBefore.UnixMicro())
}

func (q queue) Park(ctx context.Context, id, reason string) error {
	return q.forEach(ctx, "a memory cannot be set aside",
		"UPDATE queue SET parked = ?2 WHERE "+ofMemory, []string{id}, reason)
}

const ofMemory = "slot = (SELECT slot FROM memories WHERE id = ?1)"

// forEach executes a statement for each id, in one transaction.
func (q queue) forEach(ctx context.Context, what, statement string, ids []string, args ...any) error {
	if len(ids) == 0 {
		return nil
	}
	return q.s.commit(ctx, what, func(t *tx) error {
		for _, id := range ids {
			if _, err := t.exec(statement, append([]any{id}, args...)...); err != nil {
				return err
			}
		}
		return nil
	})
}

func (q queue) Depth(ctx context.Context) (memory.QueueDepth, error) {
	const query = `
		SELECT
			(SELECT count(*) FROM queue WHERE parked IS NULL),
			(SELECT count(*) FROM queue WHERE parked IS NOT NULL),
			(SELECT added_at FROM queue WHERE parked IS NULL ORDER BY seq LIMIT 1)`
	depths, err := read(ctx, q.s, "the queue cannot be read", query, nil, func(rows *sql.Rows, d *memory.QueueDepth) error {
		var oldest sql.NullInt64
		err := rows.Scan(&d.Waiting, &d.Parked, &oldest)
		if oldest.Valid {
			d.Oldest = time.UnixMicro(oldest.Int64).UTC()
		}
		return err
	})
	if err != nil {
		return memory.QueueDepth{}, err
	}
	return depths[0], nil
}
