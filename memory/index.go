package memory

import (
	"context"
	"math"
	"time"
)

const (
	// embedTimeout bounds the embedding of one batch.
	embedTimeout = 2 * time.Minute
	// maxBlame is how often a memory may fail alone, while the embedder works, before it is parked.
	maxBlame = 3
)

// embedded is a job and its vector.
type embedded struct {
	job
	vector []float32
}

// faulty is a job that fails although the embedder works.
type faulty struct {
	job
	err error
}

// index embeds a batch and writes it. Memories at fault are put off or parked, each alone; in an outage
// all go back to where they came from, and the outage is returned.
func (w *worker) index(ctx context.Context, jobs []job) error {
	good, bad, err := w.embed(ctx, jobs)
	if err == nil {
		w.health.worked()
	} else if ctx.Err() == nil {
		w.health.failedAt(w.now())
	}
	if storeErr := w.store(ctx, good); storeErr != nil {
		err, good = storeErr, nil
	}
	for _, f := range bad {
		w.putOff(ctx, f)
	}
	w.giveBack(ctx, without(jobs, good, bad))
	return err
}

// embed embeds what it can. When a batch fails although the embedder answers, it is split to find the
// memory at fault. An outage is the error.
func (w *worker) embed(ctx context.Context, jobs []job) ([]embedded, []faulty, error) {
	vectors, err := w.passages(ctx, jobs)
	if err == nil {
		good := make([]embedded, len(jobs))
		for i, j := range jobs {
			good[i] = embedded{job: j, vector: vectors[i]}
		}
		return good, nil, nil
	}
	if ctx.Err() != nil || !w.answers(ctx) {
		return nil, nil, err
	}
	if len(jobs) == 1 {
		return nil, []faulty{{job: jobs[0], err: err}}, nil
	}
	half := len(jobs) / 2
	good, bad, err := w.embed(ctx, jobs[:half])
	if err != nil {
		return good, bad, err
	}
	moreGood, moreBad, err := w.embed(ctx, jobs[half:])
	return append(good, moreGood...), append(bad, moreBad...), err
}

// answers says whether the embedder embeds at all.
func (w *worker) answers(ctx context.Context) bool {
	_, err := w.passages(ctx, []job{{memory: Memory{Content: "hello"}}})
	return err == nil
}

// passages embeds the contents and checks the vectors, so that no broken one reaches a store.
func (w *worker) passages(ctx context.Context, jobs []job) ([][]float32, error) {
	texts := make([]string, len(jobs))
	for i, j := range jobs {
		texts[i] = j.memory.Content
	}
	vectors, err := within(ctx, embedTimeout, func(ctx context.Context) ([][]float32, error) {
		return w.embedder.EmbedPassages(ctx, texts)
	})
	if err != nil {
		return nil, err
	}
	if len(vectors) != len(texts) {
		return nil, Errorf(KindInternal, "the embedder returned %d vectors for %d texts", len(vectors), len(texts))
	}
	for _, v := range vectors {
		if err := checkVector(v, w.embedder.Dimension()); err != nil {
			return nil, err
		}
	}
	return vectors, nil
}

func checkVector(v []float32, dimension int) error {
	if len(v) != dimension {
		return Errorf(KindInternal, "the embedder returned a vector of %d numbers instead of %d", len(v), dimension)
	}
	for _, x := range v {
		if f := float64(x); math.IsNaN(f) || math.IsInf(f, 0) {
			return Errorf(KindInternal, "the embedder returned a vector that is not made of numbers")
		}
	}
	return nil
}

