package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/rearview-dev/rearview/memory"
)

// Working tests the working layer.
func Working(t *testing.T, open Open) {
	runAll(t, open, []subtest{
		{"what is appended is read, newest first", testWorkingRecent},
		{"a search finds the nearest, the best by words, and the newest", testWorkingSearch},
		{"a search puts one's own before what others share", testWorkingOwnFirst},
		{"a search takes copies for one", testWorkingCopies},
		{"a search looks past what is hidden, ended, forgotten or of another session", testWorkingHidden},
		{"a search sees every change, also after a restart", testWorkingChanges},
		{"a search whose context ended, or whose vector is not one", testWorkingSearchRefuses},
		{"appending again replaces", testWorkingReplace},
		{"what does not belong there is refused", testWorkingRefuses},
		{"expired memories are no longer recent, but due", testWorkingExpiry},
		{"what stands beyond the newest of its session is due", testWorkingOverflow},
		{"agents", testWorkingAgents},
		{"remove", testWorkingRemove},
		{"a restart keeps all", testWorkingRestart},
		{"many callers", testWorkingCallers},
	})
}

// session makes working memories of one session, which expire in an hour.
func session(h Harness, k *maker, agent, name string, n int) []memory.Record {
	rs := make([]memory.Record, n)
	for i := range rs {
		rs[i].Memory = k.memory(fmt.Sprintf("turn %d", i), by(agent), in(memory.LayerWorking), ofSession(name),
			expiring(h.Clock.Now().Add(time.Hour)))
	}
	return rs
}

func appendAll(t T, h Harness, rs []memory.Record) []string {
	t.Helper()
	for _, r := range rs {
		noError(t, h.Working.Append(t.Context(), r))
	}
	return idsOfRecords(rs)
}

func recent(t T, h Harness, v memory.Visibility, q memory.WorkingQuery) []string {
	t.Helper()
	q.Now = h.Clock.Now()
	return idsOfRecords(must(h.Working.Recent(t.Context(), v, q))(t))
}

func testWorkingRecent(t *testing.T, h Harness) {
	k := newMaker(h.Clock)
	for name, content := range awkward {
		r := session(h, k, "ann", content, 1)[0]
		r.Content, r.Metadata = content, map[string]string{"env": content}
		r = memory.Embedded(r.Memory, k.vector(h.Dimension))
		noError(t, h.Working.Append(t.Context(), r))
		got := must(h.Working.Recent(t.Context(), seenBy("ann"), memory.WorkingQuery{ID: r.ID, Now: h.Clock.Now()}))(t)
		same(t, name, got, []memory.Record{r})
	}
	ids := appendAll(t, h, session(h, k, "ann", "s", 3))
	other := appendAll(t, h, session(h, k, "bob", "s", 1))
	same(t, "the newest two", recent(t, h, seenBy("ann"), memory.WorkingQuery{Limit: 2}), []string{ids[2], ids[1]})
	same(t, "by id", recent(t, h, seenBy("ann"), memory.WorkingQuery{ID: ids[1]}), ids[1:2])
	same(t, "another's id", recent(t, h, seenBy("ann"), memory.WorkingQuery{ID: other[0]}), []string(nil))
	same(t, "every session", len(recent(t, h, seenBy("ann"), memory.WorkingQuery{})), 3+len(awkward))
}

func testWorkingReplace(t *testing.T, h Harness) {
	k := newMaker(h.Clock)
	rs := session(h, k, "ann", "s", 2)
	appendAll(t, h, rs)
	rs[0].Content = "changed"
	rs[0] = memory.Embedded(rs[0].Memory, k.vector(h.Dimension))
	noError(t, h.Working.Append(t.Context(), rs[0]))
	got := must(h.Working.Recent(t.Context(), seenBy("ann"), memory.WorkingQuery{Now: h.Clock.Now()}))(t)
	same(t, "records", got, []memory.Record{rs[1], rs[0]})
}

func testWorkingRefuses(t *testing.T, h Harness) {
	k := newMaker(h.Clock)
	for name, r := range map[string]memory.Record{
		"another layer":  {Memory: k.memory("x")},
		"no agent":       {Memory: k.memory("x", in(memory.LayerWorking), by(""))},
		"a short vector": memory.Embedded(k.memory("x", in(memory.LayerWorking)), []float32{1}),
	} {
		t.Run(name, func(t *testing.T) { wantKind(t, h.Working.Append(t.Context(), r), memory.KindInvalid) })
	}
	same(t, "nothing", recent(t, h, memory.Everything(), memory.WorkingQuery{}), []string(nil))
}

