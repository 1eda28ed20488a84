package outbox

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/messaging/outbox/internal/db"
	"laurel/internal/messaging/senders"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// SuppressionReason is why no emails are sent to an address.
type SuppressionReason string

// The reasons.
const (
	HardBounce  SuppressionReason = "hard_bounce"  // the address does not work
	SoftBounces SuppressionReason = "soft_bounces" // it took no emails for too long
	Complained  SuppressionReason = "complaint"    // its owner called an email spam
	Manual      SuppressionReason = "manual"       // somebody of the department added it
)

var suppressionReasons = []SuppressionReason{HardBounce, SoftBounces, Complained, Manual}

// ErrSuppressionNotFound means that the address is not on the list.
var ErrSuppressionNotFound = errs.New(errs.NotFound, "suppression.not_found")

// Suppression is an address that a department sends no emails to, except those that somebody waits for.
type Suppression struct {
	ID        int64
	Email     string
	Reason    SuppressionReason
	Detail    string // what the mail server said
	MailID    int64  // 0: none, or it is gone
	CreatedAt time.Time
}

func suppressionOf(row db.Suppression) Suppression {
	return Suppression{row.ID, row.Email, SuppressionReason(row.Reason), row.Detail, pg.OrZero(row.MailID), row.CreatedAt}
}

// suppressTx stops emails of a department to an address, which is in lower case. added is false if it was on the list.
func (s *Service) suppressTx(ctx context.Context, tx pgx.Tx, departmentID int64, email string, why SuppressionReason, detail string, mailID *int64) (_ Suppression, added bool, err error) {
	row, err := s.q.SuppressionInsert(ctx, tx, db.SuppressionInsertParams{
		DepartmentID: departmentID, Email: email, Reason: string(why), Detail: detail, MailID: mailID, Now: s.clock.Now(),
	})
	if err != nil {
		return Suppression{}, false, fmt.Errorf("suppress address: %w", err)
	}
	return Suppression{row.ID, row.Email, SuppressionReason(row.Reason), row.Detail, pg.OrZero(row.MailID), row.CreatedAt}, row.Added, nil
}

// Suppressions returns addresses that the actor's department sends no emails to, newest first. query is a part of the address; an empty
// query or reason selects all.
func (s *Service) Suppressions(ctx context.Context, by access.Actor, query string, reason SuppressionReason, p page.Request) (page.Page[Suppression], error) {
	if err := by.Require(access.ManageEmails); err != nil {
		return page.Page[Suppression]{}, err
	}
	if reason != "" && !slices.Contains(suppressionReasons, reason) {
		return page.Page[Suppression]{}, errs.Field("reason", "not_one_of", "values", errs.Values(suppressionReasons))
	}
	var rows []db.SuppressionListRow
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		rows, err = s.q.SuppressionList(ctx, tx, db.SuppressionListParams{
			DepartmentID: by.DepartmentID, Query: query, Reason: string(reason), RowLimit: p.Limit(), RowOffset: p.Offset(),
		})
		return err
	})
	if err != nil {
		return page.Page[Suppression]{}, fmt.Errorf("list suppressions: %w", err)
	}
	out, total := make([]Suppression, len(rows)), int64(0)
	for i, row := range rows {
		out[i], total = suppressionOf(row.Suppression), row.Total
	}
	return page.Of(p, out, total), nil
}

// Suppress stops emails of the actor's department to an address. Repeating it changes nothing. It returns a field error.
func (s *Service) Suppress(ctx context.Context, by access.Actor, email string) (out Suppression, err error) {
	if err := mayChangeSuppressions(by); err != nil {
		return out, err
	}
	email = strings.ToLower(strings.TrimSpace(email))
	switch {
	case email == "":
		return out, errs.Field("email", "required")
	case !senders.Mailable(email):
		return out, errs.Field("email", "invalid_email")
	}
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		suppressed, added, err := s.suppressTx(ctx, tx, by.DepartmentID, email, Manual, "", nil)
		if out = suppressed; err != nil || !added {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "suppression.added", ObjectKind: "suppression", ObjectID: out.ID, Details: map[string]any{"email": email},
		})
	})
	return out, err
}

// Unsuppress lets emails of the actor's department go to an address again, and its credentials be mailed. It returns
// ErrSuppressionNotFound.
func (s *Service) Unsuppress(ctx context.Context, by access.Actor, id int64) (out Suppression, err error) {
	if err := mayChangeSuppressions(by); err != nil {
		return out, err
	}
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		row, err := s.q.SuppressionDelete(ctx, tx, db.SuppressionDeleteParams{DepartmentID: by.DepartmentID, ID: id})
		if pg.NoRows(err) {
			return ErrSuppressionNotFound
		}
		if err != nil {
			return fmt.Errorf("clear suppression: %w", err)
		}
		out = suppressionOf(row)
		if err := s.sent.WantedTx(ctx, tx, by.DepartmentID, []string{row.Email}); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "suppression.cleared", ObjectKind: "suppression", ObjectID: id, Details: map[string]any{"email": row.Email, "reason": row.Reason},
		})
	})
	return out, err
}

func mayChangeSuppressions(by access.Actor) error {
	if err := by.Require(access.ManageEmails); err != nil {
		return err
	}
	if by.Unverified {
		return access.ErrNotVerified
	}
	return nil
}
