package bulk

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/starters"
	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/operations/bulk/internal/db"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// Run is the job that executes an operation.
type Run struct {
	ActionID     int64 `json:"action_id"`
	DepartmentID int64 `json:"department_id"`
	Test         bool  `json:"test,omitempty"` // it was asked for in test mode
}

// Kind returns the name of the job.
func (Run) Kind() string { return "bulk.run" }

// Service provides bulk operations.
type Service struct {
	pool       *pgxpool.Pool
	q          *db.Queries
	clock      clock.Clock
	audit      *audit.Log
	queue      *jobs.Queue
	search     *credentialsearch.Service
	authoring  *authoring.Service
	publishing *publishing.Service
	starters   *starters.Reader
}

// Deps are the dependencies of a Service.
type Deps struct {
	Pool       *pgxpool.Pool
	Clock      clock.Clock
	Audit      *audit.Log
	Queue      *jobs.Queue
	Search     *credentialsearch.Service
	Authoring  *authoring.Service
	Publishing *publishing.Service
	Starters   *starters.Reader
}

// New returns a Service.
func New(d Deps) *Service {
	return &Service{d.Pool, db.New(), d.Clock, d.Audit, d.Queue, d.Search, d.Authoring, d.Publishing, d.Starters}
}

// Start starts an operation on a selection, which is resolved immediately; a job does the work. It returns field errors, an error for
// an empty selection, credentials.ErrGroupNotFound or credentials.ErrGroupArchived.
func (s *Service) Start(ctx context.Context, by access.Actor, request Request) (Operation, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Operation{}, err
	}
	if err := request.validate(); err != nil {
		return Operation{}, err
	}
	if err := by.Require(permissions[request.Kind]); err != nil {
		return Operation{}, err
	}
	id := uuid.New()
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		if request.Kind == Move {
			if err := s.authoring.CheckGroup(ctx, tx, by.DepartmentID, request.Params.GroupID); err != nil {
				return err
			}
		}
		ids, err := s.selectTx(ctx, tx, by, request)
		if err != nil {
			return err
		}
		action, err := s.insertTx(ctx, tx, by, db.ActionInsertParams{Uuid: id, Kind: string(request.Kind), InputCount: int32(len(ids))}, request.Params) //nolint:gosec // at most MaxSelection
		if err != nil {
			return err
		}
		err = s.q.ItemsInsert(ctx, tx, db.ItemsInsertParams{ActionID: action, DepartmentID: by.DepartmentID, CredentialIds: ids})
		if err != nil {
			return fmt.Errorf("note what the action is about: %w", err)
		}
		return nil
	})
	if err != nil {
		return Operation{}, err
	}
	return s.Read(ctx, by, id)
}

// selectTx returns the IDs of the selected credentials. Deleted ones can be restored, although searches do not find them.
func (s *Service) selectTx(ctx context.Context, tx pgx.Tx, by access.Actor, request Request) ([]int64, error) {
	if request.Kind == Restore {
		return s.authoring.SelectDeletedTx(ctx, tx, by, request.Selection.IDs)
	}
	return s.search.SelectTx(ctx, tx, by, request.Selection)
}

// insertTx stores an operation and enqueues its job.
func (s *Service) insertTx(ctx context.Context, tx pgx.Tx, by access.Actor, p db.ActionInsertParams, params Params) (int64, error) {
	data, err := json.Marshal(params)
	if err != nil {
		return 0, fmt.Errorf("encode parameters: %w", err)
	}
	p.DepartmentID, p.Params, p.CreatedAt = by.DepartmentID, data, s.clock.Now()
	p.CreatedBy, p.ApiKeyID = pg.OrNull(by.UserID), pg.OrNull(by.APIKeyID)
	id, err := s.q.ActionInsert(ctx, tx, p)
	if pg.Violates(err, "bulk_actions_undo_of_key") {
		return 0, ErrUndone
	}
	if err != nil {
		return 0, fmt.Errorf("begin action: %w", err)
	}
	err = s.audit.RecordTx(ctx, tx, by, audit.Event{
		Action: "action.started", ObjectKind: "action", ObjectID: p.Uuid,
		Details: map[string]any{"kind": p.Kind, "count": p.InputCount, "params": params, "undo": p.UndoOf != nil},
	})
	if err != nil {
		return 0, err
	}
	return id, s.queue.EnqueueTx(ctx, tx, Run{id, by.DepartmentID, by.Test})
}

