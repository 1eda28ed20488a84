package credentials

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials/internal/db"
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

// Credits decides whether a department can pay. Each method runs in the transaction of the change it pays for, and serialises the
// payments of a department, so that no credit is spent twice.
type Credits interface {
	// SpendTx pays for credentials in their order and returns those for which no credit is left. The transaction may insert them later.
	SpendTx(ctx context.Context, tx pgx.Tx, departmentID int64, charges []Charge) (unpaid []int64, err error)
	// RefundTx refunds what SpendTx took for credentials, each of which is listed once. What a recipient's other credentials need stays
	// paid.
	RefundTx(ctx context.Context, tx pgx.Tx, departmentID int64, charges []Charge) error
	// QuoteTx returns what SpendTx would take for recipients.
	QuoteTx(ctx context.Context, tx pgx.Tx, departmentID int64, recipients []string) (Quote, error)
	// ExtendTx pays for moving the last day of an issued credential. Nil means that it never expires. It returns ErrExpiryCredits.
	ExtendTx(ctx context.Context, tx pgx.Tx, departmentID int64, charge Charge, from, to *time.Time) error
}

// Unlimited is used by an installation without billing.
type Unlimited struct{}

// SpendTx accepts all credentials.
func (Unlimited) SpendTx(context.Context, pgx.Tx, int64, []Charge) ([]int64, error) { return nil, nil }

// RefundTx does nothing.
func (Unlimited) RefundTx(context.Context, pgx.Tx, int64, []Charge) error { return nil }

// QuoteTx returns a price of zero.
func (Unlimited) QuoteTx(context.Context, pgx.Tx, int64, []string) (Quote, error) {
	return Quote{}, nil
}

// ExtendTx accepts every last day.
func (Unlimited) ExtendTx(context.Context, pgx.Tx, int64, Charge, *time.Time, *time.Time) error {
	return nil
}

// WithCredits makes the service require credits. Without it, issuing is free.
func (s *Service) WithCredits(credits Credits) *Service {
	s.credits = credits
	return s
}

// TakeBackTx revokes credentials as issued in error, before anybody was notified, and refunds their credits. List each once. It returns
// the revoked ones; the others were deleted meanwhile.
func (s *Service) TakeBackTx(ctx context.Context, tx pgx.Tx, by access.Actor, ids []int64) ([]int64, error) {
	stood, err := s.SetStatusTx(ctx, tx, by, ids, StatusChange{To: Revoked, Reason: string(IssuedInError)})
	if err != nil {
		return nil, err
	}
	gone := slices.Concat(stood.Changed, stood.Unchanged)
	rows, err := s.s.q.CredentialCharges(ctx, tx, db.CredentialChargesParams{DepartmentID: by.DepartmentID, Ids: gone})
	if err != nil {
		return nil, fmt.Errorf("read whom credentials are for: %w", err)
	}
	charges := make([]Charge, len(rows))
	for i, r := range rows {
		charges[i] = Charge{r.ID, r.RecipientAddress}
	}
	if err := s.credits.RefundTx(ctx, tx, by.DepartmentID, charges); err != nil {
		return nil, fmt.Errorf("give credits back: %w", err)
	}
	return gone, nil
}

// extendTx pays for a new last day of an issued credential.
func (s *Service) extendTx(ctx context.Context, tx pgx.Tx, before, after Credential) error {
	if before.Test || !before.State.Issued() || date(before.ExpiredOn) == date(after.ExpiredOn) {
		return nil
	}
	charge := Charge{before.ID, lower(before.Recipient.Email)}
	return s.credits.ExtendTx(ctx, tx, before.DepartmentID, charge, before.ExpiredOn, after.ExpiredOn)
}
