package builtin

import (
	"math"
	"slices"
	"unicode/utf8"
)

const (
	// space is how SentencePiece writes a space; every word begins with one.
	space = '\u2581'
	// unknownPenalty is what a character without a piece costs, below the worst piece (SentencePiece).
	unknownPenalty = 10
	// maxWordRunes cuts words that go on without a space, such as Chinese texts, to bound the search's memory.
	maxWordRunes = 4096
)

// normMap maps a character to what it is replaced by; it has no entry for characters that stay.
type normMap map[rune]string

// tokenizer splits text into pieces of its vocabulary, so that the sum of their scores is the largest
// (SentencePiece's unigram model, Kudo 2018).
type tokenizer struct {
	pieceTable
	norm         normMap
	index        pieceIndex
	maxPiece     int
	unknownScore float32
}

func newTokenizer(pieces pieceTable, norm normMap) *tokenizer {
	t := &tokenizer{pieceTable: pieces, norm: norm}
	lowest := float32(0)
	for i, score := range t.scores {
		lowest = min(lowest, score)
		t.maxPiece = max(t.maxPiece, len(t.piece(i)))
	}
	t.unknownScore = lowest - unknownPenalty
	t.index = newPieceIndex(&t.pieceTable)
	return t
}

// tokenStream cuts one text into tokens, a word at a time, so that a text of any length needs little memory.
// It is reused from text to text.
type tokenStream struct {
	t *tokenizer
	// parts are what is left of the prefix and of the text.
	parts [2]string
	// replaced is what is left of the replacement of the character before.
	replaced string
	// started and spaced say whether any character was seen, and whether the last one was a space.
	started, spaced bool

	word   []byte
	starts []int32
	best   []path
	// tokens holds the last word's tokens, of which the first taken were handed out.
	tokens []int32
	taken  int
}

// path is the best way to a position within a word.
type path struct {
	score float32
	token int32
	from  int32
}

func (s *tokenStream) reset(t *tokenizer, prefix, text string) {
	s.t = t
	s.parts = [2]string{prefix, text}
	s.replaced = ""
	s.started, s.spaced = false, false
	s.word, s.starts = s.word[:0], s.starts[:0]
	s.tokens, s.taken = s.tokens[:0], 0
}

// next appends up to n more tokens to dst. It appends none at the end of the text.
func (s *tokenStream) next(dst []int32, n int) []int32 {
	for n > 0 {
		if s.taken == len(s.tokens) && !s.nextWord() {
			break
		}
		m := min(n, len(s.tokens)-s.taken)
		dst = append(dst, s.tokens[s.taken:s.taken+m]...)
		s.taken += m
		n -= m
	}
	return dst
}

// nextWord collects the characters of the next word and splits it into tokens.
func (s *tokenStream) nextWord() bool {
	for {
		r, ok := s.nextRune()
		if !ok {
			break
		}
		if r == space && len(s.starts) > 0 || len(s.starts) == maxWordRunes {
			s.splitWord()
			s.push(r)
			return true
		}
		s.push(r)
	}
	if len(s.starts) == 0 {
		return false
	}
	s.splitWord()
	return true
}

func (s *tokenStream) push(r rune) {
	s.starts = append(s.starts, int32(len(s.word)))
	s.word = utf8.AppendRune(s.word, r)
}

// nextRune returns the next normalised character: replaced by the map, a space before the first one, runs of
// spaces collapsed, and spaces written as SentencePiece does. Invalid UTF-8 counts as U+FFFD.
func (s *tokenStream) nextRune() (rune, bool) {
	if !s.started {
		s.started, s.spaced = true, true
		return space, true
	}
	for {
		r, ok := s.replacedRune()
		if !ok {
			return 0, false
		}
		if r != ' ' {
			s.spaced = false
			return r, true
		}
		if !s.spaced {
			s.spaced = true
			return space, true
		}
	}
}

// replacedRune returns the next character as the normalisation map has it.
func (s *tokenStream) replacedRune() (rune, bool) {
	for {
		if len(s.replaced) > 0 {
			r, n := utf8.DecodeRuneInString(s.replaced)
			s.replaced = s.replaced[n:]
			return r, true
		}
		if len(s.parts[0]) == 0 {
			s.parts[0], s.parts[1] = s.parts[1], ""
			if len(s.parts[0]) == 0 {
				return 0, false
			}
		}
		r, n := utf8.DecodeRuneInString(s.parts[0])
		s.parts[0] = s.parts[0][n:]
		to, ok := s.t.norm[r]
		if !ok {
			return r, true
		}
		s.replaced = to
	}
}

// splitWord replaces the tokens by those of the word, and empties the word. It is a Viterbi search: best[i]
// is the best way to the i-th character.
func (s *tokenStream) splitWord() {
	n := len(s.starts)
	s.starts = append(s.starts, int32(len(s.word)))
	s.best = append(s.best[:0], path{})
	for range n {
		s.best = append(s.best, path{score: float32(math.Inf(-1))})
	}
	for i := range n {
		s.extend(i, n)
	}
	s.tokens, s.taken = s.tokens[:0], 0
	for i := n; i > 0; i = int(s.best[i].from) {
		s.tokens = append(s.tokens, s.best[i].token)
	}
	slices.Reverse(s.tokens)
	s.word, s.starts = s.word[:0], s.starts[:0]
}

// extend tries every piece that begins at character i of a word of n.
func (s *tokenStream) extend(i, n int) {
	t, from := s.t, s.best[i].score
	begin := s.starts[i]
	hash := newPieceHash()
	for j := i; j < n && int(s.starts[j+1]-begin) <= t.maxPiece; j++ {
		for _, b := range s.word[s.starts[j]:s.starts[j+1]] {
			hash = hash.add(b)
		}
		id, ok := t.index.find(&t.pieceTable, hash, s.word[begin:s.starts[j+1]])
		if ok && from+t.scores[id] > s.best[j+1].score {
			s.best[j+1] = path{score: from + t.scores[id], token: id, from: int32(i)}
		}
	}
	if score := from + t.unknownScore; score > s.best[i+1].score {
		s.best[i+1] = path{score: score, token: t.unknown, from: int32(i)}
	}
}
