package passes

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
	"laurel/internal/reach/passes/internal/db"
)

const (
	withdrawBatch = 500
	// withdrawnFor is how long a pass without a credential or an owner is kept, so that phones that are off learn that it is withdrawn.
	withdrawnFor = 90 * 24 * time.Hour
)

// Withdraw is the job that withdraws passes whose credential or whose owner's account is gone.
type Withdraw struct{}

// Kind implements river.JobArgs.
func (Withdraw) Kind() string { return "passes.withdraw" }

// WithdrawOrphans has phones told of passes whose credential or whose owner's account was deleted, and deletes those that were withdrawn
// 90 days ago. It reports whether there may be more.
func (s *Service) WithdrawOrphans(ctx context.Context) (more bool, err error) {
	now := s.Clock.Now()
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		if err := s.q.PassesForget(ctx, tx, now.Add(-withdrawnFor)); err != nil {
			return fmt.Errorf("delete withdrawn passes: %w", err)
		}
		rows, err := s.q.PassesWithdraw(ctx, tx, db.PassesWithdrawParams{Now: now, RowLimit: withdrawBatch})
		if err != nil {
			return fmt.Errorf("withdraw passes: %w", err)
		}
		more = len(rows) == withdrawBatch
		all := make([]jobs.Args, len(rows))
		for i, row := range rows {
			all[i] = Update{row.Serial, row.Change}
		}
		return s.Queue.EnqueueManyTx(ctx, tx, all)
	})
	return more, err
}
