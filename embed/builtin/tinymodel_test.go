package builtin

import (
	"encoding/binary"
	"math/rand/v2"
)

// tinyModel is the content of a model file that has every part of a real one and is small enough to fuzz.
func tinyModel() []byte {
	const hidden, feedForward, positions = 32, 64, 16
	pieces := []string{"<s>", "<pad>", "</s>", "<unk>", "\u2581", "a", "b", "ab", "\u2581a", "\u2581ab", "é"}
	b := &fileBuilder{rng: rand.New(rand.NewPCG(1, 1))}
	b.add([]byte(fileMagic), uint32(fileVersion))
	b.add(int32(hidden), int32(1), int32(4), int32(feedForward), int32(len(pieces)), int32(positions), int32(2))
	b.add(float32(1e-12), int32(blockSize))
	b.vocabulary(pieces)
	b.add(int32(3), int32(9+9+13))
	b.add(uint32('\t'), uint8(1), uint32(' '))
	b.add(uint32('Ａ'), uint8(1), uint32('a'))
	b.add(uint32('½'), uint8(2), uint32('a'), uint32('b'))

	b.blocks("emb.word", len(pieces)*hidden)
	b.floats("emb.pos", positions*hidden)
	b.floats("emb.type", 2*hidden)
	b.floats("emb.ln.w", hidden)
	b.floats("emb.ln.b", hidden)
	for _, name := range []string{"l0.q", "l0.k", "l0.v", "l0.ao"} {
		b.blocks(name+".w", hidden*hidden)
		b.floats(name+".b", hidden)
	}
	b.blocks("l0.fi.w", feedForward*hidden)
	b.floats("l0.fi.b", feedForward)
	b.blocks("l0.fo.w", hidden*feedForward)
	b.floats("l0.fo.b", hidden)
	for _, name := range []string{"l0.aln", "l0.oln"} {
		b.floats(name+".w", hidden)
		b.floats(name+".b", hidden)
	}
	return b.finish()
}

// fileBuilder writes a model file.
type fileBuilder struct {
	rng     *rand.Rand
	head    []byte
	tensors []builtTensor
}

type builtTensor struct {
	name     string
	kind     tensorKind
	elements int
	data     []byte
}

func (b *fileBuilder) add(values ...any) {
	for _, v := range values {
		b.head = mustAppend(b.head, v)
	}
}

func mustAppend(dst []byte, value any) []byte {
	dst, err := binary.Append(dst, binary.LittleEndian, value)
	if err != nil {
		panic(err)
	}
	return dst
}

func (b *fileBuilder) vocabulary(pieces []string) {
	var text []byte
	offsets, scores := []uint32{0}, []float32{}
	for i, p := range pieces {
		text = append(text, p...)
		offsets = append(offsets, uint32(len(text)))
		score := float32(0)
		if i > 3 {
			score = -float32(i)
		}
		scores = append(scores, score)
	}
	b.add(int32(len(pieces)), int32(0), int32(2), int32(1), int32(3), uint64(len(text)))
	b.add(offsets, scores, text)
}

func (b *fileBuilder) floats(name string, elements int) {
	b.tensors = append(b.tensors, builtTensor{name, float32Tensor, elements, mustAppend(nil, randomFloats(b.rng, elements, 1))})
}

func (b *fileBuilder) blocks(name string, elements int) {
	data := make([]byte, elements/blockSize*q4BlockBytes)
	for i := range data {
		data[i] = byte(b.rng.Uint32())
		if i%q4BlockBytes == 1 {
			data[i] = 0x2c // the high byte of a scale of about 1/16
		}
	}
	b.tensors = append(b.tensors, builtTensor{name, q4Tensor, elements, data})
}

// finish appends the directory of tensors and their data.
func (b *fileBuilder) finish() []byte {
	offset := len(b.head) + 4
	for _, t := range b.tensors {
		offset += 2 + len(t.name) + 1 + 4 + 8 + 8
	}
	b.add(int32(len(b.tensors)))
	var data []byte
	for _, t := range b.tensors {
		b.add(uint16(len(t.name)), []byte(t.name), uint8(t.kind), int32(t.elements))
		b.add(uint64(offset+len(data)), uint64(len(t.data)))
		data = append(data, t.data...)
	}
	return append(b.head, data...)
}
