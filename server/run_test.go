package server

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/server/admin"
)

func TestAccess(t *testing.T) {
	r := start(t, &scripted{}, nil)
	bearer := func(token string) http.Header { return http.Header{"Authorization": {"Bearer " + token}} }
	with := func(h http.Header, name, value string) http.Header { h.Set(name, value); return h }
	tests := map[string]struct {
		method, path string
		header       http.Header
		status       int
		wants        string
	}{
		"right token":              {"POST", "/mcp", bearer("rv_planner"), 200, "by planner"},
		"another agent's token":    {"POST", "/mcp", bearer("rv_coder"), 200, "by coder"},
		"no token":                 {"POST", "/mcp", nil, 401, "Authorization: Bearer"},
		"wrong token":              {"POST", "/mcp", bearer("rv_plannex"), 401, "wrong token"},
		"token in the URL":         {"POST", "/mcp?access_token=rv_planner", nil, 400, "must not be in the URL"},
		"GET":                      {"GET", "/mcp", bearer("rv_planner"), 405, "only POST"},
		"GET without a token":      {"GET", "/mcp", nil, 401, ""},
		"foreign origin":           {"POST", "/mcp", with(bearer("rv_planner"), "Origin", "https://evil.example"), 403, "Origin"},
		"local origin":             {"POST", "/mcp", with(bearer("rv_planner"), "Origin", "http://localhost:6274"), 200, "by planner"},
		"rebound name":             {"POST", "/mcp", with(bearer("rv_planner"), "Host", "evil.example"), 403, "loopback"},
		"rebound name, probe":      {"GET", "/healthz", http.Header{"Host": {"evil.example"}}, 403, "loopback"},
		"liveness":                 {"GET", "/healthz", nil, 200, "ok"},
		"readiness":                {"GET", "/readyz", nil, 200, "ok"},
		"metadata":                 {"GET", "/.well-known/oauth-protected-resource", nil, 200, `/mcp"`},
		"metadata of the endpoint": {"GET", "/.well-known/oauth-protected-resource/mcp", nil, 200, `/mcp"`},
		"anything else":            {"GET", "/", nil, 404, ""},
		"admin is not here":        {"POST", "/v1/maintain", bearer("rv_planner"), 404, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			status, answer := r.send(t, test.method, test.path, rememberCall("the plan"), test.header)
			if status != test.status || !strings.Contains(answer, test.wants) {
				t.Errorf("got %d %s; want %d %q", status, answer, test.status, test.wants)
			}
		})
	}
	for _, secret := range []string{"rv_planner", "rv_coder", "rv_plannex", "the plan"} {
		if strings.Contains(r.log.String(), secret) {
			t.Errorf("the log holds %q:\n%s", secret, r.log)
		}
	}
}

// TestDrain: a call that is under way when the server stops is answered, and only then does the engine stop.
func TestDrain(t *testing.T) {
	calling, finish := make(chan struct{}), make(chan struct{})
	answered, engineStopped := make(chan struct{}), make(chan bool, 1)
	engine := &scripted{
		remember: func(ctx context.Context, _ memory.Identity, _ memory.RememberRequest) (memory.RememberResult, error) {
			close(calling)
			<-finish
			close(answered)
			return memory.RememberResult{Outcome: memory.OutcomeStored}, ctx.Err()
		},
		run: func(ctx context.Context) error {
			<-ctx.Done()
			select {
			case <-answered:
				engineStopped <- true
			default:
				engineStopped <- false
			}
			return nil
		},
	}
	r := start(t, engine, nil)
	answers := make(chan string, 1)
	go func() {
		_, answer := r.remember(t, "rv_planner", "c")
		answers <- answer
	}()
	receive(t, calling)
	r.stop()
	eventually(t, "new connections are refused", func() bool {
		response, err := http.Get(r.url + "/readyz")
		if err != nil {
			return true
		}
		response.Body.Close()
		return false
	})
	close(finish)
	if answer := receive(t, answers); !strings.Contains(answer, `"stored"`) {
		t.Errorf("the call was answered %q", answer)
	}
	if err := r.wait(); err != nil {
		t.Errorf("Run = %v", err)
	}
	if !receive(t, engineStopped) {
		t.Error("the engine stopped before the call was answered")
	}
	if _, err := os.Stat(r.socket); !os.IsNotExist(err) {
		t.Errorf("the admin socket is still there: %v", err)
	}
}

