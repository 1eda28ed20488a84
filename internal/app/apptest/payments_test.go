package apptest_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
	"laurel/internal/issuing/billing"
	"laurel/internal/platform/stripetest"
)

// shop is a Laurel whose departments pay with Stripe's double.
type shop struct {
	*apptest.World

	stripe *stripetest.Server
	owner  apptest.Issuer
	plans  map[string]int64
}

func sellerSettings(t *testing.T, provider string) map[string]string {
	t.Helper()
	settings := apptest.Settings(t)
	for name, value := range map[string]string{
		"LAUREL_BILLING": "true", "LAUREL_BILLING_PROVIDER": provider, "LAUREL_SELLER_NAME": "Loom Ltd", "LAUREL_SELLER_ADDRESS": "Loom Street 1; 10115 Berlin",
		"LAUREL_SELLER_TAX_ID": "DE123456789", "LAUREL_INVOICE_PREFIX": "LOOM-", "LAUREL_INVOICE_TAX": "19", "LAUREL_INVOICE_NOTE": "IBAN DE02 1203",
	} {
		settings[name] = value
	}
	return settings
}

func newShop(t *testing.T) *shop {
	t.Helper()
	double, server := stripetest.Start()
	t.Cleanup(server.Close)
	double.Tax = 19
	settings := sellerSettings(t, "stripe")
	settings["LAUREL_STRIPE_SECRET_KEY"], settings["LAUREL_STRIPE_WEBHOOK_SECRET"], settings["LAUREL_STRIPE_URL"] = "sk_test_1", stripetest.Secret, double.Base()
	w := apptest.NewWith(t, settings)
	s := &shop{World: w, stripe: double, owner: w.Issuer("owner")}
	s.plans = priceList(t, w)
	return s
}

