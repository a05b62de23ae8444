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

// runSchedule runs maintenance whenever it is due, until ctx ends.
func (e *Engine) runSchedule(ctx context.Context) {
	last := e.lastRun(ctx)
	for {
		due := e.obeyed.Load().schedule.next(last)
		if now := e.now(); !now.Before(due) {
			last = now
			e.maintainOnSchedule(ctx)
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

func (e *Engine) maintainOnSchedule(ctx context.Context) {
	_, err := e.Maintain(ctx)
	switch {
	case err == nil || ctx.Err() != nil:
	case errors.Is(err, errMaintaining):
		e.log.InfoContext(ctx, "maintenance was due while it ran")
	default:
		e.log.ErrorContext(ctx, "maintenance failed; the next run goes on", "error", err)
	}
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
