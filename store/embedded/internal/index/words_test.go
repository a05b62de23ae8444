package index

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/oklog/ulid/v2"

	"github.com/rearview-dev/rearview/memory"
)

// between is a context that is asked between two steps of a search, when the index must be free.
type between struct {
	context.Context
	do func()
}

func (b between) Err() error {
	b.do()
	return b.Context.Err()
}

// fillWords puts a shared memory of every term into each slot.
func fillWords(t *testing.T, x *Index, slots, terms uint32) {
	t.Helper()
	if err := x.Reserve(slots - 1); err != nil {
		t.Fatal(err)
	}
	numbers, all := map[string]uint32{}, make([]Term, terms)
	for id := range terms {
		numbers[fmt.Sprint("term", id)], all[id] = id, Term{ID: id, Count: 1}
	}
	x.AddTerms(numbers)
	for slot := range slots {
		x.Apply([]Change{{Slot: slot, Entry: wordEntry(slot, "ann", memory.ScopeShared), AddedTerms: all}})
	}
}

func wordEntry(n uint32, agent string, scope memory.Scope) *Entry {
	e := &Entry{Agent: agent, Scope: scope, Layer: memory.LayerEpisodic, Status: memory.StatusActive}
	_ = e.ID.SetTime(uint64(n))
	return e
}

func TestASearchByWordsLetsWritesIn(t *testing.T) {
	x := New(dimension)
	defer x.Close()
	const slots, terms = 3*perLock + 5, 6
	fillWords(t, x, slots, terms)
	var query []string
	for id := range terms {
		query = append(query, fmt.Sprint("term", id))
	}
	free := 0
	ctx := between{t.Context(), func() {
		if !x.mu.TryLock() {
			t.Error("the index is locked between two steps")
			return
		}
		x.mu.Unlock()
		free++
	}}
	found, stats, err := x.Words(ctx, memory.Everything(), memory.Filter{}, query, 5)
	if err != nil || len(found) != 5 || stats.Documents != slots || stats.Frequency["term3"] != slots {
		t.Fatalf("found %v, %+v, %v", found, stats, err)
	}
	if want := 4 * (terms + 1); free != want {
		t.Errorf("it was free %d times, want %d", free, want)
	}
}

// A slot that another memory takes during a search shows that one to nobody who may not see it.
func TestASearchByWordsShowsNoneThatCameIntoItsWay(t *testing.T) {
	x := New(dimension)
	defer x.Close()
	fillWords(t, x, 3, 2)
	both := []Term{{ID: 0, Count: 1}, {ID: 1, Count: 1}}
	steps := 0
	ctx := between{t.Context(), func() {
		if steps++; steps == 3 {
			x.Apply([]Change{{Slot: 1, Free: true, RemovedTerms: both}})
			x.Apply([]Change{{Slot: 1, Entry: wordEntry(9, "bob", memory.ScopePrivate), AddedTerms: both}})
		}
	}}
	found, stats, err := x.Words(ctx, memory.Identity{Agent: "ann"}.Visibility(), memory.Filter{}, []string{"term0", "term1"}, 5)
	if err != nil || len(found) != 2 || found[0].ID != wordEntry(2, "", "").ID || found[1].ID != (ulid.ULID{}) {
		t.Errorf("found %v, %+v, %v", found, stats, err)
	}
}

func TestASearchByWordsStopsWithItsContext(t *testing.T) {
	x := New(dimension)
	defer x.Close()
	fillWords(t, x, 3, 2)
	for stop := 1; stop <= 3; stop++ {
		ctx, cancel := context.WithCancel(t.Context())
		steps := 0
		asked := between{ctx, func() {
			if steps++; steps == stop {
				cancel()
			}
		}}
		if _, _, err := x.Words(asked, memory.Everything(), memory.Filter{}, []string{"term0", "term1"}, 5); err == nil {
			t.Errorf("stopped at step %d: no error", stop)
		}
		cancel()
		found, _, err := x.Words(t.Context(), memory.Everything(), memory.Filter{}, []string{"term0"}, 5)
		if err != nil || len(found) != 3 || found[0].Score != found[2].Score {
			t.Errorf("after step %d: %v, %v", stop, found, err)
		}
	}
}

// TestFrequentWordsTakeNoTime asks for what shares rare words, besides words that more memories have than are
// looked at.
func TestFrequentWordsTakeNoTime(t *testing.T) {
	x := New(dimension)
	defer x.Close()
	const slots = maxShared + 1
	fillWords(t, x, slots, 1)
	x.AddTerms(map[string]uint32{"rare": 7})
	for slot := range uint32(slots) {
		c := Change{Slot: slot, Chunks: []memory.Chunk{{Vector: make([]float32, dimension)}}}
		if slot == 5 {
			c.AddedTerms = []Term{{ID: 7, Count: 1}}
		}
		x.Apply([]Change{c})
	}
	for terms, want := range map[string]int{"term0": 0, "rare": 1, "rare term0": 1, "term0 rare": 1, "unknown": 0} {
		found, err := x.Neighbours(t.Context(), []memory.NeighbourQuery{{
			Agent: "ann", Scope: memory.ScopeShared, Vector: make([]float32, dimension), Limit: 1, Terms: strings.Fields(terms), Sharing: 5,
		}})
		if err != nil || len(found[0].Sharing) != want || want == 1 && found[0].Sharing[0].ID != wordEntry(5, "", "").ID {
			t.Errorf("%q: %v, %v", terms, found, err)
		}
	}
}
