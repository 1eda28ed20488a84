package webhooks

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/reach/webhooks/internal/db"
)

// EraseTx deletes the events about an erased person, with their payloads. It implements people.Eraser.
func (s *Service) EraseTx(ctx context.Context, tx pgx.Tx, departmentID int64, _ string, _ []string, credentialIDs []int64) error {
	if err := s.q.EventsErase(ctx, tx, db.EventsEraseParams{DepartmentID: departmentID, CredentialIds: credentialIDs}); err != nil {
		return fmt.Errorf("erase events: %w", err)
	}
	return nil
}
