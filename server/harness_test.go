package server

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/namespace"
	"github.com/rearview-dev/rearview/server/admin"
	"github.com/rearview-dev/rearview/server/auth"
)

// patience is how long a test waits for what must happen.
const patience = 30 * time.Second

// scripted is an engine that does as a test says. Verbs that a test does not set answer with nothing.
type scripted struct {
	admin.Service
	remember func(context.Context, memory.Identity, memory.RememberRequest) (memory.RememberResult, error)
	apply    func(*namespace.Effective) error
	run      func(context.Context) error
}

func (s *scripted) Remember(ctx context.Context, id memory.Identity, r memory.RememberRequest) (memory.RememberResult, error) {
	if s.remember == nil {
		return memory.RememberResult{Outcome: memory.OutcomeStored, Reason: "by " + id.Agent}, nil
	}
	return s.remember(ctx, id, r)
}

func (s *scripted) Recall(context.Context, memory.Identity, memory.RecallRequest) (memory.RecallResult, error) {
	return memory.RecallResult{}, nil
}

func (s *scripted) Forget(context.Context, memory.Identity, memory.ForgetRequest) (memory.ForgetResult, error) {
	return memory.ForgetResult{}, nil
}

func (s *scripted) Stats(context.Context) (memory.Stats, error) { return memory.Stats{Written: 7}, nil }

func (s *scripted) Apply(ns *namespace.Effective) error {
	if s.apply == nil {
		return nil
	}
	return s.apply(ns)
}

func (s *scripted) Run(ctx context.Context) error {
	if s.run == nil {
		<-ctx.Done()
		return nil
	}
	return s.run(ctx)
}

// running is a server under test.
type running struct {
	url    string
	socket string
	log    *syncBuffer
	// stop ends the server's context; wait returns what Run returned.
	stop context.CancelFunc
	wait func() error
}

// start runs a server for agents planner and coder, whose tokens are rv_planner and rv_coder.
func start(t *testing.T, engine Engine, change func(*Options)) *running {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &running{url: "http://" + listener.Addr().String(), socket: filepath.Join(shortDir(t), admin.SocketName), log: &syncBuffer{}}
	started := make(chan struct{})
	o := Options{
		Base: Base{
			Engine:      engine,
			AdminSocket: r.socket,
			Version:     "test",
			Logger:      logTo(r.log),
		},
		Namespace: effective("planner", "coder"),
		Keys:      auth.NewKeyring(auth.Tokens{"planner": "rv_planner", "coder": "rv_coder"}.Digests()),
		Listener:  listener,
		Check:     func(context.Context) error { return nil },
		Started:   func() { close(started) },
	}
	if change != nil {
		change(&o)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- Run(ctx, o) }()
	r.stop = cancel
	r.wait = sync.OnceValue(func() error { return receive(t, done) })
	t.Cleanup(func() { cancel(); _ = r.wait() })
	select {
	case <-started:
	case err := <-done:
		done <- err
	}
	return r
}

func effective(agents ...string) *namespace.Effective {
	ns := &namespace.Effective{
		Name:        "support",
		Namespace:   "agents",
		Policy:      namespace.DefaultPolicy(),
		Maintenance: namespace.Maintenance{Schedule: "0 3 * * *", TimeZone: "Asia/Shanghai"},
		Embedding:   namespace.Embedding{Type: namespace.EmbeddingBuiltIn},
	}
	for _, a := range agents {
		ns.Agents = append(ns.Agents, namespace.Agent{Name: a, Policy: namespace.DefaultPolicy()})
	}
	return ns
}

// rpc calls a method of the endpoint with a token and returns the status and the answer.
func (r *running) rpc(t *testing.T, token, message string) (int, string) {
	t.Helper()
	return r.send(t, http.MethodPost, EndpointPath, message, http.Header{"Authorization": {"Bearer " + token}})
}

// remember calls the tool of that name.
func (r *running) remember(t *testing.T, token, content string) (int, string) {
	t.Helper()
	return r.rpc(t, token, rememberCall(content))
}

func rememberCall(content string) string {
	quoted, _ := json.Marshal(content)
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"remember","arguments":{"content":` + string(quoted) + `}}}`
}

// send sends a request; a header Host sets the request's host.
func (r *running) send(t *testing.T, method, path, body string, header http.Header) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, r.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header = header.Clone()
	if request.Header == nil {
		request.Header = http.Header{}
	}
	request.Host = request.Header.Get("Host")
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(answer)
}

// eventually polls until ok, or fails the test after patience.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	deadline := time.NewTimer(patience)
	defer deadline.Stop()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !ok() {
		select {
		case <-deadline.C:
			t.Fatalf("after %v still not: %s", patience, what)
		case <-tick.C:
		}
	}
}

// receive takes a value from a channel, or fails the test after patience.
func receive[T any](t *testing.T, c <-chan T) (value T) {
	t.Helper()
	select {
	case value = <-c:
	case <-time.After(patience):
		t.Errorf("nothing came for %v", patience)
	}
	return value
}

// shortDir is a new directory.
func shortDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "rv") //nolint:usetesting // a test's own directory has a path too long for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// replaceFile swaps a file in one step.
func replaceFile(t *testing.T, path string, content any) {
	t.Helper()
	data, ok := content.([]byte)
	if !ok {
		var err error
		if data, err = json.Marshal(content); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(path+".new", data, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
}

// syncBuffer is a buffer for several goroutines.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

func logTo(w io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug}))
}
