// Package health answers the probes: is the process alive, and should it get calls.
package health

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"
)

// checkTimeout bounds how long a readiness probe waits for the store.
const checkTimeout = 2 * time.Second

// State is what the probes tell. Its zero value is starting.
type State struct {
	phase atomic.Int32
}

const (
	starting int32 = iota
	serving
	draining
)

// Serving says that calls are welcome from now on.
func (s *State) Serving() { s.phase.Store(serving) }

// Draining says that the server is going away: no new calls.
func (s *State) Draining() { s.phase.Store(draining) }

// Live answers a liveness probe: the process answers at all.
func Live() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, "ok")
	})
}

// Ready answers a readiness probe: 503 while starting or draining, or when check fails. The probe is open
// to everybody, so the answer does not say why; report is told.
func (s *State) Ready(check func(context.Context) error, report func(error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch s.phase.Load() {
		case starting:
			answer(w, http.StatusServiceUnavailable, "starting")
			return
		case draining:
			answer(w, http.StatusServiceUnavailable, "draining")
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), checkTimeout)
		defer cancel()
		if err := check(ctx); err != nil {
			report(err)
			answer(w, http.StatusServiceUnavailable, "the store does not answer")
			return
		}
		answer(w, http.StatusOK, "ok")
	})
}

func answer(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n"))
}
