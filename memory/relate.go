package memory

import (
	"cmp"
	"math"
	"slices"

	"github.com/rearview-dev/rearview/memory/topic"
	"github.com/rearview-dev/rearview/namespace"
	"github.com/rearview-dev/rearview/text"
)

// related is a memory to compare with others. Its content is read when it is first needed.
type related struct {
	Record
	statement *topic.Statement
}

func (r *related) says() topic.Statement {
	if r.statement == nil {
		r.statement = &topic.Statement{Reading: topic.Read(r.Content), Type: string(r.Type), Topic: r.Topic, Task: r.Task}
	}
	return *r.statement
}

// saidAgain makes a memory count as said no earlier than one that says the same.
func (r *related) saidAgain(repeat *related) {
	if said := repeat.SaidAt(); said.After(r.SaidAt()) {
		r.RepeatedAt = said
	}
}

// age orders memories by when they were said last, then by id: the newest wins.
func age(a, b *Memory) int {
	return cmp.Or(a.SaidAt().Compare(b.SaidAt()), cmp.Compare(a.ID, b.ID))
}

// mayReplace says whether one of two memories can replace the other: both are of one writer.
func mayReplace(a, b *Memory) bool { return a.Agent == b.Agent && mayBeOfOneMatter(a, b) }

// mayOutrank says whether one of two memories can keep the other out of an answer: what can replace it, and what
// another agent wrote for all. A preference is its writer's own.
func mayOutrank(a, b *Memory) bool {
	return mayBeOfOneMatter(a, b) &&
		(a.Agent == b.Agent || a.Scope == ScopeShared && a.Type != TypePreference && b.Type != TypePreference)
}

// mayBeOfOneMatter says that two memories are for the same readers and not on topics that were named differently,
// that one speaker may have said them, and that no person let them stand beside each other.
func mayBeOfOneMatter(a, b *Memory) bool {
	return a.ID != b.ID && a.Scope == b.Scope &&
		(a.Topic == "" || b.Topic == "" || a.Topic == b.Topic) &&
		speakersAgree(a, b) &&
		!slices.Contains(a.KeptWith, b.ID) && !slices.Contains(b.KeptWith, a.ID)
}

// speakersAgree says whether one speaker may have said both. What stands before a colon may as well be a label:
// then the other text names it when it speaks of the same, or their topic is the same.
func speakersAgree(a, b *Memory) bool {
	said, other := text.Speaker(a.Content), text.Speaker(b.Content)
	switch {
	case said == other:
		return true
	case said != "" && other != "":
		return false
	case a.Topic != "" && a.Topic == b.Topic:
		return true
	default:
		return namesAttribute(said+other) || len(text.Mentions(a.Content, other))+len(text.Mentions(b.Content, said)) > 0
	}
}

// namesAttribute says whether a label is a word for an attribute, such as a budget, and so nobody who speaks.
func namesAttribute(label string) bool { return topic.Of(topic.Read(label)) != "" }

// compare says what the newer of two memories means for the older one, and which is which.
func (e *Engine) compare(a, b *related, d namespace.Duplicates) (older, newer *related, v topic.Verdict) {
	if age(&a.Memory, &b.Memory) > 0 {
		a, b = b, a
	}
	near := topic.Nearness{Similarity: math.NaN(), Merge: percent(d.MergeSimilarityPercent)}
	if similarity, known := e.similarity(a, b); known {
		near.Similarity = similarity
	}
	return a, b, topic.Compare(a.says(), b.says(), near)
}

// found is another memory, and what the newer of the two means for the older one.
type found struct {
	old, new, other *related
	topic.Verdict
}

// meeting is what a memory is to others.
type meeting struct{ replaced, same, unsure []found }

// meet compares a memory with others that may be of one matter with it. What a person let stand beside one that
// says the same is not replaced: saying a thing again makes it no newer than it was when the person decided.
func (e *Engine) meet(m *related, others []*related, d namespace.Duplicates) (met meeting) {
	for _, other := range others {
		older, newer, v := e.compare(m, other, d)
		f := found{older, newer, other, v}
		switch v.Relation {
		case topic.Supersedes:
			met.replaced = append(met.replaced, f)
		case topic.Duplicate:
			met.same = append(met.same, f)
		case topic.Unsure:
			met.unsure = append(met.unsure, f)
		}
	}
	met.replaced = slices.DeleteFunc(met.replaced, func(f found) bool {
		return slices.ContainsFunc(met.same, func(same found) bool {
			return !mayBeOfOneMatter(&f.other.Memory, &same.other.Memory)
		})
	})
	return met
}
