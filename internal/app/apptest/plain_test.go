package apptest_test

import (
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

// submit sends a form as a browser without scripts does.
func submit(w *apptest.World, path string, values url.Values, headers ...string) apptest.Reply {
	headers = append([]string{"Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html", "Sec-Fetch-Site", "same-origin"}, headers...)
	return w.Nobody().Call(http.MethodPost, path, values.Encode(), headers...)
}

var (
	hiddenField = regexp.MustCompile(`<input type="hidden" name="([a-z]+)" value="([^"]*)">`)
	formAction  = regexp.MustCompile(`<form method="post" action="([^"]+)"`)
)

// formOf returns the address and the hidden fields of the first form of a page.
func formOf(t *testing.T, page apptest.Reply) (string, url.Values) {
	t.Helper()
	action := formAction.FindSubmatch(page.Body)
	if action == nil {
		t.Fatalf("%s has no form: %s", page.Call, page.Body)
	}
	values := url.Values{}
	for _, field := range hiddenField.FindAllSubmatch(page.Body, -1) {
		values.Set(string(field[1]), html.UnescapeString(string(field[2])))
	}
	return string(action[1]), values
}

// says fails the test unless a page with the status has all texts, and the content policy of our pages.
func says(t *testing.T, page apptest.Reply, status int, texts ...string) {
	t.Helper()
	if page.Status != status {
		t.Errorf("%s: %d, want %d", page.Call, page.Status, status)
	}
	for _, text := range texts {
		if !strings.Contains(html.UnescapeString(string(page.Body)), text) {
			_, body, _ := strings.Cut(string(page.Body), `<div id="root">`)
			t.Errorf("%s does not say %q:\n%.3000s", page.Call, text, body)
		}
	}
	if policy := page.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "form-action 'self'") || !strings.Contains(policy, "default-src 'none'") {
		t.Errorf("%s has the policy %q", page.Call, policy)
	}
}

func TestRefusalsSayWhatTheyAreWithoutScripts(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	group := owner.Group("Weaving")
	secret := owner.Issued(group, "ada", apptest.J{"private": true}).Text("credential.uuid")
	deleted := owner.Issued(group, "bea").Text("credential.uuid")
	owner.Delete("/v1/credentials/" + deleted).OK()
	revoked := owner.Issued(group, "cid").Text("credential.uuid")
	owner.Post("/v1/credentials/"+revoked+"/revoke", misconduct).OK()
	says(t, pageOf(w, "/"+secret), http.StatusForbidden, "<title>This credential is private</title>", "<h1>This credential is private</h1>")
	says(t, pageOf(w, "/"+deleted), http.StatusGone, "<h1>This credential was deleted</h1>")
	says(t, pageOf(w, "/"+revoked), http.StatusOK, "Revoked by the issuer")
	says(t, pageOf(w, "/x9"), http.StatusNotFound, "<h1>Credential not found</h1>")
	says(t, pageOf(w, "/group/999999"), http.StatusNotFound, "<h1>Credential not found</h1>")
	says(t, pageOf(w, "/nothing/here"), http.StatusNotFound, "<h1>Page not found</h1>")
	says(t, pageOf(w, "/claim/nothing"), http.StatusNotFound, "<h1>This link doesn’t exist</h1>")
	says(t, pageOf(w, "/groups"), http.StatusOK, "This page needs JavaScript.")
	german := w.Nobody().Call(http.MethodGet, "/x9", nil, "Accept", "text/html", "Accept-Language", "de")
	says(t, german, http.StatusNotFound, `<html lang="de" dir="ltr"`, "<h1>Nachweis nicht gefunden</h1>")
	arabic := w.Nobody().Call(http.MethodGet, "/verify", nil, "Accept", "text/html", "Accept-Language", "ar")
	says(t, arabic, http.StatusOK, `<html lang="ar" dir="rtl"`, "<h1>التحقق من شهادة</h1>")
}

