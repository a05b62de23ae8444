package recent

import (
	"github.com/oklog/ulid/v2"

	"github.com/rearview-dev/rearview/internal/vector"
	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/memory/rank"
)

// Found is a memory that a search found, and its chunks, which the caller must not change.
type Found struct {
	ID     ulid.ULID
	Chunks []memory.Chunk
}

// Search returns what memory.Working promises of it, each memory once.
func (t *Table) Search(v memory.Visibility, q memory.WorkingSearch) []Found {
	entries := t.distinct(v, q)
	before := func(a, b *Entry) bool { return precedes(a, b, v.Agent()) }
	nearest := vector.NewTop(q.Limit, before)
	best := vector.NewTop(q.Limit, before)
	newest := vector.NewTop(q.Limit, before)
	weights := t.weights(q)
	for _, e := range entries {
		if q.Vector != nil && len(e.chunks) > 0 {
			if score := e.cosine(q.Vector); nearest.Wants(score) {
				nearest.Offer(e, score)
			}
		}
		if score := e.score(weights, q.Stats.MeanLength); score > 0 && best.Wants(score) {
			best.Offer(e, score)
		}
		newest.Offer(e, 0)
	}
	var found []Found
	seen := make(map[ulid.ULID]bool, 3*q.Limit)
	for _, top := range []*vector.Top[*Entry]{nearest, best, newest} {
		for _, m := range top.Matches() {
			if e := m.Key; !seen[e.id] {
				seen[e.id] = true
				found = append(found, Found{ID: e.id, Chunks: e.chunks})
			}
		}
	}
	return found
}

// distinct are the entries that v sees and q selects, one of each content.
func (t *Table) distinct(v memory.Visibility, q memory.WorkingSearch) []*Entry {
	t.mu.RLock()
	defer t.mu.RUnlock()
	now := q.Now.UnixMicro()
	entries := make([]*Entry, 0, len(t.entries))
	at := make(map[uint64]int, len(t.entries))
	for _, e := range t.entries {
		if !e.active || e.expires != 0 && e.expires <= now || q.Session != "" && e.session != q.Session || !v.Sees(e.agent, e.scope) {
			continue
		}
		i, known := at[e.content]
		switch {
		case !known:
			at[e.content] = len(entries)
			entries = append(entries, e)
		case represents(e, entries[i], v.Agent()):
			entries[i] = e
		}
	}
	return entries
}

// represents says whether a rather than its copy b shall be found: the agent's own, then one with a vector,
// then the newer.
func represents(a, b *Entry, agent string) bool {
	if (a.agent == agent) == (b.agent == agent) && (a.chunks == nil) != (b.chunks == nil) {
		return a.chunks != nil
	}
	return precedes(a, b, agent)
}

// precedes puts the agent's own first, then the newer.
func precedes(a, b *Entry, agent string) bool {
	if own := a.agent == agent; own != (b.agent == agent) {
		return own
	}
	return a.id.Compare(b.id) > 0
}

// weights are what each word of the query counts.
func (t *Table) weights(q memory.WorkingSearch) map[uint64]float64 {
	weights := make(map[uint64]float64, len(q.Terms))
	for _, term := range q.Terms {
		weights[t.hash(term)] += rank.IDF(q.Stats.Documents, q.Stats.Frequency[term])
	}
	return weights
}

// score is that of rank.BM25.
func (e *Entry) score(weights map[uint64]float64, meanLength float64) float32 {
	if len(weights) == 0 {
		return 0
	}
	score := 0.0
	for _, c := range e.counts {
		if w, asked := weights[c.word]; asked {
			score += w * rank.Saturation(c.times, e.length, meanLength)
		}
	}
	return float32(score)
}

// cosine is that of the best chunk.
func (e *Entry) cosine(query []float32) float32 {
	best := vector.Dot(e.chunks[0].Vector, query)
	for _, c := range e.chunks[1:] {
		best = max(best, vector.Dot(c.Vector, query))
	}
	return best
}
