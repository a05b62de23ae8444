package topic

// The rules, by the names that verdicts give.
const (
	// RuleSameText: they are written alike.
	RuleSameText = "same_text"
	// RuleSameMeaning: no value, name, negation or mark differs, and words and vectors say the same.
	RuleSameMeaning = "same_meaning"
	// RuleLongText: one is too long for rules made for sentences.
	RuleLongText = "long_text"
	// RuleQuestion: one only asks, supposes, considers or reports what somebody says.
	RuleQuestion = "not_asserted"
	// RuleAddition: the newer one adds to what holds.
	RuleAddition = "addition"
	// RuleException: the newer one is an exception that ends by itself.
	RuleException = "exception"
	// RuleElsewhere: the newer one speaks of another place, team or time.
	RuleElsewhere = "elsewhere"
	// RuleOtherSubject: they speak of different people, projects, environments or things.
	RuleOtherSubject = "other_subject"
	// RuleEvents: both tell what happened, each at its time.
	RuleEvents = "separate_events"
	// RuleMoved: the newer one names the old value and the new one.
	RuleMoved = "from_old_to_new"
	// RuleRetired: the newer one says that what the older one names no longer holds.
	RuleRetired = "old_value_retired"
	// RuleChanged: the newer one reports a change and gives the same matter another value.
	RuleChanged = "changed"
	// RuleNewValue: the same sentence with another value.
	RuleNewValue = "new_value"
	// RuleMayChange: a change is reported, and it may be one of this matter.
	RuleMayChange = "may_have_changed"
	// RuleBothHold: like matters without a contradiction.
	RuleBothHold = "both_hold"
	// RuleOtherMatter: nothing ties them together.
	RuleOtherMatter = "other_matter"
)

// Compare says what the newer of two memories of one agent means for the older one. It never panics, and
// says the same of the same input.
func Compare(older, newer Statement, near Nearness) Verdict {
	if near.Merge <= 0 {
		near.Merge = DefaultMerge
	}
	if older.Reading.content == newer.Reading.content {
		return Verdict{Duplicate, RuleSameText, "the same text"}
	}
	p := newPair(&older, &newer, near)
	if older.Reading.long || newer.Reading.long {
		return p.apart(RuleLongText, "too long to judge by sentences")
	}
	if v, ok := p.vetoed(); ok {
		return v
	}
	if v, ok := p.same(); ok {
		return v
	}
	if v, ok := p.replaced(); ok {
		return v
	}
	return p.apart(RuleBothHold, "no contradiction found")
}

// apart is the verdict on a pair that stays apart: compatible when they are about like matters.
func (p *pair) apart(rule, why string) Verdict {
	if p.anchors == 0 && p.values.agree == 0 && p.similarity() < relatedSimilarity {
		return Verdict{Unrelated, RuleOtherMatter, "nothing ties them together"}
	}
	return Verdict{Compatible, rule, why}
}

const relatedSimilarity = 0.5

// vetoed decides the pairs of which the new text can neither repeat nor replace the old one.
func (p *pair) vetoed() (Verdict, bool) {
	o, n := p.old.Reading.marks, p.new.Reading.marks
	switch {
	case !p.new.Reading.tells():
		return p.apart(RuleQuestion, "the newer one asks, supposes or quotes"), true
	case !p.old.Reading.tells() && p.old.Reading.marks&considers == 0:
		return p.apart(RuleQuestion, "the older one asks, supposes or quotes"), true
	case n&elsewhere != 0 && o&elsewhere == 0:
		return p.apart(RuleElsewhere, "the newer one is about another place or time"), true
	case n&once != 0 && o&once == 0 && n&standing == 0:
		return p.apart(RuleException, "the newer one is a temporary exception"), true
	case n&today != 0 && n&(changes|retires|standing|news) == 0 && o&today == 0 && p.values.agree == 0:
		return p.apart(RuleException, "the newer one is about a short time"), true
	case n&past != 0 && n&(changes|retires|now) == 0 && o&past == 0:
		return p.apart(RuleElsewhere, "the newer one tells of the past"), true
	case p.otherScope():
		return p.apart(RuleOtherSubject, "another "+lexicon.info(p.values.scopes).name), true
	}
	return Verdict{}, false
}

