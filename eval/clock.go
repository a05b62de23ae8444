package eval

import (
	"sync"
	"time"
)

// clock starts at a time of the data and runs on from there. It is safe for concurrent use.
type clock struct {
	mu    sync.Mutex
	base  time.Time
	since time.Time
}

func newClock(t time.Time) *clock { return &clock{base: t, since: time.Now()} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.base.Add(time.Since(c.since))
}

func (c *clock) set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.base, c.since = t, time.Now()
}
