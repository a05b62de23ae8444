package topic

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// mark is a set of signs that a clause gives about what it does.
type mark uint32

const (
	// asks: it is a question.
	asks mark = 1 << iota
	// supposes: it speaks of what would be.
	supposes
	// hearsay: it reports what somebody says or thinks.
	hearsay
	// considers: it is only considered, wished or not yet decided.
	considers
	// adds: it adds to what holds already.
	adds
	// once: an exception that ends by itself.
	once
	// today: it speaks of a short time, which makes it an exception unless it reports a change.
	today
	// elsewhere: it speaks of another place, team or earlier time of life.
	elsewhere
	// past: it tells how things were.
	past
	// changes: something became another.
	changes
	// retires: something no longer holds.
	retires
	// now: it tells how things are at this time.
	now
	// standing: it holds from here on.
	standing
	// keeps: it says that something stays as it is.
	keeps
	// negates: it denies or forbids.
	negates
	// courtesy is said to be polite or to begin.
	courtesy
	// decides: it reports a decision.
	decides
	// agrees: what was considered is accepted.
	agrees
	// happened: it tells what came about, rather than what is planned or holds.
	happened
	// complains: something is too much, too slow or not enough, which may be why it changes.
	complains
	// news says that what follows is new or a correction.
	news
)

// anyChange marks speak for a change, strongly or weakly.
const anyChange = changes | retires | complains | now | standing | news

// doubtful marks make a clause one that does not tell.
const doubtful = asks | supposes | hearsay | considers

// markTable finds phrases by their first two characters.
type markTable struct {
	phrases map[[2]rune][]markPhrase
	// begins says of the first character, cut to 16 bits, whether any phrase begins with it.
	begins [1 << 10]uint64
}

type markPhrase struct {
	words string
	// open says that letters may follow: the phrase is the beginning of a word.
	open bool
	mark mark
}

// add takes phrases separated by commas and line breaks. A star at the end stands for any letters.
func (t *markTable) add(m mark, phrases string) {
	for line := range strings.Lines(phrases) {
		for p := range strings.SplitSeq(line, ",") {
			p = strings.TrimSpace(p)
			if p == "" {
				continue
			}
			words, open := strings.CutSuffix(strings.Map(simplified, p), "*")
			key := firstTwo(words)
			t.begins[uint16(key[0])>>6] |= 1 << (key[0] & 63)
			t.phrases[key] = merged(t.phrases[key], markPhrase{words, open, m})
		}
	}
}

// merged adds a phrase to those that begin alike, longest first; one that is there already gets the mark.
func merged(ps []markPhrase, p markPhrase) []markPhrase {
	for i := range ps {
		if ps[i].words == p.words && ps[i].open == p.open {
			ps[i].mark |= p.mark
			return ps
		}
	}
	at := 0
	for at < len(ps) && len(ps[at].words) >= len(p.words) {
		at++
	}
	return slices.Insert(ps, at, p)
}

// firstTwo is the first two characters; 0 stands for one that is not there.
func firstTwo(s string) [2]rune {
	first, size := utf8.DecodeRuneInString(s)
	if size == len(s) {
		return [2]rune{first}
	}
	second, _ := utf8.DecodeRuneInString(s[size:])
	return [2]rune{first, second}
}

// longest is the longest phrase that stands at i, where the character first is; 0 for none.
func (t *markTable) longest(s string, i int, first rune) (length int, m mark) {
	if t.begins[uint16(first)>>6]&(1<<(first&63)) == 0 || !wordBorder(s, i) {
		return 0, 0
	}
	key := firstTwo(s[i:])
	for _, p := range t.phrases[key] {
		if strings.HasPrefix(s[i:], p.words) && (p.open || wordBorder(s, i+len(p.words))) {
			return len(p.words), p.mark
		}
	}
	for _, p := range t.phrases[[2]rune{first}] {
		if p.open || wordBorder(s, i+len(p.words)) {
			return len(p.words), p.mark
		}
	}
	return 0, 0
}

// span is a place in the text that a mark takes.
type span struct {
	start, end int
	mark       mark
}

// findMarks looks for the phrases of all marks, and decides of each clause whether it tells.
func (s *scanner) findMarks() {
	for i := 0; i < len(s.lower); {
		r, size := utf8.DecodeRuneInString(s.lower[i:])
		if length, m := phrases.longest(s.lower, i, r); length > 0 {
			s.mark(span{i, i + length, m})
			size = length
		}
		i += size
	}
	for i := range s.clauses {
		s.settle(i)
	}
	slices.SortFunc(s.spans, func(a, b span) int { return cmp.Compare(a.start, b.start) })
}

func (s *scanner) mark(p span) {
	s.spans = append(s.spans, p)
	s.clauses[s.clauseAt(p.start)].marks |= p.mark
}

