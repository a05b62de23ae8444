package memory_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/model/modeltest"
	"github.com/rearview-dev/rearview/namespace"
)

func TestJudgeDecidesWhatNoRuleDoes(t *testing.T) {
	t.Parallel()
	type becomes struct {
		place      memory.Place
		layer      memory.Layer
		status     memory.Status
		reason     string
		importance float64
		rule       string
	}
	archived, working := memory.StatusArchived, memory.PlaceWorking
	tests := map[string]struct {
		request memory.RememberRequest
		want    becomes
	}{
		"low by rules, 5":    {memory.RememberRequest{Content: "Ugh, Mondays *****"}, becomes{memory.PlaceLongTerm, memory.LayerEpisodic, "active", "", 1, "judge"}},
		"low by rules, 4":    {memory.RememberRequest{Content: "Ugh, Mondays ****"}, becomes{memory.PlaceLongTerm, memory.LayerEpisodic, "active", "", 0.75, "judge"}},
		"low by rules, 3":    {memory.RememberRequest{Content: "Ugh, Mondays ***"}, becomes{working, memory.LayerWorking, "active", "", 0.5, "judge"}},
		"low by rules, 2":    {memory.RememberRequest{Content: "Ugh, Mondays **"}, becomes{working, memory.LayerWorking, archived, "low_importance", 0.25, "judge"}},
		"high by rules, 1":   {memory.RememberRequest{Content: "The train was full. *"}, becomes{working, memory.LayerWorking, archived, "low_importance", 0, "judge"}},
		"of a task, 5":       {memory.RememberRequest{Content: "Ugh, Mondays *****", Task: "t"}, becomes{memory.PlaceLongTerm, memory.LayerEpisodic, "active", "", 1, "judge"}},
		"of a task, 3":       {memory.RememberRequest{Content: "The train was full. ***", Task: "t"}, becomes{memory.PlaceLongTerm, memory.LayerEpisodic, "active", "", 0.5, "judge"}},
		"of a task, 1":       {memory.RememberRequest{Content: "The train was full. *", Task: "t"}, becomes{memory.PlaceLongTerm, memory.LayerEpisodic, archived, "low_importance", 0, "judge"}},
		"must be kept":       {memory.RememberRequest{Content: "Never use MySQL *"}, becomes{memory.PlaceLongTerm, memory.LayerSemantic, "active", "", 0.8, ""}},
		"the agent's number": {memory.RememberRequest{Content: "The train was full. *", Importance: new(0.5)}, becomes{working, memory.LayerWorking, "active", "", 0.5, "agent"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := modeltest.New(t)
			server.Rate = byStars
			w := newJudgedWorld(t, server, nil)
			w.run()
			result := w.remembers(alice, test.request)
			w.judged()
			w.drain()
			shown := w.shows(result.ID)
			m := shown.Memory
			if test.want.rule == "" {
				test.want.rule, test.want.importance = m.Rule, m.Importance
			}
			got := becomes{shown.Place, m.Layer, m.Status, m.StatusReason, m.Importance, m.Rule}
			if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(becomes{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			asked := len(server.Ratings()) > 0
			if want := test.want.rule == "judge"; asked != want {
				t.Errorf("the judge was asked: %v", asked)
			}
			found := contents(w.recalls(alice, memory.RecallRequest{Query: test.request.Content}))
			if want := m.Status == memory.StatusActive; slices.Contains(found, test.request.Content) != want {
				t.Errorf("recalled: %q", found)
			}
			// Nothing is destroyed: what was archived comes back, and is not judged again.
			w.maintains()
			if _, err := w.Restore(t.Context(), result.ID); err != nil {
				t.Fatal(err)
			}
			w.drain()
			if found := contents(w.recalls(alice, memory.RecallRequest{Query: test.request.Content})); !slices.Contains(found, test.request.Content) {
				t.Errorf("restored, but not recalled: %q", found)
			}
		})
	}
}

func TestRulesDropWithoutAJudge(t *testing.T) {
	t.Parallel()
	server := modeltest.New(t)
	w := newJudgedWorld(t, server, func(w *world) {
		w.policy.Agents[1].Policy.Importance.Judge = namespace.JudgeRules
	})
	w.run()
	for _, c := range []struct {
		agent   memory.Identity
		content string
	}{{alice, "ok, thanks!"}, {bob, "Ugh, Mondays"}} {
		result, err := w.Remember(t.Context(), c.agent, memory.RememberRequest{Content: c.content})
		if err != nil || result.Outcome != memory.OutcomeSkipped {
			t.Errorf("%q: %+v, %v", c.content, result, err)
		}
	}
	w.remembers(bob, memory.RememberRequest{Content: "The train was full."})
	w.drain()
	if n := len(server.Requests()); n != 0 {
		t.Errorf("%d requests", n)
	}
}

// Who remembers does not wait for the judge, and what is unjudged is found.
func TestJudgeKeepsNobodyWaiting(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	server := modeltest.New(t)
	server.Rate = byStars
	server.Always(func(w http.ResponseWriter, r *http.Request, asked *modeltest.Request) {
		select {
		case <-release:
			server.Good(w, r, asked)
		case <-r.Context().Done():
		}
	})
	w := newJudgedWorld(t, server, patient)
	w.run()
	for i := range 20 {
		w.remembers(alice, memory.RememberRequest{Content: fmt.Sprintf("The bridge of %s hums *****", saint(i)), Task: "t"})
	}
	eventually(t, "the judge is asked", func() bool { return len(server.Ratings()) > 0 })
	eventually(t, "all is indexed", func() bool { return idle(t, w.config) })
	if got := w.recalls(alice, memory.RecallRequest{Query: "bridge", TopK: 100}); len(got.Memories) != 20 {
		t.Errorf("%d found", len(got.Memories))
	}
	close(release)
	if stats := w.judged(); stats.Rated != 20 {
		t.Errorf("%+v", stats)
	}
}

// Many memories are rated together, and no more than two calls go on at once.
func TestJudgeIsAskedInBatches(t *testing.T) {
	t.Parallel()
	var now, most atomic.Int64
	server := modeltest.New(t)
	server.Always(func(w http.ResponseWriter, r *http.Request, asked *modeltest.Request) {
		most.Store(max(most.Load(), now.Add(1)))
		<-time.After(20 * time.Millisecond)
		server.Good(w, r, asked)
		now.Add(-1)
	})
	w := newJudgedWorld(t, server, nil)
	for i := range 100 {
		id := alice
		if i%4 == 0 {
			id = bob
		}
		w.remembers(id, memory.RememberRequest{Content: fmt.Sprintf("The bridge of %s hums.", saint(i))})
	}
	w.run()
	w.judged()
	requests := server.Ratings()
	rated, small := 0, 0
	for _, r := range requests {
		rated += len(r.Texts) - 2
		if len(r.Texts)-2 < 8 {
			small++
		}
	}
	if rated != 100 || small > 2 || most.Load() > 2 {
		t.Errorf("%d ratings in %d requests, %d of them small, %d at once", rated, len(requests), small, most.Load())
	}
}

// Whatever the model does, each memory is decided in the end, by the rules at worst, and none is lost.
func TestJudgesBadDays(t *testing.T) {
	t.Parallel()
	server := modeltest.New(t)
	days := map[string]modeltest.Answer{
		"slow": modeltest.Slow, "busy": modeltest.Status(429, "", "Retry-After", "3"), "busy for long": modeltest.Status(429, "", "Retry-After", "3600"),
		"unwell": modeltest.Status(500, "boom"), "no key": modeltest.Status(401, ""), "no model": modeltest.Status(404, ""),
		"hangs up": modeltest.HangUp, "breaks off": modeltest.BreakOff, "endless": modeltest.Endless, "refuses": modeltest.Refuse,
		"sorry": modeltest.Say("I'm sorry, I can't."), "nothing": modeltest.Say(""), "a list": modeltest.Say("[1,2,3]"),
		"cut off": modeltest.CutOff(`{"a`), "truncated": modeltest.Say(`{"abc": 5, "def`), "no choices": modeltest.Status(200, "{}"),
		"no shape": modeltest.Status(400, "unsupported"), "HTML": modeltest.Status(200, "<html>"),
		"all the same": server.Write(func(_ *modeltest.Request, ratings map[string]int) string {
			var b strings.Builder
			for key := range ratings {
				fmt.Fprintf(&b, `,%q:1`, key)
			}
			return "{" + b.String()[1:] + "}"
		}),
		"other keys": modeltest.Say(`{"1":1,"2":1}`),
	}
	for name, day := range days {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := modeltest.New(t)
			server.Always(day)
			w := newJudgedWorld(t, server, nil)
			w.run()
			var ids, kept []string
			for i := range 12 {
				request := memory.RememberRequest{Content: fmt.Sprintf("The bridge of %s hums.", saint(i)), Task: []string{"", "roads"}[i%2]}
				ids = append(ids, w.remembers(alice, request).ID)
				kept = append(kept, request.Content)
			}
			low, err := w.Remember(t.Context(), alice, memory.RememberRequest{Content: "Ugh, bridges", Task: "roads"})
			if err != nil {
				t.Fatal(err)
			}
			stats := w.judged()
			if stats.Rated != 0 || stats.ByRules == 0 || stats.Model != "qwen2.5:7b" {
				t.Errorf("%+v", stats)
			}
			for _, id := range ids {
				if m := w.shows(id).Memory; m.Status != memory.StatusActive || m.Rule != "unsure" {
					t.Errorf("%q is %s by %s", m.Content, m.Status, m.Rule)
				}
			}
			if diff := cmp.Diff(kept, contents(w.recalls(alice, memory.RecallRequest{Query: "bridge", TopK: 100})), sortedStrings); diff != "" {
				t.Error(diff)
			}
			if low.Outcome != memory.OutcomeSkipped {
				if m := w.shows(low.ID).Memory; m.Status != memory.StatusArchived || m.StatusReason != "low_importance" || m.Rule != "unsure" {
					t.Errorf("%+v", m)
				}
			}
			// A good day comes.
			server.Always(nil)
			w.clock.advance(10 * time.Minute)
			good := w.remembers(alice, memory.RememberRequest{Content: "The train was full."})
			w.judged()
			if m := w.shows(good.ID).Memory; m.Rule != "judge" || m.Importance != 0.5 {
				t.Errorf("after the bad day: %+v", m)
			}
			if got := w.degraded(); len(got) != 0 {
				t.Errorf("degraded after the bad day: %q", got)
			}
		})
	}
}

