package text

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// special are Latin letters that have no decomposition but are written in plain letters.
var special = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ħ': "h", 'ı': "i",
	'ё': "е", 'ς': "σ",
	'’': "'", '‐': "-",
}

// appendFolded appends NFKC text in lower case and without accents, cut at maxTermBytes.
func appendFolded(b []byte, s string) []byte {
	for i := 0; i < len(s) && len(b) < maxTermBytes; {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= 'A' && c <= 'Z' {
				c += 'a' - 'A'
			}
			b = append(b, c)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		b = appendFoldedRune(b, r)
		i += size
	}
	return b
}

func appendFoldedRune(b []byte, r rune) []byte {
	if isDroppedMark(r) || unicode.Is(unicode.Cf, r) {
		return b
	}
	if hasAccents(r) {
		r = withoutAccents(r)
	}
	r = unicode.ToLower(r)
	if s, ok := special[r]; ok {
		return append(b, s...)
	}
	return utf8.AppendRune(b, r)
}

// isDroppedMark says whether r is an accent or a variation selector. Marks of other scripts are vowels
// and belong to the word.
func isDroppedMark(r rune) bool {
	return r >= 0x0300 && r <= 0x036F || r >= 0xFE00 && r <= 0xFE0F
}

// hasAccents says whether r belongs to the Latin or Greek letters, whose accents are folded.
func hasAccents(r rune) bool {
	return r >= 0x00C0 && r <= 0x024F || r >= 0x1E00 && r <= 0x1FFF || r >= 0x0386 && r <= 0x03CE
}

// withoutAccents is the first character of r's canonical decomposition, or r.
func withoutAccents(r rune) rune {
	var buf [utf8.UTFMax]byte
	n := utf8.EncodeRune(buf[:], r)
	if d := norm.NFD.Properties(buf[:n]).Decomposition(); len(d) > 0 {
		r, _ = utf8.DecodeRune(d)
	}
	return r
}