// tells says whether at least one clause asserts something.
func (r *Reading) tells() bool {
	for _, c := range r.clauses {
		if c.told {
			return true
		}
	}
	return false
}

// otherScope says whether the texts differ in a scope that is not the value that changes.
func (p *pair) otherScope() bool {
	if p.values.scopes == 0 {
		return false
	}
	switch lexicon.info(p.values.scopes).name {
	case "month", "part of day", "season", "meal":
		return p.values.clashes > 0 || p.new.Reading.marks&(changes|retires|standing) == 0
	}
	return true
}

// same decides whether the new text says the same again.
func (p *pair) same() (Verdict, bool) {
	o, n := p.old.Reading.marks, p.new.Reading.marks
	d := p.values
	differs := d.clashes > 0 || d.newOnly > 0 || d.scopes != 0 || (o^n)&negates != 0 || n&adds&^o != 0 ||
		n&retires&^o != 0 || p.gaps.subject || p.gaps.middle > 0
	if differs {
		return Verdict{}, false
	}
	if p.sameness() >= p.near.Merge {
		return Verdict{Duplicate, RuleSameMeaning, "the same said in other words"}, true
	}
	return Verdict{}, false
}

// sameness is how surely texts without a difference say the same, 0..1.
func (p *pair) sameness() float64 {
	s := 0.55*p.similarity() + 0.45*p.coverage()
	if p.values.agree > 0 && p.values.oldOnly == 0 {
		s += 0.3
	}
	return min(s, 1)
}

// replaced decides whether the new text replaces the old one.
func (p *pair) replaced() (Verdict, bool) {
	o, n := p.old.Reading.marks, p.new.Reading.marks
	d := p.values
	changed := n&(changes|retires|standing|news|now)&^o != 0
	explicit := n&(changes|retires) != 0
	if n&adds != 0 && !explicit {
		return p.apart(RuleAddition, "the newer one adds to what holds"), true
	}
	if p.old.Type == "event" && !explicit {
		return p.apart(RuleEvents, "the older one is an event"), true
	}
	subject := p.gaps.subject
	switch {
	case d.moved && changed && !subject:
		return Verdict{Supersedes, RuleMoved, "it names the old value and the new one"}, true
	case d.clashes > 0 && changed && !subject && (p.anchors > 0 || d.categories > 0) && p.similarity() > 0.3:
		return Verdict{Supersedes, RuleChanged, "it reports a change and another value"}, true
	case explicit && p.retiresOld() && !subject:
		return Verdict{Supersedes, RuleRetired, "what it named no longer holds"}, true
	case d.clashes == 1 && !subject && p.gaps.middle == 0 && p.coverage() > 0.6 && p.anchors > 0 && d.newOnly == 1 && d.oldOnly == 1 && n&adds == 0 && !p.manyValued():
		if o&(changes|retires) != 0 {
			return Verdict{Unsure, RuleNewValue, "the older one reports a change, the newer one does not"}, true
		}
		return Verdict{Supersedes, RuleNewValue, "the same sentence with another value"}, true
	case explicit && p.anchors > 0 && p.similarity() > 0.6:
		return Verdict{Unsure, RuleMayChange, "it may report a change of this"}, true
	}
	return Verdict{}, false
}

// retiresOld says whether a clause of the new text that retires something names what the old one is about.
func (p *pair) retiresOld() bool {
	r := &p.new.Reading
	for j, t := range r.tokens {
		if p.strong(j) && t.weight >= 0.4 && t.kind != attribute && r.clauses[t.clause].marks&(retires|negates) != 0 {
			return true
		}
	}
	return false
}

// manyValued says whether the attribute can have many values at once, as what one likes.
func (p *pair) manyValued() bool {
	if p.values.from.dimension == kindOf && lexicon.info(p.values.from.concept).sort == several {
		return true
	}
	return p.has("like") || p.has("ingredient")
}

// has says whether both texts use a concept.
func (p *pair) has(name string) bool {
	c := lexicon.byName[name]
	for j, t := range p.new.Reading.tokens {
		if t.concept == c && p.newTo[j] >= 0 {
			return true
		}
	}
	return false
}
