package main

import (
	"encoding/json"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestUpLeavesNothingWhenItCannotStart(t *testing.T) {
	manifest := workspace(t)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	address := taken.Addr().String()

	write(t, "bad.yaml", strings.NewReplacer("topK: 5", "topK: 0", "name: planner", "name: Planner").Replace(readFile(t, manifest)))
	write(t, "keyed.yaml", strings.Replace(readFile(t, manifest), "dimension: 64", "dimension: 64, apiKeySecretRef: {name: k}", 1))
	write(t, "judged.yaml", readFile(t, manifest)+"  model: {url: 'http://127.0.0.1:9/v1', name: m, apiKeySecretRef: {name: k}}\n")
	write(t, "broken.yaml", strings.Replace(readFile(t, manifest), "topK: 5}", "topK: 5}\n    rules: {drop: [{name: x, pattern: '('}]}", 1))
	write(t, "builtin.yaml", strings.SplitN(readFile(t, manifest), "---", 2)[0])
	cases := []struct {
		name, args string
		want       []string
	}{
		{"a bad manifest", "-f bad.yaml", []string{
			"bad.yaml:7: spec.policy.recall.topK: Invalid value: 0", `bad.yaml:10: spec.agents[1].name: Invalid value: "Planner"`, "rearview: the manifest has 2 faults",
		}},
		{"no namespace", "-f /dev/null", []string{"/dev/null: the file is empty"}},
		{"port in use", "-f m.yaml --listen " + address, []string{"rearview: " + address + " is in use by another process", "--listen"}},
		{"no such address", "-f m.yaml --listen 127.0.0.1:99999", []string{"rearview: cannot listen on 127.0.0.1:99999 (see --listen)"}},
		{"no model", "-f builtin.yaml --model none.bin", []string{"none.bin", "make model", "REARVIEW_MODEL"}},
		{"a key from a Secret", "-f keyed.yaml", []string{"class local takes the API key of its embedding endpoint", " --api-key-file"}},
		{"a model's key from a Secret", "-f judged.yaml", []string{"class local takes the API key of its model", "--model-api-key-file"}},
		{"a pattern that is none", "-f broken.yaml", []string{`broken.yaml:8: spec.policy.rules.drop[0].pattern: Invalid value: "(": not a regular expression of RE2`}},
	}
	before := files(t)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			code, stdout, stderr := command(t, "", append([]string{"up"}, strings.Fields(c.args)...)...)
			if code != exitFailed || stdout != "" {
				t.Errorf("got exit code %d and %q on stdout", code, stdout)
			}
			for _, want := range c.want {
				if !strings.Contains(stderr, want) {
					t.Errorf("want %q in:\n%s", want, stderr)
				}
			}
			if after := files(t); !slices.Equal(before, after) {
				t.Errorf("files appeared: %v", after)
			}
		})
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestUpServesAndKeeps(t *testing.T) {
	manifest := workspace(t)
	up := startUp(t, "-f", manifest)
	coder, planner := up.token("coder"), up.token("planner")

	if status, _ := up.call("rv_wrong", "recall", map[string]any{"query": "x"}); status != http.StatusUnauthorized {
		t.Errorf("a wrong token: status %d", status)
	}
	_, remembered := up.call(coder, "remember", map[string]any{"content": "we deploy with blue green releases", "type": "decision"})
	if remembered["outcome"] != "queued" && remembered["outcome"] != "stored" {
		t.Fatalf("got %v", remembered)
	}
	if found := recalled(up, coder, "how do we deploy"); len(found) != 1 {
		t.Errorf("coder recalls %v", found)
	}
	if found := recalled(up, planner, "how do we deploy"); len(found) != 0 {
		t.Errorf("planner recalls coder's private memory: %v", found)
	}

	code, _, stderr := command(t, "", "up", "-f", manifest, "--listen", "127.0.0.1:0")
	if code != exitFailed || !strings.Contains(stderr, "rearview: the data directory .rearview/default/demo is in use by process ") {
		t.Errorf("a second process: %d, %s", code, stderr)
	}
	code, _, stderr = command(t, "", "stdio", "-f", manifest, "--agent", "coder")
	if code != exitFailed || !strings.Contains(stderr, "is in use by process") || !strings.Contains(stderr, "over HTTP") {
		t.Errorf("stdio as a second process: %d, %s", code, stderr)
	}

	if code := up.end(); code != exitOK {
		t.Errorf("stopped with %d: %s", code, up.err)
	}
	if out := up.out.String(); out != "" {
		t.Errorf("on stdout: %q", out)
	}

	again := startUp(t, "-f", manifest)
	if again.token("coder") != coder || again.token("planner") != planner {
		t.Error("the tokens changed")
	}
	if found := recalled(again, coder, "how do we deploy"); len(found) != 1 {
		t.Errorf("after a restart coder recalls %v", found)
	}
	if code := again.end(); code != exitOK {
		t.Errorf("stopped with %d: %s", code, again.err)
	}
}

func recalled(r *running, token, query string) []any {
	r.t.Helper()
	_, result := r.call(token, "recall", map[string]any{"query": query})
	found, isList := result["memories"].([]any)
	if !isList {
		r.t.Fatalf("got %v", result)
	}
	return found
}

