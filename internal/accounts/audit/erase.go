package audit

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/audit/internal/db"
)

// EraseTx removes the details of records about an erased person: of their credentials, and wherever their address or one of their names
// is. What was done, when and by whom remains. It implements people.Eraser.
func (l *Log) EraseTx(ctx context.Context, tx pgx.Tx, departmentID int64, address string, names []string, credentialIDs []int64) error {
	texts := []string{address}
	for _, name := range names { // whole values only: a short name may be part of any word
		if name == "" {
			continue // it is a part of every text
		}
		value, err := json.Marshal(name)
		if err != nil {
			return fmt.Errorf("encode name: %w", err)
		}
		texts = append(texts, string(value))
	}
	err := l.q.AuditErase(ctx, tx, db.AuditEraseParams{DepartmentID: departmentID, CredentialIds: credentialIDs, Texts: texts})
	if err != nil {
		return fmt.Errorf("erase audit details: %w", err)
	}
	return nil
}
