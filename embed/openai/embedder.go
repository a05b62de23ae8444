package openai

import (
	"context"
	"math"
	"sync/atomic"

	"github.com/rearview-dev/rearview/embed/calibration"
	"github.com/rearview-dev/rearview/internal/openaiapi"
	"github.com/rearview-dev/rearview/memory"
)

// Embedder turns text into vectors of unit length. It is safe for concurrent use.
type Embedder struct {
	options Options
	client  *openaiapi.Client
	scales  atomic.Pointer[memory.PassageScales]
}

var _ memory.Calibrator = (*Embedder)(nil)

// New makes an embedder. It calls nothing yet; its error is of KindInvalid.
func New(options Options) (*Embedder, error) {
	client, err := options.client()
	if err != nil {
		return nil, err
	}
	return &Embedder{options: options, client: client}, nil
}

// Model is the name that the server knows the model by.
func (e *Embedder) Model() string { return e.options.Model }

// Dimension is the one of the options.
func (e *Embedder) Dimension() int { return e.options.Dimension }

// Calibration supposes a model that gives unrelated texts cosines around 0.3 and near-equal ones 0.9, as most
// contrastively trained models do (bge-m3, text-embedding-3, nomic-embed-text). The scales of passages are
// those that Calibrate measured; until then the other one stands in.
func (e *Embedder) Calibration() memory.Calibration {
	c := memory.Calibration{Scale: memory.Scale{Floor: 0.3, Span: 0.6}}
	if measured := e.scales.Load(); measured != nil {
		c.Passages = *measured
	}
	return c
}

// Calibrate measures the scales of passages by embedding a few dozen built-in sentences, and keeps them. An
// error changes nothing; they are those of EmbedPassages.
func (e *Embedder) Calibrate(ctx context.Context) error {
	scales, err := calibration.Measure(ctx, e)
	if err != nil {
		return err
	}
	e.scales.Store(&scales)
	return nil
}

// EmbedQuery embeds a text to search with. It returns Dimension values of unit length. Errors are of
// KindUnavailable when the server does not answer well or refuses us, of KindInvalid when it refuses the text,
// and of KindInternal when its model is not the one that the options describe.
func (e *Embedder) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	vectors, err := e.EmbedPassages(ctx, []string{text})
	if err != nil {
		return nil, err
	}
	return vectors[0], nil
}

// EmbedPassages embeds texts to be found, in as few requests as the limits allow. It returns one vector a
// text, in order, and the same errors as EmbedQuery. A text too long for a model is cut into pieces, and gets
// the mean of their vectors, weighted by their length.
func (e *Embedder) EmbedPassages(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i := range vectors {
		vectors[i] = make([]float32, e.options.Dimension)
	}
	for batch := range batches(texts) {
		embedded, err := e.embed(ctx, batch)
		if err != nil {
			return nil, err
		}
		for i, piece := range batch {
			addWeighted(vectors[piece.text], embedded[i], float64(len(piece.content)))
		}
	}
	for _, v := range vectors {
		if !normalize(v) {
			return nil, memory.Errorf(memory.KindInternal, "%s: the pieces of a text have vectors that cancel out", e.client.Name())
		}
	}
	return vectors, nil
}

// addWeighted adds a vector to a sum. An empty text weighs as much as one byte.
func addWeighted(sum, v []float32, weight float64) {
	for i, x := range v {
		sum[i] += x * float32(max(weight, 1))
	}
}

// normalize scales a vector to unit length, and says whether it has a direction.
func normalize(v []float32) bool {
	squares := 0.0
	for _, x := range v {
		squares += float64(x) * float64(x)
	}
	if !(squares > 0) || math.IsInf(squares, 0) {
		return false
	}
	scale := 1 / math.Sqrt(squares)
	for i, x := range v {
		v[i] = float32(float64(x) * scale)
	}
	return true
}
