package billing_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/billing"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/issuingtest"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

// house is a department that pays for what it issues.
type house struct {
	*issuingtest.House
	billing *billing.Service
}

func open(t *testing.T) *house {
	t.Helper()
	h := &house{House: issuingtest.Open(t)}
	h.billing = billing.New(h.Pool, h.Clock, audit.New(h.Clock))
	h.WithCredits(h.billing)
	return h
}

// subscribe gives the department a plan.
func (h *house) subscribe(seats int, c billing.Change) {
	h.T.Helper()
	c.Plan = fmt.Sprint("Plan ", seats)
	err := h.billing.SavePlan(h.T.Context(), billing.Plan{Name: c.Plan, Seats: seats, Price: 49000, Currency: "EUR", Every: "year"})
	if err := errors.Join(err, h.billing.Subscribe(h.T.Context(), h.by(), c)); err != nil {
		h.T.Fatal(err)
	}
}

func (h *house) by() access.Actor { return access.Console.In(h.By.DepartmentID) }

func (h *house) statement() billing.Statement {
	h.T.Helper()
	s, err := h.billing.Statement(h.T.Context(), h.by(), 1000)
	if err != nil {
		h.T.Fatal(err)
	}
	return s
}

// number runs SQL that returns one.
func (h *house) number(sql string, args ...any) (n int) {
	h.T.Helper()
	err := pg.InSystem(h.T.Context(), h.Pool, func(tx pgx.Tx) error { return tx.QueryRow(h.T.Context(), sql, args...).Scan(&n) })
	if err != nil {
		h.T.Fatal(err)
	}
	return n
}

func (h *house) undo(ids ...int64) {
	h.T.Helper()
	err := pg.InDepartment(h.T.Context(), h.Pool, h.By.DepartmentID, func(tx pgx.Tx) error {
		_, err := h.UndoPublishTx(h.T.Context(), tx, h.By, ids)
		return err
	})
	if err != nil {
		h.T.Fatal(err)
	}
}

func TestWithTwoCreditsTwoOfThreeArePublished(t *testing.T) {
	h := open(t)
	h.subscribe(2, billing.Change{})
	group := h.Group(h.By, "G", "")
	var ids []int64
	for _, email := range []string{"ada@example.org", "bob@example.org", "cy@example.org"} {
		ids = append(ids, h.Draft(issuingtest.Person(group, email[:3], email)).ID)
	}
	check, err := h.CheckPublishing(t.Context(), h.By, credentialsearch.Selection{IDs: ids})
	if err != nil || check.Credits.Used != 3 || *check.Credits.Left != 2 {
		t.Errorf("before: %+v, %v", check, err)
	}
	if issued, refused := h.Issue(ids...); len(issued) != 2 || refused[ids[2]] != lifecycle.ReasonNoCredit {
		t.Errorf("issued %d, refused %v", len(issued), refused)
	}
	again := h.Draft(issuingtest.Person(h.Group(h.By, "H", ""), "Ada", "ADA@example.org"))
	if issued, refused := h.Issue(again.ID); len(issued) != 1 {
		t.Errorf("the same recipient again is refused: %v", refused)
	}
	if err := h.billing.Grant(t.Context(), h.by(), billing.Grant{Quantity: 1, Reason: "courtesy"}); err != nil {
		t.Fatal(err)
	}
	if issued, refused := h.Issue(ids[2]); len(issued) != 1 {
		t.Errorf("with another credit it is refused: %v", refused)
	}
	s := h.statement()
	var lines []string
	for _, e := range s.Entries {
		lines = append(lines, fmt.Sprintf("%s %+d", e.Kind, e.Credits))
	}
	if got := strings.Join(lines, ", "); got != "use -1, grant +1, use -1, use -1, grant +2" || s.Available != 0 {
		t.Errorf("%d are left after %s", s.Available, got)
	}
	if e := s.Entries[0]; e.CredentialID == nil || *e.CredentialID != ids[2] || e.By.UserID != h.By.UserID {
		t.Errorf("the use is %+v", e)
	}
}

