package payments

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/billing"
	"laurel/internal/issuing/payments/internal/db"
	"laurel/internal/platform/config"
	"laurel/internal/platform/pg"
)

// manualProvider writes invoices that are paid by bank transfer. The operator marks them as paid.
type manualProvider struct{ s *Service }

func (manualProvider) Name() string { return config.ManualInvoice }

func (manualProvider) Link(_ context.Context, c Customer) (string, error) {
	return fmt.Sprint("department-", c.DepartmentID), nil
}

// ChangePlan issues an invoice for a new plan or an upgrade, which applies once it is paid, and returns the page of invoices. Asking for the
// same plan again before it is paid issues no second invoice.
func (p manualProvider) ChangePlan(ctx context.Context, by access.Actor, c Customer, change Change) (string, error) {
	s := p.s
	if !change.Upgrade {
		return "", pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
			_, err := s.Billing.PlanChangeTx(ctx, tx, by, change.To.ID)
			return err
		})
	}
	paid := false
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		if _, err := s.q.CustomerLock(ctx, tx, by.DepartmentID); err != nil {
			return fmt.Errorf("lock customer: %w", err)
		}
		_, err := s.q.InvoiceOpenOfPlan(ctx, tx, db.InvoiceOpenOfPlanParams{DepartmentID: by.DepartmentID, PlanID: change.To.ID})
		if !pg.NoRows(err) {
			return err
		}
		start := s.today(ctx, tx, by.DepartmentID)
		i := s.upgradeInvoice(c, change, start)
		paid = i.Total == 0
		_, err = s.issueTx(ctx, tx, by, i)
		return err
	})
	if err != nil || paid {
		return "", err
	}
	return s.Links.Page("/billing/invoices"), nil
}

// after is the day after a month or year that begins with a day. It does not reach into the month after the next.
func after(start time.Time, every string) time.Time {
	months := 12
	if every == "month" {
		months = 1
	}
	first := time.Date(start.Year(), start.Month()+time.Month(months), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(start.Day(), last)-1)
}

// rests is the part of a billing year that is left, in days of it. An upgrade between plans that are paid by the year costs the difference for
// that part; any other one is a plan of its own.
func (c Change) rests(day time.Time) (left, all int64, ok bool) {
	if c.From == nil || !renews(*c.From) || c.From.Plan.Every != "year" || c.To.Every != "year" || c.From.Plan.Currency != c.To.Currency || !c.From.End.After(day) {
		return 0, 0, false
	}
	days := func(from, to time.Time) int64 { return int64(to.Sub(from).Hours()+12) / 24 }
	return days(day, c.From.End), days(c.From.Start, c.From.End), true
}

// upgradeInvoice is the invoice for an upgrade or a first plan that begins with a day.
func (s *Service) upgradeInvoice(c Customer, change Change, day time.Time) Invoice {
	left, all, ok := change.rests(day)
	if !ok {
		return s.manualInvoice(c, change.To, day, after(day, change.To.Every), change.To.Price, 0)
	}
	return s.manualInvoice(c, change.To, day, change.From.End, change.To.Price*left/all, change.From.Plan.Price*left/all)
}

func (s *Service) manualInvoice(c Customer, plan billing.Plan, start, end time.Time, price, credit int64) Invoice {
	i := Invoice{
		Kind: KindInvoice, Provider: config.ManualInvoice, PlanID: plan.ID, PeriodStart: &start, PeriodEnd: &end, Currency: plan.Currency,
		Buyer: c.Buyer, TaxTreatment: c.TaxTreatment, Note: s.Settings.Seller.Note, Language: c.Language, State: Open,
		Lines: []Line{{Text: plan.Name, Quantity: 1, Amount: price}}, Subtotal: price,
	}
	if credit = min(credit, price); credit > 0 {
		i.Lines = append(i.Lines, Line{Credit: true, Quantity: 1, Amount: -credit})
		i.Subtotal -= credit
	}
	if c.TaxTreatment == Standard {
		i.Tax = taxOf(i.Subtotal, s.Settings.Seller.Tax)
	}
	i.Total = i.Subtotal + i.Tax
	return i
}

// taxOf is a rate, in hundredths of a percent, of an amount, rounded half up.
func taxOf(amount int64, rate int) int64 { return (amount*int64(rate) + 5000) / 10000 }

func (p manualProvider) Preview(_ context.Context, _ access.Actor, c Customer, change Change) (Preview, error) {
	if !change.Upgrade {
		return Preview{On: change.From.End}, nil
	}
	now := p.s.Clock.Now()
	i := p.s.upgradeInvoice(c, change, dayOf(now))
	out := Preview{DueNow: i.Total, Tax: i.Tax, On: now}
	if len(i.Lines) > 1 {
		out.Credit = -i.Lines[1].Amount
	}
	return out, nil
}

// Cancel leaves an open invoice to the operator: no further one is issued.
func (manualProvider) Cancel(context.Context, Customer, bool, string) error { return nil }

func (manualProvider) Resume(context.Context, Customer) error { return nil }

func (manualProvider) AddCard(context.Context, Customer, string) (string, error) {
	return "", ErrNoCards
}

func (manualProvider) RemoveCard(context.Context, Customer) error { return ErrNoCards }

func (manualProvider) Portal(context.Context, Customer) (string, error) { return "", ErrNoCards }

func (manualProvider) SaveBuyer(context.Context, Customer, Buyer) error { return nil }
