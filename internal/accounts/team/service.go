package team

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/team/internal/db"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/pg"
)

// Service manages the roles of departments.
type Service struct {
	pool  *pgxpool.Pool
	clock clock.Clock
	audit *audit.Log
	q     *db.Queries
}

// New returns a Service.
func New(pool *pgxpool.Pool, c clock.Clock, log *audit.Log) *Service {
	return &Service{pool: pool, clock: c, audit: log, q: db.New()}
}

// Roles returns the built-in roles, and then the custom ones by name.
func (s *Service) Roles(ctx context.Context, by access.Actor) ([]Role, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return nil, err
	}
	var out []Role
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		counted, err := s.q.RoleBuiltInMembers(ctx, tx, by.DepartmentID)
		if err != nil {
			return fmt.Errorf("count members by role: %w", err)
		}
		members := map[string]int64{}
		for _, row := range counted {
			members[row.Role] = row.Members
		}
		out = builtIn(members)
		custom, err := s.custom(ctx, tx, by, 0)
		out = append(out, custom...)
		return err
	})
	return out, err
}

// Role returns a role by its ID, or ErrRoleNotFound.
func (s *Service) Role(ctx context.Context, by access.Actor, id string) (Role, error) {
	all, err := s.Roles(ctx, by)
	if err != nil {
		return Role{}, err
	}
	for _, r := range all {
		if r.ID == id {
			return r, nil
		}
	}
	return Role{}, ErrRoleNotFound
}

func builtIn(members map[string]int64) []Role {
	var out []Role
	for _, r := range access.BuiltIn() {
		out = append(out, Role{ID: string(r), Permissions: r.Permissions(), BuiltIn: true, Members: members[string(r)]})
	}
	return out
}

func (s *Service) custom(ctx context.Context, tx pgx.Tx, by access.Actor, id int64) ([]Role, error) {
	rows, err := s.q.RoleList(ctx, tx, db.RoleListParams{DepartmentID: by.DepartmentID, ID: id, MaxRows: mostRoles})
	if err != nil {
		return nil, fmt.Errorf("list roles: %w", err)
	}
	out := make([]Role, len(rows))
	for i, row := range rows {
		out[i] = of(row.Role, row.Members)
	}
	return out, nil
}

// CreateRole adds a custom role. It returns the invalid fields, ErrRoleTaken, ErrTooManyRoles, or access.ErrExceeds for permissions that
// the actor lacks.
func (s *Service) CreateRole(ctx context.Context, by access.Actor, in Input) (Role, error) {
	return s.write(ctx, by, "role.created", func(tx pgx.Tx) (Role, error) {
		if err := s.q.RoleLock(ctx, tx, by.DepartmentID); err != nil {
			return Role{}, fmt.Errorf("lock roles: %w", err)
		}
		all, err := s.custom(ctx, tx, by, 0)
		if err != nil {
			return Role{}, err
		}
		if len(all) >= mostRoles {
			return Role{}, ErrTooManyRoles.With("max", mostRoles)
		}
		var r Role
		if err := prepare(by, in, &r); err != nil {
			return r, err
		}
		row, err := s.q.RoleInsert(ctx, tx, db.RoleInsertParams{
			DepartmentID: by.DepartmentID, Name: r.Name, Description: r.Description, Permissions: join(r.Permissions, ","), Now: s.clock.Now(),
		})
		return kept(row, 0, err)
	})
}

// UpdateRole changes a custom role, with effect from the next request of everyone who has it. It returns the errors of CreateRole,
// ErrRoleNotFound and ErrRoleBuiltIn.
func (s *Service) UpdateRole(ctx context.Context, by access.Actor, id string, in Input) (Role, error) {
	return s.write(ctx, by, "role.updated", func(tx pgx.Tx) (Role, error) {
		r, err := s.find(ctx, tx, by, id)
		if err != nil {
			return r, err
		}
		if err := by.RequireRole(r.Access()); err != nil {
			return r, err // else they could take from others what they lack themselves
		}
		if err := prepare(by, in, &r); err != nil {
			return r, err
		}
		row, err := s.q.RoleUpdate(ctx, tx, db.RoleUpdateParams{
			DepartmentID: by.DepartmentID, ID: r.number(), Name: r.Name, Description: r.Description, Permissions: join(r.Permissions, ","), Now: s.clock.Now(),
		})
		return kept(row, r.Members, err)
	})
}

// DeleteRole deletes a custom role. It returns ErrRoleNotFound, ErrRoleBuiltIn, or ErrRoleInUse while somebody has it.
func (s *Service) DeleteRole(ctx context.Context, by access.Actor, id string) (Role, error) {
	return s.write(ctx, by, "role.deleted", func(tx pgx.Tx) (Role, error) {
		r, err := s.find(ctx, tx, by, id)
		if err != nil {
			return r, err
		}
		if r.Members > 0 {
			return r, ErrRoleInUse.With("count", r.Members)
		}
		if err := s.q.RoleDelete(ctx, tx, db.RoleDeleteParams{DepartmentID: by.DepartmentID, ID: r.number()}); err != nil {
			return r, fmt.Errorf("delete role: %w", err)
		}
		return r, nil
	})
}

// find returns a custom role that nobody can be given until the transaction ends.
func (s *Service) find(ctx context.Context, tx pgx.Tx, by access.Actor, id string) (Role, error) {
	for _, r := range access.BuiltIn() {
		if string(r) == id {
			return Role{}, ErrRoleBuiltIn
		}
	}
	row, err := s.q.RoleRead(ctx, tx, db.RoleReadParams{DepartmentID: by.DepartmentID, ID: number(id)})
	if pg.NoRows(err) {
		return Role{}, ErrRoleNotFound
	}
	if err != nil {
		return Role{}, fmt.Errorf("read role: %w", err)
	}
	found, err := s.custom(ctx, tx, by, row.ID)
	if err != nil || len(found) == 0 {
		return Role{}, err
	}
	return found[0], nil
}

// prepare applies the input. Nobody can give permissions that they lack.
func prepare(by access.Actor, in Input, r *Role) error {
	if err := in.apply(r); err != nil {
		return err
	}
	return by.RequireRole(access.Custom(1, r.Permissions)) // the number plays no part
}

// write runs a change and writes it to the audit log.
func (s *Service) write(ctx context.Context, by access.Actor, action string, change func(pgx.Tx) (Role, error)) (Role, error) {
	if err := by.Require(access.ManageTeam); err != nil {
		return Role{}, err
	}
	var r Role
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if r, err = change(tx); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: action, ObjectKind: "role", ObjectID: r.number(), Details: map[string]any{"name": r.Name, "permissions": r.Permissions},
		})
	})
	return r, err
}

func kept(row db.Role, members int64, err error) (Role, error) {
	if pg.Violates(err, "roles_name_key") {
		return Role{}, ErrRoleTaken.At("name")
	}
	if err != nil {
		return Role{}, fmt.Errorf("keep role: %w", err)
	}
	return of(row, members), nil
}
