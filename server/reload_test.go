package server

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rearview-dev/rearview/internal/token"
	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/namespace"
	"github.com/rearview-dev/rearview/namespace/resolve"
	"github.com/rearview-dev/rearview/server/auth"
)

// TestReload follows a running server through versions of its files.
func TestReload(t *testing.T) {
	dir := t.TempDir()
	config, tokens := filepath.Join(dir, "namespace.json"), filepath.Join(dir, "tokens.json")
	digests := func(agents ...string) []byte {
		t.Helper()
		plain := auth.Tokens{}
		for _, a := range agents {
			plain[a] = "rv_" + a
		}
		data, err := token.FormatDigests(plain.Digests())
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	replaceFile(t, config, effective("planner", "coder"))
	replaceFile(t, tokens, digests("planner", "coder"))
	applied := make(chan *namespace.Effective, 10)
	engine := &scripted{apply: func(ns *namespace.Effective) error {
		if ns.Generation == 13 {
			return memory.Errorf(memory.KindInvalid, "unlucky")
		}
		applied <- ns
		return nil
	}}
	obeyed := make(chan *namespace.Effective, 10)
	r := start(t, engine, func(o *Options) {
		o.ConfigFile, o.TokensFile = config, tokens
		o.ParseConfig = parseConfig
		o.Applied = func(ns *namespace.Effective) { obeyed <- ns }
	})
	wantStatus := func(agent string, want int) {
		t.Helper()
		eventually(t, agent+" gets the right status", func() bool {
			status, _ := r.remember(t, "rv_"+agent, "c")
			return status == want
		})
	}
	wantLog := func(part string) {
		t.Helper()
		eventually(t, "the log says "+part, func() bool { return strings.Contains(r.log.String(), part) })
	}
	wantStatus("planner", 200)
	wantStatus("tester", 401)

	// An agent comes and another one goes: the policy of the next is different, too.
	next := effective("planner", "tester")
	next.Generation = 2
	replaceFile(t, config, next)
	replaceFile(t, tokens, digests("planner", "coder", "tester"))
	wantStatus("tester", 200)
	wantStatus("coder", 403)
	for _, told := range []chan *namespace.Effective{applied, obeyed} {
		if ns := receive(t, told); ns.Generation != 2 {
			t.Errorf("generation %d is obeyed", ns.Generation)
		}
	}

	// Broken versions are told and change nothing.
	replaceFile(t, config, []byte(`{"name":`))
	replaceFile(t, tokens, []byte(`{"agents":{"planner":["rv_planner"]}}`))
	wantLog("keep the old configuration: the new one is broken")
	wantLog("keep the old tokens")
	wantStatus("tester", 200)
	impossible := effective("planner")
	impossible.Agents[0].Policy.Recall.TopK = -1
	replaceFile(t, config, impossible)
	wantLog("agents[planner].policy.recall.topK")
	refused := effective("planner")
	refused.Generation = 13
	replaceFile(t, config, refused)
	wantLog("keep the old configuration: the new one is refused")
	wantStatus("tester", 200)

	// Another embedding waits for a restart.
	other := effective("planner")
	other.Embedding = namespace.Embedding{
		Type:             namespace.EmbeddingOpenAICompatible,
		OpenAICompatible: &namespace.OpenAICompatible{URL: "http://ollama:11434/v1", Model: "bge-m3", Dimension: 1024},
	}
	replaceFile(t, config, other)
	wantLog("takes effect when the server restarts")
	wantStatus("tester", 403)

	// Files that are gone change nothing, and a replaced token is refused.
	if err := os.Remove(config); err != nil {
		t.Fatal(err)
	}
	wantLog("cannot be read")
	replaceFile(t, tokens, []byte(`{"agents":{"planner":["`+token.DigestOf("rv_rotated").String()+`"]}}`))
	wantStatus("planner", 401)
	wantStatus("rotated", 200)
	if log := r.log.String(); strings.Contains(log, "rv_") {
		t.Errorf("the log holds a token:\n%s", log)
	}
}

func TestReadKeys(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tokens.json")
	replaceFile(t, path, []byte(`{"agents":{"planner":["`+token.DigestOf("rv_p").String()+`"]}}`))
	keys, err := ReadKeys(path)
	if err != nil {
		t.Fatal(err)
	}
	if agent, ok := keys.Agent("rv_p"); !ok || agent != "planner" {
		t.Errorf("Agent = %q, %v", agent, ok)
	}
	if _, err := ReadKeys(path + "x"); memory.KindOf(err) != memory.KindInvalid {
		t.Errorf("no file: %v", err)
	}
}

func parseConfig(data []byte) (*namespace.Effective, error) {
	ns, _, err := namespace.Decode(data)
	if err != nil {
		return nil, err
	}
	return ns, resolve.Check(ns)
}
