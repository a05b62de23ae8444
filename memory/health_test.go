package memory

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestOnlyAnOutageMakesEveryoneRest: what one agent asks must not switch the embedder off for the others.
func TestOnlyAnOutageMakesEveryoneRest(t *testing.T) {
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	slow := Wrap(KindUnavailable, context.DeadlineExceeded, "slow")
	for name, test := range map[string]struct {
		err       error
		bytes     int
		meanwhile bool
		rests     bool
	}{
		"it cannot be reached":                       {Errorf(KindUnavailable, "refused"), 1000, false, true},
		"a short query takes too long":               {slow, shortQueryBytes, false, true},
		"a long query takes too long":                {slow, shortQueryBytes + 1, false, false},
		"it answers others":                          {slow, 10, true, false},
		"it refuses the query":                       {Errorf(KindInvalid, "too odd"), 10, false, false},
		"it chokes on the query":                     {errors.New("choked"), 10, false, false},
		"it returns what is no vector for the query": {Errorf(KindInternal, "NaN"), 10, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			var h health
			h.worked()
			before := h.answered()
			if test.meanwhile {
				h.worked()
			}
			if got := h.queryFailed(now, test.err, test.bytes, before); got != test.rests {
				t.Errorf("an outage: %v", got)
			}
			if h.resting(now) != test.rests || h.resting(now.Add(restAfterFailure)) {
				t.Errorf("it rests: %v, and later %v", h.resting(now), h.resting(now.Add(restAfterFailure)))
			}
		})
	}
}
