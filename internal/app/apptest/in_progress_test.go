package apptest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

// earners is how many people the public page of a group says have earned it.
func earners(w *apptest.World, owner apptest.Issuer, group int64) any {
	owner.Put(fmt.Sprint("/v1/issuer/groups/", group), `{"group":{"earners_show":true}}`).OK()
	return w.Nobody().Get(fmt.Sprint("/v1/public/groups/", group)).OK().At("group.earners_count")
}

func TestACredentialInProgressIsNowhereShownAsAchieved(t *testing.T) {
	t.Parallel()
	w := withTokens(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	hook(owner.Client, "https://receiver.example/in", "credential.in_progress", "credential.published", "credential.updated")
	credential := owner.Issued(group, "ada", apptest.J{"complete": false})
	w.Work()
	id := credential.Text("credential.uuid")
	if credential.Text("credential.state") != "in_progress" {
		t.Fatalf("it is %s", credential.Text("credential.state"))
	}
	page := w.Nobody().Get("/v1/public/credentials/" + id).OK()
	if page.Text("credential.verdict.status") != "in_progress" || page.At("credential.actions.linkedin") != false || page.At("credential.signed_url") != nil ||
		page.At("credential.token_url") != nil {
		t.Errorf("the page is %s", page.Body)
	}
	for _, path := range []string{
		"/v1/openbadges/credentials/" + id, "/v1/openbadges/credentials/" + id + "/token", "/v1/credential-net/credentials/" + id + "/blockchain_transaction",
	} {
		w.Nobody().Get(path).Refused(http.StatusNotFound, "credential.in_progress")
	}
	assertion := w.Nobody().Get("/v1/obi/badge_assertions/" + id).Want(http.StatusGone)
	if assertion.At("revoked") != true || !strings.Contains(assertion.Text("revocationReason"), "in progress") {
		t.Errorf("the assertion says %s", assertion.Body)
	}
	for what, input := range map[string]string{
		"its page": credential.Text("credential.url"), "its id": credential.Text("credential.encoded_id"), "its badge": apptest.Origin + "/v1/openbadges/credentials/" + id,
		"its assertion": apptest.Origin + "/v1/obi/badge_assertions/" + id,
	} {
		means(t, what, verified(w, input), "in_progress", "status_in_progress")
	}
	if n := earners(w, owner, group); n != float64(0) {
		t.Errorf("%v earners", n)
	}
	if n := w.Number("select count(*) from signed_badges"); n != 0 {
		t.Errorf("%d badges were signed", n)
	}
	owner.Post(recordPath, apptest.J{"all_matching": apptest.J{"email": apptest.Email("ada")}}).Want(http.StatusUnprocessableEntity)
	mails := w.Mail.To(apptest.Email("ada"))
	if len(mails) != 1 || !strings.Contains(mails[0].Subject, "In progress: Weaving") {
		t.Errorf("mailed %+v", mails)
	}
	if got := w.Text("select string_agg(type, ' ' order by id) from webhook_events"); got != "credential.in_progress" {
		t.Errorf("events %s", got)
	}
}

func TestACredentialIsAchievedSignedAndMailedWhenItIsCompleted(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	credential := owner.Issued(group, "ada", apptest.J{"complete": false})
	w.Work()
	hook(owner.Client, "https://receiver.example/in", "credential.in_progress", "credential.published", "credential.updated")
	path := "/v1/credentials/" + credential.Text("credential.uuid")
	owner.Put(path, apptest.J{"credential": apptest.J{"description": "Two looms are done"}}).OK()
	if done := owner.Put(path, apptest.J{"credential": apptest.J{"complete": true, "grade": 90}}).OK(); done.Text("credential.state") != "published" {
		t.Fatalf("completed, it is %s", done.Text("credential.state"))
	}
	w.Work()
	w.Print()
	if n := w.Number("select count(*) from signed_badges"); n != 1 {
		t.Errorf("%d badges were signed by the job", n)
	}
	form := signedForm(w, credential)
	means(t, "its page", verified(w, credential.Text("credential.url")), "valid", "signature_good")
	if n := earners(w, owner, group); n != float64(1) {
		t.Errorf("%v earners", n)
	}
	mails := w.Mail.To(apptest.Email("ada"))
	if len(mails) != 2 || !strings.Contains(mails[1].Subject, "Your credential: Weaving") {
		t.Errorf("mailed %+v", mails)
	}
	if status := owner.Get(path).OK().Text("credential.email_status"); status != "sent" {
		t.Errorf("the mail is %s", status)
	}
	if got := w.Text("select string_agg(type, ' ' order by id) from webhook_events"); got != "credential.updated credential.published" {
		t.Errorf("events %s", got)
	}
	owner.Put(path, apptest.J{"credential": apptest.J{"complete": false}}).OK()
	soon(t, w, "set back", form, true, true)
	means(t, "the copy of one that was set back", verified(w, string(form.Body)), "in_progress", "status_in_progress")
}

func TestARenewalInProgressIsNotPublished(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	old := owner.Issued(group, "ada")
	renewal := owner.Post("/v1/credentials/"+old.Text("credential.uuid")+"/renew", apptest.J{"revoke": true}).OK()
	path := "/v1/credentials/" + renewal.Text("credential.uuid")
	owner.Put(path, apptest.J{"credential": apptest.J{"complete": false}}).OK()
	owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": []any{renewal.At("credential.id")}}).OK()
	w.Work()
	if after := owner.Get(path).OK(); after.Text("credential.state") != "draft" || after.Text("credential.publish_refusal") != "renewal_in_progress" {
		t.Errorf("the renewal is %s, %s", after.Text("credential.state"), after.Text("credential.publish_refusal"))
	}
	if state := owner.Get("/v1/credentials/" + old.Text("credential.uuid")).OK().Text("credential.state"); state != "published" {
		t.Errorf("what it was to renew is %s", state)
	}
	owner.Put(path, apptest.J{"credential": apptest.J{"complete": true}}).OK()
	w.Clock.Advance(time.Minute)
	owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": []any{renewal.At("credential.id")}}).OK()
	w.Work()
	if n := earners(w, owner, group); n != float64(1) {
		t.Errorf("a renewal makes %v earners of one", n)
	}
}
