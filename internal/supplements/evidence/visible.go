package evidence

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/pg"
	"laurel/internal/supplements/evidence/internal/db"
)

// Visible is the evidence of a credential that others can see.
type Visible struct {
	Items     []Item
	ChangedAt *time.Time // when it changed last after the credential was issued
}

// Visible returns the evidence of an issued credential that a visitor with a key can see. The queries of also run in the same round trip.
func (s *Service) Visible(ctx context.Context, c credentials.Credential, key string, also ...func(pg.DB) error) (Visible, error) {
	var out Visible
	err := pg.Batch(pg.WithGenericPlan(ctx), s.pool, c.DepartmentID, append(also, func(d pg.DB) (err error) {
		out.Items, err = s.s.of(ctx, d, c.DepartmentID, c.ID)
		return err
	}, func(d pg.DB) (err error) {
		out.ChangedAt, err = s.s.changedAt(ctx, d, c.DepartmentID, c.ID)
		return err
	})...)
	if err != nil {
		return Visible{}, err
	}
	out.Items = slices.DeleteFunc(out.Items, func(i Item) bool { return !i.ShownTo(c, key) })
	if out.ChangedAt != nil && (c.PublishedAt == nil || !out.ChangedAt.After(*c.PublishedAt)) {
		out.ChangedAt = nil
	}
	return out, nil
}

// ShownTo reports whether a visitor with a key can see an item.
func (i Item) ShownTo(c credentials.Credential, key string) bool {
	holds := c.OpenedBy(key)
	return i.shown() && (i.Visibility == Public || holds)
}

// OfMany returns the items of at most MostOfMany credentials, without drafts and in the order of the credentials' numbers.
func (s *Service) OfMany(ctx context.Context, departmentID int64, credentialIDs []int64) (items []Item, err error) {
	err = pg.InDepartment(ctx, s.pool, departmentID, func(tx pgx.Tx) error {
		items, err = s.s.ofMany(ctx, tx, departmentID, credentialIDs)
		return err
	})
	return slices.DeleteFunc(items, func(i Item) bool { return i.State == Draft }), err
}

// MostOfMany is the number of credentials whose items are read at once.
const MostOfMany = 200

// ProofsTx returns the evidence that the signed badges of credentials contain, by credential ID.
func (s *Service) ProofsTx(ctx context.Context, d pg.DB, departmentID int64, credentialIDs []int64) (map[int64][]Item, error) {
	items, err := s.s.ofMany(ctx, d, departmentID, credentialIDs)
	all := map[int64][]Item{}
	for _, i := range proofs(items) {
		all[i.CredentialID] = append(all[i.CredentialID], i)
	}
	return all, err
}

// Proofs returns the evidence that the badge of a credential contains.
func (s *Service) Proofs(ctx context.Context, departmentID, credentialID int64) (items []Item, err error) {
	err = pg.SingleStatement(pg.WithGenericPlan(ctx), s.pool, departmentID, func(d pg.DB) error {
		items, err = s.s.of(ctx, d, departmentID, credentialID)
		return err
	})
	return proofs(items), err
}

// OpenFile returns a link to an item's file for a visitor with a key. It returns the errors of credentials.ReadPublic, and ErrNoFile
// for everything the visitor cannot see. The UUID of an item cannot be guessed, so a private credential answers a missing key with
// credentials.ErrPrivate instead of hiding its existence.
func (s *Service) OpenFile(ctx context.Context, id uuid.UUID, key string) (string, error) {
	var row db.EvidenceByUUIDRow
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
		row, err = s.s.q.EvidenceByUUID(ctx, tx, id)
		return err
	})
	if pg.NoRows(err) {
		return "", ErrNoFile
	}
	if err != nil {
		return "", fmt.Errorf("read evidence: %w", err)
	}
	i, err := fromRow(row.EvidenceItem)
	if err != nil {
		return "", err
	}
	c, err := s.credentials.ReadPublic(ctx, row.CredentialUuid.String(), key)
	if err != nil {
		return "", err
	}
	if i.File == nil || !i.ShownTo(c, key) {
		return "", ErrNoFile
	}
	return s.files.Link(ctx, *i.File)
}

// File reads the file of an item if it may be downloaded. Otherwise it returns ErrNoFile.
func (s *Service) File(ctx context.Context, i Item) ([]byte, error) {
	if i.File == nil || i.Scan != Clean {
		return nil, ErrNoFile
	}
	return s.files.Content(ctx, *i.File)
}

// Link returns a link to the file of an item that the caller may see, or "" while nobody may download the file.
func (s *Service) Link(ctx context.Context, i Item) (string, error) {
	if i.File == nil || i.Scan != Clean {
		return "", nil
	}
	return s.files.Link(ctx, *i.File)
}

// sweepAfter is how long a file may exist without an item. sweepBatch is the number of files that one sweep deletes.
const (
	sweepAfter = time.Hour
	sweepBatch = 500
)

// Sweep deletes files whose item was deleted or whose credential was purged, and returns their number.
func (s *Service) Sweep(ctx context.Context) (int64, error) {
	var rows []db.EvidenceUnusedFilesRow
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
		rows, err = s.s.q.EvidenceUnusedFiles(ctx, tx, db.EvidenceUnusedFilesParams{Before: s.clock.Now().Add(-sweepAfter), RowLimit: sweepBatch})
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("find unused evidence: %w", err)
	}
	for n, r := range rows {
		if err := s.files.Forget(ctx, r.DepartmentID, r.ID); err != nil {
			return int64(n), err
		}
	}
	return int64(len(rows)), nil
}
