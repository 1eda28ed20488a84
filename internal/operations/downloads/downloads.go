// Package downloads bundles the files of many credentials: a job renders the files, which are then downloaded as ZIPs.
package downloads

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/documents/documents"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/operations/downloads/internal/db"
	"laurel/internal/operations/operations"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
	"laurel/internal/trust/badges"
)

// The errors of this package.
var (
	ErrNotFound    = errs.New(errs.NotFound, "export.not_found")
	ErrNotFinished = errs.New(errs.Conflict, "export.not_finished")
	ErrNoPart      = errs.New(errs.NotFound, "export.no_part")
	ErrLink        = errs.New(errs.NotFound, "export.link_expired")
)

// Lifetime is how long a download is available, and LinkLifetime how long a download link is valid.
const (
	Lifetime     = 7 * 24 * time.Hour
	LinkLifetime = 10 * time.Minute
)

// PartSize is how many files a ZIP contains. Larger downloads are split into several ZIPs, so that only one has to be downloaded again
// after a broken connection.
const PartSize = 5_000

// choosing is how many credentials are selected per query, so that a download can have any size.
const choosing = 10_000

// The reasons why a credential's file is left out.
const (
	ReasonNotIssued = "not_issued" // a draft, or deleted since
	ReasonPrivate   = "private"    // its file carries a key that the asker may not see
	ReasonNoDesign  = "no_design"  // issued without such a document
	ReasonFailed    = "failed"     // it cannot be made of this design and these values
)

// ready is the outcome of a credential whose file was rendered.
const ready = "ready"

// Prepare is the job of the previous release that renders the files of a download.
type Prepare struct {
	ExportID     int64 `json:"export_id"`
	DepartmentID int64 `json:"department_id"`
}

// Kind implements river.JobArgs.
func (Prepare) Kind() string { return "exports.prepare" }

// Download is a requested set of files and its progress.
type Download struct {
	UUID         uuid.UUID
	Kind         Kind
	Marks        bool
	Paper        string
	Gap          int
	InputCount   int
	ReadyCount   int
	LeftOutCount int
	CreatedAt    time.Time
	FinishedAt   *time.Time
	ExpiresAt    time.Time
	LeftOut      []LeftOut // the first 100, when read alone
	Parts        int       // how many ZIPs it is fetched as

	id, departmentID int64
	privateKeys      bool // files of private credentials are in it
}

// LeftOut is a credential whose file is not in the download, and the reason.
type LeftOut struct {
	CredentialID  int64
	RecipientName string
	Reason        string
}

// Service manages downloads.
type Service struct {
	PartSize int // set before use

	pool        *pgxpool.Pool
	q           *db.Queries
	clock       clock.Clock
	audit       *audit.Log
	operations  *operations.Service
	credentials *credentials.Service
	search      *credentialsearch.Service
	documents   *documents.Service
	badges      *badges.Service
	throttle    *throttle.Limiter
	keyring     *secrets.Keyring
	recipient   Archive
}

// Deps are the dependencies of a Service.
type Deps struct {
	Pool        *pgxpool.Pool
	Clock       clock.Clock
	Audit       *audit.Log
	Operations  *operations.Service
	Credentials *credentials.Service
	Search      *credentialsearch.Service
	Documents   *documents.Service
	Badges      *badges.Service
	Throttle    *throttle.Limiter
	Keyring     *secrets.Keyring
}

// New returns a Service and registers its kind of operation.
func New(d Deps) *Service {
	s := &Service{PartSize, d.Pool, db.New(), d.Clock, d.Audit, d.Operations, d.Credentials, d.Search, d.Documents, d.Badges, d.Throttle, d.Keyring, nil}
	d.Operations.Register(s.kind())
	return s
}

// Start creates a download of a selection of any size and enqueues the job that renders its files. It returns field errors, or
// credentials.ErrNothingSelected for an empty selection.
func (s *Service) Start(ctx context.Context, by access.Actor, request Request) (Download, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Download{}, err
	}
	request, err := request.checked()
	if err == nil && request.Selection.Query == nil && len(request.Selection.IDs) == 0 {
		err = credentials.ErrNothingSelected
	}
	if err != nil {
		return Download{}, err
	}
	return s.start(ctx, by, request)
}

