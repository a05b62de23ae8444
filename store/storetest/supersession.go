package storetest

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/text"
)

func testSupersede(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	old, older, newer := k.memory("the number is 1"), k.memory("the number is 0"), k.memory("the number is 2")
	noError(t, h.LongTerm.Put(ctx, memory.Embedded(old, axis(h.Dimension, 0, 0)), memory.Record{Memory: older}, memory.Record{Memory: newer}))
	at := h.Clock.Now().Add(time.Minute)
	_, err := h.LongTerm.SetStatus(ctx, memory.StatusChange{IDs: []string{old.ID}, Status: memory.StatusDeprecated, Reason: "superseded", At: at})
	wantKind(t, err, memory.KindInvalid)
	replaced := []memory.Replacement{
		{ID: old.ID, SaidAt: old.SaidAt(), By: newer.ID, Reason: "superseded", At: at},
		{ID: older.ID, SaidAt: older.SaidAt(), By: newer.ID, Reason: "superseded", At: at},
	}
	same(t, "changed", must(h.LongTerm.Replace(ctx, replaced...))(t), []string{old.ID, older.ID})
	same(t, "changed again", must(h.LongTerm.Replace(ctx, replaced...))(t), []string(nil))
	same(t, "none", must(h.LongTerm.Replace(ctx))(t), []string(nil))

	h = h.Reopen()
	old.Status, old.StatusReason, old.StatusAt, old.SupersededBy, old.DeprecatedAt = memory.StatusDeprecated, "superseded", at, newer.ID, at
	same(t, "record", must(h.LongTerm.Get(ctx, seenBy("ann"), old.ID))(t), []memory.Record{memory.Embedded(old, axis(h.Dimension, 0, 0))})
	same(t, "by words", idsOfScored(must(h.LongTerm.SearchWords(ctx, seenBy("ann"), words("number", 5)))(t).Hits), []string{newer.ID})
	same(t, "by vector", must(h.LongTerm.SearchVector(ctx, seenBy("ann"), memory.VectorQuery{Vector: axis(h.Dimension, 0, 0), Limit: 5}))(t), []memory.Scored(nil))
	counts := must(h.LongTerm.Counts(ctx))(t)
	same(t, "counts", []int64{counts.Layers["ann"][memory.LayerEpisodic], counts.Deprecated["ann"], counts.Archived}, []int64{1, 2, 0})
	same(t, "replaced", idsOf(must(h.LongTerm.Scan(ctx, seenBy("ann"), memory.ScanQuery{SupersededBy: newer.ID}))(t)), []string{old.ID, older.ID})
	same(t, "replaced, for another", must(h.LongTerm.Scan(ctx, seenBy("bob"), memory.ScanQuery{SupersededBy: newer.ID}))(t), []memory.Memory(nil))

	archive := memory.StatusChange{IDs: []string{old.ID}, Status: memory.StatusArchived, Reason: "forgotten", At: at.Add(time.Hour)}
	must(h.LongTerm.SetStatus(ctx, archive))(t)
	old.Status, old.StatusReason, old.StatusAt = memory.StatusArchived, "forgotten", archive.At
	same(t, "archived", must(h.LongTerm.Get(ctx, seenBy("ann"), old.ID))(t)[0].Memory, old)

	must(h.LongTerm.SetStatus(ctx, memory.StatusChange{IDs: []string{old.ID}, Status: memory.StatusActive, At: at}))(t)
	old.Status, old.StatusReason, old.StatusAt, old.SupersededBy, old.DeprecatedAt = memory.StatusActive, "", at, "", time.Time{}
	same(t, "restored", must(h.LongTerm.Get(ctx, seenBy("ann"), old.ID))(t)[0].Memory, old)
	same(t, "replaced now", idsOf(must(h.LongTerm.Scan(ctx, seenBy("ann"), memory.ScanQuery{SupersededBy: newer.ID}))(t)), []string{older.ID})

	// Embedding it late changes nothing of that.
	claim := k.memory("the number is 0")
	claim.ID = older.ID
	noError(t, h.LongTerm.Put(ctx, memory.Embedded(claim, axis(h.Dimension, 0, 0))))
	got := must(h.LongTerm.Get(ctx, seenBy("ann"), older.ID))(t)[0]
	same(t, "put late", []any{got.Status, got.SupersededBy, got.DeprecatedAt}, []any{memory.StatusDeprecated, newer.ID, at})
}

