package manifest

import (
	"fmt"
	"slices"
	"strings"
)

// Fault is one thing wrong with a manifest.
type Fault struct {
	// File is the source's name; empty when the fault belongs to no file.
	File string
	// Line counts from 1; 0 when no line is at fault.
	Line int
	// Text begins with the path in the object where there is one, and then says what the API server says.
	Text string
}

func (f Fault) String() string {
	switch {
	case f.File == "":
		return f.Text
	case f.Line == 0:
		return f.File + ": " + f.Text
	default:
		return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Text)
	}
}

// Faults are all that is wrong. As an error it reads one fault a line.
type Faults []Fault

func (fs Faults) Error() string {
	lines := make([]string, len(fs))
	for i, f := range fs {
		lines[i] = f.String()
	}
	return strings.Join(lines, "\n")
}

// sorted orders faults by source and line, and drops repetitions.
func (fs Faults) sorted(sources []Source) Faults {
	rank := map[string]int{}
	for i, s := range sources {
		rank[s.Name] = i
	}
	slices.SortStableFunc(fs, func(a, b Fault) int {
		if a.File != b.File {
			return rank[a.File] - rank[b.File]
		}
		return a.Line - b.Line
	})
	return slices.Compact(fs)
}
