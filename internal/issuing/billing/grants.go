package billing

import (
	"context"
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

// Grant is a number of credits that the operator adds, or takes if it is negative.
type Grant struct {
	Quantity  int
	Reason    string
	ExpiresOn *time.Time // the first day on which they can no longer be used; nil: the end of the billing year
}

// Grant adds credits to the actor's department. It returns field errors and ErrNoSubscription.
func (s *Service) Grant(ctx context.Context, by access.Actor, g Grant) error {
	return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error { return s.moveTx(ctx, tx, by, "grant", "", g) })
}

// Adjust corrects the credits of the actor's department, up or down. It returns field errors, ErrNoSubscription and ErrTooFewAvailable.
func (s *Service) Adjust(ctx context.Context, by access.Actor, g Grant) error {
	return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error { return s.moveTx(ctx, tx, by, "adjust", "", g) })
}

// GrantOnceTx is Grant for what was bought: the key, such as "invoice:in_123", is granted for once in a department. It reports whether this call did.
func (s *Service) GrantOnceTx(ctx context.Context, tx pgx.Tx, by access.Actor, key string, g Grant) (granted bool, err error) {
	if n := utf8.RuneCountInString(key); n == 0 || n > 200 {
		return false, errs.Field("key", "invalid")
	}
	if _, err := s.lockTx(ctx, tx, by.DepartmentID); err != nil {
		return false, err
	}
	used, err := s.q.GrantKeyUsed(ctx, tx, db.GrantKeyUsedParams{DepartmentID: by.DepartmentID, GrantKey: key})
	if err != nil || used {
		return false, wrap("read grants", err)
	}
	return true, s.moveTx(ctx, tx, by, "grant", key, g)
}

func (g *Grant) validate(kind string) error {
	g.Reason = strings.TrimSpace(g.Reason)
	var wrong errs.Fields
	if g.Quantity == 0 || kind == "grant" && g.Quantity < 0 || max(g.Quantity, -g.Quantity) > mostCredits {
		wrong.Add("amount", "invalid")
	}
	if g.Reason == "" || utf8.RuneCountInString(g.Reason) > 1000 {
		wrong.Add("reason", "required")
	}
	return wrong.Err()
}

func (s *Service) moveTx(ctx context.Context, tx pgx.Tx, by access.Actor, kind, key string, g Grant) error {
	if err := g.validate(kind); err != nil {
		return err
	}
	a, err := s.lockTx(ctx, tx, by.DepartmentID)
	if err != nil {
		return err
	}
	if g.ExpiresOn == nil {
		g.ExpiresOn = &a.PeriodEnd
	}
	switch {
	case g.Quantity < 0:
		_, err = s.removeTx(ctx, tx, by, a, -g.Quantity, db.EntryAddParams{Kind: "adjust", ToAccount: "plan", Reason: g.Reason})
	case !g.ExpiresOn.After(a.today):
		return errs.Field("expires", "invalid")
	default:
		err = s.addTx(ctx, tx, by, db.EntryAddParams{
			DepartmentID: a.DepartmentID, Kind: kind, FromAccount: "plan", ToAccount: "available", Quantity: int32(g.Quantity), PeriodStart: a.PeriodStart, //nolint:gosec // validated
			ExpiresOn: g.ExpiresOn, Reason: g.Reason, GrantKey: pg.OrNull(key),
		})
	}
	if err != nil {
		return err
	}
	return s.audit.RecordTx(ctx, tx, by, audit.Event{
		Action: "billing.credits_changed", ObjectKind: "department", ObjectID: by.DepartmentID, Details: map[string]any{"kind": kind, "credits": g.Quantity, "reason": g.Reason},
	})
}

// part is a number of credits of one bucket.
type part struct {
	quantity  int32
	expiresOn time.Time
}

// removeTx takes credits out of the buckets of a department, with an entry like e for each bucket. It returns what it took.
func (s *Service) removeTx(ctx context.Context, tx pgx.Tx, by access.Actor, a *account, n int, e db.EntryAddParams) ([]part, error) {
	if n > a.available() {
		return nil, ErrTooFewAvailable
	}
	var parts []part
	for i := range a.buckets {
		b := &a.buckets[i]
		p := part{min(int32(n), b.Quantity-b.Taken), b.ExpiresOn} //nolint:gosec // at most what is available
		if p.quantity == 0 {
			continue
		}
		n -= int(p.quantity)
		b.Taken, b.Moved = b.Taken+p.quantity, b.Moved+p.quantity
		e.DepartmentID, e.FromAccount, e.Quantity, e.PeriodStart, e.BucketID, e.BucketTaken = a.DepartmentID, "available", p.quantity, a.PeriodStart, &b.ID, &b.Taken
		if err := s.addTx(ctx, tx, by, e); err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	return parts, nil
}
