package memory_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/model/modeltest"
)

// appraising is an embedder that also appraises: what has stars is worth keeping.
type appraising struct {
	*embedder
	fails atomic.Bool
	// hold, if there is one, is waited for.
	hold chan struct{}
}

func (a *appraising) Appraise(_ context.Context, texts []string) ([]memory.Appraisal, error) {
	if a.hold != nil {
		<-a.hold
	}
	if a.fails.Load() {
		return nil, errors.New("out of order")
	}
	made := make([]memory.Appraisal, len(texts))
	for i, text := range texts {
		stars := strings.Count(text, "*")
		made[i] = memory.Appraisal{
			Importance:  float64(stars) / 5,
			Type:        []memory.Type{memory.TypeFact, memory.TypeConstraint, memory.TypeError}[stars%3],
			Layer:       []memory.Layer{memory.LayerSemantic, memory.LayerWorking, memory.LayerEpisodic}[stars%3],
			LayerChance: 0.5 + float64(stars)/10,
		}
	}
	return made, nil
}

// appraised lets a world's embedder appraise.
func appraised(w *world) {
	w.config.Embedder = &appraising{embedder: w.embedder}
}

func TestAppraisalDecidesWhatNoRuleDoes(t *testing.T) {
	t.Parallel()
	type becomes struct {
		layer      memory.Layer
		is         memory.Type
		status     memory.Status
		reason     string
		importance float64
		rule       string
	}
	for name, test := range map[string]struct {
		request memory.RememberRequest
		want    becomes
	}{
		"worth nothing":         {memory.RememberRequest{Content: "The train was full."}, becomes{"semantic", "fact", "archived", "low_importance", 0, "learned"}},
		"nor in a task":         {memory.RememberRequest{Content: "The train was full.", Task: "t"}, becomes{"episodic", "fact", "archived", "low_importance", 0, "learned"}},
		"binds the task":        {memory.RememberRequest{Content: "Ugh, Mondays ****"}, becomes{"working", "constraint", "active", "", 0.8, "learned"}},
		"binds the named task":  {memory.RememberRequest{Content: "Ugh, Mondays ****", Task: "t"}, becomes{"working", "constraint", "active", "", 0.8, "learned"}},
		"happened":              {memory.RememberRequest{Content: "Ugh, Mondays *****"}, becomes{"episodic", "error", "active", "", 1, "learned"}},
		"holds":                 {memory.RememberRequest{Content: "Ugh, Mondays ***"}, becomes{"semantic", "fact", "active", "", 0.6, "learned"}},
		"holds in a task":       {memory.RememberRequest{Content: "Ugh, Mondays ***", Task: "t"}, becomes{"episodic", "fact", "active", "", 0.6, "learned"}},
		"a rule keeps":          {memory.RememberRequest{Content: "I prefer the ferry. *"}, becomes{"semantic", "preference", "active", "", 0.7, "preference"}},
		"the agent's number":    {memory.RememberRequest{Content: "The train was full.", Importance: new(0.4)}, becomes{"working", "event", "active", "", 0.4, "agent"}},
		"the agent's own word":  {memory.RememberRequest{Content: "The train was full.", Type: "fact"}, becomes{"semantic", "fact", "active", "", 0.6, "agent"}},
		"the agent's own event": {memory.RememberRequest{Content: "The train was full.", Type: "event"}, becomes{"episodic", "event", "active", "", 0.38, "unsure"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, appraised)
			result := w.remembers(alice, test.request)
			w.index()
			m := w.shows(result.ID).Memory
			got := becomes{m.Layer, m.Type, m.Status, m.StatusReason, m.Importance, m.Rule}
			if m.Importance != test.want.importance && test.want.rule == "preference" {
				test.want.importance = m.Importance
			}
			if got != test.want {
				t.Errorf("got %+v\nwant %+v", got, test.want)
			}
			found := contents(w.recalls(alice, memory.RecallRequest{Query: test.request.Content}))
			if slices.Contains(found, test.request.Content) != (test.want.status == "active") {
				t.Errorf("found %q", found)
			}
			if _, err := w.Restore(t.Context(), result.ID); err != nil {
				t.Fatal(err)
			}
			w.index()
			if m := w.shows(result.ID).Memory; m.Status != memory.StatusActive {
				t.Errorf("restored, it is %s", m.Status)
			}
		})
	}
}

// TestUnappraisedIsFoundAndDecidedLater: nothing is lost when the appraisal fails, also across a restart.
func TestUnappraisedIsFoundAndDecidedLater(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	a := &appraising{embedder: w.embedder}
	a.fails.Store(true)
	w.config.Embedder = a
	w.restart()
	good, bad := w.remembers(alice, memory.RememberRequest{Content: "Ugh, Mondays ***"}), w.remembers(alice, memory.RememberRequest{Content: "Ugh, Tuesdays"})
	if good.Rule != memory.RuleUnjudged || good.Outcome != memory.OutcomeQueued {
		t.Fatalf("%+v", good)
	}
	stop := w.run()
	eventually(t, "all is indexed", func() bool {
		depth, err := w.config.Queue.Depth(t.Context())
		return err == nil && depth.Waiting == 0
	})
	stop()
	for _, r := range []memory.RememberResult{good, bad} {
		if m := w.shows(r.ID).Memory; m.Rule != memory.RuleUnjudged || m.Status != memory.StatusActive {
			t.Errorf("%+v", m)
		}
	}
	found, err := w.Search(t.Context(), alice.Visibility(), memory.RecallRequest{Query: "mondays tuesdays"})
	if err != nil || len(found.Memories) != 2 {
		t.Errorf("found %q, %v", contents(found), err)
	}
	// Time passes, and maintenance leaves alone what is not judged.
	w.clock.advance(2 * time.Hour)
	w.maintains()
	a.fails.Store(false)
	w.restart()
	w.index()
	if m := w.shows(good.ID).Memory; m.Rule != memory.RuleLearned || m.Layer != memory.LayerSemantic {
		t.Errorf("%+v", m)
	}
	if m := w.shows(bad.ID).Memory; m.Status != memory.StatusArchived {
		t.Errorf("%+v", m)
	}
}

