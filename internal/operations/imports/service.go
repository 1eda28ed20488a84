package imports

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/starters"
	"laurel/internal/design/attributes"
	"laurel/internal/formats/spreadsheets"
	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/groups"
	"laurel/internal/operations/importrows"
	"laurel/internal/operations/imports/internal/db"
	"laurel/internal/operations/operations"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
	"laurel/internal/supplements/evidence"
)

// Evidence stores the evidence of rows with their credentials.
type Evidence interface {
	PutTx(ctx context.Context, tx pgx.Tx, by access.Actor, credentialID int64, all []evidence.Input) error
}

// Webhooks records changes that department webhooks report.
type Webhooks interface {
	ImportFinishedTx(ctx context.Context, tx pgx.Tx, departmentID, id int64, importUUID uuid.UUID, at time.Time) error
}

// Service provides imports.
type Service struct {
	pool       *pgxpool.Pool
	q          *db.Queries
	clock      clock.Clock
	audit      *audit.Log
	queue      *jobs.Queue
	files      *objects.Store
	attributes *attributes.Service
	groups     *groups.Service
	authoring  *authoring.Service
	rows       *importrows.Service
	publishing *publishing.Service
	evidence   Evidence
	starters   *starters.Reader
	operations *operations.Service
	webhooks   Webhooks
	log        *slog.Logger
}

// Deps are the dependencies of a Service.
type Deps struct {
	Pool       *pgxpool.Pool
	Clock      clock.Clock
	Audit      *audit.Log
	Queue      *jobs.Queue
	Files      *objects.Store
	Attributes *attributes.Service
	Groups     *groups.Service
	Authoring  *authoring.Service
	Images     authoring.Images
	Publishing *publishing.Service
	Evidence   Evidence
	Starters   *starters.Reader
	Operations *operations.Service
	Webhooks   Webhooks
	Log        *slog.Logger
}

// New returns a Service and registers its kinds of operations.
func New(d Deps) *Service {
	s := &Service{
		d.Pool, db.New(), d.Clock, d.Audit, d.Queue, d.Files, d.Attributes, d.Groups, d.Authoring, importrows.New(d.Clock, d.Attributes, d.Images), d.Publishing,
		d.Evidence, d.Starters, d.Operations, d.Webhooks, d.Log,
	}
	d.Operations.Register(s.importKind(), s.undoKind())
	return s
}

// Begin creates an import of a file that was uploaded under an upload policy; a job reads it. It returns a field error if the file is
// not a spreadsheet uploaded by the department, or if the group is not one of its groups.
func (s *Service) Begin(ctx context.Context, by access.Actor, fileKey string, groupID *int64) (Import, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Import{}, err
	}
	var upload db.UploadForImportRow
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if upload, err = s.q.UploadForImport(ctx, tx, db.UploadForImportParams{DepartmentID: by.DepartmentID, ObjectKey: fileKey}); err != nil {
			return err
		}
		return s.rows.CheckGroupTx(ctx, tx, by, groupID, "group_id")
	})
	format := spreadsheets.Format(strings.ToLower(strings.TrimPrefix(path.Ext(upload.FileName), ".")))
	if pg.NoRows(err) || err == nil && !format.Known() {
		return Import{}, errs.Field("file_key", "import.no_spreadsheet")
	}
	if err != nil {
		return Import{}, err
	}
	info, err := s.files.Head(ctx, fileKey)
	if errors.Is(err, objects.ErrNotFound) {
		return Import{}, errs.Field("file_key", "upload.missing")
	}
	if err != nil {
		return Import{}, fmt.Errorf("look at a spreadsheet: %w", err)
	}
	now := s.clock.Now()
	i := Import{
		DepartmentID: by.DepartmentID, UUID: uuid.New(), State: Uploaded, ObjectKey: fileKey, FileName: upload.FileName, Format: format,
		Size: info.Size, Settings: defaults(groupID), Starter: starters.Of(by), CreatedAt: now, ExpiresAt: now.Add(Lifetime),
	}
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		i, err = s.insertTx(ctx, tx, by, i)
		return err
	})
	return i, err
}

func (s *Service) insertTx(ctx context.Context, tx pgx.Tx, by access.Actor, i Import) (Import, error) {
	name, err := s.nameTx(ctx, tx, by)
	if err != nil {
		return i, err
	}
	p, err := i.params()
	if err != nil {
		return i, err
	}
	row, err := s.q.ImportInsert(ctx, tx, db.ImportInsertParams{
		DepartmentID: i.DepartmentID, Uuid: i.UUID, ObjectKey: i.ObjectKey, FileName: i.FileName, Format: string(i.Format), Settings: p.Settings,
		CreatedBy: i.Starter.UserID, ApiKeyID: i.Starter.APIKeyID, CreatedByName: name, CreatedAt: i.CreatedAt, ExpiresAt: i.ExpiresAt,
	})
	if err != nil {
		return i, fmt.Errorf("begin import: %w", err)
	}
	made, err := fromRow(row)
	if err != nil {
		return i, err
	}
	made.Size = i.Size
	if err := s.save(ctx, tx, made); err != nil {
		return i, err
	}
	err = s.audit.RecordTx(ctx, tx, by, audit.Event{
		Action: "import.begun", ObjectKind: "import", ObjectID: made.UUID, Details: map[string]any{"file": made.FileName, "size": made.Size},
	})
	if err != nil {
		return i, err
	}
	return made, s.queue.EnqueueTx(ctx, tx, ReadFile{made.work()})
}

