package imported

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/pg"
	"laurel/internal/trust/imported/internal/db"
)

const (
	keptRemoved = time.Hour // a removed import can be restored
	unusedFor   = time.Hour // an import that is still being stored has files that no credential has yet
	sweepSize   = 500
)

// Sweep deletes removed imports and files that no credential has, such as those of deleted accounts, and returns the number of files.
func (s *Service) Sweep(ctx context.Context) (n int64, err error) {
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error { return s.q.ImportedPurge(ctx, tx, s.Clock.Now().Add(-keptRemoved)) })
	if err != nil {
		return 0, fmt.Errorf("delete removed imports: %w", err)
	}
	for {
		var keys []string
		err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
			keys, err = s.q.ImportedFilesUnused(ctx, tx, db.ImportedFilesUnusedParams{Before: s.Clock.Now().Add(-unusedFor), Most: sweepSize})
			return err
		})
		if err != nil {
			return n, fmt.Errorf("find unused imported files: %w", err)
		}
		if err := s.forget(ctx, keys); err != nil {
			return n, err
		}
		n += int64(len(keys))
		if len(keys) < sweepSize {
			return n, nil
		}
	}
}

// forget deletes files and then their entries.
func (s *Service) forget(ctx context.Context, keys []string) error {
	if len(keys) == 0 {
		return nil
	}
	for _, key := range keys {
		if err := s.Files.Delete(ctx, key); err != nil {
			return fmt.Errorf("delete imported file: %w", err)
		}
	}
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error { return s.q.ImportedFilesForget(ctx, tx, keys) })
	if err != nil {
		return fmt.Errorf("forget imported files: %w", err)
	}
	return nil
}