func TestUpPrintsWhatClientsTake(t *testing.T) {
	manifest := workspace(t)
	up := startUp(t, "-f", manifest)
	token := up.token("coder")
	up.err.await(t, `The tokens are passwords`)
	up.end()

	command := `claude mcp add --transport http rearview ` + up.url + ` --header "Authorization: Bearer ` + token + `"`
	if !strings.Contains(up.err.String(), command) {
		t.Errorf("want %s in:\n%s", command, up.err)
	}
	var configurations []map[string]any
	for line := range strings.Lines(up.err.String()) {
		_, text, found := strings.Cut(line, `{"mcpServers"`)
		if !found {
			continue
		}
		var c map[string]any
		if err := json.Unmarshal([]byte(`{"mcpServers"`+text), &c); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		configurations = append(configurations, c)
	}
	if len(configurations) != 3 {
		t.Fatalf("want one for each agent and one for stdio, got %d", len(configurations))
	}
	want := map[string]any{"mcpServers": map[string]any{"rearview": map[string]any{
		"type": "http", "url": up.url, "headers": map[string]any{"Authorization": "Bearer " + token},
	}}}
	if diff := cmp.Diff(want, configurations[0]); diff != "" {
		t.Error(diff)
	}
}

// TestPrintedStdioWorks starts what up prints for clients that start a process, elsewhere.
func TestPrintedStdioWorks(t *testing.T) {
	for name, choose := range map[string]func(t *testing.T) []string{
		"flag":        func(*testing.T) []string { return []string{"--model", "some.bin"} },
		"environment": func(t *testing.T) []string { t.Setenv(modelEnv, "some.bin"); return nil },
	} {
		t.Run(name, func(t *testing.T) {
			manifest := workspace(t)
			here, err := os.Getwd()
			if err != nil {
				t.Fatal(err)
			}
			write(t, "key", "secret")
			write(t, manifest, strings.Replace(readFile(t, manifest), "dimension: 64", "dimension: 64, apiKeySecretRef: {name: k}", 1)+
				"  model: {url: 'http://127.0.0.1:9/v1', name: m, apiKeySecretRef: {name: k}}\n")
			up := startUp(t, append([]string{"-f", manifest, "--api-key-file", "key", "--model-api-key-file", "key"}, choose(t)...)...)
			printed := up.err.await(t, `start a process instead.*\n\s+(\{.*\})`)
			up.end()

			var c struct {
				MCPServers struct {
					Rearview struct {
						Command string
						Args    []string
					}
				}
			}
			if err := json.Unmarshal([]byte(printed), &c); err != nil {
				t.Fatal(err)
			}
			server := c.MCPServers.Rearview
			want := []string{"stdio", "-f", filepath.Join(here, "m.yaml"), "--agent", "coder", "--data-dir", filepath.Join(here, ".rearview/default/demo"),
				"--api-key-file", filepath.Join(here, "key"), "--model-api-key-file", filepath.Join(here, "key"), "--model", filepath.Join(here, "some.bin")}
			if diff := cmp.Diff(want, server.Args); diff != "" {
				t.Error(diff)
			}
			process := child(t, server.Args...)
			process.Path, process.Dir = server.Command, t.TempDir()
			process.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n")
			if out, err := process.CombinedOutput(); err != nil || !strings.Contains(string(out), `"result":{}`) {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}

func TestUpObeysAChangedManifest(t *testing.T) {
	manifest := workspace(t)
	original := readFile(t, manifest)
	up := startUp(t, "-f", manifest)
	coder := up.token("coder")
	for _, content := range []string{"the database is postgres on port 5432", "the database password lives in vault", "the database is backed up at night"} {
		up.call(coder, "remember", map[string]any{"content": content, "type": "fact"})
	}
	if n := len(recalled(up, coder, "database")); n != 3 {
		t.Fatalf("want 3 memories, got %d", n)
	}

	write(t, manifest, strings.Replace(original, "topK: 5", "topK: 1", 1))
	eventually(t, func() bool { return len(recalled(up, coder, "database")) == 1 }, func() string { return "the policy is not obeyed:\n" + up.err.String() })

	write(t, manifest, strings.Replace(original, "topK: 5", "topK: 0", 1))
	up.err.await(t, `keep the old configuration.*m.yaml:7: spec.policy.recall.topK: Invalid value: 0`)
	write(t, manifest, strings.Replace(original, "name: demo", "name: other", 1))
	up.err.await(t, `keep the old configuration.*default/other`)
	if n := len(recalled(up, coder, "database")); n != 1 {
		t.Errorf("the old policy is not kept: %d memories", n)
	}

	write(t, manifest, strings.Replace(original, "- name: planner", "- name: tester", 1))
	tester := up.token("tester")
	if found := recalled(up, tester, "database"); len(found) != 0 {
		t.Errorf("a new agent recalls %v", found)
	}
	if status, _ := up.call(up.token("planner"), "recall", map[string]any{"query": "x"}); status != http.StatusForbidden {
		t.Errorf("an agent that is no longer listed: status %d", status)
	}
	up.end()
}
