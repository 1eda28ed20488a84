package reports

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/starters"
	"laurel/internal/issuing/credentials"
	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/pg"
	"laurel/internal/reach/reports/internal/db"
)

// Begin is the job that looks for reports that are due.
type Begin struct{}

// Kind names the job.
func (Begin) Kind() string { return "analytics_reports.begin" }

// Write is the job that writes a report to its recipients, or to one member who wants it now.
type Write struct {
	DepartmentID int64     `json:"department_id"`
	ReportID     int64     `json:"report_id"`
	From         time.Time `json:"from"`
	To           time.Time `json:"to"`
	UserID       int64     `json:"user_id,omitempty"` // who wants it now
	Key          string    `json:"key,omitempty"`     // of that wish
}

// Kind names the job.
func (Write) Kind() string { return "analytics_reports.write" }

// mostDue is how many reports one job begins.
const mostDue = 100

// Begin starts a job for each report that is due and returns whether there may be more. The job and the day of the next report are committed
// together, so there is one job for each period, whatever ends the process. After a standstill, only the latest period is made up for.
func (s *Service) Begin(ctx context.Context) (more bool, err error) {
	now := s.Clock.Now()
	var due []db.ReportsDueRow
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		due, err = s.q.ReportsDue(ctx, tx, db.ReportsDueParams{Now: now, Latest: now.UTC().Add(14 * time.Hour), RowLimit: mostDue})
		return err
	})
	if err != nil {
		return false, fmt.Errorf("find due reports: %w", err)
	}
	for _, one := range due {
		err := pg.InDepartment(ctx, s.Pool, one.DepartmentID, func(tx pgx.Tx) error { return s.beginTx(ctx, tx, one, now) })
		if err != nil {
			return false, err
		}
	}
	return len(due) == mostDue, nil
}

func (s *Service) beginTx(ctx context.Context, tx pgx.Tx, one db.ReportsDueRow, now time.Time) error {
	row, err := s.q.ReportLockDue(ctx, tx, db.ReportLockDueParams{DepartmentID: one.DepartmentID, ID: one.ID, Now: now})
	if pg.NoRows(err) {
		return nil // another process has begun it
	}
	if err != nil {
		return fmt.Errorf("lock report: %w", err)
	}
	plan, zone := planOf(row.AnalyticsReport), credentials.Location(row.TimeZone)
	from, to := plan.period(plan.latest(now, zone))
	err = s.q.ReportBegin(ctx, tx, db.ReportBeginParams{
		DepartmentID: one.DepartmentID, ID: one.ID, NextOn: plan.next(now, zone), LastFrom: from, LastTo: to,
	})
	if err != nil {
		return fmt.Errorf("begin report: %w", err)
	}
	return s.Queue.EnqueueTx(ctx, tx, Write{DepartmentID: one.DepartmentID, ReportID: one.ID, From: from, To: to})
}

// SendNow emails a report to the actor, about the latest period. It returns ErrNotFound or access.ErrNotVerified.
func (s *Service) SendNow(ctx context.Context, by access.Actor, id int64) error {
	if err := by.Require(access.ViewAnalytics); err != nil {
		return err
	}
	if by.Unverified {
		return access.ErrNotVerified
	}
	return pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		r, err := s.readTx(ctx, tx, by.DepartmentID, id)
		if err != nil {
			return err
		}
		from, to := r.Plan.period(r.Plan.latest(s.Clock.Now(), credentials.Location(r.Zone)))
		return s.Queue.EnqueueTx(ctx, tx, Write{
			DepartmentID: by.DepartmentID, ReportID: id, From: from, To: to, UserID: by.UserID, Key: uuid.NewString(),
		})
	})
}

// Work writes a report. Each recipient gets it once, even if the job runs again, with the figures that they may see.
func (s *Service) Work(ctx context.Context, job Write) error {
	var r Report
	err := pg.InDepartment(ctx, s.Pool, job.DepartmentID, func(tx pgx.Tx) (err error) {
		if r, err = s.readTx(ctx, tx, job.DepartmentID, job.ReportID); err != nil || job.UserID == 0 {
			return err
		}
		r.Recipients, err = s.memberTx(ctx, tx, job)
		return err
	})
	if errors.Is(err, ErrNotFound) {
		return nil // deleted since
	}
	if err != nil {
		return err
	}
	sent := 0
	for _, to := range r.Recipients {
		written, err := s.writeTo(ctx, job, r, to)
		if err != nil {
			return err
		}
		if written {
			sent++
		}
	}
	if job.UserID != 0 {
		return nil
	}
	return pg.InDepartment(ctx, s.Pool, job.DepartmentID, func(tx pgx.Tx) error {
		err := s.q.ReportEnd(ctx, tx, db.ReportEndParams{
			DepartmentID: job.DepartmentID, ID: job.ReportID, At: s.Clock.Now(), Sent: int32(sent), Skipped: int32(len(r.Recipients) - sent), //nolint:gosec // at most maxRecipients
			LastFrom: job.From, LastTo: job.To,
		})
		if err != nil {
			return fmt.Errorf("end report: %w", err)
		}
		return nil
	})
}

func (s *Service) memberTx(ctx context.Context, tx pgx.Tx, job Write) ([]Recipient, error) {
	row, err := s.q.Member(ctx, tx, db.MemberParams{DepartmentID: job.DepartmentID, UserID: job.UserID})
	if pg.NoRows(err) {
		return nil, nil // they left the department
	}
	if err != nil {
		return nil, fmt.Errorf("read member: %w", err)
	}
	return []Recipient{{row.MemberID, row.Name, row.Email, row.UserID, row.Language}}, nil
}

// writeTo writes a report to a recipient, unless they may no longer see the figures.
func (s *Service) writeTo(ctx context.Context, job Write, r Report, to Recipient) (bool, error) {
	var by access.Actor
	err := pg.InDepartment(ctx, s.Pool, job.DepartmentID, func(tx pgx.Tx) (err error) {
		by, err = s.Starters.MemberTx(ctx, tx, job.DepartmentID, to.userID, access.ViewAnalytics)
		return err
	})
	if starters.StopReason(err) != "" || err == nil && by.Unverified {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	draft, err := s.draft(pg.WithGroups(ctx, string(by.In(access.ViewAnalytics))), by, job, r, to)
	if err != nil {
		return false, err
	}
	err = pg.InDepartment(ctx, s.Pool, job.DepartmentID, func(tx pgx.Tx) error {
		return s.Outbox.WriteTx(ctx, tx, []outbox.Draft{draft})
	})
	return err == nil, err
}

// key lets a report be written to a recipient once.
func (job Write) key(to Recipient) string {
	return fmt.Sprintf("%s:%d:%s:%s:%d:%s", outbox.AnalyticsReport, job.ReportID, job.From.Format(time.DateOnly), job.To.Format(time.DateOnly), to.userID, job.Key)
}
