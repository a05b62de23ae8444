package rank

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestBM25(t *testing.T) {
	stats := Stats{Documents: 10, MeanLength: 4, Frequency: map[string]int64{"python": 2, "use": 9}}
	idf := func(n float64) float64 { return math.Log(1 + (10-n+0.5)/(n+0.5)) }
	tests := []struct {
		name, query, document string
		want                  float64
	}{
		{"nothing shared", "python", "go is fine too", 0},
		{"empty query", "", "python", 0},
		{"empty document", "python", "", 0},
		{"mean length", "python", "use python not go", idf(2) * 1.9 / 1.9},
		{"repeats saturate", "python", "python python python go", idf(2) * 3 * 1.9 / 3.9},
		{"long text", "python", "python a b c d e f g", idf(2) * 1.9 / (1 + 0.9*(0.6+0.4*2))},
		{"two words", "use python", "use python not go", idf(2) + idf(9)},
		{"repeated in the query", "python python", "use python not go", 2 * idf(2)},
		{"word that the index does not hold", "rust", "rust is a language", idf(0)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := BM25(strings.Fields(tt.query), strings.Fields(tt.document), stats)
			if math.Abs(got-tt.want) > 1e-9 {
				t.Errorf("BM25 = %v, want %v", got, tt.want)
			}
		})
	}
}

func TestReach(t *testing.T) {
	stats := Stats{Documents: 10, Frequency: map[string]int64{"python": 2}}
	want := 2*IDF(10, 2) + IDF(10, 0)
	if got := Reach([]string{"python", "rust", "python"}, stats); math.Abs(got-want) > 1e-9 {
		t.Errorf("Reach = %v, want %v", got, want)
	}
}

func TestBM25OfAnEmptyIndex(t *testing.T) {
	if got := BM25([]string{"python"}, []string{"python"}, Stats{}); !(got > 0) || math.IsInf(got, 0) {
		t.Errorf("BM25 = %v, want a positive number", got)
	}
}

func TestBM25IsNeverNegative(t *testing.T) {
	word := rapid.SampledFrom([]string{"a", "b", "c"})
	rapid.Check(t, func(t *rapid.T) {
		got := BM25(rapid.SliceOf(word).Draw(t, "query"), rapid.SliceOf(word).Draw(t, "document"), Stats{
			Documents:  rapid.Int64Range(0, 10).Draw(t, "documents"),
			MeanLength: rapid.Float64Range(0, 10).Draw(t, "mean"),
			Frequency:  map[string]int64{"a": rapid.Int64Range(0, 20).Draw(t, "frequency")},
		})
		if !(got >= 0) || math.IsInf(got, 0) {
			t.Fatalf("BM25 = %v", got)
		}
	})
}
