package memory

import (
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"
)

// neededBy are texts, folded, of which one stands in whatever an expression matches; none when there is no
// telling. Looking for those first is much faster than trying the expression.
func neededBy(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		return []string{fold(string(re.Rune))}
	case syntax.OpCapture, syntax.OpPlus:
		return neededBy(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return neededBy(re.Sub[0])
		}
	case syntax.OpConcat:
		return neededByAll(re.Sub)
	case syntax.OpAlternate:
		return neededByOne(re.Sub)
	}
	return nil
}

// neededByAll is of expressions that all match the one that needs the longest texts.
func neededByAll(res []*syntax.Regexp) (best []string) {
	for _, re := range res {
		if needed := neededBy(re); shortest(needed) > shortest(best) {
			best = needed
		}
	}
	return best
}

// neededByOne is what expressions need of which one matches.
func neededByOne(res []*syntax.Regexp) (all []string) {
	for _, re := range res {
		needed := neededBy(re)
		if needed == nil {
			return nil
		}
		all = append(all, needed...)
	}
	return all
}

func shortest(texts []string) int {
	if len(texts) == 0 {
		return 0
	}
	n := len(texts[0])
	for _, t := range texts[1:] {
		n = min(n, len(t))
	}
	return n
}

func holdsOneOf(folded string, texts []string) bool {
	for _, t := range texts {
		if strings.Contains(folded, t) {
			return true
		}
	}
	return false
}

// fold maps characters that differ in case only to one of them, as (?i) does: to the first of their orbit.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return r - 'a' + 'A'
		case r < utf8.RuneSelf:
			return r
		}
		first := r
		for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
			first = min(first, next)
		}
		return first
	}, s)
}
