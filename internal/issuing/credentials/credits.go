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

// Quote is what issuing would cost.
type Quote struct {
	Used int  // credits
	Left *int // nil where nothing is counted
}

// Credits decides whether a department can pay. Each method runs in the transaction of the change that it pays for, and makes
// others who spend of the same department wait, so that no credit is spent twice.
type Credits interface {
	// SpendTx pays for credentials in their order, and returns those that no credit is left for. The transaction may add them later.
	SpendTx(ctx context.Context, tx pgx.Tx, departmentID int64, charges []Charge) (unpaid []int64, err error)
	// RefundTx gives back what SpendTx took for credentials; each is named once. What a recipient's other credentials need stays paid.
	RefundTx(ctx context.Context, tx pgx.Tx, departmentID int64, charges []Charge) error
	// QuoteTx tells what SpendTx would take for recipients.
	QuoteTx(ctx context.Context, tx pgx.Tx, departmentID int64, recipients []string) (Quote, error)
	// ExtendTx pays for an issued credential whose last day moves; nil is never. It refuses with ErrExpiryCredits.
	ExtendTx(ctx context.Context, tx pgx.Tx, departmentID int64, charge Charge, from, to *time.Time) error
}

// Unlimited is how an installation without billing issues.
type Unlimited struct{}

// SpendTx pays for all.
func (Unlimited) SpendTx(context.Context, pgx.Tx, int64, []Charge) ([]int64, error) { return nil, nil }

// RefundTx has nothing to give back.
func (Unlimited) RefundTx(context.Context, pgx.Tx, int64, []Charge) error { return nil }

// QuoteTx asks for nothing.
func (Unlimited) QuoteTx(context.Context, pgx.Tx, int64, []string) (Quote, error) {
	return Quote{}, nil
}

// ExtendTx allows every last day.
func (Unlimited) ExtendTx(context.Context, pgx.Tx, int64, Charge, *time.Time, *time.Time) error {
	return nil
}

// WithCredits makes the service ask credits before it issues; without it nothing is counted.
func (s *Service) WithCredits(credits Credits) *Service {
	s.credits = credits
	return s
}

// TakeBackTx revokes credentials that nobody was told of as issued in error, and gives back the credits that they took: name each
// once. It tells which were taken back; the others were deleted meanwhile.
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

// extendTx asks to pay for a new last day of what is issued.
func (s *Service) extendTx(ctx context.Context, tx pgx.Tx, before, after Credential) error {
	if before.Test || !before.State.Issued() || date(before.ExpiredOn) == date(after.ExpiredOn) {
		return nil
	}
	charge := Charge{before.ID, lower(before.Recipient.Email)}
	return s.credits.ExtendTx(ctx, tx, before.DepartmentID, charge, before.ExpiredOn, after.ExpiredOn)
}
