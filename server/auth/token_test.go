package auth

import (
	"bytes"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/memory"
)

func TestNewToken(t *testing.T) {
	got, err := NewToken(bytes.NewReader(bytes.Repeat([]byte{0xab}, 32)))
	if want := "rv_" + strings.Repeat("ab", 32); err != nil || got != want {
		t.Errorf("NewToken = %q, %v; want %q", got, err, want)
	}
	if _, err := NewToken(bytes.NewReader(make([]byte, 31))); err == nil {
		t.Error("a token was made of too little randomness")
	}
}

func TestDigest(t *testing.T) {
	d := DigestOf("rv_secret")
	got, err := ParseDigest(d.String())
	if err != nil || got != d {
		t.Errorf("ParseDigest(String) = %v, %v; want %v", got, err, d)
	}
	for _, bad := range []string{"", "sha256:", d.String() + "00", strings.TrimPrefix(d.String(), "sha256:"), "sha256:" + strings.Repeat("g", 64), "rv_plain"} {
		_, err := ParseDigest(bad)
		if memory.KindOf(err) != memory.KindInvalid {
			t.Errorf("ParseDigest(%q) = %v; want kind invalid", bad, err)
		}
		if err != nil && bad != "" && strings.Contains(err.Error(), bad) && bad != "sha256:" {
			t.Errorf("the error repeats what may be a token: %v", err)
		}
	}
}

func TestKeyring(t *testing.T) {
	k := NewKeyring(map[string][]Digest{
		"planner": {DigestOf("old"), DigestOf("new")},
		"coder":   {DigestOf("other")},
	})
	for token, want := range map[string]string{"old": "planner", "new": "planner", "other": "coder", "": "", "x": ""} {
		if got, ok := k.Agent(token); got != want || ok != (want != "") {
			t.Errorf("Agent(%q) = %q, %v; want %q", token, got, ok, want)
		}
	}
	k.Replace(map[string][]Digest{"coder": {DigestOf("old")}})
	if got, ok := k.Agent("old"); got != "coder" || !ok {
		t.Errorf("after Replace: %q, %v", got, ok)
	}
	if _, ok := k.Agent("new"); ok {
		t.Error("a replaced key still opens")
	}
}

func TestParseDigests(t *testing.T) {
	d, e := DigestOf("a"), DigestOf("b")
	good := map[string][]Digest{"coder": {e}, "planner": {d}}
	data, err := FormatDigests(good)
	if err != nil {
		t.Fatal(err)
	}
	got, err := ParseDigests(data)
	if diff := cmp.Diff(good, got); err != nil || diff != "" {
		t.Errorf("ParseDigests(FormatDigests) differs: %v\n%s", err, diff)
	}
	tests := map[string]struct{ file, wants string }{
		"not JSON":           {"token", "tokens file"},
		"another field":      {`{"agents":{},"token":"rv_x"}`, "tokens file"},
		"not a digest":       {`{"agents":{"planner":["rv_plain"]}}`, "agents.planner[0]"},
		"shared by agents":   {`{"agents":{"coder":["` + d.String() + `"],"planner":["` + d.String() + `"]}}`, "agents.planner[0] is also a token of agent coder"},
		"digests not a list": {`{"agents":{"planner":"` + d.String() + `"}}`, "tokens file"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := ParseDigests([]byte(test.file))
			if memory.KindOf(err) != memory.KindInvalid || !strings.Contains(err.Error(), test.wants) {
				t.Errorf("got %v; want kind invalid and %q", err, test.wants)
			}
		})
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
