package topic_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/rearview-dev/rearview/embed/builtin"
	"github.com/rearview-dev/rearview/memory/topic"
)

// remembered is a memory of the data.
type remembered struct {
	ID      string
	Content string
	Type    string
	Scope   string
	Task    string `json:"task_id"`
}

func (m remembered) statement() topic.Statement {
	return topic.Statement{Reading: topic.Read(m.Content), Type: m.Type, Task: m.Task}
}

// labelledPair is two memories and what the newer one means for the older one: supersede, keep_both or duplicate.
type labelledPair struct {
	ID, Lang, Expect string
	Old, New         remembered
}

// history is the memories of one line of scenarios.jsonl, and what is known of their pairs.
type history struct {
	ID         string
	Memories   []remembered
	Duplicates [][2]string
}

// ownPairs are the pairs beside this test.
func ownPairs(t *testing.T) []labelledPair {
	t.Helper()
	return readLines[labelledPair](t, filepath.Join("testdata", "pairs.jsonl"))
}

// dataFile is the path of a file of the policy data, which may not be there.
func dataFile(name string) string {
	dir := os.Getenv("REARVIEW_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "data")
	}
	return filepath.Join(dir, "policy", name)
}

func readLines[T any](t *testing.T, path string) (lines []T) {
	t.Helper()
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the data folder is not there; set REARVIEW_DATA")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		var line T
		if err := json.Unmarshal(s.Bytes(), &line); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		lines = append(lines, line)
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

// vectors embeds with the built-in model, each text once, and knows how similar two texts are.
type vectors struct {
	embedder *builtin.Embedder
	known    map[string][]float32
}

var openModel = sync.OnceValues(func() (*builtin.Embedder, error) {
	path := os.Getenv("REARVIEW_MODEL")
	if path == "" {
		path = filepath.Join("..", "..", ".cache", "model", builtin.FileName)
	}
	return builtin.Open(path)
})

func newVectors(t *testing.T) *vectors {
	t.Helper()
	e, err := openModel()
	if err != nil {
		t.Fatal(err)
	}
	return &vectors{embedder: e, known: make(map[string][]float32)}
}

func (v *vectors) embed(t *testing.T, texts ...string) {
	t.Helper()
	embedded, err := v.embedder.EmbedPassages(context.Background(), texts)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		v.known[text] = embedded[i]
	}
}

func (v *vectors) embedPairs(t *testing.T, pairs []labelledPair) {
	t.Helper()
	var texts []string
	for _, p := range pairs {
		texts = append(texts, p.Old.Content, p.New.Content)
	}
	v.embed(t, texts...)
}

func (v *vectors) near(a, b string) topic.Nearness {
	cosine := 0.0
	for i, x := range v.known[a] {
		cosine += float64(x) * float64(v.known[b][i])
	}
	return topic.Nearness{Similarity: v.embedder.Calibration().Between(cosine, a, b)}
}
