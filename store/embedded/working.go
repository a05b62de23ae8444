package embedded

import (
	"context"
	"database/sql"
	"time"

	"github.com/rearview-dev/rearview/memory"
)

// working implements memory.Working.
type working struct{ s *Store }

var upsertWorking = "REPLACE" + insertInto("working", "", "vector")[len("INSERT"):]

func (w working) Append(ctx context.Context, r memory.Record) error {
	if _, err := check(&r.Memory, memory.LayerWorking); err != nil {
		return err
	}
	if r.Vector != nil {
		if err := checkVector(r.Vector, w.s.dimension); err != nil {
			return err
		}
	}
	args := append(values(&r.Memory), encodeVector(r.Vector))
	return w.s.commit(ctx, "the working memory was not written", func(t *tx) error {
		_, err := t.exec(upsertWorking, args...)
		return err
	})
}

func (w working) Recent(ctx context.Context, v memory.Visibility, q memory.WorkingQuery) ([]memory.Record, error) {
	var c conditions
	c.visible(v)
	if q.Session != "" {
		c.add("session = ?", q.Session)
	}
	if q.ID != "" {
		c.add("id = ?", q.ID)
	}
	c.add("expires_at > ?", q.Now.UnixMicro())
	// +id: SQLite sorts the few that are left, rather than walk through all that expired in the order of ids.
	query := "SELECT " + columnList + ", vector FROM working" + c.where() + " ORDER BY agent = ? DESC, +id DESC LIMIT ?"
	c.args = append(c.args, v.Agent(), limit(q.Limit))
	return read(ctx, w.s, "working memories cannot be read", query, c.args, w.scanRecord)
}

func (w working) scanRecord(rows *sql.Rows, r *memory.Record) error {
	var blob []byte
	if err := scanMemory(rows, &r.Memory, &blob); err != nil || blob == nil {
		return err
	}
	r.Vector = make([]float32, w.s.dimension)
	return decodeVector(r.Vector, blob)
}

var dueWorking = `
	SELECT ` + columnList + ` FROM (
		SELECT *, row_number() OVER (PARTITION BY session ORDER BY id DESC) AS nth FROM working WHERE agent = ?1)
	WHERE nth > ?2 OR expires_at <= ?3
	ORDER BY id LIMIT ?4`

func (w working) Due(ctx context.Context, agent string, now time.Time, maxEntries, n int) ([]memory.Memory, error) {
	args := []any{agent, maxEntries, now.UnixMicro(), limit(n)}
	return read(ctx, w.s, "working memories cannot be read", dueWorking, args, scanOnlyMemory)
}

func (w working) Agents(ctx context.Context) ([]string, error) {
	const query = "SELECT DISTINCT agent FROM working ORDER BY agent"
	return read(ctx, w.s, "working memories cannot be read", query, nil, func(rows *sql.Rows, agent *string) error {
		return rows.Scan(agent)
	})
}

func (w working) Remove(ctx context.Context, ids ...string) error {
	if len(ids) == 0 {
		return nil
	}
	list := idList(ids)
	return w.s.commit(ctx, "working memories were not removed", func(t *tx) error {
		_, err := t.exec("DELETE FROM working WHERE id IN (SELECT value FROM json_each(?))", list)
		return err
	})
}
