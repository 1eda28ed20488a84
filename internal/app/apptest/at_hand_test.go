package apptest_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

// atHand is a certificate that people have asked for again and again, so that it is at hand.
type atHand struct {
	w          *apptest.World
	owner      apptest.Issuer
	group, id  int64
	path, link string
}

func newAtHand(t *testing.T) *atHand {
	t.Helper()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	owner := w.Issuer("owner")
	owner.Post("/v1/attribute_keys", apptest.J{"attribute_key": apptest.J{"name": "Since", "kind": "text"}}).OK()
	design := `{"design":{"name":"Since","kind":"certificate","size":"a4","language":"en","blocks":[` +
		strings.Replace(greeting, "Dear [recipient.name]", "Dear [recipient.name] [custom.since]", 1) + `]}}`
	group := owner.Post("/v1/issuer/groups", apptest.J{"group": apptest.J{
		"name": "Weaving", "course_name": "Weaving", "certificate_design_id": owner.Post("/v1/certificate_designs/create", design).OK().Int("design.id"),
	}}).OK().Int("group.id")
	today := w.Clock.Now().Format(time.DateOnly)
	issued := owner.Issued(group, "ada", apptest.J{"custom_attributes": apptest.J{"since": "2026-02-03"}, "expired_on": today, "issued_on": today})
	a := &atHand{w: w, owner: owner, group: group, id: issued.Int("credential.accredible_internal_id")}
	a.path = "/v1/credentials/generate_certificate_pdf?mode=pdf&credential_id=" + issued.Text("credential.uuid")
	return a
}

// ask asks until it must be at hand.
func (a *atHand) ask(t *testing.T) []byte {
	t.Helper()
	first := a.w.Nobody().Get(a.path + a.link).OK().Body
	for range 3 {
		if more := a.w.Nobody().Get(a.path + a.link).OK().Body; !bytes.Equal(more, first) {
			t.Error("another document without a change")
		}
	}
	return first
}

func (a *atHand) put(body apptest.J) {
	a.owner.Put(fmt.Sprint("/v1/credentials/", a.id), apptest.J{"credential": body}).OK()
}

func TestADocumentAtHandShowsEachChangeAtOnce(t *testing.T) {
	t.Parallel()
	a := newAtHand(t)
	before := a.ask(t)
	attribute := a.w.Number("select id from attribute_keys where key = 'since'")
	for _, c := range []struct {
		what, says string
		change     func()
	}{
		{"another name", "Dear Ada Lovelace", func() { a.put(apptest.J{"recipient": apptest.J{"name": "Ada Lovelace"}}) }},
		{"another kind of its attribute", "February 3, 2026", func() {
			a.owner.Post("/v1/attribute_keys/update", apptest.J{"attribute_key": apptest.J{"id": attribute, "name": "Since", "kind": "date"}}).OK()
		}},
		{"evidence", `"evidence"`, func() {
			item := apptest.J{"evidence_item": apptest.J{"description": "A cloth", "category": "url", "url": "https://example.org/cloth"}}
			a.owner.Post(fmt.Sprintf("/v1/credentials/%d/evidence_items", a.id), item).OK()
		}},
		{"the next day", "Expired", func() { a.w.Clock.Advance(24 * time.Hour); a.owner.SignIn() }},
		{"a revocation", "no longer valid", func() {
			a.owner.Post(fmt.Sprintf("/v1/credentials/%d/revoke", a.id), apptest.J{"reason": "issued_in_error"}).OK()
		}},
	} {
		c.change()
		after := a.w.Nobody().Get(a.path).OK().Body
		if text := read(t, "pdftotext", string(after)) + string(after); bytes.Equal(before, after) || !strings.Contains(text, c.says) {
			t.Errorf("%s: does not say %q: %q", c.what, c.says, read(t, "pdftotext", string(after)))
		}
		if before = a.ask(t); !bytes.Equal(before, after) {
			t.Errorf("%s: another document the second time", c.what)
		}
	}
}

func TestADocumentAtHandIsOnlyForWhoMayHaveIt(t *testing.T) {
	t.Parallel()
	a := newAtHand(t)
	a.ask(t)
	for _, name := range a.w.Files("pdf/") { // from here on it can only be what is at hand
		if err := a.w.App.Objects.Delete(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	a.ask(t)
	if made := a.w.Files("pdf/"); len(made) != 0 {
		t.Errorf("it was made again: %v", made)
	}
	a.put(apptest.J{"private": true})
	a.w.Nobody().Get(a.path).Refused(http.StatusForbidden, "credential.private")
	key := a.owner.Get(fmt.Sprint("/v1/credentials/", a.id)).OK().Text("credential.private_key")
	a.link = "&key=" + key
	a.ask(t)
	if kept := a.w.Nobody().Get(a.path + a.link).OK().Header.Get("Cache-Control"); kept != "no-store" {
		t.Errorf("the private one is %s", kept)
	}
	a.w.Nobody().Get(a.path).Refused(http.StatusForbidden, "credential.private")
	a.w.Nobody().Get(a.path+"&key=x"+key).Refused(http.StatusForbidden, "credential.private")
	a.owner.Put(fmt.Sprint("/v1/issuer/groups/", a.group), apptest.J{"group": apptest.J{"actions": apptest.J{"download": "owner"}}}).OK()
	a.w.Nobody().Get(a.path+a.link).Refused(http.StatusForbidden, "credential.no_download")
	a.owner.Get(a.path + a.link).OK()
	a.w.Nobody().Get(a.path+a.link).Refused(http.StatusForbidden, "credential.no_download")
	a.owner.Delete(fmt.Sprint("/v1/credentials/", a.id)).OK()
	a.owner.Get(a.path+a.link).Refused(http.StatusGone, "credential.gone")
}

func TestADocumentAtHandIsAnsweredThoughTheDatabaseHungUp(t *testing.T) {
	t.Parallel()
	a := newAtHand(t)
	before := a.ask(t)
	a.w.Exec("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()")
	for range 4 {
		if after := a.w.Nobody().Get(a.path).OK().Body; !bytes.Equal(before, after) {
			t.Error("it is another document")
		}
	}
}
