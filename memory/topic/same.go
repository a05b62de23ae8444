package topic

import "math"

// What speaks for a repetition must be this much, when the texts share no value.
const (
	// thinCoverage and thinSimilarity: fewer shared words and less likeness are too little.
	thinCoverage   = 0.4
	thinSimilarity = 0.75
	// swapSimilarity is how alike texts must be of which one piece stands for another.
	swapSimilarity = 0.8
	// eventSimilarity is how alike two events must be to be one: what happens resembles other things that happen.
	eventSimilarity = 0.8
	// blindCoverage is how much each text must have of the other's words when their likeness is not known.
	blindCoverage = 0.9
)

// blind says that nothing is known of the pair but its words.
func (p *pair) blind() bool { return math.IsNaN(p.near.Similarity) }

// same decides whether the new text says the same again.
func (p *pair) same(f *[features]float64) (Verdict, bool) {
	if p.otherEvent(f) || p.differs() || sameness(f) < p.near.Merge || p.blind() && min(f[fCoverOld], f[fCoverNew]) < blindCoverage {
		return Verdict{}, false
	}
	if otherTask(p.old, p.new) {
		return p.apart(RuleOtherTask, "the same in another task"), true
	}
	return Verdict{Duplicate, RuleSameMeaning, "the same said in other words"}, true
}

// otherEvent says whether the texts tell of two things that happened: they are not told alike, nor do they share all
// words and more than one value.
func (p *pair) otherEvent(f *[features]float64) bool {
	told := p.near.Similarity >= eventSimilarity || p.values.agree > 1 && min(f[fCoverOld], f[fCoverNew]) >= blindCoverage
	return p.old.Type == "event" && p.new.Type == "event" && !p.blind() && !told
}

// differs says whether a value, a mark or a subject differs, so that the texts can not say the same.
func (p *pair) differs() bool {
	d := p.values
	added := p.new.Reading.marks &^ p.old.Reading.marks
	switch {
	case d.clashes > 0, d.newNumbers > 0, d.scopes != 0, added&adds != 0, p.wordsApart():
		return true
	case d.agreeNumbers == 0 && (p.old.Reading.marks^p.new.Reading.marks)&negates != 0, p.newName(), p.sharesOnlyItsSubject():
		return true
	case added&anyChange != 0 && p.newOnly >= aWord && (d.agree == 0 || d.newOnly > 0 || d.oldOnly > 0):
		return true
	}
	return d.agree == 0 && p.differsInWords(added)
}

// differsInWords says whether texts that share no value differ in what they say.
func (p *pair) differsInWords(added mark) bool {
	_, cover := p.shares()
	switch {
	case p.gaps.subject, added&(changes|retires|standing) != 0:
		return true
	case cover < thinCoverage && p.similarity() < thinSimilarity:
		return true
	}
	return p.gaps.swaps > 1 || p.gaps.swaps == 1 && p.similarity() < swapSimilarity
}

// sharesOnlyItsSubject says whether the texts begin with one name and have nothing else in common: two things that are
// said of somebody, however near an embedder puts them.
func (p *pair) sharesOnlyItsSubject() bool {
	subject := firstContent(p.new.Reading.tokens)
	if subject.kind != name || firstContent(p.old.Reading.tokens).id != subject.id {
		return false
	}
	return p.shared-float64(subject.weight) < aWord && min(p.oldOnly, p.newOnly) >= aWord
}

// newName says whether the new text names somebody or something whom the old one, in the same script, does not.
func (p *pair) newName() bool {
	if p.old.Reading.unspaced != p.new.Reading.unspaced {
		return false
	}
	for j, t := range p.new.Reading.tokens {
		if t.kind == name && p.newTo[j] < 0 {
			return true
		}
	}
	return false
}

const (
	// oneWord is what one word weighs at most.
	oneWord = 1.5
	// oneSentence is the share of words from which two texts are one sentence.
	oneSentence = 0.5
)

// wordsApart says whether the texts are one sentence but for places where each has a word of its own: what
// stands there may be names that nobody knows, and who says the same in other words changes more.
func (p *pair) wordsApart() bool {
	places := p.gaps.middle + int(is(p.gaps.subject)) + int(is(p.gaps.end))
	most := oneWord * float64(places)
	return places > 0 && p.anchors >= 2 && p.oldOnly <= most && p.newOnly <= most && share(p.shared, min(p.oldOnly, p.newOnly)) >= oneSentence
}
