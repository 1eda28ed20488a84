package lifecycle

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/lifecycle/internal/db"
	"laurel/internal/platform/pg"
)

// Backdate has published demonstration credentials issued at earlier times, so that a new demo department has a past. Other credentials
// stay as they are.
func (s *Service) Backdate(ctx context.Context, departmentID int64, times map[int64]time.Time) error {
	p := db.CredentialBackdateParams{DepartmentID: departmentID}
	for id, at := range times {
		p.Ids, p.Ats = append(p.Ids, id), append(p.Ats, at)
	}
	err := pg.InDepartment(ctx, s.pool, departmentID, func(tx pgx.Tx) error { return s.q.CredentialBackdate(ctx, tx, p) })
	if err != nil {
		return fmt.Errorf("backdate credentials: %w", err)
	}
	return nil
}
