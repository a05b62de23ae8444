package openai

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/embed/embedtest"
	"github.com/rearview-dev/rearview/internal/openaiapi"
	"github.com/rearview-dev/rearview/memory"
)

func TestConformance(t *testing.T) {
	embedtest.Run(t, func(t *testing.T) memory.Embedder {
		return newTestEmbedder(t, testOptions(newFakeServer(t), newClock()))
	})
}

// Bad days that end: the vectors come all the same, after these waits.
func TestRecovers(t *testing.T) {
	tests := map[string]struct {
		badDays []http.HandlerFunc
		want    []time.Duration
	}{
		"no bad day": {},
		"500 then fine": {
			[]http.HandlerFunc{status(500, "oops")},
			[]time.Duration{250 * time.Millisecond},
		},
		"three bad answers": {
			[]http.HandlerFunc{status(503, ""), status(502, "<html>"), status(504, "")},
			[]time.Duration{250 * time.Millisecond, 500 * time.Millisecond, time.Second},
		},
		"429 with seconds": {
			[]http.HandlerFunc{status(429, "slow down", "Retry-After", "7")},
			[]time.Duration{7 * time.Second},
		},
		"429 with a date": {
			[]http.HandlerFunc{status(429, "", "Retry-After", "Sun, 01 Mar 2026 12:00:05 GMT")},
			[]time.Duration{5 * time.Second},
		},
		"429 with a date that has passed": {
			[]http.HandlerFunc{status(429, "", "Retry-After", "Sun, 01 Mar 2020 12:00:05 GMT")},
			[]time.Duration{250 * time.Millisecond},
		},
		"429 with nonsense": {
			[]http.HandlerFunc{status(429, "", "Retry-After", "soon")},
			[]time.Duration{250 * time.Millisecond},
		},
		"hangs up":       {[]http.HandlerFunc{hangUp}, []time.Duration{250 * time.Millisecond}},
		"breaks off":     {[]http.HandlerFunc{breakOff}, []time.Duration{250 * time.Millisecond}},
		"truncated JSON": {[]http.HandlerFunc{body(`{"data":[{"index":0,"embedding":[0.1,`)}, []time.Duration{250 * time.Millisecond}},
		"not JSON":       {[]http.HandlerFunc{body("loading model")}, []time.Duration{250 * time.Millisecond}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			server, clock := newFakeServer(t, test.badDays...), newClock()
			e := newTestEmbedder(t, testOptions(server, clock))
			got, err := e.EmbedQuery(context.Background(), "hello")
			if err != nil {
				t.Fatal(err)
			}
			want := vectorOf("hello")
			normalize(want)
			requireNear(t, want, got)
			if diff := cmp.Diff(test.want, clock.sleeps); diff != "" {
				t.Errorf("waits (-want +got):\n%s", diff)
			}
			if got := len(server.seen()); got != len(test.badDays)+1 {
				t.Errorf("%d requests", got)
			}
		})
	}
}

