package index

import (
	"fmt"
	"unsafe"

	"github.com/oklog/ulid/v2"
	"golang.org/x/sys/unix"
)

// slabRows is how many slots a slab has: few enough to scan in well under a millisecond, so that a search,
// which locks one slab at a time, keeps no write waiting.
const slabRows = 4096

// slab holds the slots of one range. The index grows by slabs, so that growing copies nothing.
type slab struct {
	fields  [slabRows]fields
	ids     [slabRows]ulid.ULID
	lengths [slabRows]uint32
	// vectors has a row for each slot. It lies outside the garbage collector's heap, which would otherwise
	// set aside as much again; and what is not written to yet costs nothing.
	vectors []float32
	mapped  []byte
}

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

func (s *slab) release() error {
	mapped := s.mapped
	s.vectors, s.mapped = nil, nil
	return unix.Munmap(mapped)
}
