package lifecycle

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/lifecycle/internal/db"
)

// UndoPublishTx revokes credentials as issued in error, before anybody was notified, and refunds their credits. List each once. It returns
// the revoked ones; the others were deleted meanwhile.
func (s *Service) UndoPublishTx(ctx context.Context, tx pgx.Tx, by access.Actor, ids []int64) ([]int64, error) {
	stood, err := s.SetStatusTx(ctx, tx, by, ids, StatusChange{To: credentials.Revoked, Reason: string(credentials.IssuedInError)})
	if err != nil {
		return nil, err
	}
	gone := slices.Concat(stood.Changed, stood.Unchanged)
	rows, err := s.q.CredentialCharges(ctx, tx, db.CredentialChargesParams{DepartmentID: by.DepartmentID, Ids: gone})
	if err != nil {
		return nil, fmt.Errorf("read whom credentials are for: %w", err)
	}
	charges := make([]credentials.Charge, len(rows))
	for i, r := range rows {
		charges[i] = credentials.Charge{CredentialID: r.ID, Recipient: r.RecipientAddress}
	}
	if err := s.credits.RefundTx(ctx, tx, by, charges); err != nil {
		return nil, fmt.Errorf("give credits back: %w", err)
	}
	return gone, nil
}
