package token

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNew(t *testing.T) {
	got, err := New(bytes.NewReader(bytes.Repeat([]byte{0xab}, 32)))
	if want := "rv_" + strings.Repeat("ab", 32); err != nil || got != want {
		t.Errorf("New = %q, %v; want %q", got, err, want)
	}
	if _, err := New(bytes.NewReader(make([]byte, 31))); err == nil {
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
		if err == nil {
			t.Errorf("ParseDigest(%q) is accepted", bad)
			continue
		}
		if bad != "" && strings.Contains(err.Error(), bad) && bad != "sha256:" {
			t.Errorf("the error repeats what may be a token: %v", err)
		}
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
		"not JSON":           {"token", "not as {"},
		"another field":      {`{"agents":{},"token":"rv_x"}`, "not as {"},
		"not a digest":       {`{"agents":{"planner":["rv_plain"]}}`, "agents.planner[0]"},
		"shared by agents":   {`{"agents":{"coder":["` + d.String() + `"],"planner":["` + d.String() + `"]}}`, "agents.planner[0] is also a token of agent coder"},
		"digests not a list": {`{"agents":{"planner":"` + d.String() + `"}}`, "not as {"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := ParseDigests([]byte(test.file))
			if err == nil || !strings.Contains(err.Error(), test.wants) {
				t.Errorf("got %v; want %q", err, test.wants)
			}
		})
	}
}

func TestAgentsIn(t *testing.T) {
	for name, c := range map[string]struct {
		data string
		want []string
	}{
		"two agents": {`{"agents":{"b":["sha256:00"],"a":[]}}`, []string{"a", "b"}},
		"nothing":    {``, nil},
		"broken":     {`{"agents":`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, AgentsIn([]byte(c.data))); diff != "" {
				t.Errorf("want (-), got (+):\n%s", diff)
			}
		})
	}
}
