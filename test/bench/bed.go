package main

import (
	"context"
	"path/filepath"
	"sync"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/namespace"
	"github.com/rearview-dev/rearview/store/cold"
	"github.com/rearview-dev/rearview/store/embedded"
)

const fillBatch = 500

// bed is the engine on a data directory, and a copy of its vectors for the bare scan.
type bed struct {
	dir      string
	corpus   *corpus
	matrix   []float32
	store    *embedded.Store
	engine   *memory.Engine
	embedder *recorded
	stop     func() error
}

func newBed(ctx context.Context, dir string, c *corpus) (*bed, error) {
	b := &bed{dir: dir, corpus: c, embedder: &recorded{vectors: map[string][]float32{}}}
	return b, b.open(ctx)
}

func (b *bed) open(ctx context.Context) error {
	store, err := embedded.Open(ctx, embedded.Options{Dir: b.dir, Model: b.embedder.Model(), Dimension: dimension})
	if err != nil {
		return err
	}
	archive, err := cold.OpenDir(filepath.Join(b.dir, "archive"))
	if err != nil {
		return err
	}
	engine, err := memory.New(memory.Config{
		LongTerm: store.LongTerm(), Queue: store.Queue(), Working: store.Working(), Audit: store.Audit(),
		Cold: archive, Embedder: b.embedder, Namespace: effective(),
	})
	if err != nil {
		return err
	}
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan error, 1)
	go func() { ended <- engine.Run(running) }()
	b.store, b.engine = store, engine
	b.stop = sync.OnceValue(func() error {
		cancel()
		if err := <-ended; err != nil {
			return err
		}
		return store.Close()
	})
	return nil
}

func (b *bed) close() error { return b.stop() }

// closeAfter closes and returns the error that came first.
func (b *bed) closeAfter(err error) error {
	if closeErr := b.close(); err == nil {
		return closeErr
	}
	return err
}

// pause closes the data directory while f runs.
func (b *bed) pause(f func() error) error {
	if err := b.close(); err != nil {
		return err
	}
	if err := f(); err != nil {
		return err
	}
	return b.open(context.Background())
}

// fill adds memories until there are n.
func (b *bed) fill(ctx context.Context, n int) error {
	for have := len(b.matrix) / dimension; have < n; {
		batch := make([]memory.Record, min(fillBatch, n-have))
		for i := range batch {
			batch[i] = b.corpus.record()
			b.matrix = append(b.matrix, batch[i].Chunks[0].Vector...)
		}
		if err := b.store.LongTerm().Put(ctx, batch...); err != nil {
			return err
		}
		have += len(batch)
	}
	return nil
}

// effective is a namespace of one agent with the default policy, and room for the largest fill.
func effective() *namespace.Effective {
	p := namespace.DefaultPolicy()
	p.Episodic.MaxEntries = 1_000_000
	return &namespace.Effective{
		Name: "bench", Namespace: "default", Policy: p,
		Agents:      []namespace.Agent{{Name: agentName, Policy: p}},
		Maintenance: namespace.Maintenance{Schedule: "0 3 * * *", TimeZone: "UTC"},
		Embedding:   namespace.Embedding{Type: namespace.EmbeddingBuiltIn},
	}
}

// recorded is an embedder that costs nothing: it knows the vectors of the queries, and gives all passages
// the same one. Embedding is measured by itself.
type recorded struct {
	vectors map[string][]float32
}

func (*recorded) Model() string  { return "recorded" }
func (*recorded) Dimension() int { return dimension }
func (*recorded) Calibration() memory.Calibration {
	return memory.Calibration{Scale: memory.Scale{Span: 1}}
}

func (r *recorded) EmbedPassages(_ context.Context, texts []string) ([][]float32, error) {
	v := make([]float32, dimension)
	v[0] = 1
	out := make([][]float32, len(texts))
	for i := range out {
		out[i] = v
	}
	return out, nil
}

func (r *recorded) EmbedQuery(_ context.Context, text string) ([]float32, error) {
	return r.vectors[text], nil
}
