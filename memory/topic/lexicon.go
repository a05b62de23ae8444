package topic

import (
	"strings"
	"unicode/utf8"

	"github.com/rearview-dev/rearview/text"
)

// concept is a number for what a word means, whatever its language; 0 for none.
type concept uint16

// entry is a word or phrase of the lexicon.
type entry struct {
	// written is the phrase in lower case and simplified characters; words are its stems where it is written
	// with an alphabet.
	written string
	words   []string
	// exact are the words as written, for members: "approved" is a state, and "approves" none.
	exact []string
	// open says that letters may follow: it is the beginning of a word.
	open    bool
	concept concept
	// value names the member of the category; empty for words that name the attribute.
	value string
}

// conceptInfo describes a concept.
type conceptInfo struct {
	name string
	// sort says how its members exclude each other.
	sort   sortOf
	family family
}

// family is a group of attributes that may be names of one matter, such as those of money.
type family uint8

const (
	noFamily family = iota
	moneyFamily
	timeFamily
	personFamily
	placeFamily
	amountFamily
	mannerFamily
)

type sortOf uint8

const (
	// several: one may have many of them at once, such as foods.
	several sortOf = iota
	// single: one matter has one of them at a time, such as a database or a theme.
	single
	// scope: another one makes another matter, such as an environment, a person or a meal.
	scope
	// thing: what statements are about.
	thing
	// action: a verb or quality, which says little of what a text is about.
	action
)

type lexiconTable struct {
	concepts []conceptInfo
	// byWord finds entries of alphabets by the stem of their first word, byStart the others by their first two
	// characters; both longest first.
	byWord  map[string][]entry
	byStart map[[2]rune][]entry
	// openWords finds beginnings of words by their first two bytes.
	openWords map[string][]entry
	byName    map[string]concept
}

// lexicon is made once, from lexiconData.
var lexicon = func() *lexiconTable {
	l := &lexiconTable{
		concepts:  []conceptInfo{{}},
		byWord:    make(map[string][]entry),
		byStart:   make(map[[2]rune][]entry),
		openWords: make(map[string][]entry),
		byName:    make(map[string]concept),
	}
	for _, group := range lexiconData {
		for line := range strings.Lines(group.lines) {
			if line = strings.TrimSpace(line); line != "" {
				l.addLine(line, conceptInfo{sort: group.sort, family: group.family})
			}
		}
	}
	l.sort()
	return l
}()

// addLine adds a concept: "name: words that name it | member=synonym, member".
func (l *lexiconTable) addLine(line string, info conceptInfo) {
	name, rest, _ := strings.Cut(line, ":")
	c := concept(len(l.concepts))
	info.name = name
	l.concepts = append(l.concepts, info)
	l.byName[name] = c
	attributes, members, _ := strings.Cut(rest, "|")
	for words := range strings.SplitSeq(attributes, ",") {
		l.add(strings.TrimSpace(words), entry{concept: c})
	}
	for m := range strings.SplitSeq(members, ",") {
		value := ""
		for words := range strings.SplitSeq(m, "=") {
			if words = strings.TrimSpace(words); value == "" {
				value = words
			}
			l.add(words, entry{concept: c, value: value})
		}
	}
}

func (l *lexiconTable) add(words string, e entry) {
	if words == "" {
		return
	}
	words, e.open = strings.CutSuffix(strings.Map(simplified, words), "*")
	e.written = words
	first, _ := utf8.DecodeRuneInString(words)
	switch {
	case !alphabetic(first):
		l.byStart[firstTwo(words)] = append(l.byStart[firstTwo(words)], e)
	case e.open:
		l.openWords[words[:2]] = append(l.openWords[words[:2]], e)
	default:
		for w := range strings.FieldsSeq(words) {
			e.words = append(e.words, text.Stem(w))
			if e.value != "" {
				e.exact = append(e.exact, w)
			}
		}
		l.byWord[e.words[0]] = append(l.byWord[e.words[0]], e)
	}
}

// fits says whether word i of the entry may be written so: members only as they are, or with an s behind.
func (e *entry) fits(i int, w string) bool {
	return e.exact == nil || w == e.exact[i] || len(w) == len(e.exact[i])+1 && w[len(w)-1] == 's' && w[:len(w)-1] == e.exact[i]
}

func (l *lexiconTable) sort() {
	for _, es := range l.byWord {
		sortLongest(es, func(e entry) int { return len(e.words) })
	}
	for _, es := range l.byStart {
		sortLongest(es, func(e entry) int { return len(e.written) })
	}
	for _, es := range l.openWords {
		sortLongest(es, func(e entry) int { return len(e.written) })
	}
}

// longest is the longest entry in a script without spaces that stands at the beginning of s and has two characters
// or more; nil for none.
func (l *lexiconTable) longest(s string) *entry {
	entries := l.byStart[firstTwo(s)]
	for i := range entries {
		if strings.HasPrefix(s, entries[i].written) {
			return &entries[i]
		}
	}
	return nil
}

// single is the entry of one character; nil for none.
func (l *lexiconTable) single(r rune) *entry {
	if entries := l.byStart[[2]rune{r}]; len(entries) > 0 {
		return &entries[0]
	}
	return nil
}

func (l *lexiconTable) info(c concept) conceptInfo { return l.concepts[c] }
