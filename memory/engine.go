package memory

import (
	"context"
	"log/slog"
	"time"

	"github.com/rearview-dev/rearview/namespace"
)

// Config is what an engine is made of. The ports are required, except Embedder.
type Config struct {
	LongTerm LongTerm
	Queue    Queue
	Working  Working
	Cold     Cold
	Audit    Audit
	// Embedder may be nil: then recall goes by words, says so, and what is written waits in the queue.
	Embedder Embedder
	// Namespace is the policy to obey until Apply brings another. It is required.
	Namespace *namespace.Effective
	// Now is the clock; nil for time.Now.
	Now func() time.Time
	// NewID makes ULIDs; nil for ULIDs of Now with random entropy.
	NewID func() string
	// Logger; nil discards.
	Logger *slog.Logger
}

// Engine remembers, recalls and forgets. Make one with New, start Run in a goroutine, and call the verbs
// from as many goroutines as you like.
type Engine struct{}

// New makes an engine. It starts nothing: Run does.
func New(c Config) (*Engine, error) { return nil, nil }

// Apply makes the engine obey another policy from now on. A policy it cannot obey, such as one with a
// broken schedule, is refused and the old one kept.
func (e *Engine) Apply(ns *namespace.Effective) error { return nil }

// Run indexes what is remembered and runs maintenance on its schedule, until ctx ends. It returns nil
// after finishing the batch in hand; what is still queued is indexed by the next Run. Call it once.
func (e *Engine) Run(ctx context.Context) error { return nil }

// Drain waits until nothing waits to be indexed, while Run works. Parked memories do not count.
// Without an embedder it fails at once with kind unavailable.
func (e *Engine) Drain(ctx context.Context) error { return nil }

// Remember writes one memory, or says why not. After it answers, the memory is durable and found by recall.
// Kinds of error: invalid, not_allowed (unknown agent), unavailable.
func (e *Engine) Remember(ctx context.Context, id Identity, r RememberRequest) (RememberResult, error) {
	return RememberResult{}, nil
}

// Recall finds the agent's own memories and the shared ones, and records that they were read.
// Kinds of error: invalid, not_allowed (unknown agent), not_found (unknown task), unavailable.
func (e *Engine) Recall(ctx context.Context, id Identity, r RecallRequest) (RecallResult, error) {
	return RecallResult{}, nil
}

// Search is Recall for the person who owns the data, or for what v sees. It leaves no trace: access times
// stay as they are.
func (e *Engine) Search(ctx context.Context, v Visibility, r RecallRequest) (RecallResult, error) {
	return RecallResult{}, nil
}

// Forget archives the agent's own memories by id, or previews what a query would find. Shared memories are
// forgotten by their writer only. All ids are archived, or none.
// Kinds of error: invalid, not_allowed, not_found, unavailable.
func (e *Engine) Forget(ctx context.Context, id Identity, r ForgetRequest) (ForgetResult, error) {
	return ForgetResult{}, nil
}

// Maintain archives what expired, grew old, exceeds a capacity or was forgotten. Only one run goes on at a
// time (kind conflict otherwise). When it fails or ctx ends it has lost nothing, and the next run goes on.
func (e *Engine) Maintain(ctx context.Context) (MaintainReport, error) { return MaintainReport{}, nil }

// Restore makes an archived memory active again, wherever it lies. A working memory comes back episodic.
// Restoring an active memory changes nothing. Kind not_found when there is none.
func (e *Engine) Restore(ctx context.Context, id string) (Memory, error) { return Memory{}, nil }

// Show returns one memory, wherever it lies. Kind not_found when there is none.
func (e *Engine) Show(ctx context.Context, id string) (Shown, error) { return Shown{}, nil }

// History returns what the audit says about a memory, oldest first. Kind not_found when nothing.
func (e *Engine) History(ctx context.Context, id string) ([]AuditEntry, error) { return nil, nil }

// Stats says how the memory is doing.
func (e *Engine) Stats(ctx context.Context) (Stats, error) { return Stats{}, nil }
