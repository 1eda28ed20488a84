package publishing

import (
	"context"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/pg"
)

// Reissue signs and prints credentials again after a correction. It is idempotent.
func (s *Service) Reissue(ctx context.Context, departmentID int64, ids []int64) error {
	return pg.InDepartment(ctx, s.pool, departmentID, func(tx pgx.Tx) error {
		return s.queue.EnqueueManyTx(ctx, tx, afterwards(departmentID, ids))
	})
}
