package openai

import (
	"context"
	"encoding/json"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	testDimension = 48
	testModel     = "test-model"
)

// fakeServer answers as an embeddings server does. Each request takes the next of its bad days, if any is left.
type fakeServer struct {
	*httptest.Server
	mu       sync.Mutex
	badDays  []http.HandlerFunc
	requests []embeddingsRequest
	headers  []http.Header
}

func newFakeServer(t *testing.T, badDays ...http.HandlerFunc) *fakeServer {
	s := &fakeServer{badDays: badDays}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/embeddings", s.serve)
	s.Server = httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

func (s *fakeServer) serve(w http.ResponseWriter, r *http.Request) {
	var request embeddingsRequest
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	s.requests = append(s.requests, request)
	s.headers = append(s.headers, r.Header.Clone())
	handler := func(w http.ResponseWriter, _ *http.Request) { answer(w, vectorsOf(request.Input)) }
	if len(s.badDays) > 0 {
		handler, s.badDays = s.badDays[0], s.badDays[1:]
	}
	s.mu.Unlock()
	handler(w, r)
}

// seen returns the requests so far.
func (s *fakeServer) seen() []embeddingsRequest {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]embeddingsRequest(nil), s.requests...)
}

// datum is one vector of an answer.
type datum struct {
	Object    string    `json:"object"`
	Index     int       `json:"index"`
	Embedding []float32 `json:"embedding"`
}

func answer(w http.ResponseWriter, data []datum) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"object": "list", "data": data, "model": testModel})
}

func vectorsOf(texts []string) []datum {
	data := make([]datum, len(texts))
	for i, text := range texts {
		data[i] = datum{Object: "embedding", Index: i, Embedding: vectorOf(text)}
	}
	return data
}

// vectorOf is a vector that depends on the text alone, and is not of unit length.
func vectorOf(text string) []float32 {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(text))
	rng := rand.New(rand.NewPCG(hash.Sum64(), 0))
	v := make([]float32, testDimension)
	for i := range v {
		v[i] = float32(rng.NormFloat64())
	}
	return v
}

// status answers with a status and headers, given as name and value in turn.
func status(code int, body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(code)
		_, _ = w.Write([]byte(body))
	}
}

// body answers with a literal body.
func body(text string) http.HandlerFunc { return status(http.StatusOK, text) }

// data answers with these vectors, whatever was asked.
func data(ds ...datum) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { answer(w, ds) }
}

// breakOff promises a longer answer than it sends.
func breakOff(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "1000")
	_, _ = w.Write([]byte(`{"data":[{"index":0,"emb`))
}

// hangUp closes the connection without an answer.
func hangUp(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// slow answers nothing until the client has gone.
func slow(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// clock is a time that passes when somebody sleeps.
type clock struct {
	mu     sync.Mutex
	now    time.Time
	sleeps []time.Duration
}

func newClock() *clock { return &clock{now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)} }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	c.sleeps = append(c.sleeps, d)
	return ctx.Err()
}

func testOptions(s *fakeServer, c *clock) Options {
	return Options{
		URL:       s.URL + "/v1",
		Model:     testModel,
		Dimension: testDimension,
		Now:       c.Now,
		Sleep:     c.Sleep,
		Random:    func() float64 { return 0 },
	}
}

func newTestEmbedder(t *testing.T, options Options) *Embedder {
	t.Helper()
	e, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func requireContains(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q does not contain %q", text, part)
		}
	}
}
