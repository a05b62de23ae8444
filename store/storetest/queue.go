package storetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rearview-dev/rearview/memory"
)

// Queue tests the way into the long-term layers.
func Queue(t *testing.T, open Open) {
	runAll(t, open, []subtest{
		{"what is added is found at once and whole", testQueueFound},
		{"adding again replaces", testQueueReplace},
		{"all of a call or none", testQueueAtomic},
		{"what is not a memory is refused", testQueueRefuses},
		{"claims go oldest first, once each", testQueueClaim},
		{"a lease ends", testQueueLease},
		{"released memories wait until then", testQueueRelease},
		{"parked memories stay and are counted", testQueuePark},
		{"done takes off", testQueueDone},
		{"unknown ids are let be", testQueueUnknown},
		{"a restart keeps all", testQueueRestart},
		{"adding brings back from cold storage", testQueueFromCold},
		{"claimers never share", testQueueClaimers},
		{"a context that ended writes nothing", testQueueContext},
	})
}

func testQueueFound(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	for name, content := range awkward {
		m := k.memory(content+" "+name, ofTask(content), ofSession(content), func(m *memory.Memory) {
			m.Topic, m.Summary, m.Rule = content, content, "rule"
			m.Metadata = map[string]string{"env": content}
			m.OccurredAt = time.Date(1903, 12, 17, 10, 35, 0, 1000, time.UTC)
			m.AccessCount = 7
		})
		noError(t, h.Queue.Add(ctx, m))
		hits := must(h.LongTerm.SearchWords(ctx, seenBy("ann"), words(name, 5)))(t).Hits
		if !slices.Contains(idsOfScored(hits), m.ID) {
			t.Errorf("%s: not found by words", name)
		}
		same(t, name, must(h.LongTerm.Get(ctx, seenBy("ann"), m.ID))(t), []memory.Record{{Memory: m}})
		same(t, name+": its task", must(h.LongTerm.HasTask(ctx, seenBy("ann"), content))(t), true)
	}
}

func testQueueReplace(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	m := k.memory("the old harbour")
	noError(t, h.Queue.Add(ctx, m))
	noError(t, h.LongTerm.Put(ctx, memory.Embedded(m, axis(h.Dimension, 0, 0))))
	noError(t, h.Queue.Done(ctx, m.ID))

	m.Content, m.Importance, m.Scope = "the new lighthouse", 0.9, memory.ScopeShared
	noError(t, h.Queue.Add(ctx, m, m))
	same(t, "by the old words", must(h.LongTerm.SearchWords(ctx, seenBy("ann"), words("harbour", 5)))(t).Hits, []memory.Scored(nil))
	same(t, "by the new words", idsOfScored(must(h.LongTerm.SearchWords(ctx, seenBy("bob"), words("lighthouse", 5)))(t).Hits), []string{m.ID})
	same(t, "by id", must(h.LongTerm.Get(ctx, seenBy("bob"), m.ID))(t), []memory.Record{{Memory: m}})
	nearest := must(h.LongTerm.SearchVector(ctx, seenBy("ann"), memory.VectorQuery{Vector: axis(h.Dimension, 0, 0), Limit: 5}))(t)
	same(t, "by the old content's vector", nearest, []memory.Scored(nil))
	same(t, "waiting", must(h.Queue.Depth(ctx))(t).Waiting, int64(1))
}

func testQueueAtomic(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	good, bad := k.memory("kept or not"), k.memory("broken", by(""))
	wantKind(t, h.Queue.Add(ctx, good, bad), memory.KindInvalid)
	same(t, "by id", must(h.LongTerm.Get(ctx, memory.Everything(), good.ID, bad.ID))(t), []memory.Record(nil))
	same(t, "waiting", must(h.Queue.Depth(ctx))(t), memory.QueueDepth{})
	noError(t, h.Queue.Add(ctx))
}

