package openai

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"
)

const (
	// maxAttempts is how often a request is sent before its error is returned.
	maxAttempts = 4
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

// embed returns the vectors of a batch, one a piece, and tries again after transient errors. It gives up early
// when the context would end before the next attempt.
func (e *Embedder) embed(ctx context.Context, batch []piece) ([][]float32, error) {
	body, err := e.encodeRequest(batch)
	if err != nil {
		return nil, err
	}
	for attempt := 1; ; attempt++ {
		vectors, err := e.post(ctx, body, len(batch))
		if err == nil {
			return vectors, nil
		}
		if ctx.Err() != nil {
			return nil, stopped(ctx.Err())
		}
		var transient *transientError
		if !errors.As(err, &transient) {
			return nil, err
		}
		wait := e.wait(attempt, transient.retryAfter)
		deadline, limited := ctx.Deadline()
		if attempt == maxAttempts || wait > maxRetryAfter || limited && e.options.Now().Add(wait).After(deadline) {
			return nil, transient.err
		}
		if err := e.options.Sleep(ctx, wait); err != nil {
			return nil, stopped(err)
		}
	}
}

// wait is how long to wait after an attempt: a random part, at least half, of a time that doubles each time
// ("equal jitter", Brooker 2015), and never less than the server asks for.
func (e *Embedder) wait(attempt int, retryAfter time.Duration) time.Duration {
	longest := min(firstWait<<(attempt-1), maxWait)
	backOff := longest/2 + time.Duration(e.options.Random()*float64(longest/2))
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
