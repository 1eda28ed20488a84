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
	ID       int64
	Name     string
	Seats    int    // new recipients in a billing year
	Price    int64  // in the smallest unit of the currency
	Currency string // such as EUR
	Every    string // "month" or "year": how often the price is due
	Features []string
	Offered  bool // to departments that choose a plan; others keep it if they have it
}

// Subscription is the plan of a department.
type Subscription struct {
	Plan         Plan
	State        State
	Start, End   time.Time // of the billing year: its first day, and the day after its last
	PastDueSince *time.Time
	NextPlanID   int64      // of the plan that begins with the next billing year; 0: the same
	CancelAt     *time.Time // the first day on which nothing can be published any more
	CancelReason string
	FundedBy     int64 // the department whose transfers pay for this one; 0: it pays for itself
	Available    int   // credits
	Blocked      bool  // it may not publish
}

// BlockedFrom returns when publishing stops because a payment is overdue, or nil.
func (s Subscription) BlockedFrom() *time.Time {
	if s.PastDueSince == nil {
		return nil
	}
	return new(s.PastDueSince.Add(grace))
}

// Service keeps the ledger. It implements credentials.Credits.
type Service struct {
	pool  *pgxpool.Pool
	q     *db.Queries
	clock clock.Clock
	audit *audit.Log
	tell  Listener

	provider Provider // nil: none
}

// New returns a Service.
func New(pool *pgxpool.Pool, c clock.Clock, log *audit.Log) *Service {
	return &Service{pool: pool, q: db.New(), clock: c, audit: log, tell: silent{}}
}

// account is a locked subscription with what its department can use today.
type account struct {
	db.BillingSubscription
	plan    db.BillingPlan
	before  db.BillingSubscription // as it is stored
	today   time.Time
	buckets []db.BucketsRow
	paid    bool // the credits of the billing year may be granted although it is prepaid
}

func (a *account) available() int {
	n := 0
	for _, b := range a.buckets {
		n += int(b.Quantity - b.Taken)
	}
	return n
}

// total is what is available today, had nothing been used.
func (a *account) total() int {
	n := 0
	for _, b := range a.buckets {
		if b.Kind != "refund" { // of an earlier release: the credit of another bucket
			n += int(b.Quantity - b.Moved)
		}
	}
	return n
}

// take returns the bucket for one credit, which is the one that expires soonest, then the oldest, and how much is taken from it then. The bucket
// is 0 if all are empty.
func (a *account) take() (bucket int64, taken int32) {
	for i := range a.buckets {
		if b := &a.buckets[i]; b.Taken < b.Quantity {
			b.Taken++
			return b.ID, b.Taken
		}
	}
	return 0, 0
}

func (a *account) hash(c credentials.Charge) []byte {
	address := c.Recipient
	if address == "" { // a recipient without an address is nobody else's
		address = fmt.Sprint("#", c.CredentialID)
	}
	sum := sha256.Sum256(append(append([]byte{}, a.Salt...), address...))
	return sum[:]
}

func (a *account) subscription(now time.Time) Subscription {
	return Subscription{
		Plan: planOf(a.plan), State: State(a.State), Start: a.PeriodStart, End: a.PeriodEnd, PastDueSince: a.PastDueSince, NextPlanID: pg.OrZero(a.NextPlanID),
		CancelAt: a.CancelAt, CancelReason: a.CancelReason, FundedBy: pg.OrZero(a.FundedBy), Available: a.available(), Blocked: a.blocked(now),
	}
}

// blocked reports whether the department may not issue, whatever it has left.
func (a *account) blocked(now time.Time) bool {
	return State(a.State) == Paused || a.today.Before(a.PeriodStart) || !a.today.Before(a.PeriodEnd) || a.ended() ||
		a.PastDueSince != nil && now.Sub(*a.PastDueSince) >= grace
}

// ended reports whether a cancellation is in effect.
func (a *account) ended() bool { return a.CancelAt != nil && !a.today.Before(*a.CancelAt) }

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
	a := &account{BillingSubscription: row.BillingSubscription, plan: row.BillingPlan, before: row.BillingSubscription}
	a.today = clock.Today(s.clock, credentials.Location(row.TimeZone))
	if err := s.readBucketsTx(ctx, tx, a); err != nil {
		return nil, err
	}
	if err := s.catchUpTx(ctx, tx, a); err != nil {
		return nil, err
	}
	return a, nil
}

