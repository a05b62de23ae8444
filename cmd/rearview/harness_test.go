package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// childEnv makes the test binary be the program, for tests that need a process.
const childEnv = "REARVIEW_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// patience bounds what a test waits for.
const patience = 30 * time.Second

// log is a stream that another goroutine writes to.
type log struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// await waits until the stream holds a match, and returns its last group.
func (l *log) await(t *testing.T, pattern string) string {
	t.Helper()
	re := regexp.MustCompile(pattern)
	var found string
	eventually(t, func() bool {
		m := re.FindStringSubmatch(l.String())
		if m != nil {
			found = m[len(m)-1]
		}
		return m != nil
	}, func() string { return fmt.Sprintf("no %s in:\n%s", pattern, l) })
	return found
}

func eventually(t *testing.T, done func() bool, otherwise func() string) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(patience)
	for !done() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatal(otherwise())
		}
	}
}

// command runs a command line to its end.
func command(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err log
	code = run(t.Context(), args, streams{in: strings.NewReader(stdin), out: &out, err: &err})
	return code, out.String(), err.String()
}

// running is a command that runs until it is stopped.
type running struct {
	t      *testing.T
	stop   context.CancelFunc
	code   chan int
	out    *log
	err    *log
	url    string
	client http.Client
}

func start(t *testing.T, args ...string) *running {
	t.Helper()
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	r := &running{t: t, stop: stop, code: make(chan int, 1), out: new(log), err: new(log)}
	go func() { r.code <- run(ctx, args, streams{in: strings.NewReader(""), out: r.out, err: r.err}) }()
	t.Cleanup(func() { r.stop() })
	return r
}

// startUp starts up with a free port and waits until it serves.
func startUp(t *testing.T, args ...string) *running {
	t.Helper()
	r := start(t, append([]string{"up", "--listen", "127.0.0.1:0"}, args...)...)
	r.url = r.err.await(t, `Endpoint: (\S+)`)
	return r
}

// end stops the command and returns its exit code.
func (r *running) end() int {
	r.t.Helper()
	r.stop()
	select {
	case code := <-r.code:
		r.client.CloseIdleConnections()
		return code
	case <-time.After(patience):
		r.t.Fatalf("it does not stop:\n%s", r.err)
		return -1
	}
}

// token is the one that was printed for an agent.
func (r *running) token(agent string) string {
	r.t.Helper()
	return r.err.await(r.t, `Agent `+agent+`\n.*Bearer (rv_[0-9a-f]+)`)
}

// call calls a tool over HTTP and returns its structured result.
func (r *running) call(token, tool string, arguments map[string]any) (status int, result map[string]any) {
	r.t.Helper()
	request, err := http.NewRequestWithContext(r.t.Context(), http.MethodPost, r.url, strings.NewReader(callOf(r.t, tool, arguments)))
	if err != nil {
		r.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	response, err := r.client.Do(request)
	if err != nil {
		r.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		return response.StatusCode, nil
	}
	return response.StatusCode, structured(r.t, body)
}

func callOf(t *testing.T, tool string, arguments map[string]any) string {
	t.Helper()
	data, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call",
		"params": map[string]any{"name": tool, "arguments": arguments},
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func structured(t *testing.T, body []byte) map[string]any {
	t.Helper()
	var answer struct {
		Result struct {
			IsError           bool           `json:"isError"`
			StructuredContent map[string]any `json:"structuredContent"`
		} `json:"result"`
	}
	if err := json.Unmarshal(body, &answer); err != nil || answer.Result.IsError || answer.Result.StructuredContent == nil {
		t.Fatalf("not a result: %s", body)
	}
	return answer.Result.StructuredContent
}

// workspace makes an empty working directory and a manifest in it whose class embeds with a small real
// server, so that no model is needed.
func workspace(t *testing.T) (manifest string) {
	t.Helper()
	t.Chdir(t.TempDir())
	write(t, "m.yaml", manifestFor(embeddingServer(t)))
	return "m.yaml"
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func manifestFor(url string) string {
	return `apiVersion: memory.rearview.dev/v1alpha1
kind: MemoryNamespace
metadata: {name: demo}
spec:
  className: local
  policy:
    recall: {topK: 5}
  agents:
  - name: coder
  - name: planner
---
apiVersion: memory.rearview.dev/v1alpha1
kind: MemoryClass
metadata: {name: local}
spec:
  type: Embedded
  embedded: {}
  embedding:
    type: OpenAICompatible
    openAICompatible: {url: "` + url + `/v1", model: words, dimension: 64}
`
}

// embeddingServer speaks the OpenAI embeddings API. A text's vector counts its words.
func embeddingServer(t *testing.T) (url string) {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var request struct {
			Input []string `json:"input"`
		}
		if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		type datum struct {
			Index     int       `json:"index"`
			Embedding []float32 `json:"embedding"`
		}
		var data []datum
		for i, text := range request.Input {
			v := make([]float32, 64)
			v[0] = 0.1
			for word := range strings.FieldsSeq(strings.ToLower(text)) {
				h := fnv.New32a()
				h.Write([]byte(word))
				v[1+h.Sum32()%63]++
			}
			data = append(data, datum{i, v})
		}
		w.Header().Set("Content-Type", "application/json")
		if err := json.NewEncoder(w).Encode(map[string]any{"data": data, "model": "words"}); err != nil {
			t.Log(err)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// files lists what is below the working directory.
func files(t *testing.T) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(".", func(path string, _ os.DirEntry, err error) error {
		if err == nil && path != "." {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