// settle gives a clause the marks that take more than a phrase, and decides whether it tells something.
func (s *scanner) settle(i int) {
	c := &s.clauses[i]
	s.wholeClauseMarks(c)
	c.told = c.marks&doubtful == 0
	sentence := s.earlierInSentence(i)
	switch {
	case c.marks&agrees != 0 && c.marks&(asks|supposes) == 0:
		// What was proposed is accepted.
		c.told = true
		for j := range sentence {
			sentence[j].told = sentence[j].told || sentence[j].marks&(asks|supposes) == 0
		}
	case c.marks&asks != 0:
		for j := range sentence {
			sentence[j].told = sentence[j].told && sentence[j].marks&supposes == 0
		}
	case len(sentence) > 0 && sentence[len(sentence)-1].marks&supposes != 0 && c.marks&(changes|retires|now) == 0:
		// What would be if.
		c.told = false
	}
}

// earlierInSentence is the clauses before clause i in the same sentence.
func (s *scanner) earlierInSentence(i int) []clause {
	first := i
	for first > 0 && !endsSentence(s.lower, s.clauses[first-1].end) {
		first--
	}
	return s.clauses[first:i]
}

// wholeClauseMarks adds the marks that show in how a clause ends, or in two words together.
func (s *scanner) wholeClauseMarks(c *clause) {
	text := s.lower[c.start:c.end]
	if asksAtEnd(text) {
		c.marks |= asks
	}
	if strings.HasSuffix(strings.TrimRight(text, " .,!;。~)"), "了") {
		// At the end of a clause it says that something has become so.
		c.marks |= now
	}
	if c.marks&negates != 0 && noLonger(text) {
		c.marks |= retires
	}
	if c.marks&changes != 0 || !strings.Contains(text, " to ") && !strings.Contains(text, "到") && !strings.Contains(text, "变") && !strings.Contains(text, " auf ") {
		return
	}
	for _, p := range changeParts {
		if at, ok := inOrder(text, p.first, p.last); ok {
			s.mark(span{c.start + at, c.start + at + len(p.first), changes})
		}
	}
}

// splitClauses cuts a text at its punctuation.
func splitClauses(s string) []clause {
	cs := make([]clause, 0, 4)
	start := 0
	for i, r := range s {
		if !clauseBreak(s, i, r) || len(cs) == maxClauses-1 {
			continue
		}
		if end := i + utf8.RuneLen(r); strings.TrimSpace(s[start:i]) != "" {
			cs = append(cs, clause{start: start, end: end})
			start = end
		}
	}
	if start < len(s) || len(cs) == 0 {
		cs = append(cs, clause{start: start, end: len(s)})
	}
	return cs
}

func clauseBreak(s string, i int, r rune) bool {
	switch r {
	case '。', '?', '!', ';', '\n', '，', '；', '！', '？', '—', '…', '(', ')':
		return true
	case ',', ':', '.':
		next := i + 1
		// NFKC writes the Chinese comma as an ASCII one, without a space behind it.
		if next == len(s) || s[next] == ' ' || s[next] == '\n' {
			return true
		}
		return r == ',' && (s[next] >= utf8.RuneSelf || i > 0 && s[i-1] >= utf8.RuneSelf)
	}
	return false
}

// inOrder says whether both words stand in the clause, the second one later, and where the first one stands.
func inOrder(clause, first, last string) (int, bool) {
	at := strings.Index(clause, first)
	if at < 0 || !wordBorder(clause, at) || !wordBorder(clause, at+len(first)) {
		return 0, false
	}
	return at, strings.Contains(clause[at:], last)
}

// noLonger says whether a clause that denies something says with it that this was otherwise before: 不吃肉了,
// keine E-Mails mehr.
func noLonger(clause string) bool {
	clause = strings.TrimRight(clause, " .,!;。…~)")
	for _, p := range noLongerParts {
		if at := strings.Index(clause, p.first); at >= 0 && strings.HasSuffix(clause, p.last) && wordBorder(clause, at) &&
			len(clause)-at > len(p.first)+len(p.last) {
			return true
		}
	}
	return strings.Contains(clause, "kein") && strings.Contains(clause, " mehr")
}

func endsSentence(s string, end int) bool {
	if end <= 0 || end > len(s) {
		return true
	}
	r, _ := utf8.DecodeLastRuneInString(s[:end])
	switch r {
	case '。', '?', '!', ';', '\n', '.':
		return true
	}
	return false
}

func (s *scanner) clauseAt(place int) int {
	for i := range s.clauses {
		if place < s.clauses[i].end {
			return i
		}
	}
	return len(s.clauses) - 1
}

func asksAtEnd(clause string) bool {
	clause = strings.TrimRight(clause, " \"')")
	if strings.HasSuffix(clause, "?") {
		return true
	}
	clause = strings.TrimRight(clause, ".!,;。…~ ")
	for _, end := range questionEnds {
		if strings.HasSuffix(clause, end) {
			return true
		}
	}
	return false
}

// wordBorder says whether no word of an alphabet goes on across i.
func wordBorder(s string, i int) bool {
	if i <= 0 || i >= len(s) {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	if !alphabetic(before) {
		return true
	}
	after, _ := utf8.DecodeRuneInString(s[i:])
	return !alphabetic(after)
}
