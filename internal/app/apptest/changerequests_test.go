package apptest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
	"laurel/internal/platform/mailer"
)

func TestAnotherAddressAnotherDateAndAnythingElseAreAskedForLikeAName(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	group := owner.Group("Weaving")
	ada := owner.Issued(group, "ada", apptest.J{"issued_on": "2026-03-01", "expired_on": "2027-03-01"}).Text("credential.uuid")
	owner.Issued(group, "bob")
	mine := owner.Recipient(ada)
	for wrong, value := range map[string]string{"email": "nobody", "date": "31.02.2026", "other": " ", "shape": "x"} {
		field := "field:requested_name"
		if wrong == "shape" {
			field = "field:kind"
		}
		ask(mine, ada, value, "", apptest.J{"kind": wrong}).Refused(http.StatusUnprocessableEntity, field)
	}
	ask(mine, ada, "2026-03-01", "", apptest.J{"kind": "date"}).Refused(422, "field:requested_name")
	ask(mine, ada, "2027-03-02", "", apptest.J{"kind": "date"}).Refused(422, "field:requested_name")
	ask(mine, ada, strings.ToUpper(apptest.Email("ada")), "", apptest.J{"kind": "email"}).Refused(422, "field:requested_name")

	owner.Put("/v1/name_changes/settings", apptest.J{"auto_approve": true}).OK() // it is for names alone
	approved := func(kind, value string) apptest.Reply {
		asked := ask(mine, ada, value, "", apptest.J{"kind": kind}).OK()
		if asked.Text("name_change.state") != "pending" || asked.Text("name_change.kind") != kind {
			t.Errorf("%s", asked.Body)
		}
		if n := owner.Get("/v1/name_changes?state=pending&kind=" + kind).OK().Int("meta.total_count"); n != 1 {
			t.Errorf("%d of %s wait", n, kind)
		}
		return decide(owner.Client, asked.Int("name_change.id"), "approve")
	}
	approved("date", "2026-02-28").OK()
	page := w.Nobody().Get("/v1/public/credentials/" + ada).OK()
	if page.Text("credential.issued_on") != "2026-02-28" || page.Text("credential.corrected_on") == "" {
		t.Errorf("the page says %s", page.Body)
	}
	approved("other", "My course was the advanced one").OK()
	w.Work()
	if !told(w, apptest.Email("ada"), "the advanced one") {
		t.Error("no mail tells of the decision")
	}

	moved := func(address string) apptest.Reply {
		id := ask(mine, ada, address, "", apptest.J{"kind": "email"}).OK().Int("name_change.id")
		w.Work()
		confirmAddress(w, address).OK()
		return decide(owner.Client, id, "approve")
	}
	moved(apptest.Email("bob")).Refused(http.StatusUnprocessableEntity, "field:recipient.email")
	id := owner.Get("/v1/name_changes?state=pending").OK().Int("name_changes.0.id")
	mine.Delete(fmt.Sprintf("/v1/recipient/credentials/%s/name_changes/%d", ada, id)).OK()
	moved("ada@new.example").OK()
	w.Work()
	if got := owner.Get("/v1/credentials/" + ada).OK().Text("credential.recipient.email"); got != "ada@new.example" {
		t.Errorf("it belongs to %s", got)
	}
	for _, address := range []string{"ada@new.example", apptest.Email("ada")} {
		if !told(w, address, "ada@new.example") {
			t.Errorf("%s is not told of the change", address)
		}
	}
	mine.Get("/v1/recipient/credentials/"+ada+"/name_changes").Refused(404, "credential.not_found") // it is another's now
	if history := owner.Get("/v1/credentials/" + ada + "/history").OK(); !strings.Contains(string(history.Body), `"before":"2026-03-01"`) || !strings.Contains(string(history.Body), `"after":"ada@new.example"`) {
		t.Errorf("the history says %s", history.Body)
	}
}

func TestAnotherAddressWaitsUntilItIsConfirmed(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	ada := owner.Issued(owner.Group("Weaving"), "ada").Text("credential.uuid")
	w.Work()
	owner.Post("/v1/issuer/webhooks", apptest.J{"webhook": apptest.J{"url": "https://school.example/hook", "events": []string{"name_change.created"}}}).OK()
	events := func() int64 {
		return w.Number("select count(*) from webhook_events where type = 'name_change.created'")
	}
	mine := owner.Recipient(ada)
	address := "ada@new.example"
	asked := ask(mine, ada, address, "", apptest.J{"kind": "email"}).OK()
	id, before := asked.Int("name_change.id"), len(w.Mail.To(owner.Email))
	if got := asked.Text("name_change.state"); got != "unconfirmed" {
		t.Errorf("it is %s", got)
	}
	ask(mine, ada, "Ada King", "married").Refused(http.StatusConflict, "name_change.open")
	decide(owner.Client, id, "approve").Refused(http.StatusConflict, "name_change.unconfirmed")
	w.Work()
	waits := func() bool {
		listed := owner.Get("/v1/name_changes?state=pending").OK().Int("meta.total_count") == 1
		if flag := owner.Get("/v1/credentials/" + ada).OK().At("credential.name_change_open").(bool); flag != listed {
			t.Errorf("listed: %v, said of the credential: %v", listed, flag)
		}
		return listed
	}
	if waits() || len(w.Mail.To(owner.Email)) != before || events() != 0 {
		t.Error("the issuer heard of it before the address was confirmed")
	}
	w.Nobody().Post("/v1/public/name_changes/confirm", apptest.J{"secret": "laurel_address_guessed"}).Refused(http.StatusNotFound, "name_change.link")

	confirmAddress(w, address).OK()
	confirmAddress(w, address).OK()
	w.Work()
	if mails := len(w.Mail.To(owner.Email)) - before; !waits() || mails != 1 || events() != 1 {
		t.Errorf("%d mails to who decides and %d events, want one of each", mails, events())
	}
	if owner.Get(fmt.Sprintf("/v1/name_changes/%d", id)).OK().Text("name_change.confirmed_at") == "" {
		t.Error("it does not say when the address was confirmed")
	}
	decide(owner.Client, id, "deny").OK()
	confirmAddress(w, address).Refused(http.StatusNotFound, "name_change.link")
}

func TestAnAddressThatNobodyConfirmsIsForgotten(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	ada := owner.Issued(owner.Group("Weaving"), "ada").Text("credential.uuid")
	mine := owner.Recipient(ada)
	ask(mine, ada, "ada@new.example", "", apptest.J{"kind": "email"}).OK()
	w.Work()
	w.Clock.Advance(7 * 24 * time.Hour)
	confirmAddress(w, "ada@new.example").Refused(http.StatusNotFound, "name_change.link")
	if _, err := w.App.NameChanges.ExpireDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := w.Number("select count(*) from name_changes where state = 'expired'"); n != 1 {
		t.Errorf("%d ran out, want 1", n)
	}
}

// confirmAddress opens the link that was mailed to an address to confirm it.
func confirmAddress(w *apptest.World, address string) apptest.Reply {
	return w.Nobody().Post("/v1/public/name_changes/confirm", apptest.J{"secret": w.Link(address).Query().Get("token")})
}

// told reports whether one of the mails to an address, which come in any order, has the words.
func told(w *apptest.World, address, words string) bool {
	return slices.ContainsFunc(w.Mail.To(address), func(m mailer.Message) bool { return strings.Contains(m.Text, words) })
}
