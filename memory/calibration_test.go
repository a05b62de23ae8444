package memory

import (
	"math"
	"testing"
)

func TestScale(t *testing.T) {
	s := Scale{Floor: 0.5, Span: 0.4}
	for cosine, want := range map[float64]float64{-1: 0, 0.5: 0, 0.7: 0.5, 0.9: 1, 1: 1} {
		if got := s.Similarity(cosine); math.Abs(got-want) > 1e-9 {
			t.Errorf("the cosine %g is %g instead of %g", cosine, got, want)
		}
	}
	if got := s.Similarity(math.NaN()); got != 0 {
		t.Errorf("no cosine is %g", got)
	}
	if got := (Scale{}).Similarity(1); got != 0 {
		t.Errorf("an unknown scale makes %g", got)
	}
}

func TestBetweenLooksAtTheScripts(t *testing.T) {
	c := Calibration{
		Scale:    Scale{Floor: 0, Span: 1},
		Passages: PassageScales{Alphabetic: Scale{Floor: 0.8, Span: 0.2}, Unspaced: Scale{Floor: 0.88, Span: 0.12}},
	}
	for _, check := range []struct {
		a, b string
		want float64
	}{
		{"the port is 80", "der Hafen", 0.5},
		{"端口是80", "網關在哪", 1.0 / 6},
		{"订单项目用MySQL", "会員はPostgreSQLです", 1.0 / 6},
		// Across is not known here, and the scale of a query and a passage stands in.
		{"the port is 80", "端口是80", 0.9},
		{"", "端口", 0.9},
	} {
		if got := c.Between(0.9, check.a, check.b); math.Abs(got-check.want) > 1e-9 {
			t.Errorf("%q and %q: %g instead of %g", check.a, check.b, got, check.want)
		}
	}
}
