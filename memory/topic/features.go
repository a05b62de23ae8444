package topic

// feature is one thing about a pair that speaks for or against its saying the same, or one replacing the
// other. Its value is 0..1.
type feature uint8

const (
	fBias feature = iota
	// fSimilarity of the texts' vectors.
	fSimilarity
	// fCoverOld and fCoverNew: how much of the one's content the other one has.
	fCoverOld
	fCoverNew
	// fAnchors: shared words that are no values.
	fAnchors
	// fAgree: values that both have; fNewValues, fOldValues: values that only one has.
	fAgree
	fNewValues
	fOldValues
	// fCategory, fNumber, fBare: another member of a category, another number of the same kind, another number
	// of which one has no unit.
	fCategory
	fNumber
	fBare
	// fMoved: both values are named.
	fMoved
	// fRetired: what the older one names is said to hold no longer.
	fRetired
	// fAttribute, fFamily, fOtherAttribute: the same attribute, one like it, quite another.
	fAttribute
	fFamily
	fOtherAttribute
	// fSubject, fMiddle, fEnd: different content before, between and behind what is shared.
	fSubject
	fMiddle
	fEnd
	// fSwap, fSwaps: one short piece, or two, stand for others.
	fSwap
	fSwaps
	// fExplicit: the newer one reports a change; fSoft: it says "now", "from now on" or "actually".
	fExplicit
	fSoft
	// fBothChange: both report a change.
	fBothChange
	// fNegation: one denies, the other does not.
	fNegation
	fAdds
	// fOldEvent: the older one is an event and no decision.
	fOldEvent
	fNewEvent
	fSameTask
	fOtherTask
	fSameTopic
	// fAcross: one is written with an alphabet, the other without.
	fAcross
	fLikes
	// The rest are what must come together.
	fChangeAndValue
	fChangeAndAttribute
	fChangeAndSimilarity
	fSoftAndValue
	fSoftAndAttribute
	fChangeAndEnd
	fAttributeAndEnd
	fValueAndCover
	// fFocus: what is said to change is what the older one is about; fOtherFocus: it is something else.
	fFocus
	fOtherFocus
	fAgreeAll
	fPlainText
	features
)

var featureNames = [features]string{
	"bias", "similarity", "cover old", "cover new", "anchors", "agree", "new values", "old values", "category", "number", "bare", "moved", "retired",
	"attribute", "family", "other attribute", "subject", "middle", "end", "swap", "swaps", "explicit", "soft", "both change", "negation", "adds", "old event", "new event", "same task",
	"other task", "same topic", "across", "likes", "change and value", "change and attribute", "change and similarity", "soft and value", "soft and attribute",
	"change and end", "attribute and end", "value and cover", "focus", "other focus", "agree all", "plain text",
}

func (p *pair) features() (f [features]float64) {
	o, n := &p.old.Reading, &p.new.Reading
	d := p.values
	f[fBias] = 1
	f[fSimilarity] = p.similarity()
	f[fCoverOld], f[fCoverNew] = p.shares()
	f[fAnchors] = float64(min(p.anchors, 4)) / 4
	f[fAgree] = float64(min(d.agree, 2)) / 2
	f[fNewValues] = float64(min(d.newOnly, 2)) / 2
	f[fOldValues] = float64(min(d.oldOnly, 2)) / 2
	f[fCategory] = is(d.categories > 0)
	f[fNumber] = is(d.clashes > d.categories+d.bare)
	f[fBare] = is(d.bare > 0)
	f[fMoved] = is(d.moved)
	explicit := n.marks&(changes|retires) != 0
	soft := !explicit && n.marks&anyChange != 0
	f[fRetired] = is((explicit || n.marks&complains != 0) && p.retiresOld())
	p.attributes(&f)
	f[fSubject] = is(p.gaps.subject)
	f[fMiddle] = float64(min(p.gaps.middle, 2)) / 2
	f[fEnd] = is(p.gaps.end)
	f[fSwap] = is(p.gaps.swaps == 1)
	f[fSwaps] = is(p.gaps.swaps > 1)
	f[fExplicit] = is(explicit)
	f[fSoft] = is(soft)
	f[fBothChange] = is(explicit && o.marks&(changes|retires) != 0)
	f[fNegation] = is((o.marks^n.marks)&negates != 0)
	f[fAdds] = is(n.marks&^o.marks&adds != 0)
	f[fOldEvent] = is(p.old.Type == "event" && o.marks&decides == 0)
	f[fNewEvent] = is(p.new.Type == "event" && !explicit)
	f[fSameTask] = is(p.old.Task != "" && p.old.Task == p.new.Task)
	f[fOtherTask] = is(p.old.Task != "" && p.new.Task != "" && p.old.Task != p.new.Task)
	f[fSameTopic] = is(p.old.Topic != "" && p.old.Topic == p.new.Topic)
	f[fAcross] = is(o.unspaced != n.unspaced)
	f[fLikes] = is(p.has("like"))
	clash := d.clashes > 0
	f[fChangeAndValue] = is(explicit && d.changed > 0)
	f[fChangeAndAttribute] = is(explicit) * f[fAttribute]
	f[fChangeAndSimilarity] = is(explicit) * f[fSimilarity]
	f[fSoftAndValue] = is(soft && d.changed > 0)
	f[fFocus], f[fOtherFocus] = p.focus()
	f[fSoftAndAttribute] = is(soft) * f[fAttribute]
	f[fChangeAndEnd] = is((explicit || soft) && p.gaps.end)
	f[fAttributeAndEnd] = f[fAttribute] * f[fEnd]
	f[fValueAndCover] = is(clash) * f[fCoverOld]
	f[fAgreeAll] = is(d.agree > 0 && d.newOnly == 0 && d.oldOnly == 0)
	f[fPlainText] = is(len(o.values)+len(n.values) == 0)
	return f
}

