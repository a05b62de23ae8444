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
	case n&today != 0 && n&(changes|standing|news|now) == 0 && o&today == 0 && (p.values.agree == 0 || n&retires != 0):
		return p.apart(RuleException, "the newer one is about a short time"), true
	case n&past != 0 && n&(changes|retires|now) == 0 && o&past == 0:
		return p.apart(RuleElsewhere, "the newer one tells of the past"), true
	case p.otherPerson():
		return p.apart(RuleOtherSubject, "the newer one is about somebody else"), true
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

// otherPerson says whether the new text puts a person before what is shared whom the old text does not name.
func (p *pair) otherPerson() bool {
	b := p.new.Reading.tokens
	for j := range b {
		if p.counterpart(j) < 0 {
			continue
		}
		for _, t := range sameClause(b[:j], b[j].clause) {
			if t.kind == member && t.concept == kinConcept && !p.old.Reading.mentions(t.id) {
				return true
			}
		}
		return false
	}
	return false
}

// mentions says whether a token of the text stands for the same.
func (r *Reading) mentions(id uint32) bool {
	for _, t := range r.tokens {
		if t.id == id {
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
	if passing[lexicon.info(p.values.scopes).name] {
		if p.values.agree == 0 && (p.gaps.swaps > 1 || p.gaps.swaps == 1 && p.similarity() < swapSimilarity) {
			return true
		}
		return p.values.clashes > 0 || p.new.Reading.marks&(changes|retires|standing) == 0
	}
	return true
}

// passing are the scopes that may be what changes: the launch moves from July to September.
var passing = map[string]bool{"month": true, "part of day": true, "season": true, "period": true, "meal": true}

// same decides whether the new text says the same again.
func (p *pair) same(f *[features]float64) (Verdict, bool) {
	if p.differs() {
		return Verdict{}, false
	}
	if sameness(f) >= p.near.Merge {
		return Verdict{Duplicate, RuleSameMeaning, "the same said in other words"}, true
	}
	return Verdict{}, false
}

// thin is how little words, and how little likeness, may speak for a repetition when no value does.
const (
	thinCoverage   = 0.4
	thinSimilarity = 0.75
	// swapSimilarity is how alike texts must be of which one piece stands for another.
	swapSimilarity = 0.8
)

// differs says whether a value, a mark or a subject differs, so that the texts can not say the same.
func (p *pair) differs() bool {
	o, n := p.old.Reading.marks, p.new.Reading.marks
	agreeAll := p.values.agree > 0 && p.values.newOnly == 0 && p.values.oldOnly == 0
	if n&^o&anyChange != 0 && !agreeAll && p.newOnly >= 1 {
		return true
	}
	if _, cover := p.shares(); p.values.agree == 0 && cover < thinCoverage && p.similarity() < thinSimilarity {
		return true
	}
	return p.values.clashes > 0 || p.values.newNumbers > 0 || p.values.scopes != 0 || n&^o&adds != 0 || p.gaps.subject && p.values.agree == 0 ||
		n&^o&(changes|retires|standing) != 0 && p.values.agree == 0 || p.wordsApart()
}

// wordsApart says whether the texts are one sentence but for places where each has a word of its own: what
// stands there may be names that nobody knows, and who says the same in other words changes more.
func (p *pair) wordsApart() bool {
	places := p.gaps.middle
	if p.gaps.subject {
		places++
	}
	if p.gaps.end {
		places++
	}
	most := oneWord * float64(places)
	return places > 0 && p.anchors >= 2 && p.oldOnly <= most && p.newOnly <= most && p.coverage() >= oneSentence
}

const (
	// oneWord is what one word weighs at most.
	oneWord = 1.5
	// oneSentence is the share of words from which two texts are one sentence.
	oneSentence = 0.5
)

// replaced decides whether the new text replaces the old one.
func (p *pair) replaced(f *[features]float64) (Verdict, bool) {
	o, n := p.old.Reading.marks, p.new.Reading.marks
	explicit := n&(changes|retires) != 0
	switch {
	case n&^o&adds != 0 && !explicit:
		return p.apart(RuleAddition, "the newer one adds to what holds"), true
	case p.old.Type == "event" && (p.old.Reading.marks&(happened|decides) == happened || p.new.Type == "event" && !explicit):
		return p.apart(RuleEvents, "the older one is an event"), true
	}
	if n&anyChange == 0 && !p.onlyTheValueDiffers() {
		return Verdict{}, false
	}
	chance := replacementChance(f)
	if chance < mayReplace {
		return Verdict{}, false
	}
	rule, why := p.evidence()
	switch {
	case chance < surelyReplaces && !p.onlyTheEndDiffers(f) || f[fOtherTask] > 0 || !p.grounded(f) || p.old.Reading.marks&(changes|retires) != 0 && rule == RuleNewValue:
		return Verdict{Unsure, RuleMayChange, "it may replace the older one: " + why}, true
	}
	return Verdict{Supersedes, rule, why}, true
}

// onlyTheValueDiffers says whether the texts give one attribute, of which there is one value at a time, two
// values, and differ in nothing else.
func (p *pair) onlyTheValueDiffers() bool {
	d := p.values
	if d.clashes != 1 || p.gaps.subject || p.gaps.middle > 0 || d.newOnly != 1 || d.oldOnly != 1 || p.has("like") {
		return false
	}
	return d.from.dimension != kindOf || lexicon.info(d.from.concept).sort == single
}

// onlyTheEndDiffers says whether the texts are the same but for one value at their end, or before the one word that
// it counts.
func (p *pair) onlyTheEndDiffers(f *[features]float64) bool {
	if f[fCoverOld] < 0.95 || f[fCoverNew] < 0.95 || p.old.Type == "event" || !p.onlyTheValueDiffers() {
		return false
	}
	rest := 0
	for _, t := range p.old.Reading.tokens[p.values.from.token+1:] {
		if !t.light() {
			rest++
		}
	}
	return rest <= 1
}

// looseCoverage and looseSimilarity are how little the texts may have in common when no value is named again.
const (
	looseCoverage   = 0.3
	looseSimilarity = 0.45
	// selfEvident is how little an older text may hold besides the member of a category that tells its attribute.
	selfEvident = 3
)

// grounded says whether more than likeness ties the change to the older text: a value of the same kind, the same
// attribute, or its value named as gone.
func (p *pair) grounded(f *[features]float64) bool {
	if p.gaps.subject && !p.values.moved && f[fRetired] == 0 {
		return false
	}
	if p.values.moved || f[fRetired] > 0 {
		return true
	}
	if f[fCoverOld] < looseCoverage && p.similarity() < looseSimilarity && !(p.values.categories > 0 && p.oldOnly < selfEvident) {
		return false
	}
	if p.values.clashes > 0 {
		return true
	}
	// Two values that can not be compared are values of two attributes.
	if p.values.newOnly > 0 && p.values.oldOnly > 0 {
		return false
	}
	return f[fAttribute] > 0 || f[fFocus] > 0
}

// evidence names what speaks most for a replacement.
func (p *pair) evidence() (rule, why string) {
	n := p.new.Reading.marks
	switch {
	case p.values.moved && n&(changes|retires) != 0:
		return RuleMoved, "it names the old value and the new one"
	case n&(changes|retires) != 0 && p.retiresOld():
		return RuleRetired, "what the older one names no longer holds"
	case n&(changes|retires) != 0:
		return RuleChanged, "it reports a change of the same matter"
	case (p.old.Reading.marks^n)&negates != 0 && p.values.clashes == 0:
		return RuleNegated, "it denies the older one"
	}
	return RuleNewValue, "the same matter with another value"
}

// retiresOld says whether a clause of the new text that retires something names what the old one gives as a value:
// a name, a member of a category, a code, or words that do not lead the old text.
func (p *pair) retiresOld() bool {
	r := &p.new.Reading
	for j, t := range r.tokens {
		if !p.strong(j) || t.weight < 0.4 || t.kind == attribute || r.clauses[t.clause].marks&(retires|negates|complains) == 0 {
			continue
		}
		if t.kind == name || t.kind == member || t.kind == identifier || t.kind == quantity || !p.leads(int(p.newTo[j])) {
			return true
		}
	}
	return false
}

// leads says whether token i of the old text is of the first content in it, and more follows.
func (p *pair) leads(i int) bool {
	a := p.old.Reading.tokens
	first := 0
	for first < len(a) && a[first].light() {
		first++
	}
	for k := first; k < i; k++ {
		if a[k].kind != character || a[i].kind != character {
			return false
		}
	}
	return subjectWeight(a[i+1:])+float64(len(p.old.Reading.values)) > 0
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