func TestNotReadyWhenTheStoreFails(t *testing.T) {
	r := start(t, &scripted{}, func(o *Options) {
		o.Check = func(context.Context) error { return errors.New("disk I/O error") }
	})
	status, answer := r.send(t, "GET", "/readyz", "", nil)
	if status != http.StatusServiceUnavailable || strings.Contains(answer, "disk") {
		t.Errorf("got %d %q", status, answer)
	}
	if !strings.Contains(r.log.String(), "disk I/O error") {
		t.Errorf("the log does not say why:\n%s", r.log)
	}
}

func TestEngineThatFailsStopsTheServer(t *testing.T) {
	broken := errors.New("the index is broken")
	r := start(t, &scripted{run: func(context.Context) error { return broken }}, nil)
	if err := r.wait(); !errors.Is(err, broken) {
		t.Errorf("Run = %v; want %v", err, broken)
	}
}

func TestSocketThatCannotBeMadeStopsTheServer(t *testing.T) {
	r := start(t, &scripted{}, func(o *Options) { o.AdminSocket = "/nonexistent/admin.sock" })
	if err := r.wait(); memory.KindOf(err) != memory.KindUnavailable {
		t.Errorf("Run = %v", err)
	}
}

// TestSocketWithATooLongPathIsDoneWithout: unlike a missing directory, it says nothing of the memory's state.
func TestSocketWithATooLongPathIsDoneWithout(t *testing.T) {
	dir := filepath.Join(t.TempDir(), strings.Repeat("d", 100))
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	r := start(t, &scripted{}, func(o *Options) { o.AdminSocket = filepath.Join(dir, admin.SocketName) })
	if status, answer := r.remember(t, "rv_planner", "c"); status != http.StatusOK {
		t.Errorf("got %d %q", status, answer)
	}
	eventually(t, "the log says so", func() bool { return strings.Contains(r.log.String(), "choose a data directory with a shorter path") })
	r.stop()
	if err := r.wait(); err != nil {
		t.Errorf("Run = %v", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

func TestAdminSocket(t *testing.T) {
	r := start(t, &scripted{}, nil)
	var c *admin.Client
	eventually(t, "the admin socket answers", func() bool {
		var err error
		if c, err = admin.Connect(t.Context(), r.socket); err != nil {
			t.Fatal(err)
		}
		return c != nil
	})
	defer c.Close()
	if stats, err := c.Stats(t.Context()); err != nil || stats.Written != 7 {
		t.Errorf("Stats = %v, %v", stats, err)
	}
}

// TestNothingLeaks: a server that has stopped leaves no goroutine behind, whatever its clients did.
func TestNothingLeaks(t *testing.T) {
	http.DefaultClient.CloseIdleConnections()
	before := runtime.NumGoroutine()
	r := start(t, &scripted{}, nil)
	for range 50 {
		r.send(t, "GET", "/mcp", "", http.Header{"Authorization": {"Bearer rv_planner"}, "Accept": {"text/event-stream"}})
		r.remember(t, "rv_planner", "c")
		r.rpc(t, "rv_planner", `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
	}
	r.stop()
	if err := r.wait(); err != nil {
		t.Fatal(err)
	}
	http.DefaultClient.CloseIdleConnections()
	eventually(t, "all goroutines have ended", func() bool { return runtime.NumGoroutine() <= before })
}

func TestRunStdio(t *testing.T) {
	in, client := io.Pipe()
	answers, out := io.Pipe()
	log := &syncBuffer{}
	done := make(chan error, 1)
	go func() {
		done <- RunStdio(t.Context(), StdioOptions{
			Base: Base{Engine: &scripted{}, Version: "test", Logger: logTo(log)}, Agent: "coder", In: in, Out: out,
		})
	}()
	if _, err := io.WriteString(client, rememberCall("c")+"\n"); err != nil {
		t.Fatal(err)
	}
	answer, err := bufio.NewReader(answers).ReadString('\n')
	if err != nil || !strings.Contains(answer, "by coder") {
		t.Errorf("answered %q, %v", answer, err)
	}
	if err := client.Close(); err != nil {
		t.Fatal(err)
	}
	if err := receive(t, done); err != nil {
		t.Errorf("RunStdio = %v", err)
	}
}
