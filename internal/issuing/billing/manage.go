package billing

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/billing/internal/db"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// mostCredits is the highest number of credits of a plan, a grant or an adjustment.
const mostCredits = 100_000_000

var currencies = regexp.MustCompile(`^[A-Z]{3}$`)

func (p Plan) validate() error {
	var wrong errs.Fields
	if n := utf8.RuneCountInString(p.Name); n == 0 || n > 100 {
		wrong.Add("name", "invalid")
	}
	if p.Seats < 0 || p.Seats > mostCredits {
		wrong.Add("seats", "invalid")
	}
	if p.Price < 0 {
		wrong.Add("price", "invalid")
	}
	if !currencies.MatchString(p.Currency) {
		wrong.Add("currency", "invalid")
	}
	if p.Every != "month" && p.Every != "year" {
		wrong.Add("every", "invalid")
	}
	return wrong.Err()
}

// SavePlan adds a plan, or changes the one with its name. What was granted stays as it is. It returns field errors.
func (s *Service) SavePlan(ctx context.Context, p Plan) error {
	p.Name = strings.TrimSpace(p.Name)
	if err := p.validate(); err != nil {
		return err
	}
	if p.Features == nil {
		p.Features = []string{}
	}
	return pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		err := s.q.PlanSave(ctx, tx, db.PlanSaveParams{
			Name: p.Name, Seats: int32(p.Seats), Price: p.Price, Currency: p.Currency, BilledEvery: p.Every, Features: p.Features, Offered: p.Offered, Now: s.clock.Now(), //nolint:gosec // validated
		})
		if err != nil {
			return fmt.Errorf("save plan: %w", err)
		}
		return nil
	})
}

// Plans returns all plans by name.
func (s *Service) Plans(ctx context.Context) (all []Plan, err error) {
	err = pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		rows, err := s.q.PlanList(ctx, tx)
		if err != nil {
			return fmt.Errorf("list plans: %w", err)
		}
		for _, r := range rows {
			all = append(all, planOf(r))
		}
		return nil
	})
	return all, err
}

func planOf(r db.BillingPlan) Plan {
	return Plan{ID: r.ID, Offered: r.Offered, Name: r.Name, Seats: int(r.Seats), Price: r.Price, Currency: r.Currency, Every: r.BilledEvery, Features: r.Features}
}

// Change is what the operator changes about a subscription.
type Change struct {
	Plan  string     // "" keeps the plan
	State State      // "" keeps the state; a new subscription is active
	From  *time.Time // the first day of the billing year; nil keeps it, or is today
}

// Subscribe changes the subscription of the actor's department, or begins one. A plan with more credits grants the difference; one with
// fewer takes nothing back. It returns field errors, ErrNoPlan, ErrNoSubscription, and ErrYearRunning for a first day while a year runs.
func (s *Service) Subscribe(ctx context.Context, by access.Actor, c Change) error {
	switch c.State {
	case "", Trialing, Active, PastDue, Cancelled, Paused:
	default:
		return errs.Field("state", "invalid")
	}
	return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		a, err := s.lockTx(ctx, tx, by.DepartmentID)
		if errors.Is(err, ErrNoSubscription) && c.Plan != "" {
			a, err = s.beginTx(ctx, tx, by.DepartmentID)
		}
		if err != nil {
			return err
		}
		if c.Plan != "" {
			if a.plan, err = s.q.PlanByName(ctx, tx, c.Plan); pg.NoRows(err) {
				return ErrNoPlan
			} else if err != nil {
				return fmt.Errorf("read plan: %w", err)
			}
			a.NextPlanID = nil
		}
		if err := s.change(a, c); err != nil {
			return err
		}
		a.paid = true
		return s.recordTx(ctx, tx, by, a)
	})
}

// beginTx returns a new subscription that begins today.
func (s *Service) beginTx(ctx context.Context, tx pgx.Tx, departmentID int64) (*account, error) {
	zone, err := s.q.DepartmentZone(ctx, tx, departmentID)
	if err != nil {
		return nil, fmt.Errorf("read time zone: %w", err)
	}
	a := &account{today: clock.Today(s.clock, credentials.Location(zone))}
	a.DepartmentID, a.State, a.Salt = departmentID, string(Active), make([]byte, 32)
	_, _ = rand.Read(a.Salt) // never fails
	a.PeriodEnd = a.today    // no year runs
	return a, nil
}

func (s *Service) change(a *account, c Change) error {
	over := a.ended() || !a.today.Before(a.PeriodEnd)
	from := a.today
	if c.From != nil {
		from = *c.From
	}
	switch {
	case c.From != nil && !over && !from.Equal(a.AnchorOn):
		return ErrYearRunning
	case over && from.After(a.today):
		return errs.Field("from", "invalid")
	case over:
		a.restart(from)
	}
	if c.State != "" {
		a.setState(c.State)
	}
	switch {
	case State(a.State) != PastDue:
		a.PastDueSince = nil
	case a.PastDueSince == nil:
		a.PastDueSince = new(s.clock.Now())
	}
	return nil
}

// Statement is what a department has, with the newest lines of its ledger.
type Statement struct {
	Subscription
	Entries []Entry
}

// Statement returns the subscription of the actor's department and at most so many entries. It returns ErrNoSubscription.
func (s *Service) Statement(ctx context.Context, by access.Actor, entries int) (out Statement, err error) {
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		a, err := s.lockTx(ctx, tx, by.DepartmentID)
		if err != nil {
			return err
		}
		out.Subscription = a.subscription(s.clock.Now())
		rows, err := s.q.EntryList(ctx, tx, db.EntryListParams{DepartmentID: by.DepartmentID, RowLimit: int32(entries)}) //nolint:gosec // the caller's constant
		if err != nil {
			return fmt.Errorf("list credit entries: %w", err)
		}
		for _, r := range rows {
			out.Entries = append(out.Entries, entryOf(r))
		}
		return nil
	})
	return out, err
}

// PlanName returns the plan of a department, or "" without one.
func (s *Service) PlanName(ctx context.Context, departmentID int64) (name string, err error) {
	err = pg.InDepartment(ctx, s.pool, departmentID, func(tx pgx.Tx) error {
		row, err := s.q.SubscriptionRead(ctx, tx, departmentID)
		if pg.NoRows(err) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read subscription: %w", err)
		}
		name = row.BillingPlan.Name
		return nil
	})
	return name, err
}
