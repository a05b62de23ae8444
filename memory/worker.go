package memory

import (
	"context"
	"runtime/debug"
	"slices"
	"time"
)

const (
	// batchSize is how many memories are embedded together. It is small, so that the first of a burst are
	// not kept waiting by the last.
	batchSize = 16
	// lease is longer than a batch takes at worst. Should the process die, another claims it after that.
	lease = 10 * time.Minute
	// grace is what the batch in hand gets once Run shall end.
	grace = 10 * time.Second
	// idlePoll is how often an idle worker looks by itself, for leases that ended.
	idlePoll = 15 * time.Second
	// firstBackoff doubles with each failure up to maxBackoff.
	firstBackoff = time.Second
	maxBackoff   = 30 * time.Second
)

// worker gives memories their vectors.
type worker struct {
	*Engine
	backoff time.Duration
	// retries are when the memories that were put off may be claimed again.
	retries []time.Time
	// blame counts how often a memory alone failed while the embedder worked.
	blame map[string]int
	// long are the memories of which a part is embedded at a time, in their order.
	long []job
	// calibrated says that the embedder's scales were measured, as far as they can be.
	calibrated bool
}

func newWorker(e *Engine) *worker { return &worker{Engine: e, blame: map[string]int{}} }

// run embeds whatever waits, until ctx ends and the batch in hand is finished.
func (w *worker) run(ctx context.Context) {
	w.pending.working(+1)
	defer w.pending.working(-1)
	defer func() { w.giveBack(ctx, w.long) }()
	w.findUnembedded(ctx)
	for ctx.Err() == nil {
		busy, err := w.step(ctx)
		switch {
		case err != nil:
			w.backoff = min(max(2*w.backoff, firstBackoff), maxBackoff)
			w.log.WarnContext(ctx, "indexing failed; nothing is lost", "error", err, "retry_in", w.backoff)
			sleep(ctx, w.backoff, nil)
		case busy:
			w.backoff = 0
		default:
			sleep(ctx, w.idleFor(), w.written)
		}
	}
}

// findUnembedded looks for working memories that an earlier process left without a vector.
func (w *worker) findUnembedded(ctx context.Context) {
	rs, err := w.working.Recent(ctx, Everything(), WorkingQuery{Now: w.now()})
	if err != nil {
		w.log.WarnContext(ctx, "working memories without a vector are unknown; they are found by words", "error", err)
		return
	}
	for _, r := range slices.Backward(rs) {
		if len(r.Chunks) == 0 {
			w.backlog.push(r.Memory)
		}
	}
}

// step takes a batch and embeds it. It reports whether there was one.
func (w *worker) step(ctx context.Context) (busy bool, err error) {
	defer func() {
		if p := recover(); p != nil {
			w.log.ErrorContext(ctx, "the index worker panicked and goes on", "panic", p, "stack", string(debug.Stack()))
			err = Errorf(KindInternal, "the index worker panicked: %v", p)
			w.long = nil // They are claimed again when their lease ends.
		}
	}()
	ctx, cancel := lingering(ctx, grace)
	defer cancel()
	defer func() { w.backlog.settled(w.workingLong()) }()
	jobs, err := w.claim(ctx)
	if err != nil || len(jobs) == 0 {
		return false, err
	}
	if err := w.calibrate(ctx); err != nil {
		w.health.failedAt(w.now())
		w.giveBack(ctx, jobs)
		return true, err
	}
	return true, w.index(ctx, jobs)
}

// claim takes working memories first, for their sessions go on now, but never a whole batch of them.
func (w *worker) claim(ctx context.Context) ([]job, error) {
	fresh := w.backlog.take(batchSize / 2)
	claims, err := w.queue.Claim(ctx, batchSize-len(fresh), lease)
	if err != nil {
		w.backlog.pushBack(fresh...)
		return nil, err
	}
	jobs := make([]job, 0, batchSize)
	for _, m := range fresh {
		jobs = append(jobs, newJob(m, false))
	}
	for _, c := range claims {
		jobs = append(jobs, newJob(c.Memory, true))
	}
	batch, excess := w.portion(jobs)
	w.giveBack(ctx, excess)
	return batch, nil
}

// idleFor is how long nothing needs to be done unless something is written.
func (w *worker) idleFor() time.Duration {
	now, wait := w.now(), idlePoll
	w.retries = slices.DeleteFunc(w.retries, func(t time.Time) bool {
		wait = min(wait, max(t.Sub(now), 0))
		return !t.After(now)
	})
	return wait
}

// lingering is ctx, prolonged by grace after its end.
func lingering(ctx context.Context, grace time.Duration) (context.Context, context.CancelFunc) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		timer := time.AfterFunc(grace, cancel)
		context.AfterFunc(longer, func() { timer.Stop() })
	})
	return longer, func() {
		stop()
		cancel()
	}
}

// sleep waits until d has passed, ctx ends, or wake is nudged.
func sleep(ctx context.Context, d time.Duration, wake <-chan struct{}) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	case <-wake:
	}
}