func testQueueRefuses(t *testing.T, h Harness) {
	k := newMaker(h.Clock)
	id := func(s string) func(*memory.Memory) { return func(m *memory.Memory) { m.ID = s } }
	for name, change := range map[string]func(*memory.Memory){
		"no id":           id(""),
		"another id":      id("../../etc/passwd"),
		"a lower-case id": id(strings.ToLower(k.id())),
		"no agent":        by(""),
		"no scope":        func(m *memory.Memory) { m.Scope = "" },
		"unknown layer":   in("procedural"),
		"no status":       func(m *memory.Memory) { m.Status = "" },
	} {
		t.Run(name, func(t *testing.T) {
			wantKind(t, h.Queue.Add(t.Context(), k.memory("x", change)), memory.KindInvalid)
		})
	}
	same(t, "counts", must(h.LongTerm.Counts(t.Context()))(t), memory.Counts{})
}

// addMany adds memories one after the other and returns their ids in that order.
func addMany(t T, h Harness, k *maker, n int) []string {
	t.Helper()
	ids := make([]string, n)
	for i := range ids {
		m := k.memory(fmt.Sprintf("memory number %d", i))
		ids[i] = m.ID
		noError(t, h.Queue.Add(context.Background(), m))
	}
	return ids
}

func claimIDs(t T, h Harness, n int, lease time.Duration) []string {
	t.Helper()
	var ids []string
	for _, c := range must(h.Queue.Claim(context.Background(), n, lease))(t) {
		ids = append(ids, c.ID)
	}
	return ids
}

func testQueueClaim(t *testing.T, h Harness) {
	k := newMaker(h.Clock)
	same(t, "of an empty queue", claimIDs(t, h, 5, time.Minute), []string(nil))
	ids := addMany(t, h, k, 5)
	same(t, "none asked for", claimIDs(t, h, 0, time.Minute), []string(nil))
	claims := must(h.Queue.Claim(t.Context(), 1, time.Minute))(t)
	want := must(h.LongTerm.Get(t.Context(), memory.Everything(), ids[0]))(t)[0].Memory
	same(t, "the first", claims, []memory.Claim{{Memory: want, Attempts: 1}})
	same(t, "the next three", claimIDs(t, h, 3, time.Minute), ids[1:4])
	same(t, "the rest", claimIDs(t, h, 3, time.Minute), ids[4:])
	same(t, "nothing more", claimIDs(t, h, 3, time.Minute), []string(nil))
}

func testQueueLease(t *testing.T, h Harness) {
	ids := addMany(t, h, newMaker(h.Clock), 2)
	claimIDs(t, h, 1, time.Minute)
	h.Clock.Advance(time.Minute - time.Millisecond)
	same(t, "just before", claimIDs(t, h, 5, time.Hour), ids[1:])
	h.Clock.Advance(time.Millisecond)
	again := must(h.Queue.Claim(t.Context(), 5, time.Minute))(t)
	if len(again) != 1 || again[0].ID != ids[0] || again[0].Attempts != 2 {
		t.Errorf("after the lease: got %+v, want %s for the second time", again, ids[0])
	}
}

func testQueueRelease(t *testing.T, h Harness) {
	ids := addMany(t, h, newMaker(h.Clock), 2)
	claimIDs(t, h, 2, time.Hour)
	noError(t, h.Queue.Release(t.Context(), h.Clock.Now(), ids[1]))
	noError(t, h.Queue.Release(t.Context(), h.Clock.Now().Add(time.Minute), ids[0]))
	same(t, "at once", claimIDs(t, h, 5, time.Hour), ids[1:])
	h.Clock.Advance(time.Minute)
	same(t, "later", claimIDs(t, h, 5, time.Hour), ids[:1])
}

func testQueuePark(t *testing.T, h Harness) {
	ctx := t.Context()
	accepted := h.Clock.Now()
	ids := addMany(t, h, newMaker(h.Clock), 2)
	h.Clock.Advance(time.Minute)
	claimIDs(t, h, 1, time.Second)
	noError(t, h.Queue.Park(ctx, ids[0], "it's 太长"))
	noError(t, h.Queue.Park(ctx, ids[0], "again"))
	h.Clock.Advance(time.Hour)
	same(t, "claimed", claimIDs(t, h, 5, time.Minute), ids[1:])
	same(t, "depth", must(h.Queue.Depth(ctx))(t), memory.QueueDepth{Waiting: 1, Parked: 1, Oldest: accepted})
	hits := must(h.LongTerm.SearchWords(ctx, seenBy("ann"), words("number", 5)))(t).Hits
	same(t, "found by words", sorted(idsOfScored(hits)), sorted(ids))
	noError(t, h.Queue.Done(ctx, ids...))
	same(t, "depth when done", must(h.Queue.Depth(ctx))(t), memory.QueueDepth{})
}

