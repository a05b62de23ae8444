package rank

import "math"

// The parameters of BM25: how fast repeats of a word stop counting, and how much long texts are held back.
const (
	K1 = 0.9
	B  = 0.4
)

// Stats are the statistics of an index of words that BM25 needs.
type Stats struct {
	// Documents in the index, and their mean length in terms.
	Documents  int64
	MeanLength float64
	// Frequency is how many documents hold each term of the query.
	Frequency map[string]int64
}

// BM25 scores a text, given as its terms, for the terms of a query; both as package text makes them. A
// term that the query repeats counts as often. The score is 0 or more, and on the scale of the index that
// the statistics come from, whether the text is in it or not.
//
// It is Okapi BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond",
// 2009) with the idf of Lucene, which is never negative:
//
//	Σ idf(t) · tf·(k1+1) / (tf + k1·(1 - b + b·length/mean))
func BM25(query, document []string, stats Stats) float64 {
	if len(query) == 0 || len(document) == 0 {
		return 0
	}
	counts := make(map[string]int, len(query))
	for _, t := range query {
		counts[t] = 0
	}
	for _, t := range document {
		if n, asked := counts[t]; asked {
			counts[t] = n + 1
		}
	}
	score := 0.0
	for _, t := range query {
		if n := counts[t]; n > 0 {
			score += IDF(stats.Documents, stats.Frequency[t]) * Saturation(n, len(document), stats.MeanLength)
		}
	}
	return score
}

// Reach is how much a query asks for: the sum of the idf of its terms.
func Reach(query []string, stats Stats) float64 {
	sum := 0.0
	for _, t := range query {
		sum += IDF(stats.Documents, stats.Frequency[t])
	}
	return sum
}

// IDF is how much a term says that stands in so many of an index's documents: ln(1 + (N-n+½)/(n+½)).
func IDF(documents, frequency int64) float64 {
	n := float64(max(frequency, 0))
	return math.Log1p((max(float64(documents), n) - n + 0.5) / (n + 0.5))
}

// Saturation is what tf occurrences of a term count in a text of some length, 0 to K1+1.
func Saturation(tf, length int, meanLength float64) float64 {
	relative := 1.0
	if meanLength > 0 {
		relative = float64(length) / meanLength
	}
	n := float64(tf)
	return n * (K1 + 1) / (n + K1*(1-B+B*relative))
}
