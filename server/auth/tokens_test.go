package auth

import (
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/internal/token"
	"github.com/rearview-dev/rearview/memory"
)

func TestKeyring(t *testing.T) {
	k := NewKeyring(map[string][]token.Digest{
		"planner": {token.DigestOf("old"), token.DigestOf("new")},
		"coder":   {token.DigestOf("other")},
	})
	for bearer, want := range map[string]string{"old": "planner", "new": "planner", "other": "coder", "": "", "x": ""} {
		if got, ok := k.Agent(bearer); got != want || ok != (want != "") {
			t.Errorf("Agent(%q) = %q, %v; want %q", bearer, got, ok, want)
		}
	}
	k.Replace(map[string][]token.Digest{"coder": {token.DigestOf("old")}})
	if got, ok := k.Agent("old"); got != "coder" || !ok {
		t.Errorf("after Replace: %q, %v", got, ok)
	}
	if _, ok := k.Agent("new"); ok {
		t.Error("a replaced key still opens")
	}
}

func TestEnsureTokensRefuses(t *testing.T) {
	tests := map[string]struct{ file, wants string }{
		"another format":             {`{"foo":1}`, "is not a tokens file"},
		"one token for two agents":   {`{"agents":{"coder":"rv_a","planner":"rv_a"}}`, "agents coder and planner have the same token"},
		"two agents without a token": {`{"agents":{"coder":"","planner":""}}`, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "tokens.json")
			if err := os.WriteFile(path, []byte(test.file), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := EnsureTokens(path, rand.Reader, "coder", "planner")
			if test.wants == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if memory.KindOf(err) != memory.KindInvalid || !strings.Contains(err.Error(), test.wants) || read(t, path) != test.file {
				t.Errorf("got %v; the file holds %s", err, read(t, path))
			}
		})
	}
}

func TestEnsureTokens(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tokens.json")
	first, err := EnsureTokens(path, rand.Reader, "planner")
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^rv_[0-9a-f]{64}$`).MatchString(first["planner"]) {
		t.Errorf("token %q", first["planner"])
	}
	before := read(t, path)
	again, err := EnsureTokens(path, rand.Reader, "planner")
	if diff := cmp.Diff(first, again); err != nil || diff != "" || read(t, path) != before {
		t.Errorf("a second call changed something: %v\n%s", err, diff)
	}
	more, err := EnsureTokens(path, rand.Reader, "coder")
	if err != nil || more["planner"] != first["planner"] || more["coder"] == "" || more["coder"] == more["planner"] {
		t.Errorf("adding an agent gave %v, %v", more, err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := EnsureTokens(path, rand.Reader); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v; want 0600", info.Mode(), err)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("files left behind: %v, %v", entries, err)
	}
	keys := NewKeyring(more.Digests())
	if agent, _ := keys.Agent(more["coder"]); agent != "coder" {
		t.Errorf("the keyring of the tokens says %q", agent)
	}
}

func TestEnsureTokensFails(t *testing.T) {
	t.Run("broken file is kept", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "tokens.json")
		if err := os.WriteFile(path, []byte(`{"agents":{"planner":"rv_secret`), 0o600); err != nil {
			t.Fatal(err)
		}
		before := read(t, path)
		_, err := EnsureTokens(path, rand.Reader, "planner")
		if memory.KindOf(err) != memory.KindInvalid || strings.Contains(err.Error(), "rv_secret") {
			t.Errorf("got %v", err)
		}
		if read(t, path) != before {
			t.Error("the broken file was changed")
		}
	})
	t.Run("no randomness", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "tokens.json")
		if _, err := EnsureTokens(path, iotest.ErrReader(errors.New("dry")), "planner"); err == nil {
			t.Error("no error")
		}
		if _, err := os.Stat(path); !os.IsNotExist(err) {
			t.Errorf("a file was written: %v", err)
		}
	})
	t.Run("no directory", func(t *testing.T) {
		_, err := EnsureTokens(filepath.Join(t.TempDir(), "none", "tokens.json"), rand.Reader, "planner")
		if memory.KindOf(err) != memory.KindUnavailable {
			t.Errorf("got %v", err)
		}
	})
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
