package rank

import (
	order "cmp"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

var now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func query() Query {
	return Query{
		Now:         now,
		Weights:     Weights{Vector: 0.5, Keyword: 0.2, Recency: 0.2, Task: 0.1},
		DecayPerDay: 0.01,
		Calibration: Calibration{Floor: 0.75, Span: 0.15},
		Reach:       16,
		Limit:       10,
	}
}

func ids(hits []Hit) []string {
	var out []string
	for _, h := range hits {
		out = append(out, h.ID)
	}
	return out
}

func values(h Hit) map[string]float64 {
	out := map[string]float64{}
	for _, p := range h.Parts {
		out[p.Name] = p.Value
	}
	return out
}

func TestParts(t *testing.T) {
	tests := []struct {
		name      string
		candidate Candidate
		part      string
		want      float64
	}{
		{"cosine far below the floor", Candidate{Embedded: true, Cosine: -1}, PartVector, 0},
		{"cosine at the floor", Candidate{Embedded: true, Cosine: 0.75}, PartVector, 1 / (1 + math.Exp(3))},
		{"cosine within", Candidate{Embedded: true, Cosine: 0.825}, PartVector, 0.5},
		{"cosine at the end of the span", Candidate{Embedded: true, Cosine: 0.9}, PartVector, 1 / (1 + math.Exp(-3))},
		{"cosine far above the span", Candidate{Embedded: true, Cosine: 10}, PartVector, 1},
		{"said by whom the query names", Candidate{Embedded: true, Cosine: 0.825 - saidByNamed*0.15, Named: true}, PartVector, 0.5},
		{"not embedded", Candidate{Cosine: 0.99, Named: true}, PartVector, 0},
		{"not a number", Candidate{Embedded: true, Cosine: math.NaN()}, PartVector, 0},
		{"no word", Candidate{}, PartKeyword, 0},
		{"half the keyword part", Candidate{BM25: 5}, PartKeyword, 0.4998},
		{"twice the keyword part", Candidate{BM25: 20}, PartKeyword, 0.9995},
		{"endless keyword score", Candidate{BM25: math.Inf(1)}, PartKeyword, 1},
		{"now", Candidate{At: now, Embedded: true, Cosine: 10, BM25: 800}, PartRecency, 1},
		{"the future", Candidate{At: now.AddDate(1, 0, 0), Embedded: true, Cosine: 10, BM25: 800}, PartRecency, 1},
		{"100 days ago", Candidate{At: now.AddDate(0, 0, -100), Embedded: true, Cosine: 10, BM25: 800}, PartRecency, 1 / math.E},
		{"no time at all", Candidate{Embedded: true, Cosine: 10, BM25: 800}, PartRecency, 0},
		{"recent and half relevant", Candidate{At: now, Embedded: true, Cosine: 0.825, BM25: 5}, PartRecency, 0.5},
		{"recent and irrelevant", Candidate{At: now}, PartRecency, 0},
		{"same task", Candidate{Task: "t1"}, PartTask, 1},
		{"other task", Candidate{Task: "t2"}, PartTask, 0.5},
		{"no task", Candidate{}, PartTask, 0.5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			q := query()
			q.Task = "t1"
			got := values(Rank(q, []Candidate{tt.candidate})[0])[tt.part]
			if diff := cmp.Diff(tt.want, got, cmpopts.EquateApprox(0, 1e-4)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.part, diff)
			}
		})
	}
}

func TestKeywordNeedsAReach(t *testing.T) {
	q := query()
	q.Reach = 0
	if got := values(Rank(q, []Candidate{{BM25: 10}})[0])[PartKeyword]; got != 0 {
		t.Errorf("keyword part %v without a reach, want 0", got)
	}
}

func TestKeywordsAloneRankAsBM25(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := query()
		q.Weights = Weights{Keyword: 1}
		q.Reach = rapid.Float64Range(0.1, 2000).Draw(t, "reach")
		low := rapid.Float64Range(0.01, 50).Draw(t, "low")
		high := low * rapid.Float64Range(1.01, 3).Draw(t, "by")
		hits := Rank(q, []Candidate{{ID: "a", BM25: low, At: now}, {ID: "b", BM25: high}})
		if hits[0].ID != "b" && high < 20*math.Sqrt(q.Reach) {
			t.Fatalf("BM25 %v stands above %v", low, high)
		}
	})
}

func TestSessionsVouchForTheirMemories(t *testing.T) {
	vectors := func(cs ...Candidate) map[string]float64 {
		out := map[string]float64{}
		for _, h := range Rank(query(), cs) {
			out[h.ID] = values(h)[PartVector]
		}
		return out
	}
	// Of 0.5·vector + 0.2·keyword, a vector part of 1 is evidence of 5/7, one of 0.5 of 2.5/7.
	raised := 0.5 + 0.5*trust*5/7
	question := Candidate{ID: "question", Session: "s1", Embedded: true, Cosine: 10}
	answer := Candidate{ID: "answer", Session: "s1", Embedded: true, Cosine: 0.825}
	other := Candidate{ID: "other", Session: "s2", Embedded: true, Cosine: 0.825}
	alone := Candidate{ID: "alone", Embedded: true, Cosine: 0.825}
	queued := Candidate{ID: "queued", Session: "s1"}
	got := vectors(question, answer, other, alone, queued)
	want := map[string]float64{"question": 1, "answer": raised, "other": 0.5, "alone": 0.5, "queued": 0}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Errorf("vector parts (-want +got):\n%s", diff)
	}
}

