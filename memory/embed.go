package memory

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"
)

// embedTimeout bounds the embedding of one batch.
const embedTimeout = 2 * time.Minute

// embed embeds what it can. When a batch fails although the embedder answers, it is split to find the
// memory at fault. An outage is the error.
func (w *worker) embed(ctx context.Context, jobs []job) ([]embedded, []faulty, error) {
	vectors, err := w.passages(ctx, jobs)
	if err == nil {
		good := make([]embedded, len(jobs))
		for i, j := range jobs {
			good[i] = embedded{job: j, chunks: slices.Clone(j.done)}
			for n, span := range j.spans {
				good[i].chunks = append(good[i].chunks, Chunk{Span: span, Vector: vectors[n]})
			}
			vectors = vectors[len(j.spans):]
		}
		return good, nil, nil
	}
	if ctx.Err() != nil || !w.answers(ctx) {
		return nil, nil, err
	}
	if len(jobs) == 1 {
		return nil, []faulty{{job: jobs[0], err: err}}, nil
	}
	half := len(jobs) / 2
	good, bad, err := w.embed(ctx, jobs[:half])
	if err != nil {
		return good, bad, err
	}
	moreGood, moreBad, err := w.embed(ctx, jobs[half:])
	return append(good, moreGood...), append(bad, moreBad...), err
}

// answers says whether the embedder embeds at all.
func (w *worker) answers(ctx context.Context) bool {
	_, err := w.passages(ctx, []job{newJob(Memory{Content: "hello"}, false)})
	return err == nil
}

// passages embeds the chunks of all jobs, one vector each, and checks them, so that no broken one reaches a store.
func (w *worker) passages(ctx context.Context, jobs []job) ([][]float32, error) {
	var texts []string
	for _, j := range jobs {
		for _, span := range j.spans {
			texts = append(texts, span.Of(j.memory.Content))
		}
	}
	vectors, err := within(ctx, embedTimeout, func(ctx context.Context) ([][]float32, error) {
		return w.embedder.EmbedPassages(ctx, texts)
	})
	if err != nil {
		return nil, err
	}
	if len(vectors) != len(texts) {
		return nil, Errorf(KindInternal, "the embedder returned %d vectors for %d texts", len(vectors), len(texts))
	}
	for _, v := range vectors {
		if err := checkVector(v, w.embedder.Dimension()); err != nil {
			return nil, err
		}
	}
	return vectors, nil
}

func checkVector(v []float32, dimension int) error {
	if len(v) != dimension {
		return Errorf(KindInternal, "the embedder returned a vector of %d numbers instead of %d", len(v), dimension)
	}
	for _, x := range v {
		if f := float64(x); math.IsNaN(f) || math.IsInf(f, 0) {
			return Errorf(KindInternal, "the embedder returned a vector that is not made of numbers")
		}
	}
	return nil
}

// within calls the embedder for at most limit, whether it heeds its context or not, and turns a panic into
// an error.
func within[T any](ctx context.Context, limit time.Duration, call func(context.Context) (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	late := Wrap(KindUnavailable, context.DeadlineExceeded, fmt.Sprintf("the embedder did not answer in %v", limit))
	ctx, cancel := context.WithTimeoutCause(ctx, limit, late)
	defer cancel()
	answers := make(chan answer, 1)
	go func() {
		var a answer
		defer func() {
			if p := recover(); p != nil {
				a.err = Errorf(KindInternal, "the embedder panicked: %v", p)
			}
			answers <- a
		}()
		a.value, a.err = call(ctx)
	}()
	select {
	case a := <-answers:
		return a.value, a.err
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
}
