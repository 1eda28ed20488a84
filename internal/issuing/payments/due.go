package payments

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/billing"
	"laurel/internal/issuing/payments/internal/db"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/pg"
)

// Due issues the manual invoices of plans that renew, and notes which were not paid in time.
type Due struct{}

// Kind names the job.
func (Due) Kind() string { return "payments.due" }

// keptEvents is how long the ids of events are kept. Providers repeat them for days.
const keptEvents = 90 * 24 * time.Hour

// WorkDue does what is due today. Each department has a transaction of its own, so that a failure of one does not hold up the others.
func (s *Service) WorkDue(ctx context.Context) error {
	if s.provider == nil {
		return nil
	}
	today := clock.Today(s.Clock, time.UTC)
	var overdue []db.InvoicesDueRow
	var renewals []db.RenewalsDueRow
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		if err := s.q.EventsDelete(ctx, tx, s.Clock.Now().Add(-keptEvents)); err != nil {
			return fmt.Errorf("delete events: %w", err)
		}
		if overdue, err = s.q.InvoicesDue(ctx, tx, &today); err != nil {
			return fmt.Errorf("list unpaid invoices: %w", err)
		}
		if renewals, err = s.q.RenewalsDue(ctx, tx, today.AddDate(0, 0, 1)); err != nil { // it is tomorrow already in the east
			return fmt.Errorf("list renewals: %w", err)
		}
		return nil
	})
	if err != nil || s.stripe != nil {
		return err
	}
	for _, r := range renewals {
		err = errors.Join(err, s.renew(ctx, r.DepartmentID))
	}
	for _, r := range overdue {
		err = errors.Join(err, s.overdue(ctx, r))
	}
	return err
}

func (s *Service) overdue(ctx context.Context, r db.InvoicesDueRow) error {
	by := access.Payments.In(r.DepartmentID)
	return pg.InDepartment(ctx, s.Pool, r.DepartmentID, func(tx pgx.Tx) error {
		own, err := s.Billing.SubscriptionTx(ctx, tx, by)
		if errors.Is(err, billing.ErrNoSubscription) || err == nil && (own.State == billing.Cancelled || own.State == billing.PastDue) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := s.Billing.PastDueTx(ctx, tx, by, r.DueOn.AddDate(0, 0, 1)); err != nil {
			return err
		}
		return s.mailTx(ctx, tx, r.DepartmentID, mailOverdue, r.DueOn.Format(time.DateOnly), Invoice{})
	})
}

// renew issues the invoice for the time after the one that was paid for, unless the plan has ended.
func (s *Service) renew(ctx context.Context, departmentID int64) error {
	by := access.Payments.In(departmentID)
	c, err := s.customer(ctx, departmentID)
	if err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.Pool, departmentID, func(tx pgx.Tx) error {
		if _, err := s.q.CustomerLock(ctx, tx, departmentID); err != nil {
			return fmt.Errorf("lock customer: %w", err)
		}
		own, err := s.Billing.SubscriptionTx(ctx, tx, by)
		if errors.Is(err, billing.ErrNoSubscription) {
			return nil
		}
		if err != nil {
			return err
		}
		end, err := s.q.PaidUntil(ctx, tx, departmentID)
		if err != nil {
			return fmt.Errorf("read end of paid time: %w", err)
		}
		if end.After(s.today(ctx, tx, departmentID)) || !renews(own) || own.CancelAt != nil {
			return nil
		}
		_, err = s.issueTx(ctx, tx, by, s.manualInvoice(c, own.Plan, end, after(end, own.Plan.Every), own.Plan.Price, 0))
		return err
	})
}
