package memory

import (
	"context"
	"unicode"
)

// Scale maps a cosine c to 0..1: clip((c-Floor)/Span, 0, 1).
type Scale struct {
	Floor float64 `json:"floor"`
	Span  float64 `json:"span"`
}

// Calibration maps a model's cosines to similarities.
type Calibration struct {
	// Scale is for a passage and what sets a query apart: 0 is chance, 1 an answer.
	Scale
	// Common are what the query vectors of the model have in common whatever they ask for, one for each kind of
	// query, and nobody changes them. When there is none, Scale is for the query as it is.
	Common [][]float32 `json:"-"`
	// Passages is for two passages.
	Passages PassageScales `json:"passages"`
}

// PassageScales map the cosine of two passages to a similarity: 0 is what texts of different matters have, and
// 0.92 what a text and the same said again in almost the same words have. Models differ in both, and give
// texts without spaces, such as Chinese, other cosines than texts of an alphabet, and yet others across. A
// scale whose span is 0 is not known, and the one for a query and a passage stands in.
type PassageScales struct {
	Alphabetic Scale `json:"alphabetic"`
	Unspaced   Scale `json:"unspaced"`
	Across     Scale `json:"across"`
}

// Calibrator is an embedder that can measure the scales of passages of its model, which nobody told it. Its
// Calibration tells them once Calibrate has returned nil.
type Calibrator interface {
	Embedder
	Calibrate(ctx context.Context) error
}

// Similarity maps a cosine, -1..1, to 0..1.
func (s Scale) Similarity(cosine float64) float64 {
	if s.Span <= 0 || !(cosine > s.Floor) {
		return 0
	}
	return min((cosine-s.Floor)/s.Span, 1)
}

// Between is the similarity, 0..1, of two passages whose vectors have the cosine. It needs the texts only to see
// how they are written.
func (c Calibration) Between(cosine float64, a, b string) float64 {
	unspacedA, unspacedB := unspaced(a), unspaced(b)
	scale := c.Passages.Across
	switch {
	case unspacedA && unspacedB:
		scale = c.Passages.Unspaced
	case !unspacedA && !unspacedB:
		scale = c.Passages.Alphabetic
	}
	if scale.Span <= 0 {
		scale = c.Scale
	}
	return scale.Similarity(cosine)
}

const (
	// scriptRunes is how many letters decide in which script a text is written.
	scriptRunes = 128
	// lettersPerCharacter is how many letters one character of an unspaced script says as much as.
	lettersPerCharacter = 3
)

// unspaced says whether a text is written mostly in a script without spaces between words.
func unspaced(s string) bool {
	characters, letters := 0, 0
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai):
			characters += lettersPerCharacter
		case unicode.IsLetter(r):
			letters++
		}
		if characters+letters >= scriptRunes {
			return characters > letters
		}
	}
	return characters > letters
}
