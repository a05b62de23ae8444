// Package calibration measures on what scale a model's cosines of two passages must be read: which cosine texts
// of different matters have, and which one the same said again has.
package calibration

import (
	"context"
	"slices"

	"github.com/rearview-dev/rearview/memory"
)

// sameAgain is the similarity that the same said again gets.
const sameAgain = 0.92

// smallestSpan keeps a scale of a model that tells nothing apart finite.
const smallestSpan = 0.01

// Measure embeds the built-in sentences and returns the model's scales. The floor of a scale is the median cosine
// of sentences about different matters; the median cosine of sentences that say the same in almost the same
// words gets a similarity of 0.92. Errors are those of EmbedPassages.
func Measure(ctx context.Context, e memory.Embedder) (memory.PassageScales, error) {
	english, err := embedPairs(ctx, e, sameEnglish)
	if err != nil {
		return memory.PassageScales{}, err
	}
	chinese, err := embedPairs(ctx, e, sameChinese)
	if err != nil {
		return memory.PassageScales{}, err
	}
	return memory.PassageScales{
		Alphabetic: scale(unrelated(english, english), same(english)),
		Unspaced:   scale(unrelated(chinese, chinese), same(chinese)),
		// The two lists say the same, line by line.
		Across: scale(unrelated(english, chinese), translations(english, chinese)),
	}, nil
}

// vectorPair is the vectors of a sentence and of its other wording.
type vectorPair [2][]float32

func embedPairs(ctx context.Context, e memory.Embedder, pairs [][2]string) ([]vectorPair, error) {
	texts := make([]string, 0, 2*len(pairs))
	for _, p := range pairs {
		texts = append(texts, p[0], p[1])
	}
	vectors, err := e.EmbedPassages(ctx, texts)
	if err != nil {
		return nil, err
	}
	embedded := make([]vectorPair, len(pairs))
	for i := range embedded {
		embedded[i] = vectorPair{vectors[2*i], vectors[2*i+1]}
	}
	return embedded, nil
}

// unrelated is the cosines of sentences of different lines.
func unrelated(a, b []vectorPair) (cosines []float64) {
	for i := range a {
		for j := range b {
			if i != j {
				cosines = append(cosines, dot(a[i][0], b[j][0]))
			}
		}
	}
	return cosines
}

// same is the cosines of the two wordings of each line.
func same(a []vectorPair) (cosines []float64) {
	for _, p := range a {
		cosines = append(cosines, dot(p[0], p[1]))
	}
	return cosines
}

// translations is the cosines of the same lines of two languages.
func translations(a, b []vectorPair) (cosines []float64) {
	for i := range a {
		cosines = append(cosines, dot(a[i][0], b[i][0]))
	}
	return cosines
}

func scale(unrelated, same []float64) memory.Scale {
	floor := median(unrelated)
	return memory.Scale{Floor: floor, Span: max((median(same)-floor)/sameAgain, smallestSpan)}
}

func median(xs []float64) float64 {
	slices.Sort(xs)
	return (xs[(len(xs)-1)/2] + xs[len(xs)/2]) / 2
}

func dot(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}
