package memory_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/memory"
)

func TestRecallFindsByWordsBeforeIndexing(t *testing.T) {
	w := newWorld(t, nil)
	w.remembers(alice, memory.RememberRequest{Content: "用 Python 3.11 别用 3.12"})
	w.remembers(alice, memory.RememberRequest{Content: "The invoice must reach them before Friday."})
	got := w.recalls(alice, memory.RecallRequest{Query: "python 版本", TopK: 1})
	if diff := cmp.Diff([]string{"用 Python 3.11 别用 3.12"}, contents(got)); diff != "" {
		t.Error(diff)
	}
}

func TestRecallFindsByMeaningAtOnce(t *testing.T) {
	w := newWorld(t, nil)
	w.run()
	w.remembers(alice, memory.RememberRequest{Content: "I prefer tea."})
	w.drain() // The worker runs now.
	w.remembers(alice, memory.RememberRequest{Content: "I prefer a blue car."})
	w.remembers(alice, memory.RememberRequest{Content: "The red vehicle waits in the yard.", Session: "s"})
	got := w.recalls(alice, memory.RecallRequest{Query: "automobile", TopK: 2})
	for _, h := range got.Memories {
		if h.Parts[0].Value < 0.2 {
			t.Errorf("%q was found without its vector: %+v", h.Memory.Content, h.Parts)
		}
	}
	want := []string{"I prefer a blue car.", "The red vehicle waits in the yard."}
	if diff := cmp.Diff(want, contents(got), sortedStrings); diff != "" {
		t.Error(diff)
	}
}

func TestRecallExplains(t *testing.T) {
	w := newWorld(t, nil)
	w.remembers(alice, memory.RememberRequest{Content: "We decided to paint the bridge green.", Task: "bridge"})
	w.index()
	w.clock.advance(10 * 24 * time.Hour)
	got := w.recalls(alice, memory.RecallRequest{Query: "paint the bridge?", Task: "bridge", Explain: true})
	if len(got.Memories) != 1 || got.Degraded != nil || got.Considered != 1 {
		t.Fatalf("%+v", got)
	}
	h := got.Memories[0]
	var names []string
	sum, weights := 0.0, 0.0
	for _, p := range h.Parts {
		names = append(names, p.Name)
		sum += p.Weight * p.Value
		weights += p.Weight
		if p.Value < 0 || p.Value > 1 {
			t.Errorf("part %+v", p)
		}
	}
	if diff := cmp.Diff([]string{"vector", "keyword", "recency", "task"}, names); diff != "" {
		t.Error(diff)
	}
	if math.Abs(sum-h.Score) > 1e-9 || math.Abs(weights-1) > 1e-9 {
		t.Errorf("score %v, parts sum to %v, weights to %v", h.Score, sum, weights)
	}
	vector, keyword, recency := h.Parts[0], h.Parts[1], h.Parts[2].Value
	relevance := (vector.Weight*vector.Value + keyword.Weight*keyword.Value) / (vector.Weight + keyword.Weight)
	if math.Abs(recency-relevance*math.Exp(-0.1)) > 1e-6 {
		t.Errorf("recency after 10 days is %v with a relevance of %v", recency, relevance)
	}
	if h.Parts[3].Value != 1 {
		t.Errorf("task part %+v", h.Parts[3])
	}
	if diff := cmp.Diff([]string{"paint", "bridg"}, h.Matched); diff != "" {
		t.Error(diff)
	}
}

func TestRecallObeysTheAgentsPolicy(t *testing.T) {
	w := newWorld(t, func(w *world) {
		w.policy.Agents[1].Policy.Recall.TopK = 2
	})
	for i := range 8 {
		w.remembers(alice, memory.RememberRequest{Content: "Decision: paint the bridge of " + saint(i), Scope: memory.ScopeShared})
	}
	for id, want := range map[memory.Identity]int{alice: 5, bob: 2} {
		if got := w.recalls(id, memory.RecallRequest{Query: "bridge"}); len(got.Memories) != want {
			t.Errorf("%s got %d memories, want %d", id.Agent, len(got.Memories), want)
		}
	}
	if got := w.recalls(bob, memory.RecallRequest{Query: "bridge", TopK: 8}); len(got.Memories) != 8 {
		t.Errorf("top_k 8 got %d", len(got.Memories))
	}
}

