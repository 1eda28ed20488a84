package imported

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/audit"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/fetch"
	"laurel/internal/platform/links"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/collections"
	"laurel/internal/recipients/recipients"
	"laurel/internal/trust/imported/internal/db"
	"laurel/internal/trust/verification"
)

// Service manages the imported credentials of recipients.
type Service struct {
	Deps
	q *db.Queries
}

// Deps are the dependencies of a Service.
type Deps struct {
	Pool       *pgxpool.Pool
	Clock      clock.Clock
	Audit      *audit.Log
	Recipients *recipients.Service
	Throttle   *throttle.Limiter
	Files      *objects.Store
	Verify     *verification.Service
	Fetch      *fetch.Client // for pictures
	Links      links.Links
}

// New returns a Service.
func New(d Deps) *Service { return &Service{d, db.New()} }

// With returns a Service that verifies with v.
func (s *Service) With(v *verification.Service) *Service {
	out := *s
	out.Verify = v
	return &out
}

// List lists the actor's imported credentials, latest first. It returns recipients.ErrNotSignedIn or recipients.ErrLimited.
func (s *Service) List(ctx context.Context, by recipients.Actor, request page.Request) (page.Page[Import], error) {
	if err := by.RequireFull(); err != nil {
		return page.Page[Import]{}, err
	}
	var rows []db.ImportedCredential
	var total int64
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		if total, err = s.q.ImportedCount(ctx, tx, by.RecipientID); err != nil {
			return err
		}
		rows, err = s.q.ImportedList(ctx, tx, db.ImportedListParams{RecipientID: by.RecipientID, Most: request.Limit(), Skip: request.Offset()})
		return err
	})
	if err != nil {
		return page.Page[Import]{}, fmt.Errorf("list imported credentials: %w", err)
	}
	items := make([]Import, len(rows))
	for i, row := range rows {
		if items[i], err = fromRow(row); err != nil {
			return page.Page[Import]{}, err
		}
	}
	return page.Of(request, items, total), nil
}

// All returns all imported credentials of the actor. It returns recipients.ErrNotSignedIn or recipients.ErrLimited.
func (s *Service) All(ctx context.Context, by recipients.Actor) ([]Import, error) {
	found, err := s.List(ctx, by, page.Request{Size: page.MaxSize})
	out := found.Items
	for n := 2; err == nil && n <= found.Pages(); n++ { // joined accounts may have more than one may import
		found, err = s.List(ctx, by, page.Request{Number: n, Size: page.MaxSize})
		out = append(out, found.Items...)
	}
	return out, err
}

// Read returns an imported credential of the actor. It returns recipients.ErrNotSignedIn, recipients.ErrLimited or ErrNotFound.
func (s *Service) Read(ctx context.Context, by recipients.Actor, id uuid.UUID) (Import, error) {
	row, err := s.row(ctx, by, id)
	if err != nil {
		return Import{}, err
	}
	return fromRow(row)
}

func (s *Service) row(ctx context.Context, by recipients.Actor, id uuid.UUID) (row db.ImportedCredential, err error) {
	if err := by.RequireFull(); err != nil {
		return row, err
	}
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		row, err = s.q.ImportedRead(ctx, tx, db.ImportedReadParams{Uuid: id, RecipientID: by.RecipientID})
		return err
	})
	if pg.NoRows(err) {
		return row, ErrNotFound
	}
	if err != nil {
		return row, fmt.Errorf("read imported credential: %w", err)
	}
	return row, nil
}

// Remove removes an imported credential. Until it is deleted with its files, after keptRemoved, it can be restored. It returns
// recipients.ErrNotSignedIn, recipients.ErrLimited or ErrNotFound.
func (s *Service) Remove(ctx context.Context, by recipients.Actor, id uuid.UUID) error {
	row, err := s.row(ctx, by, id)
	if err != nil {
		return err
	}
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		n, err := s.q.ImportedRemove(ctx, tx, db.ImportedRemoveParams{Uuid: id, RecipientID: by.RecipientID, Now: pointer(s.Clock.Now())})
		if err != nil {
			return fmt.Errorf("remove imported credential: %w", err)
		}
		if n == 0 {
			return ErrNotFound
		}
		if err := collections.HideImportTx(ctx, tx, id, true); err != nil {
			return err
		}
		return s.recordTx(ctx, tx, by, "recipient.import_removed", row)
	})
}

// Restore brings a removed credential back, also into its collections. It returns recipients.ErrNotSignedIn, recipients.ErrLimited,
// ErrTooMany or ErrNotFound.
func (s *Service) Restore(ctx context.Context, by recipients.Actor, id uuid.UUID) (Import, error) {
	if err := by.RequireFull(); err != nil {
		return Import{}, err
	}
	var row db.ImportedCredential
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		if err := s.q.ImportedLock(ctx, tx, by.RecipientID); err != nil {
			return fmt.Errorf("lock imported credentials: %w", err)
		}
		if err := s.roomTx(ctx, tx, by.RecipientID); err != nil {
			return err
		}
		if row, err = s.restoreTx(ctx, tx, by.RecipientID, id); err != nil {
			return err
		}
		return s.recordTx(ctx, tx, by, "recipient.import_restored", row)
	})
	if err != nil {
		return Import{}, err
	}
	return fromRow(row)
}

