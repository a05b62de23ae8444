package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// TestKill: kill -9 in the middle of 5,000 remember calls at once loses nothing that was acknowledged, and the
// very next recalls find it.
func TestKill(t *testing.T) {
	const calls, killAfter = 5000, 2500
	d := newData(t)
	p := d.up(t)
	token := d.token(t, "planner")
	c := &http.Client{Transport: &http.Transport{MaxConnsPerHost: 256, MaxIdleConnsPerHost: 256}}
	defer c.CloseIdleConnections()

	var (
		acknowledged  sync.Map // the numbers that were acknowledged
		count, others atomic.Int64
		enough        = make(chan struct{})
		callers       sync.WaitGroup
	)
	for n := range calls {
		callers.Go(func() {
			got, err := rawCall(c, p.url, token, "remember", map[string]any{"content": content(n), "type": "fact"})
			if err != nil || got.Outcome != "queued" {
				others.Add(1) // it was under way when the process was killed
				return
			}
			acknowledged.Store(n, true)
			if count.Add(1) == killAfter {
				close(enough)
			}
		})
	}
	select {
	case <-enough:
	case <-p.exited:
		t.Fatal("the server ended by itself")
	}
	p.kill()
	callers.Wait()
	t.Logf("%d acknowledged, %d not", count.Load(), others.Load())

	p = d.up(t)
	var (
		readers sync.WaitGroup
		lost    atomic.Int64
		numbers = make(chan int)
	)
	for range 8 {
		readers.Go(func() {
			for n := range numbers {
				got, err := rawCall(c, p.url, token, "recall", map[string]any{"query": question(n)})
				if err != nil || !strings.Contains(fmt.Sprint(got.Memories), content(n)) {
					if lost.Add(1) <= 10 {
						t.Errorf("%q is not recalled by %q but %v, %v", content(n), question(n), got.Memories, err)
					}
				}
			}
		})
	}
	acknowledged.Range(func(n, _ any) bool { numbers <- n.(int); return true })
	close(numbers)
	readers.Wait()
	if lost.Load() > 0 {
		t.Errorf("%d of %d acknowledged memories are not recalled", lost.Load(), count.Load())
	}
}

func content(n int) string {
	return fmt.Sprintf("The invoice number of customer %s is INV-%06d", customer(n), n*7919%1_000_003)
}

func question(n int) string { return "What is the invoice number of customer " + customer(n) + "?" }

// customer is a name that no other number has.
func customer(n int) string {
	syllables := []string{"ba", "de", "fi", "go", "hu", "ka", "le", "mi", "no", "pu"}
	var name strings.Builder
	for _, digit := range fmt.Sprintf("%04d", n) {
		name.WriteString(syllables[digit-'0'])
	}
	return name.String()
}

// rawCall calls a tool without a client in between.
func rawCall(c *http.Client, url, token, tool string, arguments map[string]any) (structured, error) {
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": arguments},
	})
	if err != nil {
		return structured{}, err
	}
	request, err := http.NewRequest(http.MethodPost, url+"/mcp", bytes.NewReader(body))
	if err != nil {
		return structured{}, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	response, err := c.Do(request)
	if err != nil {
		return structured{}, err
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		return structured{}, err
	}
	var message struct {
		Result struct {
			IsError    bool       `json:"isError"`
			Structured structured `json:"structuredContent"`
		} `json:"result"`
	}
	if err := json.Unmarshal(data, &message); err != nil || response.StatusCode != http.StatusOK || message.Result.IsError {
		return structured{}, fmt.Errorf("%s: %.300s", response.Status, data)
	}
	return message.Result.Structured, nil
}
