package builtin

import (
	"fmt"
)

// model is the transformer with its weights, ready to run.
type model struct {
	shape
	tokenizer *tokenizer
	// words is the 4-bit embedding of every token, in the file's data.
	words []byte
	// places is the embedding of every position, with that of token type 0 added.
	places    []float32
	embedNorm norm
	layers    []layer
	kernels   kernels
}

// layer is one encoder layer of BERT, which normalises after each of its two parts.
type layer struct {
	// queryKeyValue is the three projections of attention, one above the other.
	queryKeyValue linear
	attended      linear
	attendedNorm  norm
	inner, outer  linear
	outerNorm     norm
}

// newModel builds the transformer from a model file's data, and keeps pointing into it.
func newModel(data []byte) (*model, error) {
	f, err := parseFile(data)
	if err != nil {
		return nil, err
	}
	m := &model{shape: f.shape, kernels: fastestKernels()}
	if m.words, err = f.blocks("emb.word", f.vocabulary, f.hidden); err != nil {
		return nil, err
	}
	if m.places, err = readPlaces(f); err != nil {
		return nil, err
	}
	if m.embedNorm, err = readNorm(f, "emb.ln"); err != nil {
		return nil, err
	}
	m.layers = make([]layer, f.layers)
	for i := range m.layers {
		if m.layers[i], err = readLayer(f, fmt.Sprintf("l%d.", i)); err != nil {
			return nil, err
		}
	}
	m.tokenizer = newTokenizer(f.pieces, f.norm)
	return m, nil
}

func readPlaces(f *modelFile) ([]float32, error) {
	places, err := f.floats("emb.pos", f.positions*f.hidden)
	if err != nil {
		return nil, err
	}
	types, err := f.floats("emb.type", f.types*f.hidden)
	if err != nil {
		return nil, err
	}
	for i := range places {
		places[i] += types[i%f.hidden]
	}
	return places, nil
}

func readLayer(f *modelFile, prefix string) (l layer, err error) {
	if l.queryKeyValue, err = readLinear(f, f.hidden, f.hidden, prefix+"q", prefix+"k", prefix+"v"); err != nil {
		return l, err
	}
	if l.attended, err = readLinear(f, f.hidden, f.hidden, prefix+"ao"); err != nil {
		return l, err
	}
	if l.inner, err = readLinear(f, f.hidden, f.feedForward, prefix+"fi"); err != nil {
		return l, err
	}
	if l.outer, err = readLinear(f, f.feedForward, f.hidden, prefix+"fo"); err != nil {
		return l, err
	}
	if l.attendedNorm, err = readNorm(f, prefix+"aln"); err != nil {
		return l, err
	}
	l.outerNorm, err = readNorm(f, prefix+"oln")
	return l, err
}

// word writes the embedding of a token.
func (m *model) word(dst []float32, token int32) {
	size := m.hidden / blockSize * q4BlockBytes
	unpackRow(dst, m.words[int(token)*size:][:size])
}
