package builtin

import (
	"bytes"
	"math/bits"
)

// pieceIndex finds a piece by its bytes: a hash table with open addressing. An entry packs some bits of the
// hash, which rule most strangers out without looking at the piece, over the piece's id plus one.
type pieceIndex struct {
	entries []uint32
	// idBits is how many low bits of an entry are the id's.
	idBits uint
}

// pieceHash is FNV-1a, which grows byte by byte as the search lengthens a piece.
type pieceHash uint64

func newPieceHash() pieceHash { return 14695981039346656037 }

func (h pieceHash) add(b byte) pieceHash { return (h ^ pieceHash(b)) * 1099511628211 }

func hashOf(piece []byte) pieceHash {
	h := newPieceHash()
	for _, b := range piece {
		h = h.add(b)
	}
	return h
}

// newPieceIndex indexes the pieces that text can produce. Control symbols, such as the one that ends every
// text, have score zero and are left out, so that no text can spell them.
func newPieceIndex(p *pieceTable) pieceIndex {
	x := pieceIndex{idBits: uint(bits.Len(uint(p.len())))}
	size := 1 << bits.Len(uint(2*p.len()))
	x.entries = make([]uint32, size)
	for id, score := range p.scores {
		if score == 0 {
			continue
		}
		hash := hashOf(p.piece(id))
		slot := x.slot(hash)
		for x.entries[slot] != 0 {
			slot = (slot + 1) & (size - 1)
		}
		x.entries[slot] = x.tag(hash) | uint32(id+1)
	}
	return x
}

// find returns the id of the piece that has these bytes and this hash.
func (x *pieceIndex) find(p *pieceTable, hash pieceHash, piece []byte) (int32, bool) {
	tag := x.tag(hash)
	ids := uint32(1)<<x.idBits - 1
	for slot := x.slot(hash); x.entries[slot] != 0; slot = (slot + 1) & (len(x.entries) - 1) {
		entry := x.entries[slot]
		if entry&^ids == tag && bytes.Equal(p.piece(int(entry&ids)-1), piece) {
			return int32(entry&ids) - 1, true
		}
	}
	return 0, false
}

// slot is where the search for a hash begins: its high bits, which FNV mixes best.
func (x *pieceIndex) slot(hash pieceHash) int {
	return int(uint64(hash)>>32) & (len(x.entries) - 1)
}

func (x *pieceIndex) tag(hash pieceHash) uint32 { return uint32(hash) << x.idBits }
