package analytics

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/pg"
	"laurel/internal/reach/analytics/internal/db"
)

// Retention is how long events are kept by default, in days. Departments may keep theirs for longer or shorter.
const Retention = 400

// sweepBatch is the number of rows that one statement deletes.
const sweepBatch = 5000

// DeleteOld deletes events that are older than their department keeps them, old page views and link clicks, and salts of past days, and
// returns the number of deleted events. Counts by day stay: they are of no person.
func (s *Service) DeleteOld(ctx context.Context) (deleted int64, err error) {
	now := s.clock.Now()
	var all []db.RetentionsRow
	err = pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
		if all, err = s.q.Retentions(ctx, tx); err != nil {
			return err
		}
		return s.q.SaltsDelete(ctx, tx, now.UTC().Truncate(24*time.Hour))
	})
	if err != nil {
		return 0, fmt.Errorf("read how long events are kept: %w", err)
	}
	longest := now.AddDate(0, 0, -Retention)
	for _, d := range all {
		before := s.oldest(d.RetentionDays)
		if before.Before(longest) {
			longest = before
		}
		n, err := s.deleteOf(ctx, d.DepartmentID, before)
		if deleted += n; err != nil {
			return deleted, err
		}
	}
	err = pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		_, err := s.q.PartitionsDrop(ctx, tx, longest)
		return err
	})
	if err != nil {
		return deleted, fmt.Errorf("drop old partitions of events: %w", err)
	}
	return deleted, s.deletePages(ctx, now.AddDate(0, 0, -Retention))
}

func (s *Service) deleteOf(ctx context.Context, departmentID int64, before time.Time) (int64, error) {
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		return s.q.HoursDeleteOld(ctx, tx, db.HoursDeleteOldParams{DepartmentID: departmentID, Before: before})
	})
	if err != nil {
		return 0, fmt.Errorf("delete old hours: %w", err)
	}
	return s.inBatches(ctx, "delete old events", func(tx pgx.Tx) (int64, error) {
		return s.q.EventsDeleteOld(ctx, tx, db.EventsDeleteOldParams{DepartmentID: departmentID, Before: before, RowLimit: sweepBatch})
	})
}

func (s *Service) deletePages(ctx context.Context, before time.Time) error {
	_, err := s.inBatches(ctx, "delete old page views", func(tx pgx.Tx) (int64, error) {
		return s.q.PageViewsDeleteOld(ctx, tx, db.PageViewsDeleteOldParams{Before: before, RowLimit: sweepBatch})
	})
	if err != nil {
		return err
	}
	_, err = s.inBatches(ctx, "delete old link clicks", func(tx pgx.Tx) (int64, error) {
		return s.q.LinkClicksDeleteOld(ctx, tx, db.LinkClicksDeleteOldParams{Before: before, RowLimit: sweepBatch})
	})
	return err
}

// inBatches calls fn, each time in a transaction of its own, until it deletes less than a batch, and returns the number of deleted rows.
func (s *Service) inBatches(ctx context.Context, what string, fn func(pgx.Tx) (int64, error)) (total int64, err error) {
	for {
		var n int64
		err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
			n, err = fn(tx)
			return err
		})
		if total += n; err != nil {
			return total, fmt.Errorf("%s: %w", what, err)
		}
		if n < sweepBatch {
			return total, nil
		}
	}
}

// ForgetTx deletes the events of credentials that are about to be purged. It implements lifecycle.Cleaner.
func (s *Service) ForgetTx(ctx context.Context, tx pgx.Tx, credentialIDs []int64) error {
	if err := s.q.EventsForget(ctx, tx, credentialIDs); err != nil {
		return fmt.Errorf("delete events of visits: %w", err)
	}
	return nil
}
