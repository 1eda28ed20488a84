// Package billing counts what departments issue: plans, subscriptions, and a ledger of credits. An installation uses it only if its operator
// turns billing on; pages for recipients never do.
package billing

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/billing/internal/db"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/pg"
)

// State is the state of a subscription.
type State string

// The states of subscriptions.
const (
	Trialing  State = "trialing"
	Active    State = "active"
	PastDue   State = "past_due"
	Cancelled State = "cancelled"
	Paused    State = "paused"
)

// grace is how long a department can publish while a payment is overdue.
const grace = 14 * 24 * time.Hour

// Plan is what a department can subscribe to.
type Plan struct {
	Name     string
	Seats    int    // new recipients in a billing year
	Price    int64  // in the smallest unit of the currency
	Currency string // such as EUR
	Every    string // "month" or "year": how often the price is due
	Features []string
}

// Subscription is the plan of a department.
type Subscription struct {
	Plan         Plan
	State        State
	Start, End   time.Time // of the billing year: its first day, and the day after its last
	PastDueSince *time.Time
}

// Service keeps the ledger. It implements credentials.Credits.
type Service struct {
	pool  *pgxpool.Pool
	q     *db.Queries
	clock clock.Clock
	audit *audit.Log
}

// New returns a Service.
func New(pool *pgxpool.Pool, c clock.Clock, log *audit.Log) *Service {
	return &Service{pool, db.New(), c, log}
}

// account is a locked subscription with what its department can use today.
type account struct {
	db.BillingSubscription
	plan    db.BillingPlan
	today   time.Time
	buckets []db.BucketsRow
}

func (a *account) available() int {
	n := 0
	for _, b := range a.buckets {
		n += int(b.Available)
	}
	return n
}

// take returns the bucket for one credit: the one that expires soonest, then the oldest. It returns 0 if all are empty.
func (a *account) take() int64 {
	for i := range a.buckets {
		if b := &a.buckets[i]; b.Available > 0 {
			b.Available--
			return b.ID
		}
	}
	return 0
}

func (a *account) hash(c credentials.Charge) []byte {
	address := c.Recipient
	if address == "" { // a recipient without an address is nobody else's
		address = fmt.Sprint("#", c.CredentialID)
	}
	sum := sha256.Sum256(append(append([]byte{}, a.Salt...), address...))
	return sum[:]
}

// blocked reports whether the department may not issue, whatever it has left.
func (a *account) blocked(now time.Time) bool {
	return State(a.State) == Paused || a.today.Before(a.PeriodStart) || !a.today.Before(a.PeriodEnd) ||
		a.PastDueSince != nil && now.Sub(*a.PastDueSince) >= grace
}

// lockTx locks the subscription of a department until the end of the transaction, and begins the next billing year if it is time. It returns
// ErrNoSubscription.
func (s *Service) lockTx(ctx context.Context, tx pgx.Tx, departmentID int64) (*account, error) {
	row, err := s.q.SubscriptionLock(ctx, tx, departmentID)
	switch {
	case pg.NoRows(err):
		return nil, ErrNoSubscription
	case err != nil:
		return nil, fmt.Errorf("lock subscription: %w", err)
	}
	a := &account{BillingSubscription: row.BillingSubscription, plan: row.BillingPlan}
	a.today = clock.Today(s.clock, credentials.Location(row.TimeZone))
	if renews := State(a.State) == Active || State(a.State) == PastDue; renews && !a.today.Before(a.PeriodEnd) {
		a.PeriodStart, a.PeriodEnd = yearOf(a.AnchorOn, a.today)
		if err := s.saveTx(ctx, tx, a); err != nil {
			return nil, err
		}
	}
	if err := s.readBucketsTx(ctx, tx, a); err != nil {
		return nil, err
	}
	return a, nil
}

func (s *Service) readBucketsTx(ctx context.Context, tx pgx.Tx, a *account) (err error) {
	if a.buckets, err = s.q.Buckets(ctx, tx, db.BucketsParams{DepartmentID: a.DepartmentID, Today: a.today}); err != nil {
		return fmt.Errorf("read buckets: %w", err)
	}
	return nil
}

// saveTx stores a subscription and grants what its plan has in the billing year beyond what was granted.
func (s *Service) saveTx(ctx context.Context, tx pgx.Tx, a *account) error {
	err := s.q.SubscriptionSave(ctx, tx, db.SubscriptionSaveParams{
		DepartmentID: a.DepartmentID, PlanID: a.plan.ID, State: a.State, AnchorOn: a.AnchorOn, PeriodStart: a.PeriodStart, PeriodEnd: a.PeriodEnd,
		PastDueSince: a.PastDueSince, Salt: a.Salt, Now: s.clock.Now(),
	})
	if err != nil {
		return fmt.Errorf("save subscription: %w", err)
	}
	granted, err := s.q.PlanGranted(ctx, tx, db.PlanGrantedParams{DepartmentID: a.DepartmentID, PeriodStart: a.PeriodStart})
	if err != nil {
		return fmt.Errorf("read grants: %w", err)
	}
	more := int64(a.plan.Seats) - granted
	if more <= 0 {
		return nil
	}
	return s.addTx(ctx, tx, access.Actor{}, db.EntryAddParams{
		DepartmentID: a.DepartmentID, Kind: "grant", FromAccount: "plan", ToAccount: "available", Quantity: int32(more), //nolint:gosec // at most the seats
		PeriodStart: a.PeriodStart, ExpiresOn: &a.PeriodEnd,
	})
}

func (s *Service) addTx(ctx context.Context, tx pgx.Tx, by access.Actor, e db.EntryAddParams) error {
	e.UserID, e.ApiKeyID, e.System, e.Now = pg.OrNull(by.UserID), pg.OrNull(by.APIKeyID), pg.OrNull(string(by.System)), s.clock.Now()
	if err := s.q.EntryAdd(ctx, tx, e); err != nil {
		return fmt.Errorf("add credit entry: %w", err)
	}
	return nil
}