// Undo starts an operation that reverts another one, except for credentials that have changed since. It returns ErrNotFound,
// ErrWorking, ErrCannotUndo, ErrUndone or ErrNothingToUndo.
func (s *Service) Undo(ctx context.Context, by access.Actor, id uuid.UUID) (Operation, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Operation{}, err
	}
	undo := uuid.New()
	err := s.lock(ctx, by, id, func(tx pgx.Tx, a db.BulkAction) error {
		if err := by.Require(permissions[Kind(a.Kind)]); err != nil {
			return err
		}
		inverse, ok := inverses[Kind(a.Kind)]
		switch {
		case a.UndoOf != nil || !ok:
			return ErrCannotUndo
		case a.FinishedAt == nil:
			return ErrWorking
		case a.DoneCount == 0:
			return ErrNothingToUndo
		}
		action, err := s.insertTx(ctx, tx, by, db.ActionInsertParams{
			Uuid: undo, Kind: string(inverse), UndoOf: &a.ID, InputCount: a.DoneCount,
		}, Params{})
		if err != nil {
			return err
		}
		_, err = s.q.ItemsInsertUndo(ctx, tx, db.ItemsInsertUndoParams{ActionID: action, DepartmentID: by.DepartmentID, UndoOf: a.ID})
		return err
	})
	if err != nil {
		return Operation{}, err
	}
	return s.Read(ctx, by, undo)
}

// Cancel ends an operation early. Credentials that were already processed stay changed. It returns ErrNotFound or ErrFinished.
func (s *Service) Cancel(ctx context.Context, by access.Actor, id uuid.UUID) (Operation, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Operation{}, err
	}
	err := s.lock(ctx, by, id, func(tx pgx.Tx, a db.BulkAction) error {
		if err := by.Require(permissions[Kind(a.Kind)]); err != nil {
			return err
		}
		if a.FinishedAt != nil {
			return ErrFinished
		}
		n, err := s.q.ItemsCancelOpen(ctx, tx, db.ItemsCancelOpenParams{ActionID: a.ID, DepartmentID: by.DepartmentID})
		if err != nil {
			return fmt.Errorf("cancel items: %w", err)
		}
		err = s.q.ActionAdvance(ctx, tx, db.ActionAdvanceParams{Refused: int32(n), DepartmentID: by.DepartmentID, ID: a.ID}) //nolint:gosec // at most MaxSelection
		if err != nil {
			return fmt.Errorf("note what was cancelled: %w", err)
		}
		if err := s.q.ActionCancel(ctx, tx, db.ActionCancelParams{Now: s.clock.Now(), DepartmentID: by.DepartmentID, ID: a.ID}); err != nil {
			return fmt.Errorf("cancel action: %w", err)
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "action.cancelled", ObjectKind: "action", ObjectID: id})
	})
	if err != nil {
		return Operation{}, err
	}
	return s.Read(ctx, by, id)
}

// Resume continues a stopped operation with the permissions of the actor. It returns ErrNotFound, ErrNotStopped or ErrUndone.
func (s *Service) Resume(ctx context.Context, by access.Actor, id uuid.UUID) (Operation, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Operation{}, err
	}
	err := s.lock(ctx, by, id, func(tx pgx.Tx, a db.BulkAction) error {
		if err := by.Require(permissions[Kind(a.Kind)]); err != nil {
			return err
		}
		if a.StopReason == nil {
			return ErrNotStopped
		}
		undone, err := s.q.ActionUndone(ctx, tx, db.ActionUndoneParams{DepartmentID: by.DepartmentID, ID: &a.ID})
		if err != nil {
			return fmt.Errorf("look for an undo: %w", err)
		}
		if undone {
			return ErrUndone
		}
		err = s.q.ActionResume(ctx, tx, db.ActionResumeParams{
			CreatedBy: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID), DepartmentID: by.DepartmentID, ID: a.ID,
		})
		if err != nil {
			return fmt.Errorf("resume action: %w", err)
		}
		if err := s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "action.resumed", ObjectKind: "action", ObjectID: id}); err != nil {
			return err
		}
		return s.queue.EnqueueTx(ctx, tx, Run{a.ID, by.DepartmentID, a.Test})
	})
	if err != nil {
		return Operation{}, err
	}
	return s.Read(ctx, by, id)
}

// lock calls change with a locked operation. It returns ErrNotFound.
func (s *Service) lock(ctx context.Context, by access.Actor, id uuid.UUID, change func(pgx.Tx, db.BulkAction) error) error {
	return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		a, err := s.q.ActionLock(ctx, tx, db.ActionLockParams{DepartmentID: by.DepartmentID, Uuid: id})
		if pg.NoRows(err) {
			return ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("lock action: %w", err)
		}
		return change(tx, a)
	})
}

// Read returns an operation and its progress. It returns ErrNotFound.
func (s *Service) Read(ctx context.Context, by access.Actor, id uuid.UUID) (Operation, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Operation{}, err
	}
	var a Operation
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		a, _, err = s.readTx(ctx, tx, by.DepartmentID, id)
		return err
	})
	return a, err
}

func (s *Service) readTx(ctx context.Context, tx pgx.Tx, departmentID int64, id uuid.UUID) (Operation, int64, error) {
	row, err := s.q.ActionRead(ctx, tx, db.ActionReadParams{DepartmentID: departmentID, Uuid: id})
	if pg.NoRows(err) {
		return Operation{}, 0, ErrNotFound
	}
	if err != nil {
		return Operation{}, 0, fmt.Errorf("read action: %w", err)
	}
	a, err := of(row)
	return a, row.BulkAction.ID, err
}

