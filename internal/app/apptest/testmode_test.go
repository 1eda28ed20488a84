package apptest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/app/apptest"
)

func TestAKeyInTestModeIssuesWhatReachesNobodyAndIsGoneAfterAMonth(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := dressed(owner, "de")
	trial := keyWith(owner, "trial", apptest.J{"mode": "test", "access": "write"})
	live := keyWith(owner, "live", apptest.J{"access": "write"})
	if key := owner.Get("/v1/issuer/api_keys").OK(); key.Text("api_keys.1.mode") != "test" || key.Text("api_keys.0.mode") != "live" {
		t.Errorf("the keys are %s", key.Body)
	}

	counted := live.Issued(group, "ada")
	w.Work()
	made := trial.Issued(group, "ada") // the same person: a test takes no place from what counts
	w.Work()
	uuid, id := made.Text("credential.uuid"), made.Int("credential.accredible_internal_id")
	if made.At("credential.test") != true || strings.Contains(string(counted.Body), `"test"`) {
		t.Errorf("the test is %s, the other %s", made.Body, counted.Body)
	}
	if got := w.Mail.To(counted.Text("credential.recipient.email")); len(got) != 1 {
		t.Errorf("%d mails went out for two credentials of which one is a test", len(got))
	}

	for _, mode := range []string{"pdf", "print"} {
		printed := w.Nobody().Get("/v1/credentials/generate_certificate_pdf?mode=" + mode + "&credential_id=" + uuid).OK()
		if text := read(t, "pdftotext", string(printed.Body)); !strings.Contains(text, "Test: kein gültiger Nachweis") || !strings.Contains(text, "Dear ada") {
			t.Errorf("%s says %q", mode, text)
		}
	}
	if page := w.Nobody().Get("/v1/public/credentials/" + uuid).OK(); page.Text("credential.verdict.status") != "test" || page.At("credential.test") != true {
		t.Errorf("the public page says %s", page.Body)
	}
	means(t, "the page of a test", verified(w, uuid), "test", "test_credential")
	baked := handedIn(t, w, "file", w.Nobody().Get("/v1/credentials/generate_baked_badge?credential_id="+uuid).OK().Body)
	means(t, "the badge of a test", baked.OK(), "test", "test_credential")
	badge := w.Nobody().Get("/v1/openbadges/credentials/" + uuid).OK()
	if badge.Text("validUntil") != badge.Text("validFrom") || badge.At("credentialStatus") != nil ||
		badge.Text("credentialSubject.achievement.achievementType") != "ext:TestCredential" || badge.Text("name") != "Test, not valid: Weaving" {
		t.Errorf("the signed badge is %s", badge.Body)
	}

	// Each key sees its own mode.
	trial.Get(fmt.Sprint("/v1/credentials/", id)).OK()
	live.Get(fmt.Sprint("/v1/credentials/", id)).Want(http.StatusNotFound)
	owner.Get(fmt.Sprint("/v1/credentials/", id)).OK() // a link leads there
	trial.Get("/v1/credentials/" + counted.Text("credential.uuid")).Want(http.StatusNotFound)
	for _, who := range []apptest.Client{trial, live, owner.Client} {
		if found := who.Post("/v1/credentials/search", nil).OK(); found.Int("meta.total_count") != 1 {
			t.Errorf("a search finds %s", found.Body)
		}
	}
	if g := owner.Get(fmt.Sprint("/v1/issuer/groups/", group)).OK(); g.Int("group.published_count") != 1 {
		t.Errorf("the group counts %s", g.Body)
	}

	w.Clock.Advance(30*24*time.Hour + time.Minute)
	if n, err := w.App.Lifecycle.PurgeDue(t.Context()); n != 1 || err != nil {
		t.Errorf("%d were purged, %v", n, err)
	}
	w.Clock.Advance(time.Hour)
	if _, err := w.App.Kept.Sweep(t.Context()); err != nil || w.Number("select count(*) from kept_documents") != 0 {
		t.Errorf("documents are left, %v", err)
	}
	owner.SignIn()
	trial.Get(fmt.Sprint("/v1/credentials/", id)).Want(http.StatusNotFound)
	w.Nobody().Get("/v1/public/credentials/" + uuid).Want(http.StatusNotFound)
	live.Get("/v1/credentials/" + counted.Text("credential.uuid")).OK()
}

func TestAKeyInTestModeChangesNothingThatCounts(t *testing.T) {
	t.Parallel()
	w := withEverything(t)
	owner := w.Issuer("owner")
	theirs := possessions(owner)
	trial := keyWith(owner, "trial", apptest.J{"mode": "test", "scopes": access.KeyScopes()})
	calls := contractCalls(t)
	for id, op := range apptest.Operations(t) {
		o, call := operations[id], calls[id]
		switch {
		case call.Open || call.People:
		case !call.Test:
			o.call(trial, op, theirs).Refused(http.StatusForbidden, "api_key.test_mode")
		case o.kind == "credential" || o.kind == "evidence":
			foreign, none := o.call(trial, op, theirs), o.call(trial, op, nothing)
			if foreign.Status != none.Status || foreign.Status < 400 || string(foreign.Body) != string(none.Body) {
				t.Errorf("%s: one that counts answers %d %s, none %d %s", id, foreign.Status, foreign.Body, none.Status, none.Body)
			}
		}
	}
	trial.Post("/v1/credentials", `{"credential":{"group_name":"No such group","recipient":{"name":"Ada","email":"ada@example.com"}}}`).
		Refused(http.StatusForbidden, "api_key.test_mode")
	for _, id := range []string{"groupCreate", "designUpdate", "attributeCreate", "webhookDeliveryRead", "importCreate", "importStart", "dataExportCreate", "recipientLinkCreate", "signOnLink", "embedSessionCreate"} {
		if calls[id].Test {
			t.Errorf("test mode allows %s", id)
		}
	}
	for _, id := range []string{"groupList", "designRead", "attributeList", "credentialCreate", "credentialPublish", "evidenceCreate", "publicationRead"} {
		if !calls[id].Test {
			t.Errorf("test mode refuses %s", id)
		}
	}
}