func TestTheVerificationPageWorksAsAPlainForm(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	issued := owner.Issued(owner.Group("Weaving <i>"), "ada")
	id, email := issued.Text("credential.uuid"), issued.Text("credential.recipient.email")
	form := pageOf(w, "/verify?url="+url.QueryEscape(apptest.Origin+"/"+id))
	says(t, form, http.StatusOK, "<h1>Verify a credential</h1>", ">"+apptest.Origin+"/"+id+"</textarea>", `enctype="multipart/form-data"`)
	says(t, form, http.StatusOK, `data-verdict="valid"`, "This credential is valid", "<bdi>ada</bdi>")
	says(t, pageOf(w, "/verify?url="+id), http.StatusOK, `data-verdict="valid"`)
	action, _ := formOf(t, form)
	says(t, submit(w, action, url.Values{"input": {id}, "email": {email}}), http.StatusOK,
		`data-verdict="valid"`, "This credential is valid", "<bdi>Weaving <i></bdi>", "<bdi>ada</bdi>", "Yes, it was issued to "+email, `href="`+apptest.Origin+"/"+id+`"`)
	document := string(signedForm(w, issued).Body)
	says(t, submit(w, action, url.Values{"input": {document}}), http.StatusOK, `data-verdict="valid"`)
	says(t, submit(w, action, url.Values{"input": {strings.Replace(document, `"name":"ada"`, `"name":"eve"`, 1)}}), http.StatusOK,
		`data-verdict="changed"`, "None of this has been verified.")
	owner.Post("/v1/credentials/"+id+"/revoke", misconduct).OK()
	apptest.Eventually(t, "the list to say so", func() bool {
		w.Clock.Advance(2 * time.Second)
		return strings.Contains(string(submit(w, action, url.Values{"input": {id}}).Body), `data-verdict="revoked"`)
	})
	says(t, submit(w, action, url.Values{"input": {id}}), http.StatusOK, `data-verdict="revoked"`, "The issuer has revoked this credential")
	says(t, submit(w, action, url.Values{"input": {""}}), http.StatusUnprocessableEntity, `role="alert"`)
	says(t, submit(w, action, url.Values{"input": {strings.Repeat("x", 1<<20+1)}}), http.StatusUnprocessableEntity, `role="alert"`)
	says(t, submit(w, action, url.Values{"input": {strings.Repeat("x", 4<<20)}}), http.StatusRequestEntityTooLarge, `role="alert"`)
	file := handedInAt(t, w, "/verify", "file", []byte(document))
	says(t, file, http.StatusOK, `data-verdict="revoked"`)
	if strings.Contains(string(submit(w, action, url.Values{"input": {`"><script>alert(1)</script>`}}).Body), "<script>alert") {
		t.Error("the form repeats what it was sent as HTML")
	}
}

func TestALinkMakesNobodyFetchTheCredentialOfAnotherSite(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	asked := make(chan string, 1)
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { asked <- r.URL.Path }))
	defer other.Close()
	form := pageOf(w, "/verify?url="+url.QueryEscape(other.URL+"/badge.json"))
	says(t, form, http.StatusOK, ">"+other.URL+"/badge.json</textarea>")
	if strings.Contains(string(form.Body), "data-verdict") || len(asked) > 0 {
		t.Errorf("the link was followed: %d requests", len(asked))
	}
}

func TestFormsOfOtherSitesAreRefused(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	for _, path := range []string{"/verify", "/claim/x", "/r", "/retrieve"} {
		submit(w, path, url.Values{"input": {"x"}}, "Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example").Refused(http.StatusForbidden, "other_site")
		submit(w, path, url.Values{"input": {"x"}}, "Sec-Fetch-Site", "", "Origin", "https://evil.example").Refused(http.StatusForbidden, "other_site")
	}
	says(t, submit(w, "/verify", url.Values{"input": {"x9"}}, "Sec-Fetch-Site", "", "Origin", apptest.Origin), http.StatusOK, "No credential found")
}

