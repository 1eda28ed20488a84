package billing

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/billing/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// Cancellation is how a subscription ends.
type Cancellation struct {
	Now    bool   // otherwise when the billing year ends that was paid for
	Reason string // at most 1000 characters
}

// PlanChange is what changing the plan did.
type PlanChange struct {
	From, To Plan
	On       time.Time // the first day of the new plan
	Now      bool      // it is in effect; otherwise the billing year ends with the old plan
}

// Upgrades reports whether a change from one plan to another takes effect at once: it has more credits, or as many for a higher price.
func Upgrades(from, to Plan) bool {
	return to.Seats > from.Seats || to.Seats == from.Seats && to.yearly() > from.yearly()
}

// yearly is the price of a year.
func (p Plan) yearly() int64 {
	if p.Every == "month" {
		return 12 * p.Price
	}
	return p.Price
}

// PlanTx returns a plan by its ID, or ErrNoPlan.
func (s *Service) PlanTx(ctx context.Context, tx pgx.Tx, planID int64) (Plan, error) {
	row, err := s.planTx(ctx, tx, planID)
	return planOf(row), err
}

func (s *Service) planTx(ctx context.Context, tx pgx.Tx, planID int64) (db.BillingPlan, error) {
	row, err := s.q.PlanByID(ctx, tx, planID)
	if pg.NoRows(err) {
		return db.BillingPlan{}, ErrNoPlan
	}
	return row, wrap("read plan", err)
}

// SubscriptionTx returns the subscription of the actor's department, or ErrNoSubscription.
func (s *Service) SubscriptionTx(ctx context.Context, tx pgx.Tx, by access.Actor) (Subscription, error) {
	a, err := s.lockTx(ctx, tx, by.DepartmentID)
	if err != nil {
		return Subscription{}, err
	}
	return a.subscription(s.clock.Now()), nil
}

// ActivateTx records that the actor's department pays for a plan: it begins a subscription or makes one active again, grants the credits of the
// plan once per billing year, and ends past due. One that had ended begins a new billing year today. From then on the credits of each billing year
// come with its ActivateTx. It returns ErrNoPlan.
func (s *Service) ActivateTx(ctx context.Context, tx pgx.Tx, by access.Actor, planID int64) error {
	a, err := s.lockTx(ctx, tx, by.DepartmentID)
	if errors.Is(err, ErrNoSubscription) {
		a, err = s.beginTx(ctx, tx, by.DepartmentID)
	}
	if err != nil {
		return err
	}
	if a.plan.ID != planID {
		if a.plan, err = s.planTx(ctx, tx, planID); err != nil {
			return err
		}
		a.NextPlanID = nil
	}
	if a.ended() || !a.today.Before(a.PeriodEnd) {
		a.restart(a.today)
	}
	a.setState(Active)
	a.Prepaid, a.paid = true, true
	return s.recordTx(ctx, tx, by, a)
}

// PastDueTx records that a payment is overdue. Publishing stops 14 days after since. It returns ErrNoSubscription. A subscription that is cancelled
// or paused stays so.
func (s *Service) PastDueTx(ctx context.Context, tx pgx.Tx, by access.Actor, since time.Time) error {
	a, err := s.lockTx(ctx, tx, by.DepartmentID)
	if err != nil || State(a.State) != Active && State(a.State) != Trialing {
		return err
	}
	a.State, a.PastDueSince = string(PastDue), &since
	return s.recordTx(ctx, tx, by, a)
}

// CancelTx ends the subscription of the actor's department, now or when the billing year ends, and returns the first day without it. Credentials stay
// as they are. It returns field errors and ErrNoSubscription.
func (s *Service) CancelTx(ctx context.Context, tx pgx.Tx, by access.Actor, c Cancellation) (time.Time, error) {
	if c.Reason = strings.TrimSpace(c.Reason); utf8.RuneCountInString(c.Reason) > 1000 {
		return time.Time{}, errs.Field("reason", "too_long")
	}
	a, err := s.lockTx(ctx, tx, by.DepartmentID)
	if err != nil {
		return time.Time{}, err
	}
	at := a.PeriodEnd
	if c.Now {
		at = a.today
	}
	if a.CancelAt == nil || at.Before(*a.CancelAt) {
		a.CancelAt, a.CancelReason, a.NextPlanID = &at, c.Reason, nil
	}
	if a.ended() {
		a.State, a.PastDueSince = string(Cancelled), nil
	}
	return *a.CancelAt, s.recordTx(ctx, tx, by, a)
}