func TestOfTwoWhoPublishWithOneCreditOneDoes(t *testing.T) {
	h := open(t)
	h.subscribe(1, billing.Change{})
	group := h.Group(h.By, "G", "")
	ids := []int64{h.Draft(issuingtest.Person(group, "Ada", "ada@example.org")).ID, h.Draft(issuingtest.Person(group, "Bob", "bob@example.org")).ID}
	var all sync.WaitGroup
	for _, id := range ids {
		all.Go(func() { h.Issue(id) })
	}
	all.Wait()
	if n := h.number("select count(*) from credentials where state = 'published'"); n != 1 {
		t.Errorf("%d are published", n)
	}
	if s := h.statement(); s.Available != 0 {
		t.Errorf("%d are left", s.Available)
	}
}

func TestANewLastDayInALaterBillingYearCostsACredit(t *testing.T) {
	h := open(t)
	h.subscribe(1, billing.Change{})
	in := issuingtest.Person(h.Group(h.By, "G", ""), "Ada", "ada@example.org")
	in.ExpiredOn = optional.Set("2026-06-30")
	c := h.Draft(in)
	h.Issue(c.ID)
	until := func(day string) error {
		_, err := h.Update(t.Context(), h.By, c.EncodedID, credentials.Input{ExpiredOn: optional.Set(day)})
		return err
	}
	if err := until("2027-03-09"); err != nil {
		t.Errorf("within the billing year: %v", err)
	}
	for _, day := range []string{"2027-03-10", ""} {
		if err := until(day); !errors.Is(err, credentials.ErrExpiryCredits) {
			t.Errorf("until %q without a credit: %v", day, err)
		}
	}
	if err := h.billing.Grant(t.Context(), h.by(), billing.Grant{Quantity: 5, Reason: "courtesy"}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		day  string
		left int
	}{{"2027-03-10", 4}, {"2027-05-01", 4}, {"2026-12-31", 4}, {"2027-06-01", 4}, {"", 3}} {
		if err := until(c.day); err != nil || h.statement().Available != c.left {
			t.Errorf("until %q: %d are left, %v", c.day, h.statement().Available, err)
		}
	}
}

func TestWhatBlocksPublishing(t *testing.T) {
	h := open(t)
	group := h.Group(h.By, "G", "")
	n := 0
	publishes := func() bool {
		n++
		issued, _ := h.Issue(h.Draft(issuingtest.Person(group, "Ada", fmt.Sprintf("ada%d@example.org", n))).ID)
		return len(issued) == 1
	}
	set := func(c billing.Change) {
		t.Helper()
		if err := h.billing.Subscribe(t.Context(), h.by(), c); err != nil {
			t.Fatal(err)
		}
	}
	if publishes() {
		t.Error("without a plan it is published")
	}
	h.subscribe(100, billing.Change{})
	set(billing.Change{State: billing.PastDue})
	h.Clock.Advance(14*24*time.Hour - time.Minute)
	if !publishes() {
		t.Error("within 14 days of a missing payment it is refused")
	}
	h.Clock.Advance(time.Minute)
	if publishes() {
		t.Error("14 days after a missing payment it is published")
	}
	set(billing.Change{State: billing.Paused})
	if publishes() {
		t.Error("while paused it is published")
	}
	set(billing.Change{State: billing.Cancelled})
	if !publishes() {
		t.Error("it is refused before the year ends that was paid for")
	}
	h.Clock.Advance(365 * 24 * time.Hour)
	if publishes() {
		t.Error("after a cancelled subscription ended it is published")
	}
	set(billing.Change{State: billing.Active})
	if s := h.statement(); !publishes() || s.Available != 100 {
		t.Errorf("a new year begins with %d", s.Available)
	}
}

