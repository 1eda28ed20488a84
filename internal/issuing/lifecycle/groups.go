package lifecycle

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/groups"
	"laurel/internal/issuing/lifecycle/internal/db"
	"laurel/internal/platform/pg"
)

// DuplicatesExist reports whether a group has two credentials for one address.
func (s *Service) DuplicatesExist(ctx context.Context, tx pgx.Tx, departmentID, groupID int64) (bool, error) {
	return s.q.CredentialDuplicateExists(ctx, tx, db.CredentialDuplicateExistsParams{DepartmentID: departmentID, GroupID: groupID})
}

// CountEarners counts the valid and expired credentials of each group.
func (s *Service) CountEarners(ctx context.Context, d pg.DB, groupIDs []int64) (map[int64]int, error) {
	rows, err := s.q.CredentialCountEarners(ctx, d, groupIDs)
	if err != nil {
		return nil, fmt.Errorf("count earners: %w", err)
	}
	earners := make(map[int64]int, len(rows))
	for _, r := range rows {
		earners[r.ID] = int(r.Earners)
	}
	return earners, nil
}

// SetDuplicateRuleTx applies a group's duplicate rule to its credentials.
func (s *Service) SetDuplicateRuleTx(ctx context.Context, tx pgx.Tx, departmentID, groupID int64, allowed bool) error {
	return s.q.CredentialSetDuplicateRule(ctx, tx, db.CredentialSetDuplicateRuleParams{Allowed: allowed, DepartmentID: departmentID, GroupID: groupID})
}

// CountByGroups counts the credentials of groups. With DuplicatesExist, CountEarners and SetDuplicateRuleTx it implements groups.Credentials.
func (s *Service) CountByGroups(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) (map[int64]groups.Counts, error) {
	rows, err := s.q.CredentialCountByGroups(ctx, tx, db.CredentialCountByGroupsParams{DepartmentID: departmentID, GroupIds: ids})
	if err != nil {
		return nil, fmt.Errorf("count credentials: %w", err)
	}
	counts := make(map[int64]groups.Counts, len(rows))
	for _, r := range rows {
		counts[r.GroupID] = groups.Counts{Drafts: int(r.Drafts), Published: int(r.Published)}
	}
	return counts, nil
}
