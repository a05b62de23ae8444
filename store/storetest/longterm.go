package storetest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/rearview-dev/rearview/memory"
)

// LongTerm tests the episodic and semantic layers.
func LongTerm(t *testing.T, open Open) {
	runAll(t, open, []subtest{
		{"a record comes back as it was put", testPut},
		{"putting again replaces, but not what happened meanwhile", testPutAgain},
		{"putting leaves cold memories cold", testPutCold},
		{"what cannot be searched is refused", testPutRefuses},
		{"get keeps the order", testGetOrder},
		{"the status changes", testSetStatus},
		{"touch", testTouch},
		{"scan in pages", testScanPages},
		{"scan by importance", testScanByImportance},
		{"scan selects", testScanSelects},
		{"moving to cold storage", testMoveToCold},
		{"what supersedes what", testSupersede},
		{"replacing in chains", testReplaceChains},
		{"a superseded memory in cold storage", testSupersededCold},
		{"remembered again", testReinforce},
		{"thought of otherwise", testRevise},
		{"neighbours", testNeighbours},
		{"neighbours that share rare words", testNeighboursByWords},
		{"a slot is used again", testReuse},
		{"tasks", testHasTask},
		{"counts", testCounts},
		{"a restart keeps all", testLongTermRestart},
		{"very long texts", testLongTexts},
	})
	t.Run("chunks", func(t *testing.T) { chunks(t, open) })
	t.Run("search", func(t *testing.T) { search(t, open) })
	t.Run("visibility", func(t *testing.T) { visibility(t, open) })
	t.Run("scale", func(t *testing.T) { scale(t, open) })
}

func testPut(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	var want []memory.Record
	var ids []string
	for _, content := range awkward {
		r := memory.Embedded(k.memory(content, in(memory.LayerSemantic), labelled(map[string]string{"env": "prod", "a.B_c-1": content})), k.vector(h.Dimension))
		want = append(want, r)
		ids = append(ids, r.ID)
	}
	want = append(want, memory.Record{Memory: k.memory("no vector")})
	ids = append(ids, want[len(want)-1].ID)
	noError(t, h.LongTerm.Put(ctx, want...))
	noError(t, h.LongTerm.Put(ctx, want...))
	noError(t, h.LongTerm.Put(ctx))
	same(t, "records", must(h.LongTerm.Get(ctx, seenBy("ann"), ids...))(t), want)
	same(t, "count", must(h.LongTerm.Counts(ctx))(t).Layers["ann"][memory.LayerSemantic], int64(len(awkward)))
}

func testPutAgain(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	m := k.memory("first words")
	noError(t, h.Queue.Add(ctx, m))
	claim := must(h.Queue.Claim(ctx, 1, time.Minute))(t)[0]
	at := h.Clock.Now().Add(time.Hour)
	must(h.LongTerm.SetStatus(ctx, memory.StatusChange{IDs: []string{m.ID}, Status: memory.StatusArchived, Reason: "forgotten", At: at}))(t)
	noError(t, h.LongTerm.Touch(ctx, at, m.ID))

	claim.Content, claim.Topic = "second thoughts", "thinking"
	v := k.vector(h.Dimension)
	noError(t, h.LongTerm.Put(ctx, memory.Embedded(claim.Memory, v)))
	want := claim.Memory
	want.Status, want.StatusReason, want.StatusAt = memory.StatusArchived, "forgotten", at
	want.AccessedAt, want.AccessCount = at, 1
	same(t, "record", must(h.LongTerm.Get(ctx, seenBy("ann"), m.ID))(t), []memory.Record{memory.Embedded(want, v)})

	noError(t, h.LongTerm.Put(ctx, memory.Record{Memory: claim.Memory}))
	same(t, "without its vector", must(h.LongTerm.Get(ctx, seenBy("ann"), m.ID))(t), []memory.Record{{Memory: want}})
}

func testPutCold(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	m := k.memory("moved while it was embedded")
	noError(t, h.Queue.Add(ctx, m))
	noError(t, h.LongTerm.MoveToCold(ctx, coldEntry(m, "s1")))
	noError(t, h.LongTerm.Put(ctx, memory.Embedded(m, k.vector(h.Dimension))))
	same(t, "hot", must(h.LongTerm.Get(ctx, seenBy("ann"), m.ID))(t), []memory.Record(nil))
	same(t, "cold", must(h.LongTerm.ColdEntries(ctx, seenBy("ann"), m.ID))(t), []memory.ColdEntry{coldEntry(m, "s1")})
	same(t, "queued", must(h.Queue.Depth(ctx))(t), memory.QueueDepth{})
}

