package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// event is one line of go test -json; see `go doc test2json`.
type event struct {
	Action     string
	Package    string
	ImportPath string
	Test       string
	Elapsed    float64
	Output     string
}

// summary is what is known so far.
type summary struct {
	out                     io.Writer
	passed, failed, skipped int
	packagesFailed          int
	// output of each test that has not ended, and of each package and build (with an empty test name)
	output map[key]*strings.Builder
	// running packages
	running map[string]bool
	skips   []string
}

type key struct{ pkg, test string }

func newSummary(out io.Writer) *summary {
	return &summary{out: out, output: map[key]*strings.Builder{}, running: map[string]bool{}}
}

// follow takes lines until their end and says whether all is well. At each tick it says what runs.
func (s *summary) follow(lines <-chan []byte, tick <-chan time.Time) bool {
	for {
		select {
		case line, ok := <-lines:
			if !ok {
				return s.close()
			}
			s.line(line)
		case <-tick:
			s.progress()
		}
	}
}

func (s *summary) line(line []byte) {
	var e event
	if err := json.Unmarshal(line, &e); err != nil {
		// not an event, such as a message of the go command itself
		fmt.Fprintf(s.out, "%s", line)
		return
	}
	switch e.Action {
	case "start":
		s.running[e.Package] = true
	case "output", "build-output":
		s.keep(e)
	case "pass", "fail", "skip":
		if e.Test == "" {
			s.endPackage(e)
		} else {
			s.endTest(e)
		}
	}
}

func (s *summary) keep(e event) {
	k := key{e.Package + e.ImportPath, e.Test}
	if s.output[k] == nil {
		s.output[k] = &strings.Builder{}
	}
	s.output[k].WriteString(e.Output)
}

// take returns what was kept and forgets it.
func (s *summary) take(k key) string {
	b := s.output[k]
	delete(s.output, k)
	if b == nil {
		return ""
	}
	return b.String()
}

func (s *summary) endTest(e event) {
	text := s.take(key{e.Package, e.Test})
	switch e.Action {
	case "pass":
		s.passed++
	case "skip":
		s.skipped++
		s.skips = append(s.skips, fmt.Sprintf("%s %s", e.Package, e.Test))
	case "fail":
		s.failed++
		fmt.Fprintf(s.out, "--- FAIL %s %s (%.2fs)\n%s", e.Package, e.Test, e.Elapsed, text)
	}
}

func (s *summary) endPackage(e event) {
	delete(s.running, e.Package)
	text := s.take(key{e.Package, ""})
	switch e.Action {
	case "pass":
		fmt.Fprintf(s.out, "ok   %s %.1fs\n", e.Package, e.Elapsed)
	case "fail":
		s.packagesFailed++
		fmt.Fprintf(s.out, "%sFAIL %s %.1fs\n", text, e.Package, e.Elapsed)
		s.unfinished(e.Package)
	}
}

// unfinished prints the output of tests that were still running when their package ended, which is where
// a panic or a time-out is told.
func (s *summary) unfinished(pkg string) {
	for k := range s.output {
		if k.pkg == pkg {
			fmt.Fprintf(s.out, "--- unfinished %s %s\n%s", k.pkg, k.test, s.take(k))
		}
	}
}

func (s *summary) progress() {
	var names []string
	for name := range s.running {
		names = append(names, name)
	}
	slices.Sort(names)
	doing := "compiling"
	if len(names) > 0 {
		doing = "running " + strings.Join(names, ", ")
	}
	fmt.Fprintf(s.out, "    ... %d passed, %d failed; %s\n", s.passed, s.failed, doing)
}

func (s *summary) close() bool {
	// what is left are builds that failed: nothing ends them
	for k := range s.output {
		if text := s.take(k); k.test == "" && strings.TrimSpace(text) != "" {
			fmt.Fprint(s.out, text)
		}
	}
	for _, skip := range s.skips {
		fmt.Fprintln(s.out, "skip", skip)
	}
	fmt.Fprintf(s.out, "%d passed, %d failed, %d skipped\n", s.passed, s.failed+s.broken(), s.skipped)
	if s.passed+s.failed+s.skipped == 0 {
		fmt.Fprintln(s.out, "no test ran")
		return false
	}
	return s.failed == 0 && s.packagesFailed == 0
}

// broken is 1 when packages failed although none of their tests did, so that the last line shows it.
func (s *summary) broken() int {
	if s.failed == 0 && s.packagesFailed > 0 {
		return 1
	}
	return 0
}
