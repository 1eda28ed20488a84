package authoring

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/authoring/internal/db"
	"laurel/internal/issuing/credentials"
)

// Completions is notified when credentials in progress are completed, in the transaction that completes them.
type Completions interface {
	CompletedTx(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) error
}

// WithCompletions makes the service report completed credentials.
func (s *Service) WithCompletions(c Completions) *Service {
	s.completions = c
	return s
}

// completed reports whether a change completed a credential that was in progress.
func completed(before, after credentials.Credential) bool {
	return before.State == credentials.InProgress && after.State.Achieved()
}

// completedTx marks mails to the recipients of completed credentials as due and reports the credentials.
func (s *Service) completedTx(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) error {
	if len(ids) == 0 || s.completions == nil {
		return nil
	}
	if err := s.q.CredentialSetMailDue(ctx, tx, db.CredentialSetMailDueParams{DepartmentID: departmentID, Ids: ids}); err != nil {
		return fmt.Errorf("note mails of completed credentials: %w", err)
	}
	return s.completions.CompletedTx(ctx, tx, departmentID, ids)
}
