package memory

import (
	"context"
	"errors"
	"sync"
	"time"
)

const (
	// restAfterFailure is how long recall does without an embedder that has just failed, so that an outage
	// does not cost every recall a timeout.
	restAfterFailure = 5 * time.Second
	// shortQueryBytes is how long a query may be that any embedder that works embeds in time.
	shortQueryBytes = 256
)

// health remembers whether the embedder works. It is shared by all agents, so only an outage may change it:
// one agent's odd or long query must not take the search by vector from the others.
type health struct {
	mu     sync.Mutex
	failed bool
	until  time.Time
	// answers counts the times that it worked.
	answers int64
}

func (h *health) worked() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.failed = false
	h.answers++
}

// answered counts answers up to now, to be given to queryFailed.
func (h *health) answered() int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.answers
}

// queryFailed notes that a query was not embedded, if that tells of an outage: the embedder cannot be
// reached, or a short query took too long and no other was answered since. It returns whether it does.
func (h *health) queryFailed(now time.Time, err error, bytes int, answeredBefore int64) bool {
	if KindOf(err) != KindUnavailable {
		return false // It answers, but not to this.
	}
	if errors.Is(err, context.DeadlineExceeded) && (bytes > shortQueryBytes || h.answered() != answeredBefore) {
		return false
	}
	h.failedAt(now)
	return true
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
