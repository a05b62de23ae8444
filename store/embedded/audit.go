package embedded

import (
	"context"
	"database/sql"
	"encoding/json"

	"github.com/rearview-dev/rearview/memory"
)

// audit implements memory.Audit.
type audit struct{ s *Store }

func (a audit) Append(ctx context.Context, es ...memory.AuditEntry) error {
	if len(es) == 0 {
		return nil
	}
	return a.s.later(ctx, "the audit entry was not recorded", func(t *tx) error {
		for i := range es {
			if err := t.record(&es[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

func (t *tx) record(e *memory.AuditEntry) error {
	var seq int64
	list := idList(e.MemoryIDs)
	if _, err := t.row(`
		INSERT INTO audit (at, agent, verb, memory_ids, outcome, reason) VALUES (?, ?, ?, ?, ?, ?) RETURNING seq`,
		[]any{e.At.UnixMicro(), e.Agent, e.Verb, list, e.Outcome, e.Reason}, &seq); err != nil {
		return err
	}
	_, err := t.exec("INSERT OR IGNORE INTO audit_memories (memory_id, seq) SELECT value, ? FROM json_each(?)", seq, list)
	return err
}

func (a audit) Trail(ctx context.Context, memoryID string) ([]memory.AuditEntry, error) {
	const query = `
		SELECT at, agent, verb, memory_ids, outcome, reason FROM audit_memories JOIN audit USING (seq)
		WHERE memory_id = ? ORDER BY seq`
	// An empty write waits for the entries appended before. When it fails, what can be read is still worth reading.
	_ = a.s.commit(ctx, "the audit is behind", func(*tx) error { return nil })
	return read(ctx, a.s, "the audit cannot be read", query, []any{memoryID}, func(rows *sql.Rows, e *memory.AuditEntry) error {
		var list []byte
		if err := rows.Scan(micros{&e.At}, &e.Agent, &e.Verb, &list, &e.Outcome, &e.Reason); err != nil {
			return err
		}
		return json.Unmarshal(list, &e.MemoryIDs)
	})
}

// pruneBatch bounds how long other writes wait for a prune.
const pruneBatch = 1000

func (a audit) Prune(ctx context.Context, keep memory.AuditKeep) error {
	if err := a.prune(ctx, "at < ? ORDER BY at", keep.Since.UnixMicro()); err != nil {
		return err
	}
	if err := a.prune(ctx, "verb = 'recall' AND at < ? ORDER BY at", keep.RecallsSince.UnixMicro()); err != nil {
		return err
	}
	if keep.Max <= 0 {
		return nil
	}
	// An empty write waits for the entries appended before.
	if err := a.s.commit(ctx, "the audit is behind", func(*tx) error { return nil }); err != nil {
		return err
	}
	const surplus = "SELECT seq FROM audit ORDER BY seq DESC LIMIT 1 OFFSET ?"
	newest, err := read(ctx, a.s, "the audit cannot be read", surplus, []any{keep.Max}, func(rows *sql.Rows, seq *int64) error {
		return rows.Scan(seq)
	})
	if err != nil || len(newest) == 0 {
		return err
	}
	return a.prune(ctx, "seq <= ? ORDER BY seq", newest[0])
}

// prune removes what a condition selects, in its order.
func (a audit) prune(ctx context.Context, condition string, limit int64) error {
	for removed := int64(pruneBatch); removed == pruneBatch; {
		if err := a.s.commit(ctx, "the audit was not pruned", func(t *tx) (err error) {
			removed, err = t.exec("DELETE FROM audit WHERE seq IN (SELECT seq FROM audit WHERE "+condition+" LIMIT ?)", limit, pruneBatch)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}
