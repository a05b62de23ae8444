package embedded

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/memory"
)

// A database of any older schema opens with everything in it.
func TestAnOlderSchemaIsBroughtUpToDate(t *testing.T) {
	for version := 1; version < len(migrations); version++ {
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			o := options(t)
			long, waiting, session := newMemory("很久以前 written long ago"), newMemory("not embedded"), newMemory("said just now")
			session.Layer = memory.LayerWorking
			vector := append(make([]float32, testDimension-2), 0.6, -0.8)
			writeOld(t, o, version, vector, long, waiting, session)
			s := open(t, o)
			got, err := s.LongTerm().Get(t.Context(), everything, long.ID, waiting.ID)
			if diff := cmp.Diff([]memory.Record{memory.Embedded(long, vector), {Memory: waiting}}, got); err != nil || diff != "" {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
			hits, err := s.LongTerm().SearchVector(t.Context(), everything, memory.VectorQuery{Vector: vector, Limit: 5})
			if err != nil || len(hits) != 1 || hits[0].Chunk.Of(long.Content) != long.Content {
				t.Errorf("by vector: got %+v, %v", hits, err)
			}
			got, err = s.Working().Recent(t.Context(), everything, memory.WorkingQuery{})
			if diff := cmp.Diff([]memory.Record{memory.Embedded(session, vector)}, got); err != nil || diff != "" {
				t.Errorf("working: %v (-want +got):\n%s", err, diff)
			}
			if c, err := s.LongTerm().Counts(t.Context()); err != nil || c.Archived != 1 {
				t.Errorf("got %+v, %v", c, err)
			}
		})
	}
}

// writeOld writes a database as the program did when its schema was older: two long-term memories, of which the
// first is embedded, an embedded one of a session, and one in cold storage.
func writeOld(t *testing.T, o Options, version int, vector []float32, embedded, waiting, session memory.Memory) {
	t.Helper()
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	conn, err := singleConn(t.Context(), filepath.Join(o.Dir, databaseFile))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := migrate(t.Context(), conn, migrations[:version]); err != nil {
		t.Fatal(err)
	}
	if err := writeSettings(t.Context(), conn, o); err != nil {
		t.Fatal(err)
	}
	exec := func(statement string, args ...any) {
		t.Helper()
		if _, err := conn.ExecContext(t.Context(), statement, args...); err != nil {
			t.Fatal(err)
		}
	}
	var blob []byte
	for _, x := range vector {
		blob = binary.LittleEndian.AppendUint32(blob, math.Float32bits(x))
	}
	const first = `id, agent, scope, layer, status, type, status_reason, task, session, topic, importance, rule,
		created_at, occurred_at, accessed_at, access_count, status_at, expires_at, summary, content`
	row := func(m memory.Memory) []any {
		return []any{m.ID, m.Agent, m.Scope, m.Layer, m.Status, m.Type, "", m.Task, m.Session, m.Topic, m.Importance, m.Rule,
			m.CreatedAt.UnixMicro(), m.OccurredAt.UnixMicro(), m.AccessedAt.UnixMicro(), m.AccessCount, m.StatusAt.UnixMicro(), never, m.Summary, m.Content}
	}
	questions := "(?" + strings.Repeat(", ?", 20) + ")"
	for slot, m := range []memory.Memory{embedded, waiting} {
		exec("INSERT INTO memories (slot, "+first+") VALUES "+questions, append([]any{slot}, row(m)...)...)
	}
	exec("INSERT INTO vectors (slot, vector) VALUES (0, ?)", blob)
	if version >= 3 {
		exec("UPDATE vectors SET spans = ?", fmt.Sprint("0 ", len(embedded.Content)))
	}
	exec("INSERT INTO queue (slot, added_at) VALUES (1, 0)")
	exec("INSERT INTO working ("+first+", vector) VALUES "+questions, append(row(session), blob)...)
	if version >= 3 {
		exec("UPDATE working SET spans = ?", fmt.Sprint("0 ", len(session.Content)))
	}
	exec("INSERT INTO cold (id, agent, scope, layer, task, segment, reason, at) VALUES (?, 'ann', 'private', 'episodic', '', 's', 'unread', 0)",
		newMemory("").ID)
}
