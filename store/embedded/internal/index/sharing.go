package index

import (
	"cmp"
	"slices"

	"github.com/rearview-dev/rearview/internal/vector"
	"github.com/rearview-dev/rearview/memory/rank"
)

// maxShared is how many occurrences of words a search for what shares rare ones looks at: some tens of
// microseconds. Words that are more frequent than leaves room say little of what a text is about.
const maxShared = 4096

// sharing returns the memories of the neighbourhood that share the rarest words of the query, best first.
//
// The score is that of rank.BM25, summed over those words.
func (x *Index) sharing(q search) []Match {
	if q.Sharing <= 0 {
		return nil
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	acc := x.accumulator()
	defer x.accumulators.Put(acc)
	defer acc.clear()
	documents, mean := x.sizes(q.whole().has)
	for _, list := range x.rarest(q.Terms) {
		acc.found = acc.found[:0]
		for _, p := range list {
			if s, row := x.slabs[p.slot()/slabRows], p.slot()%slabRows; q.has(s.fields[row]) {
				acc.found = append(acc.found, occurrence{p, s.lengths[row]})
			}
		}
		weight := rank.IDF(documents, int64(len(acc.found)))
		for _, o := range acc.found {
			acc.add(o.slot(), float32(weight*rank.Saturation(o.count(), int(o.length), mean)))
		}
	}
	top := vector.NewTop(q.Sharing, first)
	for _, slot := range acc.touched {
		if score := acc.scores[slot]; top.Wants(score) {
			top.Offer(ranked{id: x.slabs[slot/slabRows].ids[slot%slabRows]}, score)
		}
	}
	return matches(top)
}

// rarest are the postings of the terms that few memories have, as many as there is room for.
func (x *Index) rarest(terms []string) [][]posting {
	numbers := make(map[uint32]bool, len(terms))
	var lists [][]posting
	for _, t := range terms {
		if id, ok := x.terms[t]; ok && int(id) < len(x.postings) && !numbers[id] {
			numbers[id] = true
			lists = append(lists, x.postings[id])
		}
	}
	slices.SortStableFunc(lists, func(a, b []posting) int { return cmp.Compare(len(a), len(b)) })
	room := maxShared
	for i, list := range lists {
		if room -= len(list); room < 0 {
			return lists[:i]
		}
	}
	return lists
}