func testPutRefuses(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	nan := k.vector(h.Dimension)
	nan[1] /= 0 * nan[1]
	for name, v := range map[string][]float32{
		"too long": k.vector(h.Dimension + 1), "too short": k.vector(h.Dimension - 1), "empty": {}, "not numbers": nan,
	} {
		t.Run(name, func(t *testing.T) {
			good := memory.Embedded(k.memory("good"), k.vector(h.Dimension))
			wantKind(t, h.LongTerm.Put(ctx, good, memory.Embedded(k.memory("bad"), v)), memory.KindInvalid)
			_, err := h.LongTerm.SearchVector(ctx, seenBy("ann"), memory.VectorQuery{Vector: v, Limit: 5})
			wantKind(t, err, memory.KindInvalid)
		})
	}
	_, err := h.LongTerm.SetStatus(ctx, memory.StatusChange{IDs: []string{k.id()}, Status: "gone"})
	wantKind(t, err, memory.KindInvalid)
	wantKind(t, h.LongTerm.MoveToCold(ctx, memory.ColdEntry{ID: "x"}), memory.KindInvalid)
	_, err = h.LongTerm.Scan(ctx, memory.Everything(), memory.ScanQuery{Order: "random"})
	wantKind(t, err, memory.KindInvalid)
	same(t, "counts", must(h.LongTerm.Counts(ctx))(t), memory.Counts{})
}

func testGetOrder(t *testing.T, h Harness) {
	ids := addMany(t, h, newMaker(h.Clock), 4)
	asked := []string{ids[3], "", ids[0], "forged", ids[3], strings.ToLower(ids[1]), ids[2]}
	same(t, "ids", idsOfRecords(must(h.LongTerm.Get(t.Context(), seenBy("ann"), asked...))(t)), []string{ids[3], ids[0], ids[2]})
	same(t, "none", must(h.LongTerm.Get(t.Context(), seenBy("ann")))(t), []memory.Record(nil))
}

func testSetStatus(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	ids := addMany(t, h, k, 3)
	at := h.Clock.Now().Add(time.Minute)
	archive := memory.StatusChange{IDs: []string{ids[2], k.id(), ids[0]}, Status: memory.StatusArchived, Reason: "forgotten", At: at}
	same(t, "changed", must(h.LongTerm.SetStatus(ctx, archive))(t), []string{ids[2], ids[0]})
	archive.Reason, archive.At = "again", at.Add(time.Hour)
	same(t, "changed again", must(h.LongTerm.SetStatus(ctx, archive))(t), []string(nil))
	same(t, "found", idsOfScored(must(h.LongTerm.SearchWords(ctx, seenBy("ann"), words("number", 5)))(t).Hits), ids[1:2])
	m := must(h.LongTerm.Get(ctx, seenBy("ann"), ids[0]))(t)[0].Memory
	same(t, "reason", []any{m.Status, m.StatusReason, m.StatusAt}, []any{memory.StatusArchived, "forgotten", at})

	restore := memory.StatusChange{IDs: ids, Status: memory.StatusActive, At: at}
	same(t, "restored", must(h.LongTerm.SetStatus(ctx, restore))(t), []string{ids[0], ids[2]})
	same(t, "found again", len(must(h.LongTerm.SearchWords(ctx, seenBy("ann"), words("number", 5)))(t).Hits), 3)
	same(t, "nobody", must(h.LongTerm.SetStatus(ctx, memory.StatusChange{Status: memory.StatusActive}))(t), []string(nil))
}

func testTouch(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	ids := addMany(t, h, k, 2)
	at := h.Clock.Now().Add(time.Hour)
	noError(t, h.LongTerm.Touch(ctx, at, ids[0], k.id(), "forged"))
	noError(t, h.LongTerm.Touch(ctx, at.Add(-time.Minute), ids[0], ids[0]))
	noError(t, h.LongTerm.Touch(ctx, at))
	soon(t, "touched", func() bool {
		m := must(h.LongTerm.Get(ctx, seenBy("ann"), ids[0]))(t)[0]
		return m.AccessCount == 2 && m.AccessedAt.Equal(at)
	})
	same(t, "the other", must(h.LongTerm.Get(ctx, seenBy("ann"), ids[1]))(t)[0].AccessCount, int64(0))
}

func testScanPages(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	ids := addMany(t, h, k, 7)
	noError(t, h.Queue.Add(ctx, k.memory("private", by("bob"))))
	var all []string
	q := memory.ScanQuery{Limit: 3, Order: memory.ByID}
	for {
		page := must(h.LongTerm.Scan(ctx, seenBy("ann"), q))(t)
		if len(page) == 0 {
			break
		}
		all = append(all, idsOf(page)...)
		q.After = page[len(page)-1].ID
	}
	same(t, "pages", all, ids)
	same(t, "without a limit", idsOf(must(h.LongTerm.Scan(ctx, seenBy("ann"), memory.ScanQuery{}))(t)), ids)
}

