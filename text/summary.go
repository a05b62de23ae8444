package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// minInformativeTerms is how many terms a sentence must have to say something: greetings and
// acknowledgements have fewer.
const minInformativeTerms = 4

// Summary returns the first informative sentences of s, whole, in at most maxRunes characters. A first
// sentence that is longer is cut and ends in "…". The summary is empty when s has no more than maxRunes
// characters, and so is its own summary, or when maxRunes is not positive.
func Summary(s string, maxRunes int) string {
	s = strings.TrimSpace(s)
	if maxRunes <= 0 || !longer(s, maxRunes) {
		return ""
	}
	var b strings.Builder
	left := maxRunes
	for rest := s; rest != ""; {
		var sentence string
		sentence, rest = nextSentence(rest, maxRunes)
		sentence = strings.Join(strings.Fields(sentence), " ")
		if !informative(sentence) {
			continue
		}
		gap := sentenceGap(b.String())
		n := utf8.RuneCountInString(sentence) + len(gap)
		if n > left {
			if b.Len() == 0 {
				b.WriteString(cut(sentence, maxRunes))
			}
			break
		}
		b.WriteString(gap)
		b.WriteString(sentence)
		left -= n
	}
	if b.Len() == 0 {
		return cut(strings.Join(strings.Fields(headOf(s, 4*maxRunes)), " "), maxRunes)
	}
	return b.String()
}

// longer says whether s has more than n characters, reading no further than it must.
func longer(s string, n int) bool { return len(headOf(s, n)) < len(s) }

// headOf is the first n characters of s.
func headOf(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// nextSentence takes the first sentence off s, or its first 2·maxRunes characters when it is longer.
func nextSentence(s string, maxRunes int) (sentence, rest string) {
	count := 0
	for i, r := range s {
		if count++; count > 2*maxRunes {
			return s[:i], s[i:]
		}
		if end := i + max(utf8.RuneLen(r), 1); isSentenceEnd(r, s[min(end, len(s)):]) {
			end += closersLength(s[end:])
			return s[:end], s[end:]
		}
	}
	return s, ""
}

// isSentenceEnd says whether a sentence ends with r when rest follows. Latin full stops end one only
// before a space, so that v1.2 and example.com stay whole.
func isSentenceEnd(r rune, rest string) bool {
	switch r {
	case '。', '！', '？', '｡', '…', '\n', '\u2028', '\u2029':
		return true
	case '.', '!', '?', ';':
		rest = rest[closersLength(rest):]
		next, _ := utf8.DecodeRuneInString(rest)
		return rest == "" || unicode.IsSpace(next)
	}
	return false
}

// closersLength is the length of the quotes, brackets and repeated ends that still belong to a sentence.
func closersLength(s string) int {
	trimmed := strings.TrimLeft(s, `"')]”’」』）》】。！？.!?…`)
	return len(s) - len(trimmed)
}

func informative(sentence string) bool { return len(Words(sentence)) >= minInformativeTerms }

// sentenceGap is what stands between a summary so far and its next sentence.
func sentenceGap(soFar string) string {
	r, _ := utf8.DecodeLastRuneInString(soFar)
	if soFar == "" || strings.ContainsRune("。！？｡…」』）》】", r) {
		return ""
	}
	return " "
}

// cut shortens s to n characters, at a space when one is near.
func cut(s string, n int) string {
	if !longer(s, n) {
		return s
	}
	head := headOf(s, n-1)
	if space := strings.LastIndexByte(head, ' '); space > len(head)*2/3 {
		head = head[:space]
	}
	return strings.TrimRight(head, " ,;:，；：、") + "…"
}
