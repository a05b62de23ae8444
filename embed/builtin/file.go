package builtin

import (
	"encoding/binary"
	"fmt"
	"math"
)

const (
	fileMagic   = "E5S1"
	fileVersion = 1

	// maxTensors and maxDimension bound what a file can claim, so that a damaged one costs nothing.
	maxTensors   = 4096
	maxDimension = 1 << 14
	maxLayers    = 256
)

// tensorKind is how the elements of a tensor are stored.
type tensorKind byte

const (
	float32Tensor tensorKind = 0
	q4Tensor      tensorKind = 1
)

// A block of 32 weights is stored as a float16 scale and 16 bytes. The low nibble of byte j is weight j, the
// high nibble weight j+16, each less 8 and times the scale.
const (
	blockSize    = 32
	q4BlockBytes = 2 + blockSize/2
)

// shape is the model's dimensions.
type shape struct {
	hidden, layers, heads, feedForward int
	vocabulary, positions, types       int
	epsilon                            float32
}

func (s shape) headSize() int { return s.hidden / s.heads }

// modelFile is a parsed model file. Its slices of bytes point into the file's data.
type modelFile struct {
	shape
	pieces  pieceTable
	norm    normMap
	tensors map[string]tensor
}

// pieceTable is the tokenizer's vocabulary.
type pieceTable struct {
	bos, eos, unknown int32
	// text holds the pieces end to end; piece i is text[offsets[i]:offsets[i+1]].
	text    []byte
	offsets []uint32
	scores  []float32
}

func (p *pieceTable) len() int           { return len(p.scores) }
func (p *pieceTable) piece(i int) []byte { return p.text[p.offsets[i]:p.offsets[i+1]] }

// tensor is one named array of the file.
type tensor struct {
	kind     tensorKind
	elements int
	data     []byte
}

// parseFile reads a model file's structure. Every count, offset and size is checked against the data before
// it is used. The error says what is wrong with the file.
func parseFile(data []byte) (*modelFile, error) {
	r := &fileReader{data: data}
	if magic := r.bytes(len(fileMagic)); string(magic) != fileMagic {
		return nil, fmt.Errorf("it does not begin with %q, so it is not a model of this kind", fileMagic)
	}
	if v := r.uint32(); r.err == nil && v != fileVersion {
		return nil, fmt.Errorf("it has format version %d, and this program reads version %d", v, fileVersion)
	}
	f := &modelFile{}
	f.shape = r.shape()
	f.pieces = r.pieceTable(f.vocabulary)
	f.norm = r.normMap()
	f.tensors = r.tensors()
	if r.err != nil {
		return nil, r.err
	}
	return f, nil
}

// floats returns a float32 tensor with the given number of elements.
func (f *modelFile) floats(name string, elements int) ([]float32, error) {
	t, err := f.tensor(name, float32Tensor, elements)
	if err != nil {
		return nil, err
	}
	return decodeFloats(t.data), nil
}

// blocks returns the raw 4-bit blocks of a tensor of rows × columns.
func (f *modelFile) blocks(name string, rows, columns int) ([]byte, error) {
	t, err := f.tensor(name, q4Tensor, rows*columns)
	return t.data, err
}

func (f *modelFile) tensor(name string, kind tensorKind, elements int) (tensor, error) {
	t, ok := f.tensors[name]
	switch {
	case !ok:
		return tensor{}, fmt.Errorf("tensor %s is missing", name)
	case t.kind != kind:
		return tensor{}, fmt.Errorf("tensor %s is of kind %d instead of %d", name, t.kind, kind)
	case t.elements != elements:
		return tensor{}, fmt.Errorf("tensor %s has %d elements instead of %d", name, t.elements, elements)
	}
	return t, nil
}

func decodeFloats(data []byte) []float32 {
	out := make([]float32, len(data)/4)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return out
}
