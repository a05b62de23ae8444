package memory_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/memory"
)

func TestCopiesDoNotHideOtherMemories(t *testing.T) {
	w := newWorld(t, nil)
	w.remembers(alice, memory.RememberRequest{Content: "We decided the vault opens on tuesday"})
	for range 40 {
		w.remembers(bob, memory.RememberRequest{
			Content: "vault opens tuesday", Type: memory.TypeDecision, Scope: memory.ScopeShared,
		})
	}
	for _, indexed := range []bool{false, true} {
		if indexed {
			w.index()
		}
		got := w.recalls(alice, memory.RecallRequest{Query: "vault opens tuesday", TopK: 5})
		want := []string{"We decided the vault opens on tuesday", "vault opens tuesday"}
		if diff := cmp.Diff(want, contents(got), sortedStrings); diff != "" {
			t.Errorf("indexed %v: %s", indexed, diff)
		}
	}
}

func TestOwnCopyIsRecalled(t *testing.T) {
	w := newWorld(t, nil)
	own := w.remembers(alice, memory.RememberRequest{Content: "We decided the vault opens on tuesday"})
	w.remembers(bob, memory.RememberRequest{Content: "We decided the vault opens on tuesday", Scope: memory.ScopeShared})
	w.index()
	got := w.recalls(alice, memory.RecallRequest{Query: "vault"})
	if len(got.Memories) != 1 || got.Memories[0].Memory.ID != own.ID {
		t.Errorf("got %+v, want alice's own %s", got.Memories, own.ID)
	}
}

func TestOwnCopyIsRecalledFromAmongMany(t *testing.T) {
	w := newWorld(t, nil)
	own := w.remembers(alice, memory.RememberRequest{Content: "We decided the vault opens on tuesday"})
	for i := range 40 {
		w.remembers(bob, memory.RememberRequest{
			Content: "We decided the vault opens on tuesday", Scope: memory.ScopeShared, Task: fmt.Sprint(i),
		})
		w.remembers(bob, memory.RememberRequest{
			Content: "We decided that the vault opens on tuesday for " + saint(i), Scope: memory.ScopeShared,
		})
	}
	w.index()
	got := w.recalls(alice, memory.RecallRequest{Query: "vault opens tuesday"})
	if len(got.Memories) != 5 || !slices.ContainsFunc(got.Memories, func(h memory.Hit) bool { return h.Memory.ID == own.ID }) {
		t.Errorf("alice's own copy is not among %v", contents(got))
	}
}

func TestCopiesThatHideTheRestAreNamed(t *testing.T) {
	w := newWorld(t, nil)
	for i := range 2001 {
		if _, err := w.Remember(t.Context(), bob, memory.RememberRequest{
			Content: "vault opens tuesday", Type: memory.TypeDecision, Scope: memory.ScopeShared, Task: fmt.Sprint(i),
		}); err != nil {
			t.Fatal(err)
		}
	}
	got := w.recalls(alice, memory.RecallRequest{Query: "vault opens tuesday"})
	if len(got.Memories) != 1 || !strings.Contains(strings.Join(got.Degraded, ";"), "copies of one text") {
		t.Errorf("got %v, degraded %v", contents(got), got.Degraded)
	}
}

func TestManyWorkingMemoriesHideNone(t *testing.T) {
	const each = 600
	w := newWorld(t, nil)
	ctx := t.Context()
	own := w.remembers(alice, memory.RememberRequest{Content: "the pump hums at 440 hertz", Session: "s"})
	if own.Layer != memory.LayerWorking {
		t.Fatalf("stored in %s", own.Layer)
	}
	for i := range each {
		for _, agent := range []memory.Identity{alice, bob} {
			content := fmt.Sprintf("the lift moved to floor %d in the tower of %s", i, agent.Agent)
			for range 1 + i%2 {
				if _, err := w.Remember(ctx, agent, memory.RememberRequest{
					Content: content, Scope: memory.ScopeShared, Session: "s",
				}); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for _, query := range []string{"pump hums", "440 hertz"} {
		got := w.recalls(alice, memory.RecallRequest{Query: query, TopK: 1})
		if diff := cmp.Diff([]string{"the pump hums at 440 hertz"}, contents(got)); diff != "" || len(got.Degraded) > 0 {
			t.Errorf("%s, degraded %v", diff, got.Degraded)
		}
	}
}

func TestOnlyTheHeadOfALongQueryIsEmbedded(t *testing.T) {
	w := newWorld(t, nil)
	w.remembers(alice, memory.RememberRequest{Content: "We decided to paint the bridge green."})
	w.index()
	longest := 0
	w.embedder.refuses(func(texts []string) error {
		for _, s := range texts {
			longest = max(longest, len(s))
		}
		return nil
	})
	got := w.recalls(alice, memory.RecallRequest{Query: strings.Repeat("桥", 1300) + " bridge", Explain: true})
	if longest == 0 || longest > 1<<10 {
		t.Errorf("%d bytes were embedded", longest)
	}
	if len(got.Memories) != 1 || len(got.Degraded) > 0 || got.Memories[0].Matched[0] != "bridg" {
		t.Errorf("got %+v", got)
	}
}

func TestALongQueryThatTakesTooLongFailsAlone(t *testing.T) {
	w := newWorld(t, nil)
	w.remembers(bob, memory.RememberRequest{Content: "We decided to sell the automobil."})
	w.index()
	late := memory.Wrap(memory.KindUnavailable, context.DeadlineExceeded, "too slow")
	w.embedder.refuses(func(texts []string) error {
		if len(texts[0]) > 1000 {
			return late
		}
		return nil
	})
	if got := w.recalls(alice, memory.RecallRequest{Query: strings.Repeat("bridge ", 1000)}); len(got.Degraded) != 1 {
		t.Errorf("the long query is degraded by %v", got.Degraded)
	}
	got := w.recalls(bob, memory.RecallRequest{Query: "vehicle"})
	if len(got.Memories) != 1 || len(got.Degraded) > 0 {
		t.Errorf("the other agent gets %v, degraded %v", contents(got), got.Degraded)
	}
}
