package memory_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/memory"
)

// talk is a conversation in which Anna is named by others where she travelled herself.
var talk = []string{
	"Anna: My holiday began, Bob, and I travelled to Rome.",
	"Bob: Anna, Anna, do tell us more about it!",
	"Anna: The food was excellent, and so was the weather.",
	"Bob: Anna, will you show photographs to the others?",
	"Carl: Anna, Anna, where was that, and when?",
	"Carl: Bob should have travelled too, I think.",
}

func remembersTalk(w *world) {
	important := 1.0
	for _, line := range talk {
		w.remembers(alice, memory.RememberRequest{Content: line, Session: "s1", Task: "talk", Importance: &important})
	}
	w.index()
}

// TestAQuestionAboutASpeaker: what she says answers it, not what is said to her.
func TestAQuestionAboutASpeaker(t *testing.T) {
	w := newWorld(t, nil)
	remembersTalk(w)
	got := w.recalls(alice, memory.RecallRequest{Query: "Where has Anna travelled?"})
	if len(got.Memories) == 0 || got.Memories[0].Memory.Content != talk[0] || got.Degraded != nil {
		t.Fatalf("recalled %q, degraded %q", contents(got), got.Degraded)
	}
	for _, query := range []string{"Where has Anna travelled?", "Who is Anna?"} {
		byVector := w.recalls(alice, memory.RecallRequest{Query: query})
		parts := map[string]float64{}
		for _, h := range byVector.Memories {
			parts[h.Memory.Content] = h.Parts[0].Value
		}
		if parts[talk[0]] <= parts[talk[4]] {
			t.Errorf("%s: the vector part of what Anna says is %v, of what is said to her %v", query, parts[talk[0]], parts[talk[4]])
		}
	}
}

// TestAQuestionIsAnsweredWhenItCannotBeAskedAside: asking without the names is an extra.
func TestAQuestionIsAnsweredWhenItCannotBeAskedAside(t *testing.T) {
	w := newWorld(t, nil)
	remembersTalk(w)
	w.embedder.refuses(func(texts []string) error {
		if slices.ContainsFunc(texts, func(s string) bool { return strings.Contains(s, "someone") }) {
			return errPoison
		}
		return nil
	})
	got := w.recalls(alice, memory.RecallRequest{Query: "Where has Anna travelled?"})
	if len(got.Memories) == 0 || got.Degraded != nil {
		t.Fatalf("recalled %q, degraded %q", contents(got), got.Degraded)
	}
}

// TestADialogueAsksAtItsEnd: what was said last counts for half of a long query.
func TestADialogueAsksAtItsEnd(t *testing.T) {
	w := newWorld(t, nil)
	for _, content := range []string{
		"I prefer gardens with roses, tulips and lilies.",
		"I prefer soup for dinner.",
		"The trains to work are always late.",
	} {
		w.remembers(alice, memory.RememberRequest{Content: content})
	}
	w.index()
	query := "We walked through gardens. Roses everywhere! Tulips too. Lilies as well. Now it is evening. What soup for dinner?"
	var asked []string
	w.embedder.refuses(func(texts []string) error {
		asked = append(asked, texts...)
		return nil
	})
	parts := map[string]float64{}
	for _, h := range w.recalls(alice, memory.RecallRequest{Query: query}).Memories {
		parts[h.Memory.Content] = h.Parts[0].Value
	}
	slices.SortFunc(asked, func(a, b string) int { return len(a) - len(b) })
	if diff := cmp.Diff([]string{"Now it is evening. What soup for dinner?", query}, asked); diff != "" {
		t.Errorf("embedded (-want +got):\n%s", diff)
	}
	if soup, roses := parts["I prefer soup for dinner."], parts["I prefer gardens with roses, tulips and lilies."]; soup <= roses {
		t.Errorf("vector parts: what was asked last %v, what was said before %v", soup, roses)
	}
}
