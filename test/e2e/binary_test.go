// Package e2e tests the real binary from outside, as its users see it: through the official Python MCP
// client, and with kill -9.
package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"
)

// patience is how long a test waits for what must happen.
const patience = 2 * time.Minute

// repository is the root of the source tree.
var repository = sync.OnceValue(func() string {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		panic(err)
	}
	return root
})

// scratch is a directory for the time of the tests.
var scratch string

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "rearview-e2e-"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(scratch)
	os.Exit(code)
}

// binary is the path of rearview, built once.
var binary = sync.OnceValues(func() (string, error) {
	path := filepath.Join(scratch, "rearview")
	build := exec.Command("go", "build", "-o", path, "./cmd/rearview")
	build.Dir = repository()
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return path, nil
})

func builtBinary(t *testing.T) string {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatalf("build rearview: %v", err)
	}
	return path
}

// cached is a file that a make target puts under .cache.
func cached(t *testing.T, target string, elements ...string) string {
	t.Helper()
	path := filepath.Join(append([]string{repository(), ".cache"}, elements...)...)
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("%v; run: make %s", err, target)
	}
	return path
}

func model(t *testing.T) string {
	t.Helper()
	return cached(t, "model", "model", "e5-small-q4.bin")
}

// manifest has two agents.
const manifest = `apiVersion: memory.rearview.dev/v1alpha1
kind: MemoryNamespace
metadata: {name: support, namespace: default}
spec:
  agents:
  - name: planner
  - name: coder
`

// data is a data directory and the manifest for it. It outlives the processes that use it.
type data struct {
	dir      string
	manifest string
}

func newData(t *testing.T) data {
	t.Helper()
	dir, err := os.MkdirTemp("", "rv") //nolint:usetesting // a test's own directory has a path too long for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	d := data{dir: filepath.Join(dir, "data"), manifest: filepath.Join(dir, "memorynamespace.yaml")}
	if err := os.WriteFile(d.manifest, []byte(manifest), 0o600); err != nil {
		t.Fatal(err)
	}
	return d
}

// process is a running `rearview up`.
type process struct {
	data
	url    string
	cmd    *exec.Cmd
	stderr *bytes.Buffer
	exited chan struct{}
}

// up starts `rearview up` and waits until it is ready.
func (d data) up(t *testing.T) *process {
	t.Helper()
	address := freeAddress(t)
	p := &process{data: d, url: "http://" + address, stderr: &bytes.Buffer{}, exited: make(chan struct{})}
	p.cmd = exec.Command(builtBinary(t), "up", "-f", d.manifest, "--data-dir", d.dir, "--model", model(t), "--listen", address)
	p.cmd.Stderr = p.stderr
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { defer close(p.exited); _ = p.cmd.Wait() }()
	t.Cleanup(func() {
		p.kill()
		if t.Failed() {
			t.Logf("the end of the server's log:\n%s", tail(p.stderr.Bytes()))
		}
	})
	p.awaitReady(t)
	return p
}

func (p *process) awaitReady(t *testing.T) {
	t.Helper()
	deadline, tick := time.After(patience), time.NewTicker(20*time.Millisecond)
	defer tick.Stop()
	for {
		response, err := http.Get(p.url + "/readyz")
		if err == nil {
			response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return
			}
		}
		select {
		case <-p.exited:
			t.Fatalf("rearview up ended before it was ready:\n%s", p.stderr)
		case <-deadline:
			t.Fatalf("rearview up is not ready after %v", patience)
		case <-tick.C:
		}
	}
}

// kill ends the process as kill -9 does.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	<-p.exited
}

// terminate asks the process to stop and fails the test unless it does so in order.
func (p *process) terminate(t *testing.T) {
	t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	select {
	case <-p.exited:
	case <-time.After(patience):
		t.Fatalf("rearview up still runs %v after SIGTERM", patience)
	}
	if code := p.cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("rearview up ended with code %d after SIGTERM:\n%s", code, p.stderr)
	}
}

// token is the token that `up` made for an agent.
func (d data) token(t *testing.T, agent string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(d.dir, "tokens.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Agents map[string]string `json:"agents"`
	}
	if err := json.Unmarshal(content, &file); err != nil {
		t.Fatal(err)
	}
	if file.Agents[agent] == "" {
		t.Fatalf("no token for agent %s", agent)
	}
	return file.Agents[agent]
}

// run runs a command to its end and returns what it writes to stdout.
func run(ctx context.Context, t *testing.T, arguments ...string) string {
	t.Helper()
	cmd := exec.CommandContext(ctx, builtBinary(t), arguments...)
	out, err := cmd.Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		t.Fatalf("rearview %v: %v\n%s", arguments, err, failed.Stderr)
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func tail(log []byte) []byte {
	const most = 4000
	return log[max(0, len(log)-most):]
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
