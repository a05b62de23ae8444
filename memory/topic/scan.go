package topic

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rearview-dev/rearview/text"
)

// scanner turns a text into tokens and values.
type scanner struct {
	written, lower string
	clauses        []clause
	spans          []span
	tokens         []token
	values         []value
	// currency is where the number after a currency sign would stand.
	currency int
	// ideographs and letters count characters of scripts without and with spaces.
	ideographs, letters int
	// german writes every noun with a capital letter.
	german bool
	// full says that there were more words than are kept.
	full bool
	// clause is the one that the last token stands in.
	clause int
	// nextSpan is the first span that does not end before the place of the scan.
	nextSpan int
}

func (s *scanner) scan() {
	s.german = looksGerman(s.lower)
	s.tokens = make([]token, 0, min(8+len(s.lower)/4, maxTokens))
	for i := 0; i < len(s.lower); {
		if len(s.tokens) >= maxTokens {
			s.full = true
			return
		}
		r, size := utf8.DecodeRuneInString(s.lower[i:])
		switch {
		case isDigit(r):
			i = s.number(i)
		case alphabetic(r):
			end := s.word(i)
			s.letters += end - i
			i = end
		case ideographic(r):
			s.ideographs++
			i = s.character(i, r, size)
		case r == '$' || r == '€' || r == '£' || r == '¥':
			s.currency = i + size
			i += size
		default:
			i += size
		}
	}
}

// character reads at a character of a script without spaces: an entry of the lexicon, a number, or itself.
func (s *scanner) character(i int, r rune, size int) int {
	if end, ok := s.ideographicNumber(i); ok {
		return end
	}
	if end, ok := s.familiarName(i, r, size); ok {
		return end
	}
	if end, ok := s.titledName(i, size); ok {
		return end
	}
	if e := lexicon.longest(s.lower[i:]); e != nil {
		s.found(e, i, i+len(e.written))
		return i + len(e.written)
	}
	if e := lexicon.single(r); e != nil && s.standsAlone(i, i+size, e.concept) {
		s.found(e, i, i+size)
		return i + size
	}
	t := token{text: s.lower[i : i+size], kind: character, start: i, end: i + size, weight: 0.4}
	switch {
	case s.markedAlone(i, i+size):
		// It may be a part of a word all the same, as 请 is of 邀请码.
		t.weight = lightWeight
	case s.marked(i, i+size) != 0:
		t.kind, t.weight = glue, 0
	case quietCharacters[r]:
		t.weight = lightWeight
	case unicode.Is(unicode.Hiragana, r):
		t.weight = 0.1
	}
	s.add(t)
	return i + size
}

// standsAlone says whether one character can be the word that the lexicon knows, rather than a part of another,
// such as a name: nothing of weight may follow. What somebody is to somebody stands before anything.
func (s *scanner) standsAlone(start, end int, c concept) bool {
	if c == kinConcept {
		// 妈膝盖疼 speaks of a mother, 周姐 of somebody called so.
		before, size := utf8.DecodeLastRuneInString(s.lower[:start])
		return !ideographic(before) || quietCharacters[before] || s.lower[start-size:start] == "给"
	}
	next, size := utf8.DecodeRuneInString(s.lower[end:])
	return !ideographic(next) || unicode.Is(unicode.Hiragana, next) || quietCharacters[next] || s.marked(end, end+size) != 0 && start > 0
}

// word reads a word of an alphabet, with the phrase that it begins.
func (s *scanner) word(i int) int {
	end := s.wordEnd(i)
	w := s.lower[i:end]
	if hasDigit(w) || isAddress(w) {
		return s.identifier(i, end)
	}
	w, end = trimContraction(w, end)
	if stop, n := s.spelledNumber(w, i, end); n {
		return stop
	}
	stem := text.Stem(w)
	entries := lexicon.byWord[stem]
	for k := range entries {
		e := &entries[k]
		if !e.fits(0, w) {
			continue
		}
		if stop, ok := s.follows(e, end); ok {
			s.found(e, i, stop)
			return stop
		}
	}
	if len(w) >= 2 {
		beginnings := lexicon.openWords[w[:2]]
		for k := range beginnings {
			e := &beginnings[k]
			if strings.HasPrefix(w, e.written) {
				s.found(e, i, end)
				return end
			}
		}
	}
	t := token{text: stem, kind: word, start: i, end: end, weight: 1}
	switch {
	case s.label(i, end):
		t.kind = name
	case s.marked(i, end) != 0 || quietWords[w] || len(w) == 1:
		t.kind, t.weight = glue, 0
	case s.namelike(i, end):
		t.kind, t.weight = name, 1.2
	}
	s.add(t)
	return end
}

