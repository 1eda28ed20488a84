package uploads

import (
	"context"
	"fmt"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/design/uploads/internal/db"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/pg"
)

type store struct{ q *db.Queries }

func (s store) insert(ctx context.Context, tx db.DBTX, by access.Actor, in Request, up objects.Upload, now time.Time) error {
	p := db.UploadInsertParams{
		DepartmentID: by.DepartmentID, Preset: in.Preset, ObjectKey: up.Key, ContentType: up.ContentType,
		FileName: in.FileName, MaxBytes: up.MaxBytes, CreatedAt: now,
	}
	if by.UserID != 0 {
		p.CreatedBy = &by.UserID
	}
	if err := s.q.UploadInsert(ctx, tx, p); err != nil {
		return fmt.Errorf("insert upload: %w", err)
	}
	return nil
}

func (s store) byKey(ctx context.Context, tx db.DBTX, departmentID int64, key string) (db.Upload, error) {
	row, err := s.q.UploadByKey(ctx, tx, db.UploadByKeyParams{DepartmentID: departmentID, Key: key})
	if pg.NoRows(err) {
		return row, ErrForeign
	}
	if err != nil {
		return row, fmt.Errorf("read upload: %w", err)
	}
	return row, nil
}

// settle saves the result of a check. Without a key, the file was rejected. If another process has already saved a result, settle
// returns that one.
func (s store) settle(ctx context.Context, tx db.DBTX, row db.Upload, pic picture, key string, now time.Time) (db.Upload, error) {
	p := db.UploadSettleParams{DepartmentID: row.DepartmentID, ID: row.ID, State: "refused", Now: &now}
	if key != "" {
		size, width, height := int64(len(pic.data)), int32(pic.width), int32(pic.height) //nolint:gosec // at most MaxPixels
		p.State, p.PublicKey, p.Bytes, p.ServedAs, p.Width, p.Height = "ready", &key, &size, &pic.contentType, &width, &height
	}
	settled, err := s.q.UploadSettle(ctx, tx, p)
	if pg.NoRows(err) {
		return s.byKey(ctx, tx, row.DepartmentID, row.ObjectKey)
	}
	if err != nil {
		return row, fmt.Errorf("settle upload: %w", err)
	}
	return settled, nil
}

func (s store) checkUse(ctx context.Context, tx db.DBTX, ids []int64, at time.Time) error {
	if err := s.q.UploadsCheckUse(ctx, tx, db.UploadsCheckUseParams{At: at, Ids: ids}); err != nil {
		return fmt.Errorf("note when to check the use of pictures: %w", err)
	}
	return nil
}

func (s store) stale(ctx context.Context, tx db.DBTX, before time.Time, limit int32) ([]db.UploadStaleRow, error) {
	rows, err := s.q.UploadStale(ctx, tx, db.UploadStaleParams{Before: before, MaxRows: limit})
	if err != nil {
		return nil, fmt.Errorf("list stale uploads: %w", err)
	}
	return rows, nil
}

func (s store) delete(ctx context.Context, tx db.DBTX, departmentID, id int64) error {
	if err := s.q.UploadDelete(ctx, tx, db.UploadDeleteParams{DepartmentID: departmentID, ID: id}); err != nil {
		return fmt.Errorf("forget upload: %w", err)
	}
	return nil
}

// forget deletes a checked upload and returns the keys of its files. It returns none if the upload is already deleted.
func (s store) forget(ctx context.Context, tx db.DBTX, departmentID, id int64) ([]string, error) {
	row, err := s.q.UploadForget(ctx, tx, db.UploadForgetParams{DepartmentID: departmentID, ID: id})
	if pg.NoRows(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("forget upload: %w", err)
	}
	return []string{row.ObjectKey, *row.PublicKey}, nil
}

func (s store) unfinalized(ctx context.Context, tx db.DBTX, before time.Time, limit int32) ([]db.UploadUnfinalizedRow, error) {
	rows, err := s.q.UploadUnfinalized(ctx, tx, db.UploadUnfinalizedParams{Before: before, MaxRows: limit})
	if err != nil {
		return nil, fmt.Errorf("list unfinalized uploads: %w", err)
	}
	return rows, nil
}

func (s store) finalize(ctx context.Context, tx db.DBTX, departmentID, id int64, now time.Time) error {
	if err := s.q.UploadFinalize(ctx, tx, db.UploadFinalizeParams{DepartmentID: departmentID, ID: id, Now: &now}); err != nil {
		return fmt.Errorf("finalize upload: %w", err)
	}
	return nil
}
