package index

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/oklog/ulid/v2"
	"pgregory.net/rapid"

	"github.com/rearview-dev/rearview/memory"
)

const dimension = 8

// model is what an index holds, as plainly as it can be said.
type model map[uint32]modelSlot

type modelSlot struct {
	entry  Entry
	terms  []Term
	vector []float32
}

// postings are those of every term, in the order of slots.
func (m model) postings() map[uint32][]posting {
	lists := map[uint32][]posting{}
	for slot, s := range m {
		for _, t := range s.terms {
			lists[t.ID] = append(lists[t.ID], postingOf(slot, t.Count))
		}
	}
	for _, list := range lists {
		slices.Sort(list)
	}
	return lists
}

func (m model) counts() memory.Counts {
	c := memory.Counts{Layers: map[string]map[memory.Layer]int64{}}
	for _, s := range m {
		if s.entry.Status == memory.StatusArchived {
			c.Archived++
			continue
		}
		if c.Layers[s.entry.Agent] == nil {
			c.Layers[s.entry.Agent] = map[memory.Layer]int64{}
		}
		c.Layers[s.entry.Agent][s.entry.Layer]++
	}
	return c
}

func drawTerms(t *rapid.T) []Term {
	ids := rapid.SliceOfNDistinct(rapid.Uint32Range(0, 30), 0, 6, rapid.ID).Draw(t, "terms")
	slices.Sort(ids)
	terms := make([]Term, len(ids))
	for i, id := range ids {
		terms[i] = Term{ID: id, Count: rapid.Uint32Range(1, 400).Draw(t, "count")}
	}
	return terms
}

func drawEntry(t *rapid.T) *Entry {
	return &Entry{
		ID:     ulid.ULID(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "id")),
		Agent:  rapid.SampledFrom([]string{"ann", "bob"}).Draw(t, "agent"),
		Scope:  rapid.SampledFrom([]memory.Scope{memory.ScopePrivate, memory.ScopeShared}).Draw(t, "scope"),
		Layer:  rapid.SampledFrom([]memory.Layer{memory.LayerEpisodic, memory.LayerSemantic}).Draw(t, "layer"),
		Status: rapid.SampledFrom([]memory.Status{memory.StatusActive, memory.StatusArchived}).Draw(t, "status"),
	}
}

// drawChange draws a change and makes it in the model too.
func drawChange(t *rapid.T, m model) Change {
	slot := rapid.OneOf(rapid.Uint32Range(0, 5), rapid.Uint32Range(slabRows-2, slabRows+2)).Draw(t, "slot")
	s, taken := m[slot]
	c := Change{Slot: slot}
	if taken && rapid.IntRange(0, 3).Draw(t, "free") == 0 {
		c.Free, c.RemovedTerms = true, s.terms
		delete(m, slot)
		return c
	}
	c.Entry = drawEntry(t)
	s.entry = *c.Entry
	if rapid.Bool().Draw(t, "words") {
		c.RemovedTerms, c.AddedTerms = s.terms, drawTerms(t)
		s.terms = c.AddedTerms
	}
	switch rapid.IntRange(0, 2).Draw(t, "vector") {
	case 0:
		c.Vector = rapid.SliceOfN(rapid.Float32Range(-1, 1), dimension, dimension).Draw(t, "values")
		s.vector = c.Vector
	case 1:
		c.DropVector = true
		s.vector = nil
	}
	m[slot] = s
	return c
}

func TestAnIndexHoldsWhatWasChanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, m := New(dimension), model{}
		defer x.Close()
		if err := x.Reserve(slabRows + 2); err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(1, 40).Draw(t, "changes") {
			x.Apply([]Change{drawChange(t, m)})
		}
		lists := map[uint32][]posting{}
		for id, list := range x.postings {
			if len(list) > 0 {
				lists[uint32(id)] = list
			}
		}
		if diff := cmp.Diff(m.postings(), lists); diff != "" {
			t.Errorf("postings (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(m.counts(), x.Counts(), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("counts (-want +got):\n%s", diff)
		}
		for slot, s := range m {
			if diff := cmp.Diff(s.vector, x.Vector(slot, s.entry.ID)); diff != "" {
				t.Errorf("vector of slot %d (-want +got):\n%s", slot, diff)
			}
		}
	})
}

func TestAFullIndexSaysSo(t *testing.T) {
	x := New(dimension)
	defer x.Close()
	if err := x.Reserve(MaxSlots); err == nil {
		t.Error("a slot beyond the last was reserved")
	}
}

func TestNothingIsInAnEmptySlot(t *testing.T) {
	x := New(dimension)
	defer x.Close()
	if v := x.Vector(1<<20, ulid.ULID{}); v != nil {
		t.Errorf("got %v beyond the slots that there are", v)
	}
	if err := x.Reserve(0); err != nil {
		t.Fatal(err)
	}
	if v := x.Vector(0, ulid.ULID{}); v != nil {
		t.Errorf("got %v from an empty slot", v)
	}
}
