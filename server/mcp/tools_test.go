package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/rearview-dev/rearview/memory"
)

var update = flag.Bool("update", false, "write the golden files")

// TestToolList holds what clients see, word for word: names, descriptions, schemas, hints.
func TestToolList(t *testing.T) {
	_, answer := post(t, newFixture(t).url, []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
	var listed struct {
		Result struct {
			Tools []json.RawMessage `json:"tools"`
		} `json:"result"`
	}
	if err := json.Unmarshal([]byte(answer), &listed); err != nil {
		t.Fatal(err)
	}
	got, err := json.MarshalIndent(listed.Result.Tools, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "tools.json")
	if *update {
		if err := os.WriteFile(golden, append(got, '\n'), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.TrimSpace(string(want)), string(got)); diff != "" {
		t.Errorf("the tools differ from %s (-want +got):\n%s", golden, diff)
	}
	if len(listed.Result.Tools) != 3 {
		t.Errorf("%d tools", len(listed.Result.Tools))
	}
}

func TestRevisions(t *testing.T) {
	f := newFixture(t)
	f.verbs.remember = func(context.Context, memory.RememberRequest) (memory.RememberResult, error) {
		return memory.RememberResult{ID: "01J", Outcome: memory.OutcomeQueued, Layer: memory.LayerSemantic, Rule: "r", Reason: "because"}, nil
	}
	for _, revision := range mcpgo.ValidProtocolVersions {
		t.Run(revision, func(t *testing.T) {
			c, hello := f.client(t, revision)
			if hello.ProtocolVersion != revision {
				t.Errorf("revision %s; want %s", hello.ProtocolVersion, revision)
			}
			if !strings.Contains(hello.Instructions, "上次") {
				t.Error("no instructions")
			}
			if result := call(t, c, "remember", map[string]any{"content": "c"}); result.IsError {
				t.Errorf("remember: %s", textOf(result))
			}
		})
	}
}

func TestRememberPassesEverything(t *testing.T) {
	f := newFixture(t)
	var got memory.RememberRequest
	f.verbs.remember = func(_ context.Context, r memory.RememberRequest) (memory.RememberResult, error) {
		got = r
		return memory.RememberResult{Outcome: memory.OutcomeSkipped, Rule: "acknowledgement", Reason: memory.ReasonLowImportance}, nil
	}
	c, _ := f.client(t, "")
	result := call(t, c, "remember", map[string]any{
		"content": "<b>用 Python 3.11</b>", "type": "preference", "scope": "shared", "task_id": "t", "session_id": "s",
		"topic": "python", "metadata": map[string]any{"env": "prod"}, "importance": 0, "occurred_at": "2026-11-30T09:15:00+08:00",
	})
	zero := 0.0
	want := memory.RememberRequest{
		Content: "<b>用 Python 3.11</b>", Type: memory.TypePreference, Scope: memory.ScopeShared, Task: "t", Session: "s",
		Topic: "python", Metadata: map[string]string{"env": "prod"}, Importance: &zero, OccurredAt: time.Date(2026, 11, 30, 1, 15, 0, 0, time.UTC),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("request (-want +got):\n%s", diff)
	}
	if !strings.Contains(textOf(result), `"reason": "low_importance"`) {
		t.Errorf("text %s", textOf(result))
	}
}

func TestRecall(t *testing.T) {
	f := newFixture(t)
	var got memory.RecallRequest
	found := memory.RecallResult{
		Memories: []memory.Hit{{
			Memory: memory.Memory{
				ID: "01J", Agent: "planner", Scope: memory.ScopePrivate, Layer: memory.LayerEpisodic, Type: memory.TypeResult,
				Content: "if a < b && c > d", Task: "t", Metadata: map[string]string{"env": "prod"}, Importance: 0.5, CreatedAt: time.Unix(1, 0).UTC(), OccurredAt: time.Unix(0, 0).UTC(),
			},
			Score:    0.75,
			BestPart: &memory.Excerpt{Span: memory.Span{Start: 3, End: 8}, Text: "a < b"},
			Parts:    []memory.Part{{Name: "vector", Weight: 0.5, Value: 1}},
		}},
		Degraded:   []string{"vector: the embedder does not answer"},
		Considered: 3,
	}
	f.verbs.recall = func(_ context.Context, r memory.RecallRequest) (memory.RecallResult, error) {
		got = r
		return found, nil
	}
	c, _ := f.client(t, "")
	explained := call(t, c, "recall", map[string]any{
		"query": "q", "top_k": 7, "task_id": "t", "session_id": "s", "layers": []string{"episodic"}, "explain": true,
	})
	want := memory.RecallRequest{Query: "q", TopK: 7, Task: "t", Session: "s", Layers: []memory.Layer{memory.LayerEpisodic}, Explain: true}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("request (-want +got):\n%s", diff)
	}
	for _, part := range []string{`"content": "if a < b && c > d"`, `"task_id": "t"`, `"env": "prod"`, `"matched": []`, `"text": "a < b"`, `"name": "vector"`, "degraded"} {
		if !strings.Contains(textOf(explained), part) {
			t.Errorf("text lacks %s:\n%s", part, textOf(explained))
		}
	}
	if plain := call(t, c, "recall", map[string]any{"query": "q"}); strings.Contains(textOf(plain), "why") {
		t.Errorf("explained although nobody asked:\n%s", textOf(plain))
	}
	found = memory.RecallResult{}
	if nothing := call(t, c, "recall", map[string]any{"query": "q"}); !strings.Contains(textOf(nothing), `"memories": []`) {
		t.Errorf("nothing found reads %s", textOf(nothing))
	}
}

func TestForget(t *testing.T) {
	f := newFixture(t)
	var got []memory.ForgetRequest
	f.verbs.forget = func(_ context.Context, r memory.ForgetRequest) (memory.ForgetResult, error) {
		got = append(got, r)
		return memory.ForgetResult{Archived: r.IDs}, nil
	}
	c, _ := f.client(t, "")
	call(t, c, "forget", map[string]any{"id": "a"})
	call(t, c, "forget", map[string]any{"ids": []string{"a", "b"}})
	call(t, c, "forget", map[string]any{"query": "q"})
	if diff := cmp.Diff([]memory.ForgetRequest{{IDs: []string{"a"}}, {IDs: []string{"a", "b"}}, {Query: "q"}}, got); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
	for _, arguments := range []map[string]any{{}, {"id": "a", "ids": []string{"b"}}, {"id": "a", "query": "q"}} {
		wantError(t, call(t, c, "forget", arguments), "invalid: ", "exactly one of id, ids and query")
	}
	if len(got) != 3 {
		t.Errorf("%d calls came through; want 3", len(got))
	}
}

func TestFailures(t *testing.T) {
	secret := errors.New("SELECT content FROM secrets")
	tests := map[string]struct {
		err   error
		wants []string
	}{
		"invalid":     {memory.Errorf(memory.KindInvalid, "content is wrong"), []string{"invalid: content is wrong"}},
		"not allowed": {memory.Errorf(memory.KindNotAllowed, "not yours"), []string{"not_allowed: not yours"}},
		"not found":   {memory.Errorf(memory.KindNotFound, "no task"), []string{"not_found: no task"}},
		"conflict":    {memory.Errorf(memory.KindConflict, "busy"), []string{"conflict: busy"}},
		"unavailable": {memory.Wrap(memory.KindUnavailable, secret, "the store does not answer"), []string{"unavailable: the store does not answer; try again"}},
		"internal":    {memory.Wrap(memory.KindInternal, secret, "scan"), []string{"internal: ", "E1"}},
		"any other":   {secret, []string{"internal: ", "E1"}},
		"too slow":    {memory.Wrap(memory.KindUnavailable, context.DeadlineExceeded, "x"), []string{"unavailable: it took too long", "recall before you try again"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.verbs.recall = func(context.Context, memory.RecallRequest) (memory.RecallResult, error) {
				return memory.RecallResult{}, test.err
			}
			c, _ := f.client(t, "")
			result := call(t, c, "recall", map[string]any{"query": "q"})
			wantError(t, result, test.wants...)
			if strings.Contains(textOf(result), "SELECT") {
				t.Errorf("a detail leaks: %s", textOf(result))
			}
			if strings.Contains(textOf(result), "E1") != strings.Contains(f.log.String(), "error_id=E1") {
				t.Errorf("the error's id is not where it belongs; log:\n%s", f.log)
			}
		})
	}
}

func TestPanicIsContained(t *testing.T) {
	f := newFixture(t)
	f.verbs.recall = func(context.Context, memory.RecallRequest) (memory.RecallResult, error) { panic("secret state") }
	c, _ := f.client(t, "")
	for range 2 {
		result := call(t, c, "recall", map[string]any{"query": "q"})
		wantError(t, result, "internal: ", "E1")
		if strings.Contains(textOf(result), "secret") {
			t.Errorf("a detail leaks: %s", textOf(result))
		}
	}
	if !strings.Contains(f.log.String(), "tools_test.go") {
		t.Errorf("the log does not say where:\n%s", f.log)
	}
}

func TestBadArgumentsReachNoVerb(t *testing.T) {
	f := newFixture(t)
	c, _ := f.client(t, "")
	wantError(t, call(t, c, "remember", map[string]any{"content": "the secret plan", "contents": "x"}), `"contents" is not known`)
	wantError(t, call(t, c, "remember", json.RawMessage(`["the secret plan"]`)), "must be a JSON object")
	if f.verbs.called() != 0 {
		t.Errorf("%d calls came through", f.verbs.called())
	}
	if strings.Contains(f.log.String(), "secret") {
		t.Errorf("content is logged:\n%s", f.log)
	}
}

func TestUnknownTool(t *testing.T) {
	c, _ := newFixture(t).client(t, "")
	request := mcpgo.CallToolRequest{}
	request.Params.Name = "delete_all"
	if result, err := c.CallTool(t.Context(), request); err == nil || !strings.Contains(err.Error(), "delete_all") {
		t.Errorf("got %v, %v", result, err)
	}
}
