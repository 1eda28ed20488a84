package apptest_test

import (
	"net/http"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

func TestEverythingAboutARecipientIsExported(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	owner := w.Issuer("owner")
	weaving, dyeing := owner.Group("Weaving"), owner.Group("Dyeing")
	ada := owner.Issued(weaving, "ada")
	owner.Draft(dyeing, "ada")
	owner.Issued(weaving, "bob")
	w.Work()
	id := ada.Text("credential.uuid")
	owner.Post("/v1/credentials/"+id+"/evidence_items", `{"evidence_item":{"description":"Her thesis","category":"grade","string_object":90}}`).OK()
	correct(owner.Client, ada, apptest.J{"name": "=Ada Byron"}).OK()
	w.Work()
	path := "/v1/recipients/" + id + "/export"
	owner.Viewer("viewer").Post(path, nil).Denied()
	w.Issuer("other").Post(path, nil).Refused(http.StatusNotFound, "person.not_found")
	keyWith(owner, "limited", apptest.J{"access": "write", "group_ids": []int64{weaving}}).Post(path, nil).Want(http.StatusForbidden)

	b := bundle{w, owner, owner.Post(path, nil).OK().Text("export.uuid")}
	w.Print()
	if got := b.read(); got.Text("export.kind") != "recipient" || got.Int("export.ready_count") != 1 || got.Int("export.left_out_count") != 1 {
		t.Errorf("the export is %s", got.Body)
	}
	files := b.files(t)
	for name, wants := range map[string][]string{
		"data/credentials.csv":  {"'=Ada Byron", "Weaving", "Dyeing", apptest.Email("ada")},
		"data/credentials.json": {"=Ada Byron", `"state": "draft"`},
		"data/emails.json":      {apptest.Email("ada"), "Weaving"},
		"data/evidence.json":    {"Her thesis"},
		"data/history.json":     {"credential.updated", "=Ada Byron"},
	} {
		for _, want := range wants {
			if !strings.Contains(files[name], want) {
				t.Errorf("%s lacks %q: %.600s", name, want, files[name])
			}
		}
	}
	for name, content := range files {
		for _, secret := range []string{"private_key", "secret_hash", "token_hash", apptest.Email("bob")} {
			if strings.Contains(content, secret) {
				t.Errorf("%s contains %s", name, secret)
			}
		}
	}
	if n := w.Number("select count(*) from audit_events where action = 'export.started' and details ->> 'kind' = 'recipient'"); n != 1 {
		t.Errorf("%d records of the export", n)
	}
}
