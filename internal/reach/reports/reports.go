// Package reports emails the figures of a department's credentials to members every week or month: what they see on screen, as charts and
// with CSV files.
package reports

import (
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/starters"
	"laurel/internal/issuing/credentials"
	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/links"
	"laurel/internal/reach/insights"
	"laurel/internal/reach/reports/internal/db"
)

// Limits of a department.
const (
	maxReports    = 50
	maxRecipients = 100
	maxName       = 100
	lastMonthDay  = 28 // which every month has
)

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNotFound = errs.New(errs.NotFound, "analytics_report.not_found")
	ErrTooMany  = errs.New(errs.Conflict, "analytics_report.too_many")
)

// Frequency is how often a report goes out.
type Frequency string

// The frequencies.
const (
	Weekly  Frequency = "weekly"
	Monthly Frequency = "monthly"
)

// Sections are the reports of package insights that can be sent, in their order. Those that name people are on screen only.
var Sections = []insights.Name{
	insights.Overview, insights.Engagement, insights.Email, insights.Sharing, insights.Verification, insights.Groups, insights.Designs,
}

// Plan says when a report goes out: on a day of the week or month, at an hour in the time zone of the department. It is about the seven
// days before, or the last whole month.
type Plan struct {
	Frequency Frequency
	Day       int // of the week, from Monday as 1, or of the month
	Hour      int
}

// Recipient is a member who gets a report.
type Recipient struct {
	MemberID int64
	Name     string
	Email    string

	userID   int64
	language string
}

// Outcome is what became of a report.
type Outcome struct {
	From, To time.Time  // dates
	At       *time.Time // nil: it is being written
	Sent     int
	Skipped  int // recipients who may no longer see the figures
}

// Report is a scheduled report.
type Report struct {
	ID         int64
	Name       string
	Plan       Plan
	Sections   []insights.Name
	GroupID    int64 // 0: all groups
	GroupName  string
	Tag        string
	Paused     bool
	Recipients []Recipient
	NextAt     *time.Time // nil: it is paused
	Zone       string
	Last       *Outcome // nil: none was written yet

	nextOn time.Time
}

// Deps are the dependencies of a Service.
type Deps struct {
	Pool     *pgxpool.Pool
	Clock    clock.Clock
	Audit    *audit.Log
	Queue    *jobs.Queue
	Insights *insights.Service
	Starters *starters.Reader
	Outbox   *outbox.Service
	Texts    *i18n.Bundle
	Links    links.Links
}

// Service keeps reports and writes them.
type Service struct {
	Deps
	q *db.Queries
}

// New returns a Service.
func New(d Deps) *Service { return &Service{d, db.New()} }

// next returns the first day of a plan whose hour comes after a time.
func (p Plan) next(after time.Time, zone *time.Location) time.Time {
	y, m, d := after.In(zone).Date()
	day := time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	if after.In(zone).Hour() >= p.Hour {
		day = day.AddDate(0, 0, 1)
	}
	for !p.falls(day) {
		day = day.AddDate(0, 0, 1)
	}
	return day
}

// latest returns the last day of a plan whose hour has come.
func (p Plan) latest(now time.Time, zone *time.Location) time.Time {
	day := p.next(now, zone).AddDate(0, 0, -1)
	for !p.falls(day) {
		day = day.AddDate(0, 0, -1)
	}
	return day
}

func (p Plan) falls(day time.Time) bool {
	if p.Frequency == Monthly {
		return day.Day() == p.Day
	}
	return (int(day.Weekday())+6)%7+1 == p.Day
}

// period returns the first and last day that a report of a day is about.
func (p Plan) period(day time.Time) (from, to time.Time) {
	if p.Frequency == Monthly {
		to = day.AddDate(0, 0, -day.Day())
		return to.AddDate(0, 0, 1-to.Day()), to
	}
	return day.AddDate(0, 0, -7), day.AddDate(0, 0, -1)
}

func planOf(row db.AnalyticsReport) Plan {
	return Plan{Frequency(row.Frequency), int(row.Day), int(row.Hour)}
}

func fromRow(row db.AnalyticsReport, groupName, zone string) Report {
	r := Report{
		ID: row.ID, Name: row.Name, Plan: planOf(row), GroupName: groupName, Tag: row.Tag, Paused: row.Paused, Zone: zone, nextOn: row.NextOn,
	}
	for _, name := range Sections {
		if slices.Contains(row.Sections, string(name)) {
			r.Sections = append(r.Sections, name)
		}
	}
	if row.GroupID != nil {
		r.GroupID = *row.GroupID
	}
	if !row.Paused {
		y, m, d := row.NextOn.Date()
		r.NextAt = new(time.Date(y, m, d, r.Plan.Hour, 0, 0, 0, credentials.Location(zone)))
	}
	if row.LastFrom != nil && row.LastTo != nil {
		r.Last = &Outcome{*row.LastFrom, *row.LastTo, row.LastAt, int(row.LastSent), int(row.LastSkipped)}
	}
	return r
}
