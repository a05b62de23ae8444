package memory

import (
	"context"
	"errors"
	"strings"
	"time"
	_ "time/tzdata" // The zones that schedules name, for machines and images that have none.

	"github.com/robfig/cron/v3"

	"github.com/rearview-dev/rearview/namespace"
)

const (
	// scheduleCheck bounds how late a run is after the clock was set or the machine slept.
	scheduleCheck = time.Minute
	// A run that failed is tried again after firstRetry, which doubles with each failure up to maxRetry.
	firstRetry = time.Minute
	maxRetry   = time.Hour
	// maintenanceTrail is the name under which the audit keeps the runs of maintenance, so that one that
	// was missed while nothing ran is caught up.
	maintenanceTrail = "maintenance"
)

// schedule says when maintenance runs.
type schedule struct {
	cron cron.Schedule
	zone *time.Location
}

var fiveFields = cron.NewParser(cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow)

func parseSchedule(m namespace.Maintenance) (schedule, error) {
	zone, err := time.LoadLocation(m.TimeZone)
	if err != nil || m.TimeZone == "Local" {
		return schedule{}, Errorf(KindInvalid, "maintenance.timeZone %q is not an IANA time zone, such as Asia/Shanghai", m.TimeZone)
	}
	// The parser would take a time zone in the expression too, and panics on some.
	if strings.Contains(m.Schedule, "=") {
		return schedule{}, Errorf(KindInvalid, "maintenance.schedule %q: give the time zone in maintenance.timeZone", m.Schedule)
	}
	c, err := fiveFields.Parse(m.Schedule)
	if err != nil {
		return schedule{}, Wrap(KindInvalid, err, "maintenance.schedule is not a cron expression of five fields, such as \"0 3 * * *\"")
	}
	if c.Next(time.Unix(0, 0).In(zone)).IsZero() {
		return schedule{}, Errorf(KindInvalid, "maintenance.schedule %q names a day that never comes", m.Schedule)
	}
	return schedule{cron: c, zone: zone}, nil
}

// next is the first run after t.
func (s schedule) next(t time.Time) time.Time { return s.cron.Next(t.In(s.zone)) }

// runSchedule runs maintenance whenever it is due, and again soon when it failed, until ctx ends.
func (e *Engine) runSchedule(ctx context.Context) {
	last, wait := e.lastRun(ctx), time.Duration(0)
	for {
		due := e.obeyed.Load().schedule.next(last)
		if retry := last.Add(wait); wait > 0 && retry.Before(due) {
			due = retry
		}
		if now := e.now(); !now.Before(due) {
			last = now
			wait = e.maintainOnSchedule(ctx, wait)
			continue
		}
		timer := time.NewTimer(min(due.Sub(e.now()), scheduleCheck))
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-e.applied:
			timer.Stop()
		case <-timer.C:
		}
	}
}

// maintainOnSchedule says how long to wait before it is tried again: not at all when there is no need to.
func (e *Engine) maintainOnSchedule(ctx context.Context, waited time.Duration) (wait time.Duration) {
	_, err := e.Maintain(ctx)
	switch {
	case err == nil || ctx.Err() != nil:
		return 0
	case errors.Is(err, errMaintaining):
		e.log.InfoContext(ctx, "maintenance was due while it ran")
		return 0
	}
	wait = min(max(2*waited, firstRetry), maxRetry)
	e.log.ErrorContext(ctx, "maintenance failed; nothing is lost", "error", err, "retry_in", wait)
	return wait
}

// lastRun is when maintenance last ran, in this process or one before it. The first process that asks
// leaves a mark, so that a run it misses is known to the next.
func (e *Engine) lastRun(ctx context.Context) time.Time {
	trail, err := e.audit.Trail(ctx, maintenanceTrail)
	if err != nil {
		e.log.WarnContext(ctx, "when maintenance last ran is unknown", "error", err)
		return e.now()
	}
	if len(trail) == 0 {
		e.record(ctx, AuditEntry{Verb: "maintain", MemoryIDs: []string{maintenanceTrail}, Outcome: "scheduled"})
		return e.now()
	}
	return trail[len(trail)-1].At
}
