package text

import (
	"unicode"
	"unicode/utf8"
)

// border is what ends between two characters of a text; the greater the better to cut there.
type border uint8

const (
	// noBorder is within what is seen as one character.
	noBorder border = iota
	borderCharacter
	borderWord
	borderClause
	borderLine
	borderSentence
	borderParagraph
)

// maxCluster bounds in bytes what is taken for one character, such as a letter under many accents.
const maxCluster = 256

// borders walks through a text and says what ends before each character. White space belongs to what stands
// before it. It is a value: a copy goes on from the same place. The cost is linear.
type borders struct {
	s string
	// at is the place of the next character.
	at int
	// previous is the character before, and cluster how many bytes belong to it so far.
	previous rune
	cluster  int
	// flags counts the regional indicators in a row; two make a flag.
	flags int
	// spaces and newlines were seen since the last other character.
	spaces, newlines int
	// ended says what the last marks ended, before the spaces.
	ended ending
	// heading says that the line began with #, and numbered that it has had but digits so far.
	heading, numbered bool
}

type ending uint8

const (
	endsNothing ending = iota
	// endsClauseSpaced and endsSpaced hold only before white space.
	endsClauseSpaced
	endsClause
	endsSpaced
	endsSentence
)

// next takes one character, and returns it with what ends before it. It reports false at the end.
func (b *borders) next() (r rune, before border, ok bool) {
	if b.at >= len(b.s) {
		return 0, noBorder, false
	}
	r, size := utf8.DecodeRuneInString(b.s[b.at:])
	switch {
	case b.at == 0:
		b.cluster = size
	case joined(b.previous, r, b.flags) && b.cluster+size <= maxCluster:
		b.cluster += size
	default:
		if !isSpace(r) {
			before = b.kind(r)
		}
		b.cluster = size
	}
	b.note(r)
	b.at += size
	return r, before, true
}

// kind is what ends before r, which begins a character and is no space.
func (b *borders) kind(r rune) border {
	switch {
	case b.heading && b.newlines > 0:
		return borderClause // A heading stays with what it stands over.
	case b.newlines > 1 || b.newlines > 0 && r == '#':
		return borderParagraph
	case closes(r) && b.spaces == 0:
		return borderCharacter
	case b.ended == endsSentence || b.ended == endsSpaced && b.spaces > 0 && (r < 'a' || r > 'z'):
		return borderSentence
	case b.newlines > 0:
		return borderLine
	case b.ended >= endsClause || b.ended == endsClauseSpaced && b.spaces > 0:
		return borderClause
	case b.spaces > 0 || wordsMeet(b.previous, r):
		return borderWord
	}
	return borderCharacter
}

// wordsMeet says whether a word may begin with b right after a.
func wordsMeet(a, b rune) bool {
	return isUnspacedWord(a) && isUnspacedWord(b) || !hasLetter(a) && hasLetter(b)
}

// note remembers r for what follows it.
func (b *borders) note(r rune) {
	if r >= regionalA && r <= regionalZ {
		b.flags++
	} else {
		b.flags = 0
	}
	if isSpace(r) {
		b.spaces++
		if isNewline(r) {
			b.newlines++
		}
		b.previous = r
		return
	}
	if b.at == 0 || b.newlines > 0 {
		b.heading, b.numbered = r == '#', true
	}
	switch {
	case b.numbered && r == '.':
		b.ended = endsNothing // 1. begins an item of a list.
	case b.spaces == 0 && b.ended != endsNothing && closes(r):
		b.ended = max(b.ended, endingOf(r)) // Quotes and brackets belong to what they close.
	default:
		b.ended = endingOf(r)
	}
	b.numbered = b.numbered && unicode.IsDigit(r)
	b.spaces, b.newlines, b.previous = 0, 0, r
}

// endingOf is what a mark ends.
func endingOf(r rune) ending {
	switch r {
	case '。', '！', '？', '｡', '…', '۔', '।':
		return endsSentence
	case '.', '!', '?', '؟':
		return endsSpaced
	case '，', '、', '；', '：', '—':
		return endsClause
	case ',', ';', ':', '،':
		return endsClauseSpaced
	}
	return endsNothing
}

// closes says whether r belongs to what stands before it.
func closes(r rune) bool {
	switch r {
	case '"', '\'', ')', ']', '}', '.', '!', '?', ',', ';', ':', '”', '’', '」', '』', '）', '》', '】',
		'。', '！', '？', '，', '、', '；', '：', '｡', '…':
		return true
	}
	return false
}

func isNewline(r rune) bool { return r == '\n' || r == '\u2028' || r == '\u2029' || r == '\u0085' }

func isSpace(r rune) bool { return unicode.IsSpace(r) || r == zeroWidthSpace }

func hasLetter(r rune) bool {
	c := classOf(r)
	return c == classLetter || c == classUpper || c == classDigit || c == classUnspaced || c == classIgnored
}

// isUnspacedWord says whether about each character is a word. Of the other scripts without spaces it takes several.
func isUnspacedWord(r rune) bool {
	return r >= 0x2E80 && (unicode.Is(unicode.Han, r) || unicode.In(r, unicode.Hiragana, unicode.Katakana))
}

const (
	zeroWidthJoiner = '\u200d'
	regionalA       = '\U0001F1E6'
	regionalZ       = '\U0001F1FF'
)

// joined says whether b belongs to the same character as a before it: the grapheme clusters of UAX #29, with a
// little less cut where its rules need more than two characters. flags counts the regional indicators up to a.
func joined(a, b rune, flags int) bool {
	switch {
	case a == '\r' && b == '\n':
		return true
	case b < 0x0300:
		return a == zeroWidthJoiner && b >= 0x80
	case extends(b), a == zeroWidthJoiner:
		return true
	case b >= regionalA && b <= regionalZ:
		return flags%2 == 1
	case isVirama(a):
		return unicode.IsLetter(b)
	case b >= 0x1160 && b <= 0x11FF, b >= 0xD7B0 && b <= 0xD7FF: // vowels and ends of Hangul syllables
		return true
	case a >= 0x1100 && a <= 0x115F, a >= 0xA960 && a <= 0xA97F: // their beginnings
		return unicode.Is(unicode.Hangul, b)
	case a >= 0x0600 && a <= 0x0605, a == 0x06DD, a == 0x070F, a == 0x08E2: // signs before numbers
		return true
	}
	return false
}

// extends says whether r belongs to whatever stands before it.
func extends(r rune) bool {
	switch {
	case unicode.IsMark(r), r == zeroWidthJoiner, r == '\u200c':
		return true
	case r >= 0x1F3FB && r <= 0x1F3FF, r >= 0xE0020 && r <= 0xE007F: // skin tones, tags
		return true
	case r == '\u0E33', r == '\u0EB3', r == '\uFF9E', r == '\uFF9F': // vowels and marks that are letters to Unicode
		return true
	}
	return false
}

// isVirama says whether r joins the consonants around it.
func isVirama(r rune) bool {
	switch r {
	case 0x094D, 0x09CD, 0x0A4D, 0x0ACD, 0x0B4D, 0x0BCD, 0x0C4D, 0x0CCD, 0x0D4D, 0x1039, 0x17D2:
		return true
	}
	return false
}
