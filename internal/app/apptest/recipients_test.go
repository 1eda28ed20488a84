package apptest_test

import (
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

func TestALinkSignsARecipientInOnce(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	group := owner.Group("Weaving")
	ada := owner.Issued(group, "ada", apptest.J{"private": true}).Text("credential.uuid")
	token := owner.RecipientToken(ada)

	// Programs that look at every link in a mail open the page; the link is still good.
	for range 3 {
		w.Nobody().Get("/r?token=" + token)
	}
	mine := w.Enter(token)
	mine.Get("/v1/recipient/session").OK()
	w.Nobody().Post("/v1/recipient/session", apptest.J{"token": token}).Refused(410, "recipient.link_over")
	w.Nobody().Post("/v1/recipient/session", apptest.J{"token": "laurel_recipient_x"}).Refused(410, "recipient.link_over")

	if got := mine.Get("/v1/recipient/credentials").OK().Text("credentials.0.uuid"); got != ada {
		t.Errorf("the list shows %s", got)
	}
	mine.Get("/v1/recipient/credentials/" + ada).OK()

	// Their own private credential needs no key; the same address stays shut for others, issuers' sessions among them.
	mine.Get("/v1/public/credentials/" + ada).OK()
	w.Nobody().Get("/v1/public/credentials/"+ada).Refused(403, "credential.private")
	owner.Get("/v1/public/credentials/"+ada).Refused(403, "credential.private")

	mine.Delete("/v1/recipient/session").OK()
	mine.Get("/v1/recipient/session").Refused(401, "recipient.not_signed_in")
	mine.Get("/v1/public/credentials/"+ada).Refused(403, "credential.private")
}

func TestALimitedSessionSeesOneDepartment(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild, school := w.Issuer("guild"), w.Issuer("school")
	first := guild.Issued(guild.Group("Weaving"), "ada").Text("credential.uuid")
	second := school.Issued(school.Group("Sewing"), "ada", apptest.J{"private": true}).Text("credential.uuid")
	other := guild.Issued(guild.Group("Dyeing"), "bob").Text("credential.uuid")
	draft := guild.Draft(guild.Group("Knitting"), "ada").Text("credential.uuid")
	mine := guild.Recipient(first)

	if n := mine.Get("/v1/recipient/credentials").OK().Int("meta.total_count"); n != 1 {
		t.Errorf("%d credentials, want the guild's alone", n)
	}
	none := mine.Get("/v1/recipient/credentials/" + "00000000-0000-4000-8000-000000000000")
	for _, ref := range []string{second, other, draft} {
		if got := mine.Get("/v1/recipient/credentials/" + ref); got.Status != 404 || string(got.Body) != string(none.Body) {
			t.Errorf("%s answers %d %s", ref, got.Status, got.Body)
		}
	}
	mine.Get("/v1/public/credentials/"+second).Refused(403, "credential.private")

	guild.Post("/v1/credentials/"+second+"/recipient_link", nil).Refused(404, "credential.not_found")
	guild.Post("/v1/credentials/"+draft+"/recipient_link", nil).Refused(409, "credential.not_published")
}

func TestAUsedLinkHasANewOneMailedToTheOwnerAlone(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild, school := w.Issuer("guild"), w.Issuer("school")
	ada := guild.Issued(guild.Group("Weaving"), "ada").Text("credential.uuid")
	school.Issued(school.Group("Sewing"), "ada")
	token := guild.RecipientToken(ada)
	w.Enter(token)
	w.Work()
	before := len(w.Mail.To(apptest.Email("ada")))

	unknown := w.Nobody().Post("/v1/recipient/links", apptest.J{"token": "laurel_recipient_nobody"}).OK()
	known := w.Nobody().Post("/v1/recipient/links", apptest.J{"token": token}).OK()
	if string(unknown.Body) != string(known.Body) {
		t.Errorf("a known link answers %s, an unknown one %s", known.Body, unknown.Body)
	}
	w.Work()
	if n := len(w.Mail.To(apptest.Email("ada"))) - before; n != 1 {
		t.Fatalf("%d mails, want 1", n)
	}
	// Who reads the mailbox proved the address, so they see what everybody issued to it.
	mine := w.Enter(w.Link(apptest.Email("ada")).Query().Get("token"))
	if n := mine.Get("/v1/recipient/credentials").OK().Int("meta.total_count"); n != 2 {
		t.Errorf("%d credentials, want both departments'", n)
	}
	if got := w.Number("select count(*) from recipients where email = $1 and state = 'active'", apptest.Email("ada")); got != 1 {
		t.Errorf("%d active recipients", got)
	}
	for range 2 {
		w.Nobody().Post("/v1/recipient/links", apptest.J{"token": token}).OK()
	}
	w.Nobody().Post("/v1/recipient/links", apptest.J{"token": token}).Refused(429, "too_many_requests")
}

func TestRecipientsAreSignedOutByTimeAndByTheIssuer(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	group := owner.Group("Weaving")
	ada := owner.Issued(group, "ada").Text("credential.uuid")

	late := owner.RecipientToken(ada)
	idle := owner.Recipient(ada)
	w.Clock.Advance(61 * time.Minute)
	idle.Get("/v1/recipient/session").Refused(401, "recipient.not_signed_in")

	busy := owner.Recipient(ada)
	for range 13 {
		w.Clock.Advance(55 * time.Minute)
		busy.Get("/v1/recipient/session")
	}
	busy.Get("/v1/recipient/session").OK()
	w.Clock.Advance(10 * time.Minute)
	busy.Get("/v1/recipient/session").Refused(401, "recipient.not_signed_in")
	w.Clock.Advance(12 * time.Hour)
	w.Nobody().Post("/v1/recipient/session", apptest.J{"token": late}).Refused(410, "recipient.link_over")

	owner.SignIn()
	open, unused := owner.Recipient(ada), owner.RecipientToken(ada)
	owner.Delete("/v1/credentials/" + ada + "/recipient_link").OK()
	open.Get("/v1/recipient/session").Refused(401, "recipient.not_signed_in")
	w.Nobody().Post("/v1/recipient/session", apptest.J{"token": unused}).Refused(410, "recipient.link_over")

	w.Clock.Advance(40 * 24 * time.Hour)
	if _, err := w.App.Recipients.DeleteExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := w.Number("select count(*) from recipient_links") + w.Number("select count(*) from recipient_sessions"); n != 0 {
		t.Errorf("%d links and sessions are left", n)
	}
}

func TestALinkOpensNothingOnceTheCredentialWentToSomebodyElse(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	ada := owner.Issued(owner.Group("Weaving"), "ada").Text("credential.uuid")
	token, mine := owner.RecipientToken(ada), owner.Recipient(ada)
	owner.Put("/v1/credentials/"+ada, apptest.J{"credential": apptest.J{"recipient": apptest.J{"email": "eve@recipients.example"}}}).OK()
	w.Nobody().Post("/v1/recipient/session", apptest.J{"token": token}).Refused(410, "recipient.link_over")
	mine.Get("/v1/recipient/credentials/"+ada).Refused(404, "credential.not_found")
}
