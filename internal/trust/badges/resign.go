package badges

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/pg"
	"laurel/internal/trust/badges/internal/db"
)

// resignSlice is how long Resign works before other jobs of the queue get a turn.
const resignSlice = 20 * time.Second

// Resign signs the badges again that are queued for it, and reports whether it stopped with badges remaining. A badge whose signed form
// is current is not changed. A badge that cannot be signed stays queued and does not block the others; its error is returned.
func (s *Service) Resign(ctx context.Context) (more bool, err error) {
	started, after := time.Now(), int64(0)
	for {
		var rows []db.BadgesToSign
		failed := pg.SingleStatementSystem(ctx, s.pool, func(d pg.DB) (err error) {
			rows, err = s.q.BadgesToSignList(ctx, d, db.BadgesToSignListParams{After: after, RowLimit: SignBatch})
			return err
		})
		if failed != nil {
			return false, errors.Join(err, fmt.Errorf("find badges to sign again: %w", failed))
		}
		for _, r := range rows {
			err = errors.Join(err, s.resign(ctx, r))
			after = r.CredentialID
		}
		switch {
		case len(rows) < SignBatch, ctx.Err() != nil:
			return false, err
		case time.Since(started) > resignSlice:
			return true, err
		}
	}
}

func (s *Service) resign(ctx context.Context, r db.BadgesToSign) error {
	if err := s.SignMany(ctx, Sign{r.DepartmentID, []int64{r.CredentialID}}); err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.pool, r.DepartmentID, func(tx pgx.Tx) error {
		return s.q.BadgesToSignDelete(ctx, tx, db.BadgesToSignDeleteParams{DepartmentID: r.DepartmentID, CredentialID: r.CredentialID})
	})
}
