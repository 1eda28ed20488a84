package apptest_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

// traces counts the rows, of all tables but the job queue's and those of the idempotency keys, that contain a text, by table.
func traces(t *testing.T, w *apptest.World, text string) map[string]int64 {
	t.Helper()
	found := map[string]int64{}
	for table := range strings.FieldsSeq(w.Text(`select string_agg(c.relname, ' ' order by c.relname) from pg_class c
		where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace and c.relname !~ '^river_'`)) {
		if n := w.Number(fmt.Sprintf("select count(*) from %s x where position(lower($1) in lower(x::text)) > 0", table), text); n > 0 {
			found[table] = n
		}
	}
	return found
}

// erasable is a department with a person of whom there is something in every table that can name one.
func erasable(t *testing.T, w *apptest.World) (owner apptest.Issuer, ada, bob apptest.Reply) {
	t.Helper()
	owner = w.Issuer("owner")
	weaving, dyeing := owner.Group("Weaving"), owner.Group("Dyeing")
	owner.Post("/v1/webhooks", apptest.J{"webhook": apptest.J{"url": "https://hooks.example/x", "events": []string{"credential.created", "credential.updated"}}})
	person := apptest.J{"recipient": apptest.J{"name": "Adelheid Vogelsang", "email": apptest.Email("adelheid"), "id": "S-77", "meta_data": apptest.J{"born": "Adelheid Vogelsang"}}}
	ada = owner.Issued(weaving, "adelheid", person)
	owner.Draft(dyeing, "adelheid", person)
	bob = owner.Issued(weaving, "bob")
	w.Work()
	id := ada.Text("credential.uuid")
	owner.RecipientToken(id)
	owner.Post("/v1/credentials/"+id+"/evidence_items", `{"evidence_item":{"description":"Thesis of Adelheid Vogelsang","category":"grade","string_object":90}}`).OK()
	correct(owner.Client, ada, apptest.J{"name": "Adelheid Vogelsang-Meyer"}).OK()
	correct(owner.Client, ada, apptest.J{"name": "Adelheid Vogelsang"}).OK()
	owner.Post("/v1/imports", apptest.J{"file_key": owner.Upload("s3_policy", "people.csv", []byte("name,email\nAdelheid Vogelsang,"+apptest.Email("adelheid")+"\n"))}).OK()
	owner.Post("/v1/data_exports", `{"data_export":{"entity":"credentials"}}`).Want(http.StatusCreated)
	owner.Post("/v1/saved_filters", apptest.J{"saved_filter": apptest.J{"name": "Adelheid Vogelsang", "query": "query=" + url.QueryEscape(apptest.Email("adelheid"))}}).OK()
	w.Work()
	return owner, ada, bob
}