func (s *Service) start(ctx context.Context, by access.Actor, request Request) (Download, error) {
	now := s.clock.Now()
	e := Download{
		UUID: uuid.New(), Kind: request.Kind, Marks: request.Marks, Paper: request.Paper, Gap: request.Gap,
		CreatedAt: now, ExpiresAt: now.Add(Lifetime), Parts: 1, departmentID: by.DepartmentID,
	}
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		if err := s.insertTx(ctx, tx, by, &e, request); err != nil {
			return err
		}
		err := s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "export.started", ObjectKind: "export", ObjectID: e.UUID, Details: map[string]any{"kind": e.Kind, "count": e.InputCount},
		})
		if err != nil {
			return err
		}
		_, err = s.operations.StartTx(ctx, tx, by, operations.Request{UUID: e.UUID, Kind: kindDownload, SubjectID: e.id, Input: e.InputCount})
		return err
	})
	return e, err
}

// insertTx stores the download and its credentials, in batches.
func (s *Service) insertTx(ctx context.Context, tx pgx.Tx, by access.Actor, e *Download, request Request) (err error) {
	e.InputCount = 0 // a transaction may be run again
	e.id, err = s.q.ExportInsert(ctx, tx, db.ExportInsertParams{
		DepartmentID: by.DepartmentID, Uuid: e.UUID, Kind: string(e.Kind), Marks: e.Marks, Paper: e.Paper,
		Gap:       int32(e.Gap), //nolint:gosec // at most maxGap
		CreatedBy: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID), CreatedAt: e.CreatedAt, ExpiresAt: e.ExpiresAt,
		PrivateKeys: by.SeesPrivateKeys(),
	})
	if err != nil {
		return fmt.Errorf("begin download: %w", err)
	}
	for after, more := int64(0), true; more; {
		ids, err := s.search.SelectAfterTx(ctx, tx, by, request.Selection, after, choosing)
		if err != nil {
			return err
		}
		if more = len(ids) == choosing; len(ids) == 0 {
			break
		}
		after = ids[len(ids)-1]
		e.InputCount += len(ids)
		p := db.ExportItemsInsertParams{ExportID: e.id, DepartmentID: by.DepartmentID, CredentialIds: ids}
		if err := s.q.ExportItemsInsert(ctx, tx, p); err != nil {
			return fmt.Errorf("note what is exported: %w", err)
		}
	}
	if e.InputCount == 0 {
		return credentials.ErrNothingSelected
	}
	count := db.ExportSetCountParams{InputCount: int32(e.InputCount), DepartmentID: by.DepartmentID, ID: e.id} //nolint:gosec // fewer than two billion
	if err := s.q.ExportSetCount(ctx, tx, count); err != nil {
		return fmt.Errorf("count what is exported: %w", err)
	}
	return s.fitsTx(ctx, tx, *e, request)
}

// fitsTx returns a field error if the certificates do not fit on the requested sheets.
func (s *Service) fitsTx(ctx context.Context, tx pgx.Tx, e Download, request Request) error {
	if request.Kind != Sheets {
		return nil
	}
	rows, err := s.q.ExportSizes(ctx, tx, db.ExportSizesParams{DepartmentID: e.departmentID, ExportID: e.id})
	if err != nil {
		return fmt.Errorf("read sizes of certificates: %w", err)
	}
	found := make([]cardSize, len(rows))
	for i, r := range rows {
		found[i] = cardSize{r.Size, r.Orientation}
	}
	return request.fits(found)
}

// Read returns a download of the actor. It returns ErrNotFound, also for other people's downloads.
func (s *Service) Read(ctx context.Context, by access.Actor, id uuid.UUID) (Download, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Download{}, err
	}
	var e Download
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if e, err = s.readTx(ctx, tx, by, id); err != nil || e.LeftOutCount == 0 {
			return err
		}
		e.LeftOut, err = s.leftOutTx(ctx, tx, e, whole, 100)
		return err
	})
	return e, err
}

