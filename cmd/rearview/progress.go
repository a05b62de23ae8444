package main

import (
	"fmt"
	"io"
	"os"

	"github.com/rearview-dev/rearview/eval"
)

// progress shows how far a measurement is: one line that is rewritten on a terminal, a line a stage elsewhere.
type progress struct {
	w        io.Writer
	terminal bool
	stage    string
}

func newProgress(w io.Writer) *progress {
	p := &progress{w: w}
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		p.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return p
}

func (p *progress) show(now eval.Progress) {
	stage := now.File + ": " + string(now.Stage)
	switch {
	case p.terminal:
		// the escape clears what a longer line left behind
		fmt.Fprintf(p.w, "\r%s %d/%d\x1b[K", stage, now.Done, now.Total)
	case stage != p.stage:
		fmt.Fprintf(p.w, "%s %d\n", stage, now.Total)
	}
	p.stage = stage
}

// end leaves the line.
func (p *progress) end() {
	if p.terminal && p.stage != "" {
		fmt.Fprintln(p.w)
	}
}
