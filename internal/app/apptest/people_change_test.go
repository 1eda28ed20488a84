package apptest_test

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

func correct(by apptest.Client, credential apptest.Reply, recipient apptest.J) apptest.Reply {
	return by.Put("/v1/recipients/"+credential.Text("credential.uuid"), apptest.J{"recipient": recipient})
}

func TestANameIsCorrectedOnAllCredentialsOfARecipient(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	weaving, dyeing, spinning := owner.Group("Weaving"), owner.Group("Dyeing"), owner.Group("Spinning")
	first := owner.Issued(weaving, "ada")
	owner.Issued(dyeing, "ada", apptest.J{"recipient": apptest.J{"name": "Adda", "email": apptest.Email("ada")}})
	revoked := owner.Issued(spinning, "ada")
	owner.Post(fmt.Sprintf("/v1/credentials/%d/revoke", revoked.Int("credential.id")), `{"reason":"other"}`).OK()
	bob := owner.Issued(weaving, "bob")
	w.Work()
	if n := correct(owner.Client, first, apptest.J{"name": "Ada Byron"}).OK().Int("recipient.credential_count"); n != 3 {
		t.Errorf("%d credentials", n)
	}
	w.Work()
	if n := w.Number("select count(*) from credentials where recipient_name = 'Ada Byron' and corrected_at is not null and state <> 'revoked'"); n != 2 {
		t.Errorf("%d credentials have the new name, want the two that are valid", n)
	}
	if n := w.Number("select count(*) from audit_events where action = 'credential.updated' and details -> 'recipient.name' ->> 'after' = 'Ada Byron'"); n != 2 {
		t.Errorf("%d records", n)
	}
	if page := w.Nobody().Get("/v1/public/credentials/" + first.Text("credential.uuid")).OK(); page.Text("credential.recipient.name") != "Ada Byron" {
		t.Errorf("the public page has %s", page.Body)
	}
	correct(owner.Client, first, apptest.J{"name": "Ada Byron"}).OK()
	if n := w.Number("select count(*) from audit_events where action = 'credential.updated'"); n != 2 {
		t.Errorf("%d records after the same change, want the two from before", n)
	}
	if name := owner.Get("/v1/recipients/" + bob.Text("credential.uuid")).OK().Text("recipient.name"); name != "bob" {
		t.Errorf("another recipient is called %s", name)
	}
}

// moveSecret is what the email to a new address confirms it with.
func moveSecret(w *apptest.World, name string) string {
	w.Work()
	return w.Link(apptest.Email(name)).Query().Get("token")
}

func confirmMove(w *apptest.World, secret string) apptest.Reply {
	return w.Nobody().Post("/v1/public/address_changes/confirm", apptest.J{"secret": secret})
}

func TestAnAddressChangesOnAllCredentialsOnceItIsConfirmed(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	weaving, dyeing := owner.Group("Weaving"), owner.Group("Dyeing")
	first := owner.Issued(weaving, "ada")
	second := owner.Issued(dyeing, "ada")
	owner.Post(fmt.Sprintf("/v1/credentials/%d/revoke", second.Int("credential.id")), `{"reason":"other"}`).OK()
	w.Work()
	asked := correct(owner.Client, first, apptest.J{"email": apptest.Email("grace")}).OK()
	if asked.Text("recipient.email") != apptest.Email("ada") || asked.Text("recipient.pending_email.email") != apptest.Email("grace") {
		t.Errorf("asked: %s", asked.Body)
	}
	replaced := moveSecret(w, "grace")
	correct(owner.Client, first, apptest.J{"email": apptest.Email("grace")}).OK()
	secret := moveSecret(w, "grace")
	wantEmails(t, owner.Client, "", "ada")
	confirmMove(w, replaced).Refused(http.StatusNotFound, "person.no_move")
	confirmMove(w, "laurel_move_x").Refused(http.StatusNotFound, "person.no_move")
	var all sync.WaitGroup
	var done atomic.Int32
	for range 3 {
		all.Go(func() {
			if confirmMove(w, secret).Status == http.StatusOK {
				done.Add(1)
			}
		})
	}
	all.Wait()
	if done.Load() != 1 {
		t.Errorf("%d of three confirmations succeeded", done.Load())
	}
	w.Work()
	wantEmails(t, owner.Client, "", "grace")
	moved := owner.Get("/v1/recipients/" + first.Text("credential.uuid")).OK()
	if moved.Int("recipient.credential_count") != 2 || moved.At("recipient.pending_email") != nil {
		t.Errorf("moved: %s", moved.Body)
	}
	for name, kinds := range map[string]string{"ada": "recipient_move_asked", "grace": "recipient_move_confirm"} {
		if n := w.Number("select count(*) from mails where kind = 'recipient_moved' and recipient = $1", apptest.Email(name)); n != 1 {
			t.Errorf("%d emails to %s", n, name)
		}
		if n := w.Number("select count(*) from mails where kind = $2 and recipient = $1", apptest.Email(name), kinds); n != 2 {
			t.Errorf("%d emails before the change to %s", n, name)
		}
	}
	if n := w.Number("select count(*) from audit_events where action = 'credential.updated' and details -> 'recipient.email' ->> 'before' = $1", apptest.Email("ada")); n != 2 {
		t.Errorf("%d records name the former address", n)
	}
}

