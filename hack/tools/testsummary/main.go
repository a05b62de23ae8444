// Command testsummary reads the output of `go test -json` on its standard input and prints what a person
// wants to see of it: a line a package, the output of what failed, a line now and then while nothing ends,
// what was skipped, and at last "N passed, N failed, N skipped". It exits with 1 when a test or package
// failed, or when no test ran at all.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"time"
)

// quiet is how long nothing may be said while tests run.
const quiet = 20 * time.Second

func main() {
	lines := make(chan []byte)
	go read(os.Stdin, lines)
	s := newSummary(os.Stdout)
	if !s.follow(lines, time.Tick(quiet)) {
		os.Exit(1)
	}
}

// read sends r line by line, and closes lines at its end.
func read(r io.Reader, lines chan<- []byte) {
	defer close(lines)
	in := bufio.NewReader(r)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			lines <- line
		}
		if err != nil {
			if err != io.EOF {
				fmt.Fprintln(os.Stderr, "testsummary: reading standard input:", err)
			}
			return
		}
	}
}
