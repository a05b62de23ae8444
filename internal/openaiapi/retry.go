package openaiapi

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"
)

const (
	// MaxAttempts is how often a request is sent before its error is returned.
	MaxAttempts = 4
	// firstWait is the longest wait before the second attempt; it doubles with every further one, up to maxWait.
	firstWait = 500 * time.Millisecond
	maxWait   = 8 * time.Second
	// maxRetryAfter is how long a server may make us wait; the caller comes back later for more.
	maxRetryAfter = time.Minute
)

// transientError is a failure that may not happen another time.
type transientError struct {
	err error
	// retryAfter is how long the server asks us to wait; 0 when it does not say.
	retryAfter time.Duration
}

func (e *transientError) Error() string { return e.err.Error() }
func (e *transientError) Unwrap() error { return e.err }

// Transient marks an error of a failure that may not happen another time.
func Transient(err error) error { return &transientError{err: err} }

// retry tries again after transient errors. It gives up early when the context would end before the next
// attempt.
func (c *Client) retry(ctx context.Context, try func() error) error {
	for attempt := 1; ; attempt++ {
		err := try()
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return c.stopped(ctx.Err())
		}
		transient, ok := errors.AsType[*transientError](err)
		if !ok {
			return err
		}
		wait := c.wait(attempt, transient.retryAfter)
		deadline, limited := ctx.Deadline()
		if attempt == MaxAttempts || wait > maxRetryAfter || limited && c.options.Now().Add(wait).After(deadline) {
			return transient.err
		}
		if err := c.options.Sleep(ctx, wait); err != nil {
			return c.stopped(err)
		}
	}
}

// wait is how long to wait after an attempt: a random part, at least half, of a time that doubles each time
// ("equal jitter", Brooker 2015), and never less than the server asks for.
func (c *Client) wait(attempt int, retryAfter time.Duration) time.Duration {
	longest := min(firstWait<<(attempt-1), maxWait)
	backOff := longest/2 + time.Duration(c.options.Random()*float64(longest/2))
	return max(backOff, retryAfter)
}

// retryAfter reads the header of that name: seconds, or a date. It returns 0 when there is none that makes sense.
func retryAfter(h http.Header, now time.Time) time.Duration {
	value := h.Get("Retry-After")
	if seconds, err := strconv.Atoi(value); err == nil {
		return time.Duration(min(max(seconds, 0), int(time.Hour/time.Second))) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}
