package bulk

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/operations/operations"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// retention is how long an operation can be seen and undone after its end.
const retention = 365 * 24 * time.Hour

// Run is the job of the previous release that executes an operation.
type Run struct {
	ActionID     int64 `json:"action_id"`
	DepartmentID int64 `json:"department_id"`
	Test         bool  `json:"test,omitempty"`
}

// Kind returns the name of the job.
func (Run) Kind() string { return "bulk.run" }

// Service provides bulk operations.
type Service struct {
	pool       *pgxpool.Pool
	audit      *audit.Log
	search     *credentialsearch.Service
	authoring  *authoring.Service
	publishing *publishing.Service
	operations *operations.Service
}

// Deps are the dependencies of a Service.
type Deps struct {
	Pool       *pgxpool.Pool
	Audit      *audit.Log
	Search     *credentialsearch.Service
	Authoring  *authoring.Service
	Publishing *publishing.Service
	Operations *operations.Service
}

// New returns a Service and registers its kinds of operations.
func New(d Deps) *Service {
	s := &Service{d.Pool, d.Audit, d.Search, d.Authoring, d.Publishing, d.Operations}
	for _, kind := range kinds {
		d.Operations.Register(operations.Kind{
			Name: string(kind), Object: "action", Events: "action.", Needs: []access.Permission{permissions[kind]}, Inverse: string(inverses[kind]),
			Keep: retention, Size: Chunk, Work: s.process, Undo: s.undo,
			Page: func(o operations.Operation) string { return "/actions/" + o.UUID.String() },
		})
	}
	return s
}

// Start starts an operation on a selection, which is resolved immediately; a job does the work. It returns field errors, an error for
// an empty selection, credentials.ErrGroupNotFound or credentials.ErrGroupArchived.
func (s *Service) Start(ctx context.Context, by access.Actor, request Request) (Operation, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Operation{}, err
	}
	var id uuid.UUID
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		id, err = s.StartTx(ctx, tx, by, request)
		return err
	})
	if err != nil {
		return Operation{}, err
	}
	return s.Read(ctx, by, id)
}

// StartTx is Start inside a transaction of the department.
func (s *Service) StartTx(ctx context.Context, tx pgx.Tx, by access.Actor, request Request) (uuid.UUID, error) {
	n := operations.Request{UUID: uuid.New(), Kind: string(request.Kind)}
	if err := request.validate(); err != nil {
		return n.UUID, err
	}
	if err := by.Require(permissions[request.Kind]); err != nil {
		return n.UUID, err
	}
	n.Params = request.Params
	if request.Kind == Move {
		if err := s.authoring.CheckGroup(ctx, tx, by.DepartmentID, request.Params.GroupID); err != nil {
			return n.UUID, err
		}
	}
	var err error
	if n.CredentialIDs, err = s.selectTx(ctx, tx, by, request); err != nil {
		return n.UUID, err
	}
	n.Input = len(n.CredentialIDs)
	if _, err := s.operations.StartTx(ctx, tx, by, n); err != nil {
		return n.UUID, err
	}
	return n.UUID, s.recordTx(ctx, tx, by, n, request.Params, false)
}

// selectTx returns the IDs of the selected credentials. Deleted ones can be restored, although searches do not find them.
func (s *Service) selectTx(ctx context.Context, tx pgx.Tx, by access.Actor, request Request) ([]int64, error) {
	if request.Kind == Restore {
		return s.authoring.SelectDeletedTx(ctx, tx, by, request.Selection.IDs)
	}
	return s.search.SelectTx(ctx, tx, by, request.Selection)
}

func (s *Service) recordTx(ctx context.Context, tx pgx.Tx, by access.Actor, n operations.Request, params Params, undo bool) error {
	return s.audit.RecordTx(ctx, tx, by, audit.Event{
		Action: "action.started", ObjectKind: "action", ObjectID: n.UUID,
		Details: map[string]any{"kind": n.Kind, "count": n.Input, "params": params, "undo": undo},
	})
}

// undo records an operation that undoes another one.
func (s *Service) undo(ctx context.Context, tx pgx.Tx, by access.Actor, _ operations.Operation, n *operations.Request) error {
	return s.recordTx(ctx, tx, by, *n, Params{}, true)
}