func TestACredentialIsClaimedWithoutScripts(t *testing.T) {
	t.Parallel()
	c := newClaiming(t, apptest.J{})
	path := "/claim/" + c.token
	form := pageOf(c.w, path)
	says(t, form, http.StatusOK, "<bdi>Weaving</bdi>", "We’ll email you a link to confirm the address")
	action, values := formOf(t, form)
	values.Set("name", "Ada")
	values.Set("email", "nowhere")
	says(t, submit(c.w, action, values), http.StatusUnprocessableEntity, `role="alert"`, `value="nowhere"`)
	values.Set("email", apptest.Email("ada"))
	says(t, submit(c.w, action, values), http.StatusUnprocessableEntity, `role="alert"`) // faster than a person
	c.w.Clock.Advance(4 * time.Second)
	says(t, submit(c.w, action, values), http.StatusOK, "Check your email", apptest.Email("ada"))
	c.w.Work()
	mailed := c.w.Link(apptest.Email("ada"))
	for range 2 {
		form = pageOf(c.w, mailed.RequestURI())
		says(t, form, http.StatusOK, "Confirm that this email address is yours.")
	}
	if c.issued() != 0 {
		t.Fatal("opening the link issued the credential")
	}
	action, values = formOf(t, form)
	done := submit(c.w, action, values)
	says(t, done, http.StatusOK, "Your credential has been issued", `href="`+apptest.Origin+"/")
	if c.issued() != 1 {
		t.Errorf("%d issued", c.issued())
	}
	says(t, submit(c.w, action, url.Values{"code": {"laurel_claims_wrong"}}), http.StatusNotFound, `role="alert"`, `name="email"`)
	c.owner.Put(fmt.Sprint("/v1/claim_links/", c.id), apptest.J{"claim_link": apptest.J{"name": "x", "state": "paused"}}).OK()
	says(t, pageOf(c.w, path), http.StatusOK, "<h2>Paused</h2>")
}

func TestAOneTimeLinkOpensOnceWithoutScripts(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	issued := owner.Issued(owner.Group("Weaving"), "ada", apptest.J{"private": true})
	path := "/r?token=" + owner.RecipientToken(issued.Text("credential.uuid"))
	var form apptest.Reply
	for range 2 {
		form = pageOf(w, path)
		says(t, form, http.StatusOK, "<h1>Open your credential</h1>")
	}
	action, values := formOf(t, form)
	opened := submit(w, action, values)
	if opened.Status != http.StatusSeeOther || opened.Header.Get("Location") != issued.Text("credential.url") {
		t.Fatalf("it leads to %d %s", opened.Status, opened.Header.Get("Location"))
	}
	if n := w.Number("select count(*) from recipient_sessions"); n != 0 {
		t.Errorf("%d sessions that nobody has", n)
	}
	over := submit(w, action, values)
	says(t, over, http.StatusGone, "<h1>This link has expired</h1>")
	w.Work() // what else is mailed to her
	action, values = formOf(t, over)
	says(t, submit(w, action, values), http.StatusOK, "a new one is on its way")
	w.Work()
	says(t, pageOf(w, w.Link(apptest.Email("ada")).RequestURI()), http.StatusOK, "<h1>Open your credential</h1>")
	says(t, pageOf(w, "/r"), http.StatusOK, "<h1>This link has expired</h1>")
}

func TestCredentialsAreFoundWithoutScripts(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	issued := owner.Issued(owner.Group("Weaving"), "ada", apptest.J{"private": true})
	w.Work()
	form := pageOf(w, "/retrieve")
	says(t, form, http.StatusOK, "<h1>Find your credentials</h1>")
	action, values := formOf(t, form)
	values.Set("email", apptest.Email("ada"))
	w.Clock.Advance(4 * time.Second)
	asked := submit(w, action, values)
	says(t, asked, http.StatusOK, "a code is on its way")
	w.Work()
	mails := w.Mail.To(apptest.Email("ada"))
	code := regexp.MustCompile(`\b\d{6}\b`).FindString(mails[len(mails)-1].Text)
	opened := pageOf(w, w.Link(apptest.Email("ada")).RequestURI())
	for _, page := range []apptest.Reply{asked, opened} {
		at, proof := formOf(t, page)
		proof.Set("code", "wrong")
		says(t, submit(w, at, proof), http.StatusUnprocessableEntity, `role="alert"`)
	}
	at, proof := formOf(t, opened)
	proof.Set("code", code)
	says(t, submit(w, at, proof), http.StatusOK, "<h1>Your credentials</h1>", `href="`+issued.Text("credential.url")+`"`)
	says(t, submit(w, at, proof), http.StatusGone, `role="alert"`, `name="email"`)
	if n := w.Number("select count(*) from recipient_sessions"); n != 0 {
		t.Errorf("%d sessions that nobody has", n)
	}
}
