package authoring

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/authoring/internal/db"
	"laurel/internal/issuing/credentials"
)

// Notices is notified of what recipients are to be told, in the transaction of the change.
type Notices interface {
	// CompletedTx is told of credentials that were in progress and are completed.
	CompletedTx(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) error
	// DeletedTx is told of deleted credentials, drafts included.
	DeletedTx(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) error
}

// WithNotices makes the service report completed and deleted credentials.
func (s *Service) WithNotices(n Notices) *Service {
	s.notices = n
	return s
}

// completed reports whether a change completed a credential that was in progress.
func completed(before, after credentials.Credential) bool {
	return before.State == credentials.InProgress && after.State.Achieved()
}

// completedTx marks mails to the recipients of completed credentials as due and reports the credentials.
func (s *Service) completedTx(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) error {
	if len(ids) == 0 || s.notices == nil {
		return nil
	}
	if err := s.q.CredentialSetMailDue(ctx, tx, db.CredentialSetMailDueParams{DepartmentID: departmentID, Ids: ids}); err != nil {
		return fmt.Errorf("note mails of completed credentials: %w", err)
	}
	return s.notices.CompletedTx(ctx, tx, departmentID, ids)
}
