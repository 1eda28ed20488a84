package departments

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments/internal/db"
	"laurel/internal/platform/pg"
)

// AddMemberTx adds a user to the actor's department. It returns ErrAlreadyMember, or access.ErrExceeds if the role has more rights than
// the actor.
func (s *Service) AddMemberTx(ctx context.Context, tx pgx.Tx, by access.Actor, userID int64, role access.Role) error {
	if err := by.Require(access.ManageTeam); err != nil {
		return err
	}
	if err := by.RequireRole(role); err != nil {
		return err
	}
	return s.joinTx(ctx, tx, by, joining{userID: userID, role: role})
}

// AcceptTx makes the actor a member of the department that invited them, with the invitation's id as the member id. The inviter's right to
// grant the role was checked when they invited. It returns ErrAlreadyMember, or ErrTooMany if the actor belongs to the maximum number of
// departments.
func (s *Service) AcceptTx(ctx context.Context, tx pgx.Tx, by access.Actor, invitationID int64, role access.Role) error {
	mine, err := s.store.lockMemberships(ctx, tx, by.UserID)
	if err != nil {
		return err
	}
	if len(mine) >= maxPerUser {
		return ErrTooMany.With("max", maxPerUser)
	}
	return s.joinTx(ctx, tx, by, joining{userID: by.UserID, memberID: invitationID, role: role})
}

// joining is a membership to create.
type joining struct {
	userID, memberID int64 // memberID 0: the same as userID
	role             access.Role
}

func (s *Service) joinTx(ctx context.Context, tx pgx.Tx, by access.Actor, j joining) error {
	if err := s.store.refuseDeactivated(ctx, tx, by.DepartmentID, j.userID); err != nil {
		return err
	}
	err := s.store.q.MembershipInsert(ctx, tx, db.MembershipInsertParams{
		UserID: j.userID, MemberID: j.memberID, DepartmentID: by.DepartmentID, Role: string(j.role), Now: s.clock.Now(),
	})
	if pg.Violates(err, "memberships_pkey") {
		return ErrAlreadyMember
	}
	if err != nil {
		return fmt.Errorf("insert membership: %w", err)
	}
	return s.audit.RecordTx(ctx, tx, by, audit.Event{
		Action: "member.added", ObjectKind: "user", ObjectID: j.userID, Details: map[string]any{"role": j.role},
	})
}

// RemoveMember removes a member of the actor's department, deactivated or not, with effect from the member's next request. Actors cannot remove themselves.
// It returns ErrLastAdministrator, so that API keys cannot remove the last administrator.
func (s *Service) RemoveMember(ctx context.Context, by access.Actor, memberID int64) error {
	if err := by.Require(access.ManageTeam); err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		if userID, err := s.store.deactivatedUser(ctx, tx, by.DepartmentID, memberID); err == nil {
			if err := s.store.q.DeactivatedDelete(ctx, tx, db.DeactivatedDeleteParams{DepartmentID: by.DepartmentID, UserID: userID}); err != nil {
				return fmt.Errorf("delete deactivated membership: %w", err)
			}
			return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "member.removed", ObjectKind: "user", ObjectID: userID})
		} else if !errors.Is(err, ErrNotMember) {
			return err
		}
		userID, err := s.leaving(ctx, tx, by, memberID)
		if err != nil {
			return err
		}
		n, err := s.store.q.MembershipDelete(ctx, tx, db.MembershipDeleteParams{UserID: userID, DepartmentID: by.DepartmentID})
		if err != nil {
			return fmt.Errorf("delete membership: %w", err)
		}
		if n == 0 {
			return ErrNotMember
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "member.removed", ObjectKind: "user", ObjectID: userID})
	})
}

// leaving returns the user of a membership that the actor may end. Actors cannot end their own.
func (s *Service) leaving(ctx context.Context, tx pgx.Tx, by access.Actor, memberID int64) (int64, error) {
	userID, err := s.store.memberUser(ctx, tx, by.DepartmentID, memberID)
	if err != nil {
		return 0, err
	}
	if userID == by.UserID {
		return 0, access.Denied(access.ManageDepartment)
	}
	return userID, s.mayBecome(ctx, tx, by, userID, "")
}