// testReplaceChains replaces what no longer is as it was read, and in chains.
func testReplaceChains(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	a, b, c, gone := k.memory("1"), k.memory("2"), k.memory("3"), k.memory("4", archived)
	noError(t, h.LongTerm.Put(ctx, memory.Record{Memory: a}, memory.Record{Memory: b}, memory.Record{Memory: c}, memory.Record{Memory: gone}))
	at := h.Clock.Now().Add(time.Hour)
	by := func(m, by memory.Memory) memory.Replacement {
		return memory.Replacement{ID: m.ID, SaidAt: m.SaidAt(), By: by.ID, Reason: "merged", At: at}
	}
	said := at.Add(time.Minute)
	must(h.LongTerm.Reinforce(ctx, memory.Reinforcement{ID: b.ID, At: at, SaidAt: said}))(t)
	same(t, "what does not fit", must(h.LongTerm.Replace(ctx, by(a, a), by(a, gone), by(gone, a), by(a, k.memory("nowhere")), by(b, a)))(t), []string(nil))
	b.RepeatedAt = said
	// a goes into b, which is said later by it, and so b goes into c only as said by then; c cannot go into b.
	first, second := by(a, b), by(b, c)
	first.Repeats = &memory.Reinforcement{ID: b.ID, Importance: 0.7, At: at, SaidAt: said.Add(time.Minute)}
	second.SaidAt = said.Add(time.Minute)
	same(t, "a chain", must(h.LongTerm.Replace(ctx, first, by(b, c), second, by(c, b)))(t), []string{a.ID, b.ID})
	h = h.Reopen()
	got := must(h.LongTerm.Get(ctx, seenBy("ann"), a.ID, b.ID, c.ID))(t)
	same(t, "pointers", []string{got[0].SupersededBy, got[1].SupersededBy, got[2].SupersededBy}, []string{b.ID, c.ID, ""})
	same(t, "reinforced", []any{got[1].Importance, got[1].RepeatedAt, got[1].AccessedAt}, []any{0.7, said.Add(time.Minute), at})
}

func testSupersededCold(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	newer := k.memory("now")
	first, second, other := k.memory("then"), k.memory("before"), k.memory("bob's", by("bob"))
	for _, m := range []*memory.Memory{&first, &second, &other} {
		m.Status, m.StatusReason, m.SupersededBy, m.DeprecatedAt = memory.StatusDeprecated, "superseded", newer.ID, h.Clock.Now()
	}
	noError(t, h.Queue.Add(ctx, newer, first, second, other))
	var entries []memory.ColdEntry
	for _, m := range []memory.Memory{first, second, other} {
		e := coldEntry(m, "s1")
		e.SupersededBy = newer.ID
		entries = append(entries, e)
	}
	noError(t, h.LongTerm.MoveToCold(ctx, entries...))
	h = h.Reopen()
	same(t, "entries", must(h.LongTerm.ColdSuperseded(ctx, seenBy("ann"), newer.ID, "", first.ID))(t), entries[:2])
	same(t, "all", must(h.LongTerm.ColdSuperseded(ctx, memory.Everything(), newer.ID))(t), entries)
	same(t, "of none", must(h.LongTerm.ColdSuperseded(ctx, memory.Everything(), ""))(t), []memory.ColdEntry(nil))
	same(t, "by their ids", must(h.LongTerm.ColdEntries(ctx, seenBy("ann"), second.ID, first.ID))(t), []memory.ColdEntry{entries[1], entries[0]})
}

func testReinforce(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	m, high := k.memory("again", important(0.4)), k.memory("again", important(0.9))
	noError(t, h.Queue.Add(ctx, m, high))
	at := h.Clock.Now().Add(time.Hour)
	gone := k.memory("gone", archived)
	noError(t, h.LongTerm.Put(ctx, memory.Record{Memory: gone}))
	same(t, "active ones", must(h.LongTerm.Reinforce(ctx, memory.Reinforcement{ID: m.ID, Importance: 0.6, At: at},
		memory.Reinforcement{ID: high.ID, Importance: 0.6, At: at}, memory.Reinforcement{ID: k.id(), Importance: 1, At: at},
		memory.Reinforcement{ID: gone.ID, Importance: 1, At: at}))(t), []string{m.ID, high.ID})
	same(t, "archived", must(h.LongTerm.Get(ctx, seenBy("ann"), gone.ID))(t)[0].Memory, gone)
	same(t, "none", must(h.LongTerm.Reinforce(ctx))(t), []string(nil))
	for _, bad := range []float64{-0.1, 1.1, math.NaN()} {
		r := memory.Reinforcement{ID: m.ID, Importance: bad, At: at}
		_, err := h.LongTerm.Reinforce(ctx, r)
		wantKind(t, err, memory.KindInvalid)
		_, err = h.LongTerm.Replace(ctx, memory.Replacement{ID: high.ID, SaidAt: high.SaidAt(), By: m.ID, At: at, Repeats: &r})
		wantKind(t, err, memory.KindInvalid)
	}
	rs := must(h.LongTerm.Get(ctx, seenBy("ann"), m.ID, high.ID))(t)
	for i, importance := range []float64{0.6, 0.9} {
		same(t, "raised", []any{rs[i].Importance, rs[i].AccessCount, rs[i].AccessedAt}, []any{importance, int64(1), at})
	}
	// What is said again counts from then on, but never as said earlier.
	later := at.Add(time.Hour)
	for _, said := range []time.Time{m.OccurredAt.Add(-time.Hour), later, at} {
		must(h.LongTerm.Reinforce(ctx, memory.Reinforcement{ID: m.ID, Importance: 0.6, At: at, SaidAt: said}))(t)
	}
	h = h.Reopen()
	got := must(h.LongTerm.Get(ctx, seenBy("ann"), m.ID, high.ID))(t)
	same(t, "repeated", []any{got[0].RepeatedAt, got[1].RepeatedAt}, []any{later, time.Time{}})
	same(t, "said", []any{got[0].SaidAt(), got[1].SaidAt()}, []any{later, high.OccurredAt})
	// The queue still holds it as it was: embedding it does not lower it again.
	noError(t, h.LongTerm.Put(ctx, memory.Embedded(m, k.vector(h.Dimension))))
	got = must(h.LongTerm.Get(ctx, seenBy("ann"), m.ID))(t)
	same(t, "after it was embedded", []any{got[0].Importance, got[0].RepeatedAt}, []any{0.6, later})
}

