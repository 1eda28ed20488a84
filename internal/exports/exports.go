// Package exports hands out many files at once: a job makes every file ready, then they are fetched as one ZIP.
package exports

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"laurel/internal/access"
	"laurel/internal/audit"
	"laurel/internal/clock"
	"laurel/internal/credentials"
	"laurel/internal/documents"
	"laurel/internal/errs"
	"laurel/internal/exports/internal/db"
	"laurel/internal/jobs"
	"laurel/internal/page"
	"laurel/internal/pg"
	"laurel/internal/secrets"
)

// Refusals of this package.
var (
	ErrNotFound    = errs.New(errs.NotFound, "export.not_found")
	ErrNotFinished = errs.New(errs.Conflict, "export.not_finished")
	ErrLink        = errs.New(errs.NotFound, "export.link_expired")
)

// Lifetime is how long an export can be fetched; LinkLifetime how long one link to it works.
const (
	Lifetime     = 7 * 24 * time.Hour
	LinkLifetime = 10 * time.Minute
)

// MaxCredentials is how many credentials one export may name.
const MaxCredentials = 20_000

// Reasons why a credential's file is left out.
const (
	ReasonNotIssued = "not_issued" // a draft, or deleted since
	ReasonNoDesign  = "no_design"  // issued without such a document
	ReasonFailed    = "failed"     // it cannot be made of this design and these values
)

// ready is the outcome of a credential whose file is made.
const ready = "ready"

// Prepare is the job that makes an export's files.
type Prepare struct {
	ExportID     int64 `json:"export_id"`
	DepartmentID int64 `json:"department_id"`
}

// Kind names the job.
func (Prepare) Kind() string { return "exports.prepare" }

// InsertOpts puts exports before what is printed ahead: somebody looks at their progress.
func (Prepare) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: jobs.Render, Priority: river.PriorityDefault + 1}
}

// Export is a bundle that somebody asked for and how far it got.
type Export struct {
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

	id, departmentID int64
}

// LeftOut is a credential whose file is not in the bundle, and why.
type LeftOut struct {
	CredentialID  int64
	RecipientName string
	Reason        string
}

// Service makes exports.
type Service struct {
	pool        *pgxpool.Pool
	q           *db.Queries
	clock       clock.Clock
	audit       *audit.Log
	queue       *jobs.Queue
	credentials *credentials.Service
	documents   *documents.Service
	keyring     *secrets.Keyring
}

// Deps are what exports need.
type Deps struct {
	Pool        *pgxpool.Pool
	Clock       clock.Clock
	Audit       *audit.Log
	Queue       *jobs.Queue
	Credentials *credentials.Service
	Documents   *documents.Service
	Keyring     *secrets.Keyring
}

// New makes the service.
func New(d Deps) *Service {
	return &Service{d.Pool, db.New(), d.Clock, d.Audit, d.Queue, d.Credentials, d.Documents, d.Keyring}
}

// Start begins an export of a selection; a job makes the files. It refuses an order that cannot be filled, an empty selection
// and one of more than MaxCredentials.
func (s *Service) Start(ctx context.Context, by access.Actor, order Order) (Export, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Export{}, err
	}
	order, err := order.checked()
	if err != nil {
		return Export{}, err
	}
	now := s.clock.Now()
	e := Export{
		UUID: uuid.New(), Kind: order.Kind, Marks: order.Marks, Paper: order.Paper, Gap: order.Gap,
		CreatedAt: now, ExpiresAt: now.Add(Lifetime), departmentID: by.DepartmentID,
	}
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		ids, err := s.chooseTx(ctx, tx, by, order)
		if err != nil {
			return err
		}
		e.InputCount = len(ids)
		if e.id, err = s.insertTx(ctx, tx, by, e, ids); err != nil {
			return err
		}
		err = s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "export.started", ObjectKind: "export", ObjectID: e.UUID, Details: map[string]any{"kind": e.Kind, "count": len(ids)},
		})
		if err != nil {
			return err
		}
		return s.queue.EnqueueTx(ctx, tx, Prepare{e.id, by.DepartmentID})
	})
	return e, err
}

// chooseTx names what the order is for.
func (s *Service) chooseTx(ctx context.Context, tx pgx.Tx, by access.Actor, order Order) ([]int64, error) {
	ids, err := s.credentials.SelectTx(ctx, tx, by, order.Selection)
	if err != nil {
		return nil, err
	}
	if len(ids) > MaxCredentials {
		return nil, errs.Field(order.selected(), "too_many", "max", MaxCredentials)
	}
	if order.Kind != Sheets {
		return ids, nil
	}
	rows, err := s.q.ExportSizes(ctx, tx, db.ExportSizesParams{DepartmentID: by.DepartmentID, CredentialIds: ids})
	if err != nil {
		return nil, fmt.Errorf("read sizes of certificates: %w", err)
	}
	found := make([]cardSize, len(rows))
	for i, r := range rows {
		found[i] = cardSize{r.Size, r.Orientation}
	}
	return ids, order.fits(found)
}