// nameTx returns the name of the user who acts. API keys have no name.
func (s *Service) nameTx(ctx context.Context, tx pgx.Tx, by access.Actor) (string, error) {
	if by.UserID == 0 {
		return "API", nil
	}
	name, err := s.q.PersonName(ctx, tx, by.UserID)
	if err != nil {
		return "", fmt.Errorf("read who acts: %w", err)
	}
	return name, nil
}

func (i Import) work() work { return work{i.ID, i.DepartmentID, i.Revision} }

// Read returns an import. It returns ErrNotFound.
func (s *Service) Read(ctx context.Context, by access.Actor, id uuid.UUID) (Import, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Import{}, err
	}
	var i Import
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		i, err = s.readTx(ctx, tx, by.DepartmentID, id)
		return err
	})
	return i, err
}

func (s *Service) readTx(ctx context.Context, tx pgx.Tx, departmentID int64, id uuid.UUID) (Import, error) {
	row, err := s.q.ImportRead(ctx, tx, db.ImportReadParams{DepartmentID: departmentID, Uuid: id})
	if pg.NoRows(err) {
		return Import{}, ErrNotFound
	}
	if err != nil {
		return Import{}, fmt.Errorf("read import: %w", err)
	}
	return fromRow(row)
}

// change locks an import, modifies and saves it.
func (s *Service) change(ctx context.Context, by access.Actor, id uuid.UUID, do func(tx pgx.Tx, i *Import) error) (Import, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Import{}, err
	}
	var i Import
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		read, err := s.readTx(ctx, tx, by.DepartmentID, id)
		if err != nil {
			return err
		}
		if i, err = s.lock(ctx, tx, by.DepartmentID, read.ID); err != nil {
			return err
		}
		if err := do(tx, &i); err != nil {
			return err
		}
		return s.save(ctx, tx, i)
	})
	return i, err
}

func (s *Service) lock(ctx context.Context, tx pgx.Tx, departmentID, id int64) (Import, error) {
	row, err := s.q.ImportLock(ctx, tx, db.ImportLockParams{DepartmentID: departmentID, ID: id})
	if pg.NoRows(err) {
		return Import{}, ErrNotFound
	}
	if err != nil {
		return Import{}, fmt.Errorf("lock import: %w", err)
	}
	return fromRow(row)
}

func (s *Service) save(ctx context.Context, tx pgx.Tx, i Import) error {
	p, err := i.params()
	if err != nil {
		return err
	}
	if err := s.q.ImportSave(ctx, tx, p); err != nil {
		return fmt.Errorf("save import: %w", err)
	}
	return nil
}

// List lists the department's imports, newest first.
func (s *Service) List(ctx context.Context, by access.Actor, r page.Request) (page.Page[Import], error) {
	var none page.Page[Import]
	if err := by.Require(access.ViewDepartment); err != nil {
		return none, err
	}
	var items []Import
	var total int64
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		rows, err := s.q.ImportList(ctx, tx, db.ImportListParams{DepartmentID: by.DepartmentID, RowLimit: r.Limit(), RowOffset: r.Offset()})
		if err != nil {
			return fmt.Errorf("list imports: %w", err)
		}
		items = make([]Import, len(rows))
		for n, row := range rows {
			if items[n], err = fromRow(row); err != nil {
				return err
			}
			items[n].Columns, items[n].Mapping, items[n].ProblemCounts, items[n].Notices = nil, importrows.Mapping{}, nil, nil
		}
		total, err = s.q.ImportCount(ctx, tx, by.DepartmentID)
		return err
	})
	return page.Of(r, items, total), err
}

// Delete deletes an import but not its credentials. It returns ErrStillRunning.
func (s *Service) Delete(ctx context.Context, by access.Actor, id uuid.UUID) error {
	if err := by.Require(access.ManageCredentials); err != nil {
		return err
	}
	var i Import
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if i, err = s.readTx(ctx, tx, by.DepartmentID, id); err != nil {
			return err
		}
		if i, err = s.lock(ctx, tx, by.DepartmentID, i.ID); err != nil {
			return err
		}
		if i.running() || i.Undo != nil && i.Undo.FinishedAt == nil {
			return ErrStillRunning
		}
		if err := s.q.ImportDelete(ctx, tx, db.ImportDeleteParams{DepartmentID: by.DepartmentID, ID: i.ID}); err != nil {
			return fmt.Errorf("delete import: %w", err)
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "import.deleted", ObjectKind: "import", ObjectID: id})
	})
	if err != nil {
		return err
	}
	if err := s.files.Delete(ctx, i.ObjectKey); err != nil {
		s.log.WarnContext(ctx, "the file of a deleted import stays in the store", "object_key", i.ObjectKey, "error", err)
	}
	return nil
}

// EraseTx ends imports whose file contains an erased person: DeleteExpired deletes the file and its rows, once the import is not running.
// It implements people.Eraser.
func (s *Service) EraseTx(ctx context.Context, tx pgx.Tx, departmentID int64, address string, _ []string, credentialIDs []int64) error {
	err := s.q.ImportsErase(ctx, tx, db.ImportsEraseParams{
		Before: s.clock.Now().Add(-time.Second), DepartmentID: departmentID, CredentialIds: credentialIDs, Address: address,
	})
	if err != nil {
		return fmt.Errorf("end imports of person: %w", err)
	}
	return nil
}
