package embedded

import (
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rearview-dev/rearview/store/storetest"
)

const testDimension = 16

// openFor opens new data directories below a test's own.
func openFor(t *testing.T) storetest.Open {
	base := t.TempDir()
	n := 0
	return func(tt storetest.T) storetest.Harness {
		n++
		o := Options{Dir: filepath.Join(base, "data ?%20#", "目录", strconv.Itoa(n)), Model: "test", Dimension: testDimension}
		return harness(tt, o, storetest.NewClock())
	}
}

func harness(t storetest.T, o Options, clock *storetest.Clock) storetest.Harness {
	o.Now = clock.Now
	s, err := Open(t.Context(), o)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	closeIt := func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	}
	t.Cleanup(closeIt)
	return storetest.Harness{
		Queue: s.Queue(), LongTerm: s.LongTerm(), Working: s.Working(), Audit: s.Audit(),
		Dimension: o.Dimension, Clock: clock,
		Reopen: func() storetest.Harness {
			closeIt()
			return harness(t, o, clock)
		},
	}
}

func TestQueue(t *testing.T)    { storetest.Queue(t, openFor(t)) }
func TestLongTerm(t *testing.T) { storetest.LongTerm(t, openFor(t)) }
func TestWorking(t *testing.T)  { storetest.Working(t, openFor(t)) }
func TestAudit(t *testing.T)    { storetest.Audit(t, openFor(t)) }
