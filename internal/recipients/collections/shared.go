package collections

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/pg"
	"laurel/internal/recipients/collections/internal/db"
)

// Shared returns the collection of a link, with the credentials that others may see. It returns ErrNotFound, also for private ones, or
// ErrExpired.
func (s *Service) Shared(ctx context.Context, token string) (Shared, error) {
	var row db.RecipientCollectionSharedRow
	var rows []db.RecipientCollectionItemListRow
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		if row, err = s.q.RecipientCollectionShared(ctx, tx, token); err != nil {
			return err
		}
		rows, err = s.q.RecipientCollectionItemList(ctx, tx, row.RecipientCollection.ID)
		return err
	})
	if pg.NoRows(err) {
		return Shared{}, ErrNotFound
	}
	if err != nil {
		return Shared{}, fmt.Errorf("read shared collection: %w", err)
	}
	out := Shared{fromRow(row.RecipientCollection), row.RecipientCollection.RecipientID, row.Owner, row.Language}
	switch {
	case out.Visibility == Private:
		return Shared{}, ErrNotFound
	case out.ExpiresAt != nil && !s.Clock.Now().Before(*out.ExpiresAt):
		return Shared{}, ErrExpired
	}
	all, err := s.items(ctx, out.OwnerID, credentials.Owner{Emails: row.Emails}, rows)
	if err != nil {
		return Shared{}, err
	}
	out.Items = slices.DeleteFunc(all, func(i Item) bool { return i.Hidden() })
	out.Count = len(out.Items)
	return out, nil
}

// Listed lists the collections that are on a person's profile, by name and without their credentials.
func (s *Service) Listed(ctx context.Context, person int64) ([]Collection, error) {
	var rows []db.RecipientCollection
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		rows, err = s.q.RecipientCollectionListed(ctx, tx, db.RecipientCollectionListedParams{RecipientID: person, Now: s.Clock.Now()})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list collections of a profile: %w", err)
	}
	out := make([]Collection, len(rows))
	for i, row := range rows {
		out[i] = fromRow(row)
	}
	return out, nil
}
