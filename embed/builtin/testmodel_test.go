package builtin

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
)

var openShared = sync.OnceValues(func() (*Embedder, error) { return Open(modelPath()) })

// testEmbedder returns the real model, shared by the tests.
func testEmbedder(tb testing.TB) *Embedder {
	tb.Helper()
	e, err := openShared()
	if err != nil {
		tb.Fatal(err)
	}
	return e
}

// modelPath is REARVIEW_MODEL, or .cache/model in the module's root.
func modelPath() string {
	if path := os.Getenv("REARVIEW_MODEL"); path != "" {
		return path
	}
	dir, err := os.Getwd()
	for err == nil && dir != filepath.Dir(dir) {
		if _, statErr := os.Stat(filepath.Join(dir, "go.mod")); statErr == nil {
			break
		}
		dir = filepath.Dir(dir)
	}
	return filepath.Join(dir, ".cache", "model", FileName)
}
