package imported

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/pg"
	"laurel/internal/recipients/collections"
	"laurel/internal/trust/badges"
	"laurel/internal/trust/imported/internal/db"
	"laurel/internal/trust/verification"
)

// Collected returns those of some imports that a person has. With SignedDocument and CollectedPicture it implements collections.Imports.
func (s *Service) Collected(ctx context.Context, person int64, ids []uuid.UUID) ([]collections.Import, error) {
	rows, err := s.of(ctx, person, ids)
	out := make([]collections.Import, len(rows))
	for i, row := range rows {
		out[i] = collections.Import{
			ID: row.Uuid, Title: row.Title, IssuerName: row.IssuerName, IssuerURL: row.IssuerUrl, IssuedAt: row.IssuedAt, ExpiresAt: row.ExpiresAt,
			Status: row.Status, NotTheirs: verification.EmailMatch(row.RecipientMatch) == verification.EmailDiffers,
			HasPicture: hasPicture(row), UpdatedAt: row.UpdatedAt,
		}
		switch verification.Verdict(row.Status) {
		case Unverified, verification.Unreachable, verification.Unsupported:
		default:
			out[i].VerifiedAt = &row.CheckedAt
		}
	}
	return out, err
}

func (s *Service) of(ctx context.Context, person int64, ids []uuid.UUID) (rows []db.ImportedCredential, err error) {
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		rows, err = s.q.ImportedOf(ctx, tx, db.ImportedOfParams{RecipientID: person, Uuids: ids})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read imported credentials: %w", err)
	}
	return rows, nil
}

// SignedDocument returns the Open Badges 3.0 document of an import with its issuer's proof, or nil if it has none that a presentation can
// contain. It returns ErrNotFound.
func (s *Service) SignedDocument(ctx context.Context, person int64, id uuid.UUID) ([]byte, error) {
	rows, err := s.of(ctx, person, []uuid.UUID{id})
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, ErrNotFound
	}
	if verification.Standard(rows[0].Standard) != verification.OpenBadges3 {
		return nil, nil
	}
	data, _, err := s.Files.Get(ctx, rows[0].FileKey, verification.MaxInput)
	if err != nil {
		return nil, fmt.Errorf("read imported file: %w", err)
	}
	document := verification.SignedDocument(data)
	if !badges.CanPresent(document) {
		return nil, nil
	}
	return document, nil
}

// CollectedPicture returns the picture of an import and its media type. It returns ErrNotFound or ErrNoPicture.
func (s *Service) CollectedPicture(ctx context.Context, person int64, id uuid.UUID) (data []byte, kind string, err error) {
	rows, err := s.of(ctx, person, []uuid.UUID{id})
	switch {
	case err != nil:
		return nil, "", err
	case len(rows) == 0:
		return nil, "", ErrNotFound
	}
	picture, err := s.pictureFile(ctx, rows[0])
	return picture.Data, picture.Type, err
}