func (s *Service) readTx(ctx context.Context, tx pgx.Tx, by access.Actor, id uuid.UUID) (Download, error) {
	row, err := s.q.ExportRead(ctx, tx, db.ExportReadParams{
		DepartmentID: by.DepartmentID, Uuid: id, Now: s.clock.Now(), CreatedBy: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID),
	})
	if pg.NoRows(err) {
		return Download{}, ErrNotFound
	}
	if err != nil {
		return Download{}, fmt.Errorf("read download: %w", err)
	}
	return s.of(row), nil
}

func (s *Service) leftOutTx(ctx context.Context, tx pgx.Tx, e Download, in stretch, limit int32) ([]LeftOut, error) {
	rows, err := s.q.ExportItemsLeftOut(ctx, tx, db.ExportItemsLeftOutParams{
		DepartmentID: e.departmentID, ExportID: e.id, After: in.after, UpTo: in.upTo, RowLimit: limit,
	})
	if err != nil {
		return nil, fmt.Errorf("read what a download leaves out: %w", err)
	}
	out := make([]LeftOut, len(rows))
	for i, r := range rows {
		out[i] = LeftOut{r.CredentialID, r.RecipientName, r.Reason}
	}
	return out, nil
}

// List lists the actor's downloads, newest first.
func (s *Service) List(ctx context.Context, by access.Actor, r page.Request) (page.Page[Download], error) {
	var none page.Page[Download]
	if err := by.Require(access.ViewDepartment); err != nil {
		return none, err
	}
	var items []Download
	var total int64
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		rows, err := s.q.ExportList(ctx, tx, db.ExportListParams{
			DepartmentID: by.DepartmentID, Now: s.clock.Now(), CreatedBy: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID),
			RowLimit: r.Limit(), RowOffset: r.Offset(),
		})
		if err != nil {
			return fmt.Errorf("list downloads: %w", err)
		}
		items = make([]Download, len(rows))
		for i, row := range rows {
			items[i] = s.of(row)
		}
		total, err = s.q.ExportCount(ctx, tx, db.ExportCountParams{
			DepartmentID: by.DepartmentID, Now: s.clock.Now(), CreatedBy: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID),
		})
		return err
	})
	if err != nil {
		return none, err
	}
	return page.Of(r, items, total), nil
}

// Delete deletes a download of the actor. Its job stops.
func (s *Service) Delete(ctx context.Context, by access.Actor, id uuid.UUID) error {
	if err := by.Require(access.ViewDepartment); err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		e, err := s.readTx(ctx, tx, by, id)
		if err != nil {
			return err
		}
		if _, err := s.q.ExportDelete(ctx, tx, db.ExportDeleteParams{DepartmentID: by.DepartmentID, ID: e.id}); err != nil {
			return fmt.Errorf("delete download: %w", err)
		}
		if err := s.operations.DeleteTx(ctx, tx, by.DepartmentID, id); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "export.deleted", ObjectKind: "export", ObjectID: e.UUID})
	})
}

// DeleteExpired deletes expired downloads and returns their number.
func (s *Service) DeleteExpired(ctx context.Context) (int64, error) {
	var n int64
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
		n, err = s.q.ExportDeleteExpired(ctx, tx, s.clock.Now())
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("delete expired downloads: %w", err)
	}
	return n, nil
}

func (s *Service) of(row db.Export) Download {
	return Download{
		Parts: max(1, (int(row.ReadyCount)+s.PartSize-1)/s.PartSize),
		UUID:  row.Uuid, Kind: Kind(row.Kind), Marks: row.Marks, Paper: row.Paper, Gap: int(row.Gap),
		InputCount: int(row.InputCount), ReadyCount: int(row.ReadyCount),
		LeftOutCount: int(row.LeftOutCount), CreatedAt: row.CreatedAt, FinishedAt: row.FinishedAt, ExpiresAt: row.ExpiresAt,
		id: row.ID, departmentID: row.DepartmentID, privateKeys: row.PrivateKeys,
	}
}
