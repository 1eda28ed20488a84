package billing_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/billing"
	"laurel/internal/issuing/issuingtest"
	"laurel/internal/platform/pg"
)

// plan saves a plan and returns its ID.
func (h *house) plan(name string, seats int, price int64) int64 {
	h.T.Helper()
	if err := h.billing.SavePlan(h.T.Context(), billing.Plan{Name: name, Seats: seats, Price: price, Currency: "EUR", Every: "year", Offered: true}); err != nil {
		h.T.Fatal(err)
	}
	return int64(h.number("select id from billing_plans where name = $1", name))
}

// tx runs fn in a transaction of the department.
func (h *house) tx(fn func(tx pgx.Tx) error) {
	h.T.Helper()
	if err := pg.InDepartment(h.T.Context(), h.Pool, h.By.DepartmentID, fn); err != nil {
		h.T.Fatal(err)
	}
}

func (h *house) activate(plan int64) {
	h.T.Helper()
	h.tx(func(tx pgx.Tx) error { return h.billing.ActivateTx(h.T.Context(), tx, h.by(), plan) })
}

func (h *house) changePlan(plan int64) (c billing.PlanChange) {
	h.T.Helper()
	h.tx(func(tx pgx.Tx) (err error) {
		c, err = h.billing.PlanChangeTx(h.T.Context(), tx, h.by(), plan)
		return err
	})
	return c
}

func (h *house) cancel(c billing.Cancellation) (until time.Time) {
	h.T.Helper()
	h.tx(func(tx pgx.Tx) (err error) {
		until, err = h.billing.CancelTx(h.T.Context(), tx, h.by(), c)
		return err
	})
	return until
}

// facts describes the subscription in one line.
func (h *house) facts() string {
	s := h.statement()
	out := fmt.Sprintf("%s %s %d", s.Plan.Name, s.State, s.Available)
	if s.Blocked {
		out += " blocked"
	}
	if s.CancelAt != nil {
		out += " until " + s.CancelAt.Format(time.DateOnly)
	}
	return out
}

func (h *house) want(what, want string) {
	h.T.Helper()
	if got := h.facts(); got != want {
		h.T.Errorf("%s: %s, want %s", what, got, want)
	}
}

const year = 366 * 24 * time.Hour

func TestAPaidInvoiceGivesTheCreditsOfItsBillingYearOnce(t *testing.T) {
	h := open(t)
	small := h.plan("Small", 10, 100)
	h.activate(small)
	h.activate(small)
	h.want("after two payments", "Small active 10")
	if n := h.number("select count(*) from audit_events where action = 'billing.subscription_changed'"); n != 1 {
		t.Errorf("%d changes are recorded", n)
	}
	h.Clock.Advance(year)
	h.want("before the next year is paid", "Small active 0")
	h.activate(small)
	h.want("when it is paid", "Small active 10")
}

func TestAnUpgradeIsImmediateAndADowngradeBeginsWithTheNextYear(t *testing.T) {
	h := open(t)
	small, large := h.plan("Small", 10, 100), h.plan("Large", 50, 400)
	h.subscribe(10, billing.Change{})
	if c := h.changePlan(large); !c.Now || c.To.Name != "Large" {
		t.Errorf("upgrade: %+v", c)
	}
	h.want("upgrade", "Large active 50")
	if c := h.changePlan(small); c.Now || !c.On.Equal(h.statement().End) {
		t.Errorf("downgrade: %+v", c)
	}
	h.want("downgrade", "Large active 50")
	h.changePlan(large)
	if s := h.statement(); s.NextPlanID != 0 {
		t.Errorf("the downgrade was taken back, but the next plan is %d", s.NextPlanID)
	}
	h.changePlan(small)
	h.Clock.Advance(year)
	h.want("in the next year", "Small active 10")
}

func TestACancellationKeepsWhatWasPaidFor(t *testing.T) {
	h := open(t)
	h.subscribe(10, billing.Change{})
	end := h.statement().End
	if until := h.cancel(billing.Cancellation{Reason: "moved"}); !until.Equal(end) {
		t.Errorf("kept until %v, want %v", until, end)
	}
	h.want("cancelled", "Plan 10 active 10 until "+end.Format(time.DateOnly))
	h.tx(func(tx pgx.Tx) error { return h.billing.ResumeTx(t.Context(), tx, h.by()) })
	h.want("taken back", "Plan 10 active 10")
	h.cancel(billing.Cancellation{})
	h.Clock.Advance(year)
	h.want("after the end", "Plan 10 cancelled 0 blocked until "+end.Format(time.DateOnly))
	err := pg.InDepartment(t.Context(), h.Pool, h.By.DepartmentID, func(tx pgx.Tx) error { return h.billing.ResumeTx(t.Context(), tx, h.by()) })
	if !errors.Is(err, billing.ErrEnded) {
		t.Errorf("resuming what has ended: %v", err)
	}
	h.activate(int64(h.number("select plan_id from billing_subscriptions")))
	h.want("begun again", "Plan 10 active 10")
	h.cancel(billing.Cancellation{Now: true})
	h.want("cancelled now", "Plan 10 cancelled 10 blocked until "+h.Clock.Now().Format(time.DateOnly))
}

func TestALatePaymentStopsPublishingAfterFourteenDays(t *testing.T) {
	h := open(t)
	small := h.plan("Small", 10, 100)
	h.activate(small)
	since := h.Clock.Now().Add(-13 * 24 * time.Hour)
	h.tx(func(tx pgx.Tx) error { return h.billing.PastDueTx(t.Context(), tx, h.by(), since) })
	h.tx(func(tx pgx.Tx) error { return h.billing.PastDueTx(t.Context(), tx, h.by(), h.Clock.Now()) })
	h.want("within 14 days", "Small past_due 10")
	if s := h.statement(); !s.BlockedFrom().Equal(since.Add(14 * 24 * time.Hour)) {
		t.Errorf("blocked from %v", s.BlockedFrom())
	}
	h.Clock.Advance(24 * time.Hour)
	h.want("after 14 days", "Small past_due 10 blocked")
	h.activate(small)
	h.want("paid", "Small active 10")
}

func TestAPurchaseIsGrantedOnce(t *testing.T) {
	h := open(t)
	h.subscribe(0, billing.Change{})
	var all sync.WaitGroup
	var granted [8]bool
	for i := range granted {
		all.Go(func() {
			err := pg.InDepartment(t.Context(), h.Pool, h.By.DepartmentID, func(tx pgx.Tx) (err error) {
				granted[i], err = h.billing.GrantOnceTx(t.Context(), tx, h.by(), "invoice:in_1", billing.Grant{Quantity: 5, Reason: "Invoice 1"})
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := strings.Count(fmt.Sprint(granted), "true"); n != 1 {
		t.Errorf("%d calls granted it", n)
	}
	h.want("bought", "Plan 0 active 5")
}

func TestRefundsGoBackIntoTheirBucket(t *testing.T) {
	h := open(t)
	h.subscribe(3, billing.Change{})
	group := h.Group(h.By, "G", "")
	for range 4 {
		c := h.Draft(issuingtest.Person(group, "Ada", "ada@example.org"))
		h.Issue(c.ID)
		h.undo(c.ID)
	}
	h.want("after publishing and undoing", "Plan 3 active 3")
	if n := h.number("select count(*) from credit_entries where expires_on is not null"); n != 1 {
		t.Errorf("%d buckets", n)
	}
	if n := h.number("select count(*) from credit_entries where kind = 'refund' and bucket_taken <> 0"); n != 0 {
		t.Errorf("%d refunds don't return to where they were taken", n)
	}
}
