package memory

import (
	"sync"
	"time"
)

// restAfterFailure is how long recall does without an embedder that has just failed, so that an outage
// does not cost every recall a timeout.
const restAfterFailure = 5 * time.Second

// health remembers whether the embedder works.
type health struct {
	mu     sync.Mutex
	failed bool
	until  time.Time
}

func (h *health) worked() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.failed = false
}

func (h *health) failedAt(now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.failed, h.until = true, now.Add(restAfterFailure)
}

// resting says whether asking is pointless for now.
func (h *health) resting(now time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.failed && now.Before(h.until)
}

// down says whether it failed the last time that it was asked.
func (h *health) down() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.failed
}
