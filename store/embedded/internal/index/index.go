// Package index searches memories in the process's own memory: an exact scan over their vectors, and an
// inverted index of their words. It holds no content, and what it holds can be made anew from the database.
//
// Each memory has a slot, a small number that its owner gives out and reuses. Every search asks for a
// visibility and a filter and applies both slot by slot, before anything is scored or counted.
package index

import (
	"fmt"
	"slices"
	"sync"

	"github.com/oklog/ulid/v2"

	"github.com/rearview-dev/rearview/memory"
)

// MaxSlots is how many memories an index can hold.
const MaxSlots = 1 << slotBits

// changesPerLock bounds how long a large write keeps searches waiting.
const changesPerLock = 32

// Index is safe for concurrent use. Searches hold its lock for well under a millisecond at a time.
type Index struct {
	dimension int

	mu sync.RWMutex
	// slabs are those of the slots, one row each.
	slabs   []*slab
	further further

	agents map[string]uint32
	names  []string
	terms  map[string]uint32
	// postings by term.
	postings [][]posting
	totals   map[fields]*total

	accumulators sync.Pool
}

// Entry is what the index knows of a memory besides its words and its chunks.
type Entry struct {
	ID     ulid.ULID
	Agent  string
	Scope  memory.Scope
	Layer  memory.Layer
	Status memory.Status
}

// Term is a word of a memory, by the number that the database gave it, and how often it occurs.
type Term struct {
	ID    uint32
	Count uint32
}

// Change is what one committed write does to one slot. What is nil stays as it is.
type Change struct {
	Slot uint32
	// Free empties the slot; RemovedTerms must then be all that it had.
	Free bool
	// Entry is the memory in the slot from now on.
	Entry *Entry
	// RemovedTerms are taken away, then AddedTerms are added. Each is sorted by ID, without repeats.
	RemovedTerms, AddedTerms []Term
	// Chunks of the memory from now on; they are copied. There is room reserved for those behind the first.
	Chunks []memory.Chunk
	// DropChunks leaves the memory without any.
	DropChunks bool
}

// New makes an empty index for vectors of a dimension. Close it to give its memory back.
func New(dimension int) *Index {
	return &Index{
		dimension: dimension,
		further:   further{rows: map[uint32][]uint32{}},
		agents:    map[string]uint32{},
		terms:     map[string]uint32{},
		totals:    map[fields]*total{},
	}
}

// Close gives the memory of the vectors back. No search may run then or later.
func (x *Index) Close() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	var first error
	for _, s := range x.allSlabs() {
		if err := s.release(); err != nil && first == nil {
			first = err
		}
	}
	x.slabs, x.further.slabs = nil, nil
	return first
}

// Reserve makes room for a slot, so that Apply cannot fail.
func (x *Index) Reserve(slot uint32) error {
	if slot >= MaxSlots {
		return fmt.Errorf("the index is full: it holds at most %d memories", MaxSlots)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	for int(slot/slabRows) >= len(x.slabs) {
		s, err := newSlab(x.dimension)
		if err != nil {
			return err
		}
		x.slabs = append(x.slabs, s)
	}
	return nil
}

// Apply makes committed changes visible to every search that starts later. Their slots are reserved.
func (x *Index) Apply(changes []Change) {
	for batch := range slices.Chunk(changes, changesPerLock) {
		x.mu.Lock()
		for i := range batch {
			x.apply(&batch[i])
		}
		x.mu.Unlock()
	}
}

func (x *Index) apply(c *Change) {
	s, row := x.slabs[c.Slot/slabRows], c.Slot%slabRows
	x.uncount(s, row)
	x.removePostings(c.Slot, c.RemovedTerms)
	x.addPostings(c.Slot, c.AddedTerms)
	s.lengths[row] += lengthOf(c.AddedTerms) - lengthOf(c.RemovedTerms)
	f := &s.fields[row]
	if c.Free || c.DropChunks || c.Chunks != nil {
		x.setChunks(c.Slot, s, row, c.Chunks)
	}
	switch {
	case c.Free:
		*f, s.ids[row] = fields{}, ulid.ULID{}
	case c.Entry != nil:
		s.ids[row] = c.Entry.ID
		*f = fields{agent: x.agent(c.Entry.Agent), flags: flagsOf(c.Entry) | f.flags&(embedded|several)}
	}
	if f.flags&several != 0 {
		x.further.mirror(c.Slot, *f, s.ids[row])
	}
	x.count(s, row)
}

func (x *Index) agent(name string) uint32 {
	n, ok := x.agents[name]
	if !ok {
		n = uint32(len(x.names))
		x.agents[name] = n
		x.names = append(x.names, name)
	}
	return n
}

// allSlabs are those of the slots and of further chunks. It needs the lock.
func (x *Index) allSlabs() []*slab { return slices.Concat(x.slabs, x.further.slabs) }
