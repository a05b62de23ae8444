package embedded

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/store/embedded/internal/recent"
)

// working implements memory.Working.
type working struct{ s *Store }

var upsertWorking = "REPLACE" + insertInto("working", "", "vector, spans")[len("INSERT"):]

func (w working) Append(ctx context.Context, r memory.Record) error {
	id, err := check(&r.Memory, memory.LayerWorking)
	if err != nil {
		return err
	}
	chunks, err := cloneChunks(&r, w.s.dimension)
	if err != nil {
		return err
	}
	spans, vectors := encodeChunks(chunks)
	args := append(values(&r.Memory), vectors, spans)
	change := recent.Change{ID: id, Entry: w.s.recent.Entry(id, &r.Memory, w.s.words(r.Content), chunks)}
	return w.s.commit(ctx, "the working memory was not written", func(t *tx) error {
		t.recent = append(t.recent, change)
		_, err := t.exec(upsertWorking, args...)
		return err
	})
}

func (w working) Recent(ctx context.Context, v memory.Visibility, q memory.WorkingQuery) ([]memory.Record, error) {
	var c conditions
	c.visible(v)
	if q.ID != "" {
		c.add("id = ?", q.ID)
	}
	c.add("expires_at > ?", q.Now.UnixMicro())
	// +id: SQLite sorts the few that are left, rather than walk through all that expired in the order of ids.
	query := selectWorking + c.where() + " ORDER BY +id DESC LIMIT ?"
	return read(ctx, w.s, "working memories cannot be read", query, append(c.args, limit(q.Limit)), w.s.scanWorking)
}

var selectWorking = "SELECT " + columnList + ", vector, spans FROM working"

func (s *Store) scanWorking(rows *sql.Rows, r *memory.Record) (err error) {
	var vectors []byte
	var spans string
	if err := scanMemory(rows, &r.Memory, &vectors, &spans); err != nil || vectors == nil {
		return err
	}
	r.Chunks, err = (&chunkDecoder{dimension: s.dimension}).decode(spans, vectors)
	return err
}

var getWorking = "SELECT " + columnList + " FROM working WHERE id IN (SELECT value FROM json_each(?))"

func (w working) Search(ctx context.Context, v memory.Visibility, q memory.WorkingSearch) ([]memory.Record, error) {
	if q.Vector != nil {
		if err := checkVector(q.Vector, w.s.dimension); err != nil {
			return nil, err
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, storeError(err, "the search of working memories was given up")
	}
	if err := w.s.enter(); err != nil {
		return nil, err
	}
	found := w.s.recent.Search(v, q)
	w.s.leave()
	if len(found) == 0 {
		return nil, nil
	}
	ids, chunks := make([]string, len(found)), make(map[string][]memory.Chunk, len(found))
	for i, f := range found {
		ids[i] = f.ID.String()
		chunks[ids[i]] = f.Chunks
	}
	rs, err := read(ctx, w.s, "working memories cannot be read", getWorking, []any{idList(ids)}, func(rows *sql.Rows, r *memory.Record) error {
		return scanMemory(rows, &r.Memory)
	})
	for i := range rs {
		rs[i].Chunks = slices.Clone(chunks[rs[i].ID])
		for n, c := range rs[i].Chunks {
			rs[i].Chunks[n].Vector = slices.Clone(c.Vector)
		}
	}
	return rs, err
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
	var changes []recent.Change
	for _, s := range ids {
		if id, ok := parseID(s); ok {
			changes = append(changes, recent.Change{ID: id})
		}
	}
	return w.s.commit(ctx, "working memories were not removed", func(t *tx) error {
		t.recent = append(t.recent, changes...)
		_, err := t.exec("DELETE FROM working WHERE id IN (SELECT value FROM json_each(?))", list)
		return err
	})
}
