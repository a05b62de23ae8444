package vector

import "slices"

// Match is a key and its score.
type Match[K any] struct {
	Key   K
	Score float32
}

// Top keeps the best matches of all that it is offered, in O(log limit) each and O(1) for most.
type Top[K any] struct {
	limit int
	// before orders keys whose scores are equal.
	before func(a, b K) bool
	// heap has the worst of the kept at its root.
	heap []Match[K]
}

// NewTop keeps the limit best. Of equal scores the one whose key comes before the other's is better, so
// that the outcome does not depend on the order of offers.
func NewTop[K any](limit int, before func(a, b K) bool) *Top[K] {
	return &Top[K]{limit: max(limit, 0), before: before}
}

// Wants says whether an offer of this score could be kept. It spares making a key for most offers.
func (t *Top[K]) Wants(score float32) bool {
	return len(t.heap) < t.limit || (t.limit > 0 && score >= t.heap[0].Score)
}

// Offer keeps the key if it is among the best so far.
func (t *Top[K]) Offer(key K, score float32) {
	m := Match[K]{Key: key, Score: score}
	switch {
	case len(t.heap) < t.limit:
		t.heap = append(t.heap, m)
		t.up(len(t.heap) - 1)
	case t.limit > 0 && t.better(m, t.heap[0]):
		t.heap[0] = m
		t.down(0)
	}
}

// OfferBest offers a key that stands for the same as others do; of those only the best is kept, as one.
func (t *Top[K]) OfferBest(key K, score float32, same func(a, b K) bool) {
	if !t.Wants(score) {
		return
	}
	m := Match[K]{Key: key, Score: score}
	for i := range t.heap {
		if same(t.heap[i].Key, key) {
			if t.better(m, t.heap[i]) {
				t.heap[i] = m
				t.down(i)
			}
			return
		}
	}
	t.Offer(key, score)
}

// Merge offers everything that other keeps.
func (t *Top[K]) Merge(other *Top[K]) {
	for _, m := range other.heap {
		t.Offer(m.Key, m.Score)
	}
}

// Matches returns what is kept, best first.
func (t *Top[K]) Matches() []Match[K] {
	ms := slices.Clone(t.heap)
	slices.SortFunc(ms, func(a, b Match[K]) int {
		switch {
		case t.better(a, b):
			return -1
		case t.better(b, a):
			return 1
		}
		return 0
	})
	return ms
}

func (t *Top[K]) better(a, b Match[K]) bool {
	if a.Score != b.Score {
		return a.Score > b.Score
	}
	return t.before(a.Key, b.Key)
}

func (t *Top[K]) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if !t.better(t.heap[parent], t.heap[i]) {
			return
		}
		t.heap[i], t.heap[parent] = t.heap[parent], t.heap[i]
		i = parent
	}
}

func (t *Top[K]) down(i int) {
	for {
		worst, left, right := i, 2*i+1, 2*i+2
		if left < len(t.heap) && t.better(t.heap[worst], t.heap[left]) {
			worst = left
		}
		if right < len(t.heap) && t.better(t.heap[worst], t.heap[right]) {
			worst = right
		}
		if worst == i {
			return
		}
		t.heap[i], t.heap[worst] = t.heap[worst], t.heap[i]
		i = worst
	}
}