func TestRecallKeepsSessionsAndLayersApart(t *testing.T) {
	w := newWorld(t, nil)
	w.remembers(alice, memory.RememberRequest{Content: "The bridge waits in session one.", Session: "one"})
	w.remembers(alice, memory.RememberRequest{Content: "The bridge waits in session two.", Session: "two"})
	w.remembers(alice, memory.RememberRequest{Content: "I prefer the old bridge."})
	for _, c := range []struct {
		request memory.RecallRequest
		want    []string
	}{
		{memory.RecallRequest{Session: "one"}, []string{"The bridge waits in session one.", "I prefer the old bridge."}},
		{memory.RecallRequest{Session: "one", Layers: []memory.Layer{"working"}}, []string{"The bridge waits in session one."}},
		{memory.RecallRequest{Layers: []memory.Layer{"semantic"}}, []string{"I prefer the old bridge."}},
		{memory.RecallRequest{Layers: []memory.Layer{"episodic"}}, []string{}},
		{memory.RecallRequest{}, []string{"The bridge waits in session one.", "The bridge waits in session two.", "I prefer the old bridge."}},
	} {
		c.request.Query = "bridge"
		got := w.recalls(alice, c.request)
		if diff := cmp.Diff(c.want, contents(got), sortedStrings); diff != "" {
			t.Errorf("%+v: %s", c.request, diff)
		}
	}
	w.clock.advance(2 * time.Hour)
	if got := w.recalls(alice, memory.RecallRequest{Query: "bridge"}); len(got.Memories) != 1 {
		t.Errorf("expired working memories are recalled: %q", contents(got))
	}
}

func TestRecallMarksAsRead(t *testing.T) {
	w := newWorld(t, nil)
	id := w.remembers(alice, memory.RememberRequest{Content: "I prefer the old bridge."}).ID
	w.clock.advance(time.Hour)
	at := w.clock.now()
	w.recalls(alice, memory.RecallRequest{Query: "bridge"})
	w.clock.advance(time.Hour)
	if _, err := w.Search(t.Context(), memory.Everything(), memory.RecallRequest{Query: "bridge"}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the memory is marked as read, once", func() bool {
		m := w.shows(id).Memory
		return m.AccessedAt.Equal(at) && m.AccessCount == 1
	})
	eventually(t, "the audit tells of both", func() bool {
		story, err := w.History(t.Context(), id)
		return err == nil && len(story.Entries) == 2 && story.Entries[0].Verb == "remember" && story.Entries[1].Verb == "recall"
	})
}

func TestRecallOfUnknownTask(t *testing.T) {
	w := newWorld(t, nil)
	w.remembers(alice, memory.RememberRequest{Content: "The bridge is painted.", Task: "bridge"})
	_, err := w.Recall(t.Context(), bob, memory.RecallRequest{Query: "bridge", Task: "bridge"})
	wantKind(t, err, memory.KindNotFound)
	_, missing := w.Recall(t.Context(), alice, memory.RecallRequest{Query: "bridge", Task: "tunnel"})
	wantKind(t, missing, memory.KindNotFound)
	if !strings.Contains(missing.Error(), "leave task_id out") {
		t.Errorf("message %q", missing)
	}
}

