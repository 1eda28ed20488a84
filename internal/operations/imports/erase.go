package imports

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/operations/imports/internal/db"
)

// EraseTx ends imports whose file contains an erased person: DeleteExpired deletes the file and its rows, once the import is not running.
// It implements people.Eraser.
func (s *Service) EraseTx(ctx context.Context, tx pgx.Tx, departmentID int64, address string, _ []string, credentialIDs []int64) error {
	err := s.q.ImportsErase(ctx, tx, db.ImportsEraseParams{
		Before: s.clock.Now().Add(-time.Second), DepartmentID: departmentID, CredentialIds: credentialIDs, Address: address,
	})
	if err != nil {
		return fmt.Errorf("end imports of person: %w", err)
	}
	return nil
}