func TestAChangeOfAddressIsCancelledAndExpires(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	ada := owner.Issued(owner.Group("Weaving"), "ada")
	cancel := func(by apptest.Client) apptest.Reply {
		return by.Delete("/v1/recipients/" + ada.Text("credential.uuid") + "/pending_email")
	}
	cancel(owner.Client).Refused(http.StatusNotFound, "person.no_move")
	correct(owner.Client, ada, apptest.J{"email": apptest.Email("grace")}).OK()
	cancel(owner.Viewer("viewer").Client).Denied()
	secret := moveSecret(w, "grace")
	if got := cancel(owner.Client).OK(); got.At("recipient.pending_email") != nil {
		t.Errorf("cancelled: %s", got.Body)
	}
	for _, action := range []string{"recipient.move_asked", "recipient.move_cancelled"} { // a log of the same object
		if n := w.Number("select count(*) from audit_events where action = $1 and object_kind = 'credential' and object_id = $2::text", action, fmt.Sprint(ada.Int("credential.id"))); n != 1 {
			t.Errorf("%d records of %s under the credential's number", n, action)
		}
	}
	confirmMove(w, secret).Refused(http.StatusNotFound, "person.no_move")
	correct(owner.Client, ada, apptest.J{"email": apptest.Email("hedy")}).OK()
	secret = moveSecret(w, "hedy")
	w.Clock.Advance(7 * 24 * time.Hour)
	confirmMove(w, secret).Refused(http.StatusNotFound, "person.no_move")
	owner.SignIn()
	if got := owner.Get("/v1/recipients/" + ada.Text("credential.uuid")).OK(); got.At("recipient.pending_email") != nil || got.Text("recipient.email") != apptest.Email("ada") {
		t.Errorf("after it expired: %s", got.Body)
	}
	w.Work()
	// A draft has told nobody of itself.
	draft := owner.Draft(owner.Group("Dyeing"), "eve")
	if got := correct(owner.Client, draft, apptest.J{"email": apptest.Email("eva")}).OK(); got.Text("recipient.email") != apptest.Email("eva") {
		t.Errorf("draft: %s", got.Body)
	}
}

func TestTwoRecipientsBecomeOneUnlessTheyHaveTheSame(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	weaving, dyeing := owner.Group("Weaving"), owner.Group("Dyeing")
	ada, bob := owner.Issued(weaving, "ada"), owner.Issued(dyeing, "bob")
	same := owner.Issued(weaving, "bob")
	w.Work()
	to := apptest.J{"name": "Ada B.", "email": apptest.Email("ada")}
	correct(owner.Client, bob, to).Refused(http.StatusConflict, "person.would_merge")
	to["merge"] = true
	correct(owner.Client, bob, to).Refused(http.StatusConflict, "person.has_same")
	if n := w.Number("select count(*) from credentials where recipient_address = $1 and recipient_name = 'bob'", apptest.Email("bob")); n != 2 {
		t.Errorf("%d credentials as before, want both", n)
	}
	if n := w.Number("select count(*) from mails where kind like 'recipient_move%'"); n != 0 {
		t.Errorf("%d emails about a change that was refused", n)
	}
	owner.Delete("/v1/credentials/" + same.Text("credential.uuid")).OK()
	w.Work()
	correct(owner.Client, bob, to).OK()
	secret := moveSecret(w, "ada")
	late := owner.Issued(weaving, "bob") // which makes the change impossible again
	w.Work()
	confirmMove(w, secret).Refused(http.StatusConflict, "person.has_same")
	owner.Delete("/v1/credentials/" + late.Text("credential.uuid")).OK()
	confirmMove(w, secret).OK()
	one := owner.Get("/v1/recipients/" + bob.Text("credential.uuid")).OK()
	if one.Int("recipient.credential_count") != 2 || one.Text("recipient.email") != apptest.Email("ada") {
		t.Errorf("merged: %s", one.Body)
	}
	correct(owner.Client, ada, apptest.J{"name": "Ada B."}).OK()
	if name := owner.Get("/v1/recipients/" + ada.Text("credential.uuid")).OK().Text("recipient.name"); name != "Ada B." {
		t.Errorf("the other credential shows %s", name)
	}
	w.Work()
}

func TestWhoGetsTheAddressMeanwhileIsNotMerged(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	ada := owner.Issued(owner.Group("Weaving"), "ada")
	correct(owner.Client, ada, apptest.J{"email": apptest.Email("grace")}).OK()
	secret := moveSecret(w, "grace")
	owner.Issued(owner.Group("Dyeing"), "grace")
	confirmMove(w, secret).Refused(http.StatusConflict, "person.would_merge")
	wantEmails(t, owner.Client, "", "grace", "ada")
}

func TestWhoMayNotChangeARecipient(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, other := w.Issuer("owner"), w.Issuer("other")
	weaving := owner.Group("Weaving")
	ada := owner.Issued(weaving, "ada")
	name := apptest.J{"name": "New"}
	correct(other.Client, ada, name).Refused(http.StatusNotFound, "person.not_found")
	correct(owner.Viewer("viewer").Client, ada, name).Denied()
	correct(keyWith(owner, "limited", apptest.J{"access": "write", "group_ids": []int64{weaving}}), ada, name).
		Refused(http.StatusForbidden, "api_key.limited_to_groups")
	correct(keyWith(owner, "reader", apptest.J{"access": "read"}), ada, name).Want(http.StatusForbidden)
	correct(owner.Client, ada, apptest.J{"email": "nobody"}).Refused(http.StatusUnprocessableEntity, "invalid")
	if n := w.Number("select count(*) from credentials where recipient_name = 'New'"); n != 0 {
		t.Errorf("%d credentials changed", n)
	}
}
