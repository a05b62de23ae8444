package server

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/rearview-dev/rearview/memory"
)

// agent is a client of a running server with one agent's token.
type agent struct {
	*client.Client
	t *testing.T
}

func (r *running) agent(t *testing.T, name string) agent {
	t.Helper()
	channel, err := transport.NewStreamableHTTP(r.url+EndpointPath, transport.WithHTTPHeaders(map[string]string{"Authorization": "Bearer rv_" + name}))
	if err != nil {
		t.Fatal(err)
	}
	c := client.NewClient(channel)
	t.Cleanup(func() { _ = c.Close() })
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Initialize(t.Context(), mcp.InitializeRequest{}); err != nil {
		t.Fatal(err)
	}
	return agent{c, t}
}

type found struct {
	ID      string `json:"id"`
	Content string `json:"content"`
}

// answer holds the fields of all tools' results that the stories look at.
type answer struct {
	// Failure is the text of an isError result.
	Failure  string
	ID       string   `json:"id"`
	Outcome  string   `json:"outcome"`
	Reason   string   `json:"reason"`
	Memories []found  `json:"memories"`
	Archived []string `json:"archived"`
	Preview  []found  `json:"preview"`
}

func (a agent) call(tool string, arguments map[string]any) answer {
	a.t.Helper()
	request := mcp.CallToolRequest{}
	request.Params.Name, request.Params.Arguments = tool, arguments
	result, err := a.CallTool(a.t.Context(), request)
	if err != nil {
		a.t.Fatalf("%s: %v", tool, err)
	}
	text, _ := mcp.AsTextContent(result.Content[0])
	if result.IsError {
		return answer{Failure: text.Text}
	}
	var got answer
	if err := json.Unmarshal([]byte(text.Text), &got); err != nil {
		a.t.Fatalf("%s: %v in %s", tool, err, text.Text)
	}
	return got
}

func (a agent) remember(content string, more ...any) answer {
	a.t.Helper()
	arguments := map[string]any{"content": content}
	for i := 0; i < len(more); i += 2 {
		arguments[more[i].(string)] = more[i+1]
	}
	got := a.call("remember", arguments)
	if got.Failure != "" {
		a.t.Fatalf("remember %q: %s", content, got.Failure)
	}
	return got
}

func contents(list []found) []string {
	texts := []string{}
	for _, f := range list {
		texts = append(texts, f.Content)
	}
	return texts
}

// TestPrivateIsPrivate: what one agent remembers privately reaches no other, whatever that one sends.
func TestPrivateIsPrivate(t *testing.T) {
	r := start(t, newEngine(t, shortDir(t)), nil)
	planner, coder := r.agent(t, "planner"), r.agent(t, "coder")
	secret := planner.remember("The deploy password of the staging cluster is plum-42", "task_id", "staging")
	shared := planner.remember("The team's preferred database is PostgreSQL 16", "type", "preference", "scope", "shared")

	if got := coder.call("recall", map[string]any{"query": "deploy password staging cluster plum-42", "top_k": 100}); strings.Contains(fmt.Sprint(got), "plum-42") {
		t.Errorf("coder recalls planner's secret: %v", got)
	}
	if got := coder.call("recall", map[string]any{"query": "which database does the team prefer"}); !cmp.Equal(contents(got.Memories), []string{"The team's preferred database is PostgreSQL 16"}) {
		t.Errorf("coder recalls %v; want what is shared", got)
	}
	if got := coder.call("forget", map[string]any{"query": "deploy password staging"}); strings.Contains(fmt.Sprint(got), "plum-42") {
		t.Errorf("coder previews planner's secret: %v", got)
	}

	// Another's id, an id that never was, and another's task read the same as nothing at all.
	forged := secret.ID[:len(secret.ID)-1] + "0"
	if forged == secret.ID {
		forged = secret.ID[:len(secret.ID)-1] + "1"
	}
	theirs, none := coder.call("forget", map[string]any{"id": secret.ID}), coder.call("forget", map[string]any{"id": forged})
	if !strings.HasPrefix(theirs.Failure, "not_found: ") || theirs.Failure != strings.ReplaceAll(none.Failure, forged, secret.ID) {
		t.Errorf("coder can tell another's memory from none: %q, %q", theirs.Failure, none.Failure)
	}
	if got := coder.call("recall", map[string]any{"query": "q", "task_id": "staging"}); !strings.HasPrefix(got.Failure, "not_found: ") {
		t.Errorf("coder's recall in planner's task: %v", got)
	}
	if got := coder.call("forget", map[string]any{"id": shared.ID}); !strings.HasPrefix(got.Failure, "not_allowed: ") {
		t.Errorf("coder forgets planner's shared memory: %v", got)
	}
	if got := planner.call("recall", map[string]any{"query": "deploy password", "task_id": "staging"}); !strings.Contains(fmt.Sprint(got), "plum-42") {
		t.Errorf("planner recalls %v; want the secret", got)
	}
}

