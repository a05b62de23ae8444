package memory

import "math"

const (
	// commonShare is how much of what is common is taken away.
	commonShare = 0.8
	// kindSharpness says how much more a kind counts that is nearer to the query: e times as much for a cosine
	// higher by one part in so many.
	kindSharpness = 50
)

// distinct is what sets a query vector apart from other queries of its kind, of unit length. Most of a query's
// vector says how it is put: that it asks when, that it is a dialogue in Chinese. With this in it, the nearest
// memories are those that read like all such queries. What the kinds nearest to it have in common is taken away,
// by a softmax over their cosines. Memories are compared as they are.
//
// It is the centring of embeddings (Mu and Viswanath, "All-but-the-Top", 2018), on the side of the query and by
// its neighbourhood.
func (c Calibration) distinct(query []float32) []float32 {
	if len(c.Common) == 0 {
		return query
	}
	weights, sum := make([]float64, len(c.Common)), 0.0
	nearest := math.Inf(-1)
	for i, kind := range c.Common {
		weights[i] = kindSharpness * dot(query, kind) / math.Sqrt(dot(kind, kind))
		nearest = max(nearest, weights[i])
	}
	for i := range weights {
		weights[i] = math.Exp(weights[i] - nearest)
		sum += weights[i]
	}
	rest, squares := make([]float32, len(query)), 0.0
	for i, x := range query {
		common := 0.0
		for k, kind := range c.Common {
			common += weights[k] * float64(kind[i])
		}
		rest[i] = float32(float64(x) - commonShare*common/sum)
		squares += float64(rest[i]) * float64(rest[i])
	}
	if squares < 1e-12 {
		return query // The query is all that queries have in common.
	}
	scale := float32(1 / math.Sqrt(squares))
	for i := range rest {
		rest[i] *= scale
	}
	return rest
}