// TestWordsStandInForAVector: what is not embedded yet is not outranked by what is merely similar.
func TestWordsStandInForAVector(t *testing.T) {
	similar := Candidate{ID: "similar", Embedded: true, Cosine: 0.89, BM25: 1}
	asked := Candidate{ID: "asked", BM25: 8}
	beside := Candidate{ID: "beside", BM25: 1}
	silent := Candidate{ID: "silent"}
	hits := Rank(query(), []Candidate{similar, beside, silent, asked})
	if got := ids(hits); got[0] != "asked" || got[1] != "similar" || got[3] != "silent" {
		t.Errorf("order %v", got)
	}
	parts := map[string]float64{}
	for _, h := range hits {
		parts[h.ID] = values(h)[PartVector]
	}
	if math.Abs(parts["asked"]-parts["similar"]) > 1e-9 || parts["beside"] >= parts["asked"] || parts["silent"] != 0 {
		t.Errorf("vector parts %v", parts)
	}
	for _, h := range Rank(query(), []Candidate{asked, beside}) {
		if v := values(h)[PartVector]; v != 0 {
			t.Errorf("nothing is embedded, and yet %s has a vector part of %v", h.ID, v)
		}
	}
}

func TestTaskCountsNothingWhenNoneIsAsked(t *testing.T) {
	hits := Rank(query(), []Candidate{{ID: "a", Task: ""}, {ID: "b", Task: "t"}})
	if hits[0].Score != hits[1].Score {
		t.Errorf("scores %v and %v differ", hits[0].Score, hits[1].Score)
	}
}

// TestRecencyAlone: a policy that weighs neither meaning nor words asks for the newest.
func TestRecencyAlone(t *testing.T) {
	q := query()
	q.Weights = Weights{Recency: 1}
	hits := Rank(q, []Candidate{{ID: "old", At: now.AddDate(0, 0, -100), Embedded: true, Cosine: 0.9}, {ID: "new", At: now}})
	if diff := cmp.Diff([]string{"new", "old"}, ids(hits)); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
	if got := values(hits[1])[PartRecency]; math.Abs(got-1/math.E) > 1e-9 {
		t.Errorf("recency %v after 100 days, want 1/e", got)
	}
}

// TestAnOldAnswerBeatsRecentTalk: recency tells good answers apart, and lifts nothing else above them.
func TestAnOldAnswerBeatsRecentTalk(t *testing.T) {
	got := ids(Rank(query(), []Candidate{
		{ID: "talk", At: now, Embedded: true, Cosine: 0.75 + 0.15*0.55},
		{ID: "answer", At: now.AddDate(-2, 0, 0), Embedded: true, Cosine: 0.75 + 0.15*0.8},
		{ID: "newer answer", At: now, Embedded: true, Cosine: 0.75 + 0.15*0.79},
	}))
	if diff := cmp.Diff([]string{"newer answer", "answer", "talk"}, got); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}

func TestOrder(t *testing.T) {
	old, older := now.AddDate(-30, 0, 0), now.AddDate(-31, 0, 0)
	q := query()
	q.DecayPerDay = 0
	got := ids(Rank(q, []Candidate{
		{ID: "c", At: old}, {ID: "older", At: older}, {ID: "b", At: old}, {ID: "best", At: older, BM25: 1},
	}))
	if diff := cmp.Diff([]string{"best", "b", "c", "older"}, got); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}

func TestSameIDIsOneCandidate(t *testing.T) {
	hits := Rank(query(), []Candidate{
		{ID: "a", Content: "x", At: now, Embedded: true, Cosine: 10},
		{ID: "a", Content: "x", At: now, BM25: 5},
	})
	if len(hits) != 1 {
		t.Fatalf("%d hits, want 1", len(hits))
	}
	want := map[string]float64{PartVector: 1, PartKeyword: 0.4998, PartRecency: (0.5 + 0.2*0.4998) / 0.7, PartTask: 0.5}
	if diff := cmp.Diff(want, values(hits[0]), cmpopts.EquateApprox(0, 1e-4)); diff != "" {
		t.Errorf("parts (-want +got):\n%s", diff)
	}
}

func TestSameContentIsReturnedOnce(t *testing.T) {
	got := ids(Rank(query(), []Candidate{
		{ID: "old", Content: "用 Python 3.11", At: now.AddDate(0, -1, 0)},
		{ID: "new", Content: "用 Python 3.11", At: now},
		{ID: "other", Content: "用 Python 3.12", At: now.AddDate(0, -2, 0)},
		{ID: "unknown-1", At: now.AddDate(0, -3, 0)},
		{ID: "unknown-2", At: now.AddDate(0, -4, 0)},
	}))
	if diff := cmp.Diff([]string{"new", "other", "unknown-1", "unknown-2"}, got); diff != "" {
		t.Errorf("hits (-want +got):\n%s", diff)
	}
}

