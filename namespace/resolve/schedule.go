package resolve

import (
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // the same time zones everywhere, also in an image that has none

	"github.com/robfig/cron/v3"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/rearview-dev/rearview/namespace"
)

// reference is any time: whether a schedule has a next time at all does not depend on now. It precedes a
// 29 February, since the search ends after five years.
var reference = time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC)

func checkMaintenance(m namespace.Maintenance, path *field.Path) field.ErrorList {
	var errs field.ErrorList
	if err := checkSchedule(m.Schedule); err != "" {
		errs = append(errs, field.Invalid(path.Child("schedule"), m.Schedule, err))
	}
	// LoadLocation takes these two for UTC and for the machine's own zone
	if _, err := time.LoadLocation(m.TimeZone); err != nil || m.TimeZone == "" || m.TimeZone == "Local" {
		errs = append(errs, field.Invalid(path.Child("timeZone"), m.TimeZone, `unknown time zone: use an IANA name such as "UTC" or "Asia/Shanghai"`))
	}
	return errs
}

// checkSchedule says what is wrong with a cron expression, and "" when nothing is.
func checkSchedule(schedule string) string {
	const want = `: use five fields (minute, hour, day of month, month, day of week) such as "0 3 * * *"`
	// the parser would take TZ= as a time zone, which has a field of its own
	if strings.Contains(schedule, "=") || len(strings.Fields(schedule)) != 5 {
		return "not a cron expression of five fields" + want
	}
	parsed, err := cron.NewParser(cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow).Parse(schedule)
	if err != nil {
		return "not a cron expression: " + err.Error() + want
	}
	if parsed.Next(reference).IsZero() {
		return "names a time that never comes"
	}
	return ""
}

func itoa(n int32) string { return strconv.FormatInt(int64(n), 10) }
