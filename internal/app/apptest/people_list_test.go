package apptest_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"laurel/internal/app/apptest"
)

// emails are the addresses of a list of recipients, in its order.
func emails(list apptest.Reply) (all []string) {
	for i := range list.At("recipients").([]any) {
		all = append(all, list.Text(fmt.Sprintf("recipients.%d.email", i)))
	}
	return all
}

func wantEmails(t *testing.T, by apptest.Client, query string, want ...string) {
	t.Helper()
	for i, name := range want {
		want[i] = apptest.Email(name)
	}
	list := by.Get("/v1/recipients" + query).OK()
	if got := emails(list); !slices.Equal(got, want) || list.Int("meta.total_count") < int64(len(want)) {
		t.Errorf("%s lists %v, want %v: %s", query, got, want, list.At("meta"))
	}
}

func TestRecipientsAreListedOncePerAddress(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	weaving, dyeing := owner.Group("Weaving"), owner.Group("Dyeing")
	owner.Issued(weaving, "ada", apptest.J{"recipient": apptest.J{"name": "Ada Byron", "email": "ADA@recipients.example", "id": "S-7"}})
	bob := owner.Draft(weaving, "bob", apptest.J{"recipient": apptest.J{"name": "Bob", "email": apptest.Email("bob")}})
	ada := owner.Issued(dyeing, "ada", apptest.J{"recipient": apptest.J{"name": "Ada Lovelace", "email": apptest.Email("ada")}})
	wantEmails(t, owner.Client, "", "ada", "bob")
	wantEmails(t, owner.Client, "?sort=id", "bob", "ada")
	wantEmails(t, owner.Client, "?sort=-name", "bob", "ada")
	wantEmails(t, owner.Client, "?page_size=1&page=2", "bob")
	wantEmails(t, owner.Client, "?query=byron", "ada")
	wantEmails(t, owner.Client, "?query=lovelac", "ada")
	wantEmails(t, owner.Client, "?query=nobody")
	wantEmails(t, owner.Client, "?email=Bob@recipients.example", "bob")
	wantEmails(t, owner.Client, "?external_id=S-7", "ada")
	wantEmails(t, owner.Client, fmt.Sprint("?group_id=", dyeing), "ada")
	wantEmails(t, owner.Client, "?email_problem=bounced,uncertain")
	w.Exec("update credentials set email_status = 'bounced' where recipient_address = $1", apptest.Email("bob"))
	wantEmails(t, owner.Client, "?email_problem=bounced,uncertain", "bob")
	owner.Get("/v1/recipients?sort=age").Refused(http.StatusUnprocessableEntity, "invalid")
	owner.Get("/v1/recipients?email_problem=lost").Refused(http.StatusUnprocessableEntity, "invalid")

	one := owner.Get("/v1/recipients/" + ada.Text("credential.uuid")).OK()
	for path, want := range map[string]any{
		"recipient.name": "Ada Lovelace", "recipient.email": apptest.Email("ada"), "recipient.names.0": "Ada Lovelace", "recipient.names.1": "Ada Byron",
		"recipient.external_ids.0": "S-7", "recipient.credential_count": 2.0, "recipient.issued_count": 2.0, "recipient.last_opened_at": nil, "recipient.email_problem": "",
	} {
		if got := one.At(path); got != want {
			t.Errorf("%s is %v, want %v", path, got, want)
		}
	}
	w.Exec(`insert into credential_engagements (credential_id, department_id, level, reached_at) values ($1, $2, 2, '2026-03-01')`,
		ada.Int("credential.id"), owner.Department)
	if again := owner.Get(fmt.Sprint("/v1/recipients/", ada.Int("credential.id"))).OK(); again.Text("recipient.last_opened_at") == "" || again.Text("recipient.last_issued_at") == "" {
		t.Errorf("opened and issued: %s", again.Body)
	}
	owner.Delete("/v1/credentials/" + bob.Text("credential.uuid")).OK()
	wantEmails(t, owner.Client, "", "ada")
}

func TestARecipientOfAnotherDepartmentOrGroupDoesNotExist(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, other := w.Issuer("owner"), w.Issuer("other")
	weaving, dyeing := owner.Group("Weaving"), owner.Group("Dyeing")
	ada := owner.Issued(weaving, "ada").Text("credential.uuid")
	owner.Issued(dyeing, "ada")
	bob := owner.Issued(dyeing, "bob").Text("credential.uuid")
	wantEmails(t, other.Client, "")
	other.Get("/v1/recipients/"+ada).Refused(http.StatusNotFound, "person.not_found")
	w.Nobody().Get("/v1/recipients").Want(http.StatusUnauthorized)
	wantEmails(t, owner.Viewer("viewer").Client, "", "bob", "ada")

	limited := keyWith(owner, "limited", apptest.J{"access": "read", "group_ids": []int64{weaving}})
	wantEmails(t, limited, "", "ada")
	wantEmails(t, limited, "?query=bob")
	limited.Get("/v1/recipients/"+bob).Refused(http.StatusNotFound, "person.not_found")
	if n := limited.Get("/v1/recipients/" + ada).OK().Int("recipient.credential_count"); n != 1 {
		t.Errorf("a key for one group counts %d credentials", n)
	}
	anonymous := owner.Draft(weaving, "carol").Text("credential.uuid")
	w.Exec("update credentials set recipient_email = '' where uuid = $1", anonymous)
	wantEmails(t, owner.Client, "", "bob", "ada")
	owner.Get("/v1/recipients/"+anonymous).Refused(http.StatusNotFound, "person.not_found")
}