func TestLimit(t *testing.T) {
	candidates := []Candidate{{ID: "a"}, {ID: "b"}}
	for limit, want := range map[int]int{-1: 0, 0: 0, 1: 1, 2: 2, 3: 2} {
		q := query()
		q.Limit = limit
		if got := len(Rank(q, candidates)); got != want {
			t.Errorf("limit %d: %d hits, want %d", limit, got, want)
		}
	}
}

// drawQuery draws a policy that the API would accept.
func drawQuery(t *rapid.T) Query {
	v := rapid.IntRange(0, 100).Draw(t, "wv")
	k := rapid.IntRange(0, 100-v).Draw(t, "wk")
	r := rapid.IntRange(0, 100-v-k).Draw(t, "wr")
	percent := func(n int) float64 { return float64(n) / 100 }
	return Query{
		Now:         now,
		Task:        rapid.SampledFrom([]string{"", "t1", "t2"}).Draw(t, "task"),
		Weights:     Weights{percent(v), percent(k), percent(r), percent(100 - v - k - r)},
		DecayPerDay: percent(rapid.IntRange(0, 100).Draw(t, "decay")),
		Calibration: Calibration{
			Floor: rapid.Float64Range(-1, 1).Draw(t, "floor"),
			Span:  rapid.Float64Range(0, 1).Draw(t, "span"),
		},
		Reach: rapid.Float64Range(0, 100).Draw(t, "reach"),
		Limit: rapid.IntRange(0, 20).Draw(t, "limit"),
	}
}

func drawCandidate(t *rapid.T) Candidate {
	return Candidate{
		ID:       rapid.StringMatching(`[a-f]`).Draw(t, "id"),
		Content:  rapid.SampledFrom([]string{"", "x", "y", "z"}).Draw(t, "content"),
		At:       now.Add(time.Duration(rapid.IntRange(-1000, 100).Draw(t, "days")) * 24 * time.Hour),
		Task:     rapid.SampledFrom([]string{"", "t1", "t2"}).Draw(t, "task"),
		Session:  rapid.SampledFrom([]string{"", "s1", "s2"}).Draw(t, "session"),
		Embedded: rapid.Bool().Draw(t, "embedded"),
		Cosine:   rapid.Float64Range(-1, 1).Draw(t, "cosine"),
		Named:    rapid.Bool().Draw(t, "named"),
		BM25:     rapid.Float64Range(0, 100).Draw(t, "bm25"),
	}
}

func TestScoresAreBoundedAndExplained(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, h := range Rank(drawQuery(t), rapid.SliceOf(rapid.Custom(drawCandidate)).Draw(t, "candidates")) {
			sum := 0.0
			for _, p := range h.Parts {
				if !(p.Value >= 0 && p.Value <= 1) {
					t.Fatalf("%s is %v, want 0..1", p.Name, p.Value)
				}
				sum += p.Weight * p.Value
			}
			if !(h.Score >= 0 && h.Score <= 1) {
				t.Fatalf("score %v, want 0..1", h.Score)
			}
			if math.Abs(sum-h.Score) > 1e-12 {
				t.Fatalf("the parts sum to %v, the score is %v", sum, h.Score)
			}
		}
	})
}

func TestOrderOfCandidatesDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := drawQuery(t)
		candidates := rapid.SliceOf(rapid.Custom(drawCandidate)).Draw(t, "candidates")
		want := Rank(q, candidates)
		got := Rank(q, rapid.Permutation(candidates).Draw(t, "shuffled"))
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(Hit{})); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
		if !slices.IsSortedFunc(got, func(a, b Hit) int { return order.Compare(b.Score, a.Score) }) {
			t.Fatalf("not sorted: %v", got)
		}
	})
}

func TestScoreIsMonotoneInEachPart(t *testing.T) {
	better := map[string]func(*Candidate, float64){
		PartVector:  func(c *Candidate, by float64) { c.Cosine += by },
		"named":     func(c *Candidate, _ float64) { c.Named = true },
		PartKeyword: func(c *Candidate, by float64) { c.BM25 += by * 10 },
		PartRecency: func(c *Candidate, by float64) { c.At = c.At.Add(time.Duration(by * 1000 * float64(time.Hour))) },
		PartTask:    func(c *Candidate, _ float64) { c.Task = "t1" },
	}
	for part, improve := range better {
		t.Run(part, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				q := drawQuery(t)
				q.Task, q.Limit = "t1", 1
				worse := drawCandidate(t)
				best := worse
				improve(&best, rapid.Float64Range(0, 1).Draw(t, "by"))
				low, high := Rank(q, []Candidate{worse})[0], Rank(q, []Candidate{best})[0]
				if high.Score < low.Score {
					t.Fatalf("a better %s lowers the score from %v to %v", part, low.Score, high.Score)
				}
			})
		})
	}
}