func testQueueDone(t *testing.T, h Harness) {
	ids := addMany(t, h, newMaker(h.Clock), 3)
	claimIDs(t, h, 3, time.Second)
	noError(t, h.Queue.Done(t.Context(), ids[0], ids[2]))
	noError(t, h.Queue.Done(t.Context(), ids[0]))
	h.Clock.Advance(time.Hour)
	same(t, "left", claimIDs(t, h, 5, time.Minute), ids[1:2])
	same(t, "still there", idsOfRecords(must(h.LongTerm.Get(t.Context(), seenBy("ann"), ids...))(t)), ids)
}

func testQueueUnknown(t *testing.T, h Harness) {
	ctx := t.Context()
	for _, id := range []string{newMaker(h.Clock).id(), "", "no ulid ' \" %"} {
		noError(t, h.Queue.Done(ctx, id))
		noError(t, h.Queue.Release(ctx, h.Clock.Now(), id))
		noError(t, h.Queue.Park(ctx, id, "why"))
	}
	same(t, "depth", must(h.Queue.Depth(ctx))(t), memory.QueueDepth{})
}

func testQueueRestart(t *testing.T, h Harness) {
	ids := addMany(t, h, newMaker(h.Clock), 4)
	noError(t, h.Queue.Park(t.Context(), ids[0], "broken"))
	noError(t, h.Queue.Release(t.Context(), h.Clock.Now().Add(time.Hour), ids[1]))
	claimIDs(t, h, 1, time.Minute)
	before := must(h.Queue.Depth(t.Context()))(t)
	h = h.Reopen()
	same(t, "depth", must(h.Queue.Depth(t.Context()))(t), before)
	h.Clock.Advance(2 * time.Minute)
	same(t, "claimed", claimIDs(t, h, 5, time.Minute), ids[2:])
	hits := must(h.LongTerm.SearchWords(t.Context(), seenBy("ann"), words("number", 9)))(t).Hits
	same(t, "found by words", sorted(idsOfScored(hits)), sorted(ids))
}

func testQueueFromCold(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	m := k.memory("a summer in the alps")
	noError(t, h.LongTerm.MoveToCold(ctx, coldEntry(m, "s1")))
	noError(t, h.Queue.Add(ctx, m))
	same(t, "pointer", must(h.LongTerm.ColdEntries(ctx, seenBy("ann"), m.ID))(t), []memory.ColdEntry(nil))
	same(t, "by id", must(h.LongTerm.Get(ctx, seenBy("ann"), m.ID))(t), []memory.Record{{Memory: m}})
	same(t, "claimed", claimIDs(t, h, 5, time.Minute), []string{m.ID})
	same(t, "counts", must(h.LongTerm.Counts(ctx))(t).Archived, int64(0))
}

func testQueueClaimers(t *testing.T, h Harness) {
	const claimers = 8
	k := newMaker(h.Clock)
	var ms []memory.Memory
	for i := range 200 {
		ms = append(ms, k.memory(fmt.Sprintf("memory number %d", i)))
	}
	noError(t, h.Queue.Add(t.Context(), ms...))
	var mu sync.Mutex
	var all []string
	parallel(claimers, func(int) {
		for {
			claims, err := h.Queue.Claim(t.Context(), 7, time.Hour)
			if err != nil || len(claims) == 0 {
				if err != nil {
					t.Errorf("claim: %v", err)
				}
				return
			}
			mu.Lock()
			for _, c := range claims {
				all = append(all, c.ID)
			}
			mu.Unlock()
		}
	})
	same(t, "claimed by all", sorted(all), sorted(idsOf(ms)))
}

func testQueueContext(t *testing.T, h Harness) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	m := newMaker(h.Clock).memory("never")
	wantKind(t, h.Queue.Add(ctx, m), memory.KindUnavailable)
	same(t, "by id", must(h.LongTerm.Get(t.Context(), memory.Everything(), m.ID))(t), []memory.Record(nil))
}
