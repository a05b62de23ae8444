package e2e

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
)

// TestBadInput: the official client gets an error that an agent can act on, nothing is written, and the server
// goes on.
func TestBadInput(t *testing.T) {
	p := newData(t).up(t)
	for token, want := range map[string]string{"": "no token", "rv_0000": "wrong token"} {
		if s := overHTTP(t, p, token, "auto"); !strings.Contains(s.hello.Failed, want) {
			t.Errorf("token %q: %+v; want %q", token, s.hello, want)
		}
	}
	s := overHTTP(t, p, p.token(t, "planner"), "auto")
	tests := map[string]struct {
		tool      string
		arguments map[string]any
		want      string
	}{
		"unknown argument": {"remember", map[string]any{"content": "c", "contents": "d"}, `"contents" is not known`},
		"missing":          {"remember", map[string]any{}, `"content" is missing`},
		"wrong type":       {"recall", map[string]any{"query": []string{"q"}}, `"query": got the list`},
		"empty":            {"remember", map[string]any{"content": ""}, `"content"`},
		"10 MB":            {"remember", map[string]any{"content": strings.Repeat("a", 10<<20)}, "larger than"},
		"blank topic":      {"remember", map[string]any{"content": "x", "topic": " "}, `"topic"`},
		"top_k":            {"recall", map[string]any{"query": "q", "top_k": -1}, `"top_k": got -1`},
		"unknown task":     {"recall", map[string]any{"query": "q", "task_id": "never"}, "leave task_id out"},
		"forged id":        {"forget", map[string]any{"id": "01J00000000000000000000000"}, "not_found"},
		"unknown tool":     {"delete_all", map[string]any{}, "delete_all"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := s.call(test.tool, test.arguments)
			if !got.Error && got.Failed == "" {
				t.Errorf("no error but %s", got.Text)
			}
			if !strings.Contains(got.Text+got.Failed, test.want) {
				t.Errorf("got %q; want %q", got.Text+got.Failed, test.want)
			}
		})
	}
	if got := s.recall("c", nil); len(got) != 0 {
		t.Errorf("something was written: %q", got)
	}
	if got := s.remember("Use Python 3.11, not 3.12", nil); got.ID == "" {
		t.Errorf("afterwards remember answers %+v", got)
	}
	p.terminate(t)
}

// TestOnlyProtocolOnStdout: whatever a client sends, each line on stdout is a JSON-RPC message.
func TestOnlyProtocolOnStdout(t *testing.T) {
	d := newData(t)
	cmd := exec.CommandContext(t.Context(), builtBinary(t),
		"stdio", "-f", d.manifest, "--data-dir", d.dir, "--model", model(t), "--agent", "planner")
	cmd.Stdin = strings.NewReader(strings.Join([]string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
		"this is not JSON",
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"remember","arguments":{"content":"用 Python 3.11 别用 3.12"}}}`,
		`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"recall","arguments":{"query":"Python","top_k":1.5}}}`,
		`{"jsonrpc":"2.0","id":4,"method":"no/such"}`,
		strings.Repeat("x", 2<<20),
	}, "\n"))
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	for _, line := range lines {
		var message struct {
			Version string `json:"jsonrpc"`
		}
		if err := json.Unmarshal([]byte(line), &message); err != nil || message.Version != "2.0" {
			t.Errorf("stdout holds %.200q", line)
		}
	}
	if len(lines) != 6 {
		t.Errorf("%d answers; want one for each of 6 lines", len(lines))
	}
}
