package calibration_test

import (
	"context"
	"errors"
	"hash/fnv"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rearview-dev/rearview/embed/builtin"
	"github.com/rearview-dev/rearview/embed/calibration"
	"github.com/rearview-dev/rearview/memory"
)

// TestBuiltInEmbedder measures the built-in model and compares what its embedder says of itself.
func TestBuiltInEmbedder(t *testing.T) {
	e := openBuiltin(t)
	measured, err := calibration.Measure(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	said := e.Calibration().Passages
	for name, pair := range map[string][2]memory.Scale{
		"alphabetic": {measured.Alphabetic, said.Alphabetic},
		"unspaced":   {measured.Unspaced, said.Unspaced},
		"across":     {measured.Across, said.Across},
	} {
		if math.Abs(pair[0].Floor-pair[1].Floor) > 0.01 || math.Abs(pair[0].Span-pair[1].Span) > 0.01 {
			t.Errorf("%s passages: measured %+v, said %+v", name, pair[0], pair[1])
		}
	}
}

// TestSimilarityMeansTheSameWhateverTheModel checks that like pairs get like similarities in all scripts, which
// their cosines do not.
func TestSimilarityMeansTheSameWhateverTheModel(t *testing.T) {
	e := openBuiltin(t)
	pairs := map[string][2]string{
		"english": {"The gateway runs on port 8080.", "The gateway is running on port 8080."},
		"chinese": {"网关运行在8080端口。", "网关在8080端口上运行。"},
	}
	strangers := map[string][2]string{
		"english": {"The gateway runs on port 8080.", "My aunt bakes rye bread on Sundays."},
		"chinese": {"网关运行在8080端口。", "我姑妈星期天烤黑麦面包。"},
		"across":  {"The gateway runs on port 8080.", "我姑妈星期天烤黑麦面包。"},
	}
	for name, p := range pairs {
		if s := similarity(t, e, p); s < 0.85 {
			t.Errorf("%s: the same said again has the similarity %.2f", name, s)
		}
	}
	for name, p := range strangers {
		if s := similarity(t, e, p); s > 0.4 {
			t.Errorf("%s: different matters have the similarity %.2f", name, s)
		}
	}
}

func TestMeasureReportsWhatTheEmbedderReports(t *testing.T) {
	want := errors.New("no answer")
	if _, err := calibration.Measure(context.Background(), fake{err: want}); !errors.Is(err, want) {
		t.Errorf("the error is %v", err)
	}
}

// TestModelThatTellsNothingApart still gets scales that can be divided by.
func TestModelThatTellsNothingApart(t *testing.T) {
	scales, err := calibration.Measure(context.Background(), fake{constant: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []memory.Scale{scales.Alphabetic, scales.Unspaced, scales.Across} {
		if !(s.Span > 0) || math.IsNaN(s.Floor) {
			t.Errorf("a scale is %+v", s)
		}
	}
}

func similarity(t *testing.T, e memory.Embedder, p [2]string) float64 {
	t.Helper()
	vectors, err := e.EmbedPassages(context.Background(), p[:])
	if err != nil {
		t.Fatal(err)
	}
	cosine := 0.0
	for i, x := range vectors[0] {
		cosine += float64(x) * float64(vectors[1][i])
	}
	return e.Calibration().Between(cosine, p[0], p[1])
}

func openBuiltin(t *testing.T) *builtin.Embedder {
	t.Helper()
	path := os.Getenv("REARVIEW_MODEL")
	if path == "" {
		path = filepath.Join("..", "..", ".cache", "model", builtin.FileName)
	}
	e, err := builtin.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// fake embeds by a hash of the words, or gives every text the same vector.
type fake struct {
	memory.Embedder
	constant bool
	err      error
}

func (f fake) EmbedPassages(_ context.Context, texts []string) ([][]float32, error) {
	if f.err != nil {
		return nil, f.err
	}
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		vectors[i] = make([]float32, 8)
		if f.constant {
			vectors[i][0] = 1
			continue
		}
		for w := range strings.FieldsSeq(text) {
			h := fnv.New32()
			h.Write([]byte(w))
			vectors[i][h.Sum32()%8]++
		}
	}
	return vectors, nil
}
