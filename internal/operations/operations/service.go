package operations

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/starters"
	"laurel/internal/operations/operations/internal/db"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// Service runs operations.
type Service struct {
	TimeSlice time.Duration // how long a job works before it lets others run; set before use
	Limit     int           // how many operations of a department run at once; set before use

	pool     *pgxpool.Pool
	q        *db.Queries
	clock    clock.Clock
	audit    *audit.Log
	queue    *jobs.Queue
	starters *starters.Reader
	kinds    map[string]Kind
}

// Deps are the dependencies of a Service.
type Deps struct {
	Pool     *pgxpool.Pool
	Clock    clock.Clock
	Audit    *audit.Log
	Queue    *jobs.Queue
	Starters *starters.Reader
}

// New returns a Service without kinds.
func New(d Deps) *Service {
	return &Service{timeSlice, limit, d.Pool, db.New(), d.Clock, d.Audit, d.Queue, d.Starters, map[string]Kind{}}
}

// Register adds kinds. It must not be called once the service is used.
func (s *Service) Register(kinds ...Kind) {
	for _, k := range kinds {
		s.kinds[k.Name] = k
	}
}

// StartTx adds an operation, whose job begins when the transaction is committed. It returns its ID.
func (s *Service) StartTx(ctx context.Context, tx pgx.Tx, by access.Actor, n Request) (int64, error) {
	data, err := params(n.Params)
	if err != nil {
		return 0, err
	}
	p := db.OperationInsertParams{
		DepartmentID: by.DepartmentID, Uuid: n.UUID, Kind: n.Kind, Params: data, SubjectID: pg.OrNull(n.SubjectID),
		InputCount: int32(n.Input), CreatedBy: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID), StarterGroups: string(by.Sees()), //nolint:gosec // fewer than two billion
		CreatedAt: s.clock.Now(), UndoUntil: n.UndoUntil, Test: by.Test,
	}
	if n.undoes != nil {
		p.UndoOf = &n.undoes.ID
	}
	id, err := s.q.OperationInsert(ctx, tx, p)
	if pg.Violates(err, "bulk_actions_undo_of_key") {
		return 0, ErrUndone
	}
	if err != nil {
		return 0, fmt.Errorf("begin operation: %w", err)
	}
	if err := s.addItemsTx(ctx, tx, id, by.DepartmentID, n); err != nil {
		return 0, err
	}
	return id, s.queue.EnqueueTx(ctx, tx, s.kinds[n.Kind].job(id, by, by.Test))
}

// addItemsTx adds the items of an operation of a kind that does not keep its own.
func (s *Service) addItemsTx(ctx context.Context, tx pgx.Tx, id, departmentID int64, n Request) (err error) {
	switch {
	case s.kinds[n.Kind].Work == nil:
	case n.undoes != nil:
		err = s.q.ItemsInsertUndo(ctx, tx, db.ItemsInsertUndoParams{OperationID: id, DepartmentID: departmentID, UndoOf: n.undoes.ID})
	default:
		err = s.q.ItemsInsert(ctx, tx, db.ItemsInsertParams{OperationID: id, DepartmentID: departmentID, CredentialIds: n.CredentialIDs})
	}
	if err != nil {
		return fmt.Errorf("add the items of an operation: %w", err)
	}
	return nil
}

// Filter selects operations of a list.
type Filter struct {
	Kinds []string // nil: all
	State State    // "": all
	Open  bool     // only those that have not ended
	Own   bool     // only those that the actor started
}

// Read returns an operation and its progress. It returns ErrNotFound.
func (s *Service) Read(ctx context.Context, by access.Actor, id uuid.UUID) (Operation, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Operation{}, err
	}
	var o Operation
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		o, err = s.readTx(ctx, tx, by, id)
		return err
	})
	return o, err
}

func (s *Service) readTx(ctx context.Context, tx pgx.Tx, by access.Actor, id uuid.UUID) (Operation, error) {
	row, err := s.q.OperationRead(ctx, tx, db.OperationReadParams{DepartmentID: by.DepartmentID, Uuid: id})
	if pg.NoRows(err) {
		return Operation{}, ErrNotFound
	}
	if err != nil {
		return Operation{}, fmt.Errorf("read operation: %w", err)
	}
	o := ofRead(row)
	return o, s.visible(by, o)
}

// visible returns ErrNotFound for an operation that the actor must not see. Who is limited to some groups sees their own operations only.
func (s *Service) visible(by access.Actor, o Operation) error {
	kind, known := s.kinds[o.Kind]
	if !known || (kind.Private || by.Groups != "") && !startedBy(by, o.Starter) {
		return ErrNotFound
	}
	return nil
}

func startedBy(by access.Actor, who starters.Starter) bool {
	return pg.OrZero(who.UserID) == by.UserID && pg.OrZero(who.APIKeyID) == by.APIKeyID
}

// List lists the operations of the department that the actor may see, newest first.
func (s *Service) List(ctx context.Context, by access.Actor, f Filter, r page.Request) (page.Page[Operation], error) {
	var none page.Page[Operation]
	if err := by.Require(access.ViewDepartment); err != nil {
		return none, err
	}
	if f.Kinds == nil {
		f.Kinds = slices.Collect(maps.Keys(s.kinds))
	}
	p := db.OperationListParams{
		DepartmentID: by.DepartmentID, Kinds: f.Kinds, Open: f.Open, State: string(f.State), Own: f.Own || by.Groups != "", PrivateKinds: s.private(),
		UserID: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID), RowLimit: r.Limit(), RowOffset: r.Offset(),
	}
	var items []Operation
	var total int64
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		rows, err := s.q.OperationList(ctx, tx, p)
		if err != nil {
			return fmt.Errorf("list operations: %w", err)
		}
		items = make([]Operation, len(rows))
		for i, row := range rows {
			items[i] = ofRead(db.OperationReadRow(row))
		}
		total, err = s.q.OperationCount(ctx, tx, db.OperationCountParams{
			DepartmentID: p.DepartmentID, Kinds: p.Kinds, Open: p.Open, State: p.State, Own: p.Own, PrivateKinds: p.PrivateKinds,
			UserID: p.UserID, ApiKeyID: p.ApiKeyID,
		})
		return err
	})
	if err != nil {
		return none, err
	}
	return page.Of(r, items, total), nil
}

// Kinds returns the names of all kinds, sorted.
func (s *Service) Kinds() []string { return slices.Sorted(maps.Keys(s.kinds)) }

func (s *Service) private() []string {
	names := []string{}
	for name, kind := range s.kinds {
		if kind.Private {
			names = append(names, name)
		}
	}
	return names
}

// together returns the kinds that run in the same queue as a kind.
func (s *Service) together(kind Kind) []string {
	var names []string
	for name, other := range s.kinds {
		if other.Render == kind.Render {
			names = append(names, name)
		}
	}
	return names
}

// TimeLeft estimates how long the rest of an operation takes. It reports false if there is too little progress to tell.
func (s *Service) TimeLeft(o Operation) (time.Duration, bool) { return o.TimeLeft(s.clock.Now()) }

// Page returns the path of the page with the result of an operation.
func (s *Service) Page(o Operation) string { return s.kinds[o.Kind].Page(o) }

// DeleteExpired deletes operations at the end of their retention and returns their number.
func (s *Service) DeleteExpired(ctx context.Context) (int64, error) {
	var n int64
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
		n, err = s.q.OperationDeleteExpired(ctx, tx, s.clock.Now())
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("delete expired operations: %w", err)
	}
	return n, nil
}
