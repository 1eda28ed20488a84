package billing

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Low is how few credits a department has left in a billing year.
type Low struct {
	Percent     int // the share that was reached: 20, 5 or 0
	Left, Total int
}

// Listener learns what members and programs are told about a department. Its methods run in the transaction of the change, once for each.
type Listener interface {
	SubscriptionChangedTx(ctx context.Context, tx pgx.Tx, departmentID int64, s Subscription) error
	CreditLowTx(ctx context.Context, tx pgx.Tx, departmentID int64, s Subscription, low Low) error
}

// WithListener makes the service tell a listener what happens.
func (s *Service) WithListener(l Listener) *Service {
	s.tell = l
	return s
}

type silent struct{}

func (silent) SubscriptionChangedTx(context.Context, pgx.Tx, int64, Subscription) error { return nil }

func (silent) CreditLowTx(context.Context, pgx.Tx, int64, Subscription, Low) error { return nil }
