package admin_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/server/admin"
)

// scripted is a service whose answers a test chooses.
type scripted struct {
	maintain func(context.Context) (memory.MaintainReport, error)
	search   func(memory.Visibility, memory.RecallRequest) (memory.RecallResult, error)
	err      error
}

func (s *scripted) Maintain(ctx context.Context) (memory.MaintainReport, error) {
	return s.maintain(ctx)
}

func (s *scripted) Search(_ context.Context, v memory.Visibility, r memory.RecallRequest) (memory.RecallResult, error) {
	return s.search(v, r)
}

func (s *scripted) Show(_ context.Context, id string) (memory.Shown, error) {
	return memory.Shown{Memory: memory.Memory{ID: id}}, s.err
}

func (s *scripted) History(context.Context, string) (memory.Story, error) {
	return memory.Story{}, s.err
}

func (s *scripted) Restore(_ context.Context, id string) (memory.Memory, error) {
	return memory.Memory{ID: id}, s.err
}

func (s *scripted) Stats(context.Context) (memory.Stats, error) { return memory.Stats{}, s.err }

// socketPath is a path in a new directory.
func socketPath(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "rv") //nolint:usetesting // a test's own directory has a path too long for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return filepath.Join(dir, admin.SocketName)
}

// overSocket serves a service over a socket and returns a client of it.
func overSocket(t *testing.T, s admin.Service) *admin.Client {
	t.Helper()
	path := socketPath(t)
	l, err := admin.Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: admin.Handler(s), ReadHeaderTimeout: time.Second}
	done := make(chan struct{})
	go func() { defer close(done); _ = server.Serve(l) }()
	t.Cleanup(func() { _ = server.Close(); <-done })
	c, err := admin.Connect(t.Context(), path)
	if err != nil || c == nil {
		t.Fatalf("Connect = %v, %v", c, err)
	}
	t.Cleanup(c.Close)
	return c
}

func TestErrorsKeepTheirKind(t *testing.T) {
	s := &scripted{}
	c := overSocket(t, s)
	cause := errors.New("disk I/O error")
	kinds := []memory.Kind{
		memory.KindInvalid, memory.KindNotAllowed, memory.KindNotFound, memory.KindConflict, memory.KindUnavailable, memory.KindInternal,
	}
	for _, kind := range kinds {
		s.err = memory.Wrap(kind, cause, "what went wrong")
		_, err := c.Show(t.Context(), "x")
		if memory.KindOf(err) != kind || err.Error() != s.err.Error() {
			t.Errorf("got %v (%s); want %v (%s)", err, memory.KindOf(err), s.err, kind)
		}
	}
	s.err = errors.New("something else")
	if _, err := c.Stats(t.Context()); memory.KindOf(err) != memory.KindInternal || err.Error() != "something else" {
		t.Errorf("got %v (%s)", err, memory.KindOf(err))
	}
}

func TestIDsTravelWhole(t *testing.T) {
	c := overSocket(t, &scripted{})
	for _, id := range []string{"01J", "a/b", "../stats", "a b?c#d", "上次", "%2F"} {
		shown, err := c.Show(t.Context(), id)
		if err != nil || shown.Memory.ID != id {
			t.Errorf("Show(%q) = %q, %v", id, shown.Memory.ID, err)
		}
	}
}

func TestSearchTravelsWhole(t *testing.T) {
	type asked struct {
		All     bool
		Agent   string
		Request memory.RecallRequest
	}
	var got asked
	c := overSocket(t, &scripted{search: func(v memory.Visibility, r memory.RecallRequest) (memory.RecallResult, error) {
		got = asked{v.SeesAll(), v.Agent(), r}
		return memory.RecallResult{Considered: 7}, nil
	}})
	request := memory.RecallRequest{
		Query: "上次那个航空公司", TopK: 3, Task: "t", Session: "s", Layers: []memory.Layer{memory.LayerSemantic},
	}
	tests := map[string]struct {
		visibility memory.Visibility
		want       asked
	}{
		"everything": {memory.Everything(), asked{All: true, Request: request}},
		"an agent":   {memory.Identity{Agent: "planner"}.Visibility(), asked{Agent: "planner", Request: request}},
		"nothing":    {memory.Visibility{}, asked{Request: request}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			found, err := c.Search(t.Context(), test.visibility, request)
			if err != nil || found.Considered != 7 {
				t.Errorf("Search = %v, %v", found, err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("asked (-want +got):\n%s", diff)
			}
		})
	}
}

