package apptest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

var misconduct = apptest.J{"reason": "misconduct", "note": "The exam was sat by somebody else."}

// brought makes a credential and brings it into a state as people do.
func brought(w *apptest.World, owner apptest.Client, group int64, name, state string) string {
	credential := owner.Draft(group, name, apptest.J{
		"expired_on": "2090-01-31", "approve": state != "draft" && state != "scheduled", "complete": state != "in_progress",
	})
	path := "/v1/credentials/" + credential.Text("credential.uuid")
	switch state {
	case "scheduled":
		owner.Post("/v1/credentials/schedule", apptest.J{
			"credential_ids": []int64{credential.Int("credential.id")}, "publish_at": w.Clock.Now().Add(24 * time.Hour).UTC().Format(time.RFC3339),
		}).OK()
	case "expired":
		owner.Put(path, apptest.J{"credential": apptest.J{"issued_on": "2020-01-01", "expired_on": "2020-12-31"}}).OK()
	case "suspended":
		owner.Post(path+"/suspend", apptest.J{"reason": "Under review"}).OK()
	case "revoked":
		owner.Post(path+"/revoke", misconduct).OK()
	case "deleted":
		owner.Delete(path).OK()
	}
	return path
}

func TestEveryStateGoesWhereItMayAndNowhereElse(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	const refused, not, revoked, gone = "credential.", "credential.not_published", "credential.revoked", "credential.not_found"
	// What each verb makes of each state: the state afterwards, or the refusal.
	table := map[string]map[string]string{
		"suspend": {
			"draft": not, "scheduled": not, "in_progress": "suspended", "published": "suspended", "expired": "suspended", "suspended": "suspended", "revoked": revoked, "deleted": gone,
		},
		"reinstate": {
			"draft": not, "scheduled": not, "in_progress": "in_progress", "published": "published", "expired": "expired", "suspended": "published", "revoked": revoked, "deleted": gone,
		},
		"revoke": {
			"draft": not, "scheduled": not, "in_progress": "revoked", "published": "revoked", "expired": "revoked", "suspended": "revoked", "revoked": "revoked", "deleted": gone,
		},
	}
	for verb, row := range table {
		for from, to := range row {
			path := brought(w, owner.Client, group, verb+from, from)
			reply := owner.Post(path+"/"+verb, misconduct)
			if !strings.HasPrefix(to, refused) {
				if reply.OK(); reply.Text("credential.state") != to {
					t.Errorf("%s %s gives %s; want %s", verb, from, reply.Text("credential.state"), to)
				}
				continue
			}
			status := http.StatusConflict
			if to == gone {
				status = http.StatusNotFound
			}
			reply.Refused(status, to)
			if from != "deleted" && owner.Get(path).OK().Text("credential.state") != from {
				t.Errorf("%s of %s was refused and changed it", verb, from)
			}
		}
	}
	owner.Post("/v1/credentials/publish", apptest.J{"all_matching": apptest.J{"state": "revoked,suspended"}}).OK()
	w.Work()
	if n := w.Number("select count(*) from credentials where state = 'revoked'"); n != 7 {
		t.Errorf("%d are revoked after somebody tried to publish them; want 7", n)
	}
}

func TestASuspensionThatEndsAfterTheLastDayLeavesAnExpiredCredential(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	path := brought(w, owner.Client, owner.Group("Weaving"), "ada", "expired")
	owner.Post(path+"/suspend", nil).OK()
	if got := owner.Post(path+"/reinstate", nil).OK().Text("credential.state"); got != "expired" {
		t.Errorf("it is %s", got)
	}
}

func TestWhatWasDeletedComesBackAsItWas(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	for _, state := range []string{"draft", "scheduled", "in_progress", "published", "expired", "suspended", "revoked"} {
		path := brought(w, owner.Client, group, state, state)
		before := owner.Get(path).OK()
		owner.Delete(path).OK()
		if after := owner.Post(path+"/restore", nil).OK(); after.Text("credential.state") != state {
			t.Errorf("%s comes back as %s", state, after.Text("credential.state"))
		} else if fmt.Sprint(before.At("credential.revocation"), before.At("credential.suspension")) != fmt.Sprint(after.At("credential.revocation"), after.At("credential.suspension")) {
			t.Errorf("%s comes back as %s, was %s", state, after.Body, before.Body)
		}
	}
}

func TestARevocationNamesItsReasonAndTakesNoOther(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	path := brought(w, owner.Client, owner.Group("Weaving"), "ada", "published")
	long := strings.Repeat("ä", 501)
	for want, body := range map[string]apptest.J{
		"reason": {}, "reason ": {"reason": "because"}, "note": {"reason": "other", "note": long},
	} {
		reply := owner.Post(path+"/revoke", body).Want(http.StatusUnprocessableEntity)
		if reply.At("errors."+strings.TrimSpace(want)) == nil {
			t.Errorf("%v is refused with %s", body, reply.Body)
		}
	}
	if reply := owner.Post(path+"/suspend", apptest.J{"reason": long}).Want(http.StatusUnprocessableEntity); reply.At("errors.reason") == nil {
		t.Errorf("a long reason is refused with %s", reply.Body)
	}
	owner.Post(path+"/revoke", misconduct).OK()
	again := owner.Post(path+"/revoke", apptest.J{"reason": "other", "note": "Something else."}).OK()
	if again.Text("credential.revocation.reason") != "misconduct" || again.Text("credential.revocation.note") != misconduct["note"] {
		t.Errorf("the reason was changed: %s", again.Body)
	}
}

