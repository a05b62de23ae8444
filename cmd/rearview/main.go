// Command rearview gives agents memory: it serves the namespace that a manifest declares, and lets the
// people who own the memory look into it.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// version is set when a release is built.
var version = "dev"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// the first signal stops what runs in order; from then on a second one ends the process at once
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr}))
}
