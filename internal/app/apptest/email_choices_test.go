package apptest_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
	"laurel/internal/platform/mailer"
)

var stopPattern = regexp.MustCompile(regexp.QuoteMeta(apptest.Origin) + `/emails/([\w-]+)`)

// stopToken is the token of the link that stops emails like this one.
func stopToken(t *testing.T, m mailer.Message) string {
	t.Helper()
	found := stopPattern.FindStringSubmatch(m.Headers["List-Unsubscribe"])
	if found == nil || m.Headers["List-Unsubscribe-Post"] != "List-Unsubscribe=One-Click" {
		t.Fatalf("headers of %q: %v", m.Subject, m.Headers)
	}
	for _, body := range []string{m.HTML, m.Text} {
		if !stopPattern.MatchString(body) {
			t.Errorf("%q shows no link: %s", m.Subject, body)
		}
	}
	return found[1]
}

func latest(t *testing.T, w *apptest.World, to string) mailer.Message {
	t.Helper()
	w.Work()
	all := w.Mail.To(to)
	if len(all) == 0 {
		t.Fatalf("no mail to %s", to)
	}
	return all[len(all)-1]
}

func TestALinkOfAnEmailStopsItsLikeFromThatIssuer(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild, school := w.Issuer("guild"), w.Issuer("school")
	ada := apptest.Email("ada")
	guild.Issued(guild.Group("Weaving"), "ada")
	first := latest(t, w, ada)
	if first.Headers["Auto-Submitted"] != "auto-generated" || !strings.Contains(first.From, "guild") {
		t.Errorf("headers %v, from %s", first.Headers, first.From)
	}
	path := "/v1/public/email_choices/" + stopToken(t, first)

	// Link scanners open links: that stops nothing. The address is not told to whoever else has the link.
	for range 2 {
		w.Nobody().Get("/emails/" + stopToken(t, first))
		got := w.Nobody().Get(path).OK()
		if got.At("choice.wanted") != true || got.Text("choice.topic") != "credentials" || strings.Contains(string(got.Body), ada) {
			t.Fatalf("choice: %s", got.Body)
		}
	}
	one := w.Nobody().Call(http.MethodPost, "/emails/"+stopToken(t, first), "List-Unsubscribe=One-Click", "Content-Type", "application/x-www-form-urlencoded")
	if one.Status != 200 || w.Nobody().Get(path).OK().At("choice.wanted") != false {
		t.Fatalf("one click: %d", one.Status)
	}
	before := len(w.Mail.To(ada))
	stopped := guild.Issued(guild.Group("Dyeing"), "ada").Text("credential.uuid")
	w.Work()
	if n := len(w.Mail.To(ada)); n != before {
		t.Fatalf("%d mails after they were stopped", n-before)
	}
	if got := guild.Get("/v1/credentials/" + stopped).OK().Text("credential.email_status"); got != "suppressed" {
		t.Errorf("the issuer sees %q", got)
	}
	school.Issued(school.Group("Sewing"), "ada")
	guild.Post("/v1/credentials/"+stopped+"/suspend", apptest.J{"send_email": true}).OK()
	w.Work()
	if n := len(w.Mail.To(ada)); n != before+2 {
		t.Errorf("%d mails of others and on other topics, want 2", n-before)
	}

	w.Nobody().Put(path, apptest.J{"wanted": true}).OK()
	if got := guild.Get("/v1/credentials/" + stopped).OK().Text("credential.email_status"); got != "not_sent" {
		t.Errorf("after starting again the issuer sees %q", got)
	}
	guild.Issued(guild.Group("Spinning"), "ada")
	if m := latest(t, w, ada); !strings.Contains(m.Subject, "Spinning") {
		t.Errorf("the latest mail is %q", m.Subject)
	}

	for _, wrong := range []string{"x", stopToken(t, first)[:40], strings.Repeat("A", 1900)} {
		w.Nobody().Get("/v1/public/email_choices/"+wrong).Refused(404, "mail.choice_not_found")
		w.Nobody().Put("/v1/public/email_choices/"+wrong, apptest.J{"wanted": false}).Refused(404, "mail.choice_not_found")
		if got := w.Nobody().Get("/emails/" + wrong); got.Status != 404 {
			t.Errorf("the page of %s: %d", wrong, got.Status)
		}
	}
	w.Nobody().Put(path, apptest.J{}).Refused(422, "field:wanted")
}

