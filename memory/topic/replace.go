package topic

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
	sure := chance >= surelyReplaces || p.onlyTheEndDiffers(f)
	if !sure && chance < mayReplace {
		return Verdict{}, false
	}
	rule, why := p.evidence()
	// The older one reported a change, and the newer one says another thing without reporting any.
	backwards := p.old.Reading.marks&(changes|retires) != 0 && rule == RuleNewValue
	if !sure || backwards || f[fOtherTask] > 0 || !p.grounded(f) {
		return Verdict{Unsure, RuleMayChange, "it may replace the older one: " + why}, true
	}
	return Verdict{Supersedes, rule, why}, true
}

// onlyTheValueDiffers says whether the texts give one attribute, of which there is one value at a time, two
// values, and differ in nothing else. The new one may say more in other clauses, such as why.
func (p *pair) onlyTheValueDiffers() bool {
	d := p.values
	if d.clashes != 1 || p.gaps.subject || p.gaps.middle > 0 || p.gaps.swaps > 0 || d.oldOnly != 1 || p.has("like") {
		return false
	}
	if d.from.dimension == kindOf && lexicon.info(d.from.concept).sort != single {
		return false
	}
	return p.saysNoMore(d.to.token)
}

// saysNoMore says whether the clause of token j of the new text holds nothing but what is shared and the token, and
// other clauses, where there are any, tell what came about.
func (p *pair) saysNoMore(j int) bool {
	r := &p.new.Reading
	own := r.tokens[j].clause
	for k, t := range r.tokens {
		if k != j && t.clause == own && p.newTo[k] < 0 && t.weight >= 0.3 {
			return false
		}
	}
	for i, c := range r.clauses {
		if i != int(own) && c.marks&(happened|decides|anyChange) == 0 {
			return false
		}
	}
	return r.clauses[own].marks&adds == 0
}

// onlyTheEndDiffers says whether the texts are the same but for one value at their end, or before the one word that
// it counts.
func (p *pair) onlyTheEndDiffers(f *[features]float64) bool {
	if f[fCoverOld] < 0.95 || p.old.Type == "event" || !p.onlyTheValueDiffers() {
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
	if p.gaps.subject && !p.values.moved && (f[fRetired] == 0 || p.leadingCodes()) {
		return false
	}
	if p.blind() && !p.values.moved && p.values.clashes == 0 {
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
