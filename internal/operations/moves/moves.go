// Package moves moves groups with their credentials to another department of the same organization, and merges departments.
package moves

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/organizations"
	"laurel/internal/accounts/starters"
	"laurel/internal/issuing/groups"
	"laurel/internal/operations/moves/internal/db"
	"laurel/internal/operations/operations"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	// ErrPrerequisites means that the group is a prerequisite of another one, or has prerequisites.
	ErrPrerequisites = errs.New(errs.Conflict, "group_move.prerequisites")
	// ErrRenewals means that credentials renew those of another group, or are renewed there.
	ErrRenewals = errs.New(errs.Conflict, "group_move.renewals")
	// ErrLicenses means that the other department has credentials with the same license IDs.
	ErrLicenses = errs.New(errs.Conflict, "group_move.licenses")
	// ErrApprovals means that credentials of the group wait for an approval.
	ErrApprovals = errs.New(errs.Conflict, "group_move.approvals")
	// ErrNothing means that the department has no groups to move.
	ErrNothing = errs.New(errs.Conflict, "group_move.nothing")
)

const (
	kindMove = "move_group"
	keep     = 30 * 24 * time.Hour
	// again is how long a move waits for emails, events and operations of the group.
	again = 2 * time.Second
)

// needed are the permissions that moving takes, in both departments.
var needed = []access.Permission{access.ManageGroups, access.ManageCredentials, access.RevokeCredentials}

// Service moves groups.
type Service struct {
	Deps
	q *db.Queries
}

// Deps are the dependencies of a Service.
type Deps struct {
	Pool          *pgxpool.Pool
	Clock         clock.Clock
	Audit         *audit.Log
	Operations    *operations.Service
	Starters      *starters.Reader
	Organizations *organizations.Service
	Elsewhere     groups.CloneServices
}

// New returns a Service and registers its kind of operation.
func New(d Deps) *Service {
	s := &Service{d, db.New()}
	d.Operations.Register(operations.Kind{
		Name: kindMove, Object: "group", Events: "group_move.", Needs: needed, Final: true, Keep: keep, Prepare: s.prepare, Next: s.next,
		ObjectID: func(o operations.Operation) any { return o.SubjectID },
		Page:     func(operations.Operation) string { return "/groups" },
	})
	return s
}

// order is what an operation does.
type order struct {
	DepartmentID   int64   `json:"department_id"`
	GroupIDs       []int64 `json:"group_ids"`
	OrganizationID int64   `json:"organization_id,omitempty"` // whose department is archived at the end; 0: it stays
}

func orderOf(o operations.Operation) (order, error) {
	var out order
	if err := json.Unmarshal(o.Params, &out); err != nil {
		return out, fmt.Errorf("read a move: %w", err)
	}
	return out, nil
}

// Preview is what moving a group does.
type Preview struct {
	Name                                         string
	Credentials, Designs, Collections, Templates int64
	Problems                                     []*errs.Error // why it cannot be moved
}

// Preview returns what moving a group to another department would do. It returns groups.ErrNotFound, or the errors of Move that are about the
// departments.
func (s *Service) Preview(ctx context.Context, by access.Actor, id, departmentID int64) (Preview, error) {
	there, err := s.both(ctx, by, departmentID)
	if err != nil {
		return Preview{}, err
	}
	var out Preview
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		out, err = s.previewTx(ctx, tx, by.DepartmentID, id, departmentID)
		return err
	})
	if err != nil {
		return out, err
	}
	used, err := s.designs(ctx, by.DepartmentID, id)
	if err != nil {
		return out, err
	}
	out.Designs = int64(len(used))
	for _, d := range used {
		design, err := s.Elsewhere.Designs.Read(ctx, by, d.ID)
		if err != nil {
			return out, err
		}
		switch err := s.Elsewhere.CheckFonts(ctx, by, there, design.Document); {
		case asProblem(err) != nil:
			out.Problems = append(out.Problems, asProblem(err))
		case err != nil:
			return out, err
		}
	}
	return out, nil
}

