package lifecycle

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/events"
	"laurel/internal/issuing/lifecycle/internal/db"
)

// supersedeTx marks the credentials that are replaced by renewals about to be issued.
func (s *Service) supersedeTx(ctx context.Context, tx pgx.Tx, departmentID int64, ready []candidate) error {
	var renewals []int64
	for _, c := range ready {
		if c.SupersedesID != nil {
			renewals = append(renewals, c.ID)
		}
	}
	if len(renewals) == 0 {
		return nil
	}
	rows, err := s.q.CredentialSupersede(ctx, tx, db.CredentialSupersedeParams{Now: s.clock.Now(), DepartmentID: departmentID, Ids: renewals})
	if err != nil {
		return fmt.Errorf("supersede credentials: %w", err)
	}
	by := access.Renewals.In(departmentID)
	superseded := map[events.Type][]int64{}
	for _, r := range rows {
		happened := events.Superseded
		if r.Revoked {
			happened = events.Revoked
		}
		superseded[happened] = append(superseded[happened], r.ID)
	}
	for happened, ids := range superseded {
		record := audit.Event{Action: "credential." + string(happened), Details: map[string]any{"reason": string(credentials.Superseded)}}
		if err := s.credentials.RecordTx(ctx, tx, by, record, events.Of(ids, happened)); err != nil {
			return err
		}
	}
	return nil
}
