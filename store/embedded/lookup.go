package embedded

import (
	"context"
	"database/sql"
	"slices"
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
			records = append(records, memory.Record{Memory: r.Memory, Chunks: l.s.index.Chunks(r.slot, id)})
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

const coldColumns = "id, agent, scope, layer, task, superseded_by, segment, reason, at"

func (l longTerm) ColdEntries(ctx context.Context, v memory.Visibility, ids ...string) ([]memory.ColdEntry, error) {
	found, err := l.cold(ctx, v, "id", ids)
	return inOrder(ids, found, func(e *memory.ColdEntry) string { return e.ID }), err
}

func (l longTerm) ColdSuperseded(ctx context.Context, v memory.Visibility, ids ...string) ([]memory.ColdEntry, error) {
	return l.cold(ctx, v, "superseded_by", slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return id == "" }))
}

// cold looks up what v sees in cold storage by a column.
func (l longTerm) cold(ctx context.Context, v memory.Visibility, column string, values []string) ([]memory.ColdEntry, error) {
	if len(values) == 0 {
		return nil, nil
	}
	query := "SELECT " + coldColumns + " FROM cold WHERE " + column + " IN (SELECT value FROM json_each(?)) ORDER BY id"
	found, err := read(ctx, l.s, "cold storage cannot be looked up", query, []any{idList(values)}, func(rows *sql.Rows, e *memory.ColdEntry) error {
		return rows.Scan(&e.ID, &e.Agent, &e.Scope, &e.Layer, &e.Task, &e.SupersededBy, &e.Segment, &e.Reason, micros{&e.At})
	})
	return slices.DeleteFunc(found, func(e memory.ColdEntry) bool { return !v.Sees(e.Agent, e.Scope) }), err
}
