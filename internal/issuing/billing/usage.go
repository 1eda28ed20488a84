package billing

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/billing/internal/db"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/pg"
)

// leastDays is how many days of a billing year a forecast needs.
const leastDays = 7

// Usage is how a department uses its credits in the billing year.
type Usage struct {
	Subscription
	Used, Total int // Total is what was there in the year, without what was given to others
	Level       *int
	Months      []Month
	Forecast    *Forecast // nil: too early to tell
	Departments []Allowance
}

// Month is what was used in a month.
type Month struct {
	First time.Time
	Used  int
}

// Forecast is what will be used in the billing year at the present pace.
type Forecast struct {
	Expected  int
	RunsOutOn *time.Time // nil: not before the year ends
}

// Usage returns the usage of the actor's department. It returns ErrNoSubscription.
func (s *Service) Usage(ctx context.Context, by access.Actor) (out Usage, err error) {
	if err := by.Require(access.ViewBilling); err != nil {
		return out, err
	}
	var today time.Time
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		a, err := s.lockTx(ctx, tx, by.DepartmentID)
		if err != nil {
			return err
		}
		zone, err := s.q.DepartmentZone(ctx, tx, by.DepartmentID)
		if err != nil {
			return wrap("read time zone", err)
		}
		rows, err := s.q.UsageMonths(ctx, tx, db.UsageMonthsParams{
			DepartmentID: by.DepartmentID, PeriodStart: a.PeriodStart, Zone: credentials.Location(zone).String(),
		})
		if err != nil {
			return wrap("count used credits", err)
		}
		for _, r := range rows {
			out.Months, out.Used = append(out.Months, Month{r.Month, int(r.Used)}), out.Used+int(r.Used)
		}
		out.Subscription, out.Total, today = a.subscription(s.clock.Now()), a.total(), clock.Today(s.clock, credentials.Location(zone))
		if level, low := levelOf(out.Available, out.Total); low {
			out.Level = &level
		}
		out.Forecast = forecast(out, today)
		return nil
	})
	if err != nil {
		return out, err
	}
	out.Departments, err = s.allowances(ctx, by.DepartmentID, today)
	return out, err
}

// forecast assumes that a department goes on as it did in the billing year.
func forecast(u Usage, today time.Time) *Forecast {
	gone := int(today.Sub(u.Start).Hours()/24) + 1
	rest := int(u.End.Sub(today).Hours()/24) - 1
	if gone < leastDays || rest < 0 {
		return nil
	}
	out := &Forecast{Expected: u.Used + u.Used*rest/gone}
	if u.Used > 0 {
		if days := u.Available * gone / u.Used; days < rest {
			out.RunsOutOn = new(today.AddDate(0, 0, days+1))
		}
	}
	return out
}

// levels are the shares of credits in percent at which members are warned, from the lowest.
var levels = []int{0, 5, 20}

// levelOf returns the lowest level that is reached. low is false if none is.
func levelOf(left, total int) (level int, low bool) {
	for _, level := range levels {
		if total > 0 && left*100 <= total*level {
			return level, true
		}
	}
	return 0, false
}

// warnTx tells once per billing year that few credits are left: for each level at most once, and only the lowest that is reached.
func (s *Service) warnTx(ctx context.Context, tx pgx.Tx, a *account) error {
	left, total := a.available(), a.total()
	level, low := levelOf(left, total)
	if !low || a.WarnedPercent != nil && int(*a.WarnedPercent) <= level {
		return nil
	}
	a.WarnedPercent = new(int16(level)) //nolint:gosec // one of levels
	if err := s.q.SubscriptionWarned(ctx, tx, db.SubscriptionWarnedParams{DepartmentID: a.DepartmentID, Percent: a.WarnedPercent}); err != nil {
		return wrap("note warning", err)
	}
	return s.tell.CreditLowTx(ctx, tx, a.DepartmentID, a.subscription(s.clock.Now()), Low{Percent: level, Left: left, Total: total})
}
