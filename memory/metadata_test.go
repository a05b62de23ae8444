package memory_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/namespace"
)

func TestMetadataIsBounded(t *testing.T) {
	w := newWorld(t, nil)
	many := map[string]string{}
	for i := range 17 {
		many[fmt.Sprint("key", i)] = "v"
	}
	for _, c := range []struct {
		name     string
		metadata map[string]string
		says     string
	}{
		{"many keys", many, "17 keys; the limit is 16"},
		{"a long key", map[string]string{strings.Repeat("k", 65): "v"}, "65 bytes; the limit is 64"},
		{"an odd key", map[string]string{"a key": "v"}, `"a key" is not made of letters`},
		{"no key", map[string]string{"": "v"}, `"" is not made of letters`},
		{"a key that is a secret", map[string]string{secretKey: "v"}, "put that into a value"},
		{"a long value", map[string]string{"k": strings.Repeat("v", 257)}, `"k" has 257 bytes; the limit is 256`},
		{"a value that is no text", map[string]string{"k": "a\xff"}, "UTF-8"},
		{"a control character", map[string]string{"k": "a\nb"}, "control character"},
		{"a blank value", map[string]string{"k": " "}, `"k" is blank`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := w.Remember(t.Context(), alice, memory.RememberRequest{Content: "I prefer window seats.", Metadata: c.metadata})
			if wantKind(t, err, memory.KindInvalid); err != nil && (!strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), secretKey)) {
				t.Errorf("message %q does not say %q", err, c.says)
			}
		})
	}
	delete(many, "key0")
	many["key1"] = strings.Repeat("v", 256)
	most := w.remembers(alice, memory.RememberRequest{Content: "I prefer window seats.", Metadata: many})
	if diff := cmp.Diff(many, w.shows(most.ID).Memory.Metadata); diff != "" {
		t.Error(diff)
	}
}

// TestMetadataIsNeverLost: what says the same merges, unless it would no longer be found by its metadata.
func TestMetadataIsNeverLost(t *testing.T) {
	prod, staging := map[string]string{"env": "prod"}, map[string]string{"env": "staging"}
	for _, c := range []struct {
		name          string
		first, second map[string]string
		again         string
		active        int
	}{
		{"the same", prod, prod, "The orders project uses MySQL.", 1},
		{"the same, in other words", prod, prod, "The orders project uses MySQL!", 1},
		{"none", prod, nil, "The orders project uses MySQL.", 1},
		{"none, in other words", prod, nil, "The orders project uses MySQL!", 1},
		{"another", prod, staging, "The orders project uses MySQL.", 2},
		{"another, in other words", prod, staging, "The orders project uses MySQL!", 2},
		{"more", nil, prod, "The orders project uses MySQL.", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, nil)
			remember := func(content string, metadata map[string]string) {
				w.remembers(alice, memory.RememberRequest{Content: content, Type: memory.TypeFact, Metadata: metadata})
				w.index()
			}
			remember("The orders project uses MySQL.", c.first)
			remember(c.again, c.second)
			stats, err := w.Stats(t.Context())
			if err != nil || stats.Counts.Layers["alice"][memory.LayerSemantic] != int64(c.active) {
				t.Errorf("%+v, %v", stats.Counts, err)
			}
			if got := w.recalls(alice, memory.RecallRequest{Query: "orders project"}); len(got.Memories) != 1 {
				t.Errorf("recalled %q", contents(got))
			}
			remember("The orders project switched to PostgreSQL.", nil)
			if stats, err := w.Stats(t.Context()); err != nil || stats.Counts.Layers["alice"][memory.LayerSemantic] != 1 {
				t.Errorf("not replaced: %+v, %v", stats.Counts, err)
			}
		})
	}
}

func TestMetadataIsGuarded(t *testing.T) {
	request := memory.RememberRequest{Content: "I prefer window seats.", Metadata: map[string]string{"owner": "li@example.cn", "env": "prod"}}
	for policy, want := range map[namespace.Sensitive]map[string]string{
		namespace.SensitiveKeep:   request.Metadata,
		namespace.SensitiveRedact: {"owner": "[e-mail address]", "env": "prod"},
		namespace.SensitiveRefuse: nil,
	} {
		t.Run(string(policy), func(t *testing.T) {
			w := newWorld(t, func(w *world) { w.policy.Agents[0].Policy.Sensitive = policy })
			got, err := w.Remember(t.Context(), alice, request)
			if diff := cmp.Diff([]string{"e-mail address"}, got.Sensitive); err != nil || diff != "" {
				t.Fatalf("%v: %s", err, diff)
			}
			if want == nil {
				if got.Reason != memory.ReasonSensitive || got.ID != "" {
					t.Errorf("%+v", got)
				}
				return
			}
			m := w.shows(got.ID).Memory
			if diff := cmp.Diff(want, m.Metadata); diff != "" || m.Sensitive != (policy == namespace.SensitiveKeep) {
				t.Errorf("sensitive %v: %s", m.Sensitive, diff)
			}
		})
	}
}

// TestMetadataGoesIntoTheArchiveAndBack follows it through cold storage.
func TestMetadataGoesIntoTheArchiveAndBack(t *testing.T) {
	w := newWorld(t, nil)
	metadata := map[string]string{"env": "prod", "ticket": "OPS-7"}
	for _, r := range []memory.RememberRequest{
		{Content: "I prefer window seats.", Metadata: metadata},
		{Content: "The customer waits in the small room.", Session: "s", Metadata: metadata},
	} {
		id := w.remembers(alice, r).ID
		if _, err := w.Forget(t.Context(), alice, memory.ForgetRequest{IDs: []string{id}}); err != nil {
			t.Fatal(err)
		}
		w.maintains()
		if shown := w.shows(id); shown.Place != memory.PlaceCold || !cmp.Equal(shown.Memory.Metadata, metadata) {
			t.Errorf("in the archive: %+v", shown)
		}
		m, err := w.Restore(t.Context(), id)
		if err != nil || !cmp.Equal(m.Metadata, metadata) || !cmp.Equal(w.shows(id).Memory.Metadata, metadata) {
			t.Errorf("restored: %+v, %v", m, err)
		}
	}
}