func TestRecallRefuses(t *testing.T) {
	w := newWorld(t, nil)
	for _, c := range []struct {
		name    string
		request memory.RecallRequest
	}{
		{"no query", memory.RecallRequest{}},
		{"long query", memory.RecallRequest{Query: strings.Repeat("x", 8<<10+1)}},
		{"invalid UTF-8", memory.RecallRequest{Query: "a\xff"}},
		{"negative top_k", memory.RecallRequest{Query: "x", TopK: -1}},
		{"huge top_k", memory.RecallRequest{Query: "x", TopK: 101}},
		{"unknown layer", memory.RecallRequest{Query: "x", Layers: []memory.Layer{"deep"}}},
		{"control in task", memory.RecallRequest{Query: "x", Task: "a\x1b"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := w.Recall(t.Context(), alice, c.request)
			wantKind(t, err, memory.KindInvalid)
		})
	}
	_, err := w.Recall(t.Context(), memory.Identity{Agent: "eve"}, memory.RecallRequest{Query: "x"})
	wantKind(t, err, memory.KindNotAllowed)
	if got, err := w.Search(t.Context(), memory.Visibility{}, memory.RecallRequest{Query: "x"}); err != nil || len(got.Memories) != 0 {
		t.Errorf("nobody sees %+v, %v", got, err)
	}
}

func TestRecallWithoutEmbedder(t *testing.T) {
	w := newWorld(t, func(w *world) { w.config.Embedder = nil })
	w.remembers(alice, memory.RememberRequest{Content: "I prefer the old bridge."})
	got := w.recalls(alice, memory.RecallRequest{Query: "bridge"})
	if len(got.Memories) != 1 || len(got.Degraded) != 1 || !strings.Contains(got.Degraded[0], "no embedder") {
		t.Errorf("%+v", got)
	}
	stats, err := w.Stats(t.Context())
	if err != nil || len(stats.Degraded) != 1 || stats.Queue.Waiting != 1 {
		t.Errorf("%+v, %v", stats, err)
	}
	wantKind(t, w.Drain(t.Context()), memory.KindUnavailable)
}

func TestRecallWhileEmbedderIsAway(t *testing.T) {
	w := newWorld(t, nil)
	w.remembers(alice, memory.RememberRequest{Content: "I prefer the old bridge."})
	w.embedder.refuses(func([]string) error { return errAway })
	for range 3 {
		got := w.recalls(alice, memory.RecallRequest{Query: "bridge"})
		if len(got.Memories) != 1 || len(got.Degraded) != 1 {
			t.Errorf("%+v", got)
		}
	}
	if w.embedder.calls != 1 {
		t.Errorf("it was asked %d times within seconds of failing", w.embedder.calls)
	}
	w.embedder.refuses(nil)
	w.clock.advance(time.Minute)
	if got := w.recalls(alice, memory.RecallRequest{Query: "bridge"}); got.Degraded != nil {
		t.Errorf("still degraded: %q", got.Degraded)
	}
}

func TestRecallSurvivesAPanickingEmbedder(t *testing.T) {
	w := newWorld(t, nil)
	w.remembers(alice, memory.RememberRequest{Content: "I prefer the old bridge."})
	w.embedder.refuses(func([]string) error { panic("boom") })
	if got := w.recalls(alice, memory.RecallRequest{Query: "bridge"}); len(got.Memories) != 1 || len(got.Degraded) != 1 {
		t.Errorf("%+v", got)
	}
}

func TestRecallWhenStoresAreAway(t *testing.T) {
	away := memory.Errorf(memory.KindUnavailable, "the test's store is away")
	w := newWorld(t, func(w *world) {
		w.config.LongTerm = &faultyLongTerm{LongTerm: w.config.LongTerm, f: &faults{}}
	})
	w.remembers(alice, memory.RememberRequest{Content: "I prefer the old bridge."})
	w.remembers(alice, memory.RememberRequest{Content: "The bridge waits in the rain.", Session: "s"})
	f := w.config.LongTerm.(*faultyLongTerm).f
	f.fail("LongTerm.SearchWords", away)
	f.fail("LongTerm.SearchVector", away)
	got := w.recalls(alice, memory.RecallRequest{Query: "bridge"})
	if diff := cmp.Diff([]string{"The bridge waits in the rain."}, contents(got)); diff != "" || len(got.Degraded) != 2 {
		t.Errorf("%s, degraded %q", diff, got.Degraded)
	}
	_, err := w.Recall(t.Context(), alice, memory.RecallRequest{Query: "bridge", Layers: []memory.Layer{"semantic"}})
	if wantKind(t, err, memory.KindUnavailable); !errors.Is(err, away) {
		t.Errorf("cause %v", err)
	}
	f.fail("LongTerm.SearchVector", errors.New("broken"))
	_, err = w.Recall(t.Context(), alice, memory.RecallRequest{Query: "bridge"})
	wantKind(t, err, memory.KindInternal)
}

