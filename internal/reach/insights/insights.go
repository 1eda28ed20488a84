// Package insights reads the figures of a department's credentials: how many were issued in a period, and how far they went. The same reports
// are shown on screen, returned by the API and sent by email.
package insights

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
	"laurel/internal/reach/insights/internal/db"
)

// Name is a report.
type Name string

// The reports.
const (
	Overview     Name = "overview"
	Engagement   Name = "engagement"
	Email        Name = "email"
	Sharing      Name = "sharing"
	Verification Name = "verification"
	Groups       Name = "groups"
	Designs      Name = "designs"
	Sharers      Name = "sharers"
	Team         Name = "team" // of the whole department, for who may read the audit log
)

// Limits of a report.
const (
	DefaultDays = 90   // of a period that is not given
	MaxDays     = 1100 // of a period
	hourlyDays  = 2    // up to which the interval is an hour
	MaxRows     = 200  // of a table
	SmallGroup  = 20   // a rate of fewer credentials is not given
)

// Query is the period and the part of the department that a report is about.
type Query struct {
	From, To *time.Time // dates, both included; nil: DefaultDays up to today, in the department's time zone
	GroupID  int64      // 0: all groups
	Tag      string     // "": all groups
	Compare  bool       // with the period before, of the same length
}

// Figure is one number of a report. A rate is Part of Whole; its Value is nil if Whole is less than SmallGroup.
type Figure struct {
	Name     string
	Rate     bool
	Value    *float64
	Part     int64
	Whole    int64
	Previous *float64 // nil without comparison, or if the rate is of too few
	Stage    string   // of Behind; "" if no list of credentials is behind the figure
}

// Series is a line of a chart: a value for each of the report's times.
type Series struct {
	Name     string
	Values   []int64
	Previous []int64 // nil without comparison
}

// Column is a column of a table.
type Column struct {
	Name string
	Rate bool
}

// Row is a row of a table. Rates of too few are nil.
type Row struct {
	ID     int64  // of a group, design or member, negative of an API key; 0 otherwise
	Label  string // a name, or a key such as a network
	Values []*float64
}

// Report is what a screen shows.
type Report struct {
	Name         Name
	From, To     time.Time // dates
	PreviousFrom *time.Time
	PreviousTo   *time.Time
	TimeZone     string
	Hourly       bool
	CountedAt    *time.Time // nil: never
	Figures      []Figure
	Times        []time.Time // beginnings of days (as dates) or hours
	Series       []Series
	Columns      []Column
	Rows         []Row
	RowKind      string // of what the rows are: "stage", "network", "group", "design", "recipient", "member"; "" without rows
}

// CatchUp counts what was recorded a moment ago.
type CatchUp interface {
	CatchUp(ctx context.Context, departmentID int64) error
}

// Service reads reports.
type Service struct {
	pool   *pgxpool.Pool
	clock  clock.Clock
	counts CatchUp
	q      *db.Queries
}

// New returns a Service.
func New(pool *pgxpool.Pool, c clock.Clock, counts CatchUp) *Service {
	return &Service{pool, c, counts, db.New()}
}

// Read returns a report of the groups that the actor may see. It returns access.ErrDenied without access.ViewAnalytics, and for Team without access.ViewAuditLog, and field errors for a
// period that is too long or ends before it begins.
func (s *Service) Read(ctx context.Context, by access.Actor, name Name, q Query) (Report, error) {
	if err := by.Require(access.ViewAnalytics); err != nil {
		return Report{}, err
	}
	if name == Team {
		if err := by.Require(access.ViewAuditLog); err != nil {
			return Report{}, err
		}
	}
	if err := s.counts.CatchUp(ctx, by.DepartmentID); err != nil {
		return Report{}, err
	}
	var out Report
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		r := reading{Service: s, tx: tx, query: q, report: Report{Name: name}}
		if err := r.period(ctx, by.DepartmentID); err != nil {
			return err
		}
		if err := builders[name](ctx, &r); err != nil {
			return err
		}
		out = r.report
		return nil
	})
	if err != nil {
		return Report{}, fmt.Errorf("read report %s: %w", name, err)
	}
	return out, nil
}

