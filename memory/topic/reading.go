package topic

import (
	"strings"
	"unicode/utf8"
)

const (
	// readBytes is how much of a text is read.
	readBytes = 1 << 10
	// maxTokens is how many words of it are kept. A text with more is long.
	maxTokens = 96
	// maxClauses is how many clauses are told apart; the last one takes the rest.
	maxClauses = 32
)

// Reading is a text, analysed. It is read-only, safe for concurrent use and may be kept: it holds the text
// and a few hundred bytes to a few kilobytes more.
type Reading struct {
	content string
	// long says that the text is more than a few sentences: rules made for sentences do not judge it.
	long bool
	// unspaced says that most of its words are in a script without spaces.
	unspaced bool
	tokens   []token
	values   []value
	clauses  []clause
	// changesAt are the places of the words that report a change.
	changesAt []int32
	// marks are those of the clauses that tell, and of the text as a whole.
	marks mark
}

// token is one word, one character of a script without spaces, or one value.
type token struct {
	// text is the word's stem, the character, or a canonical name.
	text string
	// id stands for concept and text.
	id    uint32
	start int
	end   int
	// concept that the lexicon knows; 0 for none.
	concept concept
	kind    tokenKind
	clause  uint8
	weight  float32
}

type tokenKind uint8

const (
	// word is a word of an alphabet, unknown to the lexicon.
	word tokenKind = iota
	// name is a word that is written as a name.
	name
	// character is one character of a script without spaces.
	character
	// attribute names what a statement is about: "port", "截止".
	attribute
	// member belongs to a category: MySQL is a database.
	member
	// quantity is a number, a date or a time.
	quantity
	// identifier holds letters and digits, or is an address or a path.
	identifier
	// glue carries no content: articles, politeness, marks.
	glue
)

// lightWeight is that of characters which say little by themselves, but may be parts of words.
const lightWeight = 0.05

// light says whether a token says next to nothing.
func (t token) light() bool { return t.kind == glue || t.weight <= lightWeight }

// clause is a part of a text between marks of punctuation.
type clause struct {
	start, end int
	marks      mark
	// told says that the clause tells something: it does not only ask, suppose or quote.
	told bool
}

// Read analyses a text. It takes microseconds and reads only the beginning of a long one.
func Read(content string) Reading {
	r := Reading{content: content}
	head := beginning(strings.TrimSpace(content))
	r.long = len(head) < len(strings.TrimSpace(content))
	written, lower := fold(head)
	s := scanner{written: written, lower: lower}
	s.clauses = splitClauses(lower)
	s.findMarks()
	s.scan()
	r.tokens, r.values, r.clauses = s.tokens, s.values, s.clauses
	r.long = r.long || s.full
	r.unspaced = s.ideographs*3 > s.letters
	for _, p := range s.spans {
		if p.mark&(changes|retires) != 0 && s.clauses[s.clauseAt(p.start)].told {
			r.changesAt = append(r.changesAt, int32(p.start))
		}
	}
	for _, c := range r.clauses {
		if c.told {
			r.marks |= c.marks
		} else {
			r.marks |= c.marks & (asks | supposes | hearsay | considers)
		}
	}
	return r
}

// beginning is at most readBytes of s, cut between characters.
func beginning(s string) string {
	if len(s) <= readBytes {
		return s
	}
	end := readBytes
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end]
}
