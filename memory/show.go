package memory

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rearview-dev/rearview/memory/rank"
	"github.com/rearview-dev/rearview/text"
)

// maxMatched bounds the words that explain a hit. More would explain nothing.
const maxMatched = 64

// show completes a hit that is returned: the best part of a long memory and, when asked to explain, the words
// that matched.
func (g *gathering) show(h *Hit, q rank.Query) {
	r := g.memories[h.Memory.ID]
	if len(r.Chunks) > 1 {
		h.BestPart = g.bestPart(&r, q)
	}
	if g.request.Explain {
		h.Matched = matched(g.terms, h.Memory.Content)
	}
}

// bestPart is the chunk that would rank first, were each a memory of its own.
func (g *gathering) bestPart(r *Record, q rank.Query) *Excerpt {
	candidates := make([]rank.Candidate, 0, len(r.Chunks))
	for i, c := range r.Chunks {
		candidate := rank.Candidate{ID: strconv.Itoa(i), Content: c.Of(r.Content), At: r.SaidAt(), Task: r.Task}
		candidate.BM25 = g.bm25(candidate.Content)
		one := Record{Chunks: []Chunk{c}}
		candidate.Cosine, candidate.Embedded = g.aim.cosine(&one)
		candidates = append(candidates, candidate)
	}
	q.Limit = 1
	hits := rank.Rank(q, candidates)
	if len(hits) == 0 {
		return nil
	}
	best := slices.IndexFunc(candidates, func(c rank.Candidate) bool { return c.ID == hits[0].ID })
	return excerpt(r.Content, r.Chunks[best].Span)
}

// excerpt is a stretch of a text without the white space around it.
func excerpt(content string, s Span) *Excerpt {
	trimmed := strings.TrimSpace(s.Of(content))
	s.Start += strings.Index(s.Of(content), trimmed)
	s.End = s.Start + len(trimmed)
	return &Excerpt{Span: s, Text: trimmed}
}

// matched are the query's terms that a text holds, in the order of the query. Terms that are part of a
// longer one that matched are left out.
func matched(terms []string, content string) []string {
	if len(terms) == 0 {
		return nil
	}
	held := make(map[string]bool)
	for _, t := range text.Words(content) {
		held[t] = true
	}
	var all []string
	for _, t := range terms {
		if held[t] && len(all) < maxMatched {
			all = append(all, t)
			delete(held, t)
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(t string) bool {
		return slices.ContainsFunc(all, func(longer string) bool { return len(longer) > len(t) && strings.Contains(longer, t) })
	})
}