func testScanByImportance(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	now := h.Clock.Now()
	high := k.memory("high", important(0.9))
	lowRead := k.memory("low", important(0.1), accessed(now.Add(time.Hour)))
	lowOld := k.memory("low", important(0.1), accessed(now.Add(-time.Hour)))
	noError(t, h.Queue.Add(ctx, high, lowRead, lowOld))
	page := must(h.LongTerm.Scan(ctx, memory.Everything(), memory.ScanQuery{Order: memory.ByImportance, Limit: 2}))(t)
	same(t, "least first", idsOf(page), []string{lowOld.ID, lowRead.ID})
}

func testScanSelects(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	now := h.Clock.Now()
	ann := k.memory("ann's", accessed(now.Add(-time.Hour)))
	rule := k.memory("a rule", about("colour"), in(memory.LayerSemantic), accessed(now.Add(-time.Microsecond)))
	bob := k.memory("bob's", by("bob"), accessed(now))
	gone := k.memory("gone", archived, accessed(now))
	everyones := k.memory("everyone's", by("carol"), shared, accessed(now))
	noError(t, h.Queue.Add(ctx, ann, rule, bob, gone, everyones))
	for _, test := range []struct {
		name string
		q    memory.ScanQuery
		want []string
	}{
		{"agent", memory.ScanQuery{Agent: "bob"}, []string{bob.ID}},
		{"scope", memory.ScanQuery{Scope: memory.ScopeShared}, []string{everyones.ID}},
		{"newest first", memory.ScanQuery{Order: memory.ByNewest, Limit: 2}, []string{everyones.ID, gone.ID}},
		{"layer", memory.ScanQuery{Layer: memory.LayerSemantic}, []string{rule.ID}},
		{"status", memory.ScanQuery{Status: memory.StatusArchived}, []string{gone.ID}},
		{"accessed before", memory.ScanQuery{AccessedBefore: now}, []string{ann.ID, rule.ID}},
		{"topic", memory.ScanQuery{Topic: "colour"}, []string{rule.ID}},
		{"topic, as it is written", memory.ScanQuery{Topic: "Colour"}, nil},
		{"all of them", memory.ScanQuery{Agent: "ann", Layer: memory.LayerEpisodic, Status: memory.StatusActive, AccessedBefore: now}, []string{ann.ID}},
	} {
		same(t, test.name, idsOf(must(h.LongTerm.Scan(ctx, memory.Everything(), test.q))(t)), test.want)
	}
}

func testMoveToCold(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	m, other := k.memory("whale song"), k.memory("whale bones")
	noError(t, h.LongTerm.Put(ctx, memory.Embedded(m, axis(h.Dimension, 0, 0)), memory.Record{Memory: other}))
	working := k.memory("never was hot", in(memory.LayerWorking))
	noError(t, h.LongTerm.MoveToCold(ctx, coldEntry(m, "s1"), coldEntry(working, "s1")))
	noError(t, h.LongTerm.MoveToCold(ctx, coldEntry(m, "s2")))
	noError(t, h.LongTerm.MoveToCold(ctx))

	same(t, "by id", idsOfRecords(must(h.LongTerm.Get(ctx, seenBy("ann"), m.ID, other.ID))(t)), []string{other.ID})
	same(t, "by words", idsOfScored(must(h.LongTerm.SearchWords(ctx, seenBy("ann"), words("whale", 5)))(t).Hits), []string{other.ID})
	nearest := must(h.LongTerm.SearchVector(ctx, seenBy("ann"), memory.VectorQuery{Vector: axis(h.Dimension, 0, 0), Limit: 5}))(t)
	same(t, "by vector", nearest, []memory.Scored(nil))
	entries := must(h.LongTerm.ColdEntries(ctx, seenBy("ann"), working.ID, other.ID, m.ID, working.ID))(t)
	same(t, "pointers", entries, []memory.ColdEntry{coldEntry(working, "s1"), coldEntry(m, "s2")})
	same(t, "counts", must(h.LongTerm.Counts(ctx))(t).Archived, int64(2))
}

func testReuse(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	for range 3 {
		secret := k.memory("secret words", by("bob"))
		noError(t, h.LongTerm.Put(ctx, memory.Embedded(secret, axis(h.Dimension, 0, 0))))
		noError(t, h.LongTerm.MoveToCold(ctx, coldEntry(secret, "s1")))
		plain := k.memory("plain words")
		noError(t, h.Queue.Add(ctx, plain))
		same(t, "without a vector of its own", must(h.LongTerm.Get(ctx, seenBy("ann"), plain.ID))(t), []memory.Record{{Memory: plain}})
		nearest := must(h.LongTerm.SearchVector(ctx, memory.Everything(), memory.VectorQuery{Vector: axis(h.Dimension, 0, 0), Limit: 5}))(t)
		same(t, "by the other's vector", nearest, []memory.Scored(nil))
		same(t, "by the other's words", must(h.LongTerm.SearchWords(ctx, memory.Everything(), words("secret", 5)))(t).Hits, []memory.Scored(nil))
	}
}

