package index

import (
	"github.com/oklog/ulid/v2"

	"github.com/rearview-dev/rearview/memory"
)

// further holds the chunks of long memories behind their first, which lies in the row of the memory's slot. The
// index gives these rows out itself, so that a slot remains the number of one memory. Each has the fields and
// the id of its memory: a scan treats all rows alike.
type further struct {
	slabs []*slab
	// rows of a slot's memory, in the order of its chunks.
	rows map[uint32][]uint32
	free []uint32
	// next was never given out.
	next uint32
}

// ReserveChunks makes room for n chunks behind the first of their memories, so that Apply cannot fail.
func (x *Index) ReserveChunks(n int) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	m := &x.further
	for len(m.free)+len(m.slabs)*slabRows-int(m.next) < n {
		s, err := newSlab(x.dimension)
		if err != nil {
			return err
		}
		m.slabs = append(m.slabs, s)
	}
	return nil
}

func (m *further) take() uint32 {
	if n := len(m.free); n > 0 {
		row := m.free[n-1]
		m.free = m.free[:n-1]
		return row
	}
	m.next++
	return m.next - 1
}

func (m *further) at(row uint32) (*slab, uint32) { return m.slabs[row/slabRows], row % slabRows }

// drop gives back what a slot has.
func (m *further) drop(slot uint32) {
	rows := m.rows[slot]
	for _, row := range rows {
		s, i := m.at(row)
		s.fields[i], s.ids[i] = fields{}, ulid.ULID{}
	}
	m.free = append(m.free, rows...)
	delete(m.rows, slot)
}

// mirror gives the rows of a slot the fields and the id of its memory.
func (m *further) mirror(slot uint32, f fields, id ulid.ULID) {
	for _, row := range m.rows[slot] {
		s, i := m.at(row)
		s.fields[i], s.ids[i] = f, id
	}
}

// setChunks replaces the chunks of a slot. It needs the lock, and the fields are mirrored by the caller.
func (x *Index) setChunks(slot uint32, s *slab, row uint32, chunks []memory.Chunk) {
	f := &s.fields[row]
	if f.flags&several != 0 {
		x.further.drop(slot)
	}
	f.flags &^= embedded | several
	if len(chunks) == 0 {
		return
	}
	f.flags |= embedded
	s.set(row, chunks[0], x.dimension)
	if len(chunks) == 1 {
		return
	}
	f.flags |= several
	rows := make([]uint32, len(chunks)-1)
	for i, c := range chunks[1:] {
		rows[i] = x.further.take()
		s, row := x.further.at(rows[i])
		s.set(row, c, x.dimension)
	}
	x.further.rows[slot] = rows
}

// Chunks returns a copy of a memory's chunks; none when it has none or is not in that slot.
func (x *Index) Chunks(slot uint32, id ulid.ULID) []memory.Chunk {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if int(slot/slabRows) >= len(x.slabs) {
		return nil
	}
	s, row := x.slabs[slot/slabRows], slot%slabRows
	if s.ids[row] != id || s.fields[row].flags&embedded == 0 {
		return nil
	}
	chunks := append(make([]memory.Chunk, 0, 1+len(x.further.rows[slot])), s.chunk(row, x.dimension))
	for _, r := range x.further.rows[slot] {
		s, row := x.further.at(r)
		chunks = append(chunks, s.chunk(row, x.dimension))
	}
	return chunks
}
