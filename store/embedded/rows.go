package embedded

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/rearview-dev/rearview/memory"
)

// columns are those of a memory, in every table that holds some; values and fields follow their order.
var columns = []string{
	"id", "agent", "scope", "layer", "status", "type", "status_reason", "task", "session", "topic",
	"importance", "rule", "created_at", "occurred_at", "repeated_at", "accessed_at", "access_count", "status_at", "expires_at",
	"superseded_by", "deprecated_at", "kept_with", "sensitive", "metadata", "summary", "content",
}

var columnList = strings.Join(columns, ", ")

// insertInto makes a statement that inserts a memory with further columns before and after.
func insertInto(table, before, after string) string {
	names := columnList
	if before != "" {
		names = before + ", " + names
	}
	if after != "" {
		names += ", " + after
	}
	n := strings.Count(names, ",") + 1
	return "INSERT INTO " + table + " (" + names + ") VALUES (?" + strings.Repeat(", ?", n-1) + ")"
}

// values are a memory's columns as the database keeps them.
func values(m *memory.Memory) []any {
	return []any{
		m.ID, m.Agent, string(m.Scope), string(m.Layer), string(m.Status), string(m.Type), m.StatusReason,
		m.Task, m.Session, m.Topic, m.Importance, m.Rule,
		m.CreatedAt.UnixMicro(), m.OccurredAt.UnixMicro(), m.RepeatedAt.UnixMicro(), m.AccessedAt.UnixMicro(), m.AccessCount,
		m.StatusAt.UnixMicro(), expiryOf(m),
		m.SupersededBy, m.DeprecatedAt.UnixMicro(), strings.Join(m.KeptWith, " "), m.Sensitive, metadataOf(m), m.Summary, m.Content,
	}
}

// scanMemory scans the columns of a memory, and more behind them.
func scanMemory(rows *sql.Rows, m *memory.Memory, more ...any) error {
	fields := []any{
		&m.ID, &m.Agent, &m.Scope, &m.Layer, &m.Status, &m.Type, &m.StatusReason,
		&m.Task, &m.Session, &m.Topic, &m.Importance, &m.Rule,
		micros{&m.CreatedAt}, micros{&m.OccurredAt}, micros{&m.RepeatedAt}, micros{&m.AccessedAt}, &m.AccessCount,
		micros{&m.StatusAt}, expiry{&m.ExpiresAt},
		&m.SupersededBy, micros{&m.DeprecatedAt}, idsIn{&m.KeptWith}, &m.Sensitive, metadataIn{&m.Metadata}, &m.Summary, &m.Content,
	}
	return rows.Scan(append(fields, more...)...)
}

func scanOnlyMemory(rows *sql.Rows, m *memory.Memory) error { return scanMemory(rows, m) }

// micros scans microseconds since 1970 into a time.
type micros struct{ *time.Time }

// Scan implements sql.Scanner.
func (t micros) Scan(value any) error {
	n, ok := value.(int64)
	if !ok {
		return fmt.Errorf("a time is stored as %T", value)
	}
	*t.Time = time.UnixMicro(n).UTC()
	return nil
}

// idsIn scans ids separated by spaces.
type idsIn struct{ ids *[]string }

// Scan implements sql.Scanner.
func (i idsIn) Scan(value any) error {
	s, ok := value.(string)
	if !ok {
		return fmt.Errorf("ids are stored as %T", value)
	}
	*i.ids = nil
	if s != "" {
		*i.ids = strings.Split(s, " ")
	}
	return nil
}

// metadataOf is metadata as a JSON object; empty for none.
func metadataOf(m *memory.Memory) string {
	if len(m.Metadata) == 0 {
		return ""
	}
	b, err := json.Marshal(m.Metadata)
	if err != nil {
		panic(err) // strings always marshal
	}
	return string(b)
}

// metadataIn scans what metadataOf made.
type metadataIn struct{ pairs *map[string]string }

// Scan implements sql.Scanner.
func (m metadataIn) Scan(value any) error {
	s, ok := value.(string)
	if !ok {
		return fmt.Errorf("metadata are stored as %T", value)
	}
	*m.pairs = nil
	if s == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(s), m.pairs); err != nil {
		return fmt.Errorf("the stored metadata are damaged: %w", err)
	}
	return nil
}

// never is the time of expiry of what has none: later than any other.
const never = math.MaxInt64

func expiryOf(m *memory.Memory) int64 {
	if m.ExpiresAt.IsZero() {
		return never
	}
	return m.ExpiresAt.UnixMicro()
}

// expiry scans what expiryOf made.
type expiry struct{ *time.Time }

// Scan implements sql.Scanner.
func (t expiry) Scan(value any) error {
	if value == int64(never) {
		*t.Time = time.Time{}
		return nil
	}
	return micros(t).Scan(value)
}

// check refuses memories that the layers of a table cannot hold.
func check(m *memory.Memory, layers ...memory.Layer) (ulid.ULID, error) {
	id, ok := parseID(m.ID)
	if !ok {
		return id, memory.Errorf(memory.KindInvalid, "%q is not the id of a memory: ids are ULIDs in upper case", m.ID)
	}
	bad := func(field string, value any) (ulid.ULID, error) {
		return id, memory.Errorf(memory.KindInvalid, "memory %s cannot be stored: its %s is %q", m.ID, field, fmt.Sprint(value))
	}
	switch {
	case m.Agent == "":
		return bad("agent", m.Agent)
	case m.Scope != memory.ScopePrivate && m.Scope != memory.ScopeShared:
		return bad("scope", m.Scope)
	case !knownStatus(m.Status):
		return bad("status", m.Status)
	case (m.Status == memory.StatusDeprecated) && m.SupersededBy == "":
		return bad("superseded_by", m.SupersededBy)
	case math.IsNaN(m.Importance) || math.IsInf(m.Importance, 0):
		return bad("importance", m.Importance)
	}
	if !slices.Contains(layers, m.Layer) {
		return bad("layer", m.Layer)
	}
	return id, nil
}

func knownStatus(s memory.Status) bool {
	return s == memory.StatusActive || s == memory.StatusDeprecated || s == memory.StatusArchived
}

// parseID reports whether an id is a ULID in its one canonical form.
func parseID(s string) (ulid.ULID, bool) {
	id, err := ulid.ParseStrict(s)
	return id, err == nil && id.String() == s
}

// checkVector refuses vectors that cannot be searched.
func checkVector(v []float32, dimension int) error {
	if len(v) != dimension {
		return memory.Errorf(memory.KindInvalid, "a vector has %d values instead of %d", len(v), dimension)
	}
	for _, x := range v {
		if f := float64(x); math.IsNaN(f) || math.IsInf(f, 0) {
			return memory.Errorf(memory.KindInvalid, "a vector holds a value that is not a finite number")
		}
	}
	return nil
}

// idList is the argument of json_each, so that one prepared statement serves any number of ids.
func idList(ids []string) string {
	b, err := json.Marshal(ids)
	if err != nil {
		panic(err) // strings always marshal
	}
	return string(b)
}

// inOrder returns the items in the order of ids, each once.
func inOrder[T any](ids []string, items []T, idOf func(*T) string) []T {
	byID := make(map[string]*T, len(items))
	for i := range items {
		byID[idOf(&items[i])] = &items[i]
	}
	ordered := make([]T, 0, len(items))
	for _, id := range ids {
		if item := byID[id]; item != nil {
			ordered = append(ordered, *item)
			delete(byID, id)
		}
	}
	return ordered
}
