package storetest

import (
	"context"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/text"
)

// visibility tests that nothing is shown to whom it is not for.
func visibility(t *testing.T, open Open) {
	t.Run("whatever is written, each sees its own and the shared", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) { testVisibility(t, open) })
	})
	t.Run("what is hidden changes no result", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) { testNonInterference(t, open) })
	})
}

var (
	agents      = []string{"ann", "bob", "an", "ANN", "ann' OR '1'='1"}
	vocabulary  = []string{"red", "green", "blue", "酒店", "机票", "python"}
	everyAgents = rapid.SampledFrom(agents)
)

// place is where a drawn memory was put.
type place string

const (
	hot     place = "hot"
	queued  place = "queued"
	cold    place = "cold"
	working place = "working"
)

// drawn is a memory that rapid made up.
type drawn struct {
	memory.Record
	place place
}

func drawMemories(t *rapid.T, k *maker, dimension int) []drawn {
	list := make([]drawn, rapid.IntRange(1, 25).Draw(t, "how many"))
	for i := range list {
		d := &list[i]
		d.place = rapid.SampledFrom([]place{hot, queued, cold, working}).Draw(t, "place")
		content := rapid.SliceOfN(rapid.SampledFrom(vocabulary), 1, 4).Draw(t, "content")
		d.Memory = k.memory(fmt.Sprint(content), by(everyAgents.Draw(t, "agent")),
			ofTask(rapid.SampledFrom([]string{"", "t1", "t2", "t3"}).Draw(t, "task")))
		d.Scope = rapid.SampledFrom([]memory.Scope{memory.ScopePrivate, memory.ScopeShared}).Draw(t, "scope")
		d.Layer = rapid.SampledFrom([]memory.Layer{memory.LayerEpisodic, memory.LayerSemantic}).Draw(t, "layer")
		d.Status = rapid.SampledFrom([]memory.Status{memory.StatusActive, memory.StatusActive, memory.StatusArchived}).Draw(t, "status")
		if d.place == working {
			d.Layer = memory.LayerWorking
		}
		if d.place == hot {
			for range rapid.IntRange(1, 3).Draw(t, "chunks") {
				d.Chunks = append(d.Chunks, memory.Chunk{Span: memory.Span{End: len(d.Content)}, Vector: k.vector(dimension)})
			}
		}
	}
	return list
}

func writeDrawn(t T, h Harness, list []drawn) {
	var put []memory.Record
	var added []memory.Memory
	var moved []memory.ColdEntry
	for _, d := range list {
		switch d.place {
		case working:
			noError(t, h.Working.Append(t.Context(), d.Record))
		case hot:
			put = append(put, d.Record)
		case cold:
			moved = append(moved, coldEntry(d.Memory, "s1"))
			added = append(added, d.Memory)
		case queued:
			added = append(added, d.Memory)
		}
	}
	noError(t, h.LongTerm.Put(t.Context(), put...))
	noError(t, h.Queue.Add(t.Context(), added...))
	noError(t, h.LongTerm.MoveToCold(t.Context(), moved...))
}

func visibilities() map[string]memory.Visibility {
	vs := map[string]memory.Visibility{"nobody": {}, "everything": memory.Everything(), "a stranger": seenBy("eve")}
	for _, a := range agents {
		vs[a] = seenBy(a)
	}
	return vs
}

