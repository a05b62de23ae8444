// Package topic decides what a newer memory means for an older one of the same agent: the same said again,
// a newer truth that replaces it, or another matter. It uses no language model. It is pure and deterministic,
// and costs microseconds. Chinese and English come first; Japanese, Spanish and German are understood in
// plain sentences.
//
// A text is read once, into words, values (numbers, dates, names, members of known categories) and marks
// (it asks, it supposes, it reports a change, ...). Two readings are then compared. Precision comes before
// recall: a wrong supersession hides a truth.
package topic

// Relation is what a newer memory means for an older one.
type Relation string

// The relations.
const (
	// Duplicate: the newer one says the same again and nothing that the older one does not say.
	Duplicate Relation = "duplicate"
	// Supersedes: the newer one gives the same matter a new value, and the older one no longer holds.
	Supersedes Relation = "supersedes"
	// Compatible: they speak of like matters, and both hold.
	Compatible Relation = "compatible"
	// Unsure: the newer one may replace the older one. Both should stay, and a recall of both should say so.
	Unsure Relation = "unsure"
	// Unrelated: they speak of different matters.
	Unrelated Relation = "unrelated"
)

// Statement is one memory.
type Statement struct {
	Reading Reading
	// Type is the memory's type, such as "preference", "fact" or "event"; empty when nobody said.
	Type string
	// Topic is the name that the agent gave to what the memory is about; empty for none.
	Topic string
	// Task that the memory belongs to; empty for none.
	Task string
}

// Nearness is what is known of a pair beyond its words.
type Nearness struct {
	// Similarity of the two texts, 0..1, where 0.92 is the same thing said again; NaN when it is not known.
	Similarity float64
	// Merge is the sameness, 0..1, from which two statements without a difference are duplicates; 0 means
	// DefaultMerge.
	Merge float64
}

// DefaultMerge is the sameness from which statements merge when the policy does not say.
const DefaultMerge = 0.92

// Verdict is what Compare found.
type Verdict struct {
	Relation Relation
	// Rule that decided.
	Rule string
	// Why, in a few words for people.
	Why string
}
