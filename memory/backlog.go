package memory

import "sync"

// maxBacklog bounds the working memories that wait for a vector. When the embedder is away for long, the
// oldest beyond it go without: they are found by words, and expire soon.
const maxBacklog = 1024

// backlog holds the working memories that have no vector yet, oldest first. Unlike the queue it need not
// be durable: the memories are.
type backlog struct {
	mu      sync.Mutex
	waiting []Memory
	inHand  int
}

// push adds memories and returns the ids of those that go without a vector for it.
func (b *backlog) push(ms ...Memory) (dropped []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = append(b.waiting, ms...)
	return b.trim()
}

// pushBack returns memories that were taken, to the front.
func (b *backlog) pushBack(ms ...Memory) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = append(ms, b.waiting...)
	b.trim()
}

func (b *backlog) trim() (dropped []string) {
	if over := len(b.waiting) - maxBacklog; over > 0 {
		dropped = idsOf(b.waiting[:over])
		b.waiting = append([]Memory(nil), b.waiting[over:]...)
	}
	return dropped
}

// take removes up to n for embedding. They count as in hand until settled is called.
func (b *backlog) take(n int) []Memory {
	b.mu.Lock()
	defer b.mu.Unlock()
	n = min(n, len(b.waiting))
	taken := append([]Memory(nil), b.waiting[:n]...)
	b.waiting = append(b.waiting[:0], b.waiting[n:]...)
	b.inHand = n
	return taken
}

// settled says that what was taken last is embedded or pushed back.
func (b *backlog) settled() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.inHand = 0
}

// empty says whether none waits or is in hand.
func (b *backlog) empty() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.waiting)+b.inHand == 0
}
