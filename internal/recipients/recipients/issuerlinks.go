package recipients

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/audit"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
	"laurel/internal/recipients/recipients/internal/db"
)

// ErrNoIssuerLink means that no issuer's link with this ID signs the person in.
var ErrNoIssuerLink = errs.New(errs.NotFound, "recipient.link_not_found")

// IssuerLink is a link with which an issuer lets a person in, such as from its own portal.
type IssuerLink struct {
	ID        int64
	Issuer    string
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    *time.Time // nil: it was not opened yet
}

// IssuerLinks lists the links of issuers that sign the actor in, or did so in a session that goes on, newest first. It returns
// ErrNotSignedIn or ErrLimited.
func (s *Service) IssuerLinks(ctx context.Context, by Actor) ([]IssuerLink, error) {
	if err := by.RequireFull(); err != nil {
		return nil, err
	}
	var out []IssuerLink
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		rows, err := s.q.RecipientLinksOf(ctx, tx, db.RecipientLinksOfParams{PersonID: by.RecipientID, Now: s.Clock.Now()})
		if err != nil {
			return fmt.Errorf("list links of issuers: %w", err)
		}
		for _, r := range rows {
			out = append(out, IssuerLink(r))
		}
		return nil
	})
	return out, err
}

// EndIssuerLink makes a link of an issuer worthless and ends the sessions that it started. It returns ErrNotSignedIn, ErrLimited or
// ErrNoIssuerLink.
func (s *Service) EndIssuerLink(ctx context.Context, by Actor, id int64) error {
	if err := by.RequireFull(); err != nil {
		return err
	}
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		now := s.Clock.Now()
		department, err := s.q.RecipientLinkEnd(ctx, tx, db.RecipientLinkEndParams{ID: id, PersonID: by.RecipientID, Now: &now})
		if pg.NoRows(err) {
			return ErrNoIssuerLink
		}
		if err != nil {
			return fmt.Errorf("end link: %w", err)
		}
		return s.Audit.RecordTx(ctx, tx, by.Recorded(department), audit.Event{
			Action: "recipient.link_ended", ObjectKind: "recipient", ObjectID: by.RecipientID,
		})
	})
}
