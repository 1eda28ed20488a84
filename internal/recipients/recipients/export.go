package recipients

import (
	"context"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/pg"
)

// RecordExport records that the actor downloads everything that their account holds. It returns ErrNotSignedIn or ErrLimited.
func (s *Service) RecordExport(ctx context.Context, by Actor) error {
	if err := by.RequireFull(); err != nil {
		return err
	}
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		return s.recordTx(ctx, tx, by, "recipient.account_exported", nil)
	})
}
