package index

import (
	"context"

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
	defer x.mu.RUnlock()
	sel, ok := x.selectActive(v, f)
	if !ok {
		return nil, stats, nil
	}
	stats.Documents, stats.MeanLength = x.sizes(sel)
	acc := x.accumulator()
	defer x.accumulators.Put(acc)
	for _, t := range unique {
		if err := ctx.Err(); err != nil {
			acc.clear()
			return nil, stats, err
		}
		found := x.occurrences(acc, t, sel)
		stats.Frequency[t] = int64(len(found))
		weight := float64(repeats[t]) * rank.IDF(stats.Documents, stats.Frequency[t])
		for _, p := range found {
			length := x.slabs[p.slot()/slabRows].lengths[p.slot()%slabRows]
			acc.add(p.slot(), float32(weight*rank.Saturation(p.count(), int(length), stats.MeanLength)))
		}
	}
	return x.best(acc, sel, limit), stats, nil
}

// sizes returns how many memories are selected and their mean length in terms.
func (x *Index) sizes(sel selection) (documents int64, mean float64) {
	var length int64
	for f, t := range x.totals {
		if sel.has(f) {
			documents += t.documents
			length += t.length
		}
	}
	if documents > 0 {
		mean = float64(length) / float64(documents)
	}
	return documents, mean
}

// occurrences returns the term's postings that are selected; they are good until the next call.
func (x *Index) occurrences(acc *accumulator, term string, sel selection) []posting {
	acc.found = acc.found[:0]
	id, ok := x.terms[term]
	if !ok || int(id) >= len(x.postings) {
		return nil
	}
	for _, p := range x.postings[id] {
		if sel.has(x.slabs[p.slot()/slabRows].fields[p.slot()%slabRows]) {
			acc.found = append(acc.found, p)
		}
	}
	return acc.found
}

// best takes the scores out of the accumulator, which is empty afterwards.
func (x *Index) best(acc *accumulator, sel selection, limit int) []Match {
	top := vector.NewTop(limit, first)
	for _, slot := range acc.touched {
		if score := acc.scores[slot]; top.Wants(score) {
			s, row := x.slabs[slot/slabRows], slot%slabRows
			top.Offer(ranked{id: s.ids[row], own: s.fields[row].agent == sel.agent}, score)
		}
	}
	acc.clear()
	return matches(top)
}

// accumulator sums scores by slot. All are zero between searches.
type accumulator struct {
	scores  []float32
	touched []uint32
	found   []posting
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
