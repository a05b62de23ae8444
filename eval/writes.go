package eval

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/rearview-dev/rearview/memory"
)

// Write is what became of one line that was to be remembered.
type Write struct {
	// Line is its number in the file, from 1.
	Line    int    `json:"line"`
	Content string `json:"content"`
	memory.RememberResult
	// TouchedLines are the lines whose memories it replaced or, when merged, the one that says the same.
	TouchedLines []int `json:"touched_lines,omitempty"`
	// Error says why it was refused; empty when it was not.
	Error string `json:"error,omitempty"`
}

// Writes is what became of a file of lines.
type Writes struct {
	Writes []Write `json:"writes"`
}

// proposed is a line to remember: plain text, or JSON with what an agent can say besides.
type proposed struct {
	number     int
	Content    string       `json:"content"`
	Type       memory.Type  `json:"type"`
	Scope      memory.Scope `json:"scope"`
	Task       string       `json:"task_id"`
	Session    string       `json:"session_id"`
	Topic      string       `json:"topic"`
	Importance *float64     `json:"importance"`
}

// ExplainWrites remembers lines in a store that is thrown away, one after the other, and says what became of
// each and why. A line that is a JSON object is the arguments of remember, any other is the content.
func ExplainWrites(ctx context.Context, c Config, from io.Reader) (Writes, error) {
	lines, err := readProposed(from)
	if err != nil {
		return Writes{}, err
	}
	var all Writes
	start := time.Now().Add(-time.Duration(len(lines)) * time.Second)
	agent := c.Namespace.Agents[0].Name
	err = c.try(ctx, start, []string{agent}, func(t *trial) error {
		for i, l := range lines {
			w := Write{Line: l.number, Content: l.Content}
			got, err := t.remember(ctx, agent, start.Add(time.Duration(i)*time.Second), memory.RememberRequest{
				Content: l.Content, Type: l.Type, Scope: l.Scope, Task: l.Task, Session: l.Session, Topic: l.Topic, Importance: l.Importance,
			})
			switch {
			case memory.KindOf(err) == memory.KindInvalid:
				w.Error = err.Error()
			case err != nil:
				return memory.Wrap(memory.KindOf(err), err, fmt.Sprintf("line %d", l.number))
			}
			w.RememberResult = got
			all.Writes = append(all.Writes, w)
			c.report(Progress{File: "lines", Stage: StageWrite, Done: i + 1, Total: len(lines)})
		}
		if err := t.index(ctx, time.Now()); err != nil {
			return err
		}
		return all.settle(ctx, t)
	})
	return all, err
}

func readProposed(from io.Reader) ([]proposed, error) {
	scanner := bufio.NewScanner(from)
	scanner.Buffer(nil, maxLineBytes)
	var lines []proposed
	for n := 1; scanner.Scan(); n++ {
		text := bytes.TrimSpace(scanner.Bytes())
		if len(text) == 0 {
			continue
		}
		l := proposed{number: n, Content: string(text)}
		if text[0] == '{' && json.Valid(text) {
			l.Content = ""
			if err := json.Unmarshal(text, &l); err != nil {
				return nil, memory.Errorf(memory.KindInvalid, "line %d: %v", n, err)
			}
			if l.Content == "" {
				// JSON that is no call of remember is something to remember itself.
				l = proposed{number: n, Content: string(text)}
			}
		}
		lines = append(lines, l)
	}
	if err := scanner.Err(); err != nil {
		return nil, memory.Wrap(memory.KindInvalid, err, "the lines cannot be read")
	}
	if len(lines) == 0 {
		return nil, memory.Errorf(memory.KindInvalid, "there is no line to explain")
	}
	return lines, nil
}

// settle adds what the worker found out.
func (all *Writes) settle(ctx context.Context, t *trial) error {
	lineOf := map[string]int{}
	for _, w := range all.Writes {
		if w.ID != "" && lineOf[w.ID] == 0 {
			lineOf[w.ID] = w.Line
		}
	}
	for i := range all.Writes {
		w := &all.Writes[i]
		if w.ID != "" && w.Outcome != memory.OutcomeMerged {
			if err := t.judged(ctx, &w.RememberResult); err != nil {
				return err
			}
			if w.Outcome == memory.OutcomeSkipped {
				continue
			}
			if err := w.becomes(ctx, t); err != nil {
				return err
			}
		}
		for _, id := range w.Touched {
			w.TouchedLines = append(w.TouchedLines, lineOf[id])
		}
		slices.Sort(w.TouchedLines)
	}
	return nil
}

// becomes reads from a memory's story what it replaced, or what took it in.
func (w *Write) becomes(ctx context.Context, t *trial) error {
	story, err := t.engine.History(ctx, w.ID)
	if err != nil {
		return err
	}
	if t.Embedder != nil {
		w.Outcome = memory.OutcomeStored
	}
	for _, e := range story.Entries {
		replaced := len(e.MemoryIDs) == 2 && e.MemoryIDs[0] == w.ID
		switch {
		case e.Outcome == memory.ReasonMerged && replaced:
			w.Outcome, w.Touched, w.Rule = memory.OutcomeMerged, []string{e.MemoryIDs[1]}, e.Reason
			return nil
		case e.Outcome == memory.ReasonSuperseded && !replaced:
			w.Outcome, w.Touched, w.Rule = memory.OutcomeSuperseded, append(w.Touched, e.MemoryIDs[0]), e.Reason
		}
	}
	return nil
}

// WriteTable writes one row a line, for people.
func (all Writes) WriteTable(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "LINE\tOUTCOME\tLAYER\tTYPE\tIMPORTANCE\tRULE\tTOUCHED\tCONTENT")
	for _, x := range all.Writes {
		if x.Error != "" {
			fmt.Fprintf(t, "%d\trefused\t\t\t\t\t\t%s\n", x.Line, x.Error)
			continue
		}
		touched := make([]string, len(x.TouchedLines))
		for i, n := range x.TouchedLines {
			touched[i] = fmt.Sprint(n)
		}
		fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%.2f\t%s\t%s\t%s\n",
			x.Line, x.Outcome, x.Layer, x.Type, x.Importance, x.Rule, strings.Join(touched, " "), oneLine(x.Content))
	}
	return t.Flush()
}