// Undo starts an operation that reverts another one, except for credentials that have changed since. It returns ErrNotFound,
// ErrWorking, ErrCannotUndo, ErrUndone or ErrNothingToUndo.
func (s *Service) Undo(ctx context.Context, by access.Actor, id uuid.UUID) (Operation, error) {
	return s.do(ctx, by, id, s.operations.Undo)
}

// Cancel ends an operation early. Credentials that were already processed stay changed. It returns ErrNotFound or ErrFinished.
func (s *Service) Cancel(ctx context.Context, by access.Actor, id uuid.UUID) (Operation, error) {
	return s.do(ctx, by, id, s.operations.Cancel)
}

// Resume continues a stopped operation with the permissions of the actor. It returns ErrNotFound, ErrNotStopped or ErrUndone.
func (s *Service) Resume(ctx context.Context, by access.Actor, id uuid.UUID) (Operation, error) {
	return s.do(ctx, by, id, s.operations.Resume)
}

// Read returns an operation and its progress. It returns ErrNotFound.
func (s *Service) Read(ctx context.Context, by access.Actor, id uuid.UUID) (Operation, error) {
	o, err := s.operations.Read(ctx, by, id)
	switch {
	case err != nil:
		return Operation{}, err
	case !slices.Contains(kinds, Kind(o.Kind)):
		return Operation{}, operations.ErrNotFound
	}
	return of(o)
}

// do reads or changes an operation of a kind of this package.
func (s *Service) do(
	ctx context.Context, by access.Actor, id uuid.UUID, change func(context.Context, access.Actor, uuid.UUID) (operations.Operation, error),
) (Operation, error) {
	if _, err := s.Read(ctx, by, id); err != nil {
		return Operation{}, err
	}
	o, err := change(ctx, by, id)
	if err != nil {
		return Operation{}, err
	}
	return of(o)
}

// List lists the department's operations, newest first.
func (s *Service) List(ctx context.Context, by access.Actor, r page.Request) (page.Page[Operation], error) {
	var none page.Page[Operation]
	found, err := s.operations.List(ctx, by, operations.Filter{Kinds: strings(kinds)}, r)
	if err != nil {
		return none, err
	}
	items := make([]Operation, len(found.Items))
	for i, o := range found.Items {
		if items[i], err = of(o); err != nil {
			return none, err
		}
	}
	return page.Of(r, items, found.Total), nil
}

func strings(kinds []Kind) []string {
	out := make([]string, len(kinds))
	for i, kind := range kinds {
		out[i] = string(kind)
	}
	return out
}

// Items lists the items of an operation: all, or those with one outcome.
func (s *Service) Items(
	ctx context.Context, by access.Actor, id uuid.UUID, outcome operations.Outcome, r page.Request,
) (page.Page[operations.Item], error) {
	if _, err := s.Read(ctx, by, id); err != nil {
		return page.Page[operations.Item]{}, err
	}
	return s.operations.Items(ctx, by, id, outcome, r)
}

// EachRefused calls write with the refused items, one page at a time.
func (s *Service) EachRefused(ctx context.Context, by access.Actor, id uuid.UUID, write func([]operations.Item) error) error {
	if _, err := s.Read(ctx, by, id); err != nil {
		return err
	}
	return s.operations.EachRefused(ctx, by, id, write)
}

// Work executes a job of the previous release.
func (s *Service) Work(ctx context.Context, job Run) error {
	return s.operations.Work(ctx, operations.Run{OperationID: job.ActionID, DepartmentID: job.DepartmentID, Test: job.Test})
}

// CanUndo reports whether the actor may undo the operation.
func (s *Service) CanUndo(by access.Actor, a Operation) bool {
	return s.operations.CanUndo(by, a.Operation)
}

// CanCancel reports whether the actor may cancel the operation, which is running.
func (s *Service) CanCancel(by access.Actor, a Operation) bool {
	return s.operations.CanCancel(by, a.Operation)
}

// CanResume reports whether the actor may resume the operation, which was stopped.
func (s *Service) CanResume(by access.Actor, a Operation) bool {
	return s.operations.CanResume(by, a.Operation)
}
