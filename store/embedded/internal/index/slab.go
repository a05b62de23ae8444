package index

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/oklog/ulid/v2"
	"golang.org/x/sys/unix"

	"github.com/rearview-dev/rearview/memory"
)

// slabRows is how many rows a slab has: few enough to scan in well under a millisecond, so that a search,
// which locks one slab at a time, keeps no write waiting.
const slabRows = 4096

// slab holds the rows of one range. The index grows by slabs, so that growing copies nothing.
type slab struct {
	fields  [slabRows]fields
	ids     [slabRows]ulid.ULID
	lengths [slabRows]uint32
	// spans are the stretches of text that the vectors stand for.
	spans [slabRows]span
	// vectors lies outside the garbage collector's heap, which would otherwise
	// set aside as much again; and what is not written to yet costs nothing.
	vectors []float32
	mapped  []byte
}

// span is a memory.Span in half the room.
type span struct{ start, end uint32 }

func newSlab(dimension int) (*slab, error) {
	mapped, err := unix.Mmap(-1, 0, slabRows*dimension*4, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil, fmt.Errorf("no memory for %d more vectors: %w", slabRows, err)
	}
	vectors := unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(mapped))), slabRows*dimension)
	return &slab{vectors: vectors, mapped: mapped}, nil
}

func (s *slab) vector(row uint32, dimension int) []float32 {
	at := int(row) * dimension
	return s.vectors[at : at+dimension : at+dimension]
}

// set copies a chunk into a row.
func (s *slab) set(row uint32, c memory.Chunk, dimension int) {
	s.spans[row] = span{uint32(c.Start), uint32(c.End)}
	copy(s.vector(row, dimension), c.Vector)
}

// chunk is a copy of what set put there.
func (s *slab) chunk(row uint32, dimension int) memory.Chunk {
	return memory.Chunk{Span: s.spans[row].Span(), Vector: slices.Clone(s.vector(row, dimension))}
}

func (s span) Span() memory.Span { return memory.Span{Start: int(s.start), End: int(s.end)} }

func (s *slab) release() error {
	mapped := s.mapped
	s.vectors, s.mapped = nil, nil
	return unix.Munmap(mapped)
}
