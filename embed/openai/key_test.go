package openai

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rearview-dev/rearview/internal/openaiapi"
	"github.com/rearview-dev/rearview/memory"
)

const secret = "sk-test-0123456789"

func TestKeyIsReadAgain(t *testing.T) {
	server := newFakeServer(t)
	options := testOptions(server, newClock())
	options.APIKeyFile = writeKey(t, secret+"\n")
	e := newTestEmbedder(t, options)
	mustEmbed(t, e)
	if err := os.WriteFile(options.APIKeyFile, []byte("sk-new"), 0o600); err != nil {
		t.Fatal(err)
	}
	mustEmbed(t, e)
	for i, want := range []string{"Bearer " + secret, "Bearer sk-new"} {
		if got := server.headers[i].Get("Authorization"); got != want {
			t.Errorf("request %d: Authorization %q instead of %q", i, got, want)
		}
	}
}

func TestNoKey(t *testing.T) {
	server := newFakeServer(t)
	mustEmbed(t, newTestEmbedder(t, testOptions(server, newClock())))
	if got := server.headers[0].Values("Authorization"); len(got) != 0 {
		t.Errorf("Authorization %q", got)
	}
}

func TestKeyFileIsWrong(t *testing.T) {
	tests := map[string]string{
		"missing":     filepath.Join(t.TempDir(), "none"),
		"empty":       writeKey(t, " \n"),
		"two lines":   writeKey(t, secret+"\nX-Other: 1"),
		"not a key":   writeKey(t, "\x00\x01"+secret),
		"huge":        writeKey(t, strings.Repeat(secret, 2000)),
		"a directory": t.TempDir(),
	}
	for name, path := range tests {
		t.Run(name, func(t *testing.T) {
			server := newFakeServer(t)
			options := testOptions(server, newClock())
			options.APIKeyFile = path
			_, err := newTestEmbedder(t, options).EmbedQuery(context.Background(), "hello")
			if memory.KindOf(err) != memory.KindUnavailable {
				t.Fatalf("error %v", err)
			}
			requireContains(t, err.Error(), path)
			if strings.Contains(err.Error(), secret) {
				t.Errorf("the error shows the key: %v", err)
			}
			if n := len(server.seen()); n != 0 {
				t.Errorf("%d requests without a key", n)
			}
		})
	}
}

// Some servers repeat the key in what they answer.
func TestKeyIsNotShown(t *testing.T) {
	for _, code := range []int{http.StatusUnauthorized, http.StatusBadRequest, http.StatusInternalServerError} {
		badDays := make([]http.HandlerFunc, openaiapi.MaxAttempts)
		for i := range badDays {
			badDays[i] = status(code, "the key "+secret+" is wrong")
		}
		options := testOptions(newFakeServer(t, badDays...), newClock())
		options.APIKeyFile = writeKey(t, secret)
		_, err := newTestEmbedder(t, options).EmbedQuery(context.Background(), "hello")
		if err == nil || strings.Contains(err.Error(), secret) {
			t.Errorf("status %d: error %v", code, err)
		}
	}
}

// A URL's query may hold a key too.
func TestQueryIsNotShown(t *testing.T) {
	server := newFakeServer(t)
	server.Close()
	options := testOptions(server, newClock())
	options.URL += "?key=" + secret
	_, err := newTestEmbedder(t, options).EmbedQuery(context.Background(), "hello")
	if err == nil || strings.Contains(err.Error(), secret) {
		t.Errorf("error %v", err)
	}
}

func writeKey(t *testing.T, key string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(path, []byte(key), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func mustEmbed(t *testing.T, e *Embedder) {
	t.Helper()
	if _, err := e.EmbedQuery(context.Background(), "hello"); err != nil {
		t.Fatal(err)
	}
}