func TestAnErasedRecipientLeavesNothingButTombstones(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, ada, bob := erasable(t, w)
	const name, address = "Adelheid Vogelsang", "adelheid@recipients.example"
	if found := traces(t, w, address); found["credentials"] == 0 || found["mails"] == 0 || found["import_rows"] == 0 || found["recipients"] == 0 {
		t.Fatalf("only %v name the person: the test sees nothing", found)
	}
	if found := traces(t, w, name); found["audit_events"] == 0 || found["evidence_items"] == 0 {
		t.Fatalf("only %v name the person: the test sees nothing", found)
	}
	path := "/v1/recipients/" + ada.Text("credential.uuid") + "/erase"
	owner.Post(path, apptest.J{"email": apptest.Email("bob")}).Refused(http.StatusUnprocessableEntity, "invalid")
	if n := owner.Post(path, apptest.J{"email": strings.ToUpper(address)}).OK().Int("erased_count"); n != 2 {
		t.Errorf("%d credentials were erased, want both", n)
	}
	owner.Post(path, apptest.J{"email": address}).Refused(http.StatusNotFound, "person.not_found")
	w.Work()
	w.Clock.Advance(2 * time.Hour)
	for _, sweep := range []func(context.Context) (int64, error){w.App.Imports.DeleteExpired, w.App.Exports.DeleteExpired, w.App.Kept.Sweep, w.App.Evidence.Sweep} {
		if _, err := sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range []string{name, address, "S-77"} {
		if found := traces(t, w, text); len(found) > 0 {
			t.Errorf("%q is still in %v", text, found)
		}
	}
	w.Nobody().Get("/v1/public/credentials/"+ada.Text("credential.uuid")).Refused(http.StatusGone, "credential.gone")
	if n := w.Number("select count(*) from kept_documents where department_id = $1 and credential_id is null", owner.Department); n != 0 {
		t.Errorf("%d documents of nobody are kept", n)
	}
	if n := w.Number("select count(*) from audit_events where action = 'recipient.erased' and user_id = $1", owner.UserID); n != 1 {
		t.Errorf("%d records of the erasure", n)
	}
	if n := w.Number("select count(*) from audit_events where object_kind = 'credential' and object_id = $1 and action = 'credential.created'", fmt.Sprint(ada.Int("credential.id"))); n != 1 {
		t.Errorf("%d records that the credential was created, want that one still", n)
	}
	w.Nobody().Get("/v1/public/credentials/" + bob.Text("credential.uuid")).OK()
	wantEmails(t, owner.Client, "", "bob")
}

func TestAnErasureLeavesWhoHasALongerAddress(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	weaving := owner.Group("Weaving")
	ann := owner.Issued(weaving, "ann")
	joann := owner.Issued(weaving, "joann")
	w.Work()
	correct(owner.Client, joann, apptest.J{"name": "Jo"}).OK()
	w.Exec("update audit_events set details = details || jsonb_build_object('told', $1::text) where object_id = $2 and action = 'credential.updated'",
		"mail to "+apptest.Email("joann"), fmt.Sprint(joann.Int("credential.id")))
	mails := w.Number("select count(*) from mails where recipient = $1", apptest.Email("joann"))
	owner.Post("/v1/recipients/"+ann.Text("credential.uuid")+"/erase", apptest.J{"email": apptest.Email("ann")}).OK()
	if n := w.Number("select count(*) from audit_events where details ->> 'told' = $1", "mail to "+apptest.Email("joann")); n != 1 {
		t.Errorf("%d records about somebody with a longer address have their details, want one", n)
	}
	if n := w.Number("select count(*) from mails where recipient = $1", apptest.Email("joann")); n != mails || mails == 0 {
		t.Errorf("%d of %d emails to somebody with a longer address remain", n, mails)
	}
}

func TestAnErasureThatFailsErasesNothingAndCanBeRepeated(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, ada, _ := erasable(t, w)
	before := traces(t, w, apptest.Email("adelheid"))
	w.Exec(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'the power went'; end $$`)
	w.Exec(`create trigger fail before insert on audit_events for each row when (new.action = 'recipient.erased') execute function fail()`)
	path, email := "/v1/recipients/"+ada.Text("credential.uuid")+"/erase", apptest.J{"email": apptest.Email("adelheid")}
	owner.Post(path, email).Want(http.StatusInternalServerError)
	if after := traces(t, w, apptest.Email("adelheid")); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("after the failure there is %v, before %v", after, before)
	}
	w.Nobody().Get("/v1/public/credentials/" + ada.Text("credential.uuid")).OK()
	w.Exec("drop trigger fail on audit_events")
	owner.Post(path, email).OK()
	w.Nobody().Get("/v1/public/credentials/" + ada.Text("credential.uuid")).Want(http.StatusGone)
}

func TestWhoMayNotEraseARecipient(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, other := w.Issuer("owner"), w.Issuer("other")
	weaving := owner.Group("Weaving")
	ada := owner.Issued(weaving, "ada")
	theirs := other.Issued(other.Group("Dyeing"), "ada")
	w.Work()
	path, email := "/v1/recipients/"+ada.Text("credential.uuid")+"/erase", apptest.J{"email": apptest.Email("ada")}
	other.Post(path, email).Refused(http.StatusNotFound, "person.not_found")
	owner.Viewer("viewer").Post(path, email).Denied()
	keyWith(owner, "limited", apptest.J{"access": "write", "group_ids": []int64{weaving}}).Post(path, email).Refused(http.StatusForbidden, "api_key.limited_to_groups")
	keyWith(owner, "reader", apptest.J{"access": "read"}).Post(path, email).Want(http.StatusForbidden)
	w.Nobody().Get("/v1/public/credentials/" + ada.Text("credential.uuid")).OK()
	owner.Post(path, email).OK()
	w.Nobody().Get("/v1/public/credentials/" + theirs.Text("credential.uuid")).OK()
	if n := w.Number("select count(*) from mails where department_id = $1 and recipient = $2", other.Department, apptest.Email("ada")); n != 1 {
		t.Errorf("another department has %d emails to the person, want its own", n)
	}
}