func TestTheLedgerCannotBeChanged(t *testing.T) {
	h := open(t)
	h.subscribe(3, billing.Change{})
	for _, sql := range []string{"update credit_entries set quantity = 9", "delete from credit_entries"} {
		err := pg.InSystem(t.Context(), h.Pool, func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), sql)
			return err
		})
		if err == nil {
			t.Errorf("%s succeeds", sql)
		}
	}
	if err := h.billing.Adjust(t.Context(), h.by(), billing.Grant{Quantity: -4, Reason: "typo"}); !errors.Is(err, billing.ErrTooFewAvailable) {
		t.Errorf("taking more than there is: %v", err)
	}
	if err := h.billing.Adjust(t.Context(), h.by(), billing.Grant{Quantity: -2, Reason: "typo"}); err != nil || h.statement().Available != 1 {
		t.Errorf("%d are left, %v", h.statement().Available, err)
	}
}

// The ledger equals the recipients who keep a credential of each billing year, whatever happened, and no bucket is overdrawn.
func TestTheLedgerEqualsThePublishedRecipients(t *testing.T) {
	h := open(t)
	h.By = h.Department("Pacific/Auckland")
	h.subscribe(4, billing.Change{From: new(time.Date(2024, time.February, 29, 0, 0, 0, 0, time.UTC))})
	groups := make([]int64, 12)
	for i := range groups {
		groups[i] = h.Group(h.By, fmt.Sprint("G", i), "allow_duplicate_credentials = true")
	}
	r := rand.New(rand.NewPCG(7, 7))
	type issued struct {
		id int64
		at time.Time
	}
	var done []issued
	for step := range 200 {
		switch n := r.IntN(10); {
		case n < 5:
			var ids []int64
			for range 1 + r.IntN(3) {
				email := fmt.Sprintf("p%d@example.org", r.IntN(7))
				ids = append(ids, h.Draft(issuingtest.Person(groups[r.IntN(len(groups))], "P", email)).ID)
			}
			var all sync.WaitGroup
			var mu sync.Mutex
			for _, id := range ids {
				all.Go(func() {
					if got, _ := h.Issue(id); len(got) == 1 {
						mu.Lock()
						defer mu.Unlock()
						done = append(done, issued{id, h.Clock.Now()})
					}
				})
			}
			all.Wait()
		case n < 8:
			done = slices.DeleteFunc(done, func(d issued) bool { return h.Clock.Now().Sub(d.at) > 20*time.Minute })
			if len(done) > 0 {
				i := r.IntN(len(done))
				h.undo(done[i].id)
				done = slices.Delete(done, i, i+1)
			}
		case n < 9:
			h.Clock.Advance(time.Minute)
		default:
			h.Clock.Advance(time.Duration(1+r.IntN(120)) * 24 * time.Hour)
		}
		wrong := h.number(`with years as (select distinct period_start as day, lead(period_start, 1, 'infinity') over (order by period_start) as next
				from (select distinct period_start from credit_entries where department_id = $1) p),
			paid as (select y.day, (select count(*) from credit_entries e where e.department_id = $1 and e.kind = 'use' and e.period_start = y.day
				and not exists (select from credit_entries f where f.refund_of = e.id)) as n from years y),
			kept as (select y.day, (select count(distinct c.recipient_address) from credentials c where c.department_id = $1 and c.published_at is not null
				and c.state <> 'revoked' and (c.published_at at time zone 'Pacific/Auckland')::date >= y.day
				and (c.published_at at time zone 'Pacific/Auckland')::date < y.next) as n from years y)
			select count(*) from paid join kept using (day) where paid.n <> kept.n`, h.By.DepartmentID)
		overdrawn := h.number(`with taken as (select b.quantity, e.bucket_taken, sum(case e.to_account when 'available' then -e.quantity else e.quantity end)
				over (partition by e.bucket_id order by e.id) as sum from credit_entries e join credit_entries b on b.id = e.bucket_id)
			select count(*) from taken where bucket_taken <> sum or sum not between 0 and quantity`)
		if wrong != 0 || overdrawn != 0 {
			t.Fatalf("step %d: %d years differ, %d buckets are overdrawn", step, wrong, overdrawn)
		}
	}
	if h.number("select count(*) from credit_entries where kind = 'use'") < 8 || h.number("select count(*) from credit_entries where kind = 'refund'") == 0 ||
		h.number("select count(distinct period_start) from credit_entries") < 2 {
		t.Error("the sequence shows nothing")
	}
}
