package builtin

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"
	"strings"
	"testing"
)

func TestTinyModelEmbeds(t *testing.T) {
	m, err := newModel(tinyModel())
	if err != nil {
		t.Fatal(err)
	}
	e := newEmbedder(m, &mapping{})
	v, err := e.EmbedQuery(context.Background(), strings.Repeat("a ab½é zz ", 50))
	if err != nil {
		t.Fatal(err)
	}
	if len(v) != 32 {
		t.Errorf("%d dimensions", len(v))
	}
}

// Every file that ends too early is refused.
func TestTruncatedFile(t *testing.T) {
	whole := tinyModel()
	for n := range whole {
		if _, err := newModel(whole[:n:n]); err == nil {
			t.Fatalf("the first %d of %d bytes are a model", n, len(whole))
		}
	}
}

func TestDamagedFile(t *testing.T) {
	tests := map[string]struct {
		damage func(file []byte)
		says   string
	}{
		"another kind":        {func(f []byte) { copy(f, "GGUF") }, "does not begin"},
		"another version":     {func(f []byte) { f[4] = 9 }, "format version 9"},
		"no dimensions":       {func(f []byte) { put32(f, 8, 0) }, "number of dimensions is 0"},
		"negative dimensions": {func(f []byte) { put32(f, 8, -32) }, "number of dimensions is -32"},
		"odd dimensions":      {func(f []byte) { put32(f, 8, 33) }, "multiples of 32"},
		"other dimensions":    {func(f []byte) { put32(f, 8, 64) }, "emb.word has"},
		"many layers":         {func(f []byte) { put32(f, 12, 2) }, "l1.q.w is missing"},
		"too many layers":     {func(f []byte) { put32(f, 12, 1<<30) }, "number of layers"},
		"odd heads":           {func(f []byte) { put32(f, 16, 3) }, "heads"},
		"not a number":        {func(f []byte) { put32(f, 36, int32(math.Float32bits(float32(math.NaN())))) }, "epsilon"},
		"other blocks":        {func(f []byte) { put32(f, 40, 64) }, "weights in a block"},
		"many pieces":         {func(f []byte) { put32(f, 44, math.MaxInt32) }, "number of pieces"},
		"bos out of range":    {func(f []byte) { put32(f, 48, 11) }, "first token"},
		"huge blob":           {func(f []byte) { f[64+7] = 0xff }, "more than the file has"},
		"piece out of range":  {func(f []byte) { put32(f, 72, 1<<20) }, "piece"},
		"pieces backwards":    {func(f []byte) { put32(f, 80, 1) }, "piece"},
		"tensor too far": {func(f []byte) {
			at := bytes.Index(f, []byte("emb.word")) + len("emb.word") + 5
			binary.LittleEndian.PutUint64(f[at:], math.MaxUint64-8)
		}, "tensor emb.word"},
		"tensor too long": {func(f []byte) {
			at := bytes.Index(f, []byte("emb.word")) + len("emb.word") + 13
			binary.LittleEndian.PutUint64(f[at:], math.MaxUint64)
		}, "tensor emb.word"},
		"tensor of unknown kind": {func(f []byte) { f[bytes.Index(f, []byte("emb.word"))+8] = 7 }, "unknown kind 7"},
		"tensor of other kind":   {func(f []byte) { at := bytes.Index(f, []byte("emb.pos")); copy(f[at:], "l0.q.w2") }, "emb.pos is missing"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			file := tinyModel()
			test.damage(file)
			_, err := newModel(file)
			if err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("error %v does not say %q", err, test.says)
			}
		})
	}
}

func put32(file []byte, at int, v int32) { binary.LittleEndian.PutUint32(file[at:], uint32(v)) }

// FuzzModelFile damages a model file anywhere. It must be refused or work, never crash.
func FuzzModelFile(f *testing.F) {
	whole := tinyModel()
	f.Add(0, []byte("E5S1"), len(whole))
	f.Add(44, []byte{1, 0, 0, 0}, len(whole))
	f.Add(60, []byte{0xff, 0xff, 0xff, 0x7f}, 500)
	f.Fuzz(func(_ *testing.T, at int, patch []byte, size int) {
		file := tinyModel()
		if at < 0 || at > len(file) || size < 0 || size > len(file) {
			return
		}
		copy(file[at:], patch)
		m, err := newModel(file[:size:size])
		if err != nil {
			return
		}
		// A damaged weight may make a vector without a direction, which is an error too.
		_, _ = newEmbedder(m, &mapping{}).EmbedQuery(context.Background(), "a ab é \xff ½")
	})
}

func TestFloat16(t *testing.T) {
	tests := map[uint16]float32{
		0x0000: 0, 0x3c00: 1, 0xbc00: -1, 0x3555: 0.33325195, 0x7bff: 65504, 0x0400: 0x1p-14,
		0x0001: 0x1p-24, 0x83ff: -0x3ffp-24, 0x7c00: float32(math.Inf(1)), 0xfc00: float32(math.Inf(-1)),
	}
	for bits, want := range tests {
		if got := float16(bits); got != want {
			t.Errorf("%#04x is %g instead of %g", bits, got, want)
		}
	}
	if got := float16(0x7e00); got == got {
		t.Errorf("0x7e00 is %g instead of NaN", got)
	}
}