func (s *Service) previewTx(ctx context.Context, tx pgx.Tx, departmentID, id, target int64) (Preview, error) {
	f, err := s.q.GroupMoveFacts(ctx, tx, db.GroupMoveFactsParams{DepartmentID: departmentID, ID: id, Target: target})
	if pg.NoRows(err) {
		return Preview{}, groups.ErrNotFound
	}
	if err != nil {
		return Preview{}, fmt.Errorf("read what moves with a group: %w", err)
	}
	out := Preview{Name: f.Name, Credentials: f.Credentials, Collections: f.Collections, Templates: f.Templates}
	for _, p := range []struct {
		n   int64
		err *errs.Error
	}{{f.Prerequisites, ErrPrerequisites}, {f.Renewals, ErrRenewals}, {f.Licenses, ErrLicenses}, {f.Approvals, ErrApprovals}} {
		if p.n > 0 {
			out.Problems = append(out.Problems, p.err.With("count", p.n))
		}
	}
	return out, nil
}

func (s *Service) designs(ctx context.Context, departmentID, groupID int64) (rows []db.GroupMoveDesignsRow, err error) {
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		rows, err = s.q.GroupMoveDesigns(ctx, tx, db.GroupMoveDesignsParams{DepartmentID: departmentID, GroupID: groupID})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list designs of a group: %w", err)
	}
	return rows, nil
}

// Move begins to move a group with its credentials to another department of the same organization. It returns groups.ErrNotFound, an error of
// the field department_id, departments.ErrNotFound, or the first problem of Preview.
func (s *Service) Move(ctx context.Context, by access.Actor, id, departmentID int64) (operations.Operation, error) {
	p, err := s.Preview(ctx, by, id, departmentID)
	if err != nil {
		return operations.Operation{}, err
	}
	if len(p.Problems) > 0 {
		return operations.Operation{}, p.Problems[0]
	}
	return s.start(ctx, by, id, order{DepartmentID: departmentID, GroupIDs: []int64{id}})
}

func (s *Service) start(ctx context.Context, by access.Actor, subject int64, what order) (operations.Operation, error) {
	id := uuid.New()
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		_, err := s.Operations.StartTx(ctx, tx, by, operations.Request{UUID: id, Kind: kindMove, Params: what, SubjectID: subject, Input: len(what.GroupIDs)})
		if err != nil {
			return err
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "group_move.started", ObjectKind: "group", ObjectID: subject, Details: map[string]any{"to_department": what.DepartmentID, "groups": what.GroupIDs},
		})
	})
	if err != nil {
		return operations.Operation{}, err
	}
	return s.Operations.Read(ctx, by, id)
}

// both checks that the actor may move groups of their department to another one, and returns them there.
func (s *Service) both(ctx context.Context, by access.Actor, departmentID int64) (access.Actor, error) {
	if by.UserID == 0 && !by.Nobody() {
		return by, access.Denied(access.ManageGroups) // a key belongs to one department
	}
	if departmentID == 0 {
		return by, errs.Field("department_id", "required")
	}
	if departmentID == by.DepartmentID {
		return by, errs.Field("department_id", "group_move.same_department")
	}
	if err := whole(by); err != nil {
		return by, err
	}
	there, err := s.Elsewhere.Departments.In(ctx, by, departmentID)
	if err != nil {
		return by, err
	}
	if err := whole(there, access.CreateDesigns, access.ManageAttributes); err != nil {
		return by, err
	}
	var from, to departments.Department
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		if from, err = s.Elsewhere.Departments.ReadTx(ctx, tx, by.DepartmentID); err == nil {
			to, err = s.Elsewhere.Departments.ReadTx(ctx, tx, departmentID)
		}
		return err
	})
	if err == nil && from.OrganizationID != to.OrganizationID {
		err = errs.Field("department_id", "group_move.other_organization")
	}
	return there, err
}

// whole returns an error unless the actor has the permissions for moving groups in all of a department.
func whole(by access.Actor, more ...access.Permission) error {
	for _, p := range append(more, needed...) {
		if err := by.Require(p); err != nil {
			return err
		}
	}
	if by.Groups != "" || by.In(needed...) != "" {
		return access.Denied(access.ManageGroups)
	}
	return nil
}

// asProblem returns an error that the actor is told.
func asProblem(err error) *errs.Error {
	var out *errs.Error
	errors.As(err, &out)
	return out
}