func (s *Service) insertTx(ctx context.Context, tx pgx.Tx, by access.Actor, e Export, ids []int64) (int64, error) {
	id, err := s.q.ExportInsert(ctx, tx, db.ExportInsertParams{
		DepartmentID: by.DepartmentID, Uuid: e.UUID, Kind: string(e.Kind), Marks: e.Marks, Paper: e.Paper,
		Gap:        int32(e.Gap),        //nolint:gosec // at most maxGap
		InputCount: int32(e.InputCount), //nolint:gosec // at most MaxCredentials
		CreatedBy:  ref(by.UserID), ApiKeyID: ref(by.APIKeyID), CreatedAt: e.CreatedAt, ExpiresAt: e.ExpiresAt,
	})
	if err != nil {
		return 0, fmt.Errorf("begin export: %w", err)
	}
	err = s.q.ExportItemsInsert(ctx, tx, db.ExportItemsInsertParams{ExportID: id, DepartmentID: by.DepartmentID, CredentialIds: ids})
	if err != nil {
		return 0, fmt.Errorf("note what is exported: %w", err)
	}
	return id, nil
}

// Read tells how far an export of the asker got, or ErrNotFound: nobody sees another's.
func (s *Service) Read(ctx context.Context, by access.Actor, id uuid.UUID) (Export, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Export{}, err
	}
	var e Export
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if e, err = s.readTx(ctx, tx, by, id); err != nil || e.LeftOutCount == 0 {
			return err
		}
		e.LeftOut, err = s.leftOutTx(ctx, tx, e, 100)
		return err
	})
	return e, err
}

func (s *Service) readTx(ctx context.Context, tx pgx.Tx, by access.Actor, id uuid.UUID) (Export, error) {
	row, err := s.q.ExportRead(ctx, tx, db.ExportReadParams{
		DepartmentID: by.DepartmentID, Uuid: id, Now: s.clock.Now(), CreatedBy: ref(by.UserID), ApiKeyID: ref(by.APIKeyID),
	})
	if pg.NoRows(err) {
		return Export{}, ErrNotFound
	}
	if err != nil {
		return Export{}, fmt.Errorf("read export: %w", err)
	}
	return of(row), nil
}

func (s *Service) leftOutTx(ctx context.Context, tx pgx.Tx, e Export, limit int32) ([]LeftOut, error) {
	rows, err := s.q.ExportItemsLeftOut(ctx, tx, db.ExportItemsLeftOutParams{DepartmentID: e.departmentID, ExportID: e.id, RowLimit: limit})
	if err != nil {
		return nil, fmt.Errorf("read what an export leaves out: %w", err)
	}
	out := make([]LeftOut, len(rows))
	for i, r := range rows {
		out[i] = LeftOut{r.CredentialID, r.RecipientName, r.Reason}
	}
	return out, nil
}

// List lists the asker's exports, newest first.
func (s *Service) List(ctx context.Context, by access.Actor, r page.Request) (page.Page[Export], error) {
	var none page.Page[Export]
	if err := by.Require(access.ViewDepartment); err != nil {
		return none, err
	}
	var items []Export
	var total int64
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		rows, err := s.q.ExportList(ctx, tx, db.ExportListParams{
			DepartmentID: by.DepartmentID, Now: s.clock.Now(), CreatedBy: ref(by.UserID), ApiKeyID: ref(by.APIKeyID),
			RowLimit: r.Limit(), RowOffset: r.Offset(),
		})
		if err != nil {
			return fmt.Errorf("list exports: %w", err)
		}
		items = make([]Export, len(rows))
		for i, row := range rows {
			items[i] = of(row)
		}
		total, err = s.q.ExportCount(ctx, tx, db.ExportCountParams{
			DepartmentID: by.DepartmentID, Now: s.clock.Now(), CreatedBy: ref(by.UserID), ApiKeyID: ref(by.APIKeyID),
		})
		return err
	})
	if err != nil {
		return none, err
	}
	return page.Of(r, items, total), nil
}

// Delete forgets an export of the asker and stops its work.
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
			return fmt.Errorf("delete export: %w", err)
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "export.deleted", ObjectKind: "export", ObjectID: e.UUID})
	})
}

// DeleteExpired forgets exports that nobody can fetch any more and returns how many there were.
func (s *Service) DeleteExpired(ctx context.Context) (int64, error) {
	var n int64
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
		n, err = s.q.ExportDeleteExpired(ctx, tx, s.clock.Now())
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("delete expired exports: %w", err)
	}
	return n, nil
}

func of(row db.Export) Export {
	return Export{
		UUID: row.Uuid, Kind: Kind(row.Kind), Marks: row.Marks, Paper: row.Paper, Gap: int(row.Gap),
		InputCount: int(row.InputCount), ReadyCount: int(row.ReadyCount),
		LeftOutCount: int(row.LeftOutCount), CreatedAt: row.CreatedAt, FinishedAt: row.FinishedAt, ExpiresAt: row.ExpiresAt,
		id: row.ID, departmentID: row.DepartmentID,
	}
}

func ref(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}
