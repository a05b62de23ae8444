package server

import (
	"context"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/rearview-dev/rearview/server/auth"
	"github.com/rearview-dev/rearview/server/jsonrpc"
)

// limitWork bounds the work that goes on at once, by the size of the messages that are worked on; short ones
// count as leastWorkBytes. Others wait, and are told to come back when their turn does not come in time.
// Messages have been read whole when they come here, so that a slow client holds up nobody.
func limitWork(maxBytes int64, wait time.Duration) func(http.Handler) http.Handler {
	room := semaphore.NewWeighted(maxBytes)
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			weight := min(max(r.ContentLength, leastWorkBytes), maxBytes)
			if !acquire(r.Context(), room, weight, wait) {
				tooBusy(w)
				return
			}
			defer room.Release(weight)
			next.ServeHTTP(w, r)
		})
	}
}

// agentLimit bounds how many requests one agent has open, so that no agent takes the server from the others.
// It stands behind authentication and in front of the reading of messages.
type agentLimit struct {
	n    int64
	wait time.Duration

	mu     sync.Mutex
	agents map[string]*semaphore.Weighted
}

func newAgentLimit(n int64, wait time.Duration) *agentLimit {
	return &agentLimit{n: n, wait: wait, agents: map[string]*semaphore.Weighted{}}
}

func (l *agentLimit) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id, _ := auth.IdentityFrom(r.Context())
		room := l.of(id.Agent)
		if !acquire(r.Context(), room, 1, l.wait) {
			tooBusy(w)
			return
		}
		defer room.Release(1)
		next.ServeHTTP(w, r)
	})
}

// of is an agent's own room. There are as many as agents that have ever called: authentication bounds them.
func (l *agentLimit) of(agent string) *semaphore.Weighted {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.agents[agent] == nil {
		l.agents[agent] = semaphore.NewWeighted(l.n)
	}
	return l.agents[agent]
}

func acquire(ctx context.Context, room *semaphore.Weighted, weight int64, wait time.Duration) bool {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	return room.Acquire(ctx, weight) == nil
}

func tooBusy(w http.ResponseWriter) {
	w.Header().Set("Retry-After", "1")
	jsonrpc.WriteError(w, http.StatusServiceUnavailable, "too many calls at once; nothing was done: try again in a second")
}
