package embedded

import (
	"context"
	"database/sql"
	"strings"

	"github.com/rearview-dev/rearview/memory"
)

// row is a memory and the slot that it lies in.
type row struct {
	memory.Memory
	slot uint32
}

var getMemories = "SELECT " + columnList + ", slot FROM memories WHERE id IN (SELECT value FROM json_each(?))"

func (l longTerm) Get(ctx context.Context, v memory.Visibility, ids ...string) ([]memory.Record, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	found, err := read(ctx, l.s, "memories cannot be read", getMemories, []any{idList(ids)}, func(rows *sql.Rows, r *row) error {
		return scanMemory(rows, &r.Memory, &r.slot)
	})
	if err != nil {
		return nil, err
	}
	if err := l.s.enter(); err != nil {
		return nil, err
	}
	defer l.s.leave()
	records := make([]memory.Record, 0, len(found))
	for _, r := range inOrder(ids, found, func(r *row) string { return r.ID }) {
		if id, ok := parseID(r.ID); ok && v.Sees(r.Agent, r.Scope) {
			records = append(records, memory.Record{Memory: r.Memory, Vector: l.s.index.Vector(r.slot, id)})
		}
	}
	return records, nil
}

// HasTask is two look-ups in an index for each table, however many memories the task has.
func (l longTerm) HasTask(ctx context.Context, v memory.Visibility, task string) (bool, error) {
	if task == "" || nothing(v) {
		return false, nil
	}
	has, err := read(ctx, l.s, "tasks cannot be looked up", hasTask, []any{task, v.Agent(), v.SeesAll()}, func(rows *sql.Rows, has *bool) error {
		return rows.Scan(has)
	})
	return err == nil && has[0], err
}

var hasTask = "SELECT " + strings.Join([]string{
	taskIn("memories", "?3"),
	taskIn("memories", "scope = 'shared'"),
	taskIn("memories", "scope = 'private' AND agent = ?2"),
	taskIn("cold", "?3"),
	taskIn("cold", "scope = 'shared'"),
	taskIn("cold", "scope = 'private' AND agent = ?2"),
}, " OR ")

func taskIn(table, condition string) string {
	return "EXISTS (SELECT 1 FROM " + table + " WHERE task = ?1 AND task <> '' AND " + condition + ")"
}

// nothing says whether v sees nothing at all.
func nothing(v memory.Visibility) bool { return !v.SeesAll() && v.Agent() == "" }

func (l longTerm) ColdEntries(ctx context.Context, v memory.Visibility, ids ...string) ([]memory.ColdEntry, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	const query = `
		SELECT id, agent, scope, layer, task, segment, reason, at FROM cold
		WHERE id IN (SELECT value FROM json_each(?))`
	found, err := read(ctx, l.s, "cold storage cannot be looked up", query, []any{idList(ids)}, func(rows *sql.Rows, e *memory.ColdEntry) error {
		return rows.Scan(&e.ID, &e.Agent, &e.Scope, &e.Layer, &e.Task, &e.Segment, &e.Reason, micros{&e.At})
	})
	if err != nil {
		return nil, err
	}
	visible := make([]memory.ColdEntry, 0, len(found))
	for _, e := range inOrder(ids, found, func(e *memory.ColdEntry) string { return e.ID }) {
		if v.Sees(e.Agent, e.Scope) {
			visible = append(visible, e)
		}
	}
	return visible, nil
}

// condition is a part of a WHERE clause and its arguments.
type conditions struct {
	parts []string
	args  []any
}

func (c *conditions) add(part string, args ...any) {
	c.parts = append(c.parts, part)
	c.args = append(c.args, args...)
}

// visible adds the condition that v sees the memory.
func (c *conditions) visible(v memory.Visibility) {
	switch {
	case v.SeesAll():
	case nothing(v):
		c.add("FALSE")
	default:
		c.add("(scope = 'shared' OR agent = ?)", v.Agent())
	}
}

func (c *conditions) where() string {
	if len(c.parts) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(c.parts, " AND ")
}

// limit is a number of rows; all when it is not positive.
func limit(n int) int {
	if n <= 0 {
		return -1
	}
	return n
}

func (l longTerm) Scan(ctx context.Context, v memory.Visibility, q memory.ScanQuery) ([]memory.Memory, error) {
	var c conditions
	c.visible(v)
	if q.Agent != "" {
		c.add("agent = ?", q.Agent)
	}
	if q.Layer != "" {
		c.add("layer = ?", string(q.Layer))
	}
	if q.Status != "" {
		c.add("status = ?", string(q.Status))
	}
	if !q.AccessedBefore.IsZero() {
		c.add("accessed_at < ?", q.AccessedBefore.UnixMicro())
	}
	order := "id"
	switch q.Order {
	case memory.ByImportance:
		order = "importance, accessed_at, id"
	case memory.ByID, "":
		if q.After != "" {
			c.add("id > ?", q.After)
		}
	default:
		return nil, memory.Errorf(memory.KindInvalid, "%q is not an order that memories can be scanned in", q.Order)
	}
	query := "SELECT " + columnList + " FROM memories" + c.where() + " ORDER BY " + order + " LIMIT ?"
	return read(ctx, l.s, "memories cannot be scanned", query, append(c.args, limit(q.Limit)), scanOnlyMemory)
}