func TestPeopleSeeTestsWhereTheyAskForThem(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Spinning")
	trial := keyWith(owner, "trial", apptest.J{"mode": "test", "access": "write"})
	id := trial.Issued(group, "ada").Int("credential.id")
	inTests := func(method, path, body string) apptest.Reply {
		return owner.Call(method, path, body, "Test-Mode", "true")
	}
	if found := inTests(http.MethodPost, "/v1/credentials/search", `{}`).OK(); found.Int("credentials.0.id") != id || found.At("credentials.0.test") != true {
		t.Errorf("the list of tests is %s", found.Body)
	}
	inTests(http.MethodPost, "/v1/issuer/groups", `{"group":{"name":"New"}}`).Refused(http.StatusForbidden, "api_key.test_mode")
	inTests(http.MethodPost, fmt.Sprintf("/v1/credentials/%d/resend", id), `{}`).Refused(http.StatusConflict, "credential.test")
	w.Work()
	action := inTests(http.MethodPost, "/v1/actions", fmt.Sprintf(`{"kind":"delete","credential_ids":[%d]}`, id)).OK()
	w.Work()
	uuid := action.Text("action.uuid")
	inTests(http.MethodGet, "/v1/actions/"+uuid, "").OK()
	owner.Get("/v1/actions/" + uuid).Want(http.StatusNotFound)
	trial.Get(fmt.Sprint("/v1/credentials/", id)).Want(http.StatusNotFound)
	if sent := w.Mail.To("ada@example.com"); len(sent) != 0 {
		t.Errorf("%d mails went out", len(sent))
	}
}

func TestWebhooksTellOfTestsThatTheyAreSome(t *testing.T) {
	t.Parallel()
	w := hooked(t)
	owner := w.Issuer("owner")
	program := newReceiver(t, always(http.StatusOK))
	owner.Post("/v1/issuer/webhooks", apptest.J{"webhook": apptest.J{"url": program.URL, "events": []string{"credential.published"}}}).OK()
	group := owner.Group("Spinning")
	for mode, said := range map[string]bool{"live": false, "test": true} {
		keyWith(owner, mode, apptest.J{"mode": mode, "access": "write"}).Issued(group, mode)
		w.Work()
		before := len(program.arrivals())
		_, _ = w.App.Webhooks.SendDue(t.Context())
		got := program.arrivals()[before:]
		if len(got) != 1 || strings.Contains(got[0].body, `"test":true,"data"`) != said {
			t.Errorf("%s: %+v", mode, got)
		}
	}
}

func TestAKeyIsGivenOtherLimits(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Spinning")
	key := keyWith(owner, "before", apptest.J{"scopes": []string{"credentials:read"}})
	taken := keyWith(owner, "taken", nil)
	taken.Get("/v1/issuer/groups").OK()
	path := fmt.Sprint("/v1/issuer/api_keys/", owner.Get("/v1/issuer/api_keys").OK().Int("api_keys.1.id"))
	change := func(in apptest.J) apptest.Reply { return owner.Put(path, apptest.J{"api_key": in}) }

	key.Get("/v1/issuer/groups").Refused(http.StatusForbidden, "api_key.scope_missing")
	changed := change(apptest.J{"name": "after", "scopes": []string{"groups:read"}, "group_ids": []int64{group}, "rate_limit": 2}).OK()
	if changed.Text("api_key.name") != "after" || changed.Int("api_key.rate_limit") != 2 || changed.At("api_key.expires_at") != nil {
		t.Errorf("the key is %s", changed.Body)
	}
	key.Get("/v1/issuer/groups").OK()
	key.Post("/v1/credentials/search", nil).Refused(http.StatusForbidden, "api_key.scope_missing")
	key.Get("/v1/issuer/groups").Want(http.StatusTooManyRequests)

	change(apptest.J{"name": "taken"}).Refused(http.StatusConflict, "api_key.name_taken")
	change(apptest.J{"scopes": []string{}}).Refused(http.StatusUnprocessableEntity, "field:scopes")
	change(apptest.J{"group_ids": []int64{1}}).Refused(http.StatusUnprocessableEntity, "field:group_ids")
	change(apptest.J{"expires_at": "2020-01-01T00:00:00Z"}).Refused(http.StatusUnprocessableEntity, "field:expires_at")
	change(apptest.J{"rate_limit": -1}).Refused(http.StatusUnprocessableEntity, "field:rate_limit")
	if kept := owner.Get("/v1/issuer/api_keys").OK(); kept.Text("api_keys.1.name") != "after" || kept.Text("api_keys.1.scopes.0") != "groups:read" {
		t.Errorf("a refused change changed %s", kept.Body)
	}
	if n := w.Number("select count(*) from audit_events where action = 'api_key.changed' and details -> 'name' ->> 'after' = 'after'"); n != 1 {
		t.Errorf("%d changes stand in the record", n)
	}
	change(apptest.J{"allowed_addresses": []string{"192.0.2.1"}}).OK()
	key.Get("/v1/issuer/groups").Refused(http.StatusForbidden, "api_key.address_not_allowed")
}
