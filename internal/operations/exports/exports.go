// Package exports exports lists as spreadsheet files. A job writes the rows to the file store in pieces, in constant memory; the
// pieces are assembled on download.
package exports

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/design/attributes"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/messaging/outbox"
	"laurel/internal/operations/exports/internal/db"
	"laurel/internal/operations/operations"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

// The errors of this package.
var (
	ErrNotFound = errs.New(errs.NotFound, "data_export.not_found")
	ErrLink     = errs.New(errs.NotFound, "data_export.link_expired")
)

// Lifetime is how long an export can be downloaded, and LinkLifetime how long a download link is valid.
const (
	Lifetime     = 7 * 24 * time.Hour
	LinkLifetime = 10 * time.Minute
)

// State is the progress of an export.
type State string

// The states of an export.
const (
	Scheduled  State = "scheduled"
	Processing State = "processing"
	Completed  State = "completed"
	Errored    State = "errored"
)

// Format is a file format.
type Format string

// The supported formats.
const (
	CSV  Format = "csv"
	XLSX Format = "xlsx"
)

// Filter filters a list like its page does. Each list supports some of the fields.
type Filter struct {
	Selection   credentialsearch.Selection // of credentials
	Term        string                     // a part of the name, or of what else the list searches in
	State       string
	Kind        string    // of designs
	Publication uuid.UUID // of outcomes
}

// Request is the request for an export.
type Request struct {
	Entity Entity
	Format Format // "" is CSV
	Filter Filter
}

// Export is a requested export and its progress.
type Export struct {
	ID           int64
	DepartmentID int64
	Entity       Entity
	Format       Format
	State        State
	TotalCount   int // as counted at the start
	RowCount     int
	CreatedAt    time.Time
	FinishedAt   *time.Time
	ExpiresAt    time.Time

	uuid      uuid.UUID
	columns   []string
	filter    Filter
	pieces    int
	lastID    int64
	createdBy int64

	privateKeys bool // links open private credentials
}

// FileName returns the file name for the download.
func (e Export) FileName() string {
	return fmt.Sprintf("laurel-%s-%s.%s", e.Entity, e.CreatedAt.Format(time.DateOnly), e.Format)
}

// Write is the job of the previous release that writes the pieces of an export.
type Write struct {
	ExportID     int64 `json:"export_id"`
	DepartmentID int64 `json:"department_id"`
}

// Kind implements river.JobArgs.
func (Write) Kind() string { return "dataexports.write" }

// Files stores the pieces.
type Files interface {
	Put(ctx context.Context, key, contentType string, body []byte) error
	Fetch(ctx context.Context, key string) ([]byte, error)
	Delete(ctx context.Context, key string) error
}

// Deps are the dependencies of a Service.
type Deps struct {
	Pool        *pgxpool.Pool
	Clock       clock.Clock
	Audit       *audit.Log
	Operations  *operations.Service
	Credentials *credentials.Service
	Search      *credentialsearch.Service
	Attributes  *attributes.Service
	Outbox      *outbox.Service
	Files       Files
	Keyring     *secrets.Keyring
	Links       links.Links
}

// Service manages data exports.
type Service struct {
	Deps
	q *db.Queries
}

// New returns a Service and registers its kind of operation.
func New(d Deps) *Service {
	s := &Service{d, db.New()}
	d.Operations.Register(s.kind())
	return s
}

// Start creates an export and enqueues the job that writes its rows. It returns field errors, or an error for an empty selection of
// credentials.
func (s *Service) Start(ctx context.Context, by access.Actor, request Request) (Export, error) {
	list, err := request.list()
	if err != nil {
		return Export{}, err
	}
	if err := by.Require(list.permission); err != nil {
		return Export{}, err
	}
	if request.Format == "" {
		request.Format = CSV
	}
	now := s.Clock.Now()
	e := Export{
		uuid: uuid.New(), DepartmentID: by.DepartmentID, Entity: request.Entity, Format: request.Format, filter: request.Filter, State: Scheduled,
		CreatedAt: now, ExpiresAt: now.Add(Lifetime), createdBy: by.UserID,
	}
	filter, err := json.Marshal(request.Filter)
	if err != nil {
		return e, fmt.Errorf("write filter: %w", err)
	}
	err = pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		total, err := list.count(ctx, s, tx, e)
		if err != nil {
			return err
		}
		e.TotalCount = int(total)
		if e.columns, err = list.columns(ctx, s, tx, by.DepartmentID); err != nil {
			return err
		}
		e.ID, err = s.q.DataExportInsert(ctx, tx, db.DataExportInsertParams{
			DepartmentID: by.DepartmentID, Uuid: e.uuid, Entity: string(e.Entity), Format: string(e.Format), Filter: filter, ColumnNames: e.columns,
			TotalCount: int32(min(total, 1<<31-1)), CreatedBy: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID), CreatedAt: now, ExpiresAt: e.ExpiresAt, PrivateKeys: by.SeesPrivateKeys(), //nolint:gosec // bounded
		})
		if err != nil {
			return fmt.Errorf("begin data export: %w", err)
		}
		err = s.Audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "data_export.started", ObjectKind: "data_export", ObjectID: e.ID,
			Details: map[string]any{"entity": e.Entity, "format": e.Format, "count": e.TotalCount},
		})
		if err != nil {
			return err
		}
		_, err = s.Operations.StartTx(ctx, tx, by, operations.Request{
			UUID: e.uuid, Kind: kindExport, Params: params{e.Entity}, SubjectID: e.ID, Input: e.TotalCount,
		})
		return err
	})
	return e, err
}

