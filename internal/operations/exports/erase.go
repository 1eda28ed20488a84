package exports

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/operations/exports/internal/db"
)

// EraseTx ends the department's exports that may contain an erased person: DeleteExpired deletes their files. It implements people.Eraser.
func (s *Service) EraseTx(ctx context.Context, tx pgx.Tx, departmentID int64, _ string, _ []string, _ []int64) error {
	if err := s.q.DataExportsErase(ctx, tx, db.DataExportsEraseParams{Now: s.Clock.Now(), DepartmentID: departmentID}); err != nil {
		return fmt.Errorf("end exports: %w", err)
	}
	return nil
}
