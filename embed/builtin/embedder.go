package builtin

import (
	"context"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/rearview-dev/rearview/memory"
)

const (
	// batchTokens is how many tokens of short texts are computed together.
	batchTokens = 128
	// rememberedQueries is how many query vectors are kept for queries that come again.
	rememberedQueries = 256
)

// Embedder turns text into vectors of unit length. It is safe for concurrent use.
type Embedder struct {
	model   *model
	queries *batchPool
	// passages has a pool of its own, so that a query never waits for passages to end.
	passages *batchPool
	recent   *vectorCache
	// common is what query vectors have in common, by the kind of query.
	common [][]float32
	// appraisal are the networks of Appraise; nil for a model of another shape.
	appraisal []network
	// close releases everything, once.
	close func() error
}

var _ memory.Embedder = (*Embedder)(nil)

// Open reads the model file at path. The error is of KindUnavailable when there is none, and of KindInvalid
// when the file is not the model whose SHA-256 is Checksum. The caller closes the Embedder.
func Open(path string) (*Embedder, error) {
	file, err := openMapping(path)
	if err != nil {
		return nil, openError(path, err)
	}
	m, err := readModel(file.data)
	if err != nil {
		_ = file.close()
		return nil, wrongFile(path, err)
	}
	// The layers were copied; what is used from now on is a few pages of the vocabulary.
	if err := file.rest(); err != nil {
		_ = file.close()
		return nil, memory.Wrap(memory.KindInternal, err, "the pages of the embedding model can not be released")
	}
	return newEmbedder(m, file), nil
}

func newEmbedder(m *model, file *mapping) *Embedder {
	cores := runtime.GOMAXPROCS(0)
	e := &Embedder{
		model:    m,
		queries:  newBatchPool(cores, false),
		passages: newBatchPool(cores, true),
		recent:   newVectorCache(rememberedQueries),
		common:   readCommon(m.hidden),

		appraisal: readAppraisal(m.shape),
	}
	e.close = sync.OnceValue(func() error {
		e.queries.close()
		e.passages.close()
		return file.close()
	})
	return e
}

// Close waits for running calls to end and releases the model file. Later calls fail.
func (e *Embedder) Close() error { return e.close() }

// Model is ModelName.
func (e *Embedder) Model() string { return ModelName }

// Dimension is 384.
func (e *Embedder) Dimension() int { return e.model.hidden }

// Calibration maps the cosines of E5, which crowd between 0.75 and 0.95 for texts as they are, to 0..1. The scales of
// passages are what package calibration measures with this model, rounded.
func (e *Embedder) Calibration() memory.Calibration {
	return memory.Calibration{
		Scale:  memory.Scale{Floor: 0.33, Span: 0.30},
		Common: e.common,
		Passages: memory.PassageScales{
			Alphabetic: memory.Scale{Floor: 0.79, Span: 0.21},
			Unspaced:   memory.Scale{Floor: 0.87, Span: 0.12},
			Across:     memory.Scale{Floor: 0.74, Span: 0.12},
		},
	}
}

// EmbedQuery embeds a text to search with. It returns Dimension values of unit length. Text of any length and
// content is accepted: invalid UTF-8 counts as spaces, and a text of more than 510 tokens gets the mean of the
// vectors of its windows. The context is looked at between windows.
func (e *Embedder) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	if err := ctx.Err(); err != nil {
		return nil, stopped(err)
	}
	if vector, ok := e.recent.get(text); ok {
		return vector, nil
	}
	b, err := e.queries.take(ctx)
	if err != nil {
		return nil, err
	}
	defer e.queries.put(b)
	vector := make([]float32, e.model.hidden)
	if err := e.model.add(ctx, b, queryPrefix, text, vector); err != nil {
		return nil, err
	}
	e.model.flush(b)
	if err := normalize(vector); err != nil {
		return nil, err
	}
	e.recent.put(text, vector)
	return vector, nil
}

// EmbedPassages embeds texts to be found, on as many cores as Go may use. It returns one vector a text, in
// order, as EmbedQuery does.
func (e *Embedder) EmbedPassages(ctx context.Context, texts []string) ([][]float32, error) {
	if err := ctx.Err(); err != nil {
		return nil, stopped(err)
	}
	vectors := make([][]float32, len(texts))
	var next atomic.Int64
	workers, ctx := errgroup.WithContext(ctx)
	for range min(e.passages.size(), len(texts)) {
		workers.Go(func() error { return e.embedFrom(ctx, texts, vectors, &next) })
	}
	if err := workers.Wait(); err != nil {
		return nil, err
	}
	return vectors, nil
}

// embedFrom takes one text after the other until none is left. Short texts are computed together.
func (e *Embedder) embedFrom(ctx context.Context, texts []string, vectors [][]float32, next *atomic.Int64) error {
	b, err := e.passages.take(ctx)
	if err != nil {
		return err
	}
	defer e.passages.put(b)
	var mine []int
	for {
		i := int(next.Add(1)) - 1
		if i >= len(texts) {
			break
		}
		mine = append(mine, i)
		vectors[i] = make([]float32, e.model.hidden)
		if err := e.model.add(ctx, b, passagePrefix, texts[i], vectors[i]); err != nil {
			return err
		}
		if len(b.tokens) >= batchTokens {
			e.model.flush(b)
		}
	}
	e.model.flush(b)
	for _, i := range mine {
		if err := normalize(vectors[i]); err != nil {
			return err
		}
	}
	return nil
}

// add cuts a text into windows and puts them into the batch, which is flushed whenever the next window does
// not fit. Once the batch is flushed for the last time, sum is the text's vector, not normalised.
func (m *model) add(ctx context.Context, b *batch, prefix, text string, sum []float32) error {
	b.stream.reset(m.tokenizer, prefix, text)
	for {
		if err := ctx.Err(); err != nil {
			return stopped(err)
		}
		b.window = b.stream.next(b.window[:0], m.positions-2)
		if len(b.window) == 0 {
			return nil
		}
		if len(b.tokens)+len(b.window)+2 > m.positions {
			m.flush(b)
		}
		start := len(b.tokens)
		b.tokens = append(b.tokens, m.tokenizer.bos)
		b.tokens = append(b.tokens, b.window...)
		b.tokens = append(b.tokens, m.tokenizer.eos)
		b.windows = append(b.windows, window{start: start, end: len(b.tokens), sum: sum})
	}
}

// flush computes what is in the batch and empties it.
func (m *model) flush(b *batch) {
	if len(b.tokens) > 0 {
		m.run(b)
		b.reset()
	}
}

// normalize scales a vector to unit length.
func normalize(v []float32) error {
	squares := 0.0
	for _, x := range v {
		squares += float64(x) * float64(x)
	}
	if !(squares > 0) || math.IsInf(squares, 0) {
		return memory.Errorf(memory.KindInternal, "the embedding model made a vector without a direction")
	}
	scale := 1 / math.Sqrt(squares)
	for i, x := range v {
		v[i] = float32(float64(x) * scale)
	}
	return nil
}

// stopped is the error of a call whose context ended.
func stopped(err error) error {
	return memory.Wrap(memory.KindUnavailable, err, "embedding was stopped")
}
