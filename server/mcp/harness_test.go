package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/server/auth"
)

// scripted are verbs that do as a test says, and note what they were asked.
type scripted struct {
	remember func(context.Context, memory.RememberRequest) (memory.RememberResult, error)
	recall   func(context.Context, memory.RecallRequest) (memory.RecallResult, error)
	forget   func(context.Context, memory.ForgetRequest) (memory.ForgetResult, error)

	mu     sync.Mutex
	agents []string
}

func (s *scripted) note(id memory.Identity) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.agents = append(s.agents, id.Agent)
}

func (s *scripted) called() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.agents)
}

func (s *scripted) Remember(ctx context.Context, id memory.Identity, r memory.RememberRequest) (memory.RememberResult, error) {
	s.note(id)
	return s.remember(ctx, r)
}

func (s *scripted) Recall(ctx context.Context, id memory.Identity, r memory.RecallRequest) (memory.RecallResult, error) {
	s.note(id)
	return s.recall(ctx, r)
}

func (s *scripted) Forget(ctx context.Context, id memory.Identity, r memory.ForgetRequest) (memory.ForgetResult, error) {
	s.note(id)
	return s.forget(ctx, r)
}

// fixture is a server with scripted verbs behind real HTTP, where everybody is agent planner.
type fixture struct {
	verbs *scripted
	log   *syncBuffer
	tools *Server
	url   string
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{verbs: &scripted{}, log: &syncBuffer{}}
	f.tools = New(Config{
		Verbs:       f.verbs,
		Version:     "test",
		CallTimeout: 10 * time.Second,
		NewErrorID:  func() string { return "E1" },
		Logger:      slog.New(slog.NewTextHandler(f.log, nil)),
	})
	endpoint := f.tools.HTTP(func(h http.Handler) http.Handler { return h })
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := auth.WithIdentity(r.Context(), memory.Identity{Agent: "planner"})
		endpoint.ServeHTTP(w, r.WithContext(ctx))
	}))
	t.Cleanup(s.Close)
	f.url = s.URL
	return f
}

// client connects with a revision; empty for the newest.
func (f *fixture) client(t *testing.T, revision string) (*client.Client, *mcpgo.InitializeResult) {
	t.Helper()
	channel, err := transport.NewStreamableHTTP(f.url)
	if err != nil {
		t.Fatal(err)
	}
	c := client.NewClient(channel, client.WithProtocolVersion(revision))
	t.Cleanup(func() { _ = c.Close() })
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	request := mcpgo.InitializeRequest{}
	request.Params.ProtocolVersion = revision
	request.Params.ClientInfo = mcpgo.Implementation{Name: "test", Version: "1"}
	result, err := c.Initialize(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	return c, result
}

// call calls a tool and checks what holds for every answer: exactly one text, and either an error or
// structured content that is as the tool's schema says and the same as the text.
func call(t *testing.T, c *client.Client, tool string, arguments any) *mcpgo.CallToolResult {
	t.Helper()
	request := mcpgo.CallToolRequest{}
	request.Params.Name = tool
	request.Params.Arguments = arguments
	result, err := c.CallTool(t.Context(), request)
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	if len(result.Content) != 1 {
		t.Fatalf("%s: %d contents", tool, len(result.Content))
	}
	if result.IsError {
		if result.StructuredContent != nil {
			t.Errorf("%s: an error with structured content", tool)
		}
		return result
	}
	checkSchema(t, c, tool, result)
	return result
}

func checkSchema(t *testing.T, c *client.Client, tool string, result *mcpgo.CallToolResult) {
	t.Helper()
	listed, err := c.ListTools(t.Context(), mcpgo.ListToolsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, described := range listed.Tools {
		if described.Name != tool {
			continue
		}
		schema, err := json.Marshal(described.OutputSchema)
		if err != nil {
			t.Fatal(err)
		}
		structured, err := json.Marshal(result.StructuredContent)
		if err != nil {
			t.Fatal(err)
		}
		validate(t, schema, structured)
		validate(t, schema, []byte(textOf(result)))
		if !equalJSON(t, structured, []byte(textOf(result))) {
			t.Errorf("%s: text and structured content differ:\n%s\n%s", tool, textOf(result), structured)
		}
		return
	}
	t.Fatalf("tool %s is not listed", tool)
}

func validate(t *testing.T, schema, instance []byte) {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("mem:///schema.json", document); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("mem:///schema.json")
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(instance))
	if err != nil {
		t.Fatalf("%v: %s", err, instance)
	}
	if err := compiled.Validate(value); err != nil {
		t.Errorf("%s is not as the schema says: %v", instance, err)
	}
}

func equalJSON(t *testing.T, a, b []byte) bool {
	t.Helper()
	var x, y any
	if err := json.Unmarshal(a, &x); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &y); err != nil {
		t.Fatal(err)
	}
	xs, _ := json.Marshal(x)
	ys, _ := json.Marshal(y)
	return bytes.Equal(xs, ys)
}

func textOf(result *mcpgo.CallToolResult) string {
	text, _ := mcpgo.AsTextContent(result.Content[0])
	return text.Text
}

// wantError checks that a result is an error that says all of wants.
func wantError(t *testing.T, result *mcpgo.CallToolResult, wants ...string) {
	t.Helper()
	if !result.IsError {
		t.Fatalf("no error but %s", textOf(result))
	}
	for _, want := range wants {
		if !strings.Contains(textOf(result), want) {
			t.Errorf("message %q lacks %q", textOf(result), want)
		}
	}
}

// syncBuffer is a buffer for several goroutines.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}
