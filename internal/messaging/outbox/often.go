package outbox

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/messaging/outbox/internal/db"
	"laurel/internal/platform/errs"
)

// How often one credential is mailed to its recipient, the first time included.
const (
	mostDeliveries = 3
	deliveryWindow = time.Hour
)

// ErrTooOften says that a credential was mailed to its recipient as often as may be within an hour; its retry_after says in how
// many seconds it can be again.
var ErrTooOften = errs.New(errs.TooMany, "mail.too_often")

// TooOftenTx reports which of some credentials must not be mailed again yet, and why. Who mails one of them waits for whoever else
// does until the transaction ends.
func (s *Service) TooOftenTx(ctx context.Context, tx pgx.Tx, departmentID int64, credentialIDs []int64) (map[int64]error, error) {
	if len(credentialIDs) == 1 {
		if err := s.q.MailLockCredential(ctx, tx, credentialIDs[0]); err != nil {
			return nil, fmt.Errorf("lock mails of credential: %w", err)
		}
	}
	now := s.clock.Now()
	rows, err := s.q.MailDeliveriesSince(ctx, tx, db.MailDeliveriesSinceParams{
		CredentialIds: credentialIDs, DepartmentID: &departmentID, Since: now.Add(-deliveryWindow),
	})
	if err != nil {
		return nil, fmt.Errorf("count deliveries: %w", err)
	}
	out := map[int64]error{}
	for _, r := range rows {
		if r.Count >= mostDeliveries {
			left := r.FirstAt.Add(deliveryWindow).Sub(now)
			out[r.CredentialID] = ErrTooOften.With("retry_after", max(1, int((left+time.Second-1)/time.Second))).With("max", mostDeliveries)
		}
	}
	return out, nil
}