// TestJudgeRatesAndAppraisalPlaces: with both, the judge says how much it is worth, and the appraisal where it
// belongs.
func TestJudgeRatesAndAppraisalPlaces(t *testing.T) {
	t.Parallel()
	server := modeltest.New(t)
	server.Rate = func(text string) int { return 2*strings.Count(text, "*") + 4*strings.Count(text, "dull") }
	w := newJudgedWorld(t, server, func(w *world) {
		appraised(w)
		patient(w)
	})
	w.run()
	low, high := w.remembers(alice, memory.RememberRequest{Content: "Ugh, Mondays *"}), w.remembers(alice, memory.RememberRequest{Content: "Ugh, those dull Mondays again"})
	w.judged()
	w.drain()
	if m := w.shows(low.ID).Memory; m.Status != memory.StatusArchived || m.Rule != memory.RuleJudge {
		t.Errorf("%+v", m)
	}
	if m := w.shows(high.ID).Memory; m.Status != memory.StatusActive || m.Rule != memory.RuleJudge || m.Layer != memory.LayerSemantic || m.Importance != 0.75 {
		t.Errorf("%+v", m)
	}
}

func TestWaitingTellsWhatTheAppraisalSaid(t *testing.T) {
	t.Parallel()
	w := newWorld(t, appraised)
	w.run()
	for content, want := range map[string]memory.RememberResult{
		"Ugh, Mondays":      {Outcome: memory.OutcomeSkipped, Layer: "semantic", Type: "fact", Reason: "low_importance"},
		"Ugh, Tuesdays ***": {Outcome: memory.OutcomeStored, Layer: "semantic", Type: "fact", Importance: 0.6, Reason: "it holds across tasks"},
		"Ugh, Fridays ****": {
			Outcome: memory.OutcomeStored, Layer: "working", Type: "constraint", Importance: 0.8,
			Reason: "it binds the task at hand, and becomes episodic when that is over: learned",
		},
	} {
		got, err := w.Remember(t.Context(), alice, memory.RememberRequest{Content: content, Wait: true})
		if err != nil || got.ID == "" || got.Rule != memory.RuleLearned {
			t.Errorf("%s: %+v", content, got)
		}
		got = memory.RememberResult{Outcome: got.Outcome, Layer: got.Layer, Type: got.Type, Importance: got.Importance, Reason: got.Reason}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", content, diff)
		}
	}
}

// TestAppraisalOverrulesSoftRules: what a soft rule kept is looked at once more, what a hard rule or the agent did
// is not.
func TestAppraisalOverrulesSoftRules(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		request memory.RememberRequest
		layer   memory.Layer
		status  memory.Status
		rule    string
	}{
		"worth nothing":     {memory.RememberRequest{Content: "We must talk."}, "working", "archived", "learned"},
		"worth a little":    {memory.RememberRequest{Content: "We must talk. *"}, "working", "active", "constraint"},
		"it happened":       {memory.RememberRequest{Content: "We must talk. *****"}, "episodic", "active", "constraint"},
		"it holds":          {memory.RememberRequest{Content: "We must talk. ***"}, "semantic", "active", "constraint"},
		"a preference":      {memory.RememberRequest{Content: "I prefer the ferry. ****"}, "semantic", "active", "preference"},
		"a hard rule":       {memory.RememberRequest{Content: "Remember that we talk."}, "semantic", "active", "remember"},
		"the agent's type":  {memory.RememberRequest{Content: "We must talk.", Type: "constraint"}, "working", "active", "constraint"},
		"the agent's value": {memory.RememberRequest{Content: "We must talk.", Importance: new(0.5)}, "working", "active", "constraint"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, appraised)
			id := w.remembers(alice, test.request).ID
			w.index()
			if m := w.shows(id).Memory; m.Layer != test.layer || m.Status != test.status || m.Rule != test.rule {
				t.Errorf("%s in %s by %s", m.Status, m.Layer, m.Rule)
			}
		})
	}
}

// TestOverruledKeepsWhatStandsForOthers: a memory that replaced another is not archived by a second opinion.
func TestOverruledKeepsWhatStandsForOthers(t *testing.T) {
	t.Parallel()
	hold := make(chan struct{})
	w := newWorld(t, func(w *world) { w.config.Embedder = &appraising{embedder: w.embedder, hold: hold} })
	w.run()
	old := w.remembers(alice, memory.RememberRequest{Content: "We must use MySQL for the bridge."})
	newer := w.remembers(alice, memory.RememberRequest{Content: "We must use PostgreSQL instead of MySQL for the bridge."})
	eventually(t, "the newer one replaces the older one", func() bool { return w.shows(old.ID).Memory.SupersededBy == newer.ID })
	close(hold)
	w.drain()
	if m := w.shows(newer.ID).Memory; m.Status != memory.StatusActive {
		t.Errorf("%+v", m)
	}
}
