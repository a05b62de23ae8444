package text

import (
	"strings"
	"unicode/utf8"
)

// Tail returns the last n sentences of s that have words, and all of s when there are no more. Of a dialogue so
// far it is what was said last.
func Tail(s string, n int) string {
	var starts []int
	for start, i := 0, 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		if isSentenceEnd(r, s[i:]) {
			i += closersLength(s[i:])
		} else if i < len(s) {
			continue
		}
		if HasWords(s[start:i]) {
			starts = append(starts, start)
		}
		start = i
	}
	if len(starts) <= n {
		return s
	}
	return strings.TrimSpace(s[starts[len(starts)-n]:])
}

// HasWords says whether s holds a letter or a digit.
func HasWords(s string) bool {
	for _, r := range s {
		switch classOf(r) {
		case classLetter, classUpper, classDigit, classUnspaced:
			return true
		}
	}
	return false
}
