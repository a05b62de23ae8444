package storetest

import (
	"fmt"
	"testing"

	"github.com/rearview-dev/rearview/memory"
)

// scale tests many memories and many callers.
func scale(t *testing.T, open Open) {
	runAll(t, open, []subtest{
		{"ten thousand memories", testTenThousand},
		{"many writers and readers", testManyCallers},
	})
}

func testTenThousand(t *testing.T, h Harness) {
	const n = 10_000
	k, ctx := newMaker(h.Clock), t.Context()
	ids := make([]string, n)
	batch := make([]memory.Record, 0, 500)
	for i := range n {
		r := memory.Embedded(k.memory(fmt.Sprintf("common unique%d", i)), k.vector(h.Dimension))
		ids[i] = r.ID
		if batch = append(batch, r); len(batch) == cap(batch) {
			noError(t, h.LongTerm.Put(ctx, batch...))
			batch = batch[:0]
		}
	}
	for _, reopened := range []bool{false, true} {
		if reopened {
			h = h.Reopen()
		}
		for _, i := range []int{0, 1, 4095, 4096, n - 1} {
			r := must(h.LongTerm.Get(ctx, seenBy("ann"), ids[i]))(t)[0]
			hits := must(h.LongTerm.SearchVector(ctx, seenBy("ann"), memory.VectorQuery{Vector: r.Chunks[0].Vector, Limit: 3}))(t)
			same(t, "nearest to itself", idsOfScored(hits)[0], r.ID)
			found := must(h.LongTerm.SearchWords(ctx, seenBy("ann"), words(r.Content, 3)))(t)
			same(t, "by its words", idsOfScored(found.Hits)[0], r.ID)
			same(t, "documents", found.Stats.Frequency["common"], int64(n))
		}
		same(t, "count", must(h.LongTerm.Counts(ctx))(t).Layers["ann"][memory.LayerEpisodic], int64(n))
		same(t, "scan", len(must(h.LongTerm.Scan(ctx, seenBy("ann"), memory.ScanQuery{}))(t)), n)
	}
}

// testManyCallers has writers that look for what they just wrote, while others change and move memories.
func testManyCallers(t *testing.T, h Harness) {
	const callers, each = 12, 25
	k, ctx := newMaker(h.Clock), t.Context()
	parallel(callers, func(caller int) {
		agent := fmt.Sprintf("agent%d", caller)
		see := seenBy(agent)
		for i := range each {
			m := k.memory(fmt.Sprintf("turn%d of all", i), by(agent))
			noError(t, h.Queue.Add(ctx, m))
			found := must(h.LongTerm.SearchWords(ctx, see, words(fmt.Sprintf("turn%d", i), 3)))(t)
			same(t, "by words", idsOfScored(found.Hits)[0], m.ID)
			v := k.vector(h.Dimension)
			noError(t, h.LongTerm.Put(ctx, memory.Embedded(m, v)))
			hits := must(h.LongTerm.SearchVector(ctx, see, memory.VectorQuery{Vector: v, Limit: 1}))(t)
			same(t, "by vector", idsOfScored(hits), []string{m.ID})
			noError(t, h.Audit.Append(ctx, memory.AuditEntry{At: h.Clock.Now(), Verb: "remember", MemoryIDs: []string{m.ID}}))
			noError(t, h.LongTerm.Touch(ctx, h.Clock.Now(), m.ID))
			noError(t, h.Queue.Done(ctx, m.ID))
			switch i % 5 {
			case 1:
				noError(t, h.LongTerm.MoveToCold(ctx, coldEntry(m, "s1")))
			case 2:
				change := memory.StatusChange{IDs: []string{m.ID}, Status: memory.StatusArchived, At: h.Clock.Now()}
				same(t, "archived", must(h.LongTerm.SetStatus(ctx, change))(t), []string{m.ID})
			}
		}
	})
	counts := must(h.LongTerm.Counts(ctx))(t)
	same(t, "archived", counts.Archived, int64(callers*each*2/5))
	for caller := range callers {
		same(t, "active", counts.Layers[fmt.Sprintf("agent%d", caller)][memory.LayerEpisodic], int64(each*3/5))
	}
	same(t, "waiting", must(h.Queue.Depth(ctx))(t), memory.QueueDepth{})
}
