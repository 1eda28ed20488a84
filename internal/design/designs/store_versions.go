package designs

import (
	"context"
	"fmt"
	"math"

	"github.com/google/uuid"

	"laurel/internal/design/designs/internal/db"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
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

func (s store) history(ctx context.Context, tx db.DBTX, departmentID, designID int64, q page.Request) (page.Page[PastVersion], error) {
	var none page.Page[PastVersion]
	total, err := s.q.DesignVersionCount(ctx, tx, db.DesignVersionCountParams{DepartmentID: departmentID, DesignID: designID})
	if err != nil {
		return none, fmt.Errorf("count design versions: %w", err)
	}
	rows, err := s.q.DesignVersionList(ctx, tx, db.DesignVersionListParams{
		DepartmentID: departmentID, DesignID: designID, Skip: q.Offset(), MaxRows: q.Limit(),
	})
	if err != nil {
		return none, fmt.Errorf("list design versions: %w", err)
	}
	items := make([]PastVersion, len(rows))
	for i, r := range rows {
		items[i] = PastVersion{
			ID: r.ID, Number: int(r.Number), UUID: r.Uuid, Name: r.Name, Size: r.Size, Orientation: r.Orientation, AuthorID: pg.OrZero(r.CreatedBy),
			Author: r.Author, CreatedAt: r.CreatedAt,
		}
	}
	return page.Of(q, items, total), nil
}

func (s store) past(ctx context.Context, tx db.DBTX, departmentID, designID int64, number int) (PastVersion, error) {
	if number < 1 || number > math.MaxInt32 {
		return PastVersion{}, ErrVersionNotFound
	}
	r, err := s.q.DesignVersionByNumber(ctx, tx, db.DesignVersionByNumberParams{
		DepartmentID: departmentID, DesignID: designID, Number: int32(number),
	})
	if pg.NoRows(err) {
		return PastVersion{}, ErrVersionNotFound
	}
	if err != nil {
		return PastVersion{}, fmt.Errorf("read design version: %w", err)
	}
	return PastVersion{
		ID: r.ID, Number: int(r.Number), UUID: r.Uuid, Name: r.Name, Size: r.Size, Orientation: r.Orientation, AuthorID: pg.OrZero(r.CreatedBy),
		Author: r.Author, CreatedAt: r.CreatedAt, Document: r.Document,
	}, nil
}
