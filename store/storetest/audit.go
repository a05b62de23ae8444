package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/rearview-dev/rearview/memory"
)

// Audit tests what keeps what was done.
func Audit(t *testing.T, open Open) {
	runAll(t, open, []subtest{
		{"entries come back, oldest first", testTrail},
		{"a trail holds what was appended before it", testAuditOrder},
		{"a restart keeps all", testAuditRestart},
		{"prune", testPrune},
		{"recalls are pruned earlier", testPruneRecalls},
	})
}

func entry(h Harness, verb string, ids ...string) memory.AuditEntry {
	return memory.AuditEntry{At: h.Clock.Now(), Agent: "ann", Verb: verb, MemoryIDs: ids, Outcome: "stored", Reason: "it's so: “记住”"}
}

func trail(t T, h Harness, id string) []memory.AuditEntry {
	t.Helper()
	return must(h.Audit.Trail(t.Context(), id))(t)
}

func testTrail(t *testing.T, h Harness) {
	k := newMaker(h.Clock)
	one, two := k.id(), "not a ULID; 'forged'"
	first := entry(h, "remember", one)
	second := entry(h, "recall", two, one, two)
	third := memory.AuditEntry{At: h.Clock.Now().Add(-time.Hour), Verb: "archive", MemoryIDs: []string{one}, Outcome: "moved"}
	noError(t, h.Audit.Append(t.Context(), first, entry(h, "recall")))
	noError(t, h.Audit.Append(t.Context(), second, third))
	noError(t, h.Audit.Append(t.Context()))
	same(t, "of the first", trail(t, h, one), []memory.AuditEntry{first, second, third})
	same(t, "of the second", trail(t, h, two), []memory.AuditEntry{second})
	same(t, "of another", trail(t, h, k.id()), []memory.AuditEntry(nil))
}

func testAuditOrder(t *testing.T, h Harness) {
	k := newMaker(h.Clock)
	for i := range 50 {
		e := entry(h, fmt.Sprint(i), k.id())
		noError(t, h.Audit.Append(t.Context(), e))
		same(t, "trail", trail(t, h, e.MemoryIDs[0]), []memory.AuditEntry{e})
	}
}

func testAuditRestart(t *testing.T, h Harness) {
	e := entry(h, "recall", newMaker(h.Clock).id())
	noError(t, h.Audit.Append(t.Context(), e))
	h = h.Reopen()
	same(t, "trail", trail(t, h, e.MemoryIDs[0]), []memory.AuditEntry{e})
}

func testPrune(t *testing.T, h Harness) {
	k := newMaker(h.Clock)
	id := k.id()
	var es []memory.AuditEntry
	for i := range 2500 {
		e := entry(h, fmt.Sprint(i), id)
		h.Clock.Advance(time.Second)
		es = append(es, e)
	}
	for batch := range slices.Chunk(es, 100) {
		noError(t, h.Audit.Append(t.Context(), batch...))
	}
	noError(t, h.Audit.Prune(t.Context(), memory.AuditKeep{Since: es[2400].At}))
	same(t, "trail", trail(t, h, id), es[2400:])
	noError(t, h.Audit.Prune(t.Context(), memory.AuditKeep{Max: 30}))
	same(t, "the newest", trail(t, h, id), es[2470:])
	noError(t, h.Audit.Prune(t.Context(), memory.AuditKeep{Max: 30}))
	same(t, "once more", trail(t, h, id), es[2470:])
}

func testPruneRecalls(t *testing.T, h Harness) {
	id := newMaker(h.Clock).id()
	var all, want []memory.AuditEntry
	var since time.Time
	for i := range 3000 {
		e := entry(h, []string{"remember", "recall", "recall"}[i%3], id)
		if h.Clock.Advance(time.Second); i == 2500 {
			since = e.At
		}
		if all = append(all, e); e.Verb != "recall" || i >= 2500 {
			want = append(want, e)
		}
	}
	noError(t, h.Audit.Append(t.Context(), all...))
	noError(t, h.Audit.Prune(t.Context(), memory.AuditKeep{RecallsSince: since}))
	same(t, "trail", trail(t, h, id), want)
}