// A store that finds ids and cannot read them is named once, and not asked for ever more of them.
func TestRecallWhenFoundMemoriesCannotBeRead(t *testing.T) {
	away := memory.Errorf(memory.KindUnavailable, "the test's store is away")
	w := newWorld(t, func(w *world) {
		w.config.LongTerm = &faultyLongTerm{LongTerm: w.config.LongTerm, f: &faults{}}
	})
	for i := range 20 {
		w.remembers(alice, memory.RememberRequest{Content: fmt.Sprintf("I prefer bridge %d.", i)})
	}
	w.remembers(alice, memory.RememberRequest{Content: "The bridge waits in the rain.", Session: "s"})
	f := w.config.LongTerm.(*faultyLongTerm).f
	f.fail("LongTerm.Get", away)
	before := f.steps
	got := w.recalls(alice, memory.RecallRequest{Query: "bridge", TopK: 3})
	if diff := cmp.Diff([]string{"The bridge waits in the rain."}, contents(got)); diff != "" || len(got.Degraded) != 1 {
		t.Errorf("%s, degraded %q", diff, got.Degraded)
	}
	if steps := f.steps - before; steps > 2 {
		t.Errorf("the store was asked %d times more", steps)
	}
}

func TestRecallGivenUp(t *testing.T) {
	w := newWorld(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := w.Recall(ctx, alice, memory.RecallRequest{Query: "bridge"})
	if err == nil {
		t.Error("no error")
	}
}

func TestIdenticalContentIsReturnedOnce(t *testing.T) {
	w := newWorld(t, nil)
	for range 3 {
		w.remembers(alice, memory.RememberRequest{Content: "I prefer the old bridge."})
	}
	if got := w.recalls(alice, memory.RecallRequest{Query: "bridge"}); len(got.Memories) != 1 {
		t.Errorf("found %q", contents(got))
	}
}

func TestPrivateIsPrivate(t *testing.T) {
	w := newWorld(t, nil)
	secret := w.remembers(alice, memory.RememberRequest{Content: "The code of the bridge is 4711, remember it.", Task: "bridge"})
	aside := w.remembers(alice, memory.RememberRequest{Content: "The bridge waits in the rain.", Session: "s"})
	w.index()
	for _, r := range []memory.RecallRequest{
		{Query: "code of the bridge"}, {Query: "bridge", Session: "s"}, {Query: "bridge", TopK: 100}, {Query: secret.ID}, {Query: `" OR 1=1 --`},
	} {
		if got := w.recalls(bob, r); len(got.Memories) != 0 {
			t.Errorf("%+v leaks %q", r, contents(got))
		}
	}
	for _, id := range []string{secret.ID, aside.ID} {
		_, hidden := w.Forget(t.Context(), bob, memory.ForgetRequest{IDs: []string{id}})
		wantKind(t, hidden, memory.KindNotFound)
		if w.shows(id).Memory.Status != memory.StatusActive {
			t.Error("bob forgot it for alice")
		}
	}
	preview, err := w.Forget(t.Context(), bob, memory.ForgetRequest{Query: "bridge"})
	if err != nil || len(preview.Preview) != 0 {
		t.Errorf("the preview leaks: %+v, %v", preview, err)
	}
}
