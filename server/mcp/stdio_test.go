package mcp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/server/auth"
)

// converse sends lines over stdio, closes the input, and returns the answers by id ("null" for none).
func converse(t *testing.T, f *fixture, lines ...string) map[string]string {
	t.Helper()
	ctx := auth.WithIdentity(t.Context(), memory.Identity{Agent: "planner"})
	var out syncBuffer
	if err := f.tools.Stdio(ctx, strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	answers := map[string]string{}
	scanner := bufio.NewScanner(strings.NewReader(out.String()))
	scanner.Buffer(nil, 4<<20)
	for scanner.Scan() {
		var message struct {
			Version string          `json:"jsonrpc"`
			ID      json.RawMessage `json:"id"`
		}
		if err := json.Unmarshal(scanner.Bytes(), &message); err != nil || message.Version != "2.0" {
			t.Fatalf("stdout holds something else than protocol: %q", scanner.Text())
		}
		answers[string(message.ID)] = scanner.Text()
	}
	return answers
}

const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`

func TestStdio(t *testing.T) {
	f := newFixture(t)
	f.verbs.remember = func(_ context.Context, r memory.RememberRequest) (memory.RememberResult, error) {
		return memory.RememberResult{Outcome: memory.OutcomeStored, Reason: r.Content}, nil
	}
	answers := converse(t, f,
		hello,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		``,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"remember","arguments":{"content":"上次"}}}`,
		`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"remember","arguments":{"content":"`+strings.Repeat("a", 2<<20)+`"}}}`,
		`this is not JSON`,
		`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"remember","arguments":{}}}`,
		`{"jsonrpc":"2.0","id":5,"method":"ping"}`, // and no line end behind it
	)
	wants := map[string]string{
		"0":    `"protocolVersion":"2025-06-18"`,
		"1":    `"forget"`,
		"2":    `上次`,
		"null": `"error"`,
		"4":    `is missing`,
		"5":    `"result":{}`,
	}
	for id, want := range wants {
		if !strings.Contains(answers[id], want) {
			t.Errorf("message %s was answered %.300q; want %q", id, answers[id], want)
		}
	}
	if len(answers) != len(wants) {
		t.Errorf("%d answers; want %d", len(answers), len(wants))
	}
	if f.verbs.called() != 1 || f.verbs.agents[0] != "planner" {
		t.Errorf("calls by %v; want one by planner", f.verbs.agents)
	}
}

// TestStdioModern speaks the revision without a handshake, and asks for a subscription that has nothing to offer.
func TestStdioModern(t *testing.T) {
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	answers := converse(t, newFixture(t),
		`{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{`+meta+`}}`,
		`{"jsonrpc":"2.0","id":2,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},`+meta+`}}`,
		`{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{`+meta+`}}`,
	)
	for id, want := range map[string]string{"1": "2026-07-28", "2": `"result"`, "3": "remember", "": "notifications/subscriptions/acknowledged"} {
		if !strings.Contains(answers[id], want) {
			t.Errorf("message %q was answered %.300q; want %q", id, answers[id], want)
		}
	}
}

// TestStdioDrains: a call that is under way when ctx ends is finished and answered.
func TestStdioDrains(t *testing.T) {
	f := newFixture(t)
	started, finish := make(chan struct{}), make(chan struct{})
	f.verbs.remember = func(ctx context.Context, _ memory.RememberRequest) (memory.RememberResult, error) {
		close(started)
		<-finish
		return memory.RememberResult{Outcome: memory.OutcomeStored}, ctx.Err()
	}
	ctx, cancel := context.WithCancel(auth.WithIdentity(t.Context(), memory.Identity{Agent: "planner"}))
	in, client := io.Pipe()
	defer client.Close()
	var out syncBuffer
	done := make(chan error)
	go func() { done <- f.tools.Stdio(ctx, in, &out) }()
	if _, err := io.WriteString(client, string(toolCall(`{"content":"c"}`))+"\n"); err != nil {
		t.Fatal(err)
	}
	<-started
	cancel()
	close(finish)
	if err := <-done; err != nil || !strings.Contains(out.String(), `"stored"`) {
		t.Errorf("Stdio = %v after %q", err, out.String())
	}
}

func TestStdioTellsWhatBroke(t *testing.T) {
	broken := errors.New("pipe is broken")
	r, w := io.Pipe()
	w.CloseWithError(broken)
	if err := newFixture(t).tools.Stdio(t.Context(), r, io.Discard); !errors.Is(err, broken) {
		t.Errorf("reading: %v", err)
	}
	r, w = io.Pipe()
	r.CloseWithError(broken)
	if err := newFixture(t).tools.Stdio(t.Context(), strings.NewReader(hello), w); !errors.Is(err, broken) {
		t.Errorf("writing: %v", err)
	}
}