// follows says whether the other words of the entry come next, and where they end.
func (s *scanner) follows(e *entry, from int) (int, bool) {
	for i, w := range e.words[1:] {
		for from < len(s.lower) && (s.lower[from] == ' ' || s.lower[from] == '-') {
			from++
		}
		if from >= len(s.lower) {
			return 0, false
		}
		end := s.wordEnd(from)
		if end == from || text.Stem(s.lower[from:end]) != w || !e.fits(i+1, s.lower[from:end]) {
			return 0, false
		}
		from = end
	}
	return from, true
}

// found adds the token of an entry of the lexicon.
func (s *scanner) found(e *entry, start, end int) {
	t := token{text: e.value, kind: member, concept: e.concept, start: start, end: end, weight: 1.5}
	info := lexicon.info(e.concept)
	switch {
	case info.sort == action:
		t.text, t.kind, t.weight = info.name, attribute, 0.3
		if e.value != "" {
			t.text, t.kind = e.value, member
		}
	case e.value == "":
		t.text, t.kind, t.weight = info.name, attribute, 1.3
	}
	s.add(t)
	if e.value != "" && info.sort != action {
		s.value(value{concept: e.concept, text: e.value})
	}
}

// identifier reads a word that holds digits or joins names: a code, a version, an address, a path.
func (s *scanner) identifier(start, end int) int {
	w := s.lower[start:end]
	if cut := strings.IndexFunc(w, isDigit); cut > 0 && strings.IndexFunc(w[cut:], func(r rune) bool { return !isDigit(r) && r != '.' }) < 0 {
		stem := strings.TrimRight(w[:cut], "-_")
		entries := lexicon.byWord[stem]
		for k := range entries {
			if e := &entries[k]; len(e.words) == 1 {
				s.found(e, start, start+cut)
				return s.number(start + cut)
			}
		}
		if stem == "v" {
			return s.version(start, start+cut, end)
		}
	}
	s.add(token{text: w, kind: identifier, start: start, end: end, weight: 1.5})
	s.value(value{dimension: code, text: w})
	return end
}

func (s *scanner) add(t token) {
	for s.clause < len(s.clauses)-1 && t.start >= s.clauses[s.clause].end {
		s.clause++
	}
	t.clause = uint8(s.clause)
	t.id = identity(t)
	s.tokens = append(s.tokens, t)
}

// identity is a hash (FNV-1a) of what makes two tokens the same.
func identity(t token) uint32 {
	h := uint32(2166136261) ^ uint32(t.concept)
	for i := range len(t.text) {
		h = (h ^ uint32(t.text[i])) * 16777619
	}
	return h
}

// value adds what the last token stands for.
func (s *scanner) value(v value) {
	v.token = len(s.tokens) - 1
	if v.dimension == plain && v.text == "" && s.speaksOfMoney() {
		v.dimension = money
	}
	s.values = append(s.values, v)
}

// speaksOfMoney says whether the clause of the last token names a price, a budget or the like before it.
func (s *scanner) speaksOfMoney() bool {
	last := s.tokens[len(s.tokens)-1]
	for i := len(s.tokens) - 2; i >= 0 && s.tokens[i].clause == last.clause; i-- {
		if s.tokens[i].kind == attribute {
			return lexicon.info(s.tokens[i].concept).family == moneyFamily
		}
	}
	return false
}

// marked is what marks cover the place from start to end.
func (s *scanner) marked(start, end int) (m mark) {
	at := s.nextSpan
	for at < len(s.spans) && s.spans[at].end <= start {
		at++
	}
	if len(s.tokens) > 0 && s.tokens[len(s.tokens)-1].end <= start {
		s.nextSpan = at
	}
	for _, p := range s.spans[at:] {
		if p.start >= end {
			break
		}
		if p.start <= start && end <= p.end {
			m |= p.mark
		}
	}
	return m
}

