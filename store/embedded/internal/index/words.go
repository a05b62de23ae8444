package index

import (
	"context"
	"slices"

	"github.com/rearview-dev/rearview/internal/vector"
	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/memory/rank"
)

// Words returns the active memories that share terms with the query, best first, and the statistics that
// they were scored by. Those count only what is selected: what an agent may not see changes neither its
// results nor their scores.
//
// The score is that of rank.BM25, summed term by term.
func (x *Index) Words(ctx context.Context, v memory.Visibility, f memory.Filter, query []string, limit int) ([]Match, memory.WordStats, error) {
	repeats := make(map[string]int, len(query))
	var unique []string
	for _, t := range query {
		if repeats[t]++; repeats[t] == 1 {
			unique = append(unique, t)
		}
	}
	stats := memory.WordStats{Frequency: make(map[string]int64, len(unique))}
	x.mu.RLock()
	sel, ok := x.selectActive(v, f)
	if !ok {
		x.mu.RUnlock()
		return nil, stats, nil
	}
	stats.Documents, stats.MeanLength = x.sizes(sel.has)
	acc := x.accumulator()
	x.mu.RUnlock()
	defer x.accumulators.Put(acc)
	defer acc.clear()
	for _, t := range unique {
		if err := x.occurrences(ctx, acc, t, sel); err != nil {
			return nil, stats, err
		}
		// What was written meanwhile is in the postings and not in the count.
		stats.Frequency[t] = min(int64(len(acc.found)), stats.Documents)
		weight := float64(repeats[t]) * rank.IDF(stats.Documents, stats.Frequency[t])
		for _, o := range acc.found {
			acc.add(o.slot(), float32(weight*rank.Saturation(o.count(), int(o.length), stats.MeanLength)))
		}
	}
	found, err := x.best(ctx, acc, sel, limit)
	return found, stats, err
}

// sizes returns how many memories are selected and their mean length in terms.
func (x *Index) sizes(selected func(fields) bool) (documents int64, mean float64) {
	var length int64
	for f, t := range x.totals {
		if selected(f) {
			documents += t.documents
			length += t.length
		}
	}
	if documents > 0 {
		mean = float64(length) / float64(documents)
	}
	return documents, mean
}

// perLock is how many postings a search by words looks at before it lets others have the lock.
const perLock = 8192

// occurrence is a posting that is selected, and the length of its memory in terms.
type occurrence struct {
	posting
	length uint32
}

// occurrences finds the term's postings that are selected. It holds the lock for some of them at a time: what is
// written meanwhile may be found or not.
func (x *Index) occurrences(ctx context.Context, acc *accumulator, term string, sel selection) error {
	acc.found = acc.found[:0]
	for next, more := uint32(0), true; more; {
		if err := ctx.Err(); err != nil {
			return err
		}
		next, more = x.someOccurrences(acc, term, sel, next)
	}
	return nil
}

// someOccurrences goes on at a slot, and says at which to go on next, if there are more.
func (x *Index) someOccurrences(acc *accumulator, term string, sel selection, slot uint32) (next uint32, more bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	id, ok := x.terms[term]
	if !ok || int(id) >= len(x.postings) {
		return 0, false
	}
	list := x.postings[id]
	from, _ := findSlot(list, slot)
	list = list[from:]
	if more = len(list) > perLock; more {
		next = list[perLock].slot()
		list = list[:perLock]
	}
	for _, p := range list {
		s, row := x.slabs[p.slot()/slabRows], p.slot()%slabRows
		if sel.has(s.fields[row]) && int(p.slot()) < len(acc.scores) {
			acc.found = append(acc.found, occurrence{p, s.lengths[row]})
		}
	}
	return next, more
}

// best looks at every score. A slot may hold another memory by now, which counts only if it is selected too.
func (x *Index) best(ctx context.Context, acc *accumulator, sel selection, limit int) ([]Match, error) {
	top := vector.NewTop(limit, first)
	for slots := range slices.Chunk(acc.touched, perLock) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x.offerScores(top, acc, slots, sel)
	}
	return matches(top), nil
}

func (x *Index) offerScores(top *vector.Top[ranked], acc *accumulator, slots []uint32, sel selection) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	for _, slot := range slots {
		score := acc.scores[slot]
		if !top.Wants(score) {
			continue
		}
		if s, row := x.slabs[slot/slabRows], slot%slabRows; sel.has(s.fields[row]) {
			top.Offer(ranked{id: s.ids[row], own: s.fields[row].agent == sel.agent}, score)
		}
	}
}

// accumulator sums scores by slot. All are zero between searches.
type accumulator struct {
	scores  []float32
	touched []uint32
	found   []occurrence
}

// accumulator returns one that is large enough for every slot. It needs the lock.
func (x *Index) accumulator() *accumulator {
	acc, _ := x.accumulators.Get().(*accumulator)
	if slots := len(x.slabs) * slabRows; acc == nil || len(acc.scores) < slots {
		acc = &accumulator{scores: make([]float32, slots)}
	}
	return acc
}

func (a *accumulator) add(slot uint32, score float32) {
	if a.scores[slot] == 0 {
		a.touched = append(a.touched, slot)
	}
	a.scores[slot] += score
}

func (a *accumulator) clear() {
	for _, slot := range a.touched {
		a.scores[slot] = 0
	}
	a.touched = a.touched[:0]
}