// testVisibility compares every read with what the definition of Sees says.
func testVisibility(t *rapid.T, open Open) {
	h := open(t)
	k := newMaker(h.Clock)
	list := drawMemories(t, k, h.Dimension)
	writeDrawn(t, h, list)
	if rapid.Bool().Draw(t, "restart") {
		h = h.Reopen()
	}
	all := make([]string, len(list))
	for i, d := range list {
		all[i] = d.ID
	}
	for name, v := range visibilities() {
		pick := func(wanted func(drawn) bool) (ids []string) {
			for _, d := range list {
				if v.Sees(d.Agent, d.Scope) && wanted(d) {
					ids = append(ids, d.ID)
				}
			}
			return sorted(ids)
		}
		ctx := context.Background()
		isHot := func(d drawn) bool { return d.place == hot || d.place == queued }
		active := func(d drawn) bool { return d.Status == memory.StatusActive }

		query := memory.VectorQuery{Vector: k.vector(h.Dimension), Limit: 100}
		same(t, name+" by vector", sorted(idsOfScored(must(h.LongTerm.SearchVector(ctx, v, query))(t))),
			pick(func(d drawn) bool { return d.place == hot && active(d) }))
		everyWord := words(fmt.Sprint(vocabulary), 100)
		same(t, name+" by words", sorted(idsOfScored(must(h.LongTerm.SearchWords(ctx, v, everyWord))(t).Hits)),
			pick(func(d drawn) bool { return isHot(d) && active(d) }))
		same(t, name+" by id", sorted(idsOfRecords(must(h.LongTerm.Get(ctx, v, all...))(t))), pick(isHot))
		same(t, name+" by scan", sorted(idsOf(must(h.LongTerm.Scan(ctx, v, memory.ScanQuery{}))(t))), pick(isHot))
		same(t, name+" recently", sorted(idsOfRecords(must(h.Working.Recent(ctx, v, memory.WorkingQuery{Now: h.Clock.Now()}))(t))),
			pick(func(d drawn) bool { return d.place == working }))
		search := memory.WorkingSearch{Now: h.Clock.Now(), Terms: everyWord.Terms, Limit: 100}
		contents := map[string]bool{}
		for _, r := range must(h.Working.Search(ctx, v, search))(t) {
			if !v.Sees(r.Agent, r.Scope) || r.Status != memory.StatusActive {
				t.Errorf("%s finds %+v in the working layer", name, r.Memory)
			}
			contents[r.Content] = true
		}
		for _, d := range list {
			if wanted := d.place == working && active(d) && v.Sees(d.Agent, d.Scope); wanted && !contents[d.Content] {
				t.Errorf("%s does not find %q in the working layer", name, d.Content)
			}
		}
		var entries []string
		for _, e := range must(h.LongTerm.ColdEntries(ctx, v, all...))(t) {
			entries = append(entries, e.ID)
		}
		same(t, name+" in cold storage", sorted(entries), pick(func(d drawn) bool { return d.place == cold }))
		for _, task := range []string{"t1", "t2", "t3"} {
			has := must(h.LongTerm.HasTask(ctx, v, task))(t)
			same(t, name+" of "+task, has, len(pick(func(d drawn) bool { return d.Task == task && d.place != working })) > 0)
		}
	}
}

// testNonInterference fills one store with everything and another with what ann sees, and compares what
// she finds, scores and statistics included.
func testNonInterference(t *rapid.T, open Open) {
	whole, part := open(t), open(t)
	k := newMaker(whole.Clock)
	list := drawMemories(t, k, whole.Dimension)
	ann := seenBy("ann")
	var visible []drawn
	for _, d := range list {
		if ann.Sees(d.Agent, d.Scope) {
			visible = append(visible, d)
		}
	}
	writeDrawn(t, whole, list)
	writeDrawn(t, part, visible)

	ctx := context.Background()
	limit := rapid.IntRange(1, 5).Draw(t, "limit")
	vectors := memory.VectorQuery{Vector: k.vector(whole.Dimension), Limit: limit}
	same(t, "by vector", must(whole.LongTerm.SearchVector(ctx, ann, vectors))(t), must(part.LongTerm.SearchVector(ctx, ann, vectors))(t))
	query := rapid.SliceOfN(rapid.SampledFrom(vocabulary), 1, 3).Draw(t, "query")
	byWords := memory.WordQuery{Terms: text.Words(fmt.Sprint(query)), Limit: limit}
	got, want := must(whole.LongTerm.SearchWords(ctx, ann, byWords))(t), must(part.LongTerm.SearchWords(ctx, ann, byWords))(t)
	for i := range got.Hits {
		if i < len(want.Hits) && math.Abs(got.Hits[i].Score-want.Hits[i].Score) < 1e-6 {
			got.Hits[i].Score = want.Hits[i].Score
		}
	}
	same(t, "by words", got, want)
}
