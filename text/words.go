// Package text turns text into the terms of the keyword index, and long text into a summary. It is pure
// and imports nothing of ours.
package text

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// WordsVersion is stored with an index of words. An index made by another version must be built anew.
const WordsVersion = 2

const (
	// maxTerms bounds what one text may cost an index: about a megabyte of Chinese, or six of English.
	// Words beyond it are not indexed.
	maxTerms = 1 << 20
	// maxTermBytes bounds one term. Longer ones, such as encoded data, are cut and still match each other.
	maxTermBytes = 128
)

// Words returns the terms by which a text is found, in the order of the text and with repeats.
//
//   - Letters are folded: width and compatibility forms (NFKC), case, and accents of Latin and Greek.
//   - English stop words are dropped and other English words stemmed, unless nothing else would be left.
//   - Scripts written without spaces give each character and each pair of neighbours; traditional Chinese
//     characters count as their simplified forms.
//   - Identifiers, numbers, paths and addresses (ERR_429, v1.2.3, kube-apiserver, a@b.org, getUser, 16GB, 1,000)
//     give the whole and the parts.
//
// A text without a letter or digit has no terms. Invalid UTF-8 separates words. The cost is linear, and
// bounded in memory: at most 2^20 terms of 128 bytes.
func Words(s string) []string {
	s = norm.NFKC.String(s)
	w := words{terms: make([]string, 0, 16+min(len(s)/8, 1<<12))}
	w.text(s)
	if len(w.terms) == 0 {
		w.keepStops = true
		w.text(s)
	}
	return w.terms
}

// words collects the terms of one text.
type words struct {
	terms     []string
	keepStops bool
	scratch   []byte
}

// text splits NFKC text into runs: unspaced scripts, and tokens of other letters, digits and joiners.
func (w *words) text(s string) {
	for i := 0; i < len(s) && len(w.terms) < maxTerms; {
		r, size := decode(s[i:])
		switch classOf(r) {
		case classUnspaced:
			end := runEnd(s, i)
			w.unspaced(simplify(s[i:end]))
			i = end
		case classLetter, classUpper, classDigit:
			if end := groupedEnd(s, i); end > 0 {
				w.grouped(s[i:end])
				i = end
				continue
			}
			if end, ok := plainWordEnd(s, i); ok {
				w.word(s[i:end])
				i = end
				continue
			}
			i = w.token(s, i, tokenEnd(s, i))
		default:
			i += size
		}
	}
}

// unspaced adds each character of a run and each pair of neighbours.
func (w *words) unspaced(run string) {
	previous := -1
	for i, r := range run {
		end := i + utf8.RuneLen(r)
		w.character(run[i:end])
		if previous >= 0 {
			w.character(run[previous:end])
		}
		previous = i
	}
}

// character adds one character or a pair.
func (w *words) character(c string) {
	w.scratch = append(w.scratch[:0], c...)
	w.add(stem(w.scratch))
}

// token adds the token s[start:end], whole and in parts, and returns where to go on.
func (w *words) token(s string, start, end int) int {
	token := s[start:end]
	next := end + suffixLength(s[end:])
	if next > end {
		w.whole(s[start:next])
	}
	pieces, parts := 0, 0
	for piece := range split(token, isOuterJoiner) {
		pieces++
		inner := 0
		for part := range split(piece, isInnerJoiner) {
			inner++
			w.part(part)
		}
		if inner > 1 && len(piece) < len(token) {
			w.whole(piece)
		}
		parts += inner
	}
	if parts > 1 {
		w.whole(token)
		if isVersion(token) {
			w.whole(token[1:])
		}
	}
	return next
}

// grouped adds a number whose digits are grouped by commas: 2,100 gives 2, 100 and 2100.
func (w *words) grouped(number string) {
	for group := range strings.SplitSeq(number, ",") {
		w.whole(group)
	}
	w.whole(strings.ReplaceAll(number, ",", ""))
}

// part adds a word between joiners, and what it is made of when it is getUser or python3.
func (w *words) part(p string) {
	shape := shapeOf(p)
	if shape.apostrophe {
		w.contraction(p)
		return
	}
	w.word(p)
	if shape.humps > 0 {
		for hump := range humps(p) {
			w.word(hump)
		}
		return
	}
	if cut := shape.letterDigitCut; cut > 0 {
		w.word(p[:cut])
		w.word(p[cut:])
	}
	if cut := shape.unitCut; cut > 0 {
		w.word(p[:cut])
	}
}

// contraction adds the word before 's, 't, 'll and their like, or both sides of another apostrophe.
func (w *words) contraction(p string) {
	w.scratch = appendFolded(w.scratch[:0], p)
	if !w.keepStops && isStopWord(w.scratch) {
		return
	}
	for side := range split(p, isApostrophe) {
		if len(side) < len(p) && isContracted(side) && !w.keepStops {
			continue
		}
		w.word(side)
	}
}

// word adds one word, stemmed, unless it is a stop word.
func (w *words) word(p string) {
	w.scratch = appendFolded(w.scratch[:0], p)
	if len(w.scratch) == 0 || !w.keepStops && isStopWord(w.scratch) {
		return
	}
	w.add(stem(w.scratch))
}

// whole adds a term as it is written, folded but not stemmed.
func (w *words) whole(p string) {
	w.scratch = appendFolded(w.scratch[:0], p)
	if len(w.scratch) > 0 {
		w.add(string(w.scratch))
	}
}

func (w *words) add(term string) {
	if len(w.terms) < maxTerms {
		w.terms = append(w.terms, term)
	}
}
