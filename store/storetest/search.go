package storetest

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/memory/rank"
	"github.com/rearview-dev/rearview/text"
)

// search tests the two searches.
func search(t *testing.T, open Open) {
	runAll(t, open, []subtest{
		{"the nearest first, by cosine", testNearest},
		{"the best words first, by BM25", testBestWords},
		{"filters fill the limit", testFilterFills},
		{"equal scores, one's own first, then the newest", testTies},
		{"limits", testLimits},
		{"Chinese, Japanese and Korean", testCJK},
		{"statistics", testStatistics},
		{"a context that ended", testSearchContext},
	})
}

func testNearest(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	angles := []float64{0.5, 0.1, 3, 0.3}
	var rs []memory.Record
	for _, angle := range angles {
		rs = append(rs, memory.Embedded(k.memory("x"), axis(h.Dimension, 0, angle)))
	}
	noError(t, h.LongTerm.Put(ctx, append(rs, memory.Record{Memory: k.memory("no vector")})...))
	hits := must(h.LongTerm.SearchVector(ctx, seenBy("ann"), memory.VectorQuery{Vector: axis(h.Dimension, 0, 0), Limit: 10}))(t)
	same(t, "order", idsOfScored(hits), []string{rs[1].ID, rs[3].ID, rs[0].ID, rs[2].ID})
	for i, angle := range []float64{0.1, 0.3, 0.5, 3} {
		if i < len(hits) && math.Abs(hits[i].Score-math.Cos(angle)) > 1e-5 {
			t.Errorf("score of the angle %v: got %v, want %v", angle, hits[i].Score, math.Cos(angle))
		}
	}
}

func testBestWords(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	var ms []memory.Memory
	for _, content := range []string{
		"the red fox jumps", "a red red red barn", "fox and hound and fox", "nothing of the kind",
		"red wine goes with a long and slow dinner by the fire in late winter",
	} {
		ms = append(ms, k.memory(content))
	}
	noError(t, h.Queue.Add(ctx, ms...))
	query := text.Words("red fox red")
	result := must(h.LongTerm.SearchWords(ctx, seenBy("ann"), memory.WordQuery{Terms: query, Limit: 10}))(t)

	want := map[string]float64{}
	for _, m := range ms {
		if score := rank.BM25(query, text.Words(m.Content), rank.Stats(result.Stats)); score > 0 {
			want[m.ID] = score
		}
	}
	same(t, "how many", len(result.Hits), len(want))
	for _, hit := range result.Hits {
		if math.Abs(hit.Score-want[hit.ID]) > 1e-5 {
			t.Errorf("%s: got the score %v, want %v", hit.ID, hit.Score, want[hit.ID])
		}
	}
	if !slices.IsSortedFunc(result.Hits, func(a, b memory.Scored) int { return int(math.Copysign(1, b.Score-a.Score)) }) {
		t.Errorf("not the best first: %v", result.Hits)
	}
}

func testFilterFills(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	var rs []memory.Record
	var wanted, working []string
	for i := range 300 {
		m := k.memory("needle")
		switch {
		case i%3 == 0:
			m.Agent = "bob"
		case i%3 == 1:
			m.Layer = memory.LayerSemantic
		case i%9 == 2:
			m.Status = memory.StatusArchived
		case i%9 == 5:
			m.Layer = memory.LayerWorking
			working = append(working, m.ID)
		default:
			wanted = append(wanted, m.ID)
		}
		// The ones that are wanted are the farthest away.
		rs = append(rs, memory.Embedded(m, axis(h.Dimension, 0, float64(i%3))))
	}
	noError(t, h.LongTerm.Put(ctx, rs...))
	filter := memory.Filter{Layers: []memory.Layer{memory.LayerEpisodic, "procedural"}}
	hits := must(h.LongTerm.SearchVector(ctx, seenBy("ann"), memory.VectorQuery{Vector: axis(h.Dimension, 0, 0), Filter: filter, Limit: len(wanted)}))(t)
	same(t, "by vector", sorted(idsOfScored(hits)), sorted(wanted))
	found := must(h.LongTerm.SearchWords(ctx, seenBy("ann"), memory.WordQuery{Terms: text.Words("needle"), Filter: filter, Limit: len(wanted)}))(t)
	same(t, "by words", sorted(idsOfScored(found.Hits)), sorted(wanted))
	same(t, "documents", found.Stats.Documents, int64(len(wanted)))

	filter.Layers = []memory.Layer{memory.LayerWorking, memory.LayerEpisodic}
	hits = must(h.LongTerm.SearchVector(ctx, seenBy("ann"), memory.VectorQuery{Vector: axis(h.Dimension, 0, 0), Filter: filter, Limit: 300}))(t)
	same(t, "two layers", sorted(idsOfScored(hits)), sorted(append(working, wanted...)))

	filter.Layers = []memory.Layer{"procedural"}
	same(t, "no such layer", must(h.LongTerm.SearchVector(ctx, seenBy("ann"), memory.VectorQuery{Vector: axis(h.Dimension, 0, 0), Filter: filter, Limit: 9}))(t), []memory.Scored(nil))
	same(t, "no words in such a layer", must(h.LongTerm.SearchWords(ctx, seenBy("ann"), memory.WordQuery{Terms: text.Words("needle"), Filter: filter, Limit: 9}))(t).Hits, []memory.Scored(nil))
}

