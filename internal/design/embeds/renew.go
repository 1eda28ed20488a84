package embeds

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/design/embeds/internal/db"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

// Refresh exchanges a refresh token for a new bearer and refresh token. If a refresh token is used twice, the session ends. Refresh
// returns ErrOver.
func (s *Service) Refresh(ctx context.Context, from access.Actor, refresh string) (Opened, error) {
	var out Opened
	replayed := false
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		now := s.clock.Now()
		row, err := s.q.EmbedRefreshLock(ctx, tx, secrets.HashToken(strings.TrimSpace(refresh)))
		if pg.NoRows(err) {
			return ErrOver
		}
		if err != nil {
			return fmt.Errorf("find embed refresh: %w", err)
		}
		token, session := row.EmbedToken, row.EmbedSession
		if replayed = token.UsedAt != nil; replayed {
			return s.endTx(ctx, tx, from, session, "embed.refresh_replayed")
		}
		if !now.Before(token.ExpiresAt) {
			return ErrOver
		}
		if err := pg.SetTenant(ctx, tx, session.DepartmentID); err != nil {
			return fmt.Errorf("enter department: %w", err)
		}
		err = s.q.EmbedTokenUsed(ctx, tx, db.EmbedTokenUsedParams{DepartmentID: session.DepartmentID, TokenHash: token.TokenHash, Now: &now})
		if err != nil {
			return fmt.Errorf("use embed refresh: %w", err)
		}
		out, err = s.handTx(ctx, tx, session)
		return err
	})
	if err == nil && replayed {
		err = ErrOver
	}
	return out, err
}

// IsBearer reports whether the value of an Authorization header is the bearer token of an embedded design maker.
func IsBearer(header string) bool { return strings.HasPrefix(bare(header), bearerPrefix) }

// Authenticate returns the actor for a design maker's bearer token. It returns access.ErrNotSignedIn.
func (s *Service) Authenticate(ctx context.Context, header string) (access.Actor, error) {
	bearer := bare(header)
	if !secrets.TokenShaped(bearerPrefix, bearer) {
		return access.Actor{}, access.ErrNotSignedIn
	}
	var by access.Actor
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		row, err := s.resolveTx(ctx, tx, bearer)
		if errors.Is(err, ErrOver) {
			return access.ErrNotSignedIn
		}
		if err != nil {
			return err
		}
		by = maker(row.SessionID, row.EmbedGrant)
		return nil
	})
	return by, err
}

// DeleteExpired deletes expired grants with their sessions and returns the number of grants.
func (s *Service) DeleteExpired(ctx context.Context) (n int64, err error) {
	err = pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		if n, err = s.q.EmbedGrantsDeleteExpired(ctx, tx, s.clock.Now().Add(-longest)); err != nil {
			return fmt.Errorf("delete expired embed grants: %w", err)
		}
		return nil
	})
	return n, err
}