// Read returns an export of the actor. It returns ErrNotFound, also for other people's exports.
func (s *Service) Read(ctx context.Context, by access.Actor, id int64) (Export, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Export{}, err
	}
	var e Export
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		e, err = s.readTx(ctx, tx, by, id)
		return err
	})
	return e, err
}

func (s *Service) readTx(ctx context.Context, tx pgx.Tx, by access.Actor, id int64) (Export, error) {
	row, err := s.q.DataExportRead(ctx, tx, db.DataExportReadParams{
		DepartmentID: by.DepartmentID, ID: id, Now: s.Clock.Now(), CreatedBy: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID),
	})
	if pg.NoRows(err) {
		return Export{}, ErrNotFound
	}
	if err != nil {
		return Export{}, fmt.Errorf("read data export: %w", err)
	}
	return of(row)
}

// List lists the actor's exports, newest first.
func (s *Service) List(ctx context.Context, by access.Actor, r page.Request) (page.Page[Export], error) {
	var none page.Page[Export]
	if err := by.Require(access.ViewDepartment); err != nil {
		return none, err
	}
	var items []Export
	var total int64
	now := s.Clock.Now()
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		rows, err := s.q.DataExportList(ctx, tx, db.DataExportListParams{
			DepartmentID: by.DepartmentID, Now: now, CreatedBy: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID), RowLimit: r.Limit(), RowOffset: r.Offset(),
		})
		if err != nil {
			return fmt.Errorf("list data exports: %w", err)
		}
		items = make([]Export, len(rows))
		for i, row := range rows {
			if items[i], err = of(row); err != nil {
				return err
			}
		}
		total, err = s.q.DataExportCount(ctx, tx, db.DataExportCountParams{
			DepartmentID: by.DepartmentID, Now: now, CreatedBy: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID),
		})
		return err
	})
	if err != nil {
		return none, err
	}
	return page.Of(r, items, total), nil
}

// Delete deletes an export of the actor. Its job stops.
func (s *Service) Delete(ctx context.Context, by access.Actor, id int64) error {
	if err := by.Require(access.ViewDepartment); err != nil {
		return err
	}
	var e Export
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if e, err = s.readTx(ctx, tx, by, id); err != nil {
			return err
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: "data_export.deleted", ObjectKind: "data_export", ObjectID: e.ID})
	})
	if err != nil {
		return err
	}
	return s.forget(ctx, e.DepartmentID, e.ID)
}

// forget deletes an export and its pieces. The row is deleted last, so that a crash leaves no orphaned pieces.
func (s *Service) forget(ctx context.Context, departmentID, id int64) error {
	return pg.InDepartment(ctx, s.Pool, departmentID, func(tx pgx.Tx) error {
		row, err := s.q.DataExportLock(ctx, tx, db.DataExportLockParams{DepartmentID: departmentID, ID: id})
		if pg.NoRows(err) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("lock data export: %w", err)
		}
		// One more than recorded, because a job may have crashed after it stored a piece.
		for n := range int(row.PieceCount) + 1 {
			if err := s.Files.Delete(ctx, pieceKey(row.Uuid, n)); err != nil {
				return fmt.Errorf("delete a piece: %w", err)
			}
		}
		if _, err := s.q.DataExportDelete(ctx, tx, db.DataExportDeleteParams{DepartmentID: departmentID, ID: id}); err != nil {
			return fmt.Errorf("delete data export: %w", err)
		}
		return s.Operations.DeleteTx(ctx, tx, departmentID, row.Uuid)
	})
}

// DeleteExpired deletes expired exports and returns their number.
func (s *Service) DeleteExpired(ctx context.Context) (int64, error) {
	var found []db.DataExportExpiredRow
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		found, err = s.q.DataExportExpired(ctx, tx, s.Clock.Now())
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("find expired data exports: %w", err)
	}
	for i, e := range found {
		if err := s.forget(ctx, e.DepartmentID, e.ID); err != nil {
			return int64(i), err
		}
	}
	return int64(len(found)), nil
}

func of(row db.DataExport) (Export, error) {
	e := Export{
		ID: row.ID, DepartmentID: row.DepartmentID, Entity: Entity(row.Entity), Format: Format(row.Format), State: State(row.State),
		TotalCount: int(row.TotalCount), RowCount: int(row.RowCount), CreatedAt: row.CreatedAt, FinishedAt: row.FinishedAt, ExpiresAt: row.ExpiresAt,
		uuid: row.Uuid, columns: row.ColumnNames, pieces: int(row.PieceCount), lastID: row.LastID, privateKeys: row.PrivateKeys,
	}
	if row.CreatedBy != nil {
		e.createdBy = *row.CreatedBy
	}
	if err := json.Unmarshal(row.Filter, &e.filter); err != nil {
		return e, fmt.Errorf("read filter: %w", err)
	}
	return e, nil
}
