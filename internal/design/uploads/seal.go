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

// sealAfter is the age at which no file can be uploaded under the same key any more: the policy has expired, even if the clock of the
// file store is a few minutes behind.
const sealAfter = lifetime + 5*time.Minute

// Seal makes the raw files of checked uploads final. A policy can be used until it expires, so another file could be uploaded after the
// check. Seal replaces the raw file of an accepted image by its checked copy again and deletes all other raw files. It returns the
// number of sealed uploads, at most 500 per call. If the file store is unavailable, it returns ErrUnreachable, and the next call
// continues from there.
func (s *Service) Seal(ctx context.Context) (int64, error) {
	const batch = 500
	var rows []db.UploadUnsealedRow
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
		rows, err = s.store.unsealed(ctx, tx, s.clock.Now().Add(-sealAfter), batch)
		return err
	})
	if err != nil {
		return 0, err
	}
	var sealed int64
	for _, row := range rows {
		if err := s.sealFile(ctx, row); err != nil {
			return sealed, err
		}
		err := pg.InDepartment(ctx, s.pool, row.DepartmentID, func(tx pgx.Tx) error {
			return s.store.seal(ctx, tx, row.DepartmentID, row.ID, s.clock.Now())
		})
		if err != nil {
			return sealed, err
		}
		sealed++
	}
	if sealed > 0 {
		slog.InfoContext(ctx, "sealed the raw files of uploads", "count", sealed)
	}
	return sealed, nil
}

func (s *Service) sealFile(ctx context.Context, row db.UploadUnsealedRow) error {
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
