package mcp

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/rearview-dev/rearview/memory"
)

// post sends a body as it is and returns the status and the answer.
func post(t *testing.T, url string, body []byte) (int, string) {
	t.Helper()
	response, err := http.Post(url, "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(answer)
}

func toolCall(arguments string) []byte {
	return []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"remember","arguments":` + arguments + `}}`)
}

func TestRawHTTP(t *testing.T) {
	tests := map[string]struct {
		body   []byte
		status int
		wants  []string
	}{
		"not JSON":          {[]byte(`{"jsonrpc":`), 400, []string{"-32700"}},
		"NaN":               {toolCall(`{"content":"c","importance":NaN}`), 400, []string{"-32700"}},
		"a batch":           {[]byte(`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`), 400, []string{"-32700"}},
		"unknown method":    {[]byte(`{"jsonrpc":"2.0","id":1,"method":"memories/destroy"}`), 200, []string{"-32601"}},
		"invalid UTF-8":     {toolCall("{\"content\":\"caf\xe9\"}"), 200, []string{`"isError":true`, "not valid UTF-8"}},
		"twice":             {toolCall(`{"content":"a","content":"b"}`), 200, []string{`"isError":true`, "given twice"}},
		"10 MB content":     {toolCall(`{"content":"` + strings.Repeat("a", 10<<20) + `"}`), 413, []string{"-32600", "larger than 1048576 bytes", "nothing was done"}},
		"too long content":  {toolCall(`{"content":"` + strings.Repeat("a", 900<<10) + `"}`), 200, []string{`"isError":true`, "at most 65536 bytes"}},
		"cancellation":      {[]byte(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`), 202, nil},
		"a notification":    {[]byte(`{"jsonrpc":"2.0","method":"notifications/initialized"}`), 202, nil},
		"deeply nested":     {toolCall(strings.Repeat("[", 200_000)), 400, []string{"-32600", "more than 4096 values"}},
		"no name of a tool": {[]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}`), 200, []string{"error"}},
	}
	f := newFixture(t)
	f.verbs.remember = func(context.Context, memory.RememberRequest) (memory.RememberResult, error) {
		return memory.RememberResult{Outcome: memory.OutcomeStored}, nil
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			status, answer := post(t, f.url, test.body)
			if status != test.status {
				t.Errorf("status %d; want %d", status, test.status)
			}
			for _, want := range test.wants {
				if !strings.Contains(answer, want) {
					t.Errorf("answer %.300s lacks %q", answer, want)
				}
			}
			if f.verbs.called() != 0 {
				t.Error("a verb was called")
			}
		})
	}
	if _, answer := post(t, f.url, toolCall(`{"content":"c"}`)); !strings.Contains(answer, `"stored"`) {
		t.Errorf("afterwards the server answers %s", answer)
	}
}

func TestOnlyPost(t *testing.T) {
	f := newFixture(t)
	for _, method := range []string{http.MethodGet, http.MethodDelete, http.MethodPut, http.MethodHead} {
		request, err := http.NewRequestWithContext(t.Context(), method, f.url, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Accept", "text/event-stream")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusMethodNotAllowed || response.Header.Get("Allow") != http.MethodPost {
			t.Errorf("%s: status %d, Allow %q", method, response.StatusCode, response.Header.Get("Allow"))
		}
	}
}

// TestCancellationStaysWithItsClient: without sessions all clients' request ids are alike, so one client's
// cancellation must not reach another's call.
func TestCancellationStaysWithItsClient(t *testing.T) {
	f := newFixture(t)
	started, finish := make(chan struct{}), make(chan struct{})
	f.verbs.remember = func(ctx context.Context, _ memory.RememberRequest) (memory.RememberResult, error) {
		close(started)
		<-finish
		return memory.RememberResult{Outcome: memory.OutcomeStored}, ctx.Err()
	}
	answers := make(chan string)
	go func() {
		_, answer := post(t, f.url, toolCall(`{"content":"c"}`))
		answers <- answer
	}()
	<-started
	post(t, f.url, []byte(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`))
	close(finish)
	if answer := <-answers; !strings.Contains(answer, `"stored"`) {
		t.Errorf("the call was answered %s", answer)
	}
}

// TestClientsDoNotMix: many clients that use the same request ids each get their own answers.
func TestClientsDoNotMix(t *testing.T) {
	f := newFixture(t)
	f.verbs.remember = func(_ context.Context, r memory.RememberRequest) (memory.RememberResult, error) {
		return memory.RememberResult{Outcome: memory.OutcomeStored, Reason: r.Content}, nil
	}
	var clients sync.WaitGroup
	for n := range 32 {
		clients.Go(func() {
			for i := range 10 {
				want := fmt.Sprintf("client %d, call %d", n, i)
				if _, answer := post(t, f.url, toolCall(fmt.Sprintf(`{"content":%q}`, want))); !strings.Contains(answer, want) {
					t.Errorf("%q was answered %s", want, answer)
				}
			}
		})
	}
	clients.Wait()
}
