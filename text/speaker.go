package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxNameWords = 3
	maxNameBytes = 40
	// maxUnspacedName is how many characters a name in a script without spaces has at most.
	maxUnspacedName = 4
)

// Speaker returns the name that a line of a conversation begins with: Anna of "Anna: I moved." and 小王 of
// "小王：我搬家了". It is empty when the line begins otherwise. A name is up to three words of letters, each with a
// capital first, or up to four characters of a script without spaces.
func Speaker(line string) string {
	beginning := line[:min(len(line), maxNameBytes+utf8.UTFMax)]
	end := strings.IndexAny(beginning, ":：")
	if end <= 0 || end > maxNameBytes {
		return ""
	}
	name := line[:end]
	_, size := utf8.DecodeRuneInString(line[end:])
	said := line[end+size:]
	if size == 1 && !strings.HasPrefix(said, " ") || !HasWords(said) {
		return ""
	}
	if !isName(name) {
		return ""
	}
	return name
}

func isName(s string) bool {
	if r, _ := utf8.DecodeRuneInString(s); classOf(r) == classUnspaced {
		return runEnd(s, 0) == len(s) && utf8.RuneCountInString(s) <= maxUnspacedName
	}
	words := strings.Fields(s)
	if len(words) == 0 || len(words) > maxNameWords || strings.Join(words, " ") != s {
		return false
	}
	for _, w := range words {
		first, _ := utf8.DecodeRuneInString(w)
		if !unicode.IsUpper(first) || strings.ContainsFunc(w, isNoNameRune) {
			return false
		}
	}
	return true
}

func isNoNameRune(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsMark(r) && !isApostrophe(r) && r != '-' && r != '.'
}

// Mentions returns where s has a name as written, as words of their own: the offsets behind one another of each
// beginning and end.
func Mentions(s, name string) [][2]int {
	var found [][2]int
	for from := 0; name != ""; {
		i := strings.Index(s[from:], name)
		if i < 0 {
			break
		}
		start := from + i
		end := start + len(name)
		if !continues(s[:start], name, s[end:]) {
			found = append(found, [2]int{start, end})
		}
		from = end
	}
	return found
}

// continues says whether a word goes on before or behind a name. Scripts without spaces have no such borders.
func continues(before, name, behind string) bool {
	if r, _ := utf8.DecodeRuneInString(name); classOf(r) == classUnspaced {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(before)
	next, _ := utf8.DecodeRuneInString(behind)
	return before != "" && isWordRune(last) || behind != "" && isWordRune(next)
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || r == '_'
}
