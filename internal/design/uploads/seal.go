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

// sealAfter is the age at which nobody can send a file under the key of an upload again: its policy has expired, also by the clock
// of a store that is some minutes behind.
const sealAfter = lifetime + 5*time.Minute

// Seal makes the raw files of checked uploads final. A policy works until it expires, so its holder could send another file after the
// check: a raw picture that was accepted is replaced by its checked copy again, every other raw file is deleted. It returns how many
// uploads it sealed, at most 500 per call. A file store that does not answer is ErrUnreachable; the next call continues there.
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
