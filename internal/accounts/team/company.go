package team

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/team/internal/db"
	"laurel/internal/platform/pg"
)

// RoleTx returns the role with an ID in a department, or ErrRoleNotFound. It asks for no permission.
func (s *Service) RoleTx(ctx context.Context, tx pgx.Tx, departmentID int64, id string) (access.Role, error) {
	for _, r := range access.BuiltIn() {
		if string(r) == id {
			return r, nil
		}
	}
	row, err := s.q.RoleRead(ctx, tx, db.RoleReadParams{DepartmentID: departmentID, ID: number(id)})
	if pg.NoRows(err) {
		return "", ErrRoleNotFound
	}
	if err != nil {
		return "", fmt.Errorf("read role: %w", err)
	}
	return of(row, 0).Access(), nil
}

// FollowTx puts a member into those permission groups that a provider says they are in, and takes them out of the others that it decides
// about. Groups that are gone are left out.
func (s *Service) FollowTx(ctx context.Context, tx pgx.Tx, departmentID, userID int64, decided, in []int64) error {
	if len(decided) == 0 {
		return nil
	}
	err := s.q.PermissionGroupsFollow(ctx, tx, db.PermissionGroupsFollowParams{DepartmentID: departmentID, UserID: userID, Decided: decided, Included: in})
	if err != nil {
		return fmt.Errorf("keep the permission groups of a member: %w", err)
	}
	return nil
}

// HasPermissionGroupTx reports whether a department has a permission group. It asks for no permission.
func (s *Service) HasPermissionGroupTx(ctx context.Context, tx pgx.Tx, departmentID, id int64) (bool, error) {
	rows, err := s.q.PermissionGroupList(ctx, tx, db.PermissionGroupListParams{DepartmentID: departmentID, ID: id, MaxRows: 1})
	if err != nil {
		return false, fmt.Errorf("look for permission group: %w", err)
	}
	return id > 0 && len(rows) > 0, nil
}
