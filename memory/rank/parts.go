package rank

import (
	"math"
	"time"
)

// evidence is what a candidate's own text says for it.
type evidence struct {
	vector, keyword float64
	// total is the mean of both by their weights.
	total float64
}

func (q Query) evidence(candidates []Candidate) []evidence {
	own := make([]evidence, len(candidates))
	for i, c := range candidates {
		own[i] = evidence{vector: q.vector(c), keyword: keyword(c.BM25, q.Reach)}
	}
	lendVectors(candidates, own)
	for i, e := range own {
		own[i].total = q.relevance(e.vector, e.keyword)
	}
	return own
}

// relevance is the mean of the vector and the keyword part by their weights; 1 when neither weighs anything.
func (q Query) relevance(vector, keyword float64) float64 {
	sum := q.Weights.Vector + q.Weights.Keyword
	if sum <= 0 {
		return 1
	}
	return clip((q.Weights.Vector*vector + q.Weights.Keyword*keyword) / sum)
}

// lendVectors lets words stand in for the vectors of candidates that are not embedded yet: with the best
// keywords of all, one counts as near as the nearest that is embedded, and with fewer in proportion. Without,
// what was remembered a moment ago would lose to everything older that is merely similar. When nothing is
// embedded, there is nothing to be measured against, and all vector parts are 0.
func lendVectors(candidates []Candidate, own []evidence) {
	var nearest, most float64
	for i, c := range candidates {
		if c.Embedded {
			nearest = max(nearest, own[i].vector)
		}
		most = max(most, own[i].keyword)
	}
	if most == 0 {
		return
	}
	for i, c := range candidates {
		if !c.Embedded {
			own[i].vector = nearest * own[i].keyword / most
		}
	}
}

// vector is the cosine on the scale of the model, for models differ in the cosines of unrelated texts. It bends
// smoothly towards 0 and 1, so that a higher cosine counts for more also beyond the ends of the scale.
func (q Query) vector(c Candidate) float64 {
	if !c.Embedded || math.IsNaN(c.Cosine) {
		return 0
	}
	x := (c.Cosine - q.Calibration.Floor) / max(q.Calibration.Span, smallestSpan)
	if c.Named {
		x += saidByNamed
	}
	return clip(1 / (1 + math.Exp(steepness*(0.5-x))))
}

const (
	steepness    = 6
	smallestSpan = 1e-3
	// saidByNamed is how much of the scale it is worth that the query names who said it.
	saidByNamed = 0.2
)

const (
	// knee says how sharply the keyword part bends towards 1.
	knee = 8
	// reachShare times the root of the reach is the score that counts as full.
	reachShare = 2.5
)

// keyword is x = bm25 / (2.5·√reach), bent smoothly below 1: x / (1 + x⁸)^⅛. It grows with the score however
// high that is, so that keywords alone rank as BM25 does.
//
// The score is not divided by the best hit's, which would call the least bad of bad hits perfect, nor by a
// constant, for a query of a hundred words reaches ten times what one of five does, whatever it finds; nor by
// the reach itself, for a memory is short and holds fewer of a long query's words, the longer that is. The
// square root lies between: a rare word of a short question, or a good part of a long one, counts as full.
func keyword(bm25, reach float64) float64 {
	if !(bm25 > 0) || !(reach > 0) {
		return 0
	}
	x := bm25 / (reachShare * math.Sqrt(reach))
	return clip(1 / math.Pow(1+math.Pow(x, -knee), 1.0/knee))
}

// recency is exp(-λ·days); what lies in the future is as recent as now. It counts in proportion to the relevance:
// that something happened yesterday makes it a better answer only as far as it is one, and a question about an
// old event finds the event rather than what is new.
func (q Query) recency(at time.Time) float64 {
	days := q.Now.Sub(at).Hours() / 24
	return clip(math.Exp(-max(q.DecayPerDay, 0) * max(days, 0)))
}

// task is 1 for the caller's task and ½ for everything else, also when the caller has none.
func (q Query) task(of string) float64 {
	if q.Task != "" && of == q.Task {
		return 1
	}
	return 0.5
}

// trust is how much a session's best evidence counts for the rest of it.
const trust = 0.6

// inSession is a vector part in the light of the best other candidate of its session. The vector of "Yes, the
// blue one" knows nothing of the question before it; that its session speaks of what is asked makes up for a
// part of what is missing. It is 1 - (1-vector)·(1-trust·neighbour), a noisy or.
func inSession(vector, neighbour float64) float64 {
	return clip(vector + (1-vector)*trust*neighbour)
}

// best holds the two highest evidences of a session.
type best struct{ first, second float64 }

// besides is the best evidence of a session without the candidate that has this much itself.
func (b best) besides(own float64) float64 {
	if own >= b.first {
		return b.second
	}
	return b.first
}

func bestOfSessions(candidates []Candidate, own []evidence) map[string]best {
	sessions := make(map[string]best)
	for i, c := range candidates {
		if c.Session == "" {
			continue
		}
		b := sessions[c.Session]
		if total := own[i].total; total > b.first {
			b.first, b.second = total, b.first
		} else {
			b.second = max(b.second, total)
		}
		sessions[c.Session] = b
	}
	return sessions
}

func clip(x float64) float64 { return min(max(x, 0), 1) }