func (s *Service) restoreTx(ctx context.Context, tx pgx.Tx, person int64, id uuid.UUID) (row db.ImportedCredential, err error) {
	row, err = s.q.ImportedRestore(ctx, tx, db.ImportedRestoreParams{Uuid: id, RecipientID: person})
	if pg.NoRows(err) {
		return row, ErrNotFound
	}
	if err != nil {
		return row, fmt.Errorf("restore imported credential: %w", err)
	}
	return row, collections.HideImportTx(ctx, tx, id, false)
}

// roomTx returns ErrTooMany if a person may not have another import.
func (s *Service) roomTx(ctx context.Context, tx pgx.Tx, person int64) error {
	count, err := s.q.ImportedCount(ctx, tx, person)
	if err != nil {
		return fmt.Errorf("count imported credentials: %w", err)
	}
	if count >= MostImports {
		return ErrTooMany
	}
	return nil
}

// Original is a file as it was imported.
type Original struct {
	Name string
	Type string
	Data []byte
}

// Original returns what was imported. It returns recipients.ErrNotSignedIn, recipients.ErrLimited or ErrNotFound.
func (s *Service) Original(ctx context.Context, by recipients.Actor, id uuid.UUID) (Original, error) {
	row, err := s.row(ctx, by, id)
	if err != nil {
		return Original{}, err
	}
	data, _, err := s.Files.Get(ctx, row.FileKey, verification.MaxInput)
	if err != nil {
		return Original{}, fmt.Errorf("read imported file: %w", err)
	}
	name := row.FileName
	if name == "" {
		name = "credential" + Extension(row.MediaType)
	}
	return Original{name, row.MediaType, data}, nil
}

// Picture returns the picture of an imported credential. It returns recipients.ErrNotSignedIn, recipients.ErrLimited, ErrNotFound or
// ErrNoPicture.
func (s *Service) Picture(ctx context.Context, by recipients.Actor, id uuid.UUID) (Original, error) {
	row, err := s.row(ctx, by, id)
	if err != nil {
		return Original{}, err
	}
	return s.pictureFile(ctx, row)
}

func (s *Service) pictureFile(ctx context.Context, row db.ImportedCredential) (Original, error) {
	key := row.PictureKey
	if key == "" && row.MediaType == typeSVG { // imported when drawings were not shown
		key = row.FileKey
	}
	if key == "" {
		return Original{}, ErrNoPicture
	}
	data, _, err := s.Files.Get(ctx, key, verification.MaxInput)
	if err != nil {
		return Original{}, fmt.Errorf("read imported picture: %w", err)
	}
	if !isPicture(data) {
		return Original{}, ErrNoPicture
	}
	return Original{"picture", mediaType(data), data}, nil
}

func (s *Service) recordTx(ctx context.Context, tx pgx.Tx, by recipients.Actor, action string, row db.ImportedCredential) error {
	return s.Audit.RecordTx(ctx, tx, by.Recorded(0), audit.Event{
		Action: action, ObjectKind: "recipient", ObjectID: by.RecipientID, Details: map[string]any{"import": row.Uuid, "status": row.Status},
	})
}

func fromRow(row db.ImportedCredential) (Import, error) {
	out := Import{
		ID: row.Uuid, Source: Source(row.Source), SourceURL: row.SourceUrl, FileName: row.FileName, MediaType: row.MediaType, Size: row.Size,
		HasPicture: hasPicture(row), Title: row.Title, Description: row.Description, Standard: verification.Standard(row.Standard),
		IssuerID: row.IssuerID, IssuerName: row.IssuerName, IssuerURL: row.IssuerUrl, IssuedAt: row.IssuedAt, ExpiresAt: row.ExpiresAt,
		Skills: row.Skills, Status: verification.Verdict(row.Status), StatusSince: row.StatusSince, Match: verification.EmailMatch(row.RecipientMatch),
		CheckedAt: row.CheckedAt, UnreachableSince: row.UnreachableSince, NextCheckAt: row.NextCheckAt, CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
	}
	if err := json.Unmarshal(row.Report, &out.Report); err != nil {
		return out, fmt.Errorf("read report of an import: %w", err)
	}
	if row.Attempt != nil {
		out.Attempt = &verification.Result{}
		if err := json.Unmarshal(row.Attempt, out.Attempt); err != nil {
			return out, fmt.Errorf("read last attempt of an import: %w", err)
		}
	}
	return out, nil
}

// hasPicture reports whether an import has a picture, or a drawing that may be one.
func hasPicture(row db.ImportedCredential) bool {
	return row.PictureKey != "" || row.MediaType == typeSVG
}

// pointer returns a copy of a time.
func pointer(t time.Time) *time.Time { return &t }
