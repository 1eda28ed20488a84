package designs

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"laurel/internal/designs/internal/db"
	"laurel/internal/pg"
)

func (s store) versionByID(ctx context.Context, tx db.DBTX, id int64) (Version, error) {
	row, err := s.q.DesignVersionByID(ctx, tx, id)
	return versionFrom(row, err)
}

func (s store) versionByUUID(ctx context.Context, tx db.DBTX, id uuid.UUID) (Version, error) {
	row, err := s.q.DesignVersionByUUID(ctx, tx, id)
	return versionFrom(row, err)
}

func (s store) currentVersion(ctx context.Context, tx db.DBTX, departmentID, designID int64) (Version, error) {
	row, err := s.q.DesignVersionCurrent(ctx, tx, db.DesignVersionCurrentParams{DepartmentID: departmentID, DesignID: designID})
	return versionFrom(row, err)
}

func versionFrom(row db.DesignVersion, err error) (Version, error) {
	if pg.NoRows(err) {
		return Version{}, ErrNotFound
	}
	if err != nil {
		return Version{}, fmt.Errorf("read design version: %w", err)
	}
	sum, err := summaryOf(row.Document)
	if err != nil {
		return Version{}, err
	}
	clean, err := forRendering(row.Document)
	if err != nil {
		return Version{}, err
	}
	return Version{
		ID: row.ID, DepartmentID: row.DepartmentID, DesignID: row.DesignID, Number: int(row.Number), UUID: row.Uuid,
		Kind: sum.Kind, Size: sum.Size, Orientation: sum.Orientation, Language: sum.Language,
		Document: clean, Hash: row.DocumentHash, CreatedAt: row.CreatedAt,
	}, nil
}
