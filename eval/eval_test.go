package eval

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"hash/fnv"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/namespace"
	"github.com/rearview-dev/rearview/store/cold"
	"github.com/rearview-dev/rearview/store/embedded"
	"github.com/rearview-dev/rearview/text"
)

var update = flag.Bool("update", false, "write the golden files")

// wordVectors embeds a text as the sum of one direction for each of its words: texts that share words are near.
type wordVectors struct{}

const dimension = 64

func (wordVectors) Model() string  { return "words" }
func (wordVectors) Dimension() int { return dimension }
func (wordVectors) Calibration() memory.Calibration {
	return memory.Calibration{Scale: memory.Scale{Span: 1}}
}

func (wordVectors) EmbedQuery(_ context.Context, s string) ([]float32, error) {
	v := make([]float32, dimension)
	v[0] = 0.01
	for _, w := range text.Words(s) {
		h := fnv.New32a()
		_, _ = h.Write([]byte(w))
		v[h.Sum32()%dimension]++
	}
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v, nil
}

func (e wordVectors) EmbedPassages(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, s := range texts {
		vectors[i], _ = e.EmbedQuery(ctx, s)
	}
	return vectors, nil
}

// refusing embeds no passage that says so.
type refusing struct{ wordVectors }

func (e refusing) EmbedPassages(ctx context.Context, texts []string) ([][]float32, error) {
	for _, s := range texts {
		if strings.Contains(s, "violin") {
			return nil, memory.Errorf(memory.KindInvalid, "not this one")
		}
	}
	return e.wordVectors.EmbedPassages(ctx, texts)
}

func policy(w namespace.Weights) *namespace.Effective {
	p := namespace.DefaultPolicy()
	p.Recall.Weights = w
	return &namespace.Effective{
		Name:        "eval",
		Policy:      p,
		Maintenance: namespace.Maintenance{Schedule: "0 3 * * *", TimeZone: "UTC"},
		Agents:      []namespace.Agent{{Name: "tester", Policy: p}},
	}
}

func config(t *testing.T, data string) Config {
	return Config{
		Data:      data,
		Namespace: policy(namespace.Weights{Vector: 50, Keyword: 20, Recency: 20, Task: 10}),
		Embedder:  wordVectors{},
		Open: func(ctx context.Context, now func() time.Time) (memory.Config, func() error, error) {
			dir := t.TempDir()
			s, err := embedded.Open(ctx, embedded.Options{Dir: dir, Model: "words", Dimension: dimension, Now: now})
			if err != nil {
				return memory.Config{}, nil, err
			}
			archive, err := cold.OpenDir(filepath.Join(dir, "archive"))
			if err != nil {
				return memory.Config{}, nil, errors.Join(err, s.Close())
			}
			return memory.Config{
				LongTerm: s.LongTerm(), Queue: s.Queue(), Working: s.Working(), Cold: archive, Audit: s.Audit(),
			}, s.Close, nil
		},
	}
}

func TestRecall(t *testing.T) {
	for _, dataset := range []string{LoCoMo, MADial} {
		t.Run(dataset, func(t *testing.T) {
			var last Progress
			c := config(t, filepath.Join("testdata", dataset))
			c.Progress = func(p Progress) { last = p }
			result, err := Recall(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			got, err := json.MarshalIndent(result, "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			golden(t, dataset+".golden.json", append(got, '\n'))
			if last.Stage != StageAsk || last.Done != last.Total || last.Total == 0 {
				t.Errorf("the last progress is %+v", last)
			}
		})
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

func TestWritePolicySkipsAndForgets(t *testing.T) {
	c := config(t, "testdata/locomo/conv-1.json")
	c.WritePolicy = true
	result, err := Recall(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if result.Skipped == 0 {
		t.Error("the policy kept even the acknowledgement")
	}
	kept, err := Recall(t.Context(), config(t, "testdata/locomo/conv-1.json"))
	if err != nil {
		t.Fatal(err)
	}
	if kept.Skipped != 0 || kept.RecallAt.At15 < result.RecallAt.At15 {
		t.Errorf("everything kept finds %v, what the policy keeps %v", kept.RecallAt, result.RecallAt)
	}
}

func TestRecallWithoutEmbedder(t *testing.T) {
	c := config(t, "testdata/locomo/conv-1.json")
	c.Embedder = nil
	result, err := Recall(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if result.HitAt5 == 0 {
		t.Error("words alone find nothing")
	}
}

func TestRecallFailsWhenALineCannotBeIndexed(t *testing.T) {
	c := config(t, "testdata/locomo/conv-1.json")
	c.Embedder = refusing{}
	if _, err := Recall(t.Context(), c); memory.KindOf(err) != memory.KindUnavailable {
		t.Errorf("error %v, want kind %s", err, memory.KindUnavailable)
	}
}

func TestRecallStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := config(t, "testdata/locomo")
	c.Progress = func(p Progress) {
		if p.Stage == StageAsk {
			cancel()
		}
	}
	if _, err := Recall(ctx, c); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// published are the figures of BM25 alone, in percent, for the five conversations.
var published = RecallAt{55.8, 64.1, 67.3}

func TestKeywordsAloneReproduceBM25(t *testing.T) {
	data := os.Getenv("REARVIEW_DATA")
	if data == "" {
		data = filepath.Join("..", "..", "shared", "data")
	}
	data = filepath.Join(data, "locomo")
	if _, err := os.Stat(data); err != nil {
		t.Skip("no data: ", err)
	}
	c := config(t, data)
	c.Embedder = nil
	c.Namespace = policy(namespace.Weights{Keyword: 100})
	result, err := Recall(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	got := result.Groups["categories_1_4"]
	t.Logf("BM25 alone: %+v", got)
	percent := RecallAt{100 * got.RecallAt.At5, 100 * got.RecallAt.At10, 100 * got.RecallAt.At15}
	if diff := cmp.Diff(published, percent, cmpopts.EquateApprox(0, 1.5)); diff != "" {
		t.Errorf("evidence recall (-want +got):\n%s", diff)
	}
	if got.Questions != 760 {
		t.Errorf("%d questions, want 760", got.Questions)
	}
}
