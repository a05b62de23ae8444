package memory

import "github.com/rearview-dev/rearview/internal/vector"

// Record is a memory with its vectors.
type Record struct {
	Memory
	// Chunks are the stretches of the content that have a vector each, in their order: one for all of a short
	// memory, several for a long one, none while it is not embedded.
	Chunks []Chunk `json:"-"`
}

// Chunk is a stretch of a memory's content and its passage vector.
type Chunk struct {
	Span
	// Vector has Dimension float32 values and unit length.
	Vector []float32
}

// Span is a stretch of a text, as byte offsets: it begins at Start and ends before End.
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// Of is the stretch of a text; empty when the text does not reach so far.
func (s Span) Of(text string) string {
	if s.Start < 0 || s.Start > s.End || s.End > len(text) {
		return ""
	}
	return text[s.Start:s.End]
}

// Embedded is a memory with one vector for all of its content, or none when that is nil.
func Embedded(m Memory, vector []float32) Record {
	r := Record{Memory: m}
	if vector != nil {
		r.Chunks = []Chunk{{Span: Span{End: len(m.Content)}, Vector: vector}}
	}
	return r
}

// nearest is the cosine of a query vector and the chunk nearest to it. It reports false when there is none to compare.
func (r *Record) nearest(query []float32) (cosine float64, found bool) {
	for _, c := range r.Chunks {
		if len(c.Vector) != len(query) {
			continue
		}
		if near := float64(vector.Dot(query, c.Vector)); !found || near > cosine {
			cosine, found = near, true
		}
	}
	return cosine, found
}

// cosine compares all of two memories: it is the cosine of the chunk that has the least like it in the other
// one. It reports false when one of them is not embedded. So a memory that says something besides is not the
// same, however much of it is.
func (r *Record) cosine(other *Record) (float64, bool) {
	lowest, found := 1.0, false
	for _, side := range [2][2]*Record{{r, other}, {other, r}} {
		for _, c := range side[0].Chunks {
			cosine, ok := side[1].nearest(c.Vector)
			if !ok {
				return 0, false
			}
			lowest, found = min(lowest, cosine), true
		}
	}
	return lowest, found
}
