package embedded

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/rearview-dev/rearview/store/embedded/internal/index"
)

// termsOf counts the words of a text and gives numbers to those that are new.
func (t *tx) termsOf(words []string) ([]index.Term, error) {
	counts := make(map[string]uint32, len(words))
	for _, w := range words {
		counts[w]++
	}
	terms := make([]index.Term, 0, len(counts))
	for word, n := range counts {
		id, err := t.termID(word)
		if err != nil {
			return nil, err
		}
		terms = append(terms, index.Term{ID: id, Count: n})
	}
	slices.SortFunc(terms, func(a, b index.Term) int { return int(int64(a.ID) - int64(b.ID)) })
	return terms, nil
}

func (t *tx) termID(word string) (uint32, error) {
	if id, ok := t.index.Term(word); ok {
		return id, nil
	}
	if id, ok := t.terms[word]; ok {
		return id, nil
	}
	id := t.takeTerm()
	if _, err := t.exec("INSERT INTO terms (id, term) VALUES (?, ?)", id, word); err != nil {
		return 0, err
	}
	t.terms[word] = id
	t.termLog = append(t.termLog, word)
	return id, nil
}

// takeTerm returns a number that no term has. One whose transaction fails is lost until the next start.
func (w *writer) takeTerm() uint32 {
	if n := len(w.freeTerms); n > 0 {
		id := w.freeTerms[n-1]
		w.freeTerms = w.freeTerms[:n-1]
		return id
	}
	w.nextTerm++
	return w.nextTerm - 1
}

// encodeTerms packs sorted terms: for each the distance from the one before, and its count, as varints.
// The first byte says how they are packed, and keeps the blob from being empty.
func encodeTerms(terms []index.Term) []byte {
	b := make([]byte, 1, 1+3*len(terms))
	var last uint32
	for _, t := range terms {
		b = binary.AppendUvarint(b, uint64(t.ID-last))
		b = binary.AppendUvarint(b, uint64(t.Count))
		last = t.ID
	}
	return b
}

var errTerms = errors.New("the stored words of a memory are damaged")

func decodeTerms(b []byte) ([]index.Term, error) {
	if len(b) == 0 || b[0] != 0 {
		return nil, errTerms
	}
	b = b[1:]
	terms := make([]index.Term, 0, len(b)/2)
	var last uint64
	for len(b) > 0 {
		distance, n := binary.Uvarint(b)
		count, m := binary.Uvarint(b[max(n, 0):])
		last += distance
		if n <= 0 || m <= 0 || last > 1<<32-1 || count > 1<<32-1 {
			return nil, errTerms
		}
		terms = append(terms, index.Term{ID: uint32(last), Count: uint32(count)})
		b = b[n+m:]
	}
	return terms, nil
}
