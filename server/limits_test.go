package server

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/server/auth"
)

// blocking is a handler that answers once it is released.
func blocking() (h http.Handler, release func()) {
	released := make(chan struct{})
	return http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-released }), func() { close(released) }
}

// post sends a message of some size as an agent.
func post(h http.Handler, agent string, size int) <-chan int {
	status := make(chan int, 1)
	go func() {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodPost, EndpointPath, bytes.NewReader(make([]byte, size)))
		h.ServeHTTP(w, r.WithContext(auth.WithIdentity(r.Context(), memory.Identity{Agent: agent})))
		status <- w.Code
	}()
	return status
}

func TestLimitWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inner, release := blocking()
		h := limitWork(3*leastWorkBytes, time.Second)(inner)
		large := post(h, "planner", 2*leastWorkBytes)
		synctest.Wait()
		small := post(h, "planner", 1)
		synctest.Wait()
		if got := <-post(h, "coder", 1); got != http.StatusServiceUnavailable {
			t.Errorf("a call that waited too long got %d", got)
		}
		waiting := post(h, "coder", 100*leastWorkBytes)
		synctest.Wait()
		release()
		for name, status := range map[string]<-chan int{"large": large, "small": small, "larger than all": waiting} {
			if got := <-status; got != http.StatusOK {
				t.Errorf("%s got %d", name, got)
			}
		}
	})
}

func TestOneAgentLeavesRoomForOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inner, release := blocking()
		h := newAgentLimit(2, time.Second).wrap(inner)
		first, second := post(h, "planner", 1), post(h, "planner", 1)
		synctest.Wait()
		if got := <-post(h, "planner", 1); got != http.StatusServiceUnavailable {
			t.Errorf("the agent's third got %d", got)
		}
		other := post(h, "coder", 1)
		synctest.Wait()
		release()
		for _, status := range []<-chan int{first, second, other} {
			if got := <-status; got != http.StatusOK {
				t.Errorf("got %d", got)
			}
		}
	})
}