// Answers that are errors: their kind, what they say, and how often they were asked for.
func TestFails(t *testing.T) {
	vector := vectorOf("x")
	tests := map[string]struct {
		badDay   http.HandlerFunc
		kind     memory.Kind
		says     []string
		requests int
	}{
		"unwell for long": {status(500, "out of memory"), memory.KindUnavailable, []string{"/v1/embeddings", "status 500", "out of memory"}, openaiapi.MaxAttempts},
		"429 for an hour": {status(429, "", "Retry-After", "3600"), memory.KindUnavailable, []string{"status 429"}, 1},
		"unauthorized":    {status(401, "no"), memory.KindUnavailable, []string{"API key", "status 401"}, 1},
		"unknown model":   {status(404, `{"error": "model not found"}`), memory.KindUnavailable, []string{testModel, "model not found"}, 1},
		"text refused":    {status(400, "input too long"), memory.KindInvalid, []string{"refuses", "input too long"}, 1},
		"teapot":          {status(418, ""), memory.KindUnavailable, []string{"status 418"}, 1},
		"redirected":      {status(307, "", "Location", "http://elsewhere.invalid/"), memory.KindUnavailable, []string{"redirects"}, 1},
		"wrong dimension": {data(datum{Embedding: vector[:40]}), memory.KindInternal, []string{"40", "48", testModel}, 1},
		"no vectors":      {data(), memory.KindInternal, []string{"0 vectors for 1 texts"}, 1},
		"too many":        {data(datum{Embedding: vector}, datum{Index: 1, Embedding: vector}), memory.KindInternal, []string{"2 vectors for 1 texts"}, 1},
		"index too large": {data(datum{Index: 1, Embedding: vector}), memory.KindInternal, []string{"index 1"}, 1},
		"index negative":  {data(datum{Index: -1, Embedding: vector}), memory.KindInternal, []string{"index -1"}, 1},
		"zero vector":     {data(datum{Embedding: make([]float32, testDimension)}), memory.KindInternal, []string{"direction"}, 1},
		"nulls":           {body(`{"data":[{"index":0,"embedding":[null` + strings.Repeat(",1", testDimension-1) + `]}]}`), memory.KindUnavailable, []string{"null"}, openaiapi.MaxAttempts},
		"NaN":             {body(`{"data":[{"index":0,"embedding":[NaN` + strings.Repeat(",1", testDimension-1) + `]}]}`), memory.KindUnavailable, []string{"JSON"}, openaiapi.MaxAttempts},
		"base64":          {body(`{"data":[{"index":0,"embedding":"AAAA"}]}`), memory.KindUnavailable, []string{"JSON"}, openaiapi.MaxAttempts},
		"endless":         {body(strings.Repeat(" ", 1<<20)), memory.KindInternal, []string{"more than"}, 1},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			server := newFakeServer(t, slices.Repeat([]http.HandlerFunc{test.badDay}, 10)...)
			_, err := newTestEmbedder(t, testOptions(server, newClock())).EmbedQuery(context.Background(), "hello")
			if got := memory.KindOf(err); got != test.kind {
				t.Fatalf("kind %q: %v", got, err)
			}
			requireContains(t, err.Error(), test.says...)
			if got := len(server.seen()); got != test.requests {
				t.Errorf("%d requests instead of %d", got, test.requests)
			}
		})
	}
}

func TestIndexTwice(t *testing.T) {
	d := datum{Index: 1, Embedding: vectorOf("x")}
	server := newFakeServer(t, data(d, d))
	_, err := newTestEmbedder(t, testOptions(server, newClock())).EmbedPassages(context.Background(), []string{"a", "b"})
	if memory.KindOf(err) != memory.KindInternal {
		t.Fatalf("error %v", err)
	}
	requireContains(t, err.Error(), "index 1")
}

func TestOrderedByIndex(t *testing.T) {
	texts := []string{"a", "b", "c"}
	backwards := vectorsOf(texts)
	slices.Reverse(backwards)
	server := newFakeServer(t, data(backwards...))
	got, err := newTestEmbedder(t, testOptions(server, newClock())).EmbedPassages(context.Background(), texts)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		want := vectorOf(text)
		normalize(want)
		requireNear(t, want, got[i])
	}
}

func TestSlowServer(t *testing.T) {
	options := testOptions(newFakeServer(t, slow), newClock())
	options.Timeout = 50 * time.Millisecond
	if _, err := newTestEmbedder(t, options).EmbedQuery(context.Background(), "hello"); err != nil {
		t.Fatalf("the second attempt: %v", err)
	}
}

func TestServerGone(t *testing.T) {
	server, clock := newFakeServer(t), newClock()
	server.Close()
	_, err := newTestEmbedder(t, testOptions(server, clock)).EmbedQuery(context.Background(), "hello")
	if memory.KindOf(err) != memory.KindUnavailable {
		t.Fatalf("error %v", err)
	}
	requireContains(t, err.Error(), "does not answer", server.URL)
	if len(clock.sleeps) != openaiapi.MaxAttempts-1 {
		t.Errorf("waited %v", clock.sleeps)
	}
}

func TestNoWaitBeyondDeadline(t *testing.T) {
	server, clock := newFakeServer(t, status(429, "", "Retry-After", "30")), newClock()
	options := testOptions(server, clock)
	options.Now = time.Now
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_, err := newTestEmbedder(t, options).EmbedQuery(ctx, "hello")
	if memory.KindOf(err) != memory.KindUnavailable || len(clock.sleeps) != 0 {
		t.Fatalf("waited %v, error %v", clock.sleeps, err)
	}
	requireContains(t, err.Error(), "status 429")
}

