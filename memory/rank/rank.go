// Package rank scores candidates for a query and explains each score. It is pure and imports nothing of
// ours: values in, values out.
//
// A score is a weighted sum of four parts, each in 0..1 and each meaning the same for every query:
//
//		score = wv·vector + wk·keyword + wr·recency + wt·task
//
//	  - vector is the calibrated cosine, raised by the best other candidate of the same session
//	  - keyword is BM25, saturating on a scale that the query's words set
//	  - recency is exp(-λ·days), in proportion to what the vector and the keywords say
//	  - task is 1 for the caller's task, else ½
package rank

import (
	"cmp"
	"slices"
	"time"
)

// The names of the parts.
const (
	PartVector  = "vector"
	PartKeyword = "keyword"
	PartRecency = "recency"
	PartTask    = "task"
)

// Query is what candidates are ranked for, and how.
type Query struct {
	Now time.Time
	// Task is the task of the caller; empty for none.
	Task    string
	Weights Weights
	// DecayPerDay is λ in recency = relevance·exp(-λ·days).
	DecayPerDay float64
	Calibration Calibration
	// Reach is how much the query's words ask for, as the function Reach gives it. Without it the keyword
	// part is 0.
	Reach float64
	// Limit is how many hits to return at most.
	Limit int
}

// Weights are fractions that sum to 1.
type Weights struct {
	Vector, Keyword, Recency, Task float64
}

// Calibration maps a model's cosine c to 0..1: with x = (c-Floor)/Span, to 1 / (1 + exp(6·(½ - x))). A Floor is
// 0.05, the middle of the Span ½, and its end 0.95.
type Calibration struct {
	Floor, Span float64
}

// Candidate is a memory that may answer a query.
type Candidate struct {
	ID string
	// Content tells candidates apart: of those with the same one, the best is returned. Empty is like no other.
	Content string
	// At is when it happened.
	At   time.Time
	Task string
	// Own says that it is the asker's own. Of equal contents the own one is returned.
	Own bool
	// Session it was remembered in; empty for none. Candidates of one session vouch for each other.
	Session string
	// Embedded says whether Cosine is known. For a memory that is not embedded yet, its words stand in.
	Embedded bool
	// Cosine is that of the query's vector and the memory's, -1..1.
	Cosine float64
	// Named says that the query names who said it.
	Named bool
	// BM25 is as the function BM25 gives it, 0 or more.
	BM25 float64
}

// Hit is a ranked candidate and why it stands where it does.
type Hit struct {
	ID string
	// Score is the sum of Weight × Value over the parts, 0..1.
	Score float64
	// Parts are vector, keyword, recency and task, in this order.
	Parts []Part

	at      time.Time
	content string
	own     bool
}

// Part is one part of a score.
type Part struct {
	Name string
	// Weight and Value are each in 0..1.
	Weight float64
	Value  float64
}

// Rank returns the best candidates, best first: by score, then the newer, then by id. Candidates of one id,
// such as one found by vector and again by words, are one, with the better of each side; candidates of one
// content are returned once: the asker's own, or else the best. The order of the candidates does not matter.
func Rank(q Query, candidates []Candidate) []Hit {
	merged := merge(candidates)
	own := q.evidence(merged)
	best := bestOfSessions(merged, own)
	hits := make([]Hit, len(merged))
	for i, c := range merged {
		hits[i] = q.hit(c, own[i], best[c.Session].besides(own[i].total))
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), b.at.Compare(a.at), cmp.Compare(a.ID, b.ID))
	})
	hits = withoutRepeats(hits)
	return hits[:max(0, min(q.Limit, len(hits)))]
}

func (q Query) hit(c Candidate, own evidence, neighbour float64) Hit {
	vector := own.vector
	if c.Embedded || vector > 0 {
		vector = inSession(vector, neighbour)
	}
	h := Hit{ID: c.ID, at: c.At, content: c.Content, own: c.Own, Parts: []Part{
		{PartVector, q.Weights.Vector, vector},
		{PartKeyword, q.Weights.Keyword, own.keyword},
		{PartRecency, q.Weights.Recency, q.relevance(vector, own.keyword) * q.recency(c.At)},
		{PartTask, q.Weights.Task, q.task(c.Task)},
	}}
	for _, p := range h.Parts {
		h.Score += p.Weight * p.Value
	}
	// Weights such as 0.7 + 0.2 + 0.1 can sum to a hair more than 1.
	h.Score = min(h.Score, 1)
	return h
}

// merge makes one candidate of those with the same id.
func merge(candidates []Candidate) []Candidate {
	merged := make([]Candidate, 0, len(candidates))
	at := make(map[string]int, len(candidates))
	for _, c := range candidates {
		i, seen := at[c.ID]
		if !seen {
			at[c.ID] = len(merged)
			merged = append(merged, c)
			continue
		}
		merged[i] = mergeTwo(merged[i], c)
	}
	return merged
}

// mergeTwo gives the same whichever comes first.
func mergeTwo(a, b Candidate) Candidate {
	if cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Content, b.Content), cmp.Compare(a.Task, b.Task), cmp.Compare(a.Session, b.Session)) < 0 {
		a, b = b, a
	}
	switch {
	case b.Embedded && a.Embedded:
		a.Cosine = max(a.Cosine, b.Cosine)
	case b.Embedded:
		a.Embedded, a.Cosine = true, b.Cosine
	}
	a.BM25 = max(a.BM25, b.BM25)
	a.Own = a.Own || b.Own
	a.Named = a.Named || b.Named
	return a
}

// withoutRepeats drops sorted hits whose content one of the asker's own has, or else a better one.
func withoutRepeats(hits []Hit) []Hit {
	own := make(map[string]bool)
	for _, h := range hits {
		own[h.content] = own[h.content] || h.own
	}
	seen := make(map[string]bool, len(hits))
	return slices.DeleteFunc(hits, func(h Hit) bool {
		if own[h.content] && !h.own && h.content != "" {
			return true
		}
		repeat := seen[h.content]
		seen[h.content] = h.content != ""
		return repeat
	})
}