// TestInterruptedMaintain: ending the client's context ends the work in the server.
func TestInterruptedMaintain(t *testing.T) {
	started, ended := make(chan struct{}), make(chan error, 1)
	c := overSocket(t, &scripted{maintain: func(ctx context.Context) (memory.MaintainReport, error) {
		close(started)
		<-ctx.Done()
		ended <- ctx.Err()
		return memory.MaintainReport{}, ctx.Err()
	}})
	ctx, interrupt := context.WithCancel(t.Context())
	go func() { <-started; interrupt() }()
	if _, err := c.Maintain(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Maintain = %v; want context.Canceled", err)
	}
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the server's context ended with %v", err)
	}
}

func TestConnectWithoutServer(t *testing.T) {
	path := socketPath(t)
	if c, err := admin.Connect(t.Context(), path); c != nil || err != nil {
		t.Errorf("no socket: Connect = %v, %v; want nil, nil", c, err)
	}
	leaveStaleSocket(t, path)
	if c, err := admin.Connect(t.Context(), path); c != nil || err != nil {
		t.Errorf("stale socket: Connect = %v, %v; want nil, nil", c, err)
	}
}

func TestListen(t *testing.T) {
	path := socketPath(t)
	leaveStaleSocket(t, path)
	l, err := admin.Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 || info.Mode().Type() != os.ModeSocket {
		t.Errorf("mode %v, %v; want a socket, 0600", info.Mode(), err)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("files beside the socket: %v, %v", entries, err)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("the socket is still there: %v", err)
	}
	next, err := admin.Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	defer next.Close()
	_ = l.Close()
	if _, err := os.Stat(path); err != nil {
		t.Errorf("closing the old listener again removed the next one's socket: %v", err)
	}
}

func TestCloseWithoutSocket(t *testing.T) {
	path := socketPath(t)
	l, err := admin.Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Remove(path), l.Close()); err != nil {
		t.Errorf("closing after somebody removed the socket: %v", err)
	}
}

func TestPathTooLong(t *testing.T) {
	long := filepath.Join(t.TempDir(), strings.Repeat("d", 100), admin.SocketName)
	if err := os.Mkdir(filepath.Dir(long), 0o700); err != nil {
		t.Fatal(err)
	}
	_, listening := admin.Listen(long)
	_, connecting := admin.Connect(t.Context(), long)
	for _, err := range []error{listening, connecting} {
		if memory.KindOf(err) != memory.KindInvalid || !strings.Contains(err.Error(), "shorter path") {
			t.Errorf("got %v", err)
		}
	}
}

// TestLongestPath: whatever random name Listen takes, it never fails where Connect would look.
func TestLongestPath(t *testing.T) {
	short := filepath.Dir(socketPath(t))
	for length, fits := range map[int]bool{88: true, 89: false} { // of the directory; 15 more are for the socket
		dir := filepath.Join(short, strings.Repeat("d", length-len(short)-1))
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		l, err := admin.Listen(filepath.Join(dir, admin.SocketName))
		if fits != (err == nil) || !fits && !errors.Is(err, admin.ErrPathTooLong) {
			t.Errorf("%d bytes: Listen = %v", length, err)
		}
		if _, err := admin.Connect(t.Context(), filepath.Join(dir, admin.SocketName)); fits != (err == nil) {
			t.Errorf("%d bytes: Connect = %v", length, err)
		}
		if l != nil {
			if err := l.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// leaveStaleSocket leaves a socket that nobody listens on, as a killed process does.
func leaveStaleSocket(t *testing.T, path string) {
	t.Helper()
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
}
