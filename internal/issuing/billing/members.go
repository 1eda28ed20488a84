package billing

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/billing/internal/db"
	"laurel/internal/platform/pg"
)

// Provider is the payment provider through which members change what they pay for. It acts outside of transactions, and the change arrives by
// PlanChangeTx, ActivateTx, CancelTx or ResumeTx.
type Provider interface {
	// ChangePlan asks for another plan. redirect is where the member pays or confirms it; "" if there is nothing to do there.
	ChangePlan(ctx context.Context, by access.Actor, to Plan) (redirect string, err error)
	Cancel(ctx context.Context, by access.Actor, c Cancellation) error
	Resume(ctx context.Context, by access.Actor) error
}

// WithProvider makes members change plans through a payment provider. Without one their changes take effect by themselves.
func (s *Service) WithProvider(p Provider) *Service {
	s.provider = p
	return s
}

// Offers are the plans that a department can choose, with its subscription.
type Offers struct {
	Plans        []Plan
	Subscription *Subscription // nil: none
}

// Offers returns the plans for the actor's department, from the smallest to the largest.
func (s *Service) Offers(ctx context.Context, by access.Actor) (out Offers, err error) {
	if err := by.Require(access.ViewBilling); err != nil {
		return out, err
	}
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		sub, err := s.SubscriptionTx(ctx, tx, by)
		switch {
		case errors.Is(err, ErrNoSubscription):
			out.Subscription = nil
		case err != nil:
			return err
		default:
			out.Subscription = &sub
		}
		rows, err := s.q.PlansOffered(ctx, tx, db.PlansOfferedParams{PlanID: sub.Plan.ID, NextPlanID: sub.NextPlanID})
		out.Plans = make([]Plan, len(rows))
		for i, row := range rows {
			out.Plans[i] = planOf(row)
		}
		return wrap("list plans", err)
	})
	return out, err
}

// Subscription returns the subscription of the actor's department, or ErrNoSubscription.
func (s *Service) Subscription(ctx context.Context, by access.Actor) (out Subscription, err error) {
	if err := by.Require(access.ViewBilling); err != nil {
		return out, err
	}
	return s.read(ctx, by)
}

func (s *Service) read(ctx context.Context, by access.Actor) (out Subscription, err error) {
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		out, err = s.SubscriptionTx(ctx, tx, by)
		return err
	})
	return out, err
}

// Choice is what choosing a plan led to.
type Choice struct {
	Subscription Subscription
	Change       PlanChange
	Redirect     string // where the member pays or confirms; "" if nothing is left to do
}

// ChoosePlan changes the plan of the actor's department, or begins its subscription at the payment provider. Without a provider only the operator
// begins one. It returns ErrNoPlan, also for a plan that is not offered, ErrNoSubscription, ErrFunded and ErrEnded.
func (s *Service) ChoosePlan(ctx context.Context, by access.Actor, planID int64) (out Choice, err error) {
	if err := by.Require(access.ManageBilling); err != nil {
		return out, err
	}
	var to Plan
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		sub, err := s.SubscriptionTx(ctx, tx, by)
		if err != nil && !errors.Is(err, ErrNoSubscription) {
			return err
		}
		none := err != nil
		if to, err = s.PlanTx(ctx, tx, planID); err != nil {
			return err
		}
		switch {
		case !to.Offered && to.ID != sub.Plan.ID:
			return ErrNoPlan
		case sub.FundedBy != 0:
			return ErrFunded
		case s.provider != nil:
			return nil
		case none:
			return ErrNoSubscription
		}
		if out.Change, err = s.PlanChangeTx(ctx, tx, by, planID); err != nil {
			return err
		}
		out.Subscription, err = s.SubscriptionTx(ctx, tx, by)
		return err
	})
	if err != nil || s.provider == nil {
		return out, err
	}
	if out.Redirect, err = s.provider.ChangePlan(ctx, by, to); err != nil {
		return out, err
	}
	out.Change.To = to
	if out.Subscription, err = s.read(ctx, by); errors.Is(err, ErrNoSubscription) { // it begins when it is paid
		return out, nil
	}
	out.Change.Now = out.Subscription.Plan.ID == to.ID
	return out, err
}

// Cancel ends the subscription of the actor's department when its billing year ends, and returns it. Credentials stay as they are. It returns field
// errors, ErrNoSubscription and ErrFunded.
func (s *Service) Cancel(ctx context.Context, by access.Actor, reason string) (Subscription, error) {
	c := Cancellation{Reason: reason}
	return s.end(ctx, by, func(tx pgx.Tx) error {
		_, err := s.CancelTx(ctx, tx, by, c)
		return err
	}, func() error { return s.provider.Cancel(ctx, by, c) })
}

// Resume takes back a cancellation that is not yet in effect. It returns ErrNoSubscription, ErrFunded and ErrEnded.
func (s *Service) Resume(ctx context.Context, by access.Actor) (Subscription, error) {
	return s.end(ctx, by, func(tx pgx.Tx) error { return s.ResumeTx(ctx, tx, by) }, func() error { return s.provider.Resume(ctx, by) })
}

// end changes when the subscription ends, here and at the provider.
func (s *Service) end(ctx context.Context, by access.Actor, here func(pgx.Tx) error, there func() error) (out Subscription, err error) {
	if err := by.Require(access.ManageBilling); err != nil {
		return out, err
	}
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if out, err = s.SubscriptionTx(ctx, tx, by); err != nil {
			return err
		}
		if out.FundedBy != 0 {
			return ErrFunded
		}
		if err := here(tx); err != nil {
			return err
		}
		out, err = s.SubscriptionTx(ctx, tx, by)
		return err
	})
	if err == nil && s.provider != nil {
		err = there()
	}
	return out, err
}

// Proration is what changing a plan costs now, by the share of the billing year that is left.
type Proration struct {
	From, To Plan
	On       time.Time // the first day of the new plan
	Now      bool
	Due      int64 // in the smallest unit of the currency; 0 for a change that comes later
}

// Prorate previews changing the plan of the actor's department. It returns ErrNoPlan, ErrNoSubscription and ErrEnded.
func (s *Service) Prorate(ctx context.Context, by access.Actor, planID int64) (out Proration, err error) {
	if err := by.Require(access.ViewBilling); err != nil {
		return out, err
	}
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		a, err := s.lockTx(ctx, tx, by.DepartmentID)
		if err != nil {
			return err
		}
		to, err := s.PlanTx(ctx, tx, planID)
		if err != nil {
			return err
		}
		if a.ended() || !a.today.Before(a.PeriodEnd) {
			return ErrEnded
		}
		out = Proration{From: planOf(a.plan), To: to, On: a.PeriodEnd}
		if to.ID != a.plan.ID && Upgrades(out.From, to) {
			out.On, out.Now = a.today, true
			out.Due = share(to.yearly()-out.From.yearly(), a.PeriodEnd.Sub(a.today), a.PeriodEnd.Sub(a.PeriodStart))
		}
		return nil
	})
	return out, err
}

// share returns the part of a price for a part of the time, rounded to the nearest unit.
func share(price int64, part, whole time.Duration) int64 {
	days, all := int64(part/(24*time.Hour)), int64(whole/(24*time.Hour))
	return max(0, (2*price*days+all)/(2*all))
}
