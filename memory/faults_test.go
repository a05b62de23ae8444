package memory_test

import (
	"context"
	"sync"
	"time"

	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/rearview-dev/rearview/memory"
)

var sortedStrings = cmpopts.SortSlices(func(a, b string) bool { return a < b })

// faults decides which steps of ports fail. Each step is a method, such as Queue.Done, with ":before" or
// ":after" when it changes something: failing after means that it was done and nobody heard of it.
type faults struct {
	mu sync.Mutex
	// failing steps and their errors.
	failing map[string]error
	// steps counts the steps so far. Step number crashAt and all behind it fail, as after a crash; 0 for none.
	steps   int
	crashAt int
	crashed bool
	// once makes only step number crashAt fail.
	once bool
}

var errCrash = memory.Errorf(memory.KindUnavailable, "the test's crash")

func (f *faults) fail(step string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failing == nil {
		f.failing = map[string]error{}
	}
	f.failing[step] = err
}

func (f *faults) at(step string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.failing[step]; err != nil {
		return err
	}
	f.steps++
	if f.crashAt == f.steps || f.crashed && !f.once {
		f.crashed = true
		return errCrash
	}
	return nil
}

// around does a step that changes something.
func (f *faults) around(step string, do func() error) error {
	if err := f.at(step + ":before"); err != nil {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	return f.at(step + ":after")
}

type faultyQueue struct {
	memory.Queue
	f *faults
}

func (q *faultyQueue) Add(ctx context.Context, ms ...memory.Memory) error {
	return q.f.around("Queue.Add", func() error { return q.Queue.Add(ctx, ms...) })
}

func (q *faultyQueue) Claim(ctx context.Context, n int, lease time.Duration) (cs []memory.Claim, err error) {
	err = q.f.around("Queue.Claim", func() error {
		cs, err = q.Queue.Claim(ctx, n, lease)
		return err
	})
	if err != nil {
		return nil, err
	}
	return cs, nil
}

func (q *faultyQueue) Done(ctx context.Context, ids ...string) error {
	return q.f.around("Queue.Done", func() error { return q.Queue.Done(ctx, ids...) })
}

func (q *faultyQueue) Release(ctx context.Context, at time.Time, ids ...string) error {
	return q.f.around("Queue.Release", func() error { return q.Queue.Release(ctx, at, ids...) })
}

type faultyLongTerm struct {
	memory.LongTerm
	f *faults
}

func (l *faultyLongTerm) SearchVector(ctx context.Context, v memory.Visibility, q memory.VectorQuery) ([]memory.Scored, error) {
	if err := l.f.at("LongTerm.SearchVector"); err != nil {
		return nil, err
	}
	return l.LongTerm.SearchVector(ctx, v, q)
}

func (l *faultyLongTerm) SearchWords(ctx context.Context, v memory.Visibility, q memory.WordQuery) (memory.WordResult, error) {
	if err := l.f.at("LongTerm.SearchWords"); err != nil {
		return memory.WordResult{}, err
	}
	return l.LongTerm.SearchWords(ctx, v, q)
}

func (l *faultyLongTerm) Get(ctx context.Context, v memory.Visibility, ids ...string) ([]memory.Record, error) {
	if err := l.f.at("LongTerm.Get"); err != nil {
		return nil, err
	}
	return l.LongTerm.Get(ctx, v, ids...)
}

func (l *faultyLongTerm) Put(ctx context.Context, rs ...memory.Record) error {
	return l.f.around("LongTerm.Put", func() error { return l.LongTerm.Put(ctx, rs...) })
}

func (l *faultyLongTerm) SetStatus(ctx context.Context, c memory.StatusChange) (ids []string, err error) {
	err = l.f.around("LongTerm.SetStatus", func() error {
		ids, err = l.LongTerm.SetStatus(ctx, c)
		return err
	})
	return ids, err
}

func (l *faultyLongTerm) Neighbours(ctx context.Context, qs ...memory.NeighbourQuery) ([]memory.Neighbours, error) {
	if err := l.f.at("LongTerm.Neighbours"); err != nil {
		return nil, err
	}
	return l.LongTerm.Neighbours(ctx, qs...)
}

func (l *faultyLongTerm) Reinforce(ctx context.Context, rs ...memory.Reinforcement) (ids []string, err error) {
	err = l.f.around("LongTerm.Reinforce", func() error {
		ids, err = l.LongTerm.Reinforce(ctx, rs...)
		return err
	})
	return ids, err
}

func (l *faultyLongTerm) Replace(ctx context.Context, rs ...memory.Replacement) (ids []string, err error) {
	err = l.f.around("LongTerm.Replace", func() error {
		ids, err = l.LongTerm.Replace(ctx, rs...)
		return err
	})
	return ids, err
}

func (l *faultyLongTerm) Scan(ctx context.Context, v memory.Visibility, q memory.ScanQuery) ([]memory.Memory, error) {
	if err := l.f.at("LongTerm.Scan"); err != nil {
		return nil, err
	}
	return l.LongTerm.Scan(ctx, v, q)
}

func (l *faultyLongTerm) MoveToCold(ctx context.Context, es ...memory.ColdEntry) error {
	return l.f.around("LongTerm.MoveToCold", func() error { return l.LongTerm.MoveToCold(ctx, es...) })
}

type faultyWorking struct {
	memory.Working
	f *faults
}

func (w *faultyWorking) Append(ctx context.Context, r memory.Record) error {
	return w.f.around("Working.Append", func() error { return w.Working.Append(ctx, r) })
}

func (w *faultyWorking) Due(ctx context.Context, agent string, now time.Time, most, limit int) ([]memory.Memory, error) {
	if err := w.f.at("Working.Due"); err != nil {
		return nil, err
	}
	return w.Working.Due(ctx, agent, now, most, limit)
}

func (w *faultyWorking) Remove(ctx context.Context, ids ...string) error {
	return w.f.around("Working.Remove", func() error { return w.Working.Remove(ctx, ids...) })
}

type faultyCold struct {
	memory.Cold
	f *faults
}

func (c *faultyCold) Write(ctx context.Context, segment string, ms []memory.Memory) error {
	return c.f.around("Cold.Write", func() error { return c.Cold.Write(ctx, segment, ms) })
}

type faultyAudit struct {
	memory.Audit
	f *faults
}

func (a *faultyAudit) Append(ctx context.Context, es ...memory.AuditEntry) error {
	return a.f.around("Audit.Append", func() error { return a.Audit.Append(ctx, es...) })
}

func (a *faultyAudit) Prune(ctx context.Context, keep memory.AuditKeep) error {
	return a.f.around("Audit.Prune", func() error { return a.Audit.Prune(ctx, keep) })
}

// injected puts faults around every port.
func injected(c memory.Config, f *faults) memory.Config {
	c.Queue = &faultyQueue{c.Queue, f}
	c.LongTerm = &faultyLongTerm{c.LongTerm, f}
	c.Working = &faultyWorking{c.Working, f}
	c.Cold = &faultyCold{c.Cold, f}
	c.Audit = &faultyAudit{c.Audit, f}
	return c
}
