package vector

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func random(r *rand.Rand, n int) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = float32(r.NormFloat64())
	}
	return v
}

// exact is the inner product in float64, and the sum of magnitudes that bounds the rounding error.
func exact(a, b []float32) (sum, magnitude float64) {
	for i := range a {
		p := float64(a[i]) * float64(b[i])
		sum += p
		magnitude += math.Abs(p)
	}
	return sum, magnitude
}

func TestDotAgreesWithFloat64AtEveryLengthAndAlignment(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, kernel := range kernels() {
		t.Run(kernel.name, func(t *testing.T) {
			for n := range 600 {
				for offset := range 3 {
					a, b := random(r, n+offset)[offset:], random(r, n+offset)[offset:]
					got := float64(kernel.dot(a, b))
					want, magnitude := exact(a, b)
					if math.Abs(got-want) > 1e-6*magnitude {
						t.Fatalf("length %d: got %v, want %v", n, got, want)
					}
				}
			}
		})
	}
}

func TestDotReadsNothingBeyondItsInput(t *testing.T) {
	for _, kernel := range kernels() {
		for n := range 130 {
			a, b := make([]float32, n+64), make([]float32, n+64)
			for i := range a {
				if i >= n {
					a[i], b[i] = float32(math.NaN()), float32(math.NaN())
				}
			}
			if got := kernel.dot(a[:n], b[:n]); got != 0 {
				t.Fatalf("%s of %d zeros: got %v", kernel.name, n, got)
			}
		}
	}
}

func TestDotRefusesDifferentLengths(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Fatal("no panic")
		}
	}()
	Dot(make([]float32, 3), make([]float32, 4))
}

func TestTopKeepsTheBestInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := rapid.SliceOf(rapid.IntRange(-3, 3)).Draw(t, "scores")
		limit := rapid.IntRange(-1, 12).Draw(t, "limit")
		split := rapid.IntRange(0, len(scores)).Draw(t, "split")

		want := make([]Match[int], len(scores))
		for i, s := range scores {
			want[i] = Match[int]{Key: i, Score: float32(s)}
		}
		slices.SortStableFunc(want, func(a, b Match[int]) int { return int(b.Score - a.Score) })
		want = want[:min(max(limit, 0), len(want))]

		top, other := NewTop(limit, lower), NewTop(limit, lower)
		for i, s := range scores {
			half := top
			if i < split {
				half = other
			}
			if half.Wants(float32(s)) {
				half.Offer(i, float32(s))
			}
		}
		top.Merge(other)
		if got := top.Matches(); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

func TestNearestIsTheSortOfAllScores(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const dim = 24
	for _, rows := range []int{0, 1, 7, minParallelRows*3 + 5} {
		matrix, query := random(r, rows*dim), random(r, dim)
		want := make([]Match[int], rows)
		for i := range want {
			want[i] = Match[int]{Key: i, Score: Dot(matrix[i*dim:(i+1)*dim], query)}
		}
		slices.SortStableFunc(want, func(a, b Match[int]) int {
			switch {
			case a.Score > b.Score:
				return -1
			case a.Score < b.Score:
				return 1
			}
			return 0
		})
		want = want[:min(10, rows)]
		if got := Nearest(matrix, query, 10); !slices.Equal(got, want) {
			t.Fatalf("%d rows: got %v, want %v", rows, got, want)
		}
	}
}
