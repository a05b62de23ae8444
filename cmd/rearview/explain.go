package main

import (
	"context"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/rearview-dev/rearview/eval"
	"github.com/rearview-dev/rearview/memory"
)

func newExplainWrite(s streams) *cobra.Command {
	var flags evalFlags
	var file string
	c := &cobra.Command{
		Use:   "explain-write -f FILE",
		Short: "Show what remember would make of lines, and why, without writing them",
		Long: `Explain-write remembers the lines of a file one after the other, in a directory that is removed afterwards,
and shows of each what became of it: kept in which layer, skipped, merged with an earlier line, or
superseding one, and the rule that decided. A line is the content itself, or a JSON object with the
arguments of remember: content, type, scope, task_id, session_id, topic, importance.`,
		Example: `  rearview explain-write -f lines.txt
  printf '用MySQL\n改用PostgreSQL\n' | rearview explain-write -f - --manifest memorynamespace.yaml --json`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return measure(c.Context(), s, flags, func(ctx context.Context, config eval.Config) (eval.Writes, error) {
				if file == "-" {
					return eval.ExplainWrites(ctx, config, s.in)
				}
				return explainFile(ctx, config, file)
			})
		},
	}
	c.Flags().StringVarP(&file, "filename", "f", "", "file of lines, or - for standard input")
	mustRequire(c, "filename")
	c.Flags().StringVar(&flags.manifest.path, "manifest", "", "manifest whose policy to explain (default: the default policy)")
	addKeyFlags(c, &flags.manifest)
	c.Flags().BoolVar(&flags.json, "json", false, "print JSON")
	addModelFlag(c, &flags.model)
	return c
}

func explainFile(ctx context.Context, config eval.Config, path string) (w eval.Writes, err error) {
	f, err := os.Open(path)
	if err != nil {
		return eval.Writes{}, memory.Wrap(memory.KindInvalid, err, "the lines cannot be read")
	}
	defer func(c io.Closer) { _ = c.Close() }(f)
	return eval.ExplainWrites(ctx, config, f)
}
