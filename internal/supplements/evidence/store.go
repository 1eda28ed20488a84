package evidence

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/design/uploads"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/pg"
	"laurel/internal/supplements/evidence/internal/db"
)

// store maps rows to items and constraint violations to errors.
type store struct{ q *db.Queries }

// lock serialises changes of a credential's evidence.
func (s store) lock(ctx context.Context, tx pgx.Tx, departmentID, credentialID int64) error {
	_, err := s.q.EvidenceLock(ctx, tx, db.EvidenceLockParams{DepartmentID: departmentID, CredentialID: credentialID})
	if pg.NoRows(err) {
		return credentials.ErrNotFound
	}
	if err != nil {
		return fmt.Errorf("lock evidence: %w", err)
	}
	return nil
}

func (s store) of(ctx context.Context, d pg.DB, departmentID, credentialID int64) ([]Item, error) {
	rows, err := s.q.EvidenceOf(ctx, d, db.EvidenceOfParams{DepartmentID: departmentID, CredentialID: credentialID})
	if err != nil {
		return nil, fmt.Errorf("read evidence: %w", err)
	}
	return fromRows(rows)
}

func (s store) ofMany(ctx context.Context, d pg.DB, departmentID int64, credentialIDs []int64) ([]Item, error) {
	rows, err := s.q.EvidenceOfMany(ctx, d, db.EvidenceOfManyParams{DepartmentID: departmentID, CredentialIds: credentialIDs})
	if err != nil {
		return nil, fmt.Errorf("read evidence: %w", err)
	}
	return fromRows(rows)
}

func (s store) insert(ctx context.Context, tx pgx.Tx, i Item) (int64, error) {
	f := fileParams(i)
	id, err := s.q.EvidenceInsert(ctx, tx, db.EvidenceInsertParams{
		DepartmentID: i.DepartmentID, CredentialID: i.CredentialID, Uuid: i.UUID, Category: string(i.Category), Title: i.Title,
		Narrative: i.Narrative, Url: i.Link, Content: []byte(i.Content.encoded()), PreviewUrl: i.Preview, UploadID: f.UploadID, FileKey: f.FileKey,
		FileName: f.FileName, FileType: f.FileType, FileBytes: f.FileBytes, Scan: string(i.Scan), Position: int32(i.Position), //nolint:gosec // at most MaxItems
		Hidden: i.Hidden, Supplemental: i.Supplemental, Visibility: string(i.Visibility), State: string(i.State), Now: i.UpdatedAt,
		SubmittedAt: i.SubmittedAt,
	})
	if err != nil {
		return 0, refusal("insert evidence", err)
	}
	return id, nil
}

func (s store) update(ctx context.Context, tx pgx.Tx, i Item) error {
	f := fileParams(i)
	err := s.q.EvidenceUpdate(ctx, tx, db.EvidenceUpdateParams{
		DepartmentID: i.DepartmentID, ID: i.ID, Title: i.Title, Narrative: i.Narrative, Url: i.Link, Content: []byte(i.Content.encoded()),
		PreviewUrl: i.Preview, UploadID: f.UploadID, FileKey: f.FileKey, FileName: f.FileName, FileType: f.FileType, FileBytes: f.FileBytes,
		Scan: string(i.Scan), Position: int32(i.Position), //nolint:gosec // at most MaxItems
		Hidden: i.Hidden, Visibility: string(i.Visibility), State: string(i.State), Rejection: i.Rejection, SubmittedAt: i.SubmittedAt, Now: i.UpdatedAt,
		ScannedAt: i.ScannedAt,
	})
	if err != nil {
		return refusal("update evidence", err)
	}
	return nil
}

// place stores the order of the items.
func (s store) place(ctx context.Context, tx pgx.Tx, departmentID int64, items []Item) error {
	p := db.EvidencePlaceParams{DepartmentID: departmentID}
	for n, i := range items {
		p.Ids, p.Positions = append(p.Ids, i.ID), append(p.Positions, int32(n))
	}
	if err := s.q.EvidencePlace(ctx, tx, p); err != nil {
		return fmt.Errorf("order evidence: %w", err)
	}
	return nil
}

func (s store) changedAt(ctx context.Context, d pg.DB, departmentID, credentialID int64) (*time.Time, error) {
	at, err := s.q.EvidenceChangedAt(ctx, d, db.EvidenceChangedAtParams{DepartmentID: departmentID, CredentialID: credentialID})
	if pg.NoRows(err) {
		return nil, nil //nolint:nilnil // it never changed
	}
	if err != nil {
		return nil, fmt.Errorf("read change of evidence: %w", err)
	}
	return &at, nil
}

func refusal(doing string, err error) error {
	if pg.Violates(err, "evidence_items_upload_id_key") {
		return ErrFileUsed.At("file")
	}
	return fmt.Errorf("%s: %w", doing, err)
}

type fileColumns struct {
	UploadID                    *int64
	FileKey, FileName, FileType *string
	FileBytes                   int64
}

func fileParams(i Item) fileColumns {
	if i.File == nil {
		return fileColumns{}
	}
	f := *i.File
	return fileColumns{&f.UploadID, &f.Key, &f.Name, &f.Type, f.Bytes}
}

func fromRows(rows []db.EvidenceItem) ([]Item, error) {
	items := make([]Item, len(rows))
	for n, r := range rows {
		var err error
		if items[n], err = fromRow(r); err != nil {
			return nil, err
		}
	}
	return items, nil
}

func fromRow(r db.EvidenceItem) (Item, error) {
	i := Item{
		ID: r.ID, UUID: r.Uuid, DepartmentID: r.DepartmentID, CredentialID: r.CredentialID, Category: Category(r.Category), Title: r.Title,
		Narrative: r.Narrative, Link: r.Url, Preview: r.PreviewUrl, Scan: Scan(r.Scan), ScannedAt: r.ScannedAt, Position: int(r.Position), Hidden: r.Hidden,
		Supplemental: r.Supplemental, Visibility: Visibility(r.Visibility), State: State(r.State), Rejection: r.Rejection,
		CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt, SubmittedAt: r.SubmittedAt,
	}
	if r.UploadID != nil {
		i.File = &uploads.File{UploadID: *r.UploadID, Key: *r.FileKey, Name: *r.FileName, Type: *r.FileType, Bytes: r.FileBytes}
	}
	if err := json.Unmarshal(r.Content, &i.Content); err != nil {
		return i, fmt.Errorf("read evidence: %w", err)
	}
	return i, nil
}
