package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/rearview-dev/rearview/namespace/manifest"
)

// The exit codes.
const (
	exitOK = iota
	// exitFailed: it could not be done.
	exitFailed
	// exitUsage: the command line was not understood.
	exitUsage
)

// streams are the process's standard streams.
type streams struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

// run executes a command line and returns the process's exit code.
func run(ctx context.Context, args []string, s streams) int {
	root := newRoot(s)
	root.SetArgs(args)
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	understood := false
	noteRun(root, &understood)
	command, err := root.ExecuteContextC(ctx)
	if err == nil {
		return exitOK
	}
	if faults, ok := errors.AsType[manifest.Faults](err); ok {
		fmt.Fprintln(s.err, faults.Error())
		err = fmt.Errorf("%s", countFaults(faults.Count()))
	}
	fmt.Fprintf(s.err, "rearview: %v\n", err)
	if !understood {
		fmt.Fprintf(s.err, "Run '%s --help' to see what it takes.\n", command.CommandPath())
		return exitUsage
	}
	return exitFailed
}

// noteRun sets understood once a command begins to run: every error before that is about the command line.
func noteRun(c *cobra.Command, understood *bool) {
	if inner := c.RunE; inner != nil {
		c.RunE = func(c *cobra.Command, args []string) error {
			*understood = true
			return inner(c, args)
		}
	}
	for _, child := range c.Commands() {
		noteRun(child, understood)
	}
}

func countFaults(n int) string {
	if n == 1 {
		return "the manifest has a fault; nothing was done"
	}
	return fmt.Sprintf("the manifest has %d faults; nothing was done", n)
}

func newRoot(s streams) *cobra.Command {
	root := parent("rearview", "Memory for agents: what matters is kept, found again, and never lost")
	root.Long = `Rearview gives agents memory over MCP: remember, recall, forget.

A manifest (kind MemoryNamespace) declares the agents and how they remember. The same file works on a
laptop, with no services at all, and on Kubernetes.`
	root.Example = `  # check a manifest, then serve it and print how to connect
  rearview validate -f memorynamespace.yaml
  rearview up -f memorynamespace.yaml

  # look into the memory
  rearview memories search "which database"`
	root.SilenceErrors = true
	root.SilenceUsage = true
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(
		newUp(s),
		newValidate(s),
		newMemories(s),
		newMaintain(s),
		newStdio(s),
		newServe(s),
		newEval(s), newExplainWrite(s),
		newVersion(s),
	)
	return root
}

// parent is a command that only holds others.
func parent(use, short string) *cobra.Command {
	return &cobra.Command{
		Use:   use,
		Short: short,
		// with arguments that are no command's name
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
}
