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
	// RuleOtherTask: they say the same of two tasks.
	RuleOtherTask = "other_task"
	// RuleEvents: both tell what happened, each at its time.
	RuleEvents = "separate_events"
	// RuleNegated: the newer one denies what the older one says.
	RuleNegated = "negated"
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
		if otherTask(&older, &newer) {
			return Verdict{Compatible, RuleOtherTask, "the same text in another task"}
		}
		return Verdict{Duplicate, RuleSameText, "the same text"}
	}
	p := newPair(&older, &newer, near)
	if older.Reading.long || newer.Reading.long {
		return p.apart(RuleLongText, "too long to judge by sentences")
	}
	if v, ok := p.vetoed(); ok {
		return v
	}
	f := p.features()
	if v, ok := p.same(&f); ok {
		return v
	}
	if v, ok := p.replaced(&f); ok {
		return v
	}
	return p.apart(RuleBothHold, "no contradiction found")
}

// otherTask says whether two memories belong to different tasks. A preference is not bound to its task.
func otherTask(a, b *Statement) bool {
	return a.Task != "" && b.Task != "" && a.Task != b.Task && a.Type != "preference" && b.Type != "preference"
}

// relatedSimilarity is the similarity from which texts without a common word are about like matters.
const relatedSimilarity = 0.5

// apart is the verdict on a pair that stays apart: compatible when they are about like matters.
func (p *pair) apart(rule, why string) Verdict {
	if p.anchors == 0 && p.values.agree == 0 && p.similarity() < relatedSimilarity && !p.shareCategory() {
		return Verdict{Unrelated, RuleOtherMatter, "nothing ties them together"}
	}
	return Verdict{Compatible, rule, why}
}

// shareCategory says whether both texts name an attribute, or members of one category.
func (p *pair) shareCategory() bool {
	for _, t := range p.new.Reading.tokens {
		if t.concept != 0 && lexicon.info(t.concept).sort != action && p.old.Reading.speaksOf(t.concept) {
			return true
		}
	}
	return false
}
