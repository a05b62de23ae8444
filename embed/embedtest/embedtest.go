// Package embedtest is the conformance suite of the memory.Embedder port.
package embedtest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rearview-dev/rearview/memory"
)

// tolerance is how far two vectors of one text, or the length of one, may be off: enough for an embedder
// whose sums depend on what is computed at the same time.
const tolerance = 1e-5

// texts are of several languages and lengths; some are what nobody should send.
var texts = []string{
	"hello",
	"The user prefers TypeScript over JavaScript.",
	"我们现在用什么数据库？",
	"El presupuesto no debe superar los 5000 euros",
	"",
	" \t\n",
	"bad \xff\xfe bytes",
	"a zero \x00 byte",
	strings.Repeat("a text that is too long for one window ", 60),
}

// Run checks an embedder against what memory.Embedder promises. Each check gets an embedder from open.
func Run(t *testing.T, open func(t *testing.T) memory.Embedder) {
	checks := map[string]func(*testing.T, memory.Embedder){
		"describes itself":           describesItself,
		"unit vectors":               unitVectors,
		"order is kept":              orderIsKept,
		"no texts":                   noTexts,
		"same text, same vector":     sameTextSameVector,
		"different text":             differentText,
		"result belongs to caller":   resultBelongsToCaller,
		"concurrent use":             concurrentUse,
		"context is over":            contextIsOver,
		"context ends while it runs": contextEnds,
	}
	for name, check := range checks {
		t.Run(name, func(t *testing.T) { check(t, open(t)) })
	}
}

func describesItself(t *testing.T, e memory.Embedder) {
	if e.Model() == "" {
		t.Error("Model is empty")
	}
	if e.Dimension() <= 0 {
		t.Errorf("Dimension is %d", e.Dimension())
	}
	c := e.Calibration()
	checkScale(t, "query and passage", c.Scale)
	for name, s := range map[string]memory.Scale{
		"alphabetic passages": c.Passages.Alphabetic, "unspaced passages": c.Passages.Unspaced, "passages across": c.Passages.Across,
	} {
		if s != (memory.Scale{}) {
			checkScale(t, name, s)
		}
	}
}

func checkScale(t *testing.T, name string, s memory.Scale) {
	t.Helper()
	if !(s.Floor >= -1 && s.Span > 0 && s.Floor+0.92*s.Span <= 1) {
		t.Errorf("the scale for %s is %+v: floor and floor plus 0.92 span must be cosines", name, s)
	}
}

func unitVectors(t *testing.T, e memory.Embedder) {
	for i, v := range passages(t, e, texts) {
		checkVector(t, e, fmt.Sprintf("passage %.30q", texts[i]), v)
	}
	for _, text := range texts {
		checkVector(t, e, fmt.Sprintf("query %.30q", text), query(t, e, text))
	}
}

func orderIsKept(t *testing.T, e memory.Embedder) {
	together := passages(t, e, texts)
	for i, text := range texts {
		requireSame(t, fmt.Sprintf("passage %d, %.30q", i, text), passages(t, e, []string{text})[0], together[i])
	}
}

func noTexts(t *testing.T, e memory.Embedder) {
	for _, none := range [][]string{nil, {}} {
		if vectors := passages(t, e, none); len(vectors) != 0 {
			t.Errorf("%d vectors of no texts", len(vectors))
		}
	}
}

func sameTextSameVector(t *testing.T, e memory.Embedder) {
	for _, text := range texts {
		twice := passages(t, e, []string{text, text})
		requireSame(t, fmt.Sprintf("passage %.30q", text), twice[0], twice[1])
		requireSame(t, fmt.Sprintf("query %.30q", text), query(t, e, text), query(t, e, text))
	}
}

func differentText(t *testing.T, e memory.Embedder) {
	vectors := passages(t, e, []string{"the cat sat on the mat", "quarterly revenue grew by 12 %"})
	if c := cosine(vectors[0], vectors[1]); c > 1-tolerance {
		t.Errorf("two different texts have the cosine %f", c)
	}
}

func resultBelongsToCaller(t *testing.T, e memory.Embedder) {
	const text = "what is returned may be written to"
	first := query(t, e, text)
	want := slices.Clone(first)
	clear(first)
	requireSame(t, "a query after the first answer was cleared", want, query(t, e, text))
}

func concurrentUse(t *testing.T, e memory.Embedder) {
	wantPassages, wantQuery := passages(t, e, texts[:4]), query(t, e, texts[2])
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			got, err := e.EmbedPassages(context.Background(), texts[:4])
			if err != nil {
				t.Error(err)
				return
			}
			for i := range got {
				requireSame(t, "a passage", wantPassages[i], got[i])
			}
		})
		all.Go(func() {
			got, err := e.EmbedQuery(context.Background(), texts[2])
			if err != nil {
				t.Error(err)
				return
			}
			requireSame(t, "a query", wantQuery, got)
		})
	}
	all.Wait()
}

func contextIsOver(t *testing.T, e memory.Embedder) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := e.EmbedPassages(ctx, texts)
	requireStopped(t, "EmbedPassages", err)
	_, err = e.EmbedQuery(ctx, "a query that was never asked before")
	requireStopped(t, "EmbedQuery", err)
}

func contextEnds(t *testing.T, e memory.Embedder) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		cancel()
	}()
	// Whether it ends in time is a matter of luck; that it is one or the other is not.
	vectors, err := e.EmbedPassages(ctx, texts)
	<-ended
	if err != nil {
		requireStopped(t, "EmbedPassages", err)
		return
	}
	for i, v := range vectors {
		checkVector(t, e, fmt.Sprintf("passage %.30q", texts[i]), v)
	}
}

func requireStopped(t *testing.T, call string, err error) {
	t.Helper()
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%s with a cancelled context: %v", call, err)
	}
	if kind := memory.KindOf(err); kind != memory.KindUnavailable {
		t.Errorf("%s with a cancelled context: kind %q", call, kind)
	}
}

func passages(t *testing.T, e memory.Embedder, texts []string) [][]float32 {
	t.Helper()
	vectors, err := e.EmbedPassages(context.Background(), texts)
	if err != nil {
		t.Fatalf("EmbedPassages: %v", err)
	}
	if len(vectors) != len(texts) {
		t.Fatalf("EmbedPassages returned %d vectors of %d texts", len(vectors), len(texts))
	}
	return vectors
}

func query(t *testing.T, e memory.Embedder, text string) []float32 {
	t.Helper()
	v, err := e.EmbedQuery(context.Background(), text)
	if err != nil {
		t.Fatalf("EmbedQuery(%.30q): %v", text, err)
	}
	return v
}

func checkVector(t *testing.T, e memory.Embedder, what string, v []float32) {
	t.Helper()
	if len(v) != e.Dimension() {
		t.Errorf("%s has %d values, and Dimension is %d", what, len(v), e.Dimension())
		return
	}
	if length := math.Sqrt(dot(v, v)); !(math.Abs(length-1) <= tolerance) {
		t.Errorf("%s has the length %g", what, length)
	}
}

func requireSame(t *testing.T, what string, want, got []float32) {
	t.Helper()
	if len(want) != len(got) {
		t.Errorf("%s: %d values instead of %d", what, len(got), len(want))
		return
	}
	for i := range want {
		if !(math.Abs(float64(want[i]-got[i])) <= tolerance) {
			t.Errorf("%s: value %d is %g instead of %g", what, i, got[i], want[i])
			return
		}
	}
}

func cosine(a, b []float32) float64 { return dot(a, b) / math.Sqrt(dot(a, a)*dot(b, b)) }

func dot(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}
