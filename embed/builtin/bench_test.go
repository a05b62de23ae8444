package builtin

import (
	"context"
	"fmt"
	"testing"
)

const (
	shortQuery = "which database do we use?"
	// longQuery has 30 tokens, with the first and the last.
	longQuery = "How did we configure the retry policy for the payment service last time, and what was the timeout we agreed on?"
)

func BenchmarkQueryShort(b *testing.B)    { benchmarkQuery(b, shortQuery) }
func BenchmarkQuery30Tokens(b *testing.B) { benchmarkQuery(b, longQuery) }

// benchmarkQuery varies the query, so that no remembered vector is returned.
func benchmarkQuery(b *testing.B, query string) {
	e := testEmbedder(b)
	ctx := context.Background()
	tokens := len(tokensOf(e.model.tokenizer, queryPrefix, query)) + 2
	e.recent = newVectorCache(0)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.EmbedQuery(ctx, query); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(tokens), "tokens")
}

func BenchmarkPassages(b *testing.B) {
	e := testEmbedder(b)
	ctx := context.Background()
	texts := make([]string, 64)
	for i := range texts {
		texts[i] = fmt.Sprintf("Step %d: the deployment of service %d was rolled back, because its health check failed.", i, 7*i)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.EmbedPassages(ctx, texts); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*len(texts))/b.Elapsed().Seconds(), "texts/s")
}

// BenchmarkWindow embeds a text that fills the longest window.
func BenchmarkWindow(b *testing.B) {
	e := testEmbedder(b)
	text := ""
	for range 200 {
		text += "one two three "
	}
	for b.Loop() {
		if _, err := e.EmbedPassages(context.Background(), []string{text}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		e, err := Open(modelPath())
		if err != nil {
			b.Fatal(err)
		}
		if err := e.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkKernels embeds the long query with each implementation that this processor can run.
func BenchmarkKernels(b *testing.B) {
	e := testEmbedder(b)
	best := e.model.kernels
	defer func() { e.model.kernels = best }()
	for _, k := range availableKernels() {
		b.Run(k.name, func(b *testing.B) {
			e.model.kernels = k
			benchmarkQuery(b, longQuery)
		})
	}
}
