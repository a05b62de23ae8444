package eval

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestSummarise(t *testing.T) {
	lines := strings.Fields("a b c d e f g h i j k l m n o")
	r := summarise(LoCoMo, []answer{
		{file: "one", lines: lines, question: Question{Category: 1, Evidence: []string{"a", "f", "o", "z"}}},
		{file: "one", lines: lines[:2], question: Question{Category: 5, Evidence: []string{"b"}}},
		{file: "two", question: Question{Category: 4, Evidence: []string{"a"}}},
	})
	first := Scores{Questions: 1, RecallAt: RecallAt{0.25, 0.5, 0.75}, HitAt5: 1}
	all := Scores{Questions: 1, RecallAt: RecallAt{1, 1, 1}, HitAt5: 1}
	nothing := Scores{Questions: 1}
	want := Result{
		Dataset: LoCoMo,
		Scores:  Scores{Questions: 3, RecallAt: RecallAt{1.25 / 3, 0.5, 1.75 / 3}, HitAt5: 2.0 / 3},
		Groups: map[string]Scores{
			"one":            {Questions: 2, RecallAt: RecallAt{0.625, 0.75, 0.875}, HitAt5: 1},
			"two":            nothing,
			"category_1":     first,
			"category_4":     nothing,
			"category_5":     all,
			"categories_1_4": {Questions: 2, RecallAt: RecallAt{0.125, 0.25, 0.375}, HitAt5: 0.5},
		},
	}
	if diff := cmp.Diff(want, r, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWriteTable(t *testing.T) {
	var b strings.Builder
	r := Result{
		Dataset: MADial,
		Scores:  Scores{Questions: 80, RecallAt: RecallAt{0.496, 0.593, 0.658}, HitAt5: 0.744},
		Groups:  map[string]Scores{"zh": {Questions: 80, RecallAt: RecallAt{0.496, 0.593, 0.658}, HitAt5: 0.744}},
	}
	if err := r.WriteTable(&b); err != nil {
		t.Fatal(err)
	}
	const want = `   group  questions   R@5  R@10  R@15  hit@5
  madial         80  49.6  59.3  65.8   74.4
      zh         80  49.6  59.3  65.8   74.4
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