// SetRole changes the role of a member of the actor's department, with effect from the member's next request. It returns ErrNotMember,
// ErrLastAdministrator if the department would have no administrator, or access.ErrExceeds if the role has more rights than the actor.
func (s *Service) SetRole(ctx context.Context, by access.Actor, memberID int64, role access.Role) error {
	if err := by.Require(access.ManageTeam); err != nil {
		return err
	}
	if role != access.Owner { // mayBecome decides
		if err := by.RequireRole(role); err != nil {
			return err
		}
	}
	return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		userID, err := s.store.memberUser(ctx, tx, by.DepartmentID, memberID)
		if err != nil {
			return err
		}
		if err := s.mayBecome(ctx, tx, by, userID, role); err != nil {
			return err
		}
		n, err := s.store.q.MembershipRoleSet(ctx, tx, db.MembershipRoleSetParams{UserID: userID, DepartmentID: by.DepartmentID, Role: string(role)})
		if err != nil {
			return fmt.Errorf("set role: %w", err)
		}
		if n == 0 {
			return ErrNotMember
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "member.role_changed", ObjectKind: "user", ObjectID: userID, Details: map[string]any{"role": role},
		})
	})
}

// mayBecome returns the error of a change that gives a user another role, or none: ErrLastAdministrator and ErrLastOwner if they are the
// only one, ErrOrganizationAdministrator if they are administrators of the whole organization and would be less here, or access.ErrDenied if it appoints or dismisses an owner and the actor is none. An administrator may appoint the first owner,
// because departments of earlier releases have none.
func (s *Service) mayBecome(ctx context.Context, tx pgx.Tx, by access.Actor, userID int64, role access.Role) error {
	leaders, err := s.store.q.MembershipLeaders(ctx, tx, by.DepartmentID)
	if err != nil {
		return fmt.Errorf("read administrators: %w", err)
	}
	var administrators, owners, organization []int64
	for _, one := range leaders {
		if one.Claimed {
			administrators = append(administrators, one.UserID)
		}
		if access.Role(one.Role) == access.Owner {
			owners = append(owners, one.UserID)
		}
		if one.OrganizationAdministrator {
			organization = append(organization, one.UserID)
		}
	}
	was, leads := slices.Contains(owners, userID), role == access.Owner || role == access.Administrator
	switch {
	case !leads && slices.Contains(organization, userID):
		return ErrOrganizationAdministrator
	case !leads && slices.Equal(administrators, []int64{userID}):
		return ErrLastAdministrator
	case was == (role == access.Owner):
		return nil
	case was && len(owners) == 1:
		return ErrLastOwner
	case len(owners) == 0:
		return by.RequireRole(access.Administrator)
	}
	return by.Require(access.ManageOwners)
}

// In returns the actor with their role in department id, which may differ from their current department; 0 means the current one. API
// keys and bound sessions have only their current department. It returns ErrNotFound if the actor does not belong to the department, and
// ErrSecondFactor or ErrNetwork if its sign-in policy keeps the person out.
func (s *Service) In(ctx context.Context, by access.Actor, id int64) (access.Actor, error) {
	switch {
	case by.Nobody():
		return by, access.ErrNotSignedIn
	case id == 0 || id == by.DepartmentID:
		return by, nil
	case by.UserID == 0 || by.Bound:
		return by, ErrNotFound
	}
	err := pg.InDepartment(ctx, s.pool, id, func(tx pgx.Tx) (err error) {
		var p SignInPolicy
		if by.Role, p, err = s.store.role(ctx, tx, by.UserID, id); err != nil {
			return err
		}
		if by.SessionID != 0 && !Admits(p.AllowedNetworks, by.IP) {
			return ErrNetwork.With("address", by.IP)
		}
		if by.SessionID != 0 && !by.Enrolled && Due(p.SecondFactorFrom, s.clock.Now()) {
			return ErrSecondFactor
		}
		by.Groups = by.Role.Groups()
		by.Sight = access.SightOf(by) // of no use for what is only in some groups there
		by.Sight.Whole()
		return err
	})
	by.DepartmentID, by.Missing = id, nil
	if err != nil && !errors.Is(err, ErrNotFound) && !Withheld(err) {
		return by, fmt.Errorf("enter department: %w", err)
	}
	return by, err
}
