// Package openai embeds text with a server that speaks the OpenAI embeddings API, such as Ollama, vLLM,
// text-embeddings-inference or OpenAI itself.
package openai

import (
	"context"
	"time"

	"github.com/rearview-dev/rearview/internal/openaiapi"
	"github.com/rearview-dev/rearview/memory"
)

// maxDimension bounds the length of vectors.
const maxDimension = 8192

// Options say what to call and how.
type Options struct {
	// URL of the API, ending before /embeddings, as in http://ollama:11434/v1.
	URL string
	// Model is the name that the server knows the model by.
	Model string
	// Dimension is the length of the model's vectors. An answer of another length is an error.
	Dimension int
	// APIKeyFile holds the key, which is read for every request, so that a new one is used at once; empty for none.
	APIKeyFile string
	// Timeout bounds each request; 0 for 30 seconds.
	Timeout time.Duration

	// Now, Sleep and Random stand in for time.Now, a sleep that ends with the context, and a random number in
	// [0, 1); nil for the real ones.
	Now    func() time.Time
	Sleep  func(ctx context.Context, d time.Duration) error
	Random func() float64
}

// client checks the options and makes what calls the server.
func (o *Options) client() (*openaiapi.Client, error) {
	if o.Dimension < 1 || o.Dimension > maxDimension {
		return nil, memory.Errorf(memory.KindInvalid, "the embedding dimension is %d: it must be 1 to %d", o.Dimension, maxDimension)
	}
	return openaiapi.New(openaiapi.Options{
		What:       "embedding",
		URL:        o.URL,
		Path:       "embeddings",
		Model:      o.Model,
		APIKeyFile: o.APIKeyFile,
		Timeout:    o.Timeout,
		Now:        o.Now,
		Sleep:      o.Sleep,
		Random:     o.Random,
	})
}
