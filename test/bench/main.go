// Command bench measures speed and memory: recall beside the bare exact scan of the same vectors, taken in
// turns within one run; durable writes; start; resident memory; and the built-in embedder.
//
//	go run ./test/bench --model .cache/model/e5-small-q4.bin [--sizes 1000,10000] [--json FILE]
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// options say what to measure.
type options struct {
	model string
	sizes []int
	// full is the size at which writes, start and memory are measured: the largest up to 100,000.
	full int
	json string
	dir  string
}

func run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	var o options
	sizes := flag.String("sizes", "1000,10000,50000,100000,300000", "how many memories recall is measured at, ascending")
	flag.StringVar(&o.model, "model", "", "the built-in embedder's model file")
	flag.StringVar(&o.json, "json", "", "also write the figures to this file")
	start := flag.String("measure-start", "", "open this data directory, print what it took, and end")
	flag.Parse()
	if o.model == "" {
		return fmt.Errorf("--model is required; `make model` fetches it")
	}
	if *start != "" {
		return printStart(ctx, *start, o.model)
	}
	for _, s := range strings.Split(*sizes, ",") {
		n, err := strconv.Atoi(s)
		if err != nil || n < 100 {
			return fmt.Errorf("--sizes: %q is not a number of at least 100", s)
		}
		o.sizes = append(o.sizes, n)
		if n <= 100_000 {
			o.full = max(o.full, n)
		}
	}
	if o.full == 0 {
		return fmt.Errorf("--sizes: one of them must be at most 100000")
	}

	dir, err := os.MkdirTemp("", "rearview-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	o.dir = dir

	r, err := measure(ctx, o)
	if err != nil {
		return err
	}
	r.print(os.Stdout)
	if o.json == "" {
		return nil
	}
	b, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(o.json, append(b, '\n'), 0o644)
}

// progress tells what is being measured.
func progress(format string, args ...any) { fmt.Fprintf(os.Stderr, "bench: "+format+"\n", args...) }

func measure(ctx context.Context, o options) (*report, error) {
	r := &report{Machine: machine()}
	c := newCorpus()
	bed, err := newBed(ctx, o.dir, c)
	if err != nil {
		return nil, err
	}
	for _, n := range o.sizes {
		progress("filling up to %d memories", n)
		if err := bed.fill(ctx, n); err != nil {
			return nil, bed.closeAfter(err)
		}
		progress("recall among %d", n)
		if err := bed.recall(ctx, r); err != nil {
			return nil, bed.closeAfter(err)
		}
		if n != o.full {
			continue
		}
		progress("durable writes among %d", n)
		if err := bed.remember(ctx, r); err != nil {
			return nil, bed.closeAfter(err)
		}
		if err := bed.pause(func() error {
			progress("start with %d", n)
			return measureStart(ctx, r, o)
		}); err != nil {
			return nil, bed.closeAfter(err)
		}
	}
	if err := bed.close(); err != nil {
		return nil, err
	}
	progress("the embedder")
	return r, measureEmbedder(ctx, r, o.model)
}