func TestARecipientChoosesTheirEmails(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	credential := guild.Issued(guild.Group("Weaving"), "ada").Text("credential.uuid")
	ada := apptest.Email("ada")
	stop := stopToken(t, latest(t, w, ada))
	mine := signedInAs(t, w, "ada")
	guild.Recipient(credential).Get("/v1/recipient/notifications").Refused(403, "recipient.prove_address")
	if got := mine.Put("/v1/recipient/notifications", apptest.J{"changes": false}).OK(); got.At("notifications.changes") != false || got.At("notifications.credentials") != true {
		t.Fatalf("chosen: %s", got.Body)
	}
	mine.Put("/v1/recipient/notifications", apptest.J{"changes": "perhaps"}).Refused(422, "field:changes")
	before := len(w.Mail.To(ada))
	guild.Post("/v1/credentials/"+credential+"/suspend", apptest.J{"send_email": true}).OK()
	w.Work()
	if n := len(w.Mail.To(ada)); n != before {
		t.Errorf("%d mails about a change", n-before)
	}

	w.Nobody().Put("/v1/public/email_choices/"+stop, apptest.J{"wanted": false}).OK()
	got := mine.Get("/v1/recipient/notifications").OK()
	if got.Text("notifications.stopped_issuers.0.name") != "guild" || got.At("notifications.credentials") != true {
		t.Errorf("stopped: %s", got.Body)
	}
	guild.Issued(guild.Group("Sewing"), "bob")
	other := signedInAs(t, w, "bob")
	path := fmt.Sprint("/v1/recipient/notifications/stopped_issuers/", got.Int("notifications.stopped_issuers.0.id"))
	other.Delete(path).Refused(404, "department.not_found")
	mine.Delete("/v1/recipient/notifications/stopped_issuers/0").Refused(404, "department.not_found")
	if got := mine.Delete(path).OK(); len(got.At("notifications.stopped_issuers").([]any)) != 0 {
		t.Errorf("resumed: %s", got.Body)
	}
	// Another address of theirs gets what they chose.
	mine.Put("/v1/recipient/notifications", apptest.J{"credentials": false}).OK()
	mine.Post("/v1/recipient/merge", addressAsked(t, w, mine, "ada.k")).OK()
	before = len(w.Mail.To(apptest.Email("ada.k")))
	guild.Issued(guild.Group("Dyeing"), "ada.k")
	w.Work()
	if n := len(w.Mail.To(apptest.Email("ada.k"))); n != before {
		t.Errorf("%d mails to their other address", n-before)
	}
}

// signOnToken is the token of a link that a program of the issuer makes.
func signOnToken(t *testing.T, program apptest.Client, credential, to string) string {
	t.Helper()
	link, err := url.Parse(program.Post("/v1/sso/generate_link", apptest.J{"credential_id": credential, "redirect_to": to}).OK().Text("link"))
	if err != nil {
		t.Fatal(err)
	}
	return link.Query().Get("jwt")
}

func TestARecipientEndsTheLinksOfIssuers(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	credential := guild.Issued(guild.Group("Weaving"), "ada").Text("credential.uuid")
	unused, limited := guild.RecipientToken(credential), w.Enter(signOnToken(t, guild.Key("write"), credential, "")) // with a key
	mine := signedInAs(t, w, "ada")
	limited.Get("/v1/recipient/sign_in_links").Refused(403, "recipient.prove_address")
	list := mine.Get("/v1/recipient/sign_in_links").OK()
	if n := len(list.At("links").([]any)); n != 2 || list.Text("links.0.issuer") != "guild" || list.At("links.0.used_at") == nil || list.At("links.1.used_at") != nil {
		t.Fatalf("links: %s", list.Body)
	}
	guild.Issued(guild.Group("Dyeing"), "bob")
	bob := signedInAs(t, w, "bob")
	for i := range 2 {
		path := fmt.Sprint("/v1/recipient/sign_in_links/", list.Int(fmt.Sprint("links.", i, ".id")))
		bob.Delete(path).Refused(404, "recipient.link_not_found")
		mine.Delete(path).OK()
		mine.Delete(path).Refused(404, "recipient.link_not_found")
	}
	limited.Get("/v1/recipient/session").Refused(401, "recipient.not_signed_in")
	w.Nobody().Post("/v1/recipient/session", apptest.J{"token": unused}).Refused(410, "recipient.link_over")
	mine.Get("/v1/recipient/session").OK()
}

func TestAUsedLinkTellsWhereItLeadsOnTheIssuersSite(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	guild.Post("/v1/departments/update", apptest.J{"department": apptest.J{"url": "https://guild.example"}}).OK()
	credential := guild.Issued(guild.Group("Weaving"), "ada").Text("credential.uuid")
	key := guild.Key("write")
	away, here := signOnToken(t, key, credential, "https://guild.example/courses"), signOnToken(t, key, credential, "/wallet")
	for _, each := range []string{away, here} {
		w.Enter(each)
	}
	again := func(token string) apptest.Reply {
		return w.Nobody().Post("/v1/recipient/session", apptest.J{"token": token})
	}
	if got := again(away); got.Status != 410 || got.Text("redirect_to") != "https://guild.example/courses" {
		t.Errorf("%d %s", got.Status, got.Body)
	}
	if got := again(here); got.Status != 410 || got.At("redirect_to") != nil {
		t.Errorf("%d %s", got.Status, got.Body)
	}
	guild.Delete("/v1/credentials/" + credential + "/recipient_link").OK()
	if got := again(away); got.Status != 410 || got.At("redirect_to") != nil {
		t.Errorf("after it was revoked: %d %s", got.Status, got.Body)
	}
}

func TestARecipientChoosesATimeZone(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	guild.Issued(guild.Group("Weaving"), "ada")
	mine := signedInAs(t, w, "ada")
	for _, wrong := range []string{"Local", "Mars/Olympus", strings.Repeat("x", 65)} {
		mine.Put("/v1/recipient/account", apptest.J{"time_zone": wrong}).Refused(422, "field:time_zone")
	}
	for _, zone := range []string{"Asia/Tokyo", ""} {
		mine.Put("/v1/recipient/account", apptest.J{"time_zone": zone}).OK()
		if got := mine.Get("/v1/recipient/session").OK().Text("recipient.time_zone"); got != zone {
			t.Errorf("the zone is %q, want %q", got, zone)
		}
	}
}
