package importance

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// phraseTable finds many phrases in one pass over a text.
type phraseTable map[rune][]tablePhrase

// tablePhrase is a phrase and the number of the rule that it speaks for.
type tablePhrase struct {
	words string
	rule  int
}

// add takes phrases separated by commas and line breaks.
func (t phraseTable) add(phrases string, rule int) {
	for line := range strings.Lines(phrases) {
		for words := range strings.SplitSeq(line, ",") {
			if words = strings.TrimSpace(words); words != "" {
				first, _ := utf8.DecodeRuneInString(words)
				t[first] = append(t[first], tablePhrase{words, rule})
			}
		}
	}
}

// rulesIn are the rules that phrases in s speak for, as a set of bits. A phrase that begins or ends in a
// letter of an alphabet must stand in s as a word.
func (t phraseTable) rulesIn(s string) (rules uint64) {
	for i, r := range s {
		phrases := t[r]
		if phrases == nil || !wordBorder(s, i) {
			continue
		}
		for _, p := range phrases {
			if strings.HasPrefix(s[i:], p.words) && wordBorder(s, i+len(p.words)) {
				rules |= 1 << p.rule
			}
		}
	}
	return rules
}

// pattern is an expression, and texts of which one must be there for it to match: looking for those first
// is what keeps the rules fast. "#" stands for any digit; none means always.
type pattern struct{ needs, expression string }

// compiledPattern is a pattern, ready for use.
type compiledPattern struct {
	needs      []string
	needsDigit bool
	expression *regexp.Regexp
}

func compile(patterns []pattern) []compiledPattern {
	compiled := make([]compiledPattern, len(patterns))
	for i, p := range patterns {
		compiled[i].expression = regexp.MustCompile(p.expression)
		switch p.needs {
		case "":
		case "#":
			compiled[i].needsDigit = true
		default:
			compiled[i].needs = strings.Split(p.needs, ", ")
		}
	}
	return compiled
}

func (p compiledPattern) matches(s string) bool {
	if p.needsDigit && !containsDigit(s) || len(p.needs) > 0 && !holdsAny(s, p.needs) {
		return false
	}
	return p.expression.MatchString(s)
}

func holdsAny(s string, texts []string) bool {
	for _, t := range texts {
		if strings.Contains(s, t) {
			return true
		}
	}
	return false
}

func anyMatches(patterns []compiledPattern, s string) bool {
	for _, p := range patterns {
		if p.matches(s) {
			return true
		}
	}
	return false
}

// wordBorder says whether no word of an alphabet goes on across i.
func wordBorder(s string, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	if !alphabetic(before) {
		return true
	}
	after, _ := utf8.DecodeRuneInString(s[i:])
	return !alphabetic(after)
}
