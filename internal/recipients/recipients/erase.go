package recipients

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/recipients/recipients/internal/db"
)

// EraseTx forgets a person whom a department erases, if they have no account and nothing of another department. The transaction must be
// the system's. It implements people.Eraser.
func (s *Service) EraseTx(ctx context.Context, tx pgx.Tx, departmentID int64, address string, _ []string, _ []int64) error {
	if err := s.q.RecipientErase(ctx, tx, db.RecipientEraseParams{Email: address, DepartmentID: departmentID}); err != nil {
		return fmt.Errorf("erase recipient: %w", err)
	}
	return nil
}