// shares is how much of the content of each text, the clashing values left out, the other one has, 0..1.
func (p *pair) shares() (ofOld, ofNew float64) {
	oldOnly, newOnly := p.oldOnly, p.newOnly
	for j := range p.new.Reading.tokens {
		if i := p.against[j]; i >= 0 {
			newOnly -= float64(p.new.Reading.tokens[j].weight)
			if p.oldTo[i] < 0 {
				oldOnly -= float64(p.old.Reading.tokens[i].weight)
			}
		}
	}
	return share(p.shared, oldOnly), share(p.shared, newOnly)
}

func share(part, rest float64) float64 {
	if part <= 0 {
		return 0
	}
	return part / (part + max(rest, 0))
}

// focus says whether the content next to the words that report a change is shared with the older text, or is an
// attribute of which the older one does not speak.
func (p *pair) focus() (shared, other float64) {
	r := &p.new.Reading
	for _, at := range r.changesAt {
		j := r.besides(int(at))
		if j < 0 {
			continue
		}
		t := r.tokens[j]
		switch {
		case p.counterpart(j) >= 0 || t.concept != 0 && p.old.Reading.speaksOf(t.concept):
			return 1, 0
		case t.kind == attribute && lexicon.info(t.concept).sort == single:
			other = 1
		}
	}
	return 0, other
}

// besides is the token with content right before the place of a change, or behind it when none is before in the
// same clause; -1 for none.
func (r *Reading) besides(place int) int {
	found := -1
	for j, t := range r.tokens {
		if t.kind == glue || t.weight < 0.35 || t.kind == quantity {
			continue
		}
		if place < r.clauses[t.clause].start || place >= r.clauses[t.clause].end {
			continue
		}
		if t.start < place || found < 0 {
			found = j
		}
	}
	return found
}

// speaksOf says whether the text names the attribute or a member of it.
func (r *Reading) speaksOf(c concept) bool {
	for _, t := range r.tokens {
		if t.concept == c {
			return true
		}
	}
	return false
}

// attributes compares what the texts give values to.
func (p *pair) attributes(f *[features]float64) {
	o, n := p.old.Reading.attributeSet(), p.new.Reading.attributeSet()
	for _, a := range o {
		for _, b := range n {
			switch {
			case a == b:
				f[fAttribute] = 1
			case lexicon.info(a).family != noFamily && lexicon.info(a).family == lexicon.info(b).family:
				f[fFamily] = 1
			}
		}
	}
	f[fOtherAttribute] = is(len(o) > 0 && len(n) > 0 && f[fAttribute]+f[fFamily] == 0)
}

// attributeSet is the attributes of the clauses that tell, named or implied by a member of their category.
func (r *Reading) attributeSet() []concept {
	var set [8]concept
	found := set[:0]
	for _, t := range r.tokens {
		if t.concept == 0 || len(found) == cap(set[:]) || lexicon.info(t.concept).sort != single || !r.clauses[t.clause].told {
			continue
		}
		found = append(found, t.concept)
	}
	return found
}

func is(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