// TestBadInputWritesNothing sends each kind of bad input to a real engine, and looks into the store.
func TestBadInputWritesNothing(t *testing.T) {
	engine := newEngine(t, shortDir(t))
	r := start(t, engine, nil)
	planner := r.agent(t, "planner")
	tests := map[string]struct {
		tool      string
		arguments map[string]any
		wants     []string
	}{
		"unknown argument":  {"remember", map[string]any{"content": "Use Python 3.11", "contents": "x"}, []string{"invalid: ", `"contents"`}},
		"missing":           {"remember", map[string]any{"type": "fact"}, []string{"invalid: ", `"content" is missing`}},
		"wrong type":        {"remember", map[string]any{"content": 7}, []string{"invalid: ", `"content"`}},
		"empty content":     {"remember", map[string]any{"content": ""}, []string{"invalid: ", `"content"`}},
		"invisible content": {"remember", map[string]any{"content": "\u200b\u200d"}, []string{"invalid: ", "content"}},
		"NUL":               {"remember", map[string]any{"content": "Use\x00Python"}, []string{"invalid: ", "NUL"}},
		"too long":          {"remember", map[string]any{"content": strings.Repeat("Use Python. ", 10_000)}, []string{"invalid: ", "65536"}},
		"unknown type":      {"remember", map[string]any{"content": "Use Python 3.11", "type": "wish"}, []string{"invalid: ", `"type"`}},
		"importance":        {"remember", map[string]any{"content": "Use Python 3.11", "importance": 7}, []string{"invalid: ", `"importance"`}},
		"the future":        {"remember", map[string]any{"content": "Use Python 3.11", "occurred_at": "2999-01-01T00:00:00Z"}, []string{"invalid: ", "occurred_at", "future"}},
		"control in a name": {"remember", map[string]any{"content": "Use Python 3.11", "task_id": "a\nb"}, []string{"invalid: ", "task_id"}},
		"negative top_k":    {"recall", map[string]any{"query": "q", "top_k": -5}, []string{"invalid: ", `"top_k"`, "-5"}},
		"huge top_k":        {"recall", map[string]any{"query": "q", "top_k": 1e9}, []string{"invalid: ", `"top_k"`}},
		"fractional top_k":  {"recall", map[string]any{"query": "q", "top_k": 1.5}, []string{"invalid: ", `"top_k"`, "1.5"}},
		"unknown task":      {"recall", map[string]any{"query": "q", "task_id": "never"}, []string{"not_found: ", `"never"`, "leave task_id out"}},
		"forged id":         {"forget", map[string]any{"id": "01J00000000000000000000000"}, []string{"not_found: "}},
		"no id":             {"forget", map[string]any{"id": "'; DROP TABLE memories; --"}, []string{"not_found: "}},
		"nothing to forget": {"forget", map[string]any{}, []string{"invalid: ", "exactly one"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := agent{planner.Client, t}.call(test.tool, test.arguments)
			for _, want := range test.wants {
				if !strings.Contains(got.Failure, want) {
					t.Errorf("failure %q lacks %q", got.Failure, want)
				}
			}
		})
	}
	for _, token := range []string{"", "rv_wrong"} {
		if status, _ := r.remember(t, token, "Use Python 3.11, always"); status != 401 {
			t.Errorf("token %q: status %d", token, status)
		}
	}
	r.rpc(t, "rv_planner", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"remember","arguments":{"content":"Use Python `+"\xff"+`"}}}`)
	r.remember(t, "rv_planner", strings.Repeat("Use Python. ", 1<<20))

	stats, err := engine.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if stats.Written != 0 || stats.Queue.Waiting != 0 || stats.Counts.Archived != 0 || len(stats.Counts.Layers) != 0 {
		t.Errorf("something was written: %+v", stats)
	}
	if got := planner.remember("Use Python 3.11, not 3.12", "type", "preference"); got.Outcome != string(memory.OutcomeQueued) {
		t.Errorf("afterwards remember answers %v", got)
	}
}

func TestForgetAndRecall(t *testing.T) {
	r := start(t, newEngine(t, shortDir(t)), nil)
	planner := r.agent(t, "planner")
	planner.remember("Use Python 3.11, not 3.12", "type", "preference")
	gone := planner.remember("The airline that I prefer is KLM", "type", "preference")

	preview := planner.call("forget", map[string]any{"query": "airline KLM"})
	if len(preview.Preview) == 0 || preview.Preview[0].ID != gone.ID || len(preview.Archived) != 0 {
		t.Errorf("preview %+v; want %s first", preview, gone.ID)
	}
	if got := planner.call("forget", map[string]any{"ids": []string{gone.ID, "01J00000000000000000000000"}}); got.Failure == "" {
		t.Errorf("forgetting one that is not there: %+v", got)
	}
	if got := planner.call("recall", map[string]any{"query": "airline KLM"}); !strings.Contains(fmt.Sprint(got), gone.ID) {
		t.Errorf("all or none: %+v", got)
	}
	if got := planner.call("forget", map[string]any{"ids": []string{gone.ID}}); !cmp.Equal(got.Archived, []string{gone.ID}) {
		t.Errorf("archived %+v", got)
	}
	got := planner.call("recall", map[string]any{"query": "airline KLM Python"})
	if diff := cmp.Diff([]string{"Use Python 3.11, not 3.12"}, contents(got.Memories)); diff != "" {
		t.Errorf("recalled (-want +got):\n%s", diff)
	}
}

// TestConcurrentAgents: each of many calls at once is answered, and everything acknowledged is recalled.
func TestConcurrentAgents(t *testing.T) {
	r := start(t, newEngine(t, shortDir(t)), nil)
	var agents sync.WaitGroup
	for n := range 16 {
		name := []string{"planner", "coder"}[n%2]
		a := r.agent(t, name)
		agents.Go(func() {
			for i := range 10 {
				marker := fmt.Sprintf("marker%dx%d", n, i)
				a.remember("The build of project "+marker+" failed with error 137, out of memory", "type", "error")
				got := a.call("recall", map[string]any{"query": "project " + marker})
				if !strings.Contains(strings.Join(contents(got.Memories), "\n"), marker+" ") {
					t.Errorf("%s does not recall %s but %v", name, marker, contents(got.Memories))
				}
			}
		})
	}
	agents.Wait()
}
