package index

import (
	"slices"

	"github.com/rearview-dev/rearview/memory"
)

// fields are what a search filters by, small enough to look at for every row.
type fields struct {
	agent uint32
	flags uint8
}

// The flags of a row; none when it is free.
const (
	live uint8 = 1 << iota
	active
	shared
	semantic // or
	working  // or neither, which is episodic
	embedded
	deprecated
	// several says that the memory has more than one chunk.
	several
)

func flagsOf(e *Entry) uint8 {
	f := live
	switch e.Status {
	case memory.StatusActive:
		f |= active
	case memory.StatusDeprecated:
		f |= deprecated
	}
	if e.Scope == memory.ScopeShared {
		f |= shared
	}
	switch e.Layer {
	case memory.LayerSemantic:
		f |= semantic
	case memory.LayerWorking:
		f |= working
	}
	return f
}

// layers are in the order of the numbers that number gives.
var layers = [...]memory.Layer{memory.LayerEpisodic, memory.LayerSemantic, memory.LayerWorking}

// number of the layer.
func (f fields) number() uint8 { return f.flags / semantic & 3 }

func (f fields) layer() memory.Layer { return layers[f.number()] }

// selection is a visibility and a filter, ready to be applied to each slot.
type selection struct {
	// mask picks the flags that must equal want.
	mask, want uint8
	// layers has a bit for each number of a layer.
	layers uint8
	// all: every agent's memories are seen; otherwise those of agent and the shared ones.
	all   bool
	agent uint32
}

// noAgent is the number of an agent that has written nothing.
const noAgent = ^uint32(0)

// selectActive reports false when nothing can be selected. It needs the lock.
func (x *Index) selectActive(v memory.Visibility, f memory.Filter) (selection, bool) {
	if !v.SeesAll() && v.Agent() == "" {
		return selection{}, false
	}
	s := selection{mask: live | active, want: live | active, all: v.SeesAll(), agent: noAgent}
	if n, ok := x.agents[v.Agent()]; ok {
		s.agent = n
	}
	for number, l := range layers {
		if len(f.Layers) == 0 || slices.Contains(f.Layers, l) {
			s.layers |= 1 << number
		}
	}
	return s, s.layers != 0
}

func (s selection) has(f fields) bool {
	return f.flags&s.mask == s.want && s.layers>>f.number()&1 != 0 && (s.all || f.flags&shared != 0 || f.agent == s.agent)
}

// total counts the memories that have the same fields, and their words.
type total struct {
	documents int64
	length    int64
}

func (x *Index) count(s *slab, row uint32)   { x.tally(s, row, 1) }
func (x *Index) uncount(s *slab, row uint32) { x.tally(s, row, -1) }

func (x *Index) tally(s *slab, row uint32, sign int64) {
	f := s.fields[row]
	if f.flags&live == 0 {
		return
	}
	f.flags &^= embedded | several
	t := x.totals[f]
	if t == nil {
		t = &total{}
		x.totals[f] = t
	}
	t.documents += sign
	t.length += sign * int64(s.lengths[row])
}

// Counts says how many memories are active, by agent and layer, and how many are archived.
func (x *Index) Counts() memory.Counts {
	x.mu.RLock()
	defer x.mu.RUnlock()
	c := memory.Counts{Layers: map[string]map[memory.Layer]int64{}, Deprecated: map[string]int64{}}
	for f, t := range x.totals {
		switch {
		case t.documents == 0:
		case f.flags&deprecated != 0:
			c.Deprecated[x.names[f.agent]] += t.documents
		case f.flags&active == 0:
			c.Archived += t.documents
		default:
			name := x.names[f.agent]
			if c.Layers[name] == nil {
				c.Layers[name] = map[memory.Layer]int64{}
			}
			c.Layers[name][f.layer()] += t.documents
		}
	}
	return c
}
