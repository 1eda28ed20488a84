package billing

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/billing/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// Kinds are the kinds of entries.
var Kinds = []string{"grant", "use", "renewal", "refund", "adjust", "transfer"}

// Entry is a line of the ledger.
type Entry struct {
	ID           int64
	At           time.Time
	Kind         string // one of Kinds
	Credits      int    // negative if fewer are available
	ExpiresOn    *time.Time
	CredentialID *int64
	OtherID      int64 // the other department of a transfer
	Reason       string
	By           access.Actor
	UserName     string
}

// Filter selects entries. The zero Filter selects all.
type Filter struct {
	Kind         string
	Since, Until *time.Time // Until is excluded
}

func (f Filter) validate() error {
	if f.Kind != "" && !slices.Contains(Kinds, f.Kind) {
		return errs.Field("kind", "not_one_of", "values", errs.Values(Kinds))
	}
	return nil
}

// Ledger returns entries of the actor's department, newest first. It returns field errors.
func (s *Service) Ledger(ctx context.Context, by access.Actor, f Filter, p page.Request) (page.Page[Entry], error) {
	if err := by.Require(access.ViewBilling); err != nil {
		return page.Page[Entry]{}, err
	}
	if err := f.validate(); err != nil {
		return page.Page[Entry]{}, err
	}
	var rows []db.EntryPageRow
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		rows, err = s.q.EntryPage(ctx, tx, db.EntryPageParams{
			DepartmentID: by.DepartmentID, Kind: f.Kind, Since: f.Since, Until: f.Until, RowLimit: p.Limit(), RowOffset: p.Offset(),
		})
		return wrap("list credit entries", err)
	})
	out, total := make([]Entry, len(rows)), int64(0)
	for i, r := range rows {
		out[i], total = entryOf(r.CreditEntry), r.Total
		out[i].UserName = r.UserName
	}
	return page.Of(p, out, total), err
}

// EachEntry calls yield with all entries that f selects, newest first, in pieces. It returns field errors and those of yield.
func (s *Service) EachEntry(ctx context.Context, by access.Actor, f Filter, yield func([]Entry) error) error {
	if err := by.Require(access.ViewBilling); err != nil {
		return err
	}
	if err := f.validate(); err != nil {
		return err
	}
	for before := int64(math.MaxInt64); ; {
		var rows []db.EntriesBeforeRow
		err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
			rows, err = s.q.EntriesBefore(ctx, tx, db.EntriesBeforeParams{
				DepartmentID: by.DepartmentID, Before: before, Kind: f.Kind, Since: f.Since, Until: f.Until, RowLimit: page.MaxSize,
			})
			return wrap("read credit entries", err)
		})
		if err != nil || len(rows) == 0 {
			return err
		}
		out := make([]Entry, len(rows))
		for i, r := range rows {
			out[i] = entryOf(r.CreditEntry)
			out[i].UserName = r.UserName
		}
		if err := yield(out); err != nil {
			return err
		}
		before = out[len(out)-1].ID
	}
}

func entryOf(r db.CreditEntry) Entry {
	e := Entry{
		ID: r.ID, At: r.CreatedAt, Kind: r.Kind, Credits: int(r.Quantity), ExpiresOn: r.ExpiresOn, CredentialID: r.CredentialID,
		OtherID: pg.OrZero(r.OtherDepartmentID), Reason: r.Reason,
	}
	if r.FromAccount == "available" {
		e.Credits = -e.Credits
	}
	e.By = access.Actor{UserID: pg.OrZero(r.UserID), APIKeyID: pg.OrZero(r.ApiKeyID), System: access.System(pg.OrZero(r.System)), DepartmentID: r.DepartmentID}
	return e
}