func due(t T, h Harness, agent string, maxEntries, limit int) []string {
	t.Helper()
	return idsOf(must(h.Working.Due(t.Context(), agent, h.Clock.Now(), maxEntries, limit))(t))
}

func testWorkingExpiry(t *testing.T, h Harness) {
	k := newMaker(h.Clock)
	ids := appendAll(t, h, session(h, k, "ann", "s", 2))
	lasting := k.memory("no end", in(memory.LayerWorking))
	noError(t, h.Working.Append(t.Context(), memory.Record{Memory: lasting}))
	h.Clock.Advance(time.Hour - time.Microsecond)
	same(t, "just before", recent(t, h, seenBy("ann"), memory.WorkingQuery{}), []string{lasting.ID, ids[1], ids[0]})
	same(t, "due just before", due(t, h, "ann", 100, 10), []string(nil))
	h.Clock.Advance(time.Microsecond)
	same(t, "then", recent(t, h, seenBy("ann"), memory.WorkingQuery{}), []string{lasting.ID})
	same(t, "due then", due(t, h, "ann", 100, 10), ids)
	same(t, "due, one", due(t, h, "ann", 100, 1), ids[:1])
	same(t, "due of another", due(t, h, "bob", 100, 10), []string(nil))
}

func testWorkingOverflow(t *testing.T, h Harness) {
	k := newMaker(h.Clock)
	first := appendAll(t, h, session(h, k, "ann", "first", 4))
	second := appendAll(t, h, session(h, k, "ann", "second", 3))
	appendAll(t, h, session(h, k, "bob", "first", 9))
	same(t, "beyond two", due(t, h, "ann", 2, 10), []string{first[0], first[1], second[0]})
	same(t, "beyond four", due(t, h, "ann", 4, 10), []string(nil))
}

func testWorkingAgents(t *testing.T, h Harness) {
	same(t, "nobody", must(h.Working.Agents(t.Context()))(t), []string(nil))
	k := newMaker(h.Clock)
	for _, agent := range []string{"bob", "ann", "bob"} {
		appendAll(t, h, session(h, k, agent, "s", 1))
	}
	same(t, "agents", sorted(must(h.Working.Agents(t.Context()))(t)), []string{"ann", "bob"})
}

func testWorkingRemove(t *testing.T, h Harness) {
	k := newMaker(h.Clock)
	ids := appendAll(t, h, session(h, k, "ann", "s", 3))
	for range 2 {
		noError(t, h.Working.Remove(t.Context(), ids[0], ids[2], "forged"))
	}
	noError(t, h.Working.Remove(t.Context()))
	same(t, "left", recent(t, h, seenBy("ann"), memory.WorkingQuery{}), ids[1:2])
}

func testWorkingRestart(t *testing.T, h Harness) {
	k := newMaker(h.Clock)
	rs := session(h, k, "ann", "s", 3)
	rs[1] = memory.Embedded(rs[1].Memory, k.vector(h.Dimension))
	appendAll(t, h, rs)
	h = h.Reopen()
	got := must(h.Working.Recent(t.Context(), seenBy("ann"), memory.WorkingQuery{Now: h.Clock.Now()}))(t)
	same(t, "records", got, []memory.Record{rs[2], rs[1], rs[0]})
}

func testWorkingCallers(t *testing.T, h Harness) {
	const callers, each = 8, 20
	k := newMaker(h.Clock)
	parallel(callers, func(caller int) {
		agent := fmt.Sprintf("agent%d", caller)
		for range each {
			r := session(h, k, agent, "s", 1)[0]
			noError(t, h.Working.Append(t.Context(), r))
			same(t, "the newest", recent(t, h, seenBy(agent), memory.WorkingQuery{Limit: 1}), []string{r.ID})
			same(t, "the newest found", found(t, h, seenBy(agent), memory.WorkingSearch{Session: "s", Limit: 1}), []string{r.ID})
		}
	})
	same(t, "all", len(recent(t, h, memory.Everything(), memory.WorkingQuery{})), callers*each)
}
