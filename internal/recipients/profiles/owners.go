package profiles

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/clock"
	"laurel/internal/platform/pg"
	"laurel/internal/recipients/profiles/internal/db"
)

// Owners changes whose profiles are whose when people's accounts change. It implements recipients.Belongings.
type Owners struct{ Clock clock.Clock }

// adoptTx takes over the name that the previous release gave a person.
func adoptTx(ctx context.Context, tx pgx.Tx, person int64, now time.Time) error {
	q := db.New()
	if err := q.RecipientProfileAdopt(ctx, tx, db.RecipientProfileAdoptParams{RecipientID: person, Now: now}); err != nil {
		return fmt.Errorf("adopt profile: %w", err)
	}
	if err := q.RecipientSlugAdopt(ctx, tx, person); err != nil {
		return fmt.Errorf("adopt slug: %w", err)
	}
	return nil
}

// vanityTx writes the slug of a person where the previous release reads it.
func vanityTx(ctx context.Context, tx pgx.Tx, person int64) error {
	if err := db.New().RecipientVanitySet(ctx, tx, person); err != nil {
		return fmt.Errorf("write vanity: %w", err)
	}
	return nil
}

// MoveTx gives the profile of a person to their new primary row.
func (o Owners) MoveTx(ctx context.Context, tx pgx.Tx, from, to int64) error {
	if err := adoptTx(ctx, tx, from, o.Clock.Now()); err != nil {
		return err
	}
	if err := moveTx(ctx, tx, from, to); err != nil {
		return err
	}
	return handOverTx(ctx, tx, from, to)
}

func moveTx(ctx context.Context, tx pgx.Tx, from, to int64) error {
	err := db.New().RecipientProfileMove(ctx, tx, db.RecipientProfileMoveParams{RecipientID: to, FormerID: from})
	if err != nil {
		return fmt.Errorf("move profile: %w", err)
	}
	return nil
}

// handOverTx gives the slugs of a person to another.
func handOverTx(ctx context.Context, tx pgx.Tx, from, to int64) error {
	q := db.New()
	if err := q.RecipientSlugsMove(ctx, tx, db.RecipientSlugsMoveParams{RecipientID: to, FormerID: from}); err != nil {
		return fmt.Errorf("move slugs: %w", err)
	}
	if err := q.RecipientVanityClear(ctx, tx, from); err != nil {
		return fmt.Errorf("clear vanity: %w", err)
	}
	return vanityTx(ctx, tx, to)
}

// JoinTx gives the profile of an account that joins another to that one. If both have one, the other's goes; its slug redirects, and its
// photo stays where there is none.
func (o Owners) JoinTx(ctx context.Context, tx pgx.Tx, from, to int64) error {
	q, now := db.New(), o.Clock.Now()
	for _, person := range []int64{from, to} {
		if err := adoptTx(ctx, tx, person, now); err != nil {
			return err
		}
	}
	theirs, err := q.RecipientProfileLock(ctx, tx, from)
	if pg.NoRows(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("lock profile: %w", err)
	}
	mine, err := q.RecipientProfileLock(ctx, tx, to)
	if pg.NoRows(err) {
		return o.MoveTx(ctx, tx, from, to)
	}
	if err != nil {
		return fmt.Errorf("lock profile: %w", err)
	}
	switch _, err := q.RecipientSlugRead(ctx, tx, to); {
	case pg.NoRows(err): // theirs becomes the current one
	case err != nil:
		return fmt.Errorf("read slug: %w", err)
	default:
		if err := q.RecipientSlugRetire(ctx, tx, db.RecipientSlugRetireParams{RecipientID: from, ExpiresAt: redirects(now)}); err != nil {
			return fmt.Errorf("retire slug: %w", err)
		}
	}
	if err := q.RecipientProfileDelete(ctx, tx, from); err != nil {
		return fmt.Errorf("delete profile: %w", err)
	}
	if mine.PhotoKey == nil && theirs.PhotoKey != nil {
		if err := q.RecipientPhotoSet(ctx, tx, db.RecipientPhotoSetParams{RecipientID: to, PhotoKey: theirs.PhotoKey, Now: now}); err != nil {
			return fmt.Errorf("keep photo: %w", err)
		}
	}
	return handOverTx(ctx, tx, from, to)
}
