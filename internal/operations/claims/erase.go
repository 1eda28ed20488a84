package claims

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/operations/claims/internal/db"
)

// EraseTx deletes the claims of an erased person. It implements people.Eraser.
func (s *Service) EraseTx(ctx context.Context, tx pgx.Tx, departmentID int64, address string, _ []string, credentialIDs []int64) error {
	err := s.q.ClaimsErase(ctx, tx, db.ClaimsEraseParams{DepartmentID: departmentID, Address: address, CredentialIds: credentialIDs})
	if err != nil {
		return fmt.Errorf("erase claims: %w", err)
	}
	return nil
}
