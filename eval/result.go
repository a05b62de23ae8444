package eval

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"
)

// Result is what a measurement found.
type Result struct {
	Dataset string `json:"dataset"`
	// Scores are those of all questions.
	Scores
	// Skipped counts lines that the write policy did not keep.
	Skipped int `json:"skipped,omitempty"`
	// Groups are by file and by category; of LoCoMo also categories_1_4, which leaves out the questions that
	// have no answer.
	Groups map[string]Scores `json:"groups"`
}

// Scores are means over questions, each 0..1.
type Scores struct {
	Questions int `json:"questions"`
	// RecallAt is the share of a question's evidence among the first so many memories.
	RecallAt RecallAt `json:"recall_at"`
	// HitAt5 is the share of questions with any evidence among the first five.
	HitAt5 float64 `json:"hit_at_5"`
}

// RecallAt is evidence recall at three depths.
type RecallAt struct {
	At5  float64 `json:"5"`
	At10 float64 `json:"10"`
	At15 float64 `json:"15"`
}

// depth is how many memories a question asks for.
const depth = 15

// answer is what came back for a question.
type answer struct {
	file     string
	question Question
	// lines are the ids of the lines that were recalled, best first.
	lines []string
}

// found is the share of the evidence among the first n lines.
func (a answer) found(n int) float64 {
	first := a.lines[:min(n, len(a.lines))]
	hits := 0
	for _, id := range a.question.Evidence {
		if slices.Contains(first, id) {
			hits++
		}
	}
	return float64(hits) / float64(len(a.question.Evidence))
}

// groups that an answer counts in.
func (a answer) groups() []string {
	groups := []string{a.file}
	if c := a.question.Category; c > 0 {
		groups = append(groups, fmt.Sprintf("category_%d", c))
		if c <= 4 {
			groups = append(groups, "categories_1_4")
		}
	}
	return groups
}

func summarise(dataset string, answers []answer) Result {
	byGroup := make(map[string][]answer)
	for _, a := range answers {
		for _, g := range a.groups() {
			byGroup[g] = append(byGroup[g], a)
		}
	}
	r := Result{Dataset: dataset, Scores: score(answers), Groups: make(map[string]Scores, len(byGroup))}
	for name, members := range byGroup {
		r.Groups[name] = score(members)
	}
	return r
}

// score takes the means over at least one answer.
func score(answers []answer) Scores {
	s := Scores{Questions: len(answers)}
	for _, a := range answers {
		s.RecallAt.At5 += a.found(5)
		s.RecallAt.At10 += a.found(10)
		s.RecallAt.At15 += a.found(15)
		if a.found(5) > 0 {
			s.HitAt5++
		}
	}
	n := float64(len(answers))
	s.RecallAt = RecallAt{s.RecallAt.At5 / n, s.RecallAt.At10 / n, s.RecallAt.At15 / n}
	s.HitAt5 /= n
	return s
}

// WriteTable writes the scores in percent, for people.
func (r Result) WriteTable(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "group\tquestions\tR@5\tR@10\tR@15\thit@5\t")
	writeRow(t, r.Dataset, r.Scores)
	for _, name := range slices.SortedFunc(maps.Keys(r.Groups), cmp.Compare[string]) {
		writeRow(t, name, r.Groups[name])
	}
	return t.Flush()
}

func writeRow(w io.Writer, name string, s Scores) {
	fmt.Fprintf(w, "%s\t%d\t%.1f\t%.1f\t%.1f\t%.1f\t\n", name, s.Questions,
		100*s.RecallAt.At5, 100*s.RecallAt.At10, 100*s.RecallAt.At15, 100*s.HitAt5)
}
