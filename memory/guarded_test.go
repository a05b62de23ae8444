package memory_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/namespace"
)

const secretKey = "sk-test-1234567890abcdef"

func TestSecretsAreKeptRedactedOrRefused(t *testing.T) {
	for _, c := range []struct {
		policy          namespace.Sensitive
		content, stored string
		outcome         memory.Outcome
		marked          bool
		found           []string
	}{
		{namespace.SensitiveKeep, "Please remember my API key " + secretKey, "Please remember my API key " + secretKey, memory.OutcomeQueued, true, []string{"api key"}},
		{namespace.SensitiveRedact, "Please remember my API key " + secretKey, "Please remember my API key [api key]", memory.OutcomeQueued, false, []string{"api key"}},
		{namespace.SensitiveRedact, "请记住我的邮箱 li@example.cn 和 API Key " + secretKey, "请记住我的邮箱 [e-mail address] 和 API Key [api key]", memory.OutcomeQueued, false, []string{"e-mail address", "api key"}},
		{namespace.SensitiveRefuse, "请记住我的 API Key " + secretKey, "", memory.OutcomeSkipped, false, []string{"api key"}},
		{namespace.SensitiveRefuse, "Please remember that the bridge is green.", "Please remember that the bridge is green.", memory.OutcomeQueued, false, nil},
	} {
		t.Run(string(c.policy)+" "+c.content, func(t *testing.T) {
			w := newWorld(t, func(w *world) { w.policy.Agents[0].Policy.Sensitive = c.policy })
			got, err := w.Remember(t.Context(), alice, memory.RememberRequest{Content: c.content})
			if err != nil || got.Outcome != c.outcome {
				t.Fatalf("%+v, %v", got, err)
			}
			if diff := cmp.Diff(c.found, got.Sensitive, sortedStrings); diff != "" {
				t.Error(diff)
			}
			if c.outcome == memory.OutcomeSkipped {
				if got.Reason != memory.ReasonSensitive || got.ID != "" {
					t.Errorf("%+v", got)
				}
				return
			}
			m := w.shows(got.ID).Memory
			if m.Content != c.stored || m.Sensitive != c.marked {
				t.Errorf("%+v", m)
			}
			w.index()
			if found := w.recalls(alice, memory.RecallRequest{Query: "API key 邮箱 bridge"}); !slices.Equal(contents(found), []string{c.stored}) {
				t.Errorf("recalled %q", contents(found))
			}
		})
	}
}

// TestNothingRedactedIsWritten looks at every byte that is on disk after a secret went through each layer, a
// merge and maintenance.
func TestNothingRedactedIsWritten(t *testing.T) {
	w := newWorld(t, func(w *world) {
		w.policy.Agents[0].Policy.Sensitive = namespace.SensitiveRedact
	})
	for _, r := range []memory.RememberRequest{
		{Content: "I prefer the key " + secretKey},
		{Content: "I prefer the key " + secretKey},
		{Content: "The customer waits with " + secretKey, Session: secretKey},
		{Content: "The customer waits with " + secretKey + ". " + strings.Repeat("The bridge is long. ", 200), Task: secretKey, Topic: secretKey},
	} {
		if _, err := w.Remember(t.Context(), alice, r); err != nil {
			t.Fatal(err)
		}
	}
	w.index()
	w.clock.advance(60 * day)
	w.maintains()
	files := 0
	err := filepath.WalkDir(w.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		b, err := os.ReadFile(path)
		if strings.Contains(string(b), secretKey) {
			t.Errorf("%s holds it", path)
		}
		return err
	})
	if err != nil || files < 2 {
		t.Errorf("%d files, %v", files, err)
	}
}