// within calls the embedder for at most limit, whether it heeds its context or not, and turns a panic into
// an error.
func within[T any](ctx context.Context, limit time.Duration, call func(context.Context) (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	ctx, cancel := context.WithTimeoutCause(ctx, limit, Errorf(KindUnavailable, "the embedder did not answer in %v", limit))
	defer cancel()
	answers := make(chan answer, 1)
	go func() {
		var a answer
		defer func() {
			if p := recover(); p != nil {
				a.err = Errorf(KindInternal, "the embedder panicked: %v", p)
			}
			answers <- a
		}()
		a.value, a.err = call(ctx)
	}()
	select {
	case a := <-answers:
		return a.value, a.err
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
}

// store writes vectors. It reads each memory again under the lock, because it may have been forgotten or
// moved to cold storage while it was embedded.
func (w *worker) store(ctx context.Context, jobs []embedded) error {
	if len(jobs) == 0 {
		return nil
	}
	w.lives.Lock()
	defer w.lives.Unlock()
	queued := make(map[string][]float32, len(jobs))
	ids := make([]string, 0, len(jobs))
	for _, j := range jobs {
		if j.durable {
			queued[j.memory.ID] = j.vector
			ids = append(ids, j.memory.ID)
		} else if err := w.storeWorking(ctx, j); err != nil {
			return err
		}
	}
	if len(ids) > 0 {
		if err := w.storeQueued(ctx, ids, queued); err != nil {
			return err
		}
		w.record(ctx, AuditEntry{Verb: "index", MemoryIDs: ids, Outcome: "indexed"})
	}
	for _, j := range jobs {
		delete(w.blame, j.memory.ID)
		w.pending.settle(j.memory.ID)
	}
	return nil
}

func (w *worker) storeQueued(ctx context.Context, ids []string, vectors map[string][]float32) error {
	hot, err := w.longTerm.Get(ctx, Everything(), ids...)
	if err != nil {
		return err
	}
	var records []Record
	for _, r := range hot {
		if r.Status == StatusActive {
			records = append(records, Record{Memory: r.Memory, Vector: vectors[r.ID]})
		}
	}
	if len(records) > 0 {
		if err := w.longTerm.Put(ctx, records...); err != nil {
			return err
		}
	}
	return w.queue.Done(ctx, ids...)
}

func (w *worker) storeWorking(ctx context.Context, j embedded) error {
	rs, err := w.working.Recent(ctx, Everything(), WorkingQuery{ID: j.memory.ID, Now: w.now(), Limit: 1})
	if err != nil || len(rs) == 0 || rs[0].Status != StatusActive {
		return err
	}
	return w.working.Append(ctx, Record{Memory: rs[0].Memory, Vector: j.vector})
}

// putOff lets a memory at fault try again later, or parks it.
func (w *worker) putOff(ctx context.Context, f faulty) {
	id := f.memory.ID
	w.pending.settle(id)
	if !f.durable {
		w.log.WarnContext(ctx, "a working memory cannot be embedded; it is found by words", "id", id, "error", f.err)
		return
	}
	w.blame[id]++
	if KindOf(f.err) == KindInvalid || w.blame[id] >= maxBlame {
		w.park(ctx, id, f.err)
		return
	}
	notBefore := w.now().Add(firstBackoff << w.blame[id])
	w.retries = append(w.retries, notBefore)
	if err := w.queue.Release(ctx, notBefore, id); err != nil {
		w.log.WarnContext(ctx, "a memory is retried only when its lease ends", "id", id, "error", err)
	}
}

func (w *worker) park(ctx context.Context, id string, cause error) {
	if err := w.queue.Park(ctx, id, cause.Error()); err != nil {
		w.log.WarnContext(ctx, "a memory that cannot be embedded could not be parked", "id", id, "error", err)
		return
	}
	delete(w.blame, id)
	w.log.ErrorContext(ctx, "a memory cannot be embedded; it is kept and found by words", "id", id, "error", cause)
	w.record(ctx, AuditEntry{Verb: "index", MemoryIDs: []string{id}, Outcome: "parked", Reason: string(KindOf(cause))})
}

// giveBack returns jobs to where they came from, to be taken again when the worker has rested.
func (w *worker) giveBack(ctx context.Context, jobs []job) {
	if len(jobs) == 0 {
		return
	}
	var working []Memory
	var queued []string
	for _, j := range jobs {
		w.pending.settle(j.memory.ID)
		if j.durable {
			queued = append(queued, j.memory.ID)
		} else {
			working = append(working, j.memory)
		}
	}
	w.backlog.pushBack(working...)
	if len(queued) == 0 {
		return
	}
	if err := w.queue.Release(context.WithoutCancel(ctx), w.now(), queued...); err != nil {
		w.log.WarnContext(ctx, "memories are retried only when their lease ends", "count", len(queued), "error", err)
	}
}

// without returns the jobs that are in neither list.
func without(jobs []job, good []embedded, bad []faulty) []job {
	settled := make(map[string]bool, len(good)+len(bad))
	for _, g := range good {
		settled[g.memory.ID] = true
	}
	for _, f := range bad {
		settled[f.memory.ID] = true
	}
	var rest []job
	for _, j := range jobs {
		if !settled[j.memory.ID] {
			rest = append(rest, j)
		}
	}
	return rest
}