// reading is a report being read.
type reading struct {
	*Service

	tx         pgx.Tx
	query      Query
	department int64
	zone       *time.Location
	report     Report
	now        stages // of the credentials issued in the period
	before     stages // of those issued in the period before
}

// period resolves the period of the query.
func (r *reading) period(ctx context.Context, departmentID int64) error {
	r.department = departmentID
	basis, err := r.q.Basis(ctx, r.tx, db.BasisParams{DepartmentID: departmentID, Now: r.clock.Now()})
	if err != nil {
		return fmt.Errorf("read the time zone: %w", err)
	}
	if r.zone, err = time.LoadLocation(basis.TimeZone); err != nil {
		return fmt.Errorf("load the time zone: %w", err)
	}
	to := basis.Today
	if r.query.To != nil {
		to = *r.query.To
	}
	from := to.AddDate(0, 0, 1-DefaultDays)
	if r.query.From != nil {
		from = *r.query.From
	}
	days := daysIn(from, to)
	switch {
	case days < 1:
		return errs.Field("end_date", "analytics.ends_before_start")
	case days > MaxDays:
		return errs.Field("start_date", "analytics.period_too_long", "max", MaxDays)
	}
	r.report.From, r.report.To, r.report.TimeZone, r.report.CountedAt = from, to, basis.TimeZone, basis.RolledUpAt
	r.report.Hourly = days <= hourlyDays
	if r.query.Compare {
		r.report.PreviousFrom, r.report.PreviousTo = new(from.AddDate(0, 0, -days)), new(from.AddDate(0, 0, -1))
	}
	r.report.Times = r.times()
	return nil
}

// daysIn returns the number of days of a period.
func daysIn(from, to time.Time) int { return int(to.Sub(from).Hours()/24) + 1 }

// midnight returns when a date begins in the time zone of the report.
func (r *reading) midnight(date time.Time) time.Time {
	y, m, d := date.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, r.zone)
}

// times returns the days of the period, or its hours: 23 or 25 on some days.
func (r *reading) times() (all []time.Time) {
	if !r.report.Hourly {
		for day := r.report.From; !day.After(r.report.To); day = day.AddDate(0, 0, 1) {
			all = append(all, day)
		}
		return all
	}
	for at, end := r.midnight(r.report.From), r.midnight(r.report.To.AddDate(0, 0, 1)); at.Before(end); at = at.Add(time.Hour) {
		all = append(all, at)
	}
	return all
}

// earliest returns the first day that has to be read.
func (r *reading) earliest() time.Time {
	if r.report.PreviousFrom != nil {
		return *r.report.PreviousFrom
	}
	return r.report.From
}

// Stages are what Behind lists credentials by.
var Stages = []string{"published", "emailed", "delivered", "undelivered", "viewed", "opened", "downloaded", "shared", "used", "clicked", "referred", "verified"}

// Behind is a credential behind a figure.
type Behind struct {
	ID            int64
	UUID          string
	RecipientName string
	Name          string
	GroupID       int64
	GroupName     string
	PublishedAt   time.Time
	At            time.Time // when it reached the stage first
}

// Credentials lists the credentials that were issued in the period and reached a stage, newest first. There is a next page if More is true.
func (s *Service) Credentials(ctx context.Context, by access.Actor, stage string, designID int64, q Query, p page.Request) (items []Behind, more bool, err error) {
	if err := by.Require(access.ViewAnalytics); err != nil {
		return nil, false, err
	}
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		r := reading{Service: s, tx: tx, query: q}
		if err := r.period(ctx, by.DepartmentID); err != nil {
			return err
		}
		rows, err := s.q.Behind(ctx, tx, db.BehindParams{
			DepartmentID: by.DepartmentID, Stage: stage, FromDay: r.report.From, ToDay: r.report.To, GroupID: q.GroupID, Tag: q.Tag, DesignID: designID,
			RowLimit: p.Limit() + 1, Skip: p.Offset(),
		})
		if err != nil {
			return fmt.Errorf("list credentials behind a figure: %w", err)
		}
		more = len(rows) > int(p.Limit())
		for _, row := range rows[:min(len(rows), int(p.Limit()))] {
			items = append(items, Behind{row.ID, row.Uuid.String(), row.RecipientName, row.Name, row.GroupID, row.GroupName, row.PublishedAt, row.At})
		}
		return nil
	})
	return items, more, err
}
