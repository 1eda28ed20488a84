package uploads

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/design/uploads/internal/db"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/pg"
)

// finalizeAfter is the age at which no file can be uploaded under the same key any more: the policy has expired, even if the clock of the
// file store is a few minutes behind.
const finalizeAfter = lifetime + 5*time.Minute

// Finalize makes the raw files of checked uploads final. A policy can be used until it expires, so another file could be uploaded after the
// check. Finalize replaces the raw file of an accepted image by its checked copy again and deletes all other raw files. It returns the
// number of finalized uploads, at most 500 per call. If the file store is unavailable, it returns ErrUnreachable, and the next call
// continues from there.
func (s *Service) Finalize(ctx context.Context) (int64, error) {
	const batch = 500
	var rows []db.UploadUnfinalizedRow
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
		rows, err = s.store.unfinalized(ctx, tx, s.clock.Now().Add(-finalizeAfter), batch)
		return err
	})
	if err != nil {
		return 0, err
	}
	var finalized int64
	for _, row := range rows {
		if err := s.finalizeFile(ctx, row); err != nil {
			return finalized, err
		}
		err := pg.InDepartment(ctx, s.pool, row.DepartmentID, func(tx pgx.Tx) error {
			return s.store.finalize(ctx, tx, row.DepartmentID, row.ID, s.clock.Now())
		})
		if err != nil {
			return finalized, err
		}
		finalized++
	}
	if finalized > 0 {
		slog.InfoContext(ctx, "finalized the raw files of uploads", "count", finalized)
	}
	return finalized, nil
}

func (s *Service) finalizeFile(ctx context.Context, row db.UploadUnfinalizedRow) error {
	exists, err := s.files.Exists(ctx, row.ObjectKey)
	if err != nil {
		return reachable(err)
	}
	if !exists {
		return nil
	}
	if row.State == "ready" && Preset(row.Preset) != Evidence {
		checked, _, err := s.files.Get(ctx, *row.PublicKey, otherBytes)
		switch {
		case err == nil:
			return s.replace(ctx, db.Upload{ObjectKey: row.ObjectKey}, picture{data: checked, contentType: *row.ServedAs})
		case !errors.Is(err, objects.ErrNotFound):
			return fmt.Errorf("read checked copy: %w", reachable(err))
		}
	}
	if err := s.files.Delete(ctx, row.ObjectKey); err != nil {
		return reachable(err)
	}
	return nil
}
