// Package eval measures recall: it replays data with known answers through the real engine and reports how
// much of the evidence comes back. Users measure their own policies with it.
package eval

import (
	"context"
	"slices"
	"time"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/namespace"
)

// Config says what to measure.
type Config struct {
	// Data is a file of one of the known shapes, or a directory whose *.json files are all of one shape.
	Data string
	// Namespace holds the policy to measure. The first of its agents writes and asks.
	Namespace *namespace.Effective
	// Embedder may be nil: then recall goes by words alone.
	Embedder memory.Embedder
	// Open makes a new, empty store that goes by the given clock. It returns an engine's configuration with
	// the ports set, and what closes them. It is called once a file.
	Open func(ctx context.Context, now func() time.Time) (memory.Config, func() error, error)
	// WritePolicy sends every line through Remember, at its own time, so that the policy may skip it, choose
	// its layer and let it expire. Otherwise every line is kept as it is in the episodic layer.
	WritePolicy bool
	// Progress, when set, is called now and then from one goroutine at a time.
	Progress func(Progress)
}

// Progress is how far a measurement is.
type Progress struct {
	File  string
	Stage Stage
	Done  int
	Total int
}

// Stage is what is being done with a file.
type Stage string

// The stages, in order.
const (
	StageWrite Stage = "write"
	StageIndex Stage = "index"
	StageAsk   Stage = "ask"
)

// Recall replays the data and reports the evidence found. Each file gets a store of its own, and the file's
// last session is now. Kinds of error: invalid (the data), and whatever the engine returns.
func Recall(ctx context.Context, c Config) (Result, error) {
	if c.Namespace == nil || len(c.Namespace.Agents) == 0 || c.Open == nil {
		return Result{}, memory.Errorf(memory.KindInternal, "eval.Recall: Namespace with an agent, and Open, are required")
	}
	data, err := Load(c.Data)
	if err != nil {
		return Result{}, err
	}
	var (
		all     []answer
		skipped int
	)
	for _, f := range data.Files {
		found, err := c.measure(ctx, f)
		if err != nil {
			return Result{}, memory.Wrap(memory.KindOf(err), err, "replaying "+f.Name)
		}
		all = slices.Concat(all, found.answers)
		skipped += found.skipped
	}
	result := summarise(data.Name, all)
	result.Skipped = skipped
	return result, nil
}

func (c Config) report(p Progress) {
	if c.Progress != nil {
		c.Progress(p)
	}
}
