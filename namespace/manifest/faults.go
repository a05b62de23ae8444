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
	// Note is true of what is no fault of its own, but tells that others may show once these are corrected.
	Note bool
}

func (f Fault) String() string {
	text := f.Text
	if f.Note {
		text = "note: " + text
	}
	switch {
	case f.File == "":
		return text
	case f.Line == 0:
		return f.File + ": " + text
	default:
		return fmt.Sprintf("%s:%d: %s", f.File, f.Line, text)
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

// Count is how many faults there are, without the notes.
func (fs Faults) Count() int {
	n := 0
	for _, f := range fs {
		if !f.Note {
			n++
		}
	}
	return n
}

// sorted orders faults by source and line, notes last, and drops repetitions.
func (fs Faults) sorted(sources []Source) Faults {
	rank := map[string]int{}
	for i, s := range sources {
		rank[s.Name] = i
	}
	slices.SortStableFunc(fs, func(a, b Fault) int {
		if a.File != b.File {
			return rank[a.File] - rank[b.File]
		}
		if a.Note != b.Note {
			if a.Note {
				return 1
			}
			return -1
		}
		return a.Line - b.Line
	})
	return slices.Compact(fs)
}
