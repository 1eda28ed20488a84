package departments

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments/internal/db"
)

// MaxPerUser is the maximum number of departments per user.
const MaxPerUser = maxPerUser

// InOrganizationTx returns the departments of an organization, the oldest first, and keeps them from being moved or deleted meanwhile. It
// returns ErrSecondFactor or ErrNetwork if the sign-in policy of one of them keeps the person of the actor's session out.
func (s *Service) InOrganizationTx(ctx context.Context, tx pgx.Tx, by access.Actor, organizationID int64) ([]int64, error) {
	rows, err := s.store.q.DepartmentsOfOrganization(ctx, tx, organizationID)
	if err != nil {
		return nil, fmt.Errorf("list departments of organization: %w", err)
	}
	ids := make([]int64, len(rows))
	for i, row := range rows {
		if by.SessionID != 0 && !Admits(row.AllowedNetworks, by.IP) {
			return nil, ErrNetwork.With("address", by.IP)
		}
		if by.SessionID != 0 && !by.Enrolled && Due(row.SecondFactorFrom, s.clock.Now()) {
			return nil, ErrSecondFactor
		}
		ids[i] = row.ID
	}
	return ids, nil
}

// JoinTx moves a department to another organization, whose administrators become administrators of the department. The caller must have
// checked that the actor administers both.
func (s *Service) JoinTx(ctx context.Context, tx pgx.Tx, id, organizationID int64) error {
	err := s.store.q.DepartmentJoin(ctx, tx, db.DepartmentJoinParams{ID: id, OrganizationID: organizationID, Now: s.clock.Now()})
	if err != nil {
		return fmt.Errorf("move department to organization: %w", err)
	}
	return nil
}

// ArchiveTx archives a department, or restores it with the zero time. It reports whether that changed anything. The caller must have checked
// that the actor administers its organization.
func (s *Service) ArchiveTx(ctx context.Context, tx pgx.Tx, id int64, at time.Time) (bool, error) {
	p := db.DepartmentArchiveParams{ID: id, Now: s.clock.Now()}
	if !at.IsZero() {
		p.ArchivedAt = &at
	}
	n, err := s.store.q.DepartmentArchive(ctx, tx, p)
	if err != nil {
		return false, fmt.Errorf("archive department: %w", err)
	}
	return n > 0, nil
}

// CountTx returns the number of departments that a user belongs to, and keeps it from changing.
func (s *Service) CountTx(ctx context.Context, tx pgx.Tx, userID int64) (int, error) {
	mine, err := s.store.lockMemberships(ctx, tx, userID)
	return len(mine), err
}

// foundTx makes the actor the owner of the new department that they are in. Who administers its organization is a member of it already.
func (s *Service) foundTx(ctx context.Context, tx pgx.Tx, by access.Actor) error {
	n, err := s.store.q.MembershipRoleSet(ctx, tx, db.MembershipRoleSetParams{UserID: by.UserID, DepartmentID: by.DepartmentID, Role: string(access.Owner)})
	if err != nil {
		return fmt.Errorf("set role: %w", err)
	}
	if n == 0 {
		return s.joinTx(ctx, tx, by, joining{userID: by.UserID, role: access.Owner})
	}
	return s.audit.RecordTx(ctx, tx, by, audit.Event{
		Action: "member.added", ObjectKind: "user", ObjectID: by.UserID, Details: map[string]any{"role": access.Owner},
	})
}
