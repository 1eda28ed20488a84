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

// EnterTx makes a user a member of the actor's department, which vouches for them. Whether the role may be given was checked when the
// department said which one. It returns ErrTooMany, or ErrDeactivated.
func (s *Service) EnterTx(ctx context.Context, tx pgx.Tx, by access.Actor, userID int64, role access.Role) error {
	mine, err := s.store.lockMemberships(ctx, tx, userID)
	if err != nil {
		return err
	}
	if len(mine) >= maxPerUser {
		return ErrTooMany.With("max", maxPerUser)
	}
	return s.joinTx(ctx, tx, by, joining{userID: userID, role: role})
}

// LeaveTx ends the membership of a user in the actor's department, as Deactivate does, or for good. Nothing happens to those who are no
// members. It returns ErrLastOwner for every owner, ErrOrganizationAdministrator, and ErrLastAdministrator.
func (s *Service) LeaveTx(ctx context.Context, tx pgx.Tx, by access.Actor, userID int64, forGood bool) error {
	if forGood {
		if err := s.store.q.DeactivatedDelete(ctx, tx, db.DeactivatedDeleteParams{DepartmentID: by.DepartmentID, UserID: userID}); err != nil {
			return fmt.Errorf("delete deactivated membership: %w", err)
		}
	}
	was, err := s.RoleTx(ctx, tx, by.DepartmentID, userID)
	if err != nil || was == "" {
		return err
	}
	if was == access.Owner {
		return ErrLastOwner
	}
	if err := s.mayBecome(ctx, tx, by, userID, ""); err != nil {
		return err
	}
	action := "member.deactivated"
	if forGood {
		action = "member.removed"
		_, err = s.store.q.MembershipDelete(ctx, tx, db.MembershipDeleteParams{UserID: userID, DepartmentID: by.DepartmentID})
	} else {
		_, err = s.store.q.MembershipDeactivate(ctx, tx, db.MembershipDeactivateParams{UserID: userID, DepartmentID: by.DepartmentID, Now: s.clock.Now()})
	}
	if err != nil {
		return fmt.Errorf("end membership: %w", err)
	}
	return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: action, ObjectKind: "user", ObjectID: userID})
}

// ReturnTx gives a deactivated member of the actor's department back what they had, and reports whether there was one.
func (s *Service) ReturnTx(ctx context.Context, tx pgx.Tx, by access.Actor, userID int64) (bool, error) {
	n, err := s.store.q.MembershipReactivate(ctx, tx, db.MembershipReactivateParams{UserID: userID, DepartmentID: by.DepartmentID})
	if err != nil {
		return false, fmt.Errorf("reactivate member: %w", err)
	}
	if n == 0 {
		return false, nil
	}
	return true, s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "member.reactivated", ObjectKind: "user", ObjectID: userID})
}

// FollowTx gives a member the role that their department's provider says they have. Owners, administrators of the organization and the last administrator keep theirs.
func (s *Service) FollowTx(ctx context.Context, tx pgx.Tx, by access.Actor, userID int64, role access.Role) error {
	was, err := s.RoleTx(ctx, tx, by.DepartmentID, userID)
	if err != nil || was == access.Owner || same(was, role) {
		return err
	}
	if err := s.mayBecome(ctx, tx, by, userID, role); errors.Is(err, ErrLastAdministrator) || errors.Is(err, ErrOrganizationAdministrator) {
		return nil
	} else if err != nil {
		return err
	}
	_, err = s.store.q.MembershipRoleSet(ctx, tx, db.MembershipRoleSetParams{UserID: userID, DepartmentID: by.DepartmentID, Role: string(role)})
	if err != nil {
		return fmt.Errorf("set role: %w", err)
	}
	return s.audit.RecordTx(ctx, tx, by, audit.Event{
		Action: "member.role_changed", ObjectKind: "user", ObjectID: userID, Details: map[string]any{"role": role},
	})
}

func same(a, b access.Role) bool {
	if a.CustomID() != 0 || b.CustomID() != 0 {
		return a.CustomID() == b.CustomID()
	}
	return a == b
}
