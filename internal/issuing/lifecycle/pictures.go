package lifecycle

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/issuing/lifecycle/internal/db"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/pg"
)

const (
	// pictureBatch is the number of pictures that one call of Sweep looks at.
	pictureBatch = 200
	// shownFor is how long a picture that something shows is kept before it is looked at again.
	shownFor = 30 * 24 * time.Hour
)

// Uploads are the uploaded pictures of departments.
type Uploads interface {
	// CheckUseTx notes when to look whether anything shows pictures. The transaction must be the system's.
	CheckUseTx(ctx context.Context, tx pgx.Tx, ids []int64, at time.Time) error
	// Forget deletes a picture.
	Forget(ctx context.Context, departmentID, id int64) error
}

// Pictures deletes pictures that only purged credentials showed, as present or former values of their attributes. It implements Cleaner,
// and people.Eraser: an erasure empties the history that knows former values.
type Pictures struct {
	pool    *pgxpool.Pool
	q       *db.Queries
	clock   clock.Clock
	uploads Uploads
}

// NewPictures returns Pictures.
func NewPictures(pool *pgxpool.Pool, c clock.Clock, uploads Uploads) *Pictures {
	return &Pictures{pool, db.New(), c, uploads}
}

// ForgetTx notes which pictures the credentials show or showed.
func (p *Pictures) ForgetTx(ctx context.Context, tx pgx.Tx, credentialIDs []int64) error {
	ids, err := p.q.PicturesOf(ctx, tx, credentialIDs)
	if err != nil {
		return fmt.Errorf("find pictures: %w", err)
	}
	return p.uploads.CheckUseTx(ctx, tx, ids, p.clock.Now())
}

// EraseTx notes which pictures the credentials show or showed.
func (p *Pictures) EraseTx(ctx context.Context, tx pgx.Tx, _ int64, _ string, _ []string, credentialIDs []int64) error {
	return p.ForgetTx(ctx, tx, credentialIDs)
}

// Sweep deletes pictures of purged credentials unless something else in their department shows them. Those are looked at again a month
// later. It looks at 200 pictures at most, and returns the number of those that it deleted.
func (p *Pictures) Sweep(ctx context.Context) (deleted int64, err error) {
	now := p.clock.Now()
	var found []db.PicturesDueRow
	err = pg.InSystem(pg.WithMode(ctx, pg.All), p.pool, func(tx pgx.Tx) (err error) {
		if found, err = p.q.PicturesDue(ctx, tx, db.PicturesDueParams{Now: now, RowLimit: pictureBatch}); err != nil {
			return fmt.Errorf("find pictures to check: %w", err)
		}
		var shown []int64
		for _, one := range found {
			if one.Shown {
				shown = append(shown, one.ID)
			}
		}
		return p.uploads.CheckUseTx(ctx, tx, shown, now.Add(shownFor))
	})
	if err != nil {
		return 0, err
	}
	for _, one := range found {
		if one.Shown {
			continue
		}
		if err := p.uploads.Forget(ctx, one.DepartmentID, one.ID); err != nil {
			return deleted, fmt.Errorf("delete picture: %w", err)
		}
		deleted++
	}
	return deleted, nil
}