// A judge that does not answer rests. Meanwhile the rules decide at once, and stats say so.
func TestJudgeRests(t *testing.T) {
	t.Parallel()
	server := modeltest.New(t)
	server.Always(modeltest.Status(401, ""))
	w := newJudgedWorld(t, server, nil)
	w.run()
	id := w.remembers(alice, memory.RememberRequest{Content: "The train was full."}).ID
	w.judged()
	if m := w.shows(id).Memory; m.Rule != "unsure" {
		t.Errorf("%+v", m)
	}
	if diff := cmp.Diff([]string{"judge: the model does not answer; rules score"}, w.degraded()); diff != "" {
		t.Error(diff)
	}
	asked := len(server.Requests())
	result, err := w.Remember(t.Context(), alice, memory.RememberRequest{Content: "Ugh, Mondays"})
	if err != nil || result.Outcome != memory.OutcomeSkipped || result.Rule != "unsure" {
		t.Errorf("%+v, %v", result, err)
	}
	if got := w.remembers(alice, memory.RememberRequest{Content: "The bus was full."}); got.Rule != "unsure" {
		t.Errorf("%+v", got)
	}
	if n := len(server.Requests()); n != asked || n != 3 {
		t.Errorf("%d requests, then %d", asked, n)
	}
	server.Always(nil)
	w.clock.advance(time.Minute)
	if got := w.remembers(alice, memory.RememberRequest{Content: "Ugh, Mondays"}); got.Rule != memory.RuleUnjudged {
		t.Errorf("%+v", got)
	}
	w.judged()
	if got := w.degraded(); len(got) != 0 {
		t.Errorf("%q", got)
	}
}

