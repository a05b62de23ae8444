package memory

import (
	"context"
	"crypto/rand"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/rearview-dev/rearview/namespace"
)

// drainPoll is how often Drain looks.
const drainPoll = 10 * time.Millisecond

// Config is what an engine is made of. The ports are required, except Embedder.
type Config struct {
	LongTerm LongTerm
	Queue    Queue
	Working  Working
	Cold     Cold
	Audit    Audit
	// Embedder may be nil: then recall goes by words, says so, and what is written waits in the queue.
	Embedder Embedder
	// OpenJudge makes the judge of the namespace's model, again whenever that changes; nil leaves all to the rules.
	OpenJudge func(namespace.Model) (Judge, error)
	// Namespace is the policy to obey until Apply brings another. It is required.
	Namespace *namespace.Effective
	// Now is the clock; nil for time.Now.
	Now func() time.Time
	// NewID makes ULIDs, each greater than the one before; nil for those of Now and random entropy.
	NewID func() string
	// Logger; nil discards.
	Logger *slog.Logger
}

// Engine remembers, recalls and forgets. Make one with New, start Run in a goroutine, and call the verbs
// from as many goroutines as you like.
type Engine struct {
	longTerm LongTerm
	queue    Queue
	working  Working
	cold     Cold
	audit    Audit
	embedder Embedder
	// openJudge may be nil.
	openJudge func(namespace.Model) (Judge, error)

	now   func() time.Time
	newID func() string
	log   *slog.Logger

	obeyed atomic.Pointer[obeyed]
	// applied wakes the schedule when the policy changes, written the worker when there is something new.
	applied chan struct{}
	written chan struct{}

	pending *pending
	backlog *backlog
	health  *health
	judging *judging
	// appraiser is the embedder, if it can appraise.
	appraiser Appraiser

	// likeness says that the embedder's scales of passages are known.
	likeness atomic.Bool

	// lives serialises what changes the status or the place of existing memories: the verbs forget and
	// restore, the worker's writes and each batch of maintenance. Remember and Recall do not take it.
	lives       sync.Mutex
	maintaining sync.Mutex

	counters        counters
	lastMaintenance atomic.Pointer[MaintainReport]
}

// obeyed is the policy in force.
type obeyed struct {
	*namespace.Effective
	schedule schedule
	// judge is nil when there is no model.
	judge Judge
	// declared are the rules of each agent.
	declared map[string]declared
}

// New makes an engine. It starts nothing: Run does.
func New(c Config) (*Engine, error) {
	if c.LongTerm == nil || c.Queue == nil || c.Working == nil || c.Cold == nil || c.Audit == nil {
		return nil, Errorf(KindInternal, "memory.New: LongTerm, Queue, Working, Cold and Audit are required")
	}
	now := c.Now
	if now == nil {
		now = time.Now
	}
	e := &Engine{
		longTerm: c.LongTerm,
		queue:    c.Queue,
		working:  c.Working,
		cold:     c.Cold,
		audit:    c.Audit,
		embedder: c.Embedder,

		openJudge: c.OpenJudge,
		// Stores keep microseconds; so that what is answered now equals what is read later, so does the engine.
		now:     func() time.Time { return now().UTC().Truncate(time.Microsecond) },
		newID:   c.NewID,
		log:     c.Logger,
		applied: make(chan struct{}, 1),
		written: make(chan struct{}, 1),
		pending: newPending(),
		backlog: &backlog{},
		health:  &health{},
		judging: newJudging(),
	}
	if e.newID == nil {
		// Ids of one millisecond are in order too: the newest of a session are told by their ids.
		entropy := &ulid.LockedMonotonicReader{MonotonicReader: ulid.Monotonic(rand.Reader, 0)}
		e.newID = func() string { return ulid.MustNew(ulid.Timestamp(e.now()), entropy).String() }
	}
	if e.log == nil {
		e.log = slog.New(slog.DiscardHandler)
	}
	e.appraiser, _ = e.embedder.(Appraiser)
	_, measured := e.embedder.(Calibrator)
	e.likeness.Store(!measured)
	if err := e.Apply(c.Namespace); err != nil {
		return nil, err
	}
	return e, nil
}

// Apply makes the engine obey another policy from now on. A policy it cannot obey, such as one with a
// broken schedule or pattern, is refused and the old one kept.
func (e *Engine) Apply(ns *namespace.Effective) error {
	if ns == nil {
		return Errorf(KindInvalid, "the effective namespace is missing")
	}
	s, err := parseSchedule(ns.Maintenance)
	if err != nil {
		return err
	}
	rules, err := compileDeclared(ns)
	if err != nil {
		return err
	}
	judge, err := e.judgeOf(ns)
	if err != nil {
		return err
	}
	e.obeyed.Store(&obeyed{Effective: ns, schedule: s, judge: judge, declared: rules})
	nudge(e.applied)
	nudge(e.judging.wake)
	return nil
}

// Run indexes and judges what is remembered and runs maintenance on its schedule, until ctx ends. It returns nil
// after finishing the batch in hand; what is left is done by the next Run. Call it once.
func (e *Engine) Run(ctx context.Context) error {
	var wg sync.WaitGroup
	if e.embedder != nil {
		wg.Go(func() { newWorker(e).run(ctx) })
	}
	wg.Go(func() { e.runJudge(ctx) })
	wg.Go(func() { e.runSchedule(ctx) })
	wg.Wait()
	return nil
}

// Drain waits until nothing waits to be indexed or judged, while Run works. Parked memories do not count.
// Without an embedder it fails at once with kind unavailable.
func (e *Engine) Drain(ctx context.Context) error {
	if e.embedder == nil {
		return Errorf(KindUnavailable, "nothing is indexed without an embedder")
	}
	for {
		depth, err := e.queue.Depth(ctx)
		if err != nil {
			return err
		}
		if depth.Waiting == 0 && e.backlog.empty() && e.judging.idle() {
			return nil
		}
		sleep(ctx, drainPoll, nil)
		if err := given(ctx); err != nil {
			return err
		}
	}
}

// policyOf is the policy of an agent that may call, or kind not_allowed.
func (e *Engine) policyOf(id Identity) (namespace.Policy, error) {
	ns := e.obeyed.Load()
	if !ns.HasAgent(id.Agent) {
		return namespace.Policy{}, Errorf(KindNotAllowed,
			"agent %q does not belong to this namespace; use the token of an agent that it lists", id.Agent)
	}
	return ns.PolicyOf(id.Agent), nil
}

// record appends to the audit. What was done stays done when the audit fails.
func (e *Engine) record(ctx context.Context, entry AuditEntry) {
	entry.At = e.now()
	if err := e.audit.Append(context.WithoutCancel(ctx), entry); err != nil {
		e.log.ErrorContext(ctx, "the audit lost an entry", "verb", entry.Verb, "error", err)
	}
}

// nudge wakes whoever waits on c, now or the next time that they wait.
func nudge(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// idsOf are the ids of memories, in order.
func idsOf(ms []Memory) []string {
	ids := make([]string, len(ms))
	for i, m := range ms {
		ids[i] = m.ID
	}
	return ids
}
