package topic

// FeatureNames are those of the features, in order.
var FeatureNames = featureNames[:]

// Features returns the features of a pair, and whether a rule decides it before they count.
func Features(older, newer Statement, near Nearness) (f []float64, decided bool) {
	p := newPair(&older, &newer, near)
	_, decided = p.vetoed()
	all := p.features()
	return all[:], decided
}

// SetWeights replaces the weights of the models, and returns a function that puts them back.
func SetWeights(replaces, same []float64) (restore func()) {
	before := weights
	for i := range weights {
		weights[i].replaces, weights[i].same = replaces[i], same[i]
	}
	return func() { weights = before }
}
