package eval

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/rearview-dev/rearview/memory"
)

// Relations of two memories, as the data names them.
const (
	relationSupersede = "supersede"
	relationKeepBoth  = "keep_both"
	relationDuplicate = "duplicate"
)

var relations = []string{relationSupersede, relationKeepBoth, relationDuplicate}

// ConflictLine is one labelled pair of memories of one agent.
type ConflictLine struct {
	ID     string       `json:"id"`
	Lang   string       `json:"lang"`
	Old    ConflictSide `json:"old"`
	New    ConflictSide `json:"new"`
	Expect string       `json:"expect"`
	Why    string       `json:"why"`
}

// ConflictSide is one memory of a pair.
type ConflictSide struct {
	Content string `json:"content"`
	Type    string `json:"type"`
	At      moment `json:"at"`
}

// ConflictsResult is what became of labelled pairs.
type ConflictsResult struct {
	// Matrix counts pairs by what was expected and what happened.
	Matrix map[string]map[string]int `json:"matrix"`
	// Wrong are the ids of pairs that ended otherwise than expected, in the order of the data.
	Wrong []string `json:"wrong"`

	mistakes []conflictMistake
}

type conflictMistake struct {
	line ConflictLine
	got  string
	rule string
}

// Conflicts measures merging and supersession on labelled pairs. Each pair is remembered by an agent of its
// own, the older first, and then indexed.
func Conflicts(ctx context.Context, c Config) (ConflictsResult, error) {
	seen := ids{}
	lines, err := readJSONLines(c.Data, func(l *ConflictLine) error {
		err := errors.Join(seen.add(l.ID), oneOf("expect", l.Expect, relations...))
		if !l.Old.At.Before(l.New.At.Time) {
			err = errors.Join(err, errors.New("new is not later than old"))
		}
		return err
	})
	if err != nil {
		return ConflictsResult{}, err
	}
	result := ConflictsResult{Matrix: map[string]map[string]int{}, Wrong: []string{}}
	for _, expected := range relations {
		result.Matrix[expected] = map[string]int{relationSupersede: 0, relationKeepBoth: 0, relationDuplicate: 0}
	}
	agents, end := make([]string, len(lines)), time.Time{}
	for i, l := range lines {
		agents[i] = l.ID
		if l.New.At.After(end) {
			end = l.New.At.Time
		}
	}
	return result, c.try(ctx, lines[0].Old.At.Time, agents, func(t *trial) error {
		pairs := make([][2]memory.RememberResult, len(lines))
		for i, l := range lines {
			if pairs[i], err = t.rememberPair(ctx, l); err != nil {
				return memory.Wrap(memory.KindOf(err), err, "line "+l.ID)
			}
			c.report(Progress{File: c.Data, Stage: StageWrite, Done: i + 1, Total: len(lines)})
		}
		c.report(Progress{File: c.Data, Stage: StageIndex, Total: len(lines)})
		if err := t.index(ctx, end); err != nil {
			return err
		}
		for i, l := range lines {
			if err := result.add(ctx, t, l, pairs[i]); err != nil {
				return memory.Wrap(memory.KindOf(err), err, "line "+l.ID)
			}
		}
		return nil
	})
}

func (t *trial) rememberPair(ctx context.Context, l ConflictLine) (pair [2]memory.RememberResult, err error) {
	for i, side := range []ConflictSide{l.Old, l.New} {
		pair[i], err = t.remember(ctx, l.ID, side.At.Time, memory.RememberRequest{Content: side.Content, Type: memory.Type(side.Type)})
		if err != nil {
			return pair, err
		}
	}
	return pair, nil
}

func (r *ConflictsResult) add(ctx context.Context, t *trial, l ConflictLine, pair [2]memory.RememberResult) error {
	got, rule, err := t.relation(ctx, pair)
	if err != nil {
		return err
	}
	r.Matrix[l.Expect][got]++
	if got != l.Expect {
		r.Wrong = append(r.Wrong, l.ID)
		r.mistakes = append(r.mistakes, conflictMistake{l, got, rule})
	}
	return nil
}

// relation is what became of a pair, and the rule that decided; empty when none did.
func (t *trial) relation(ctx context.Context, pair [2]memory.RememberResult) (got, rule string, err error) {
	if pair[1].Outcome == memory.OutcomeMerged {
		return relationDuplicate, pair[1].Rule, nil
	}
	for _, side := range pair {
		if side.ID == "" {
			continue
		}
		story, err := t.engine.History(ctx, side.ID)
		if err != nil {
			return "", "", err
		}
		for _, e := range story.Entries {
			switch e.Outcome {
			case memory.ReasonSuperseded:
				return relationSupersede, e.Reason, nil
			case memory.ReasonMerged:
				return relationDuplicate, e.Reason, nil
			}
		}
	}
	return relationKeepBoth, "", nil
}

// WriteTable writes the confusion table, and the pairs that ended otherwise than expected, for people.
func (r ConflictsResult) WriteTable(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "expected\\became\t"+strings.Join(relations, "\t")+"\t")
	for _, expected := range relations {
		fmt.Fprint(t, expected+"\t")
		for _, got := range relations {
			fmt.Fprintf(t, "%d\t", r.Matrix[expected][got])
		}
		fmt.Fprintln(t)
	}
	for i, m := range r.mistakes {
		if i == 0 {
			fmt.Fprintln(t, "\nwrong\tid\texpected\trule\told → new")
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s → %s\n", m.got, m.line.ID, m.line.Expect, m.rule, oneLine(m.line.Old.Content), oneLine(m.line.New.Content))
	}
	return t.Flush()
}

// oneLine is a text on one line, cut where it gets long.
func oneLine(s string) string {
	const most = 80
	rs := []rune(strings.Join(strings.Fields(s), " "))
	if len(rs) > most {
		return string(rs[:most-1]) + "…"
	}
	return string(rs)
}
