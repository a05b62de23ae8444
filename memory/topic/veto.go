package topic

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
	case n&today != 0 && n&(changes|standing|news|now) == 0 && o&today == 0 && (p.values.agree == 0 || p.old.Type != "event"):
		return p.apart(RuleException, "the newer one is about a short time"), true
	case n&past != 0 && n&(changes|retires|now) == 0 && o&past == 0:
		return p.apart(RuleElsewhere, "the newer one tells of the past"), true
	case p.otherPerson():
		return p.apart(RuleOtherSubject, "the newer one is about somebody else"), true
	case p.otherDesignation():
		return p.apart(RuleOtherSubject, "the newer one is about another one of its kind"), true
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
		return p.values.clashes > 0 || p.new.Reading.marks&(changes|retires|standing) == 0
	}
	return true
}

// passing are the scopes that may be what changes: the launch moves from July to September.
var passing = map[string]bool{"month": true, "part of day": true, "season": true, "period": true, "meal": true}
