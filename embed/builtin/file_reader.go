package builtin

import (
	"encoding/binary"
	"fmt"
	"math"
)

// fileReader reads a model file front to back. After the first error it returns zero values only.
type fileReader struct {
	data []byte
	pos  int
	err  error
}

func (r *fileReader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

// bytes returns the next n bytes, without copying them.
func (r *fileReader) bytes(n int) []byte {
	if r.err == nil && (n < 0 || n > len(r.data)-r.pos) {
		r.fail("it is truncated: %d bytes are wanted at offset %d of %d", n, r.pos, len(r.data))
	}
	if r.err != nil {
		return nil
	}
	b := r.data[r.pos : r.pos+n : r.pos+n]
	r.pos += n
	return b
}

func (r *fileReader) uint8() uint8 {
	if b := r.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *fileReader) uint16() uint16 {
	if b := r.bytes(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

func (r *fileReader) uint32() uint32 {
	if b := r.bytes(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (r *fileReader) uint64() uint64 {
	if b := r.bytes(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// count reads an int32 that must lie in low..high.
func (r *fileReader) count(what string, low, high int) int {
	n := int(int32(r.uint32()))
	if r.err == nil && (n < low || n > high) {
		r.fail("its number of %s is %d, outside %d to %d", what, n, low, high)
	}
	if r.err != nil {
		return 0
	}
	return n
}

func (r *fileReader) shape() shape {
	s := shape{
		hidden:      r.count("dimensions", blockSize, maxDimension),
		layers:      r.count("layers", 1, maxLayers),
		heads:       r.count("heads", 1, maxDimension),
		feedForward: r.count("feed-forward dimensions", blockSize, maxDimension),
		vocabulary:  r.count("vocabulary entries", 1, math.MaxInt32),
		positions:   r.count("positions", 8, maxDimension),
		types:       r.count("token types", 1, maxDimension),
		epsilon:     math.Float32frombits(r.uint32()),
	}
	block := r.count("weights in a block", blockSize, blockSize)
	switch {
	case r.err != nil:
	case s.hidden%block != 0 || s.feedForward%block != 0:
		r.fail("its dimensions %d and %d are not multiples of %d", s.hidden, s.feedForward, block)
	case s.hidden%s.heads != 0 || s.headSize()%lanes != 0:
		r.fail("its %d dimensions can not be shared by %d heads", s.hidden, s.heads)
	case !(s.epsilon > 0 && s.epsilon < 1):
		r.fail("its layer-norm epsilon is %g", s.epsilon)
	}
	return s
}

func (r *fileReader) pieceTable(vocabulary int) pieceTable {
	n := r.count("pieces", 1, vocabulary)
	p := pieceTable{}
	p.bos = int32(r.count("the first token", 0, n-1))
	p.eos = int32(r.count("the last token", 0, n-1))
	r.count("the padding token", 0, n-1)
	p.unknown = int32(r.count("the unknown token", 0, n-1))
	size := r.uint64()
	if size > uint64(len(r.data)) {
		r.fail("its pieces claim %d bytes, more than the file has", size)
	}
	offsets := r.bytes(4 * (n + 1))
	scores := r.bytes(4 * n)
	p.text = r.bytes(int(size))
	if r.err != nil {
		return pieceTable{}
	}
	p.scores = decodeFloats(scores)
	p.offsets = make([]uint32, n+1)
	for i := range p.offsets {
		p.offsets[i] = binary.LittleEndian.Uint32(offsets[4*i:])
		if uint64(p.offsets[i]) > size || i > 0 && p.offsets[i] < p.offsets[i-1] {
			r.fail("piece %d lies outside the %d bytes of pieces", i, size)
			return pieceTable{}
		}
	}
	return p
}

// normMap reads the normalisation map: code points and what they are replaced by.
func (r *fileReader) normMap() normMap {
	entries := r.count("normalised characters", 0, math.MaxInt32)
	size := r.count("bytes of the normalisation map", 0, math.MaxInt32)
	in := &fileReader{data: r.bytes(size)}
	if r.err != nil {
		return nil
	}
	const smallestEntry = 5
	if entries > size/smallestEntry {
		r.fail("its normalisation map of %d bytes can not hold %d characters", size, entries)
		return nil
	}
	m := make(normMap, entries)
	for range entries {
		from := rune(in.uint32())
		to := make([]rune, in.uint8())
		for i := range to {
			to[i] = rune(in.uint32())
		}
		m[from] = string(to)
	}
	if in.err != nil {
		r.fail("its normalisation map is damaged: %w", in.err)
	}
	return m
}

func (r *fileReader) tensors() map[string]tensor {
	n := r.count("tensors", 1, maxTensors)
	ts := make(map[string]tensor, n)
	for range n {
		name := string(r.bytes(int(r.uint16())))
		t := r.tensor(name)
		if r.err != nil {
			return nil
		}
		ts[name] = t
	}
	return ts
}

func (r *fileReader) tensor(name string) tensor {
	kind := tensorKind(r.uint8())
	elements := r.count("elements of "+name, 1, math.MaxInt32)
	offset, size := r.uint64(), r.uint64()
	var want uint64
	switch {
	case r.err != nil:
		return tensor{}
	case kind == float32Tensor:
		want = 4 * uint64(elements)
	case kind == q4Tensor && elements%blockSize == 0:
		want = uint64(elements/blockSize) * q4BlockBytes
	default:
		r.fail("tensor %s of %d elements is of an unknown kind %d", name, elements, kind)
		return tensor{}
	}
	total := uint64(len(r.data))
	if size != want || offset > total || size > total-offset {
		r.fail("tensor %s wants %d bytes and claims %d at offset %d of %d", name, want, size, offset, total)
		return tensor{}
	}
	return tensor{kind: kind, elements: elements, data: r.data[offset : offset+size : offset+size]}
}
