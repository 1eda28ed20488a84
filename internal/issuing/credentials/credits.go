package credentials

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
)

// Charge is a credential that may cost its department a credit.
type Charge struct {
	CredentialID int64
	Recipient    string // the address in lower case: one recipient costs once in a period, however many credentials they get
}

// Quote is the price of issuing.
type Quote struct {
	Used int  // credits
	Left *int // nil where nothing is counted
}

// Credits decides whether the department of an actor can pay. Each method runs in the transaction of the change it pays for, and serialises the
// payments of a department, so that no credit is spent twice.
type Credits interface {
	// SpendTx pays for credentials in their order and returns those for which no credit is left. The transaction may insert them later.
	SpendTx(ctx context.Context, tx pgx.Tx, by access.Actor, charges []Charge) (unpaid []int64, err error)
	// RefundTx refunds what SpendTx took for credentials, each of which is listed once. What a recipient's other credentials need stays
	// paid.
	RefundTx(ctx context.Context, tx pgx.Tx, by access.Actor, charges []Charge) error
	// QuoteTx returns what SpendTx would take for recipients.
	QuoteTx(ctx context.Context, tx pgx.Tx, departmentID int64, recipients []string) (Quote, error)
	// ExtendTx pays for moving the last day of an issued credential. Nil means that it never expires. It returns ErrExpiryCredits.
	ExtendTx(ctx context.Context, tx pgx.Tx, by access.Actor, charge Charge, from, to *time.Time) error
}

// Unlimited is used by an installation without billing.
type Unlimited struct{}

// SpendTx accepts all credentials.
func (Unlimited) SpendTx(context.Context, pgx.Tx, access.Actor, []Charge) ([]int64, error) {
	return nil, nil
}

// RefundTx does nothing.
func (Unlimited) RefundTx(context.Context, pgx.Tx, access.Actor, []Charge) error { return nil }

// QuoteTx returns a price of zero.
func (Unlimited) QuoteTx(context.Context, pgx.Tx, int64, []string) (Quote, error) {
	return Quote{}, nil
}

// ExtendTx accepts every last day.
func (Unlimited) ExtendTx(context.Context, pgx.Tx, access.Actor, Charge, *time.Time, *time.Time) error {
	return nil
}
