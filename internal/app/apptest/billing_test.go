package apptest_test

import (
	"sync"
	"testing"

	"laurel/internal/accounts/access"
	"laurel/internal/app/apptest"
	"laurel/internal/issuing/billing"
)

// withBilling starts a Laurel that counts credits, with an issuer whose plan has so many.
func withBilling(t *testing.T, seats int) (*apptest.World, apptest.Issuer) {
	t.Helper()
	settings := apptest.Settings(t)
	settings["LAUREL_BILLING"] = "true"
	w := apptest.NewWith(t, settings)
	owner := w.Issuer("owner")
	plan := billing.Plan{Name: "School", Seats: seats, Currency: "EUR", Every: "year"}
	if err := w.App.Billing.SavePlan(t.Context(), plan); err != nil {
		t.Fatal(err)
	}
	by := access.Console.In(owner.Department)
	if err := w.App.Billing.Subscribe(t.Context(), by, billing.Change{Plan: plan.Name}); err != nil {
		t.Fatal(err)
	}
	return w, owner
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
