package topic_test

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math"
	"strings"
	"testing"

	"github.com/rearview-dev/rearview/memory/topic"
)

var fit = flag.Bool("fit", false, "fit the models to the labelled pairs, cross-validate them, and print model.go's table")

const (
	folds = 5
	// penalty is that of the squares of the weights, the bias left out.
	penalty = 1.0
	// strangerWeight is that of one of the many pairs of a history that must stay apart.
	strangerWeight = 0.1
)

// sample is a pair as the models see it.
type sample struct {
	features []float64
	decided  bool
	expect   string
	weight   float64
	fold     int
	// pair is set for the pairs of the labelled files.
	pair *labelledPair
}

// TestFit makes the weights of the models by logistic regression (Adam on the whole batch, L2 penalty), and says how
// well weights made without a fifth of the pairs judge that fifth.
func TestFit(t *testing.T) {
	if !*fit {
		t.Skip("run with -fit to fit the models")
	}
	v := newVectors(t)
	samples := fitSamples(t, v)
	held := make(confusion)
	for k := range folds {
		replaces, same := regress(samples, "supersede", k), regress(samples, "duplicate", k)
		restore := topic.SetWeights(replaces, same)
		for _, s := range samples {
			if p := s.pair; p != nil && s.fold == k {
				held.add(p.Expect, topic.Compare(p.Old.statement(), p.New.statement(), v.near(p.Old.Content, p.New.Content)).Relation)
			}
		}
		restore()
	}
	t.Logf("cross-validated on %d samples: supersessions right %.1f %%, found %.1f %%, duplicates found %.1f %%, kept pairs lost %.1f %%%s",
		len(samples), held.precision(), held.percent("supersede", topic.Supersedes), held.percent("duplicate", topic.Duplicate),
		held.percent("keep_both", topic.Supersedes, topic.Duplicate), held)
	replaces, same := regress(samples, "supersede", -1), regress(samples, "duplicate", -1)
	var table strings.Builder
	for i, name := range topic.FeatureNames {
		fmt.Fprintf(&table, "%-24s %6.2f %6.2f\n", name, replaces[i], same[i])
	}
	t.Logf("weights (replaces, same):\n%s", table.String())
}

func fitSamples(t *testing.T, v *vectors) (samples []sample) {
	t.Helper()
	pairs := append(ownPairs(t), readLines[labelledPair](t, dataFile("conflicts.jsonl"))...)
	v.embedPairs(t, pairs)
	for i := range pairs {
		p := &pairs[i]
		s := newSample(v, p.Old, p.New, p.Expect, p.ID, 1)
		s.pair = p
		samples = append(samples, s)
	}
	for _, h := range readLines[history](t, dataFile("scenarios.jsonl")) {
		for _, m := range h.Memories {
			v.embed(t, m.Content)
		}
		for j, newer := range h.Memories {
			for _, older := range h.Memories[:j] {
				label := h.ID + " " + older.ID + " " + newer.ID
				switch {
				case superseding[label]:
					samples = append(samples, newSample(v, older, newer, "supersede", h.ID, 1))
				case isDuplicate(h, older.ID, newer.ID):
					samples = append(samples, newSample(v, older, newer, "duplicate", h.ID, 1))
				case !arguable[label]:
					samples = append(samples, newSample(v, older, newer, "keep_both", h.ID, strangerWeight))
				}
			}
		}
	}
	return samples
}

func newSample(v *vectors, older, newer remembered, expect, group string, weight float64) sample {
	f, decided := topic.Features(older.statement(), newer.statement(), v.near(older.Content, newer.Content))
	h := fnv.New32()
	h.Write([]byte(group))
	return sample{features: f, decided: decided, expect: expect, weight: weight, fold: int(h.Sum32() % folds)}
}

// regress fits weights that tell the samples with a label from the others, without those of one fold.
func regress(samples []sample, label string, without int) []float64 {
	const (
		steps, rate   = 600, 0.03
		first, second = 0.9, 0.999
		stable        = 1e-8
	)
	n := len(topic.FeatureNames)
	w, m, v := make([]float64, n), make([]float64, n), make([]float64, n)
	for step := 1; step <= steps; step++ {
		g := gradient(samples, label, without, w)
		for i := range w {
			m[i] = first*m[i] + (1-first)*g[i]
			v[i] = second*v[i] + (1-second)*g[i]*g[i]
			w[i] -= rate * m[i] / (1 - math.Pow(first, float64(step))) / (math.Sqrt(v[i]/(1-math.Pow(second, float64(step)))) + stable)
		}
	}
	return w
}

func gradient(samples []sample, label string, without int, w []float64) []float64 {
	g := make([]float64, len(w))
	for i := range w[1:] {
		g[i+1] = penalty * w[i+1]
	}
	for _, s := range samples {
		if s.decided || s.fold == without {
			continue
		}
		z := 0.0
		for i, x := range s.features {
			z += x * w[i]
		}
		d := 1 / (1 + math.Exp(-z))
		if s.expect == label {
			d--
		}
		for i, x := range s.features {
			g[i] += d * s.weight * x
		}
	}
	return g
}