// List lists the department's operations, newest first.
func (s *Service) List(ctx context.Context, by access.Actor, r page.Request) (page.Page[Operation], error) {
	var none page.Page[Operation]
	if err := by.Require(access.ViewDepartment); err != nil {
		return none, err
	}
	var items []Operation
	var total int64
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		rows, err := s.q.ActionList(ctx, tx, db.ActionListParams{DepartmentID: by.DepartmentID, RowLimit: r.Limit(), RowOffset: r.Offset()})
		if err != nil {
			return fmt.Errorf("list actions: %w", err)
		}
		items = make([]Operation, len(rows))
		for i, row := range rows {
			if items[i], err = of(db.ActionReadRow(row)); err != nil {
				return err
			}
		}
		total, err = s.q.ActionCount(ctx, tx, by.DepartmentID)
		return err
	})
	if err != nil {
		return none, err
	}
	return page.Of(r, items, total), nil
}

// Items lists the items of an operation: all, or those with one outcome.
func (s *Service) Items(ctx context.Context, by access.Actor, id uuid.UUID, outcome Outcome, r page.Request) (page.Page[Item], error) {
	var none page.Page[Item]
	if err := by.Require(access.ViewDepartment); err != nil {
		return none, err
	}
	var items []Item
	var total int64
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		a, actionID, err := s.readTx(ctx, tx, by.DepartmentID, id)
		if err != nil {
			return err
		}
		total = a.count(outcome)
		items, err = s.itemsTx(ctx, tx, db.ItemListParams{
			DepartmentID: by.DepartmentID, ActionID: actionID, Outcome: pg.OrNull(string(outcome)), RowLimit: r.Limit(), RowOffset: r.Offset(),
		})
		return err
	})
	if err != nil {
		return none, err
	}
	return page.Of(r, items, total), nil
}

func (s *Service) itemsTx(ctx context.Context, tx pgx.Tx, p db.ItemListParams) ([]Item, error) {
	rows, err := s.q.ItemList(ctx, tx, p)
	if err != nil {
		return nil, fmt.Errorf("list items: %w", err)
	}
	items := make([]Item, len(rows))
	for i, r := range rows {
		items[i] = Item{CredentialID: r.CredentialID, UUID: r.Uuid, RecipientName: r.RecipientName, RecipientEmail: r.RecipientEmail, Reason: r.Reason}
		if r.Outcome != nil {
			items[i].Outcome = Outcome(*r.Outcome)
		}
	}
	return items, nil
}

// EachRefused calls write with the refused items, one page at a time.
func (s *Service) EachRefused(ctx context.Context, by access.Actor, id uuid.UUID, write func([]Item) error) error {
	if err := by.Require(access.ViewDepartment); err != nil {
		return err
	}
	after := int64(0)
	for {
		var items []Item
		err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
			_, actionID, err := s.readTx(ctx, tx, by.DepartmentID, id)
			if err != nil {
				return err
			}
			items, err = s.itemsTx(ctx, tx, db.ItemListParams{
				DepartmentID: by.DepartmentID, ActionID: actionID, Outcome: pg.OrNull(string(Refused)), After: after, RowLimit: page.MaxSize,
			})
			return err
		})
		if err != nil {
			return err
		}
		if err := write(items); err != nil || len(items) < page.MaxSize {
			return err
		}
		after = items[len(items)-1].CredentialID
	}
}

func (a Operation) count(outcome Outcome) int64 {
	switch outcome {
	case Done:
		return int64(a.DoneCount)
	case Unchanged:
		return int64(a.UnchangedCount)
	case Refused:
		return int64(a.RefusedCount)
	default:
		return int64(a.InputCount)
	}
}

func of(row db.ActionReadRow) (Operation, error) {
	r := row.BulkAction
	a := Operation{
		UUID: r.Uuid, Kind: Kind(r.Kind), By: row.ByName, InputCount: int(r.InputCount), DoneCount: int(r.DoneCount),
		UnchangedCount: int(r.UnchangedCount), RefusedCount: int(r.RefusedCount), UndoOf: row.UndoOfUuid, UndoneBy: row.UndoneByUuid,
		CreatedAt: r.CreatedAt, CancelledAt: r.CancelledAt, FinishedAt: r.FinishedAt,
	}
	if r.StopReason != nil {
		a.StopReason = *r.StopReason
	}
	_, inverse := inverses[a.Kind]
	a.CanUndo = inverse && a.FinishedAt != nil && a.DoneCount > 0 && a.UndoOf == nil && a.UndoneBy == nil
	if err := json.Unmarshal(r.Params, &a.Params); err != nil {
		return a, fmt.Errorf("read action %d: %w", r.ID, err)
	}
	return a, nil
}
