package importance

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	// headBytes and tailBytes are how much of a long text the rules read.
	headBytes = 1 << 10
	tailBytes = 512
)

// reading is a text prepared for the rules.
type reading struct {
	// original is the text, or the head and tail of a long one.
	original string
	// folded is the same in lower case and compatibility form.
	folded string
	// statements is folded without the sentences that only ask. Requests that are politely put as questions
	// are statements.
	statements string
	// told is statements without those requests.
	told string
}

func read(content string) reading {
	t := reading{original: ends(content)}
	t.folded = strings.ToLower(norm.NFKC.String(t.original))
	t.folded = strings.ReplaceAll(t.folded, "’", "'")
	t.statements, t.told = withoutQuestions(t.folded)
	return t
}

// ends is s, or the head and the tail of a long one.
func ends(s string) string {
	if len(s) <= headBytes+tailBytes {
		return s
	}
	head, tail := headBytes, len(s)-tailBytes
	for head > 0 && !utf8.RuneStart(s[head]) {
		head--
	}
	for tail < len(s) && !utf8.RuneStart(s[tail]) {
		tail++
	}
	return s[:head] + "\n" + s[tail:]
}

// withoutQuestions drops the sentences that only ask: all but polite requests, and those too.
func withoutQuestions(s string) (statements, told string) {
	if !strings.Contains(s, "?") && !holdsAny(s, questionEnds) && !holdsAny(s, questionWords) {
		return s, s
	}
	var all, strict strings.Builder
	for sentence := range strings.SplitAfterSeq(sentenceBreaks.Replace(s), "\x00") {
		sentence = strings.TrimRight(sentence, "\x00")
		question := asks(sentence)
		if !question {
			strict.WriteString(sentence + "\n")
		}
		if !question || politeRequest(sentence) {
			all.WriteString(sentence + "\n")
		}
	}
	return strings.TrimSpace(all.String()), strings.TrimSpace(strict.String())
}

// sentenceBreaks marks the ends of sentences with a NUL, which no text holds.
var sentenceBreaks = strings.NewReplacer(
	"? ", "?\x00", "?\n", "?\x00", "?", "?\x00", "! ", "!\x00", "!", "!\x00", ". ", ".\x00", "。", "。\x00", "\n", "\n\x00", "; ", ";\x00",
)

func asks(sentence string) bool {
	sentence = strings.TrimRightFunc(sentence, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(`"')」』”~`, r) || isSymbol(r)
	})
	if strings.HasSuffix(sentence, "?") {
		return true
	}
	bare := strings.TrimRightFunc(sentence, func(r rune) bool { return unicode.IsPunct(r) || unicode.IsSpace(r) })
	for _, end := range questionEnds {
		if strings.HasSuffix(bare, end) {
			return true
		}
	}
	// Who tells of a question does not ask it.
	return holdsAny(bare, questionWords) && !strings.Contains(bare, "问")
}

func politeRequest(sentence string) bool {
	sentence = strings.TrimLeft(sentence, " \t")
	for _, start := range politeStarts {
		if strings.HasPrefix(sentence, start) {
			return true
		}
	}
	return false
}

// bare is folded with only letters, digits and apostrophes, single spaces, and runs of three or more of a
// character as one: "OKKK!!" is "ok".
func (t reading) bare() string {
	var b strings.Builder
	b.Grow(len(t.folded))
	rs := []rune(t.folded)
	for i := 0; i < len(rs); {
		run := i + 1
		for run < len(rs) && rs[run] == rs[i] {
			run++
		}
		n := run - i
		if n >= 3 && !unicode.IsDigit(rs[i]) {
			n = 1
		}
		for ; n > 0; n-- {
			b.WriteRune(bareRune(rs[i]))
		}
		i = run
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func bareRune(r rune) rune {
	if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) && r != '\ufe0f' || r == '\'' {
		return r
	}
	return ' '
}

// isSymbol says whether r is an emoji or another symbol.
func isSymbol(r rune) bool {
	return unicode.Is(unicode.So, r) || unicode.Is(unicode.Sk, r) || r == '\ufe0f'
}

func alphabetic(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_'
	}
	return r < 0x0600 && unicode.IsLetter(r)
}
