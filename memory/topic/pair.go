package topic

import "math"

// pair is what a comparison looks at: two readings laid side by side.
type pair struct {
	old, new *Statement
	near     Nearness
	// oldTo and newTo say which token of the other text each token equals; -1 for none.
	oldTo, newTo [maxTokens]int16
	// against says which token of the old text holds the value that a token of the new text gives another one
	// to; -1 for none.
	against [maxTokens]int16
	// shared, oldOnly and newOnly weigh the content that both have, and that only one has.
	shared, oldOnly, newOnly float64
	// anchors counts shared tokens that say what the texts are about: attributes, names and words.
	anchors int
	values  valueDifference
	gaps    gapDifference
}

// valueDifference says how the values of two texts differ.
type valueDifference struct {
	// agree counts values that both have, agreeNumbers those of them that are no members of a category.
	agree, agreeNumbers int
	// clashes counts values of the old text that meet another value of the same kind in the new one, which
	// the old one does not have; named is one of them.
	clashes  int
	from, to value
	// categories counts those clashes that are members of one category, and bare those between a number with a
	// unit and one without.
	categories, bare int
	// changed counts those clashes whose new value stands in a clause that reports a change.
	changed int
	// moved says that the new text names both the old value and another one: from 8080 to 9090.
	moved bool
	// oldOnly and newOnly count values that only one text has, newNumbers those of them in the new text that
	// are no members of a category.
	oldOnly, newOnly, newNumbers int
	// scopes names a scope in which the texts differ, such as the environment; 0 for none.
	scopes concept
}

// gapDifference says where the content that is not shared stands.
type gapDifference struct {
	// subject says that both texts put different content before what they share.
	subject bool
	// middle counts places between shared words where both have different content that is no value.
	middle int
	// end says that both end in different content.
	end bool
	// swaps counts places, also at the ends, where one short piece of content stands for another of like length.
	swaps int
}

func newPair(older, newer *Statement, near Nearness) *pair {
	p := &pair{old: older, new: newer, near: near}
	p.match()
	p.weigh()
	p.compareValues()
	p.findGaps()
	return p
}

// match pairs equal tokens, each once. Of several, the one that goes on where the last pair stood is taken.
func (p *pair) match() {
	a, b := p.old.Reading.tokens, p.new.Reading.tokens
	for i := range a {
		p.oldTo[i] = -1
	}
	last := -1
	for j := range b {
		p.newTo[j], p.against[j] = -1, -1
		if b[j].kind == glue {
			continue
		}
		i := p.equalTo(b[j], a, last+1)
		if i < 0 {
			i = p.equalTo(b[j], a[:min(last+1, len(a))], 0)
		}
		if i >= 0 {
			p.oldTo[i], p.newTo[j] = int16(j), int16(i)
			last = i
		}
	}
}

func (p *pair) equalTo(t token, a []token, from int) int {
	for i := from; i < len(a); i++ {
		if a[i].id == t.id && p.oldTo[i] < 0 && a[i].kind != glue && a[i].text == t.text {
			return i
		}
	}
	return -1
}

// weigh sums up the content that is shared and that is not. A single shared character is chance.
func (p *pair) weigh() {
	a, b := p.old.Reading.tokens, p.new.Reading.tokens
	for j, t := range b {
		if t.kind == glue {
			continue
		}
		if p.newTo[j] < 0 {
			p.newOnly += float64(t.weight)
			continue
		}
		w := float64(t.weight)
		if t.kind == character {
			if !p.runs(j) {
				w /= 4
			} else if t.weight >= 0.4 && (j == 0 || p.newTo[j-1] < 0 || b[j-1].kind != character || b[j-1].light()) {
				p.anchors++
			}
		} else if t.kind != quantity && t.weight >= 1 {
			p.anchors++
		}
		p.shared += w
	}
	for i, t := range a {
		if t.kind != glue && p.oldTo[i] < 0 {
			p.oldOnly += float64(t.weight)
		}
	}
}

// runs says whether a shared character has a neighbour that is shared in the same order.
func (p *pair) runs(j int) bool {
	i := p.newTo[j]
	if before(p.new.Reading.tokens, j) < 0 && before(p.old.Reading.tokens, int(i)) < 0 {
		// Both texts begin with it.
		return true
	}
	return j > 0 && p.newTo[j-1] == i-1 && i > 0 || j+1 < len(p.new.Reading.tokens) && p.newTo[j+1] == i+1
}

// strong says whether token j of the new text is shared in a way that is not chance.
func (p *pair) strong(j int) bool {
	return p.newTo[j] >= 0 && (p.new.Reading.tokens[j].kind != character || p.runs(j))
}

func (p *pair) compareValues() {
	a, b := p.old.Reading.values, p.new.Reading.values
	d := &p.values
	for _, v := range a {
		switch {
		case !inValues(v, b):
			d.oldOnly++
		case !v.isScope() && !v.isSmall():
			d.agree++
			if v.dimension != kindOf {
				d.agreeNumbers++
			}
		}
	}
	var clashed [maxTokens]bool
	// What stands in a clause with shared words comes first: 8 nodes, not the 2 that were added, replace 6 nodes.
	for _, shared := range []bool{true, false} {
		for _, w := range b {
			if inValues(w, a) || p.sharesClause(w) != shared {
				continue
			}
			d.newOnly++
			if w.dimension != kindOf {
				d.newNumbers++
			}
			for _, v := range a {
				if !clashed[v.token] && (v.comparable(w) || p.sameRole(v, w)) && !p.onlyAdded(w) {
					p.clash(v, w, b)
					clashed[v.token] = true
					break
				}
			}
		}
	}
}

