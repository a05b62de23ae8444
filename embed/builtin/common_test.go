package builtin

import (
	"context"
	"encoding/binary"
	"flag"
	"math"
	"os"
	"testing"

	"github.com/rearview-dev/rearview/embed/neutral"
)

var update = flag.Bool("update", false, "write the measured files")

// TestCommonIsTheMeanOfNeutralQueries holds the file to the model and to the queries that it was made of.
func TestCommonIsTheMeanOfNeutralQueries(t *testing.T) {
	e := testEmbedder(t)
	var want [][]float32
	for _, queries := range neutral.Kinds() {
		want = append(want, meanOfQueries(t, e, queries))
	}
	if *update {
		var data []byte
		for _, v := range want {
			for _, x := range v {
				data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
			}
		}
		if err := os.WriteFile("common.bin", data, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got := readCommon(Dimension)
	if len(got) != len(want) {
		t.Fatalf("%d kinds, want %d", len(got), len(want))
	}
	for k := range want {
		for i, x := range want[k] {
			if math.Abs(float64(x-got[k][i])) > 1e-6 {
				t.Fatalf("kind %d, value %d: %v, want %v; run the test with -update", k, i, got[k][i], x)
			}
		}
	}
}

func meanOfQueries(t *testing.T, e *Embedder, queries []string) []float32 {
	mean := make([]float32, e.Dimension())
	for _, q := range queries {
		v, err := e.EmbedQuery(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		for i, x := range v {
			mean[i] += x / float32(len(queries))
		}
	}
	return mean
}

func TestAnotherDimensionHasNothingInCommon(t *testing.T) {
	if got := readCommon(32); got != nil {
		t.Errorf("%d vectors for a model of another dimension", len(got))
	}
}
