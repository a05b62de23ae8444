package memory

import (
	"context"
	"slices"
)

// maxBlame is how often a memory may fail alone, while the embedder works, before it is parked.
const maxBlame = 3

// embedded is a job and its chunks so far.
type embedded struct {
	job
	chunks []Chunk
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
	good, refused, writeErr := w.write(ctx, w.whole(good))
	if writeErr != nil {
		err = writeErr
	}
	bad = append(bad, refused...)
	for _, f := range bad {
		w.leave(f.memory.ID)
		w.putOff(ctx, f)
	}
	w.giveBack(ctx, slices.DeleteFunc(without(jobs, good, bad), func(j job) bool { return w.longAt(j.memory.ID) >= 0 }))
	return err
}

// write stores vectors. When the store refuses a batch for good, each memory is stored alone, to find the
// one at fault.
func (w *worker) write(ctx context.Context, jobs []embedded) (written []embedded, refused []faulty, err error) {
	err = w.store(ctx, jobs)
	switch {
	case err == nil:
		return jobs, nil, nil
	case KindOf(err) != KindInvalid:
		return nil, nil, err
	case len(jobs) == 1:
		return nil, []faulty{{job: jobs[0].job, err: err}}, nil
	}
	for i := range jobs {
		one, bad, err := w.write(ctx, jobs[i:i+1])
		written, refused = append(written, one...), append(refused, bad...)
		if err != nil {
			return written, refused, err
		}
	}
	return written, refused, nil
}

// store writes vectors. It reads each memory again under the lock, because it may have been forgotten or
// moved to cold storage while it was embedded.
func (w *worker) store(ctx context.Context, jobs []embedded) error {
	if len(jobs) == 0 {
		return nil
	}
	w.lives.Lock()
	defer w.lives.Unlock()
	var queued []embedded
	for _, j := range jobs {
		if j.durable {
			queued = append(queued, j)
		} else if err := w.storeWorking(ctx, j); err != nil {
			return err
		}
	}
	if len(queued) > 0 {
		if err := w.storeQueued(ctx, queued); err != nil {
			return err
		}
	}
	for _, j := range jobs {
		delete(w.blame, j.memory.ID)
		w.pending.settle(j.memory.ID)
	}
	return nil
}

func (w *worker) storeQueued(ctx context.Context, jobs []embedded) error {
	byID := make(map[string]embedded, len(jobs))
	ids := make([]string, len(jobs))
	for i, j := range jobs {
		ids[i], byID[j.memory.ID] = j.memory.ID, j
	}
	hot, err := w.longTerm.Get(ctx, Everything(), ids...)
	if err != nil {
		return err
	}
	var records []Record
	for _, r := range hot {
		switch j := byID[r.ID]; {
		case r.Content != j.memory.Content:
			// It was written anew meanwhile, and is in the queue anew.
			ids = slices.DeleteFunc(ids, func(id string) bool { return id == r.ID })
		case r.Status == StatusActive:
			records = append(records, Record{Memory: r.Memory, Chunks: j.chunks})
		}
	}
	if len(records) > 0 {
		if err := w.longTerm.Put(ctx, records...); err != nil {
			return err
		}
		if err := w.settleTopics(ctx, records); err != nil {
			return err
		}
	}
	if len(ids) == 0 {
		return nil
	}
	if err := w.queue.Done(ctx, ids...); err != nil {
		return err
	}
	w.record(ctx, AuditEntry{Verb: "index", MemoryIDs: ids, Outcome: "indexed"})
	return nil
}

func (w *worker) storeWorking(ctx context.Context, j embedded) error {
	rs, err := w.working.Recent(ctx, Everything(), WorkingQuery{ID: j.memory.ID, Now: w.now(), Limit: 1})
	if err != nil || len(rs) == 0 || rs[0].Status != StatusActive || rs[0].Content != j.memory.Content {
		return err
	}
	return w.working.Append(ctx, Record{Memory: rs[0].Memory, Chunks: j.chunks})
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
