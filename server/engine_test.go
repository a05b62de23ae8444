package server

import (
	"context"
	"hash/fnv"
	"math"
	"path/filepath"
	"testing"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/store/cold"
	"github.com/rearview-dev/rearview/store/embedded"
	"github.com/rearview-dev/rearview/text"
)

// newEngine makes a real engine on a real store in dir, for agents planner and coder. Its embedder is small
// and deterministic.
func newEngine(t *testing.T, dir string) *memory.Engine {
	t.Helper()
	store, err := embedded.Open(t.Context(), embedded.Options{Dir: dir, Model: wordBag{}.Model(), Dimension: wordBag{}.Dimension()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	archive, err := cold.OpenDir(filepath.Join(dir, "archive"))
	if err != nil {
		t.Fatal(err)
	}
	engine, err := memory.New(memory.Config{
		LongTerm: store.LongTerm(), Queue: store.Queue(), Working: store.Working(), Audit: store.Audit(), Cold: archive,
		Embedder: wordBag{}, Namespace: effective("planner", "coder"),
	})
	if err != nil {
		t.Fatal(err)
	}
	return engine
}

// wordBag embeds a text as the bag of its words: texts that share words are near.
type wordBag struct{}

func (wordBag) Model() string  { return "word-bag" }
func (wordBag) Dimension() int { return 512 }
func (wordBag) Calibration() memory.Calibration {
	return memory.Calibration{Scale: memory.Scale{Span: 1}}
}

func (b wordBag) EmbedPassages(_ context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, s := range texts {
		vectors[i] = b.embed(s)
	}
	return vectors, nil
}

func (b wordBag) EmbedQuery(_ context.Context, s string) ([]float32, error) { return b.embed(s), nil }

func (b wordBag) embed(s string) []float32 {
	v := make([]float32, b.Dimension())
	v[0] = 1 // so that a text without words has a length, too
	for _, word := range text.Words(s) {
		h := fnv.New32a()
		_, _ = h.Write([]byte(word))
		v[h.Sum32()%uint32(len(v))]++
	}
	var square float64
	for _, x := range v {
		square += float64(x) * float64(x)
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(square))
	}
	return v
}