// catchUpTx lets a cancellation take effect, or begins the next billing year with the plan that was chosen for it, if it is time.
func (s *Service) catchUpTx(ctx context.Context, tx pgx.Tx, a *account) error {
	renews := State(a.State) == Active || State(a.State) == PastDue
	switch {
	case !renews:
		return nil
	case a.ended():
		a.State, a.PastDueSince = string(Cancelled), nil
	case a.today.Before(a.PeriodEnd):
		return nil
	default:
		a.PeriodStart, a.PeriodEnd = yearOf(a.AnchorOn, a.today)
		a.WarnedPercent = nil
		if a.NextPlanID != nil {
			plan, err := s.q.PlanByID(ctx, tx, *a.NextPlanID)
			if err != nil {
				return fmt.Errorf("read next plan: %w", err)
			}
			a.plan, a.NextPlanID = plan, nil
		}
	}
	return s.saveTx(ctx, tx, a)
}

func (s *Service) readBucketsTx(ctx context.Context, tx pgx.Tx, a *account) (err error) {
	if a.buckets, err = s.q.Buckets(ctx, tx, db.BucketsParams{DepartmentID: a.DepartmentID, Today: a.today}); err != nil {
		return fmt.Errorf("read buckets: %w", err)
	}
	return nil
}

// saveTx stores a subscription if it changed, tells that, and grants what its plan has in the billing year beyond what was granted.
func (s *Service) saveTx(ctx context.Context, tx pgx.Tx, a *account) error {
	a.PlanID = a.plan.ID
	if a.same() { // the plan may have become larger
		return s.grantPlanTx(ctx, tx, a)
	}
	err := s.q.SubscriptionSave(ctx, tx, db.SubscriptionSaveParams{
		DepartmentID: a.DepartmentID, PlanID: a.PlanID, State: a.State, AnchorOn: a.AnchorOn, PeriodStart: a.PeriodStart, PeriodEnd: a.PeriodEnd,
		PastDueSince: a.PastDueSince, Salt: a.Salt, NextPlanID: a.NextPlanID, CancelAt: a.CancelAt, CancelReason: a.CancelReason,
		WarnedPercent: a.WarnedPercent, FundedBy: a.FundedBy, Prepaid: a.Prepaid, Now: s.clock.Now(),
	})
	if err != nil {
		return fmt.Errorf("save subscription: %w", err)
	}
	a.before = a.BillingSubscription
	if err := s.grantPlanTx(ctx, tx, a); err != nil {
		return err
	}
	return s.tell.SubscriptionChangedTx(ctx, tx, a.DepartmentID, a.subscription(s.clock.Now()))
}

// same reports whether the subscription is as it is stored.
func (a *account) same() bool {
	b := a.before
	return a.PlanID == b.PlanID && a.State == b.State && a.AnchorOn.Equal(b.AnchorOn) && a.PeriodStart.Equal(b.PeriodStart) && a.PeriodEnd.Equal(b.PeriodEnd) &&
		sameTime(a.PastDueSince, b.PastDueSince) && pg.OrZero(a.NextPlanID) == pg.OrZero(b.NextPlanID) && sameTime(a.CancelAt, b.CancelAt) &&
		a.CancelReason == b.CancelReason && pg.OrZero(a.FundedBy) == pg.OrZero(b.FundedBy) && a.Prepaid == b.Prepaid
}

func sameTime(a, b *time.Time) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Equal(*b)
}

// grantPlanTx grants the credits of the plan for the billing year, once. A department that another one pays for gets none, and one that pays before it
// uses them gets them when it has paid.
func (s *Service) grantPlanTx(ctx context.Context, tx pgx.Tx, a *account) error {
	if a.FundedBy != nil || a.Prepaid && !a.paid {
		return s.readBucketsTx(ctx, tx, a)
	}
	granted, err := s.q.PlanGranted(ctx, tx, db.PlanGrantedParams{DepartmentID: a.DepartmentID, PeriodStart: a.PeriodStart})
	if err != nil {
		return fmt.Errorf("read grants: %w", err)
	}
	more := int64(a.plan.Seats) - granted
	if more <= 0 {
		return s.readBucketsTx(ctx, tx, a)
	}
	err = s.addTx(ctx, tx, access.Actor{}, db.EntryAddParams{
		DepartmentID: a.DepartmentID, Kind: "grant", FromAccount: "plan", ToAccount: "available", Quantity: int32(more), //nolint:gosec // at most the seats
		PeriodStart: a.PeriodStart, ExpiresOn: &a.PeriodEnd,
	})
	if err != nil {
		return err
	}
	return s.readBucketsTx(ctx, tx, a)
}

func (s *Service) addTx(ctx context.Context, tx pgx.Tx, by access.Actor, e db.EntryAddParams) error {
	e.UserID, e.ApiKeyID, e.System, e.Now = pg.OrNull(by.UserID), pg.OrNull(by.APIKeyID), pg.OrNull(string(by.System)), s.clock.Now()
	if err := s.q.EntryAdd(ctx, tx, e); err != nil {
		return fmt.Errorf("add credit entry: %w", err)
	}
	return nil
}
