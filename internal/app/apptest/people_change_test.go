package apptest_test

import (
	"fmt"
	"net/http"
	"testing"

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

func TestAnAddressIsChangedOnAllCredentialsAndBothAreTold(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	weaving, dyeing := owner.Group("Weaving"), owner.Group("Dyeing")
	first := owner.Issued(weaving, "ada")
	second := owner.Issued(dyeing, "ada")
	owner.Post(fmt.Sprintf("/v1/credentials/%d/revoke", second.Int("credential.id")), `{"reason":"other"}`).OK()
	w.Work()
	moved := correct(owner.Client, first, apptest.J{"email": apptest.Email("grace")}).OK()
	if moved.Text("recipient.email") != apptest.Email("grace") || moved.Int("recipient.credential_count") != 2 {
		t.Errorf("moved: %s", moved.Body)
	}
	w.Work()
	wantEmails(t, owner.Client, "", "grace")
	for _, name := range []string{"ada", "grace"} {
		if n := w.Number("select count(*) from mails where kind = 'recipient_moved' and recipient = $1", apptest.Email(name)); n != 1 {
			t.Errorf("%d emails to %s", n, name)
		}
	}
	if n := w.Number("select count(*) from audit_events where details -> 'recipient.email' ->> 'before' = $1", apptest.Email("ada")); n != 2 {
		t.Errorf("%d records name the former address", n)
	}
}

func TestTwoRecipientsBecomeOneUnlessTheyHaveTheSame(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	weaving, dyeing := owner.Group("Weaving"), owner.Group("Dyeing")
	ada, bob := owner.Issued(weaving, "ada"), owner.Issued(dyeing, "bob")
	same := owner.Issued(weaving, "bob")
	correct(owner.Client, bob, apptest.J{"name": "Ada B.", "email": apptest.Email("ada")}).Refused(http.StatusConflict, "person.has_same")
	if n := w.Number("select count(*) from credentials where recipient_address = $1 and recipient_name = 'bob'", apptest.Email("bob")); n != 2 {
		t.Errorf("%d credentials as before, want both", n)
	}
	if n := w.Number("select count(*) from mails where kind = 'recipient_moved'"); n != 0 {
		t.Errorf("%d emails about a change that was refused", n)
	}
	owner.Delete("/v1/credentials/" + same.Text("credential.uuid")).OK()
	one := correct(owner.Client, bob, apptest.J{"name": "Ada B.", "email": apptest.Email("ada")}).OK()
	if one.Int("recipient.credential_count") != 2 || len(one.At("recipient.names").([]any)) != 1 || one.Text("recipient.name") != "Ada B." {
		t.Errorf("merged: %s", one.Body)
	}
	if name := owner.Get("/v1/recipients/" + ada.Text("credential.uuid")).OK().Text("recipient.name"); name != "Ada B." {
		t.Errorf("the other credential shows %s", name)
	}
	w.Work()
}

func TestWhoMayNotChangeARecipient(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, other := w.Issuer("owner"), w.Issuer("other")
	weaving := owner.Group("Weaving")
	ada := owner.Issued(weaving, "ada")
	name := apptest.J{"name": "New"}
	correct(other.Client, ada, name).Refused(http.StatusNotFound, "person.not_found")
	correct(owner.Viewer("viewer").Client, ada, name).Refused(http.StatusForbidden, "access_denied")
	correct(keyWith(owner, "limited", apptest.J{"access": "write", "group_ids": []int64{weaving}}), ada, name).
		Refused(http.StatusForbidden, "api_key.limited_to_groups")
	correct(keyWith(owner, "reader", apptest.J{"access": "read"}), ada, name).Want(http.StatusForbidden)
	correct(owner.Client, ada, apptest.J{"email": "nobody"}).Refused(http.StatusUnprocessableEntity, "invalid")
	if n := w.Number("select count(*) from credentials where recipient_name = 'New'"); n != 0 {
		t.Errorf("%d credentials changed", n)
	}
}
