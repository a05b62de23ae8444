package main

import (
	"errors"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rearview-dev/rearview/server/admin"
	"github.com/rearview-dev/rearview/store/embedded"
)

// starting owns the data directory "data" and does not answer yet, as a server that is starting.
func starting(t *testing.T) *owner {
	t.Helper()
	ns, _, err := localManifest{path: workspace(t)}.read(nil)
	if err != nil {
		t.Fatal(err)
	}
	o, err := own(t.Context(), "data", ns, nil, nil, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = o.close() })
	return o
}

// waiting starts commands and returns once they wait. The end awaits that they have done their work.
func waiting(t *testing.T, commands ...string) (end func()) {
	t.Helper()
	var started []*running
	for _, args := range commands {
		r := start(t, append(strings.Fields(args), "--data-dir", "data")...)
		r.err.await(t, `(note: another process has data open and does not answer yet; waiting)`)
		started = append(started, r)
	}
	return func() {
		t.Helper()
		for i, r := range started {
			if code := <-r.code; code != exitOK || r.out.String() == "" {
				t.Errorf("%s: %d, %s%s", commands[i], code, r.out, r.err)
			}
		}
	}
}

func TestCommandsWaitForAServerThatStarts(t *testing.T) {
	o := starting(t)
	end := waiting(t, "maintain", "memories stats", "memories search x")
	l, err := admin.Listen(filepath.Join("data", admin.SocketName))
	if err != nil {
		t.Fatal(err)
	}
	s := &http.Server{Handler: admin.Handler(o.engine)}
	go func() { _ = s.Serve(l) }()
	defer s.Close()
	end()
}

func TestACommandTakesOverFromAProcessThatEnds(t *testing.T) {
	o := starting(t)
	end := waiting(t, "maintain")
	if err := o.close(); err != nil {
		t.Fatal(err)
	}
	end()
}

func TestCommandsDoNotWaitForEver(t *testing.T) {
	starting(t)
	var stderr log
	impatient := person{streams: streams{err: &stderr}, dataDir: "data", output: "text"}
	err := impatient.ask(t.Context(), false, func(admin.Service) error { return errors.New("reached") })
	if !errors.Is(err, embedded.ErrInUse) || !strings.Contains(err.Error(), "try again once it serves") {
		t.Errorf("got %v", err)
	}
	stderr.await(t, `note: (another process)`)
}

// TestCommandsWithoutASocket: in a directory whose path is too long for a socket, commands work while no
// server runs, and say at once why they cannot reach one that does.
func TestCommandsWithoutASocket(t *testing.T) {
	o := starting(t)
	long := strings.Repeat("d", 100)
	if err := o.close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename("data", long); err != nil {
		t.Fatal(err)
	}
	reach := func() error {
		var stderr log
		p := person{streams: streams{err: &stderr}, dataDir: long, output: "text", patience: time.Minute}
		return p.ask(t.Context(), false, func(admin.Service) error { return nil })
	}
	if err := reach(); err != nil {
		t.Errorf("without a server: %v", err)
	}
	ns, err := savedNamespace(long)
	if err != nil {
		t.Fatal(err)
	}
	running, err := own(t.Context(), long, ns, nil, nil, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer running.close()
	if err := reach(); !errors.Is(err, embedded.ErrInUse) || !errors.Is(err, admin.ErrPathTooLong) {
		t.Errorf("with a server: %v", err)
	}
}