// priceList adds plans, and returns their ids by name.
func priceList(t *testing.T, w *apptest.World) map[string]int64 {
	t.Helper()
	ids := map[string]int64{}
	for _, p := range []billing.Plan{
		{Name: "School", Seats: 100, Price: 10000, Currency: "EUR", Every: "year"}, {Name: "College", Seats: 500, Price: 30000, Currency: "EUR", Every: "year"},
	} {
		p.Offered = true
		if err := w.App.Billing.SavePlan(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	all, err := w.App.Billing.Plans(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		ids[p.Name] = p.ID
	}
	return ids
}

// choose asks for a plan, as the billing screen does.
func (s *shop) choose(t *testing.T, name string) string {
	t.Helper()
	all, err := s.App.Billing.Plans(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		if p.Name == name {
			url, err := s.App.Payments.ChangePlan(t.Context(), s.owner.Actor(), p)
			if err != nil {
				t.Fatal(err)
			}
			return url
		}
	}
	t.Fatalf("no plan %s", name)
	return ""
}

func (s *shop) deliver(t *testing.T, e stripetest.Event, signature string) int {
	t.Helper()
	return s.Nobody().Call(http.MethodPost, "/v2/billing/webhooks/stripe", string(e.Body), "Stripe-Signature", signature).Status
}

// deliverAll delivers all events, in an order that the caller chooses, and works the jobs.
func (s *shop) deliverAll(t *testing.T, events []stripetest.Event) {
	t.Helper()
	for _, e := range events {
		if status := s.deliver(t, e, stripetest.Sign(e)); status != http.StatusOK {
			t.Fatalf("%s: %d", e.Type, status)
		}
	}
	apptest.Eventually(t, "the events to be worked", func() bool {
		return s.Number("select count(*) from river_job where kind = 'payments.sync' and finalized_at is null") == 0
	})
}

func (s *shop) credits() int64 {
	return s.Number("select coalesce(sum(quantity), 0) from credit_entries where kind = 'grant'")
}

func (s *shop) state() string {
	return s.Text("select coalesce(max(state), '') from billing_subscriptions")
}

func (s *shop) customer() string { return s.Text("select reference from billing_customers") }

func TestAPlanBeginsWhenItsInvoiceIsPaidHoweverOftenAndInWhichOrderEventsCome(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.Work()
	page := s.choose(t, "School")
	s.stripe.Submit(page, stripetest.Good, "", "")
	if s.credits() != 0 {
		t.Fatal("a completed checkout granted credits")
	}
	events := s.stripe.Events()
	backwards := append([]stripetest.Event(nil), events...)
	for i, j := 0, len(backwards)-1; i < j; i, j = i+1, j-1 {
		backwards[i], backwards[j] = backwards[j], backwards[i]
	}
	s.deliverAll(t, backwards)
	s.deliverAll(t, events)
	if s.credits() != 100 || s.state() != "active" {
		t.Errorf("%d credits, %s", s.credits(), s.state())
	}
	invoices := s.owner.Get("/v2/billing/invoices").OK()
	if invoices.Int("meta.total_count") != 1 || invoices.Text("invoices.0.number") != "LOOM-000001" || invoices.Int("invoices.0.total") != 11900 || invoices.Text("invoices.0.state") != "paid" {
		t.Errorf("invoices: %s", invoices.Body)
	}
	method := s.owner.Get("/v2/billing/payment_method").OK()
	if method.Text("payment_method.card.last4") != "4242" || strings.Contains(string(method.Body), stripetest.Good) {
		t.Errorf("card: %s", method.Body)
	}
	if n := s.Number("select count(*) from mails where kind = 'payment_receipt'"); n != 1 {
		t.Errorf("%d receipts were mailed", n)
	}
}

func TestForgedAndStaleDeliveriesAreRefused(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.stripe.Submit(s.choose(t, "School"), stripetest.Good, "", "")
	e := s.stripe.Events()[0]
	if status := s.deliver(t, e, stripetest.SignWith(e, "whsec_other")); status != http.StatusUnprocessableEntity {
		t.Errorf("forged: %d", status)
	}
	if status := s.deliver(t, e, ""); status != http.StatusUnprocessableEntity {
		t.Errorf("unsigned: %d", status)
	}
	other := stripetest.Event{Body: bytes.Replace(e.Body, []byte("evt_"), []byte("evt_x"), 1)}
	if status := s.deliver(t, other, stripetest.Sign(e)); status != http.StatusUnprocessableEntity {
		t.Errorf("changed: %d", status)
	}
	if n := s.Number("select count(*) from billing_provider_events"); n != 0 {
		t.Errorf("%d were noted", n)
	}
}

func TestALateInvoiceDoesNotReviveAnEndedSubscription(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.Work()
	s.stripe.Submit(s.choose(t, "School"), stripetest.Good, "", "")
	s.deliverAll(t, s.stripe.Events())
	before := len(s.stripe.Events())
	s.stripe.Advance(s.stripe.Now().AddDate(1, 0, 1)) // renewed and paid
	s.stripe.Cancel(s.customer())
	late := s.stripe.Events()[before:]
	s.deliverAll(t, late[len(late)-1:]) // deleted
	if s.state() != "cancelled" {
		t.Fatalf("it is %s", s.state())
	}
	s.deliverAll(t, late)
	if s.state() != "cancelled" || s.Number("select count(*) from billing_invoices") != 2 {
		t.Errorf("it is %s with %d invoices", s.state(), s.Number("select count(*) from billing_invoices"))
	}
	if n := s.Number("select count(*) from mails where kind = 'subscription_ended'"); n != 1 {
		t.Errorf("%d emails say so", n)
	}
}

func TestAFailedRenewalIsPastDueUntilItIsPaid(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.Work()
	s.stripe.Submit(s.choose(t, "School"), stripetest.Good, "", "")
	s.deliverAll(t, s.stripe.Events())
	page := s.owner.Post("/v2/billing/payment_method/setup", nil).OK().Text("url")
	s.stripe.Submit(page, stripetest.Authentication, "", "")
	s.deliverAll(t, s.stripe.Events())
	if last4 := s.owner.Get("/v2/billing/payment_method").OK().Text("payment_method.card.last4"); last4 != "3184" {
		t.Fatalf("the card is %s", last4)
	}
	s.stripe.Advance(s.stripe.Now().AddDate(1, 0, 1))
	s.Clock.Advance(366 * 24 * time.Hour)
	s.owner = s.Issuer("owner2") // the old session has expired
	s.Exec("insert into memberships (user_id, department_id, member_id, role, created_at) select $1, department_id, $1, 'owner', now() from billing_customers", s.owner.UserID)
	s.deliverAll(t, s.stripe.Events())
	if s.state() != "past_due" || s.Text("select problem from billing_customers") != "requires_action" || s.credits() != 100 {
		t.Errorf("%s, %q, %d credits", s.state(), s.Text("select problem from billing_customers"), s.credits())
	}
	s.stripe.Pay(s.customer())
	s.deliverAll(t, s.stripe.Events())
	if s.state() != "active" || s.credits() != 200 || s.Text("select problem from billing_customers") != "" {
		t.Errorf("%s, %d credits", s.state(), s.credits())
	}
	if n := s.Number("select count(distinct dedupe_key) from mails where kind = 'payment_action'"); n < 1 {
		t.Error("nobody was asked to confirm")
	}
}

func TestAnUpgradeIsPreviewedPaidAndCorrected(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.Work()
	s.stripe.Submit(s.choose(t, "School"), stripetest.Good, "HALF", "ATU12345678")
	s.deliverAll(t, s.stripe.Events())
	first := s.owner.Get("/v2/billing/invoices").OK()
	if first.Int("invoices.0.total") != 5000 || first.Int("invoices.0.discount") != 5000 || first.Text("invoices.0.tax_treatment") != "reverse_charge" {
		t.Errorf("the first invoice: %s", first.Body)
	}
	s.stripe.Advance(s.stripe.Now().AddDate(0, 6, 0))
	preview := s.owner.Post("/v2/billing/subscription/preview", apptest.J{"plan_id": s.plans["College"]}).OK()
	if due := preview.Int("preview.due_now"); due < 4500 || due > 5500 || preview.At("preview.immediate") != true || preview.Int("preview.credit") == 0 {
		t.Errorf("preview: %s", preview.Body)
	}
	if url := s.choose(t, "College"); url != "" {
		t.Errorf("it leads to %s", url)
	}
	if s.credits() != 500 || s.Text("select p.name from billing_subscriptions s join billing_plans p on p.id = s.plan_id") != "College" {
		t.Errorf("%d credits", s.credits())
	}
	s.stripe.Credit(s.customer(), 100)
	s.deliverAll(t, s.stripe.Events())
	notes := s.owner.Get("/v2/billing/invoices?kind=credit_note").OK()
	if notes.Text("invoices.0.number") != "LOOM-000003" || notes.Text("invoices.0.corrects") != "LOOM-000002" || notes.Int("invoices.0.total") != 100 {
		t.Errorf("credit notes: %s", notes.Body)
	}
	s.choose(t, "School") // a downgrade costs nothing
	if s.Number("select count(*) from billing_invoices") != 3 || s.Number("select count(*) from billing_subscriptions where next_plan_id is not null") != 1 {
		t.Error("a downgrade was not noted for the next year")
	}
}

func TestAProviderThatIsDownIsTriedAgain(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.stripe.Submit(s.choose(t, "School"), stripetest.Good, "", "")
	s.stripe.Break(1000)
	s.owner.Post("/v2/billing/payment_method/refresh", nil).Refused(http.StatusServiceUnavailable, "payments.unavailable")
	for _, e := range s.stripe.Events() { // taken although the state cannot be read
		if status := s.deliver(t, e, stripetest.Sign(e)); status != http.StatusOK {
			t.Errorf("%s: %d", e.Type, status)
		}
	}
	s.stripe.Break(0)
	s.Work()
	apptest.Eventually(t, "the credits to arrive", func() bool { return s.credits() == 100 })
}

func TestADeliveryIsNotLostWhenTheProcessIsKilled(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.stripe.Submit(s.choose(t, "School"), stripetest.Good, "", "")
	events := s.stripe.Events()
	s.Exec(`create function hold_up() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(4711); return new; end $$`)
	var paid stripetest.Event
	for _, e := range events {
		if e.Type == "invoice.paid" {
			paid = e
		}
	}
	p := serve(t, s.Settings(), "--no-work")
	act{
		method: http.MethodPost, path: "/v2/billing/webhooks/stripe", body: json.RawMessage(paid.Body), headers: []string{"Stripe-Signature", stripetest.Sign(paid)},
	}.killedAt(t, s.World, p, "create trigger hold_up before insert on river_job for each row execute function hold_up()")
	if n := s.Number("select count(*) from billing_provider_events"); n != 0 {
		t.Fatalf("half of a delivery is there: %d", n)
	}
	s.deliverAllLater(t, paid)
	// Killed while the state is written: the job runs again, and everything is there once.
	w := run(t, s.Settings(), "work")
	apptest.Eventually(t, "the credits to arrive", func() bool { return s.credits() > 0 })
	w.kill()
	s.Exec("update river_job set state = 'available', finalized_at = null, attempt = 0 where kind = 'payments.sync'")
	s.Work()
	apptest.Eventually(t, "the job to run again", func() bool {
		return s.Number("select count(*) from river_job where kind = 'payments.sync' and finalized_at is null") == 0
	})
	if s.credits() != 100 || s.Number("select count(*) from billing_invoices") != 1 || s.Number("select count(*) from mails where kind = 'payment_receipt'") != 1 {
		t.Errorf("%d credits, %d invoices", s.credits(), s.Number("select count(*) from billing_invoices"))
	}
}

// deliverAllLater delivers an event without working it.
func (s *shop) deliverAllLater(t *testing.T, e stripetest.Event) {
	t.Helper()
	for range 2 {
		if status := s.deliver(t, e, stripetest.Sign(e)); status != http.StatusOK {
			t.Fatalf("%s: %d", e.Type, status)
		}
	}
	if n := s.Number("select count(*) from river_job where kind = 'payments.sync'"); n != 1 {
		t.Errorf("%d jobs", n)
	}
}
