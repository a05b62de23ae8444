// Package openai embeds text with a server that speaks the OpenAI embeddings API, such as Ollama, vLLM,
// text-embeddings-inference or OpenAI itself.
package openai

import (
	"context"
	"math/rand/v2"
	"net/url"
	"time"

	"github.com/rearview-dev/rearview/memory"
)

// maxDimension bounds the length of vectors.
const maxDimension = 8192

// defaultTimeout bounds one request, not its repetitions.
const defaultTimeout = 30 * time.Second

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

// validate checks the options, fills in what was left out, and returns the endpoint.
func (o *Options) validate() (*url.URL, error) {
	u, err := url.Parse(o.URL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return nil, memory.Errorf(memory.KindInvalid, "the embedding URL must be like http://host:port/v1")
	case u.User != nil:
		return nil, memory.Errorf(memory.KindInvalid, "the embedding URL must not hold a user or a password: put the key into a file")
	case u.Fragment != "":
		return nil, memory.Errorf(memory.KindInvalid, "the embedding URL must not have a fragment (#)")
	case o.Model == "":
		return nil, memory.Errorf(memory.KindInvalid, "the embedding model has no name")
	case o.Dimension < 1 || o.Dimension > maxDimension:
		return nil, memory.Errorf(memory.KindInvalid, "the embedding dimension is %d: it must be 1 to %d", o.Dimension, maxDimension)
	case o.Timeout < 0:
		return nil, memory.Errorf(memory.KindInvalid, "the embedding timeout is negative")
	}
	if o.Timeout == 0 {
		o.Timeout = defaultTimeout
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Sleep == nil {
		o.Sleep = sleep
	}
	if o.Random == nil {
		o.Random = rand.Float64
	}
	return u.JoinPath("embeddings"), nil
}

// sleep waits for d, or less when the context ends.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
