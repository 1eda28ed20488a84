package apptest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"laurel/internal/accounts/access"
	"laurel/internal/app/apptest"
	"laurel/internal/issuing/billing"
)

// withBilling starts a Laurel that counts credits, with an issuer whose plan has so many.
func withBilling(t *testing.T, seats int) (*apptest.World, apptest.Issuer) {
	t.Helper()
	w := withEverything(t)
	owner := w.Issuer("owner")
	subscribe(owner, seats)
	return w, owner
}

// subscribe gives a department a plan and returns its ID.
func subscribe(owner apptest.Issuer, seats int) int64 {
	plan := billing.Plan{Name: "School", Seats: seats, Price: 49000, Currency: "EUR", Every: "year", Offered: true, Features: []string{"Email support"}}
	err := owner.World.App.Billing.SavePlan(context.Background(), plan)
	if err := errors.Join(err, owner.World.App.Billing.Subscribe(context.Background(), access.Console.In(owner.Department), billing.Change{Plan: plan.Name})); err != nil {
		panic(err)
	}
	return owner.World.Number("select id from billing_plans where name = 'School'")
}

func TestOfTwoClientsWhoIssueWithOneCreditOneDoes(t *testing.T) {
	t.Parallel()
	w, owner := withBilling(t, 1)
	session := owner.Post("/v1/issuer_login/whoami", nil).OK()
	if session.Text("pricing.plan") != "School" || session.At("pricing.unlimited") != false {
		t.Errorf("pricing: %v", session.At("pricing"))
	}
	group := owner.Group("Weaving")
	drafts := []int64{owner.Draft(group, "ada").Int("credential.id"), owner.Draft(group, "bea").Int("credential.id")}
	check := owner.Post("/v1/credentials/publish_check", apptest.J{"credential_ids": drafts}).OK()
	if check.Int("plan.credits.used") != 2 || check.Int("plan.credits.left") != 1 {
		t.Errorf("before: %v", check.At("plan.credits"))
	}
	var all sync.WaitGroup
	for _, id := range drafts {
		all.Go(func() { owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": []int64{id}}) })
	}
	all.Wait()
	w.Work()
	apptest.Eventually(t, "both publications to finish", func() bool { return w.Number("select count(*) from operations where finished_at is null") == 0 })
	published := w.Number("select count(*) from credentials where state = 'published'")
	refused := w.Number("select count(*) from credentials where state = 'draft' and publish_refusal = 'insufficient_credits'")
	if published != 1 || refused != 1 {
		t.Errorf("%d are published, %d were refused", published, refused)
	}
}

func TestWithoutBillingIssuingIsUnlimited(t *testing.T) {
	t.Parallel()
	owner := apptest.New(t).Issuer("owner")
	if session := owner.Post("/v1/issuer_login/whoami", nil).OK(); session.Text("pricing.plan") != "unlimited" || session.At("pricing.unlimited") != true {
		t.Errorf("pricing: %v", session.At("pricing"))
	}
	check := owner.Post("/v1/credentials/publish_check", apptest.J{"credential_ids": []int64{owner.Draft(owner.Group("Weaving"), "ada").Int("credential.id")}}).OK()
	if check.At("plan.credits.left") != nil || check.Int("plan.credits.used") != 0 {
		t.Errorf("credits: %v", check.At("plan.credits"))
	}
}

func TestMembersChangePlansAndSeeWhatTheyUse(t *testing.T) {
	t.Parallel()
	w, owner := withBilling(t, 10)
	large := billing.Plan{Name: "College", Seats: 50, Price: 99000, Currency: "EUR", Every: "year", Offered: true}
	hidden := billing.Plan{Name: "Special", Seats: 500, Currency: "EUR", Every: "year"}
	if err := errors.Join(w.App.Billing.SavePlan(t.Context(), large), w.App.Billing.SavePlan(t.Context(), hidden)); err != nil {
		t.Fatal(err)
	}
	plans := owner.Get("/v2/billing/plans").OK()
	if all, _ := plans.At("plans").([]any); len(all) != 2 || plans.Text("plans.0.name") != "School" || plans.Text("subscription.state") != "active" {
		t.Errorf("plans: %s", plans.Body)
	}
	school, college := plans.Int("plans.0.id"), plans.Int("plans.1.id")
	choose := func(id int64) apptest.Reply {
		return owner.Put("/v2/billing/subscription", apptest.J{"subscription": apptest.J{"plan_id": id}})
	}
	up := choose(college).OK()
	if up.At("changed") != true || up.Int("subscription.credits_left") != 50 || up.At("redirect_url") != nil {
		t.Errorf("upgrade: %s", up.Body)
	}
	down := choose(school).OK()
	if down.At("changed") != false || down.Text("changes_on") != down.Text("subscription.period_end") || down.Int("subscription.next_plan_id") != school {
		t.Errorf("downgrade: %s", down.Body)
	}
	choose(w.Number("select id from billing_plans where name = 'Special'")).Refused(404, "billing.plan_not_found")
	owner.Post("/v2/billing/cancellation", apptest.J{"cancellation": apptest.J{"reason": strings.Repeat("x", 1001)}}).Want(422)
	end := owner.Post("/v2/billing/cancellation", apptest.J{"cancellation": apptest.J{"reason": "We moved"}}).OK()
	if end.Text("subscription.cancel_at") != down.Text("subscription.period_end") || end.Text("subscription.cancel_reason") != "We moved" {
		t.Errorf("cancelled: %s", end.Body)
	}
	if again := owner.Delete("/v2/billing/cancellation").OK(); again.At("subscription.cancel_at") != nil {
		t.Errorf("resumed: %s", again.Body)
	}
	owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": []int64{owner.Draft(owner.Group("Weaving"), "ada").Int("credential.id")}}).OK()
	w.Work()
	apptest.Eventually(t, "the credit to be used", func() bool { return owner.Get("/v2/billing/usage").OK().Int("usage.used") == 1 })
	if usage := owner.Get("/v2/billing/usage").OK(); usage.Int("usage.left") != 49 || usage.Int("usage.total") != 50 || usage.Int("usage.months.0.used") != 1 {
		t.Errorf("usage: %s", usage.Body)
	}
	ledger := owner.Get("/v2/billing/ledger?kind=use").OK()
	if ledger.Int("meta.total_count") != 1 || ledger.Int("entries.0.credits") != -1 || ledger.Int("entries.0.user_id") != owner.UserID {
		t.Errorf("ledger: %s", ledger.Body)
	}
	owner.Get("/v2/billing/ledger?kind=lost&since=yesterday").Want(422)
	if file := string(owner.Get("/v2/billing/ledger.csv?kind=grant").OK().Body); strings.Count(file, "\n") != 3 || !strings.Contains(file, ",grant,40,") {
		t.Errorf("file: %s", file)
	}
	viewer := owner.Viewer("viewer")
	viewer.Get("/v2/billing/usage").Refused(403, "view_billing")
	owner.Key("write").Get("/v2/billing/usage").Refused(403, "api_key.scope_missing")
	w.Issuer("stranger").Get("/v2/billing/subscription").Refused(404, "billing.no_subscription")
	types := w.Text("select string_agg(distinct action, ' ') from audit_events where action like 'billing.%'")
	if types != "billing.subscription_changed" {
		t.Errorf("recorded: %s", types)
	}
}

func TestADepartmentPaysForAnotherOneOfItsOrganization(t *testing.T) {
	t.Parallel()
	w, owner := withBilling(t, 10)
	stranger := w.Issuer("stranger")
	w.Exec("insert into departments (name, created_at, updated_at, organization_id) select 'Looms', now(), now(), organization_id from departments where id = $1", owner.Department)
	looms := w.Number("select id from departments where name = 'Looms'")
	move := func(department int64, credits int) apptest.Reply {
		return owner.Post("/v2/billing/transfers", apptest.J{"transfer": apptest.J{"department_id": department, "credits": credits}})
	}
	given := move(looms, 4).OK()
	if given.Int("usage.left") != 6 || given.Int("usage.total") != 6 || given.Int("usage.departments.0.left") != 4 || given.At("usage.departments.0.funded") != true {
		t.Errorf("given: %s", given.Body)
	}
	if back := move(looms, -1).OK(); back.Int("usage.left") != 7 || back.Int("usage.departments.0.left") != 3 {
		t.Errorf("taken back: %s", back.Body)
	}
	move(looms, -4).Refused(409, "billing.too_few_available")
	move(looms, 0).Want(422)
	move(stranger.Department, 1).Refused(404, "billing.department_not_found")
	move(owner.Department, 1).Refused(404, "billing.department_not_found")
	if n := w.Number("select sum(case when to_account = 'transfer' then quantity when from_account = 'transfer' then -quantity else 0 end) from credit_entries"); n != 0 {
		t.Errorf("transfers differ by %d", n)
	}
}

// Members who may manage billing are told when few credits are left: of each share once in a billing year.
func TestFewCreditsAreAnnouncedOnce(t *testing.T) {
	t.Parallel()
	w, owner := withBilling(t, 20)
	owner.Viewer("viewer")
	hook := owner.Post("/v1/issuer/webhooks", apptest.J{"webhook": apptest.J{"url": "https://hooks.example/laurel", "events": []string{"credit.low", "subscription.changed"}}}).OK()
	group := owner.Group("Weaving")
	publish := func(from, to int) {
		t.Helper()
		var ids []int64
		for i := from; i < to; i++ {
			ids = append(ids, owner.Draft(group, fmt.Sprint("p", i)).Int("credential.id"))
		}
		owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": ids}).OK()
		w.Work()
		apptest.Eventually(t, "the publication to finish", func() bool { return w.Number("select count(*) from operations where finished_at is null") == 0 })
	}
	mails := func() string {
		return w.Text("select coalesce(string_agg(kind || ' ' || recipient, ', ' order by id), '') from mails where kind like 'credits_%'")
	}
	publish(0, 15)
	if got := mails(); got != "" {
		t.Errorf("with 5 of 20 left: %s", got)
	}
	publish(15, 16)
	publish(16, 17)
	if got := mails(); got != "credits_low "+owner.Email {
		t.Errorf("with 3 of 20 left: %s", got)
	}
	publish(17, 22)
	if got := mails(); got != "credits_low "+owner.Email+", credits_gone "+owner.Email {
		t.Errorf("with nothing left: %s", got)
	}
	if err := w.App.Billing.Grant(t.Context(), access.Console.In(owner.Department), billing.Grant{Quantity: 1, Reason: "courtesy"}); err != nil {
		t.Fatal(err)
	}
	publish(22, 24)
	if got := mails(); strings.Count(got, ",") != 1 {
		t.Errorf("after another credit: %s", got)
	}
	told := w.Text("select string_agg(type || ' ' || coalesce(details ->> 'percent', ''), ', ' order by id) from webhook_events where department_id = $1", owner.Department)
	if told != "credit.low 20, credit.low 0" {
		t.Errorf("webhooks: %s (%s)", told, hook.Body)
	}
}

// Without billing there is no word of it: not in the session, the roles, the key's scopes or the API.
func TestWithoutBillingNothingMentionsIt(t *testing.T) {
	t.Parallel()
	owner := apptest.New(t).Issuer("owner")
	for _, path := range []string{"/v1/roles", "/v1/access", "/v1/departments/" + fmt.Sprint(owner.Department)} {
		if r := owner.Get(path).OK(); strings.Contains(string(r.Body), "billing") {
			t.Errorf("%s: %s", path, r.Body)
		}
	}
	for _, r := range []apptest.Reply{
		owner.Post("/v1/issuer_login/whoami", nil).OK(),
		owner.Post("/v1/issuer/api_keys", apptest.J{"api_key": apptest.J{"name": "Mine", "access": "write"}}).OK(),
	} {
		if strings.Contains(string(r.Body), "billing") {
			t.Errorf("%s", r.Body)
		}
	}
	for id, op := range apptest.Operations(t) {
		if strings.HasPrefix(id, "billing") {
			operations[id].call(owner.Client, op, nil).Want(404)
		}
	}
}
