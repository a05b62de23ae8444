package memory_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/namespace"
)

func TestRememberChoosesLayer(t *testing.T) {
	w := newWorld(t, nil)
	for _, c := range []struct {
		name    string
		request memory.RememberRequest
		want    memory.RememberResult
	}{
		{
			"a preference is semantic", memory.RememberRequest{Content: "I prefer window seats."},
			memory.RememberResult{Outcome: "queued", Layer: "semantic", Type: "preference", Scope: "private", Rule: "preference"},
		},
		{
			"also with a task", memory.RememberRequest{Content: "I prefer window seats.", Task: "trip"},
			memory.RememberResult{Outcome: "queued", Layer: "semantic", Type: "preference", Scope: "private", Rule: "preference"},
		},
		{
			"also when the agent says so", memory.RememberRequest{Content: "The customer likes the quiet side.", Type: "preference", Scope: "shared"},
			memory.RememberResult{Outcome: "queued", Layer: "semantic", Type: "preference", Scope: "shared", Rule: "agent"},
		},
		{
			"a task makes it episodic", memory.RememberRequest{Content: "The customer waits in the small room.", Task: "trip"},
			memory.RememberResult{Outcome: "queued", Layer: "episodic", Type: "event", Scope: "private", Rule: "unsure"},
		},
		{
			"a constraint of a task is working", memory.RememberRequest{Content: "用3.11", Task: "setup"},
			memory.RememberResult{Outcome: "queued", Layer: "working", Type: "constraint", Scope: "private", Rule: "constraint"},
		},
		{
			"also without one", memory.RememberRequest{Content: "用3.11"},
			memory.RememberResult{Outcome: "queued", Layer: "working", Type: "constraint", Scope: "private", Rule: "constraint"},
		},
		{
			"one that binds for ever is semantic", memory.RememberRequest{Content: "任何情况都不能用3.12", Task: "setup"},
			memory.RememberResult{Outcome: "queued", Layer: "semantic", Type: "constraint", Scope: "private", Rule: "constraint"},
		},
		{
			"what the agent calls an event is episodic", memory.RememberRequest{Content: "The customer waits in the small room.", Type: "event"},
			memory.RememberResult{Outcome: "queued", Layer: "episodic", Type: "event", Scope: "private", Rule: "unsure"},
		},
		{
			"a secret too", memory.RememberRequest{Content: "我的 API Key 是 sk-test-123456789，请记住"},
			memory.RememberResult{Outcome: "queued", Layer: "semantic", Type: "fact", Scope: "private", Rule: "secret", Sensitive: []string{"api key"}},
		},
		{
			"an error without a task is episodic", memory.RememberRequest{Content: "fatal: unable to access the repository"},
			memory.RememberResult{Outcome: "queued", Layer: "episodic", Type: "error", Scope: "private", Rule: "error"},
		},
		{
			"the rest is working", memory.RememberRequest{Content: "The customer waits in the small room.", Session: "s"},
			memory.RememberResult{Outcome: "stored", Layer: "working", Type: "event", Scope: "private", Rule: "unsure"},
		},
		{
			"an acknowledgement is skipped", memory.RememberRequest{Content: "好的"},
			memory.RememberResult{Outcome: "skipped", Type: "event", Rule: "acknowledgement", Reason: "low_importance"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := w.Remember(t.Context(), alice, c.request)
			if err != nil {
				t.Fatal(err)
			}
			if (got.ID == "") != (got.Outcome == memory.OutcomeSkipped) {
				t.Errorf("outcome %s with id %q", got.Outcome, got.ID)
			}
			if got.Reason == "" {
				t.Error("no reason")
			}
			got.ID, got.Importance = "", 0
			if got.Outcome != memory.OutcomeSkipped {
				got.Reason = ""
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRememberKeepsEverything(t *testing.T) {
	w := newWorld(t, nil)
	long := strings.Repeat("The bridge over the river was closed for repairs in the spring. ", 20)
	occurred := beginning.Add(-48 * time.Hour)
	result := w.remembers(alice, memory.RememberRequest{
		Content: long, Task: "roads", Session: "s1", Topic: "bridge", Scope: memory.ScopeShared,
		Metadata: map[string]string{"env": "prod"}, Importance: new(0.55), OccurredAt: occurred,
	})
	got := w.shows(result.ID)
	want := memory.Shown{Place: memory.PlaceLongTerm, Memory: memory.Memory{
		ID: result.ID, Agent: "alice", Scope: "shared", Layer: "episodic", Type: result.Type, Content: long,
		Summary: got.Memory.Summary, Task: "roads", Session: "s1", Topic: "bridge", Metadata: map[string]string{"env": "prod"}, Importance: 0.55,
		Rule: result.Rule, Status: "active", CreatedAt: beginning, OccurredAt: occurred, AccessedAt: beginning,
	}}
	if diff := cmp.Diff(want, got, equalTimes); diff != "" {
		t.Error(diff)
	}
	if s := got.Memory.Summary; s == "" || len(s) >= len(long) {
		t.Errorf("summary %q", s)
	}
}

// equalTimes compares times as instants.
var equalTimes = cmp.Comparer(func(a, b time.Time) bool { return a.Equal(b) })

func TestThresholdZeroKeepsEverything(t *testing.T) {
	w := newWorld(t, func(w *world) {
		w.policy.Agents[0].Policy.Importance.ThresholdPercent = 0
	})
	w.remembers(alice, memory.RememberRequest{Content: "好的", Task: "t"})
	// Bob lives under his own policy.
	result, err := w.Remember(t.Context(), bob, memory.RememberRequest{Content: "好的", Task: "t"})
	if err != nil || result.Outcome != memory.OutcomeSkipped {
		t.Errorf("%+v, %v", result, err)
	}
}

func TestApplyChangesPolicyLive(t *testing.T) {
	w := newWorld(t, nil)
	request := memory.RememberRequest{Content: "The customer waits in the small room."}
	w.remembers(alice, request)
	strict := namespace.DefaultPolicy()
	strict.Importance.ThresholdPercent = 90
	if err := w.Apply(effective(strict)); err != nil {
		t.Fatal(err)
	}
	if result, err := w.Remember(t.Context(), alice, request); err != nil || result.Outcome != memory.OutcomeSkipped {
		t.Errorf("%+v, %v", result, err)
	}
	broken := effective(namespace.DefaultPolicy())
	broken.Maintenance.Schedule = "every day"
	wantKind(t, w.Apply(broken), memory.KindInvalid)
	if result, err := w.Remember(t.Context(), alice, request); err != nil || result.Outcome != memory.OutcomeSkipped {
		t.Errorf("the old policy is not kept: %+v, %v", result, err)
	}
	wantKind(t, w.Apply(nil), memory.KindInvalid)
}

func TestDeclaredRules(t *testing.T) {
	rules := namespace.Rules{
		Keep: []namespace.Rule{{Name: "ticket", Pattern: `\bOPS-\d+`}},
		Drop: []namespace.Rule{{Name: "heartbeat", Pattern: `(?i)^heartbeat`}, {Name: "all-about-x", Pattern: `\bprefer X\b`}},
	}
	w := newWorld(t, func(w *world) {
		w.policy.Rules = rules
		w.policy.Agents[0].Policy.Importance.ThresholdPercent = 0
		w.policy.Agents[1].Policy.Importance.ThresholdPercent = 100
		w.policy.Agents[1].Rules.Drop = []namespace.Rule{{Name: "heartbeat", Pattern: `^$`}}
		w.policy.Agents[1].Rules.Keep = []namespace.Rule{{Name: "ping", Pattern: `(?i)^heartbeat`}}
	})
	for _, c := range []struct {
		name       string
		id         memory.Identity
		request    memory.RememberRequest
		outcome    memory.Outcome
		rule       string
		reason     string
		importance float64
	}{
		{"kept above any threshold", bob, memory.RememberRequest{Content: "ok OPS-12"}, memory.OutcomeQueued, "policy:ticket", "", 0.6},
		{"the agent's importance counts", bob, memory.RememberRequest{Content: "ok OPS-13", Importance: new(0.9)}, memory.OutcomeQueued, "policy:ticket", "", 0.9},
		{"but not to nothing", bob, memory.RememberRequest{Content: "ok OPS-14", Importance: new(0.0)}, memory.OutcomeQueued, "policy:ticket", "", 0.3},
		{"dropped below any threshold", alice, memory.RememberRequest{Content: "Heartbeat of worker 7"}, memory.OutcomeSkipped, "policy:heartbeat", memory.ReasonDropped, 0},
		{"dropped though the agent finds it important", alice, memory.RememberRequest{Content: "Heartbeat of worker 7", Importance: new(1.0)}, memory.OutcomeSkipped, "policy:heartbeat", memory.ReasonDropped, 0},
		{"dropped though a built-in rule keeps it", alice, memory.RememberRequest{Content: "I prefer X"}, memory.OutcomeSkipped, "policy:all-about-x", memory.ReasonDropped, 0},
		{"keep before drop", alice, memory.RememberRequest{Content: "heartbeat lost: OPS-12"}, memory.OutcomeQueued, "policy:ticket", "", 0.6},
		{"an agent's rule in the place of the namespace's", bob, memory.RememberRequest{Content: "Heartbeat of worker 7"}, memory.OutcomeQueued, "policy:ping", "", 0.6},
		{"no rule of the policy", alice, memory.RememberRequest{Content: "I prefer window seats."}, memory.OutcomeQueued, "preference", "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			result, err := w.Remember(t.Context(), c.id, c.request)
			if err != nil {
				t.Fatal(err)
			}
			if result.Outcome != c.outcome || result.Rule != c.rule || result.Importance < c.importance {
				t.Errorf("%+v", result)
			}
			if c.reason != "" && result.Reason != c.reason {
				t.Errorf("reason %q", result.Reason)
			}
		})
	}
}

func TestApplyChangesRulesLive(t *testing.T) {
	w := newWorld(t, nil)
	request := memory.RememberRequest{Content: "I prefer window seats.", Type: memory.TypePreference}
	outcome := func(ns *namespace.Effective) memory.Outcome {
		t.Helper()
		if err := w.Apply(ns); err != nil {
			t.Fatal(err)
		}
		result, err := w.Remember(t.Context(), alice, request)
		if err != nil {
			t.Fatal(err)
		}
		return result.Outcome
	}
	declaring := func(pattern string) *namespace.Effective {
		ns := effective(namespace.DefaultPolicy())
		ns.Agents[0].Rules.Drop = []namespace.Rule{{Name: "seats", Pattern: pattern}}
		return ns
	}
	if got := outcome(declaring("seats")); got != memory.OutcomeSkipped {
		t.Errorf("with the rule: %s", got)
	}
	err := w.Apply(declaring("("))
	wantKind(t, err, memory.KindInvalid)
	if !strings.Contains(err.Error(), `rule "seats" of agent "alice"`) {
		t.Errorf("message %q does not name the rule", err)
	}
	if result, err := w.Remember(t.Context(), alice, request); err != nil || result.Rule != "policy:seats" {
		t.Errorf("the old rules are not kept: %+v, %v", result, err)
	}
	if got := outcome(effective(namespace.DefaultPolicy())); got != memory.OutcomeQueued {
		t.Errorf("without the rule: %s", got)
	}
}

func TestRememberRefuses(t *testing.T) {
	w := newWorld(t, nil)
	const fine = "I prefer window seats."
	for _, c := range []struct {
		name    string
		id      memory.Identity
		request memory.RememberRequest
		kind    memory.Kind
		says    string
	}{
		{"no content", alice, memory.RememberRequest{}, memory.KindInvalid, "content is empty"},
		{"blank content", alice, memory.RememberRequest{Content: " \n\t\u200b　"}, memory.KindInvalid, "content is empty"},
		{"huge content", alice, memory.RememberRequest{Content: strings.Repeat("x", 10<<20)}, memory.KindInvalid, "10485760 bytes; the limit is 65536"},
		{"invalid UTF-8", alice, memory.RememberRequest{Content: "a\xffb"}, memory.KindInvalid, "UTF-8"},
		{"NUL", alice, memory.RememberRequest{Content: "a\x00b"}, memory.KindInvalid, "NUL"},
		{"long task", alice, memory.RememberRequest{Content: fine, Task: strings.Repeat("t", 257)}, memory.KindInvalid, "task_id has 257 bytes"},
		{"control in session", alice, memory.RememberRequest{Content: fine, Session: "a\nb"}, memory.KindInvalid, "session_id holds a control character"},
		{"blank topic", alice, memory.RememberRequest{Content: fine, Topic: "  "}, memory.KindInvalid, "topic is blank"},
		{"unknown type", alice, memory.RememberRequest{Content: fine, Type: "wish"}, memory.KindInvalid, `type "wish" is unknown; use one of preference, constraint,`},
		{"unknown scope", alice, memory.RememberRequest{Content: fine, Scope: "public"}, memory.KindInvalid, "private, shared"},
		{"importance above", alice, memory.RememberRequest{Content: fine, Importance: new(1.1)}, memory.KindInvalid, "importance is 1.1"},
		{"importance below", alice, memory.RememberRequest{Content: fine, Importance: new(-0.1)}, memory.KindInvalid, "importance is -0.1"},
		{"importance NaN", alice, memory.RememberRequest{Content: fine, Importance: new(math.NaN())}, memory.KindInvalid, "importance is NaN"},
		{"too early", alice, memory.RememberRequest{Content: fine, OccurredAt: time.Date(1899, 1, 1, 0, 0, 0, 0, time.UTC)}, memory.KindInvalid, "1900"},
		{"too late", alice, memory.RememberRequest{Content: fine, OccurredAt: beginning.Add(25 * time.Hour)}, memory.KindInvalid, "future"},
		{"unknown agent", memory.Identity{Agent: "eve"}, memory.RememberRequest{Content: fine}, memory.KindNotAllowed, `agent "eve"`},
		{"no agent", memory.Identity{}, memory.RememberRequest{Content: fine}, memory.KindNotAllowed, "agent"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := w.Remember(t.Context(), c.id, c.request)
			wantKind(t, err, c.kind)
			if err != nil && (!strings.Contains(err.Error(), c.says) || len(err.Error()) > 500) {
				t.Errorf("message %q does not say %q", err, c.says)
			}
		})
	}
	stats, err := w.Stats(t.Context())
	if err != nil || len(stats.Counts.Layers) != 0 || stats.Queue.Waiting != 0 {
		t.Errorf("something was written: %+v, %v", stats, err)
	}
}
