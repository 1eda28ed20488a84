package apptest_test

import (
	"fmt"
	"regexp"
	"sync"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

// signedInAs signs a recipient in with a mailed code.
func signedInAs(t *testing.T, w *apptest.World, name string) apptest.Mine {
	t.Helper()
	p := proved(t, w, "/v1/recipient/codes", name)
	return enteredWith(w, apptest.J{"request": p.request, "code": p.code})
}

// addressAsked asks for a code to another address and reads it.
func addressAsked(t *testing.T, w *apptest.World, mine apptest.Mine, name string) apptest.J {
	t.Helper()
	request := mine.Post("/v1/recipient/emails", apptest.J{"email": apptest.Email(name)}).OK().Text("request")
	w.Work()
	mails := w.Mail.To(apptest.Email(name))
	if len(mails) == 0 {
		t.Fatalf("no email to %s", name)
	}
	return apptest.J{"request": request, "code": regexp.MustCompile(`\b\d{6}\b`).FindString(mails[len(mails)-1].Text)}
}

func held(mine apptest.Mine) int64 {
	return mine.Get("/v1/recipient/credentials").OK().Int("meta.total_count")
}

func TestASplitWalletBecomesOneByACode(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild, school := w.Issuer("guild"), w.Issuer("school")
	work := guild.Issued(guild.Group("Weaving"), "ada", apptest.J{"private": true}).Text("credential.uuid")
	home := school.Issued(school.Group("Sewing"), "ada-at-home", apptest.J{"private": true}).Text("credential.uuid")
	mine, other := signedInAs(t, w, "ada"), signedInAs(t, w, "ada-at-home")
	link := school.Recipient(home)
	other = w.Recipient(other.Put("/v1/recipient/account", apptest.J{"password": "a loom in the attic"}).OK().Text("secret"))
	other.Put("/v1/recipient/profile", apptest.J{"vanity": "ada-k"}).OK()

	mine.Post("/v1/recipient/emails", apptest.J{"email": apptest.Email("ada")}).Refused(422, "field:email")
	mine.Post("/v1/recipient/emails", apptest.J{"email": "ada"}).Refused(422, "field:email")
	code := addressAsked(t, w, mine, "ada-at-home")
	other.Post("/v1/recipient/merge", code).Refused(410, "recipient.code_over") // of another person
	w.Nobody().Post("/v1/recipient/sign_in", code).Refused(410, "recipient.code_over")
	mine.Post("/v1/recipient/merge", apptest.J{"request": code["request"], "code": ""}).Refused(422, "field:code")
	if got := mine.Post("/v1/recipient/merge", code).OK(); got.Text("emails.0.email") != apptest.Email("ada") || got.Text("emails.1.email") != apptest.Email("ada-at-home") {
		t.Errorf("addresses: %s", got.Body)
	}
	mine.Post("/v1/recipient/merge", code).Refused(410, "recipient.code_over")

	for name, each := range map[string]apptest.Mine{"the one who asked": mine, "the session of the other": other} {
		if n := held(each); n != 2 {
			t.Errorf("%s sees %d credentials, want both", name, n)
		}
		each.Get("/v1/public/credentials/" + work).OK()
		each.Get("/v1/public/credentials/" + home).OK()
	}
	// An issuer's link shows what that department issued to that address, and not whose else it is.
	if got := link.Get("/v1/recipient/session"); got.Status == 200 && (got.Text("recipient.email") != apptest.Email("ada-at-home") || held(link) != 1) {
		t.Errorf("the issuer's link shows %s", got.Body)
	}
	if got := school.Recipient(home); held(got) != 1 || got.Get("/v1/recipient/session").OK().Text("recipient.email") != apptest.Email("ada-at-home") {
		t.Errorf("a new link of the issuer shows %d", held(got))
	}
	// A link that the person asks for themselves opens everything, whichever of their addresses it goes to.
	used := school.RecipientToken(home)
	w.Enter(used)
	w.Nobody().Post("/v1/recipient/links", apptest.J{"token": used}).OK()
	w.Work()
	full := w.Enter(w.Link(apptest.Email("ada-at-home")).Query().Get("token"))
	if n := held(full); n != 2 || full.Get("/v1/recipient/whoami").OK().Text("recipient.email") != apptest.Email("ada") {
		t.Errorf("a link to the other address shows %d credentials", n)
	}
	full.Get("/v1/recipient/emails").OK()
	// The other account's password ended with it; its public name goes on.
	w.Nobody().Post("/v1/recipient/sign_in", apptest.J{"email": apptest.Email("ada-at-home"), "password": "a loom in the attic"}).Refused(401, "sign_in.failed")
	if n := w.Number("select count(*) from recipients where vanity = 'ada-k' and email = $1", apptest.Email("ada")); n != 1 {
		t.Error("the public name is gone")
	}
	w.Work()
	if n := w.Number("select count(*) from mails where kind = 'recipient_email_added' and recipient = $1", apptest.Email("ada")); n != 1 {
		t.Errorf("%d notices to the primary address", n)
	}
	w.Clock.Advance(time.Hour)
	if n := held(signedInAs(t, w, "ada-at-home")); n != 2 {
		t.Errorf("signed in with the other address: %d credentials", n)
	}
}

func TestAddressesAreMadePrimaryAndRemoved(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	group := guild.Group("Weaving")
	ada := guild.Issued(group, "ada").Text("credential.uuid")
	guild.Issued(group, "bob")
	mine, bob := signedInAs(t, w, "ada"), signedInAs(t, w, "bob")
	mine = w.Recipient(mine.Put("/v1/recipient/account", apptest.J{"name": "Ada K.", "password": "a loom in the attic"}).OK().Text("secret"))
	// Nothing was issued to this address.
	added := mine.Post("/v1/recipient/merge", addressAsked(t, w, mine, "ada-new")).OK()
	first, second := added.Int("emails.0.id"), added.Int("emails.1.id")
	path := func(id int64) string { return fmt.Sprint("/v1/recipient/emails/", id) }

	bob.Put(path(second), nil).Refused(404, "recipient.email_not_found")
	bob.Delete(path(second)).Refused(404, "recipient.email_not_found")
	guild.Recipient(ada).Get("/v1/recipient/emails").Refused(403, "recipient.single_sign_on")
	mine.Delete(path(first)).Refused(409, "recipient.email_primary")
	if got := mine.Put(path(second), nil).OK(); got.Int("emails.0.id") != second || got.At("emails.0.primary") != true || got.At("emails.1.primary") != false {
		t.Errorf("primary: %s", got.Body)
	}
	if got := mine.Get("/v1/recipient/emails").OK(); got.Text("emails.0.email") != apptest.Email("ada-new") || got.Text("emails.1.email") != apptest.Email("ada") {
		t.Errorf("addresses: %s", got.Body)
	}
	account := mine.Get("/v1/recipient/account").OK() // the session goes on
	if account.Text("account.email") != apptest.Email("ada-new") || account.Text("account.name") != "Ada K." || account.At("account.has_password") != true {
		t.Errorf("account: %s", account.Body)
	}
	for _, email := range []string{"ada", "ada-new"} {
		enteredWith(w, apptest.J{"email": apptest.Email(email), "password": "a loom in the attic"}).Get("/v1/recipient/whoami").OK()
	}
	if n := held(mine); n != 1 {
		t.Errorf("%d credentials, want 1", n)
	}
	mine.Delete(path(first)).OK()
	if n := held(mine); n != 0 {
		t.Errorf("%d credentials after their address was removed", n)
	}
	w.Work()
	for kind, to := range map[string]string{"recipient_email_primary": "ada", "recipient_email_removed": "ada"} {
		if n := w.Number("select count(*) from mails where kind = $1 and recipient = $2", kind, apptest.Email(to)); n != 1 {
			t.Errorf("%d emails %s to %s", n, kind, to)
		}
	}
	w.Clock.Advance(time.Hour)
	if n := held(signedInAs(t, w, "ada")); n != 1 {
		t.Errorf("the removed address holds %d", n)
	}
}

func TestTwoPeopleWhoMergeEachOtherAtOnceBecomeOne(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	group := guild.Group("Weaving")
	guild.Issued(group, "ada")
	guild.Issued(group, "bob")
	ada, bob := signedInAs(t, w, "ada"), signedInAs(t, w, "bob")
	adds, bobs := addressAsked(t, w, ada, "bob"), addressAsked(t, w, bob, "ada")
	var both sync.WaitGroup
	answers := make([]apptest.Reply, 2)
	both.Go(func() { answers[0] = ada.Post("/v1/recipient/merge", adds) })
	both.Go(func() { answers[1] = bob.Post("/v1/recipient/merge", bobs) })
	both.Wait()
	won := 0
	for _, got := range answers {
		if got.Status == 200 {
			won++
		} else if !got.IsRefusal(410, "recipient.code_over") {
			t.Errorf("merge: %d %s", got.Status, got.Body)
		}
	}
	if won == 0 {
		t.Error("neither merge was done")
	}
	if n := w.Number("select count(*) from recipients where person_id is null"); n != 1 {
		t.Errorf("%d people, want 1", n)
	}
	if held(ada) != 2 || held(bob) != 2 {
		t.Errorf("%d and %d credentials, want both", held(ada), held(bob))
	}
}