func testHasTask(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	mine, cold := k.memory("x", ofTask("mine")), k.memory("x", ofTask("cold"))
	noError(t, h.Queue.Add(ctx, mine, cold, k.memory("x"),
		k.memory("x", ofTask("everyone's"), by("bob"), shared), k.memory("x", ofTask("bob's"), by("bob"))))
	noError(t, h.LongTerm.MoveToCold(ctx, coldEntry(cold, "s1")))
	for task, want := range map[string]bool{"mine": true, "cold": true, "everyone's": true, "bob's": false, "": false, "MINE": false, "%": false} {
		same(t, task, must(h.LongTerm.HasTask(ctx, seenBy("ann"), task))(t), want)
	}
	same(t, "everything", must(h.LongTerm.HasTask(ctx, memory.Everything(), "bob's"))(t), true)
	same(t, "nothing", must(h.LongTerm.HasTask(ctx, memory.Visibility{}, "everyone's"))(t), false)
}

func testCounts(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	same(t, "of an empty store", must(h.LongTerm.Counts(ctx))(t), memory.Counts{})
	cold := k.memory("x")
	noError(t, h.Queue.Add(ctx, cold, k.memory("x"), k.memory("x"), k.memory("x", in(memory.LayerSemantic)),
		k.memory("x", by("bob"), shared), k.memory("x", archived)))
	noError(t, h.LongTerm.MoveToCold(ctx, coldEntry(cold, "s1")))
	want := memory.Counts{
		Layers: map[string]map[memory.Layer]int64{
			"ann": {memory.LayerEpisodic: 2, memory.LayerSemantic: 1},
			"bob": {memory.LayerEpisodic: 1},
		},
		Archived: 2,
	}
	same(t, "counts", must(h.LongTerm.Counts(ctx))(t), want)
	same(t, "counts after a restart", must(h.Reopen().LongTerm.Counts(ctx))(t), want)
}

func testLongTermRestart(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	var rs []memory.Record
	var ids []string
	for name, content := range awkward {
		r := memory.Embedded(k.memory(content+" "+name), k.vector(h.Dimension))
		rs, ids = append(rs, r), append(ids, r.ID)
	}
	noError(t, h.LongTerm.Put(ctx, rs...))
	moved := rs[0].Memory
	noError(t, h.LongTerm.MoveToCold(ctx, coldEntry(moved, "s1")))
	query := memory.VectorQuery{Vector: k.vector(h.Dimension), Limit: 50}
	nearest := must(h.LongTerm.SearchVector(ctx, seenBy("ann"), query))(t)
	found := must(h.LongTerm.SearchWords(ctx, seenBy("ann"), words("quotes json chinese", 50)))(t)

	h = h.Reopen()
	same(t, "records", must(h.LongTerm.Get(ctx, seenBy("ann"), ids...))(t), rs[1:])
	same(t, "by vector", must(h.LongTerm.SearchVector(ctx, seenBy("ann"), query))(t), nearest)
	same(t, "by words", must(h.LongTerm.SearchWords(ctx, seenBy("ann"), words("quotes json chinese", 50)))(t), found)
	same(t, "cold", must(h.LongTerm.ColdEntries(ctx, seenBy("ann"), moved.ID))(t), []memory.ColdEntry{coldEntry(moved, "s1")})
}

func testLongTexts(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	var b strings.Builder
	for i := range 40_000 {
		fmt.Fprintf(&b, "word%d 汉字 ", i%9_000)
	}
	long := k.memory(b.String(), ofTask(strings.Repeat("任务", 128)))
	short := k.memory("word8999 alone")
	noError(t, h.Queue.Add(ctx, long, short))
	same(t, "content", must(h.LongTerm.Get(ctx, seenBy("ann"), long.ID))(t), []memory.Record{{Memory: long}})
	hits := must(h.LongTerm.SearchWords(ctx, seenBy("ann"), words("word8999", 5)))(t).Hits
	same(t, "a rare word", sorted(idsOfScored(hits)), sorted([]string{short.ID, long.ID}))
	same(t, "a common word", len(must(h.LongTerm.SearchWords(ctx, seenBy("ann"), words("汉字", 5)))(t).Hits), 1)
	noError(t, h.LongTerm.MoveToCold(ctx, coldEntry(long, "s1")))
	same(t, "moved", idsOfScored(must(h.LongTerm.SearchWords(ctx, seenBy("ann"), words("word8999 汉字", 5)))(t).Hits), []string{short.ID})
}
