package identity

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/identity/internal/db"
	"laurel/internal/accounts/onetime"
	"laurel/internal/platform/pg"
)

// ResetFactors removes all second factors of another member who has lost them, ends their sessions and emails them. It returns
// departments.ErrNotMember, access.ErrDenied, access.ErrExceeds for a member with more permissions than the actor, access.ErrUnproved,
// factors.ErrNone, and ErrElsewhere if the member also belongs to a department whose team the actor does not manage: its security is not
// theirs to lower.
func (s *Service) ResetFactors(ctx context.Context, by access.Actor, memberID int64) error {
	if err := by.Require(access.ManageTeam); err != nil {
		return err
	}
	if by.UserID == 0 || by.Bound {
		return access.Denied(access.ManageTeam)
	}
	if err := by.RequireProof(); err != nil {
		return err
	}
	m, err := s.Member(ctx, by, memberID)
	switch {
	case err != nil:
		return err
	case m.Invited():
		return departments.ErrNotMember
	case m.UserID == by.UserID:
		return access.Denied(access.ManageTeam)
	}
	if err := by.RequireRole(m.Role); err != nil {
		return err
	}
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error { return s.resetFactorsTx(ctx, tx, by, m.UserID) })
}

func (s *Service) resetFactorsTx(ctx context.Context, tx pgx.Tx, by access.Actor, userID int64) error {
	elsewhere, err := s.store.q.MemberElsewhere(ctx, tx, db.MemberElsewhereParams{UserID: userID, ActingID: by.UserID})
	if err != nil {
		return fmt.Errorf("look for other departments: %w", err)
	}
	if elsewhere {
		return ErrElsewhere
	}
	u, err := s.store.user(ctx, tx, userID)
	if err != nil {
		return err
	}
	if err := s.factors.ResetTx(ctx, tx, ofFactors(u)); err != nil {
		return err
	}
	if _, err := s.store.q.SessionsDeleteOthers(ctx, tx, db.SessionsDeleteOthersParams{UserID: userID}); err != nil {
		return fmt.Errorf("delete sessions: %w", err)
	}
	if err := s.tokens.DropTx(ctx, tx, userID, onetime.Step); err != nil {
		return err
	}
	return s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: "member.second_factors_reset", ObjectKind: "user", ObjectID: userID})
}