// ResumeTx takes back a cancellation that is not yet in effect. It returns ErrNoSubscription and ErrEnded.
func (s *Service) ResumeTx(ctx context.Context, tx pgx.Tx, by access.Actor) error {
	a, err := s.lockTx(ctx, tx, by.DepartmentID)
	if err != nil {
		return err
	}
	if a.ended() || !a.today.Before(a.PeriodEnd) {
		return ErrEnded
	}
	a.CancelAt, a.CancelReason = nil, ""
	if State(a.State) == Cancelled {
		a.State = string(Active)
	}
	return s.recordTx(ctx, tx, by, a)
}

// PlanChangeTx changes the plan of the actor's department: an upgrade now, with the credits that it has more; anything else when the billing year
// ends. Choosing the present plan takes a change back that is not yet in effect. It returns ErrNoPlan, ErrNoSubscription and ErrEnded.
func (s *Service) PlanChangeTx(ctx context.Context, tx pgx.Tx, by access.Actor, planID int64) (PlanChange, error) {
	a, err := s.lockTx(ctx, tx, by.DepartmentID)
	if err != nil {
		return PlanChange{}, err
	}
	to, err := s.planTx(ctx, tx, planID)
	if err != nil {
		return PlanChange{}, err
	}
	if a.ended() || !a.today.Before(a.PeriodEnd) {
		return PlanChange{}, ErrEnded
	}
	change := PlanChange{From: planOf(a.plan), To: planOf(to), On: a.today, Now: true}
	switch {
	case to.ID == a.plan.ID:
		a.NextPlanID = nil
	case Upgrades(change.From, change.To):
		a.plan, a.NextPlanID = to, nil
	default:
		a.NextPlanID, change.On, change.Now = &to.ID, a.PeriodEnd, false
	}
	return change, s.recordTx(ctx, tx, by, a)
}

// setState sets the state of a subscription that the operator or a payment decides.
func (a *account) setState(state State) {
	a.State = string(state)
	switch state {
	case Cancelled:
		if a.CancelAt == nil {
			a.CancelAt = &a.PeriodEnd
		}
	case Active, Trialing:
		if a.CancelAt != nil && (a.ended() || a.before.State == string(Cancelled)) {
			a.CancelAt, a.CancelReason = nil, ""
		}
	}
	if state != PastDue {
		a.PastDueSince = nil
	}
}

// restart begins the first of a new series of billing years.
func (a *account) restart(day time.Time) {
	a.AnchorOn, a.WarnedPercent = day, nil
	a.PeriodStart, a.PeriodEnd = yearOf(day, a.today)
	a.CancelAt, a.CancelReason = nil, ""
}

// recordTx stores a subscription and records that it changed.
func (s *Service) recordTx(ctx context.Context, tx pgx.Tx, by access.Actor, a *account) error {
	a.PlanID = a.plan.ID
	changed := !a.same()
	if err := s.saveTx(ctx, tx, a); err != nil || !changed {
		return err
	}
	details := map[string]any{"plan": a.plan.Name, "state": a.State, "period_start": a.PeriodStart.Format(time.DateOnly), "period_end": a.PeriodEnd.Format(time.DateOnly)}
	if a.CancelAt != nil {
		details["cancel_at"], details["reason"] = a.CancelAt.Format(time.DateOnly), a.CancelReason
	}
	if a.NextPlanID != nil {
		details["next_plan_id"] = *a.NextPlanID
	}
	err := s.audit.RecordTx(ctx, tx, by, audit.Event{
		Action: "billing.subscription_changed", ObjectKind: "department", ObjectID: by.DepartmentID, Details: details,
	})
	if err != nil {
		return fmt.Errorf("record change of subscription: %w", err)
	}
	return nil
}
