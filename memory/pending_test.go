package memory

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// waited is how long a wait for an agent's writes takes.
func waited(p *pending, agent string) time.Duration {
	begin := time.Now()
	p.wait(context.Background(), agent, pendingWait)
	return time.Since(begin)
}

func TestPendingWaitsForItsOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPending()
		p.add("alice", "a1")
		p.add("alice", "a2")
		p.add("bob", "b1")
		if d := waited(p, "alice"); d != 0 {
			t.Errorf("waited %v although nobody works", d)
		}
		p.working(+1)
		go func() {
			<-time.After(50 * time.Millisecond)
			p.settle("a1", "a2")
		}()
		if d := waited(p, "alice"); d != 50*time.Millisecond {
			t.Errorf("waited %v for writes that took 50ms", d)
		}
		if d := waited(p, "alice"); d != 0 {
			t.Errorf("waited %v for nothing", d)
		}
		if d := waited(p, "bob"); d != pendingWait {
			t.Errorf("waited %v for a write that never comes", d)
		}
		if d := waited(p, "bob"); d != 0 {
			t.Errorf("waited %v again, although it was in vain", d)
		}
	})
}

func TestPendingDoesNotWaitForACrowd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPending()
		p.working(+1)
		for i := range 10 * maxPending {
			p.add("bob", fmt.Sprint(i))
		}
		p.add("alice", "a")
		if len(p.writes) != maxPending+1 {
			t.Errorf("%d writes are tracked", len(p.writes))
		}
		if d := waited(p, "alice"); d != 0 {
			t.Errorf("waited %v behind a crowd", d)
		}
		for i := range maxPending {
			p.settle(fmt.Sprint(i))
		}
		if d := waited(p, "alice"); d != pendingWait {
			t.Errorf("waited %v once the crowd was gone", d)
		}
	})
}

func TestPendingWaitsAheadOfACrowd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPending()
		p.working(+1)
		p.add("alice", "a")
		for i := range 100 {
			p.add("bob", fmt.Sprint(i))
		}
		go func() {
			<-time.After(50 * time.Millisecond)
			p.settle("a")
		}()
		if d := waited(p, "alice"); d != 50*time.Millisecond {
			t.Errorf("waited %v although it stands first in line", d)
		}
	})
}

func TestPendingGivesUpWithItsCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPending()
		p.working(+1)
		p.add("alice", "a")
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		begin := time.Now()
		p.wait(ctx, "alice", pendingWait)
		if d := time.Since(begin); d != 10*time.Millisecond {
			t.Errorf("waited %v", d)
		}
	})
}
