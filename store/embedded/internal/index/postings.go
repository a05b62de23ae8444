package index

import (
	"maps"
	"slices"
)

// posting is one occurrence of a term: the slot in the upper bits, how often in the lower eight. A list of
// postings is sorted, so that it grows at its end and is searched by halving.
type posting uint32

const (
	countBits = 8
	slotBits  = 32 - countBits
	maxCount  = 1<<countBits - 1
)

// postingOf caps the count: to BM25 with k1 0.9, 255 times and more are nearly the same.
func postingOf(slot, count uint32) posting { return posting(slot<<countBits | min(count, maxCount)) }

func (p posting) slot() uint32 { return uint32(p) >> countBits }
func (p posting) count() int   { return int(p & maxCount) }

// AddTerms makes the numbers of terms known. A number does not change its term until it is forgotten.
func (x *Index) AddTerms(terms map[string]uint32) {
	x.mu.Lock()
	defer x.mu.Unlock()
	maps.Copy(x.terms, terms)
}

// UnusedTerms returns the numbers of the terms that no memory has.
func (x *Index) UnusedTerms() (ids []uint32) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	for _, id := range x.terms {
		if int(id) >= len(x.postings) || len(x.postings[id]) == 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

// ForgetTerms makes numbers unknown, which can be given again.
func (x *Index) ForgetTerms(ids []uint32) {
	forgotten := make(map[uint32]bool, len(ids))
	for _, id := range ids {
		forgotten[id] = true
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	maps.DeleteFunc(x.terms, func(_ string, id uint32) bool { return forgotten[id] })
}

// Term returns the number of a term.
func (x *Index) Term(text string) (uint32, bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	id, ok := x.terms[text]
	return id, ok
}

func (x *Index) addPostings(slot uint32, terms []Term) {
	if len(terms) == 0 {
		return
	}
	if last := int(terms[len(terms)-1].ID); last >= len(x.postings) {
		x.postings = append(x.postings, make([][]posting, last+1-len(x.postings))...)
	}
	for _, t := range terms {
		list := x.postings[t.ID]
		if n := len(list); n == 0 || list[n-1].slot() < slot {
			x.postings[t.ID] = append(list, postingOf(slot, t.Count))
			continue
		}
		at, found := findSlot(list, slot)
		if found {
			list[at] = postingOf(slot, t.Count)
			continue
		}
		x.postings[t.ID] = slices.Insert(list, at, postingOf(slot, t.Count))
	}
}

func (x *Index) removePostings(slot uint32, terms []Term) {
	for _, t := range terms {
		if int(t.ID) >= len(x.postings) {
			continue
		}
		list := x.postings[t.ID]
		if at, found := findSlot(list, slot); found {
			x.postings[t.ID] = slices.Delete(list, at, at+1)
		}
	}
}

func findSlot(list []posting, slot uint32) (int, bool) {
	at, _ := slices.BinarySearch(list, posting(slot<<countBits))
	return at, at < len(list) && list[at].slot() == slot
}

func lengthOf(terms []Term) (n uint32) {
	for _, t := range terms {
		n += t.Count
	}
	return n
}