func TestSenselessJudgeIsReported(t *testing.T) {
	t.Parallel()
	server := modeltest.New(t)
	server.Always(modeltest.Say("I like bridges."))
	w := newJudgedWorld(t, server, nil)
	for i := range 80 {
		w.remembers(alice, memory.RememberRequest{Content: fmt.Sprintf("The bridge of %s hums.", saint(i))})
	}
	w.run()
	w.judged()
	if diff := cmp.Diff([]string{"judge: the model's answers make no sense; rules score"}, w.degraded()); diff != "" {
		t.Error(diff)
	}
}

// What was recalled is not archived by a low rating, and what is replaces nothing.
func TestJudgeDoesNotArchiveWhatIsNeeded(t *testing.T) {
	t.Parallel()
	server := modeltest.New(t)
	server.Rate = func(text string) int {
		if strings.Contains(text, "bridge") {
			return 1
		}
		return 0
	}
	hold := make(chan struct{})
	server.Always(func(w http.ResponseWriter, r *http.Request, asked *modeltest.Request) {
		<-hold
		server.Good(w, r, asked)
	})
	w := newJudgedWorld(t, server, patient)
	w.run()
	old := w.remembers(alice, memory.RememberRequest{Content: "The bridge opens at 9.", Topic: "hum", Type: "fact", Task: "t"})
	newer := w.remembers(alice, memory.RememberRequest{Content: "The bridge now opens at 10.", Topic: "hum", Task: "t"})
	recalled := w.remembers(alice, memory.RememberRequest{Content: "A fish swims below the bridge of Rome.", Task: "t"})
	other := w.remembers(alice, memory.RememberRequest{Content: "Grass grows on the bridge of Paris.", Task: "t"})
	eventually(t, "all is indexed", func() bool { return idle(t, w.config) })
	w.recalls(alice, memory.RecallRequest{IDs: []string{recalled.ID}})
	w.recalls(alice, memory.RecallRequest{Query: "A fish swims below the bridge of Rome.", TopK: 1})
	close(hold)
	w.judged()
	if m := w.shows(old.ID).Memory; m.Status != memory.StatusActive {
		t.Errorf("what is not worth keeping replaced %+v", m)
	}
	for id, want := range map[string]memory.Status{
		recalled.ID: memory.StatusActive, other.ID: memory.StatusArchived, newer.ID: memory.StatusArchived,
	} {
		if m := w.shows(id).Memory; m.Status != want || m.Rule != "judge" {
			t.Errorf("%q is %s by %s", m.Content, m.Status, m.Rule)
		}
	}
}
