package builtin

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/memory"
)

func TestOpenMissing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none.bin")
	_, err := Open(path)
	if memory.KindOf(err) != memory.KindUnavailable {
		t.Fatalf("error %v", err)
	}
	for _, part := range []string{path, "make model", "--model", "REARVIEW_MODEL", FileName, Checksum} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
}

func TestOpenWrongFile(t *testing.T) {
	dir := t.TempDir()
	tests := map[string]struct {
		content []byte
		says    string
	}{
		"empty":          {nil, "does not begin"},
		"something else": {[]byte("<html>not found</html>"), "does not begin"},
		"truncated":      {tinyModel()[:1000], "truncated"},
		"another model":  {tinyModel(), "SHA-256 is"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, name)
			if err := os.WriteFile(path, test.content, 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := Open(path)
			if memory.KindOf(err) != memory.KindInvalid {
				t.Fatalf("kind %q: %v", memory.KindOf(err), err)
			}
			for _, part := range []string{path, test.says, "make model"} {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%q does not say %q", err, part)
				}
			}
		})
	}
}

func TestOpenDirectory(t *testing.T) {
	if _, err := Open(t.TempDir()); memory.KindOf(err) != memory.KindUnavailable || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

func TestClose(t *testing.T) {
	e, err := Open(modelPath())
	if err != nil {
		t.Fatal(err)
	}
	var callers sync.WaitGroup
	for i := range 8 {
		callers.Go(func() {
			_, err := e.EmbedQuery(context.Background(), fmt.Sprint("query ", i))
			if err != nil && memory.KindOf(err) != memory.KindUnavailable {
				t.Error(err)
			}
		})
		callers.Go(func() {
			if err := e.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	callers.Wait()
	if _, err := e.EmbedQuery(context.Background(), "after"); memory.KindOf(err) != memory.KindUnavailable {
		t.Errorf("a query after Close: %v", err)
	}
	if _, err := e.EmbedPassages(context.Background(), []string{"after"}); memory.KindOf(err) != memory.KindUnavailable {
		t.Errorf("a passage after Close: %v", err)
	}
}

// A text's vector does not depend on what is computed with it, not even in the last bit.
func TestVectorsDoNotDependOnTheBatch(t *testing.T) {
	e, ctx := testEmbedder(t), context.Background()
	var texts []string
	for i := range 40 {
		texts = append(texts, strings.Repeat(fmt.Sprintf("text %d of many lengths. ", i), 1+i%7))
	}
	together, err := e.EmbedPassages(ctx, texts)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		alone, err := e.EmbedPassages(ctx, []string{text})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(alone[0], together[i]) {
			t.Errorf("text %d has another vector alone", i)
		}
	}
}

// stopping is a context that is over after its error was looked at some times.
type stopping struct {
	context.Context
	looks int
}

func (s *stopping) Err() error {
	if s.looks--; s.looks < 0 {
		return context.Canceled
	}
	return nil
}

func TestLongTextStopsBetweenWindows(t *testing.T) {
	huge := strings.Repeat("ten megabytes of \xff text ", 10<<20/24)
	_, err := testEmbedder(t).EmbedQuery(&stopping{Context: context.Background(), looks: 4}, huge)
	if !errors.Is(err, context.Canceled) || memory.KindOf(err) != memory.KindUnavailable {
		t.Errorf("error %v", err)
	}
}

func TestQueryAllocatesItsVectorOnly(t *testing.T) {
	e := testEmbedder(t)
	ctx := context.Background()
	b, err := e.queries.take(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer e.queries.put(b)
	vector := make([]float32, e.Dimension())
	allocations := testing.AllocsPerRun(5, func() {
		if err := e.model.add(ctx, b, queryPrefix, longQuery, vector); err != nil {
			t.Fatal(err)
		}
		e.model.flush(b)
	})
	if allocations != 0 {
		t.Errorf("%v allocations", allocations)
	}
}

func TestVectorCache(t *testing.T) {
	c := newVectorCache(2)
	c.put("a", []float32{1})
	c.put("b", []float32{2})
	c.get("a")
	c.put("c", []float32{3})
	got := map[string][]float32{}
	for _, text := range []string{"a", "b", "c"} {
		if v, ok := c.get(text); ok {
			got[text] = v
		}
	}
	if diff := cmp.Diff(map[string][]float32{"a": {1}, "c": {3}}, got); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
	got["a"][0] = 9
	if v, _ := c.get("a"); v[0] != 1 {
		t.Error("a caller changed a vector that is kept")
	}
	long := strings.Repeat("x", longestCached+1)
	c.put(long, []float32{4})
	if _, ok := c.get(long); ok {
		t.Error("a long query was kept")
	}
}
