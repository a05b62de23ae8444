package e2e

import (
	"bufio"
	"encoding/json"
	"io"
	"maps"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

// python is the interpreter that has the official MCP client.
func python(t *testing.T) string {
	t.Helper()
	if path := os.Getenv("REARVIEW_PYTHON"); path != "" {
		return path
	}
	return cached(t, "python", "venv", "bin", "python")
}

// session is a running official client: one conversation with a server.
type session struct {
	t        *testing.T
	requests io.WriteCloser
	answers  *bufio.Reader
	hello    hello
	close    func()
}

// hello is what the client tells about its connection.
type hello struct {
	Protocol     string `json:"protocol"`
	Server       string `json:"server"`
	Instructions string `json:"instructions"`
	Failed       string `json:"failed"`
}

// answer is what the client got. Structured holds the fields of all tools' results that the tests look at.
type answer struct {
	Text  string `json:"text"`
	Error bool   `json:"error"`
	// Failed is what the client itself raised.
	Failed     string     `json:"failed"`
	Tools      []tool     `json:"tools"`
	Structured structured `json:"structured"`
}

type structured struct {
	ID        string   `json:"id"`
	Outcome   string   `json:"outcome"`
	Reason    string   `json:"reason"`
	Touched   []string `json:"touched"`
	Memories  []found  `json:"memories"`
	Outranked []found  `json:"outranked"`
	Archived  []string `json:"archived"`
	Preview   []found  `json:"preview"`
}

type found struct {
	ID           string `json:"id"`
	Content      string `json:"content"`
	Status       string `json:"status"`
	SupersededBy string `json:"superseded_by"`
}

type tool struct {
	Name        string          `json:"name"`
	Output      json.RawMessage `json:"outputSchema"`
	Annotations map[string]any  `json:"annotations"`
}

// overHTTP opens a conversation with a server as an agent with a token; empty for none. Mode is the client's:
// auto, legacy or a revision.
func overHTTP(t *testing.T, p *process, token, mode string) *session {
	t.Helper()
	return open(t, []string{"TOKEN=" + token}, "http", p.url+"/mcp", mode)
}

// overStdio starts `rearview stdio` as the client's child, which owns the data directory while it runs.
func overStdio(t *testing.T, d data, agent, mode string) *session {
	t.Helper()
	return open(t, nil, "stdio", mode, builtBinary(t), "stdio", "-f", d.manifest, "--data-dir", d.dir, "--model", model(t), "--agent", agent)
}

func open(t *testing.T, environment []string, arguments ...string) *session {
	t.Helper()
	cmd := exec.Command(python(t), append([]string{"client.py"}, arguments...)...)
	cmd.Env = append(os.Environ(), append(environment, "PYTHONUTF8=1")...)
	stderr := &strings.Builder{}
	cmd.Stderr = stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s := &session{t: t, requests: in, answers: bufio.NewReaderSize(out, 1<<20)}
	s.close = sync.OnceFunc(func() {
		_ = in.Close()
		hang := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
		defer hang.Stop()
		_, _ = io.Copy(io.Discard, out)
		if err := cmd.Wait(); err != nil {
			t.Errorf("the client ended with %v", err)
		}
		if t.Failed() {
			t.Logf("the end of the client's stderr:\n%s", tail([]byte(stderr.String())))
		}
	})
	t.Cleanup(s.close)
	s.receive(&s.hello)
	return s
}

func (s *session) receive(into any) {
	s.t.Helper()
	line, err := s.answers.ReadBytes('\n')
	if err != nil {
		s.t.Fatalf("the client says nothing: %v", err)
	}
	if err := json.Unmarshal(line, into); err != nil {
		s.t.Fatalf("the client says %.500q: %v", line, err)
	}
}

func (s *session) ask(request map[string]any) answer {
	s.t.Helper()
	if s.hello.Failed != "" {
		s.t.Fatalf("not connected: %s", s.hello.Failed)
	}
	line, err := json.Marshal(request)
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := s.requests.Write(append(line, '\n')); err != nil {
		s.t.Fatal(err)
	}
	var got answer
	s.receive(&got)
	return got
}

func (s *session) call(tool string, arguments map[string]any) answer {
	s.t.Helper()
	return s.ask(map[string]any{"tool": tool, "arguments": arguments})
}

// with are a call's arguments beside the main one.
type with map[string]any

func (s *session) remember(content string, more with) structured {
	s.t.Helper()
	return s.succeed("remember", "content", content, more)
}

func (s *session) recall(query string, more with) []string {
	s.t.Helper()
	contents := []string{}
	for _, m := range s.succeed("recall", "query", query, more).Memories {
		contents = append(contents, m.Content)
	}
	return contents
}

func (s *session) succeed(tool, name, value string, more with) structured {
	s.t.Helper()
	arguments := map[string]any{name: value}
	maps.Copy(arguments, more)
	got := s.call(tool, arguments)
	if got.Error || got.Failed != "" {
		s.t.Fatalf("%s %q: %s%s", tool, value, got.Text, got.Failed)
	}
	return got.Structured
}
