package storetest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/text"
)

// found are the ids that a search finds, sorted.
func found(t T, h Harness, v memory.Visibility, q memory.WorkingSearch) []string {
	t.Helper()
	q.Now = h.Clock.Now()
	return sorted(idsOfRecords(must(h.Working.Search(t.Context(), v, q))(t)))
}

// byTerms scores by the statistics of an index that holds a few texts.
func byTerms(query string, limit int) memory.WorkingSearch {
	return memory.WorkingSearch{
		Terms: text.Words(query), Stats: memory.WordStats{Documents: 10, MeanLength: 3}, Limit: limit,
	}
}

func testWorkingSearch(t *testing.T, h Harness) {
	k := newMaker(h.Clock)
	rs := session(h, k, "ann", "s", 40)
	rs[3].Content, rs[5].Content = "the pump hums", "a pump, a pump and a very long tale that goes on about it"
	for i := range rs {
		rs[i] = memory.Embedded(rs[i].Memory, axis(h.Dimension, 0, 1+float64(i)/100))
	}
	rs[7].Chunks[0].Vector, rs[9].Chunks[0].Vector, rs[11].Chunks = axis(h.Dimension, 0, 0), axis(h.Dimension, 0, 0.1), nil
	ids := appendAll(t, h, rs)
	see, q := seenBy("ann"), byTerms("pump hums", 2)
	q.Vector = axis(h.Dimension, 0, 0)
	same(t, "all ways", found(t, h, see, q), []string{ids[3], ids[5], ids[7], ids[9], ids[38], ids[39]})
	q.Limit = 1
	same(t, "one each", found(t, h, see, q), []string{ids[3], ids[7], ids[39]})
	q.Vector = nil
	same(t, "without a vector", found(t, h, see, q), []string{ids[3], ids[39]})
	q.Limit = 100
	same(t, "all", found(t, h, see, q), ids)
	q.Limit = 0
	same(t, "none", found(t, h, see, q), []string(nil))

	q = memory.WorkingSearch{Now: h.Clock.Now(), Vector: axis(h.Dimension, 0, 0), Limit: 100}
	for _, got := range must(h.Working.Search(t.Context(), see, q))(t) {
		for i := range rs {
			if rs[i].ID == got.ID {
				same(t, "record", got, rs[i])
			}
		}
	}
}

func testWorkingOwnFirst(t *testing.T, h Harness) {
	k := newMaker(h.Clock)
	own := session(h, k, "ann", "s", 3)
	own[0].Content = "pump three"
	others := session(h, k, "bob", "s", 40)
	for i := range others {
		others[i].Scope, others[i].Content = memory.ScopeShared, fmt.Sprintf("pump %d", i)
	}
	ids := appendAll(t, h, own)
	appendAll(t, h, others)
	same(t, "newest", found(t, h, seenBy("ann"), memory.WorkingSearch{Limit: 3}), ids)
	same(t, "equally good", found(t, h, seenBy("ann"), byTerms("pump", 1)), []string{ids[0], ids[2]})
}

func testWorkingCopies(t *testing.T, h Harness) {
	k := newMaker(h.Clock)
	v := axis(h.Dimension, 0, 0)
	put := func(agent, content string, vector []float32) string {
		r := session(h, k, agent, "s", 1)[0]
		r.Scope, r.Content = memory.ScopeShared, content
		return appendAll(t, h, []memory.Record{memory.Embedded(r.Memory, vector)})[0]
	}
	other := put("ann", "the pump hums today", v)
	own := put("ann", "pump hums", nil)
	embedded := put("bob", "pump", v)
	for range 20 {
		put("bob", "pump hums", v)
		put("bob", "pump", nil)
	}
	q := byTerms("pump hums", 3)
	q.Vector = v
	same(t, "one of each text", found(t, h, seenBy("ann"), q), []string{other, own, embedded})
}

func testWorkingHidden(t *testing.T, h Harness) {
	k := newMaker(h.Clock)
	v := axis(h.Dimension, 0, 0)
	rs := session(h, k, "ann", "s", 40)
	for i := range rs {
		r := &rs[i]
		r.Content = fmt.Sprintf("pump %d", i)
		*r = memory.Embedded(r.Memory, v)
		switch i % 5 {
		case 1:
			r.Agent = "bob"
		case 2:
			r.ExpiresAt = h.Clock.Now().Add(time.Minute)
		case 3:
			r.Status = memory.StatusArchived
		case 4:
			r.Session = "another"
		}
	}
	rs[0].ExpiresAt = time.Time{}
	ids := appendAll(t, h, rs)
	every := func(rest ...int) (wanted []string) {
		for i, id := range ids {
			for _, r := range rest {
				if i%5 == r {
					wanted = append(wanted, id)
				}
			}
		}
		return wanted
	}
	search := func(see memory.Visibility, session string) []string {
		q := byTerms("pump", 100)
		q.Vector, q.Session = v, session
		return found(t, h, see, q)
	}
	h.Clock.Advance(time.Minute - time.Microsecond)
	same(t, "just before some end", search(seenBy("ann"), "s"), every(0, 2))
	h.Clock.Advance(time.Microsecond)
	same(t, "one session", search(seenBy("ann"), "s"), every(0))
	same(t, "every session", search(seenBy("ann"), ""), every(0, 4))
	same(t, "another agent", search(seenBy("bob"), ""), every(1))
	same(t, "everything", search(memory.Everything(), ""), every(0, 1, 4))
	same(t, "nobody", search(memory.Visibility{}, ""), []string(nil))
	h.Clock.Advance(time.Hour)
	same(t, "what never ends", search(memory.Everything(), ""), ids[:1])
}

func testWorkingChanges(t *testing.T, h Harness) {
	k := newMaker(h.Clock)
	see, v := seenBy("ann"), axis(h.Dimension, 0, 0)
	rs := session(h, k, "ann", "s", 4)
	ids := appendAll(t, h, rs)
	rs[0].Content = "pump"
	rs[0] = memory.Embedded(rs[0].Memory, v)
	rs[1].Status = memory.StatusArchived
	appendAll(t, h, rs[:2])
	noError(t, h.Working.Remove(t.Context(), ids[2], "forged"))
	for range 2 {
		q := byTerms("pump", 1)
		same(t, "by its new words", found(t, h, see, q), []string{ids[0], ids[3]})
		q.Vector, q.Terms = v, nil
		same(t, "by its new vector", found(t, h, see, q), []string{ids[0], ids[3]})
		same(t, "all", found(t, h, see, memory.WorkingSearch{Limit: 10}), []string{ids[0], ids[3]})
		h = h.Reopen()
	}
}

func testWorkingSearchRefuses(t *testing.T, h Harness) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := h.Working.Search(ctx, seenBy("ann"), memory.WorkingSearch{Now: h.Clock.Now(), Limit: 1})
	wantKind(t, err, memory.KindUnavailable)
	_, err = h.Working.Search(t.Context(), seenBy("ann"), memory.WorkingSearch{Now: h.Clock.Now(), Vector: []float32{1}, Limit: 1})
	wantKind(t, err, memory.KindInvalid)
}
