package memory

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"
)

// maxPending bounds how many writes of one agent are waited for. Those beyond it are found by words until
// the worker has come to them.
const maxPending = 1024

// pending knows which fresh writes have no vector yet, so that their writer's next recall can wait for
// them a moment.
type pending struct {
	mu     sync.Mutex
	writes map[string]pendingWrite
	// last numbers the writes in the order that they came in, which is that of the queue.
	last int64
	// waiting counts each agent's.
	waiting map[string]int
	// workers counts who works on them.
	workers int
}

type pendingWrite struct {
	agent   string
	number  int64
	settled chan struct{}
}

func newPending() *pending {
	return &pending{writes: map[string]pendingWrite{}, waiting: map[string]int{}}
}

func (p *pending) add(agent, id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.waiting[agent] >= maxPending {
		return
	}
	p.last++
	p.waiting[agent]++
	p.writes[id] = pendingWrite{agent: agent, number: p.last, settled: make(chan struct{})}
}

// settle says that waiting for these any longer is pointless: they have a vector, or will not get one soon.
func (p *pending) settle(ids ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, id := range ids {
		if w, ok := p.writes[id]; ok {
			close(w.settled)
			delete(p.writes, id)
			if p.waiting[w.agent]--; p.waiting[w.agent] == 0 {
				delete(p.waiting, w.agent)
			}
		}
	}
}

// working says that somebody has begun, or ended, to give pending writes their vectors.
func (p *pending) working(change int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.workers += change
}

// wait returns when the agent's writes of before the call are settled, and in any case after limit; those
// that were waited for in vain are not waited for again. It does not wait at all when nobody works on them,
// or so many stand in line before the newest that it cannot be ready in time.
func (p *pending) wait(ctx context.Context, agent string, limit time.Duration) {
	writes := p.of(agent)
	if len(writes) == 0 {
		return
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for _, settled := range writes {
		select {
		case <-settled:
		case <-timer.C:
			p.settle(slices.Collect(maps.Keys(writes))...)
			return
		case <-ctx.Done():
			return
		}
	}
}

// await returns when one write is settled, and in any case after limit. It does not wait when nobody works.
func (p *pending) await(ctx context.Context, id string, limit time.Duration) {
	p.mu.Lock()
	w, waits := p.writes[id]
	waits = waits && p.workers > 0
	p.mu.Unlock()
	if !waits {
		return
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-w.settled:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// of are an agent's writes that are worth waiting for.
func (p *pending) of(agent string) map[string]<-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.workers == 0 || p.waiting[agent] == 0 {
		return nil
	}
	line := make([]int64, 0, len(p.writes))
	for _, w := range p.writes {
		line = append(line, w.number)
	}
	slices.Sort(line)
	last := line[min(batchSize, len(line))-1]
	writes := map[string]<-chan struct{}{}
	for id, w := range p.writes {
		if w.agent != agent {
			continue
		}
		if w.number > last {
			return nil
		}
		writes[id] = w.settled
	}
	return writes
}
