// Package openaiapi calls one operation of a server that speaks the OpenAI API, such as Ollama, vLLM or OpenAI
// itself: JSON in, JSON out, with a key, limits of time and size, and repetitions. It follows no redirect to
// another host. Its errors never show the key, nor what was sent.
package openaiapi

import (
	"context"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"

	"github.com/rearview-dev/rearview/memory"
)

// defaultTimeout bounds one request, not its repetitions.
const defaultTimeout = 30 * time.Second

// Options say what to call and how.
type Options struct {
	// What the operation serves, for errors, such as "embedding".
	What string
	// URL of the API, as in http://ollama:11434/v1, and the Path of the operation below it, as in embeddings.
	URL, Path string
	// Model is the name that the server knows the model by.
	Model string
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

// Client calls the operation. It is safe for concurrent use.
type Client struct {
	options  Options
	endpoint string
	// name is the endpoint as errors show it, without its query, which may hold what should not be seen.
	name string
	http *http.Client
}

// New makes a client. It calls nothing yet; its error is of KindInvalid.
func New(o Options) (*Client, error) {
	u, err := url.Parse(o.URL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return nil, memory.Errorf(memory.KindInvalid, "the %s URL must be like http://host:port/v1", o.What)
	case u.User != nil:
		return nil, memory.Errorf(memory.KindInvalid, "the %s URL must not hold a user or a password: put the key into a file", o.What)
	case u.Fragment != "":
		return nil, memory.Errorf(memory.KindInvalid, "the %s URL must not have a fragment (#)", o.What)
	case o.Model == "":
		return nil, memory.Errorf(memory.KindInvalid, "the %s model has no name", o.What)
	case o.Timeout < 0:
		return nil, memory.Errorf(memory.KindInvalid, "the %s timeout is negative", o.What)
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
	endpoint := u.JoinPath(o.Path)
	name := *endpoint
	name.RawQuery = ""
	return &Client{
		options:  o,
		endpoint: endpoint.String(),
		name:     name.String(),
		http:     &http.Client{CheckRedirect: stayOnHost},
	}, nil
}

// Name is the endpoint as errors show it.
func (c *Client) Name() string { return c.name }

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

// stayOnHost follows redirects that keep the method and the host; the answer to any other is the redirect itself.
func stayOnHost(request *http.Request, via []*http.Request) error {
	first := via[0]
	if len(via) > maxRedirects || request.Method != first.Method ||
		request.URL.Host != first.URL.Host || request.URL.Scheme != first.URL.Scheme {
		return http.ErrUseLastResponse
	}
	return nil
}