func testNeighbours(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	x, y := axis(h.Dimension, 0, 0), axis(h.Dimension, 1, 0)
	mine, far, gone := k.memory("mine"), k.memory("far", in(memory.LayerSemantic)), k.memory("gone", archived)
	everyones, bobs, bobsShared := k.memory("everyone's", shared), k.memory("bob's", by("bob")), k.memory("bob's", by("bob"), shared)
	unembedded := k.memory("no vector")
	var rs []memory.Record
	for _, m := range []memory.Memory{mine, gone, everyones, bobs, bobsShared} {
		rs = append(rs, memory.Embedded(m, x))
	}
	rs = append(rs, memory.Embedded(far, y), memory.Record{Memory: unembedded})
	noError(t, h.LongTerm.Put(ctx, rs...))
	found := must(h.LongTerm.Neighbours(ctx,
		memory.NeighbourQuery{Agent: "ann", Scope: memory.ScopePrivate, Vector: x, Limit: 5},
		memory.NeighbourQuery{Agent: "ann", Scope: memory.ScopePrivate, Vector: y, Limit: 1},
		memory.NeighbourQuery{Agent: "ann", Scope: memory.ScopeShared, Vector: y, Limit: 5},
		memory.NeighbourQuery{Agent: "bob", Scope: memory.ScopePrivate, Vector: x, Limit: 5},
		memory.NeighbourQuery{Agent: "carol", Scope: memory.ScopePrivate, Vector: x, Limit: 5},
		memory.NeighbourQuery{Vector: x, Limit: 5},
	))(t)
	want := [][]string{{mine.ID, far.ID}, {far.ID}, {everyones.ID}, {bobs.ID}, {}, {}}
	same(t, "lists", len(found), len(want))
	for i := range want {
		same(t, "neighbours", idsOfScored(found[i].Near), want[i])
	}
	same(t, "cosine", math.Abs(found[0].Near[0].Score-1) < 1e-6, true)
	for _, n := range found {
		same(t, "by words, which nobody asked for", n.Sharing, []memory.Scored(nil))
	}
	same(t, "none", len(must(h.LongTerm.Neighbours(ctx))(t)), 0)
	_, err := h.LongTerm.Neighbours(ctx, memory.NeighbourQuery{Agent: "ann", Scope: memory.ScopePrivate, Vector: x[1:], Limit: 1})
	wantKind(t, err, memory.KindInvalid)
	given, cancel := context.WithCancel(ctx)
	cancel()
	_, err = h.LongTerm.Neighbours(given, memory.NeighbourQuery{Agent: "ann", Scope: memory.ScopePrivate, Vector: x, Limit: 1})
	if err == nil {
		t.Error("no error from a search that was given up")
	}
}

func testNeighboursByWords(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	x, y := axis(h.Dimension, 0, 0), axis(h.Dimension, 1, 0)
	code, changed := k.memory("the gym code"), k.memory("code changed again")
	longer := k.memory("the gym stands behind the old town hall beside a river with three bridges")
	rs := []memory.Record{memory.Embedded(changed, x), memory.Embedded(longer, y), memory.Embedded(code, y)}
	for range 20 {
		rs = append(rs, memory.Embedded(k.memory("the code"), x))
	}
	for _, m := range []memory.Memory{
		k.memory("gym", archived), k.memory("gym", shared), k.memory("gym", by("bob")), k.memory("gym", by("bob"), shared),
	} {
		rs = append(rs, memory.Embedded(m, y))
	}
	rs = append(rs, memory.Record{Memory: k.memory("gym")})
	noError(t, h.LongTerm.Put(ctx, rs...))
	ask := func(agent, content string, n int) memory.NeighbourQuery {
		return memory.NeighbourQuery{Agent: agent, Scope: memory.ScopePrivate, Vector: x, Limit: 1, Terms: text.Words(content), Sharing: n}
	}
	for range 2 {
		found := must(h.LongTerm.Neighbours(ctx, ask("ann", "the gym changed its code", 3), ask("ann", "gym gym", 1), ask("ann", "", 3),
			ask("ann", "unheard", 3), ask("carol", "gym", 3)))(t)
		for i, want := range [][]string{{changed.ID, code.ID, longer.ID}, {code.ID}, {}, {}, {}} {
			same(t, "sharing", idsOfScored(found[i].Sharing), want)
		}
		same(t, "near", len(found[2].Near), 1)
		for _, s := range found[0].Sharing {
			same(t, "a score above 0", s.Score > 0, true)
		}
		h = h.Reopen()
	}
}