// sharesClause says whether a value of the new text stands in a clause that shares a word with the old one.
func (p *pair) sharesClause(w value) bool {
	b := p.new.Reading.tokens
	for j, t := range b {
		if t.clause == b[w.token].clause && p.strong(j) && t.weight >= 0.35 {
			return true
		}
	}
	return false
}

func (p *pair) clash(v, w value, b []value) {
	d := &p.values
	marks := p.new.Reading.clauses[p.new.Reading.tokens[w.token].clause].marks
	if v.isScope() && (!passing[lexicon.info(v.concept).name] || marks&(changes|standing) == 0) {
		d.scopes = v.concept
		return
	}
	if marks&anyChange != 0 {
		d.changed++
	}
	if inValues(v, b) {
		d.moved = true
	}
	d.clashes++
	d.from, d.to = v, w
	switch {
	case v.dimension == kindOf:
		d.categories++
	case v.dimension != w.dimension:
		d.bare++
	}
	p.against[w.token] = int16(v.token)
}

// sameRole says whether two codes, however they are made, stand right behind the same word.
func (p *pair) sameRole(v, w value) bool {
	if v.dimension != code || w.dimension != code {
		return false
	}
	i, j := before(p.old.Reading.tokens, v.token), before(p.new.Reading.tokens, w.token)
	return i >= 0 && j >= 0 && int(p.newTo[j]) == i
}

// before is the token with content before token i; -1 for none.
func before(ts []token, i int) int {
	for i--; i >= 0; i-- {
		if !ts[i].light() {
			return i
		}
	}
	return -1
}

// onlyAdded says whether a value of the new text stands in a clause that adds something and changes nothing.
func (p *pair) onlyAdded(w value) bool {
	r := &p.new.Reading
	m := r.clauses[r.tokens[w.token].clause].marks
	return m&adds != 0 && m&(changes|retires) == 0
}

func inValues(v value, vs []value) bool {
	for _, w := range vs {
		if v.comparable(w) && v.same(w) {
			return true
		}
	}
	return false
}

// findGaps walks along the tokens that are shared or clash, as far as they keep their order, and looks at what
// stands between.
func (p *pair) findGaps() {
	a, b := p.old.Reading.tokens, p.new.Reading.tokens
	i, j, first := 0, 0, true
	for k := range b {
		at := p.counterpart(k)
		if at < i {
			continue
		}
		o := subjectWeight(a[i:at])
		p.swap(o, subjectWeight(b[j:k]))
		if first {
			// Only what stands in the clause of the first shared word is its subject.
			p.gaps.subject = o > aWord && subjectWeight(sameClause(b[j:k], b[k].clause)) > aWord || p.leadingCodes()
		} else if o > aWord && subjectWeight(b[j:k]) > aWord {
			p.gaps.middle++
		}
		i, j, first = at+1, k+1, false
	}
	if !first {
		o, n := subjectWeight(a[i:]), subjectWeight(b[j:])
		p.gaps.end = o > 0 && n > 0
		p.swap(o, n)
	}
}

const (
	// aWord is below the weight of a word or of two characters.
	aWord = 0.75
	// shortPiece is the weight of two words or five characters.
	shortPiece = 2
)

func (p *pair) swap(o, n float64) {
	if o > 0 && n > 0 && o <= shortPiece && n <= shortPiece && max(o-n, n-o) < 0.45 {
		p.gaps.swaps++
	}
}

// leadingCodes says whether the texts begin with different codes: what they say is said of these.
func (p *pair) leadingCodes() bool {
	a, b := firstContent(p.old.Reading.tokens), firstContent(p.new.Reading.tokens)
	return a.kind == identifier && b.kind == identifier && a.id != b.id && !p.old.Reading.mentions(b.id) && !p.new.Reading.mentions(a.id)
}

func firstContent(ts []token) token {
	for _, t := range ts {
		if !t.light() {
			return t
		}
	}
	return token{}
}

// counterpart is the token of the old text that stands for the same part of the sentence as token k of the
// new one: an equal one, or one with another value of the same kind; -1 for none.
func (p *pair) counterpart(k int) int {
	if p.strong(k) && p.new.Reading.tokens[k].weight >= 0.35 {
		return int(p.newTo[k])
	}
	return int(p.against[k])
}

// subjectWeight weighs tokens that say whose or which matter it is: no glue, no verbs and no values.
func subjectWeight(ts []token) (w float64) {
	for _, t := range ts {
		if t.kind != glue && t.kind != quantity && t.kind != member && t.kind != identifier && t.weight >= 0.35 {
			w += float64(t.weight)
		}
	}
	return w
}

func sameClause(ts []token, clause uint8) []token {
	for len(ts) > 0 && ts[0].clause != clause {
		ts = ts[1:]
	}
	return ts
}

// overlap is the share of the content of both texts that is shared, 0..1.
func (p *pair) overlap() float64 {
	all := p.shared + p.oldOnly + p.newOnly
	if all == 0 {
		return 0
	}
	return p.shared / all
}

// similarity is the similarity of the texts, or the overlap of their words when it is not known.
func (p *pair) similarity() float64 {
	if math.IsNaN(p.near.Similarity) {
		return p.overlap()
	}
	return min(max(p.near.Similarity, 0), 1)
}
