package embedded

import (
	"context"
	"strings"

	"github.com/rearview-dev/rearview/memory"
)

func (l longTerm) Scan(ctx context.Context, v memory.Visibility, q memory.ScanQuery) ([]memory.Memory, error) {
	query, args, err := scanOf(v, q)
	if err != nil {
		return nil, err
	}
	return read(ctx, l.s, "memories cannot be scanned", query, args, scanOnlyMemory)
}

// scanOf is the statement of a scan, and its arguments.
func scanOf(v memory.Visibility, q memory.ScanQuery) (query string, args []any, err error) {
	var c conditions
	c.visible(v)
	if q.Agent != "" {
		c.add("agent = ?", q.Agent)
	}
	if q.Scope != "" {
		c.add("scope = ?", string(q.Scope))
	}
	if q.Layer != "" {
		c.add("layer = ?", string(q.Layer))
	}
	if q.Status != "" {
		c.add("status = ?", string(q.Status))
	}
	if q.Topic != "" {
		c.add("topic = ? AND topic <> ''", q.Topic)
	}
	if q.SupersededBy != "" {
		c.add("superseded_by = ? AND superseded_by <> ''", q.SupersededBy)
	}
	if !q.AccessedBefore.IsZero() {
		c.add("accessed_at < ?", q.AccessedBefore.UnixMicro())
	}
	order := "id"
	switch q.Order {
	case memory.ByImportance:
		order = "importance, accessed_at, id"
	case memory.ByNewest:
		order = "id DESC"
	case memory.ByID, "":
		if q.After != "" {
			c.add("id > ?", q.After)
		}
	default:
		return "", nil, memory.Errorf(memory.KindInvalid, "%q is not an order that memories can be scanned in", q.Order)
	}
	return "SELECT " + columnList + " FROM memories" + c.where() + " ORDER BY " + order + " LIMIT ?", append(c.args, limit(q.Limit)), nil
}

// conditions are those of a WHERE clause, and their arguments.
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
