package apptest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
	"laurel/internal/mailer"
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

	taken := approved("email", apptest.Email("bob"))
	taken.Refused(http.StatusUnprocessableEntity, "field:recipient.email")
	id := owner.Get("/v1/name_changes?state=pending").OK().Int("name_changes.0.id")
	mine.Delete(fmt.Sprintf("/v1/recipient/credentials/%s/name_changes/%d", ada, id)).OK()
	approved("email", "ada@new.example").OK()
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

// told tells whether one of the mails to an address, which come in any order, has the words.
func told(w *apptest.World, address, words string) bool {
	return slices.ContainsFunc(w.Mail.To(address), func(m mailer.Message) bool { return strings.Contains(m.Text, words) })
}
