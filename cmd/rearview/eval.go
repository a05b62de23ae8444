package main

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/rearview-dev/rearview/api/v1alpha1"
	"github.com/rearview-dev/rearview/eval"
	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/namespace"
	"github.com/rearview-dev/rearview/namespace/manifest"
	"github.com/rearview-dev/rearview/namespace/resolve"
)

type evalFlags struct {
	manifest    localManifest
	data        string
	json        bool
	writePolicy bool
	model       string
}

func newEval(s streams) *cobra.Command {
	c := parent("eval", "Measure a policy with data whose answers are known")
	c.AddCommand(newEvalRecall(s), newEvalPolicy(s), newEvalConflicts(s), newEvalScenarios(s))
	return c
}

func newEvalRecall(s streams) *cobra.Command {
	var flags evalFlags
	c := &cobra.Command{
		Use:   "recall --data DIR",
		Short: "Measure how much of the evidence a recall brings back",
		Long: `Recall replays conversations and questions of the LoCoMo or MADial-Bench format through the real engine, in
a directory that is removed afterwards, and reports evidence recall at 5, 10 and 15 and the share of
questions with a hit among the first 5. Every line becomes one memory, at the data's own time; with
--write-policy the lines go through the write policy too.`,
		Example: `  rearview eval recall --data locomo/
  rearview eval recall --data locomo/ -f memorynamespace.yaml --write-policy --json`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return measure(c.Context(), s, flags, eval.Recall) },
	}
	flags.add(c, "file, or directory of *.json files, to replay")
	c.Flags().BoolVar(&flags.writePolicy, "write-policy", false, "send the lines through the write policy, which may skip some")
	return c
}

func newEvalPolicy(s streams) *cobra.Command {
	var flags evalFlags
	c := &cobra.Command{
		Use:   "policy --data FILE",
		Short: "Measure what the write policy keeps and drops",
		Long: `Policy remembers labelled lines through the real engine, each by an agent of its own, and reports how many
were kept and dropped rightly and went to the right layer, with the lines that were not. A line is JSON:
{"id", "content", "context", "expect": "keep" or "drop", "kind", "layer"}. What repeats its context
(kind "repeat") is counted apart, after the context was remembered.`,
		Example: `  rearview eval policy --data write_policy.jsonl
  rearview eval policy --data write_policy.jsonl -f memorynamespace.yaml --json`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return measure(c.Context(), s, flags, eval.Policy) },
	}
	flags.add(c, "file of JSON Lines to remember")
	return c
}

func newEvalConflicts(s streams) *cobra.Command {
	var flags evalFlags
	c := &cobra.Command{
		Use:   "conflicts --data FILE",
		Short: "Measure which memories supersede or merge with older ones",
		Long: `Conflicts remembers labelled pairs through the real engine, each by an agent of its own, the older one
first, and shows what became of them as a confusion table, with the pairs that ended otherwise than
expected. A line is JSON: {"id", "old", "new", "expect": "supersede", "keep_both" or "duplicate"};
old and new are {"content", "type", "at"}.`,
		Example: `  rearview eval conflicts --data conflicts.jsonl --json`,
		Args:    cobra.NoArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return measure(c.Context(), s, flags, eval.Conflicts) },
	}
	flags.add(c, "file of JSON Lines to remember")
	return c
}

func newEvalScenarios(s streams) *cobra.Command {
	var flags evalFlags
	c := &cobra.Command{
		Use:   "scenarios --data FILE",
		Short: "Measure recall from agents' histories, in which facts change and some are private",
		Long: `Scenarios replays histories through the real engine, at their own times, and asks their queries for five
memories each. It reports evidence recall, and how often something came back that was replaced or is
private to another agent. A line is JSON: {"id", "now", "memories", "duplicates", "queries"}.`,
		Example: `  rearview eval scenarios --data scenarios.jsonl --json`,
		Args:    cobra.NoArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return measure(c.Context(), s, flags, eval.Scenarios) },
	}
	flags.add(c, "file of JSON Lines to replay")
	return c
}

// add adds the flags that every measurement has.
func (flags *evalFlags) add(c *cobra.Command, data string) {
	c.Flags().StringVar(&flags.data, "data", "", data)
	mustRequire(c, "data")
	c.Flags().StringVarP(&flags.manifest.path, "filename", "f", "", "manifest whose policy to measure (default: the default policy)")
	addKeyFlags(c, &flags.manifest)
	c.Flags().BoolVar(&flags.json, "json", false, "print JSON")
	addModelFlag(c, &flags.model)
}

// measure runs a measurement and prints its result.
func measure[R interface{ WriteTable(io.Writer) error }](
	ctx context.Context, s streams, flags evalFlags, run func(context.Context, eval.Config) (R, error),
) (err error) {
	ns, err := evaluated(s, flags.manifest)
	if err != nil {
		return err
	}
	embedder, release, err := openEmbedder(ns.Embedding, flags.model)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	progress := newProgress(s.err)
	result, err := run(ctx, eval.Config{
		Data:      flags.data,
		Namespace: ns,
		Embedder:  embedder,
		Open: func(ctx context.Context, now func() time.Time) (memory.Config, func() error, error) {
			return openScratch(ctx, ns.Embedding, now)
		},
		WritePolicy: flags.writePolicy,
		Progress:    progress.show,
	})
	progress.end()
	if err != nil {
		return err
	}
	if flags.json {
		return printJSON(s.out, result)
	}
	return result.WriteTable(s.out)
}

// evaluated is the namespace whose policy is measured.
func evaluated(s streams, m localManifest) (*namespace.Effective, error) {
	if m.path != "" {
		ns, _, err := m.read(s.in)
		return ns, err
	}
	return resolve.Resolve(&v1alpha1.MemoryNamespace{
		ObjectMeta: metav1.ObjectMeta{Name: "eval", Namespace: "default"},
		Spec:       v1alpha1.MemoryNamespaceSpec{Agents: []v1alpha1.Agent{{Name: "eval"}}},
	}, manifest.BuiltInClass())
}

// openScratch opens a store in a directory that closing removes.
func openScratch(ctx context.Context, e namespace.Embedding, now func() time.Time) (memory.Config, func() error, error) {
	dir, err := os.MkdirTemp("", "rearview-eval-")
	if err != nil {
		return memory.Config{}, nil, err
	}
	store, config, err := openPorts(ctx, dir, e, now)
	if err != nil {
		return memory.Config{}, nil, errors.Join(err, os.RemoveAll(dir))
	}
	return config, func() error { return errors.Join(store.Close(), os.RemoveAll(dir)) }, nil
}
