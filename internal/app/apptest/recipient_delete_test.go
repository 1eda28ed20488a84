package apptest_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

func TestADeletedAccountLeavesNothingButTheCredentialsOfItsIssuers(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	ref := guild.Issued(guild.Group("Weaving"), "ada").Text("credential.uuid")
	guild.Issued(guild.Group("Dyeing"), "bob")
	limited := guild.Recipient(ref)
	w.Work()
	mine, other := signedInAs(t, w, "ada"), signedInAs(t, w, "bob")
	second := signedInAs(t, w, "ada")
	w.Work()
	mine.Post("/v1/recipient/merge", addressAsked(t, w, mine, "ada2")).OK()
	registered(t, mine, "Phone")
	mine.Put("/v1/recipient/account", apptest.J{"name": "Countess Ada"}).OK()
	mine.Put("/v1/recipient/profile", apptest.J{"vanity": "countess"}).OK()

	ids := w.Text("select array_agg(id)::text from recipients where email like 'ada%'")
	if n := rowsAbout(w, ids); n < 5 {
		t.Fatalf("only %d rows are about the person", n)
	}

	w.Nobody().Delete("/v1/recipient/account").Refused(http.StatusUnauthorized, "recipient.not_signed_in")
	limited.Delete("/v1/recipient/account").Refused(http.StatusForbidden, "recipient.prove_address")
	w.Clock.Advance(16 * time.Minute)
	mine.Delete("/v1/recipient/account").Refused(http.StatusForbidden, "recipient.sign_in_again")
	mine = signedInAs(t, w, "ada")
	mine.Delete("/v1/recipient/account").OK()

	for who, client := range map[string]apptest.Mine{"the session that deleted it": mine, "another session": second, "an issuer's link": limited} {
		if got := client.Get("/v1/recipient/session"); got.Status != http.StatusUnauthorized {
			t.Errorf("%s still answers %d", who, got.Status)
		}
	}
	w.Work()
	if mails := w.Mail.To(apptest.Email("ada")); len(mails) == 0 || mails[len(mails)-1].Subject != "Your account was deleted" {
		t.Errorf("the last email is %+v", mails)
	}
	if n := rowsAbout(w, ids); n != 0 {
		t.Errorf("%d rows are about the person", n)
	}
	other.Get("/v1/recipient/session").OK()
	if got := w.Nobody().Get("/v1/public/credentials/" + ref).OK(); !strings.Contains(string(got.Body), `"status":"valid"`) {
		t.Errorf("the credential is %s", got.Body)
	}
	// The address begins anew: a code opens an account without the former name.
	again := signedInAs(t, w, "ada").Get("/v1/recipient/account").OK()
	if again.Text("account.name") == "Countess Ada" {
		t.Errorf("the new account is %s", again.Body)
	}
}

// rowsAbout counts what the recipients' own tables have about the recipients with these IDs, and the codes mailed to Ada.
func rowsAbout(w *apptest.World, ids string) (n int64) {
	for _, each := range []string{"recipients where id", "recipient_sessions where recipient_id", "recipient_links where recipient_id", "recipient_passkeys where recipient_id"} {
		n += w.Number("select count(*) from "+each+" = any($1::bigint[])", ids)
	}
	return n + w.Number("select count(*) from recipient_sign_ins where email like 'ada%'")
}
