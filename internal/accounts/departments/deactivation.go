package departments

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments/internal/db"
	"laurel/internal/platform/pg"
)

// Deactivate ends the access of a member of the actor's department until they are reactivated, with effect from the member's next request.
// Work that they started stops as if they had been removed. Actors cannot deactivate themselves. It returns ErrNotMember, also for those who
// are deactivated, ErrLastAdministrator and ErrLastOwner.
func (s *Service) Deactivate(ctx context.Context, by access.Actor, memberID int64) error {
	if err := by.Require(access.ManageTeam); err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		userID, err := s.leaving(ctx, tx, by, memberID)
		if err != nil {
			return err
		}
		n, err := s.store.q.MembershipDeactivate(ctx, tx, db.MembershipDeactivateParams{UserID: userID, DepartmentID: by.DepartmentID, Now: s.clock.Now()})
		if err != nil {
			return fmt.Errorf("deactivate member: %w", err)
		}
		if n == 0 {
			return ErrNotMember
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "member.deactivated", ObjectKind: "user", ObjectID: userID})
	})
}

// Reactivate gives a deactivated member their role back, and those of their permission groups that still exist. It returns ErrNotMember for
// anybody else, or access.ErrExceeds if that is more than the actor may do.
func (s *Service) Reactivate(ctx context.Context, by access.Actor, memberID int64) error {
	if err := by.Require(access.ManageTeam); err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		userID, err := s.store.deactivatedUser(ctx, tx, by.DepartmentID, memberID)
		if err != nil {
			return err
		}
		_, err = s.store.q.MembershipReactivate(ctx, tx, db.MembershipReactivateParams{UserID: userID, DepartmentID: by.DepartmentID})
		if err != nil {
			return fmt.Errorf("reactivate member: %w", err)
		}
		role, _, err := s.store.role(ctx, tx, userID, by.DepartmentID)
		if err != nil {
			return err
		}
		if err := by.RequireRole(role); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "member.reactivated", ObjectKind: "user", ObjectID: userID, Details: map[string]any{"role": role.Own()},
		})
	})
}

func (s store) refuseDeactivated(ctx context.Context, tx db.DBTX, departmentID, userID int64) error {
	is, err := s.q.IsDeactivated(ctx, tx, db.IsDeactivatedParams{DepartmentID: departmentID, UserID: userID})
	if err != nil {
		return fmt.Errorf("find deactivated member: %w", err)
	}
	if is {
		return ErrDeactivated
	}
	return nil
}

// deactivatedUser returns the user of the deactivated membership with the given ID of the API. It returns ErrNotMember.
func (s store) deactivatedUser(ctx context.Context, tx db.DBTX, departmentID, memberID int64) (int64, error) {
	userID, err := s.q.DeactivatedUser(ctx, tx, db.DeactivatedUserParams{DepartmentID: departmentID, MemberID: memberID})
	if pg.NoRows(err) {
		return 0, ErrNotMember
	}
	if err != nil {
		return 0, fmt.Errorf("find deactivated member: %w", err)
	}
	return userID, nil
}