func testTies(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	v := k.vector(h.Dimension)
	var want []string
	for i := range 10 {
		r := memory.Embedded(k.memory("same", by([]string{"ann", "bob"}[i/2%2]), shared), v)
		noError(t, h.LongTerm.Put(ctx, r))
		want = append(want, r.ID)
	}
	slices.Reverse(want)
	byAge := want[:4]
	want = []string{want[0], want[1], want[4], want[5], want[8], want[9], want[2], want[3]}
	same(t, "by vector", idsOfScored(must(h.LongTerm.SearchVector(ctx, seenBy("ann"), memory.VectorQuery{Vector: v, Limit: 8}))(t)), want)
	same(t, "by words", idsOfScored(must(h.LongTerm.SearchWords(ctx, seenBy("ann"), words("same", 8)))(t).Hits), want)
	same(t, "by vector, of everything", idsOfScored(must(h.LongTerm.SearchVector(ctx, memory.Everything(), memory.VectorQuery{Vector: v, Limit: 4}))(t)), byAge)
	same(t, "by words, of everything", idsOfScored(must(h.LongTerm.SearchWords(ctx, memory.Everything(), words("same", 4)))(t).Hits), byAge)
}

func testLimits(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	v := k.vector(h.Dimension)
	for range 5 {
		noError(t, h.LongTerm.Put(ctx, memory.Embedded(k.memory("same"), v)))
	}
	for limit, want := range map[int]int{-1: 0, 0: 0, 1: 1, 5: 5, math.MaxInt32: 5} {
		same(t, "by vector", len(must(h.LongTerm.SearchVector(ctx, seenBy("ann"), memory.VectorQuery{Vector: v, Limit: limit}))(t)), want)
		same(t, "by words", len(must(h.LongTerm.SearchWords(ctx, seenBy("ann"), words("same", limit)))(t).Hits), want)
	}
}

func testCJK(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	ids := map[string]string{}
	for name, content := range map[string]string{
		"python":  "用 Python 3.11 别用 3.12",
		"airline": "上次订的是国航的机票，靠窗",
		"tokyo":   "東京の会議は来週の火曜日です",
		"seoul":   "서울 회의는 다음 주 화요일입니다",
	} {
		m := k.memory(content)
		ids[name] = m.ID
		noError(t, h.Queue.Add(ctx, m))
	}
	for query, want := range map[string]string{
		"机票": "airline", "国航": "airline", "python": "python", "Ｐｙｔｈｏｎ": "python", "3.11": "python", "会議": "tokyo", "회의는": "seoul",
	} {
		hits := must(h.LongTerm.SearchWords(ctx, seenBy("ann"), words(query, 1)))(t).Hits
		same(t, query, idsOfScored(hits), []string{ids[want]})
	}
}

func testStatistics(t *testing.T, h Harness) {
	k, ctx := newMaker(h.Clock), t.Context()
	stats := must(h.LongTerm.SearchWords(ctx, seenBy("ann"), words("apple", 5)))(t).Stats
	same(t, "of an empty store", stats, memory.WordStats{Frequency: map[string]int64{"appl": 0}})
	old := k.memory("apple apple pear")
	noError(t, h.Queue.Add(ctx, old, k.memory("apple"), k.memory("plum plum", archived), k.memory("apple", by("bob"))))
	for range 2 {
		stats = must(h.LongTerm.SearchWords(ctx, seenBy("ann"), words("apple plum pear apple", 0)))(t).Stats
		same(t, "statistics", stats, memory.WordStats{
			Documents: 2, MeanLength: 2, Frequency: map[string]int64{"appl": 2, "plum": 0, "pear": 1},
		})
		h = h.Reopen()
	}
	old.Content = "plum"
	noError(t, h.Queue.Add(ctx, old))
	stats = must(h.LongTerm.SearchWords(ctx, seenBy("ann"), words("apple plum pear", 5)))(t).Stats
	same(t, "after a change", stats, memory.WordStats{
		Documents: 2, MeanLength: 1, Frequency: map[string]int64{"appl": 1, "plum": 1, "pear": 0},
	})
}

func testSearchContext(t *testing.T, h Harness) {
	k := newMaker(h.Clock)
	noError(t, h.LongTerm.Put(t.Context(), memory.Embedded(k.memory("x"), k.vector(h.Dimension))))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := h.LongTerm.SearchVector(ctx, seenBy("ann"), memory.VectorQuery{Vector: k.vector(h.Dimension), Limit: 5})
	wantKind(t, err, memory.KindUnavailable)
	_, err = h.LongTerm.SearchWords(ctx, seenBy("ann"), words("x", 5))
	wantKind(t, err, memory.KindUnavailable)
}