func TestCancelledWhileAsking(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	server := newFakeServer(t, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	_, err := newTestEmbedder(t, testOptions(server, newClock())).EmbedQuery(ctx, "hello")
	if !errors.Is(err, context.Canceled) || len(server.seen()) != 1 {
		t.Fatalf("%d requests, error %v", len(server.seen()), err)
	}
}

func TestRedirects(t *testing.T) {
	target := newFakeServer(t)
	tests := map[string]struct {
		location string
		requests int
		ok       bool
	}{
		"same host":  {"/v1/embeddings", 0, true},
		"other host": {target.URL + "/v1/embeddings", 0, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			server := newFakeServer(t, status(http.StatusTemporaryRedirect, "", "Location", test.location))
			_, err := newTestEmbedder(t, testOptions(server, newClock())).EmbedQuery(context.Background(), "hello")
			if (err == nil) != test.ok {
				t.Errorf("error %v", err)
			}
			if n := len(target.seen()); n != test.requests {
				t.Errorf("the other host got %d requests", n)
			}
		})
	}
}

func TestBatches(t *testing.T) {
	var texts []string
	for i := range 150 {
		texts = append(texts, fmt.Sprintf("text %d", i))
	}
	for i := range 40 {
		texts = append(texts, strings.Repeat(string(rune('a'+i%26)), maxPieceBytes))
	}
	server := newFakeServer(t)
	got, err := newTestEmbedder(t, testOptions(server, newClock())).EmbedPassages(context.Background(), texts)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		want := vectorOf(text)
		normalize(want)
		requireNear(t, want, got[i])
	}
	var inputs []string
	for _, r := range server.seen() {
		inputs = append(inputs, r.Input...)
		if size := len(strings.Join(r.Input, "")); len(r.Input) > maxBatchTexts || size > maxBatchBytes {
			t.Errorf("a request has %d texts of %d bytes", len(r.Input), size)
		}
		if r.Model != testModel {
			t.Errorf("model %q", r.Model)
		}
	}
	if diff := cmp.Diff(texts, inputs); diff != "" {
		t.Errorf("inputs (-want +got):\n%s", diff)
	}
}

func TestLongTextIsCutBetweenCharacters(t *testing.T) {
	text := strings.Repeat("我们", 4000)
	server := newFakeServer(t)
	vectors, err := newTestEmbedder(t, testOptions(server, newClock())).EmbedPassages(context.Background(), []string{text, "after"})
	if err != nil {
		t.Fatal(err)
	}
	input := server.seen()[0].Input
	if joined := strings.Join(input[:len(input)-1], ""); len(input) < 4 || joined != text {
		t.Errorf("%d pieces, which joined equal the text: %v", len(input), joined == text)
	}
	after := vectorOf("after")
	normalize(after)
	requireNear(t, after, vectors[1])
}

func TestNewRefuses(t *testing.T) {
	good := Options{URL: "http://127.0.0.1:1/v1", Model: "m", Dimension: 8}
	tests := map[string]func(*Options){
		"no URL":           func(o *Options) { o.URL = "" },
		"not a URL":        func(o *Options) { o.URL = "http://[bad" },
		"another scheme":   func(o *Options) { o.URL = "file:///etc/passwd" },
		"no host":          func(o *Options) { o.URL = "http:///v1" },
		"a password":       func(o *Options) { o.URL = "http://user:sk-secret@host/v1" },
		"a fragment":       func(o *Options) { o.URL = "http://host/v1#x" },
		"no model":         func(o *Options) { o.Model = "" },
		"no dimension":     func(o *Options) { o.Dimension = 0 },
		"huge dimension":   func(o *Options) { o.Dimension = maxDimension + 1 },
		"negative timeout": func(o *Options) { o.Timeout = -1 },
	}
	if _, err := New(good); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range tests {
		t.Run(name, func(t *testing.T) {
			options := good
			spoil(&options)
			_, err := New(options)
			if memory.KindOf(err) != memory.KindInvalid {
				t.Fatalf("error %v", err)
			}
			if strings.Contains(err.Error(), "sk-secret") {
				t.Errorf("the error shows the password: %v", err)
			}
		})
	}
}

// requireNear allows for a vector being normalised twice.
func requireNear(t *testing.T, want, got []float32) {
	t.Helper()
	near := cmp.Comparer(func(a, b float32) bool { return max(a-b, b-a) < 1e-6 })
	if diff := cmp.Diff(want, got, near); diff != "" {
		t.Errorf("vector (-want +got):\n%s", diff)
	}
}