// markedAlone says whether the place from start to end is all that a mark takes.
func (s *scanner) markedAlone(start, end int) bool {
	for _, p := range s.spans[s.nextSpan:] {
		if p.start > start {
			return false
		}
		if p.start == start && p.end == end {
			return true
		}
	}
	return false
}

// wordEnd is where the word that starts at i ends: behind its last letter or digit. Single joiners may stand
// between letters or digits.
func (s *scanner) wordEnd(i int) int {
	end, joined := i, false
	for i < len(s.lower) {
		r, size := utf8.DecodeRuneInString(s.lower[i:])
		switch {
		case alphabetic(r) || isDigit(r) || unicode.IsMark(r) || r == '_':
			end, joined = i+size, false
		case r == '-' && !s.joinsCode(i):
			return end
		case strings.ContainsRune(`.-/@:'+#&\`, r) && !joined:
			joined = true
		case r == '/' && i > 0 && s.lower[i-1] == ':' || r == '/' && i > 0 && s.lower[i-1] == '/':
		default:
			return end
		}
		i += size
	}
	return end
}

// joinsCode says whether the hyphen at i joins the parts of a code, which hold a digit, or follows a single letter.
func (s *scanner) joinsCode(i int) bool {
	start := strings.LastIndexAny(s.lower[:i], " \n,;(") + 1
	end := strings.IndexAny(s.lower[i:], " \n,;)")
	if end < 0 {
		end = len(s.lower) - i
	}
	return i-start == 1 || hasDigit(s.lower[start:i+min(end, 64)])
}

// namelike says whether a word is written as a name: with a capital letter that no sentence asks for.
func (s *scanner) namelike(start, end int) bool {
	first, size := utf8.DecodeRuneInString(s.written[start:])
	if !unicode.IsUpper(first) || s.german {
		return false
	}
	if strings.IndexFunc(s.written[start+size:end], unicode.IsUpper) >= 0 {
		return true
	}
	before := strings.TrimRight(s.lower[:start], " \"'(")
	return before != "" && !endsSentence(before, len(before)) && before[len(before)-1] != ':'
}

// label says whether a letter stands for one of several things: room C, 会议室A.
func (s *scanner) label(start, end int) bool {
	if end-start != 1 || s.written[start] < 'A' || s.written[start] > 'Z' || s.written[start] == 'I' {
		return false
	}
	if after, _ := utf8.DecodeRuneInString(s.lower[end:]); ideographic(after) {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s.lower[:start], " "))
	return ideographic(before) || alphabetic(before)
}

// trimContraction cuts what stands behind the apostrophe of "harrow's" and "we're".
func trimContraction(w string, end int) (string, int) {
	at := strings.IndexByte(w, '\'')
	if at <= 0 {
		return w, end
	}
	switch w[at+1:] {
	case "s", "re", "ve", "ll", "d", "m":
		return w[:at], end
	}
	return w, end
}

// isAddress says whether a word without digits is an address or a path.
func isAddress(w string) bool {
	return strings.ContainsAny(w, "@/\\_:") || strings.Count(w, ".") >= 1 && len(w) > 4
}

func hasDigit(s string) bool { return strings.IndexFunc(s, isDigit) >= 0 }

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// alphabetic says whether r is a letter of a script with spaces, or a digit.
func alphabetic(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_'
	}
	return r != utf8.RuneError && unicode.IsLetter(r) && !ideographic(r)
}

// ideographic says whether r belongs to a script that is written without spaces.
func ideographic(r rune) bool {
	return r >= 0x4E00 && r <= 0x9FFF || r >= 0x3040 && r <= 0x30FF || r >= 0xAC00 && r <= 0xD7A3 ||
		r >= 0x0E00 && r <= 0x0EFF || r >= 0x3400 && r <= 0x4DBF || r >= 0x20000 && r <= 0x3FFFF
}

func sortLongest(es []entry, length func(entry) int) {
	slices.SortStableFunc(es, func(a, b entry) int { return cmp.Compare(length(b), length(a)) })
}

// looksGerman says whether a word stands in the text that only German has.
func looksGerman(s string) bool {
	for w := range strings.FieldsSeq(s) {
		if germanWords[w] {
			return true
		}
	}
	return false
}
