package openaiapi_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/rearview-dev/rearview/internal/openaiapi"
	"github.com/rearview-dev/rearview/memory"
)

func call(t *testing.T, handler http.HandlerFunc, private ...string) error {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	client, err := openaiapi.New(openaiapi.Options{
		What: "test", URL: server.URL + "/v1", Path: "things", Model: "m",
		Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	})
	if err != nil {
		t.Fatal(err)
	}
	return client.Do(t.Context(), openaiapi.Call{
		Request:  private,
		Private:  private,
		MaxBytes: 100,
		Decode:   func([]byte) error { return nil },
	})
}

// What a server says of a refusal is shown, unless it repeats what was sent, however it is written.
func TestRefusalsDoNotRepeatWhatWasSent(t *testing.T) {
	const content = "The door code is 4711-ABC, don't tell \"anyone\".\n密码是四七一一，别告诉任何人"
	quoted, err := json.Marshal(map[string]any{"error": map[string]string{"message": "cannot parse: " + content}})
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		body  string
		shown string
	}{
		"about the model":  {`{"error":{"message":"model requires more system memory (5.6 GiB) than is available"}}`, "5.6 GiB"},
		"as Ollama does":   {`{"error":"llama runner process has terminated"}`, "llama runner"},
		"not JSON":         {"<html>Bad Gateway</html>", "Bad Gateway"},
		"all of it":        {content, ""},
		"in JSON":          {string(quoted), ""},
		"the middle of it": {"unexpected token near code is 4711-ABC,", ""},
		"in Chinese":       {`{"error":"无法处理：密码是四七一一，别告诉"}`, ""},
		"in capitals":      {"THE DOOR CODE IS", ""},
	}
	for name, test := range tests {
		for _, status := range []int{400, 401, 404, 422, 429, 500} {
			t.Run(name, func(t *testing.T) {
				err := call(t, func(w http.ResponseWriter, _ *http.Request) {
					w.WriteHeader(status)
					_, _ = w.Write([]byte(test.body))
				}, content)
				if err == nil {
					t.Fatal("no error")
				}
				if test.shown != "" && !strings.Contains(err.Error(), test.shown) {
					t.Errorf("status %d: %q does not say %q", status, err, test.shown)
				}
				if test.shown == "" && !strings.Contains(err.Error(), "repeats what was sent") {
					t.Errorf("status %d: %q", status, err)
				}
			})
		}
	}
}

func TestShortTextsAreNotRepeated(t *testing.T) {
	err := call(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write([]byte("what is 4711?"))
	}, "4711")
	if memory.KindOf(err) != memory.KindInvalid || strings.Contains(err.Error(), "4711") {
		t.Errorf("error %v", err)
	}
}

func TestAnswersAreBounded(t *testing.T) {
	for size, kind := range map[int]memory.Kind{100: "", 101: memory.KindInternal, 10 << 20: memory.KindInternal} {
		err := call(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, size)) })
		if memory.KindOf(err) != kind {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}
