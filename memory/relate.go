package memory

import (
	"cmp"
	"math"
	"slices"

	"github.com/rearview-dev/rearview/memory/topic"
	"github.com/rearview-dev/rearview/namespace"
	"github.com/rearview-dev/rearview/text"
)

// related is a memory prepared for comparison.
type related struct {
	Record
	statement topic.Statement
}

func newRelated(r Record) related {
	return related{Record: r, statement: topic.Statement{
		Reading: topic.Read(r.Content), Type: string(r.Type), Topic: r.Topic, Task: r.Task,
	}}
}

// saidAgain makes a memory count as said no earlier than one that says the same.
func (r *related) saidAgain(repeat *related) {
	if said := repeat.SaidAt(); said.After(r.SaidAt()) {
		r.RepeatedAt = said
	}
}

// older orders memories by when they were said last, then by id: the newest wins.
func older(a, b *Memory) bool {
	return cmp.Or(a.SaidAt().Compare(b.SaidAt()), cmp.Compare(a.ID, b.ID)) < 0
}

// mayReplace says whether one of two memories can replace the other at all: what one agent wrote for the same
// readers, not on topics that it named differently, and no person has let stand beside each other.
func mayReplace(a, b *Memory) bool {
	return a.ID != b.ID && a.Agent == b.Agent && a.Scope == b.Scope &&
		(a.Topic == "" || b.Topic == "" || a.Topic == b.Topic) &&
		text.Speaker(a.Content) == text.Speaker(b.Content) &&
		!slices.Contains(a.KeptWith, b.ID) && !slices.Contains(b.KeptWith, a.ID)
}

// compare says what the newer of two memories means for the older one, and which is which.
func (e *Engine) compare(a, b *related, d namespace.Duplicates) (old, new *related, v topic.Verdict) {
	if !older(&a.Memory, &b.Memory) {
		a, b = b, a
	}
	near := topic.Nearness{Similarity: math.NaN(), Merge: percent(d.MergeSimilarityPercent)}
	if similarity, known := e.similarity(a, b); known {
		near.Similarity = similarity
	}
	return a, b, topic.Compare(a.statement, b.statement, near)
}
