package memory

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func TestWhatQueriesHaveInCommonIsTakenAway(t *testing.T) {
	question, dialogue := []float32{1, 0, 0, 0}, []float32{0, 1, 0, 0}
	unit := func(v ...float32) []float32 {
		n := float32(math.Sqrt(dot(v, v)))
		for i := range v {
			v[i] /= n
		}
		return v
	}
	tests := []struct {
		name        string
		common      [][]float32
		query, want []float32
	}{
		{"nothing is known", nil, unit(1, 0, 1, 0), unit(1, 0, 1, 0)},
		{"of the nearest kind", [][]float32{question, dialogue}, unit(1, 0, 1, 0), unit(1-0.8*float32(math.Sqrt2), 0, 1, 0)},
		{"of another kind", [][]float32{question, dialogue}, unit(0, 1, 0, 1), unit(0, 1-0.8*float32(math.Sqrt2), 0, 1)},
		{"between two kinds", [][]float32{question, dialogue}, unit(1, 1, 1, 0), unit(1-0.4*float32(math.Sqrt(3)), 1-0.4*float32(math.Sqrt(3)), 1, 0)},
		{"nothing else", [][]float32{{1.25, 0, 0, 0}}, unit(1, 0, 0, 0), unit(1, 0, 0, 0)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Calibration{Common: tt.common}.distinct(tt.query)
			if diff := cmp.Diff(tt.want, got, cmpopts.EquateApprox(0, 1e-5)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestADistinctVectorIsOfUnitLength(t *testing.T) {
	value := rapid.Float32Range(-1, 1)
	rapid.Check(t, func(t *rapid.T) {
		vector := func(name string) []float32 {
			v := rapid.SliceOfN(value, 4, 4).Filter(func(v []float32) bool { return dot(v, v) > 1e-3 }).Draw(t, name)
			n := float32(math.Sqrt(dot(v, v)))
			for i := range v {
				v[i] /= n
			}
			return v
		}
		got := Calibration{Common: [][]float32{vector("one"), vector("two")}}.distinct(vector("query"))
		if n := dot(got, got); math.Abs(n-1) > 1e-4 {
			t.Fatalf("length %v", math.Sqrt(n))
		}
	})
}
