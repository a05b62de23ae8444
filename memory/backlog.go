package memory

import (
	"slices"
	"sync"
)

// maxBacklog bounds the working memories of one agent that wait for a vector. When the embedder is away for
// long, its oldest beyond that go without: they are found by words, and expire soon.
const maxBacklog = 1024

// backlog holds the working memories that have no vector yet, oldest first. Unlike the queue it need not
// be durable: the memories are.
type backlog struct {
	mu      sync.Mutex
	waiting []Memory
	// of counts those of each agent; over says that one has too many.
	of     map[string]int
	over   bool
	inHand int
}

// push adds memories and returns the ids of those that go without a vector for it.
func (b *backlog) push(ms ...Memory) (dropped []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = append(b.waiting, ms...)
	for _, m := range ms {
		b.count(m.Agent, +1)
	}
	return b.trim()
}

// pushBack returns memories that were taken, to the front.
func (b *backlog) pushBack(ms ...Memory) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = append(ms, b.waiting...)
	for _, m := range ms {
		b.count(m.Agent, +1)
	}
	b.trim()
}

// count keeps how many wait of an agent.
func (b *backlog) count(agent string, change int) {
	if b.of == nil {
		b.of = map[string]int{}
	}
	if b.of[agent] += change; b.of[agent] == 0 {
		delete(b.of, agent)
	}
	b.over = b.over || b.of[agent] > maxBacklog
}

// trim drops the oldest of every agent that has too many.
func (b *backlog) trim() (dropped []string) {
	if !b.over {
		return nil
	}
	b.waiting = slices.DeleteFunc(b.waiting, func(m Memory) bool {
		if b.of[m.Agent] <= maxBacklog {
			return false
		}
		b.of[m.Agent]--
		dropped = append(dropped, m.ID)
		return true
	})
	b.over = false
	return dropped
}

// take removes up to n for embedding. They count as in hand until settled says otherwise.
func (b *backlog) take(n int) []Memory {
	b.mu.Lock()
	defer b.mu.Unlock()
	n = min(n, len(b.waiting))
	taken := append([]Memory(nil), b.waiting[:n]...)
	b.waiting = slices.Delete(b.waiting, 0, n)
	for _, m := range taken {
		b.count(m.Agent, -1)
	}
	b.inHand += n
	return taken
}

// settled says that what was taken is embedded or pushed back, but for so many.
func (b *backlog) settled(left int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.inHand = left
}

// empty says whether none waits or is in hand.
func (b *backlog) empty() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.waiting)+b.inHand == 0
}
