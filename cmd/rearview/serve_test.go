package main

import (
	"errors"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"github.com/rearview-dev/rearview/internal/token"
	"github.com/rearview-dev/rearview/namespace"
)

// TestServeObeysTheOperatorsFiles runs the program as the operator's pods do: as a process with files that change.
func TestServeObeysTheOperatorsFiles(t *testing.T) {
	path := workspace(t)
	ns, _, err := localManifest{path: path}.read(nil)
	if err != nil {
		t.Fatal(err)
	}
	encode := func() string {
		data, err := namespace.Encode(ns)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	digests := func(plain string) string {
		data, err := token.FormatDigests(map[string][]token.Digest{"coder": {token.DigestOf(plain)}})
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	write(t, "namespace.json", encode())
	write(t, "tokens.json", digests("first"))

	s := startChild(t, "serve", "--config", "namespace.json", "--tokens", "tokens.json", "--data-dir", "data", "--listen", "127.0.0.1:0")
	s.url = "http://" + s.err.await(t, `"msg":"serving","address":"([^"]+)"`) + "/mcp"
	for _, content := range []string{"the cache is redis", "nobody but Ann may empty the cache"} {
		s.call("first", "remember", map[string]any{"content": content, "type": "fact"})
	}
	if n := len(recalled(&s.running, "first", "cache")); n != 2 {
		t.Fatalf("want 2 memories, got %d", n)
	}

	ns.Agents[0].Policy.Recall.TopK = 1
	write(t, "namespace.json", encode())
	eventually(t, func() bool { return len(recalled(&s.running, "first", "cache")) == 1 }, func() string { return "the policy is not obeyed" })

	ns.Rules.Drop = []namespace.Rule{{Name: "noise", Pattern: "^noise"}}
	write(t, "namespace.json", encode())
	eventually(t, func() bool {
		_, answer := s.call("first", "remember", map[string]any{"content": "noise 7", "type": "fact"})
		return answer["rule"] == "policy:noise"
	}, func() string { return "the rules are not obeyed" })

	ns.Rules.Drop[0].Pattern = "("
	write(t, "namespace.json", encode())
	s.err.await(t, `keep the old configuration.*policy.rules.drop\[0\].pattern: Invalid value`)

	ns.Agents[0].Policy.Recall.TopK, ns.Rules.Drop = 0, nil
	write(t, "namespace.json", encode())
	s.err.await(t, `keep the old configuration.*agents\[coder\].policy.recall.topK: Invalid value: 0`)

	write(t, "tokens.json", digests("second"))
	eventually(t, func() bool {
		status, _ := s.call("first", "recall", map[string]any{"query": "cache"})
		return status == http.StatusUnauthorized
	}, func() string { return "the old token still works" })
	if n := len(recalled(&s.running, "second", "cache")); n != 1 {
		t.Errorf("the new token recalls %d memories", n)
	}
	if code := s.signal(syscall.SIGTERM); code != exitOK {
		t.Errorf("stopped with %d: %s", code, s.err)
	}
	s.err.await(t, `"msg":"(stopped)"`)
	if s.out.String() != "" {
		t.Errorf("on stdout: %s", s.out)
	}
	if kept, err := savedNamespace("data"); err != nil || kept.Agents[0].Policy.Recall.TopK != 1 {
		t.Errorf("kept %+v, %v", kept, err)
	}
}

func TestServeRefusesBrokenFiles(t *testing.T) {
	path := workspace(t)
	ns, _, err := localManifest{path: path}.read(nil)
	if err != nil {
		t.Fatal(err)
	}
	good, err := namespace.Encode(ns)
	if err != nil {
		t.Fatal(err)
	}
	ns.Maintenance.Schedule = "never"
	bad, err := namespace.Encode(ns)
	if err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		name, config, tokens, want string
	}{
		{"empty configuration", "", `{"agents":{}}`, "namespace.json: the configuration can not be read"},
		{"a manifest", readFile(t, path), `{"agents":{}}`, "namespace.json: the configuration can not be read"},
		{"a schedule", string(bad), `{"agents":{}}`, "namespace.json: the configuration can not be obeyed: maintenance.schedule"},
		{"plain tokens", string(good), `{"agents":{"coder":["rv_secret"]}}`, "tokens.json (see --tokens)"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			write(t, "namespace.json", c.config)
			write(t, "tokens.json", c.tokens)
			code, _, stderr := command(t, "", "serve", "--config", "namespace.json", "--tokens", "tokens.json", "--data-dir", "data", "--listen", "127.0.0.1:0")
			if code != exitFailed || !strings.Contains(stderr, c.want) || strings.Contains(stderr, "rv_secret") {
				t.Errorf("want %q, got %d, %s", c.want, code, stderr)
			}
		})
	}
}

func TestSavedNamespaceIsReadBack(t *testing.T) {
	path := workspace(t)
	ns, _, err := localManifest{path: path}.read(nil)
	if err := errors.Join(err, saveNamespace(".", ns)); err != nil {
		t.Fatal(err)
	}
	back, err := savedNamespace(".")
	if err != nil || back.Name != "demo" || len(back.Agents) != 2 {
		t.Errorf("got %+v, %v", back, err)
	}
}
