package docs

import (
	"bytes"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// The README's Python client is run as it stands there, with the endpoint and the token of a real server.
func TestClientOfTheReadme(t *testing.T) {
	m := regexp.MustCompile("(?ms)^```python\n(.*?)^```$").FindStringSubmatch(pages(t)["README.md"])
	if m == nil {
		t.Fatal("the README shows no client")
	}
	url, token := serve(t)
	program := strings.NewReplacer("http://127.0.0.1:7878/mcp", url, "rv_…", token).Replace(m[1])
	if !strings.Contains(program, url) || !strings.Contains(program, token) {
		t.Fatalf("the README's client names another endpoint, or no token:\n%s", m[1])
	}
	client := exec.CommandContext(t.Context(), cached(t, "python", "venv/bin/python"), "-c", program)
	var stderr bytes.Buffer
	client.Stderr = &stderr
	out, err := client.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	if got, want := strings.TrimSpace(string(out)), "用 Python 3.11，别用 3.12"; got != want {
		t.Errorf("the client printed %q, want %q", got, want)
	}
}

// serve runs the first of the README's two commands, but for its port, and returns the endpoint and the
// token of an agent.
func serve(t *testing.T) (url, token string) {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "rearview")
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-o", binary, "./cmd/rearview")
	build.Dir, build.Env = root, append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build rearview: %v\n%s", err, out)
	}
	dir, err := os.MkdirTemp("", "rv") //nolint:usetesting // a test's own directory has a path too long for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	address := freeAddress(t)
	var stderr bytes.Buffer
	server := exec.Command(binary, "up", "-f", filepath.Join(root, "config/samples/memorynamespace.yaml"),
		"--model", cached(t, "model", "model/e5-small-q4.bin"), "--data-dir", dir, "--listen", address)
	server.Stderr = &stderr
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { defer close(ended); _ = server.Wait() }()
	t.Cleanup(func() {
		_ = server.Process.Kill()
		<-ended
		if t.Failed() {
			t.Logf("the server's log:\n%s", stderr.String())
		}
	})
	awaitReady(t, address, ended)
	return "http://" + address + "/mcp", tokenIn(t, filepath.Join(dir, "tokens.json"))
}

// awaitReady waits until the server says that it is ready.
func awaitReady(t *testing.T, address string, ended <-chan struct{}) {
	t.Helper()
	deadline, tick := time.After(2*time.Minute), time.NewTicker(50*time.Millisecond)
	defer tick.Stop()
	for {
		if response, err := http.Get("http://" + address + "/readyz"); err == nil {
			_ = response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return
			}
		}
		select {
		case <-ended:
			t.Fatal("the server ended before it was ready")
		case <-deadline:
			t.Fatal("the server is not ready")
		case <-tick.C:
		}
	}
}

func tokenIn(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Agents map[string]string }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if file.Agents["planner"] == "" {
		t.Fatalf("%s has no token for planner", path)
	}
	return file.Agents["planner"]
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

// cached is a file that a make target puts under .cache.
func cached(t *testing.T, target, path string) string {
	t.Helper()
	file, err := filepath.Abs(filepath.Join(root, ".cache", path))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(file); err != nil {
		t.Fatalf("%v; run: make %s", err, target)
	}
	return file
}
