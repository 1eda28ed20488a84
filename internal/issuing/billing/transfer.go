package billing

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/billing/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// Transfer is a number of credits that a department gives to another one of its organization, or takes back.
type Transfer struct {
	DepartmentID int64
	Quantity     int // negative: takes back what the other department has not used
	Reason       string
}

func (t *Transfer) validate() error {
	t.Reason = strings.TrimSpace(t.Reason)
	var wrong errs.Fields
	if t.Quantity == 0 || max(t.Quantity, -t.Quantity) > mostCredits {
		wrong.Add("credits", "invalid")
	}
	if utf8.RuneCountInString(t.Reason) > 1000 {
		wrong.Add("reason", "invalid")
	}
	return wrong.Err()
}

// Transfer moves credits between the actor's department and another one of its organization, which begins to be paid for with the first. They keep
// their expiry. It returns field errors, ErrNoDepartment, ErrNoSubscription and ErrTooFewAvailable.
func (s *Service) Transfer(ctx context.Context, by access.Actor, t Transfer) error {
	if err := by.Require(access.ManageBilling); err != nil {
		return err
	}
	if err := t.validate(); err != nil {
		return err
	}
	return pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		near, err := s.q.SameOrganization(ctx, tx, db.SameOrganizationParams{DepartmentID: by.DepartmentID, OtherID: t.DepartmentID})
		if err != nil {
			return wrap("read departments", err)
		}
		if !near {
			return ErrNoDepartment
		}
		own, other, err := s.lockBothTx(ctx, tx, by.DepartmentID, t.DepartmentID)
		if err != nil {
			return err
		}
		if other == nil {
			other, err = s.fundTx(ctx, tx, own, t.DepartmentID)
			if err != nil {
				return err
			}
		}
		if pg.OrZero(other.FundedBy) != by.DepartmentID {
			return ErrNoDepartment // it pays for itself, or another one does
		}
		from, to, n := own, other, t.Quantity
		if n < 0 {
			from, to, n = other, own, -n
		}
		if err := s.transferTx(ctx, tx, by, from, to, n, t.Reason); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "billing.credits_transferred", ObjectKind: "department", ObjectID: t.DepartmentID, Details: map[string]any{"credits": t.Quantity, "reason": t.Reason},
		})
	})
}

// lockBothTx locks two subscriptions in the order of their departments, so that two transfers don't wait for each other. other is nil if it has none.
func (s *Service) lockBothTx(ctx context.Context, tx pgx.Tx, ownID, otherID int64) (own, other *account, err error) {
	for _, id := range []int64{min(ownID, otherID), max(ownID, otherID)} {
		a, err := s.lockTx(ctx, tx, id)
		switch {
		case errors.Is(err, ErrNoSubscription) && id == otherID:
		case err != nil:
			return nil, nil, err
		case id == ownID:
			own = a
		default:
			other = a
		}
	}
	return own, other, nil
}

// fundTx begins a subscription that another department pays for, in the same billing year.
func (s *Service) fundTx(ctx context.Context, tx pgx.Tx, own *account, departmentID int64) (*account, error) {
	a, err := s.beginTx(ctx, tx, departmentID)
	if err != nil {
		return nil, err
	}
	a.plan, a.FundedBy = own.plan, &own.DepartmentID
	a.AnchorOn, a.PeriodStart, a.PeriodEnd = own.AnchorOn, own.PeriodStart, own.PeriodEnd
	return a, s.saveTx(ctx, tx, a)
}

func (s *Service) transferTx(ctx context.Context, tx pgx.Tx, by access.Actor, from, to *account, n int, reason string) error {
	parts, err := s.removeTx(ctx, tx, by, from, n, db.EntryAddParams{Kind: "transfer", ToAccount: "transfer", OtherDepartmentID: &to.DepartmentID, Reason: reason})
	if err != nil {
		return err
	}
	for _, p := range parts {
		err := s.addTx(ctx, tx, by, db.EntryAddParams{
			DepartmentID: to.DepartmentID, Kind: "transfer", FromAccount: "transfer", ToAccount: "available", Quantity: p.quantity, PeriodStart: to.PeriodStart,
			ExpiresOn: new(p.expiresOn), OtherDepartmentID: &from.DepartmentID, Reason: reason,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Allowance is what another department of the organization has of the credits of the department that pays for it.
type Allowance struct {
	DepartmentID    int64
	Name            string
	Funded          bool // it has a subscription, which this department pays for
	Used, Available int
}

func (s *Service) allowances(ctx context.Context, departmentID int64, today time.Time) (out []Allowance, err error) {
	err = pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		rows, err := s.q.OrganizationDepartments(ctx, tx, db.OrganizationDepartmentsParams{DepartmentID: departmentID, Today: today})
		for _, r := range rows {
			out = append(out, Allowance{r.ID, r.Name, r.Funded, int(r.Used), int(r.Available)})
		}
		return wrap("list departments", err)
	})
	return out, err
}