func TestTheHistoryTellsWhoWithdrewWhatAndWhy(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	path := brought(w, owner.Client, owner.Group("Weaving"), "ada", "suspended")
	owner.Post(path+"/reinstate", nil).OK()
	owner.Key("write").Post(path+"/revoke", misconduct).OK()
	history := owner.Get(path + "/history").OK()
	var told []string
	for i := range 3 {
		at := fmt.Sprintf("events.%d.", i)
		told = append(told, fmt.Sprint(history.Text(at+"action"), " ", history.Text(at+"by"), " ", history.At(at+"details")))
	}
	told = append(told, history.Text("events.3.action")+" "+history.Text("events.3.by")+" as "+history.Text("events.3.details.values.state"))
	want := []string{
		"credential.revoked write map[note:The exam was sat by somebody else. reason:misconduct]", "credential.reinstated owner map[]",
		"credential.suspended owner map[reason:Under review]", "credential.created owner as published",
	}
	if !slices.Equal(told, want) {
		t.Errorf("told:\n%s\nwant:\n%s", strings.Join(told, "\n"), strings.Join(want, "\n"))
	}
}

func TestRecipientsHearOfEachChangeOnce(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	path := brought(w, owner.Client, group, "ada", "published")
	w.Work()
	for _, verb := range []string{"suspend", "suspend", "reinstate", "reinstate", "suspend", "revoke", "revoke"} {
		owner.Post(path+"/"+verb, misconduct).OK()
		w.Clock.Advance(1)
	}
	w.Exec("update river_job set state = 'available', finalized_at = null, attempt = 0 where kind = 'publishing.notify'") // each runs twice
	w.Work()
	kinds := map[string]int{}
	for _, m := range w.Mail.To(apptest.Email("ada")) {
		kinds[strings.SplitN(m.Subject, ":", 2)[0]]++
		if strings.Contains(m.Subject, "revoked") && !strings.Contains(m.Text, "Misconduct. The exam was sat by somebody else.") {
			t.Errorf("the mail says %s", m.Text)
		}
	}
	want := map[string]int{"Your credential": 1, "Your credential is suspended": 2, "Your credential is valid again": 1, "Your credential was revoked": 1}
	if fmt.Sprint(kinds) != fmt.Sprint(want) {
		t.Errorf("mails %v; want %v", kinds, want)
	}
	quiet := brought(w, owner.Client, group, "grace", "draft")
	id := owner.Get(quiet).OK().Int("credential.id")
	owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": []int64{id}, "send_email": false}).OK()
	w.Work()
	owner.Post(quiet+"/suspend", apptest.J{"send_email": false}).OK()
	owner.Post(quiet+"/revoke", misconduct).OK()
	w.Work()
	if got := w.Mail.To(apptest.Email("grace")); len(got) != 1 {
		t.Errorf("Grace got %d mails; want the one of the revocation", len(got))
	}
	if got := owner.Get(quiet).OK().Text("credential.email_status"); got != "not_sent" {
		t.Errorf("the mail about the revocation counts as the delivery: %s", got)
	}
}

func TestManyAreRevokedAtOnceAndTheSameRequestDoesItOnce(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	for _, state := range []string{"draft", "published", "expired", "suspended", "revoked"} {
		brought(w, owner.Client, group, state, state)
	}
	body := apptest.J{"all_matching": apptest.J{"group_id": group}, "reason": "superseded"}
	stood := func(r apptest.Reply) string {
		return fmt.Sprint(r.Int("changed_count"), " ", r.Int("unchanged_count"), " ", r.Int("refused_count"))
	}
	for range 2 {
		reply := owner.Call(http.MethodPost, "/v1/credentials/revoke_many", body, "Idempotency-Key", "one").OK()
		if got := stood(reply); got != "3 1 1" {
			t.Errorf("changed, unchanged, refused: %s; want 3 1 1", got)
		}
	}
	if got := stood(owner.Post("/v1/credentials/revoke_many", body).OK()); got != "0 4 1" {
		t.Errorf("again: %s; want 0 4 1", got)
	}
	w.Work()
	if n := w.Number("select count(*) from mails where kind = 'revoked'"); n != 4 {
		t.Errorf("%d mails tell of a revocation; want 4", n)
	}
	owner.Post("/v1/credentials/revoke_many", apptest.J{"credential_ids": []int64{}, "reason": "other"}).Refused(http.StatusUnprocessableEntity, "credential.nothing_selected")
}

func TestWhoseCredentialWasRevokedCanGetANewOne(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	path := brought(w, owner.Client, group, "ada", "suspended")
	again := apptest.J{"credential": apptest.J{"group_id": group, "recipient": apptest.J{"name": "ada", "email": apptest.Email("ada")}}}
	owner.Post("/v1/credentials", again).Want(http.StatusUnprocessableEntity)
	owner.Post(path+"/revoke", apptest.J{"reason": "superseded"}).OK()
	owner.Post("/v1/credentials", again).OK()
}
