package text

import (
	"iter"
	"unicode"
	"unicode/utf8"
)

// class is what a character means to the word splitter.
type class uint8

const (
	classSeparator class = iota
	classLetter
	classUpper
	classDigit
	classUnspaced
	classJoiner
	classApostrophe
	// classIgnored characters belong to the word around them and are dropped from it.
	classIgnored
)

var asciiClasses = func() (t [utf8.RuneSelf]class) {
	for r := range rune(utf8.RuneSelf) {
		switch {
		case r >= 'a' && r <= 'z':
			t[r] = classLetter
		case r >= 'A' && r <= 'Z':
			t[r] = classUpper
		case r >= '0' && r <= '9':
			t[r] = classDigit
		case isOuterJoiner(r) || isInnerJoiner(r):
			t[r] = classJoiner
		case r == '\'':
			t[r] = classApostrophe
		}
	}
	return t
}()

// unspacedScripts write words without spaces between them.
var unspacedScripts = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

func classOf(r rune) class {
	if r >= 0 && r < utf8.RuneSelf {
		return asciiClasses[r]
	}
	switch {
	case r >= 0x4E00 && r <= 0x9FFF, r >= 0xAC00 && r <= 0xD7A3, r == 'ー':
		return classUnspaced
	case r == utf8.RuneError || r == zeroWidthSpace:
		return classSeparator
	case r == '’':
		return classApostrophe
	case r == '‐':
		return classJoiner
	case isDroppedMark(r) || unicode.Is(unicode.Cf, r):
		return classIgnored
	case r >= 0x0E00 && unicode.In(r, unspacedScripts...):
		return classUnspaced
	case unicode.IsUpper(r):
		return classUpper
	case unicode.IsLetter(r) || unicode.IsMark(r):
		return classLetter
	case unicode.IsNumber(r):
		return classDigit
	}
	return classSeparator
}

// zeroWidthSpace separates words in some scripts, unlike the other format characters.
const zeroWidthSpace = '\u200b'

// isOuterJoiner joins names into a path or an address.
func isOuterJoiner(r rune) bool { return r == '/' || r == '\\' || r == '@' || r == ':' }

// isInnerJoiner joins words into a name.
func isInnerJoiner(r rune) bool {
	switch r {
	case '_', '-', '.', '+', '#', '&', '‐':
		return true
	}
	return false
}

func isApostrophe(r rune) bool { return r == '\'' || r == '’' }

// decode is utf8.DecodeRuneInString with a short way for ASCII.
func decode(s string) (rune, int) {
	if s[0] < utf8.RuneSelf {
		return rune(s[0]), 1
	}
	return utf8.DecodeRuneInString(s)
}

// runEnd is where the run of an unspaced script that starts at i ends.
func runEnd(s string, i int) int {
	for i < len(s) {
		r, size := decode(s[i:])
		if classOf(r) != classUnspaced {
			break
		}
		i += size
	}
	return i
}

// plainWordEnd is where the word that starts at i ends, when it is ASCII, holds no inner capital, digit,
// joiner or apostrophe, and stands alone: the short way for most words.
func plainWordEnd(s string, i int) (int, bool) {
	end := i + 1
	for end < len(s) && s[end] >= 'a' && s[end] <= 'z' {
		end++
	}
	alone := end == len(s) || s[end] < utf8.RuneSelf && asciiClasses[s[end]] == classSeparator
	return end, alone && s[i] < utf8.RuneSelf && asciiClasses[s[i]] != classDigit
}

// tokenEnd is where the token that starts at i ends: behind its last letter or digit. A token may hold
// single joiners and apostrophes, each between letters or digits.
func tokenEnd(s string, i int) int {
	end, joined := i, false
	for i < len(s) {
		r, size := decode(s[i:])
		i += size
		switch classOf(r) {
		case classLetter, classUpper, classDigit:
			end, joined = i, false
		case classIgnored:
		case classJoiner, classApostrophe:
			if joined {
				return end
			}
			joined = true
		default:
			return end
		}
	}
	return end
}

// suffixLength is 2 for ++ and 1 for #, as in C++ and C#, when no word follows.
func suffixLength(rest string) int {
	n := 0
	switch {
	case len(rest) >= 2 && rest[:2] == "++":
		n = 2
	case len(rest) >= 1 && rest[0] == '#':
		n = 1
	default:
		return 0
	}
	if n < len(rest) {
		r, _ := decode(rest[n:])
		switch classOf(r) {
		case classLetter, classUpper, classDigit, classJoiner:
			return 0
		}
	}
	return n
}

// split yields the non-empty pieces of s between separators.
func split(s string, separator func(rune) bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := 0
		for i, r := range s {
			if !separator(r) {
				continue
			}
			if i > start && !yield(s[start:i]) {
				return
			}
			start = i + utf8.RuneLen(r)
		}
		if start < len(s) {
			yield(s[start:])
		}
	}
}

// shape says what a word is made of.
type shape struct {
	// humps counts the inner borders of camel case.
	humps int
	// letterDigitCut is the only border between letters and digits, where there are at least two letters;
	// 0 for none.
	letterDigitCut int
	// unitCut is the border of a number and its unit of one letter, as in 30s; 0 for none.
	unitCut    int
	apostrophe bool
}

func shapeOf(p string) shape {
	var s shape
	borders, cut, letters := 0, 0, 0
	previous := classSeparator
	for i, r := range p {
		c := classOf(r)
		switch c {
		case classApostrophe:
			s.apostrophe = true
		case classIgnored:
			continue
		case classUpper:
			if previous == classLetter {
				s.humps++
			}
			letters++
		case classLetter:
			letters++
		}
		if previous != classSeparator && (previous == classDigit) != (c == classDigit) {
			borders, cut = borders+1, i
		}
		previous = c
	}
	switch {
	case borders == 1 && letters >= 2:
		s.letterDigitCut = cut
	case borders == 1 && previous != classDigit:
		s.unitCut = cut
	}
	return s
}

// humps yields the words of camel case: get and User of getUser.
func humps(p string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start, previous := 0, classSeparator
		for i, r := range p {
			c := classOf(r)
			if c == classUpper && previous == classLetter {
				if !yield(p[start:i]) {
					return
				}
				start = i
			}
			if c != classIgnored {
				previous = c
			}
		}
		yield(p[start:])
	}
}

// groupedEnd is where the number that starts at i ends, when its digits are grouped by commas, as in 2,100; else 0.
func groupedEnd(s string, i int) int {
	end := digitsEnd(s, i)
	if end == i || end-i > 3 || end == len(s) || s[end] != ',' {
		return 0
	}
	groups := 0
	for end < len(s) && s[end] == ',' && digitsEnd(s, end+1) == end+4 {
		end += 4
		groups++
	}
	if groups == 0 {
		return 0
	}
	// 2,100GB, 1,234.5 and 1,2345 are no numbers of this kind.
	if end < len(s) {
		switch r, _ := decode(s[end:]); classOf(r) {
		case classLetter, classUpper, classDigit, classIgnored:
			return 0
		case classJoiner:
			if end+1 < len(s) && digitsEnd(s, end+1) > end+1 {
				return 0
			}
		}
	}
	return end
}

// digitsEnd is where the ASCII digits that start at i end.
func digitsEnd(s string, i int) int {
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return i
}

// isVersion says whether a token is a v and numbers, such as v1.2.3.
func isVersion(token string) bool {
	return len(token) > 1 && (token[0] == 'v' || token[0] == 'V') && token[1] >= '0' && token[1] <= '9'
}
