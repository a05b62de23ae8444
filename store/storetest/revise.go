package storetest

import (
	"math"
	"testing"
	"time"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/text"
)

func testRevise(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	a, b, gone := k.memory("bridge one", important(0.4)), k.memory("bridge two", important(0.9)), k.memory("bridge three", archived)
	noError(t, h.Queue.Add(ctx, a, b))
	noError(t, h.LongTerm.Put(ctx, memory.Record{Memory: gone}))
	a.Importance, a.Rule, b.Summary = 0.1, "judge", "two"
	a.Type, a.Layer, b.Layer = memory.TypeConstraint, memory.LayerWorking, memory.LayerSemantic
	same(t, "active ones", must(h.LongTerm.Revise(ctx,
		memory.Revision{ID: a.ID, Importance: new(0.1), Rule: "judge", Type: a.Type, Layer: a.Layer},
		memory.Revision{ID: b.ID, Summary: "two", Layer: b.Layer},
		memory.Revision{ID: gone.ID, Rule: "judge"}, memory.Revision{ID: k.id(), Rule: "judge"}))(t), []string{a.ID, b.ID})
	same(t, "none", must(h.LongTerm.Revise(ctx))(t), []string(nil))
	for _, bad := range []float64{-0.1, 1.1, math.NaN()} {
		_, err := h.LongTerm.Revise(ctx, memory.Revision{ID: b.ID, Rule: "bad"}, memory.Revision{ID: a.ID, Importance: &bad})
		wantKind(t, err, memory.KindInvalid)
	}
	_, err := h.LongTerm.Revise(ctx, memory.Revision{ID: a.ID, Layer: "procedural"})
	wantKind(t, err, memory.KindInvalid)
	layers := map[memory.Layer]int64{memory.LayerWorking: 1, memory.LayerSemantic: 1}
	same(t, "layers", must(h.LongTerm.Counts(ctx))(t).Layers["ann"], layers)
	h = h.Reopen()
	same(t, "layers again", must(h.LongTerm.Counts(ctx))(t).Layers["ann"], layers)
	got := must(h.LongTerm.Get(ctx, seenBy("ann"), a.ID, b.ID, gone.ID))(t)
	same(t, "revised", []memory.Memory{got[0].Memory, got[1].Memory, got[2].Memory}, []memory.Memory{a, b, gone})

	// What was recalled since it was read is not archived.
	at := h.Clock.Now().Add(time.Hour)
	must(h.LongTerm.Reinforce(ctx, memory.Reinforcement{ID: b.ID, Importance: 0.9, At: at}))(t)
	archive := func(m memory.Memory) memory.Revision {
		return memory.Revision{ID: m.ID, AccessCount: m.AccessCount, Importance: new(0.25), Rule: "judge", Archive: "low_importance", At: at}
	}
	same(t, "archived", must(h.LongTerm.Revise(ctx, archive(a), archive(b)))(t), []string{a.ID})
	found := func() []string {
		r := must(h.LongTerm.SearchWords(ctx, seenBy("ann"), memory.WordQuery{Terms: text.Words("bridge"), Limit: 9}))(t)
		ids := []string{}
		for _, hit := range r.Hits {
			ids = append(ids, hit.ID)
		}
		return ids
	}
	same(t, "found", found(), []string{b.ID})
	h = h.Reopen()
	same(t, "found again", found(), []string{b.ID})
	a.Importance, a.Status, a.StatusReason, a.StatusAt = 0.25, memory.StatusArchived, "low_importance", at
	same(t, "the archived one", must(h.LongTerm.Get(ctx, seenBy("ann"), a.ID))(t)[0].Memory, a)
}
