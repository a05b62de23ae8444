package eval

import (
	"context"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/rearview-dev/rearview/memory"
)

// PolicyLine is one line of labelled data for the write policy.
type PolicyLine struct {
	ID      string `json:"id"`
	Lang    string `json:"lang"`
	Content string `json:"content"`
	// Context is what was said before, or what the task is about.
	Context string `json:"context"`
	// Expect is keep or drop.
	Expect string `json:"expect"`
	// Kind of thing it is; repeat for what its context says already.
	Kind string `json:"kind"`
	// Layer of what is kept; empty when dropped.
	Layer string `json:"layer"`
}

const (
	keepLine   = "keep"
	dropLine   = "drop"
	repeatKind = "repeat"
)

// PolicyResult is what the write policy made of labelled lines.
type PolicyResult struct {
	Keep KeepCount `json:"keep"`
	// Drop leaves out what repeats its context, which is counted apart.
	Drop   DropCount  `json:"drop"`
	Repeat DropCount  `json:"repeat"`
	Layer  LayerCount `json:"layer"`
	// Wrong are the ids of lines that were kept or dropped wrongly, in the order of the data.
	Wrong []string `json:"wrong"`

	mistakes []policyMistake
}

// KeepCount counts lines to keep.
type KeepCount struct {
	Total int `json:"total"`
	Kept  int `json:"kept"`
}

// DropCount counts lines to drop.
type DropCount struct {
	Total   int `json:"total"`
	Dropped int `json:"dropped"`
}

// LayerCount counts lines that were kept rightly, and those of them that went to the right layer.
type LayerCount struct {
	Total int `json:"total"`
	Right int `json:"right"`
}

type policyMistake struct {
	line PolicyLine
	got  memory.RememberResult
	what string
}

// Policy measures the write policy on labelled lines. Each line is remembered by an agent of its own, so that
// no line repeats another. Of a line that repeats, the context is remembered first.
func Policy(ctx context.Context, c Config) (PolicyResult, error) {
	seen := ids{}
	lines, err := readJSONLines(c.Data, func(l *PolicyLine) error {
		return errors.Join(seen.add(l.ID), oneOf("expect", l.Expect, keepLine, dropLine))
	})
	if err != nil {
		return PolicyResult{}, err
	}
	agents := make([]string, len(lines))
	for i, l := range lines {
		agents[i] = l.ID
	}
	result := PolicyResult{Wrong: []string{}}
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	err = c.try(ctx, start, agents, func(t *trial) error {
		answers := make([]memory.RememberResult, len(lines))
		for i, l := range lines {
			var err error
			if answers[i], err = t.rememberLine(ctx, l, start); err != nil {
				return memory.Wrap(memory.KindOf(err), err, "line "+l.ID)
			}
			c.report(Progress{File: c.Data, Stage: StageWrite, Done: i + 1, Total: len(lines)})
		}
		if err := t.index(ctx, start.Add(2*time.Minute)); err != nil {
			return err
		}
		for i, l := range lines {
			if err := t.judged(ctx, &answers[i]); err != nil {
				return memory.Wrap(memory.KindOf(err), err, "line "+l.ID)
			}
			result.add(l, answers[i])
		}
		return nil
	})
	return result, err
}

func (t *trial) rememberLine(ctx context.Context, l PolicyLine, at time.Time) (memory.RememberResult, error) {
	if l.Kind == repeatKind && l.Context != "" {
		if _, err := t.remember(ctx, l.ID, at, memory.RememberRequest{Content: l.Context}); err != nil {
			return memory.RememberResult{}, err
		}
	}
	got, err := t.remember(ctx, l.ID, at.Add(time.Minute), memory.RememberRequest{Content: l.Content})
	if memory.KindOf(err) == memory.KindInvalid {
		// Nothing that can be seen, as an empty line: it is refused, and so not kept.
		return memory.RememberResult{Outcome: memory.OutcomeSkipped, Rule: "invalid"}, nil
	}
	return got, err
}

// judged puts into an answer what was decided after it was given.
func (t *trial) judged(ctx context.Context, answer *memory.RememberResult) error {
	if answer.ID == "" || answer.Outcome == memory.OutcomeMerged {
		return nil
	}
	shown, err := t.engine.Show(ctx, answer.ID)
	if err != nil {
		return err
	}
	m := shown.Memory
	answer.Layer, answer.Type, answer.Importance, answer.Rule = m.Layer, m.Type, m.Importance, m.Rule
	switch {
	case m.Status == memory.StatusArchived && m.StatusReason == memory.ReasonLowImportance:
		answer.Outcome, answer.Reason = memory.OutcomeSkipped, m.StatusReason
	case m.Status == memory.StatusDeprecated && m.StatusReason == memory.ReasonMerged:
		answer.Outcome = memory.OutcomeMerged
	}
	return nil
}

func (r *PolicyResult) add(l PolicyLine, got memory.RememberResult) {
	kept := got.Outcome != memory.OutcomeSkipped && got.Outcome != memory.OutcomeMerged
	switch {
	case l.Expect == keepLine:
		r.Keep.Total++
		if !kept {
			r.mistake(l, got, "dropped")
			return
		}
		r.Keep.Kept++
		r.Layer.Total++
		if string(got.Layer) == l.Layer {
			r.Layer.Right++
		} else {
			r.mistakes = append(r.mistakes, policyMistake{l, got, fmt.Sprintf("%s instead of %s", got.Layer, l.Layer)})
		}
		return
	case l.Kind == repeatKind:
		r.Repeat.add(kept)
	default:
		r.Drop.add(kept)
	}
	if kept {
		r.mistake(l, got, "kept")
	}
}

func (d *DropCount) add(kept bool) {
	d.Total++
	if !kept {
		d.Dropped++
	}
}

func (r *PolicyResult) mistake(l PolicyLine, got memory.RememberResult, what string) {
	r.Wrong = append(r.Wrong, l.ID)
	r.mistakes = append(r.mistakes, policyMistake{l, got, what})
}

// WriteTable writes the counts, and the lines that were judged wrongly, for people.
func (r PolicyResult) WriteTable(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\tkept\tdropped\t")
	fmt.Fprintf(t, "to keep\t%d\t%d\t%s kept\n", r.Keep.Kept, r.Keep.Total-r.Keep.Kept, percentOf(r.Keep.Kept, r.Keep.Total))
	fmt.Fprintf(t, "to drop\t%d\t%d\t%s dropped\n", r.Drop.Total-r.Drop.Dropped, r.Drop.Dropped, percentOf(r.Drop.Dropped, r.Drop.Total))
	fmt.Fprintf(t, "repeats\t%d\t%d\t%s dropped\n", r.Repeat.Total-r.Repeat.Dropped, r.Repeat.Dropped, percentOf(r.Repeat.Dropped, r.Repeat.Total))
	fmt.Fprintf(t, "layer\t\t\t%s of %d right\n", percentOf(r.Layer.Right, r.Layer.Total), r.Layer.Total)
	for i, m := range r.mistakes {
		if i == 0 {
			fmt.Fprintln(t, "\nwrong\tid\tkind\trule\tcontent")
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", m.what, m.line.ID, m.line.Kind, m.got.Rule, oneLine(m.line.Content))
	}
	return t.Flush()
}

func percentOf(n, total int) string {
	if total == 0 {
		return "none"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(total))
}
