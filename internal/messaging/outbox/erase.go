package outbox

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/messaging/outbox/internal/db"
)

// EraseTx deletes a department's mails to an erased person, and those that name them. It implements people.Eraser.
func (s *Service) EraseTx(ctx context.Context, tx pgx.Tx, departmentID int64, address string, names []string, credentialIDs []int64) error {
	p := db.MailsEraseParams{DepartmentID: &departmentID, Address: address, CredentialIds: credentialIDs, Names: names}
	if err := s.q.MailsErase(ctx, tx, p); err != nil {
		return fmt.Errorf("erase mails: %w", err)
	}
	if err := s.q.SuppressionsErase(ctx, tx, db.SuppressionsEraseParams{DepartmentID: departmentID, Email: address}); err != nil {
		return fmt.Errorf("erase suppressions: %w", err)
	}
	return nil
}
