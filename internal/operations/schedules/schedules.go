// Package schedules reminds recipients of credentials that they have not opened, and tells them when one expires: on days that the
// department chose, in its time zone.
package schedules

import (
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/credentials"
	"laurel/internal/messaging/outbox"
	"laurel/internal/messaging/senders"
	"laurel/internal/operations/schedules/internal/db"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/links"
)

// Hour is the hour of the day, in the department's time zone, from which the emails of a day are written.
const Hour = 9

const (
	mostReminders = 3
	latestRemind  = 365 // days after publication
	mostExpiry    = 5
	firstExpiry   = -365 // days from the last day
	lastExpiry    = 30
	mostGroups    = 200 // with a schedule of their own

	// catchUp is how many days are made up for after the product stood still.
	catchUp = 7
)

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNotFound = errs.New(errs.NotFound, "email_schedule.not_found")
	ErrTooMany  = errs.New(errs.Conflict, "email_schedule.too_many")
)

// Plan says on which days emails go out.
type Plan struct {
	Reminders    bool  // whether reminders are sent
	ReminderDays []int // after publication, ascending
	Expiry       bool  // whether emails about the end are sent
	ExpiryDays   []int // from the last day, ascending; negative: before it
}

// usual is the plan of a department that chose nothing.
func usual() Plan { return Plan{ReminderDays: []int{3, 14}, ExpiryDays: []int{-30, -7, -1, 0}} }

func (p Plan) on() bool { return p.Reminders || p.Expiry }

func (p Plan) audited() map[string]any {
	return map[string]any{"reminders": p.Reminders, "reminder_days": p.ReminderDays, "expiry": p.Expiry, "expiry_days": p.ExpiryDays}
}

// GroupPlan is the plan of a group, which replaces that of its department.
type GroupPlan struct {
	GroupID   int64
	GroupName string
	Plan
}

// Schedules are the plans of a department.
type Schedules struct {
	Plan
	Paused bool
	Zone   string
	Groups []GroupPlan
}

// Deps are the dependencies of a Service.
type Deps struct {
	Pool        *pgxpool.Pool
	Clock       clock.Clock
	Audit       *audit.Log
	Credentials *credentials.Service
	Senders     *senders.Service
	Outbox      *outbox.Service
	Links       links.Links
}

// Service keeps the plans and writes their emails.
type Service struct {
	Deps
	q *db.Queries
}

// New returns a Service.
func New(d Deps) *Service { return &Service{d, db.New()} }

func planOf(row db.EmailSchedule) Plan {
	return Plan{row.RemindersOn, ints(row.ReminderDays), row.ExpiryOn, ints(row.ExpiryDays)}
}

func ints(from []int32) []int {
	out := make([]int, len(from))
	for i, n := range from {
		out[i] = int(n)
	}
	slices.Sort(out)
	return out
}

func int32s(from []int) []int32 {
	out := make([]int32, len(from))
	for i, n := range from {
		out[i] = int32(n) //nolint:gosec // days of a year
	}
	return out
}

// today is the date in a time zone, at midnight UTC as the database keeps dates.
func today(now time.Time, zone *time.Location) time.Time {
	y, m, d := now.In(zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// lastDue is the last day whose emails are due.
func lastDue(now time.Time, zone *time.Location) time.Time {
	day := today(now, zone)
	if now.In(zone).Hour() < Hour {
		day = day.AddDate(0, 0, -1)
	}
	return day
}
