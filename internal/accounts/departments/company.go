package departments

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments/internal/db"
)

// RoleTx returns what a user is in a department, without what permission groups give; "" for no member.
func (s *Service) RoleTx(ctx context.Context, tx pgx.Tx, departmentID, userID int64) (access.Role, error) {
	role, _, err := s.store.role(ctx, tx, userID, departmentID)
	if errors.Is(err, ErrNotFound) {
		return "", nil
	}
	return role.Own(), err
}

// EnterTx makes the actor a member of their department, which vouches for them. Whether the role may be given was checked when the
// department said which one. It returns ErrTooMany.
func (s *Service) EnterTx(ctx context.Context, tx pgx.Tx, by access.Actor, role access.Role) error {
	return s.AcceptTx(ctx, tx, by, 0, role)
}

// FollowTx gives the actor the role that their department's provider says they have. Owners and the last administrator keep theirs.
func (s *Service) FollowTx(ctx context.Context, tx pgx.Tx, by access.Actor, role access.Role) error {
	was, err := s.RoleTx(ctx, tx, by.DepartmentID, by.UserID)
	if err != nil || was == access.Owner || same(was, role) {
		return err
	}
	if err := s.mayBecome(ctx, tx, by, by.UserID, role); errors.Is(err, ErrLastAdministrator) {
		return nil
	} else if err != nil {
		return err
	}
	_, err = s.store.q.MembershipRoleSet(ctx, tx, db.MembershipRoleSetParams{UserID: by.UserID, DepartmentID: by.DepartmentID, Role: string(role)})
	if err != nil {
		return fmt.Errorf("set role: %w", err)
	}
	return s.audit.RecordTx(ctx, tx, by, audit.Event{
		Action: "member.role_changed", ObjectKind: "user", ObjectID: by.UserID, Details: map[string]any{"role": role},
	})
}

func same(a, b access.Role) bool {
	if a.CustomID() != 0 || b.CustomID() != 0 {
		return a.CustomID() == b.CustomID()
	}
	return a == b
}
