package memory_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/namespace"
)

// inBubble makes a world that lives by the bubble's clock.
func inBubble(t *testing.T, change func(*world)) *world {
	return newWorld(t, func(w *world) {
		w.config.Now = time.Now
		if change != nil {
			change(w)
		}
	})
}

func (w *world) lastMaintenance() time.Time {
	w.t.Helper()
	stats, err := w.Stats(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	if stats.LastMaintenance == nil {
		return time.Time{}
	}
	return stats.LastMaintenance.StartedAt
}

func TestScheduleRunsInItsZone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := inBubble(t, nil)
		stop := w.run()
		defer stop()
		// The bubble begins at midnight UTC of 2000-01-01; 03:00 in Shanghai is 19:00 UTC.
		<-time.After(19*time.Hour - time.Minute)
		if last := w.lastMaintenance(); !last.IsZero() {
			t.Errorf("it ran at %v", last)
		}
		<-time.After(2 * time.Minute)
		if last, want := w.lastMaintenance(), time.Date(2000, 1, 1, 19, 0, 0, 0, time.UTC); !last.Equal(want) {
			t.Errorf("it ran at %v, want %v", last, want)
		}
		policy := effective(namespace.DefaultPolicy())
		policy.Maintenance = namespace.Maintenance{Schedule: "30 20 * * *", TimeZone: "UTC"}
		if err := w.Apply(policy); err != nil {
			t.Fatal(err)
		}
		<-time.After(2 * time.Hour)
		if last, want := w.lastMaintenance(), time.Date(2000, 1, 1, 20, 30, 0, 0, time.UTC); !last.Equal(want) {
			t.Errorf("after Apply it ran at %v, want %v", last, want)
		}
	})
}

func TestScheduleCatchesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := inBubble(t, nil)
		stop := w.run()
		<-time.After(time.Hour)
		stop()
		<-time.After(48 * time.Hour) // The machine is off.
		w.restart()
		stop = w.run()
		defer stop()
		<-time.After(time.Minute)
		if last, want := w.lastMaintenance(), time.Date(2000, 1, 3, 1, 0, 0, 0, time.UTC); last.Before(want) {
			t.Errorf("it ran at %v, want %v", last, want)
		}
	})
}

func TestFailedRunIsTriedAgainSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &faults{}
		w := inBubble(t, func(w *world) { w.config.Cold = &faultyCold{w.config.Cold, f} })
		w.remembers(alice, memory.RememberRequest{Content: "The boat waits."})
		stop := w.run()
		defer stop()
		f.fail("Cold.Write:before", errCrash)
		// It is due at 19:00 UTC and fails then, at 19:01, at 19:03 and at 19:07; the next would be at 19:15.
		<-time.After(19*time.Hour + 10*time.Minute)
		if last := w.lastMaintenance(); !last.IsZero() {
			t.Errorf("it ran at %v", last)
		}
		f.fail("Cold.Write:before", nil)
		<-time.After(10 * time.Minute)
		if last, want := w.lastMaintenance(), time.Date(2000, 1, 1, 19, 15, 0, 0, time.UTC); !last.Equal(want) {
			t.Errorf("it ran at %v, want %v", last, want)
		}
		// After that it is due by the schedule again.
		<-time.After(23 * time.Hour)
		if last, want := w.lastMaintenance(), time.Date(2000, 1, 1, 19, 15, 0, 0, time.UTC); !last.Equal(want) {
			t.Errorf("it ran at %v, want %v", last, want)
		}
		<-time.After(time.Hour)
		if last, want := w.lastMaintenance(), time.Date(2000, 1, 2, 19, 0, 0, 0, time.UTC); !last.Equal(want) {
			t.Errorf("it ran at %v, want %v", last, want)
		}
	})
}

func TestBrokenSchedules(t *testing.T) {
	for _, m := range []namespace.Maintenance{
		{},
		{Schedule: "0 3 * * *", TimeZone: "Mars/Olympus"},
		{Schedule: "0 3 * * *", TimeZone: "Local"},
		{Schedule: "0 3 * *", TimeZone: "UTC"},
		{Schedule: "61 3 * * *", TimeZone: "UTC"},
		{Schedule: "@daily", TimeZone: "UTC"},
		{Schedule: "TZ=UTC", TimeZone: "UTC"},
		{Schedule: "CRON_TZ=UTC 0 3 * * *", TimeZone: "UTC"},
		{Schedule: "0 0 30 2 *", TimeZone: "UTC"},
	} {
		w := newWorld(t, nil)
		policy := effective(namespace.DefaultPolicy())
		policy.Maintenance = m
		err := w.Apply(policy)
		if memory.KindOf(err) != memory.KindInvalid {
			t.Errorf("%+v: %v", m, err)
		}
	}
}
