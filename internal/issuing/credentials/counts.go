package credentials

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials/internal/db"
)

// CountByVersions counts the issued credentials of each version of a design. It implements designs.Uses.
func (s *Service) CountByVersions(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) (map[int64]int, error) {
	rows, err := s.s.q.CredentialCountByVersions(ctx, tx, db.CredentialCountByVersionsParams{DepartmentID: departmentID, VersionIds: ids})
	if err != nil {
		return nil, fmt.Errorf("count credentials by version: %w", err)
	}
	counts := make(map[int64]int, len(rows))
	for _, r := range rows {
		counts[r.ID] = int(r.Count)
	}
	return counts, nil
}

// CountByDesigns counts the issued credentials of each design. It implements designs.Uses.
func (s *Service) CountByDesigns(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) (map[int64]int, error) {
	rows, err := s.s.q.CredentialCountByDesigns(ctx, tx, db.CredentialCountByDesignsParams{DepartmentID: departmentID, DesignIds: ids})
	if err != nil {
		return nil, fmt.Errorf("count credentials by design: %w", err)
	}
	counts := make(map[int64]int, len(rows))
	for _, r := range rows {
		counts[r.DesignID] = int(r.Count)
	}
	return counts, nil
}
