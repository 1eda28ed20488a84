package apptest_test

import (
	"bytes"
	"fmt"
	"net/http"
	"testing"

	"laurel/internal/app/apptest"
)

// What a viewer and a key that only reads are shown never holds the key of a private credential, which would open it to
// everybody they hand it to. Whoever manages credentials sees it.
func TestOnlyWhoManagesCredentialsSeesTheKeyOfAPrivateOne(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	issued := owner.Issued(group, "ada", apptest.J{"private": true, "license_id": "own-1"})
	key, id, uuid := issued.Text("credential.private_key"), issued.Int("credential.accredible_internal_id"), issued.Text("credential.uuid")
	draft := owner.Draft(group, "ben", apptest.J{"private": true}).Text("credential.private_key")
	evidence := apptest.J{"evidence_item": apptest.J{"description": "A cloth", "category": "url", "url": "https://example.org/cloth"}}
	owner.Post(fmt.Sprintf("/v1/credentials/%d/evidence_items", id), evidence).OK()
	owner.Put(fmt.Sprint("/v1/credentials/", id), apptest.J{"credential": apptest.J{"grade": 90}}).OK()
	owner.Post("/v1/issuer/webhooks", apptest.J{"webhook": apptest.J{"url": "https://hooks.example/x", "events": []string{"credential.updated"}}})
	w.Work()

	reads := []string{
		"/v1/credentials", "/v1/all_credentials", fmt.Sprint("/v1/credentials/", id), "/v1/credentials/" + uuid, "/v1/credentials/own-1",
		fmt.Sprintf("/v1/issuer/groups/%d/recipients", group), fmt.Sprintf("/v1/credentials/%d/mails", id), fmt.Sprintf("/v1/credentials/%d/history", id),
		fmt.Sprintf("/v1/credentials/%d/evidence_items", id), "/v1/evidence_items", fmt.Sprintf("/v1/credentials/%d/references", id), "/v1/name_changes",
		"/v1/issuer/credential_redirect?id=own-1", "/v1/analytics", "/v1/imports", "/v1/claim_links", "/v1/actions", "/v1/exports", "/v1/data_exports",
		"/v1/issuer/groups", fmt.Sprint("/v1/issuer/groups/", group), "/v1/issuer/webhooks",
	}
	searches := map[string]any{
		"/v1/credentials/search": apptest.J{}, "/v2/credentials/search": apptest.J{}, "/v1/credentials/count": apptest.J{},
		"/v1/credentials/publish_check": apptest.J{"credential_ids": []int64{id}}, fmt.Sprint("/v1/credentials/analytics/", id): apptest.J{},
		"/v1/credentials/learner_record": apptest.J{"credential_ids": []int64{id}}, fmt.Sprint("/v1/credentials/generate_single_pdf/", id): nil,
		"/v1/credentials/generate_pdf": apptest.J{"credential_ids": []int64{id}},
	}
	team := scoped(owner, nil, "credentials:read", "groups:read", "evidence:read", "designs:read", "webhooks:read", "team:write")
	for name, by := range map[string]apptest.Client{"a viewer": owner.Viewer("viewer").Client, "a key that reads": owner.Key("read"), "a key that writes others": team} {
		told := func(what string, body []byte) {
			t.Helper()
			for _, secret := range []string{key, draft} {
				if bytes.Contains(body, []byte(secret)) {
					t.Errorf("%s is told the key by %s", name, what)
				}
			}
		}
		for _, path := range reads {
			r := by.Get(path)
			told(path, append([]byte(r.Header.Get("Location")), r.Body...))
		}
		for path, body := range searches {
			told(path, by.Post(path, body).Body)
		}
		by.Post("/v1/credentials/generate_pdf", searches["/v1/credentials/generate_pdf"]).Denied()
		for _, entity := range []string{"credentials", "groups", "outcomes", "mails", "credential_analytics"} {
			order := apptest.J{"entity": entity}
			if made := by.Post("/v1/data_exports", apptest.J{"data_export": order}); made.Status == http.StatusCreated {
				w.Work()
				file := rowsFile{by, made.Int("data_export.id")}
				told("the list of "+entity, w.Nobody().Get(file.path(t)).OK().Body)
			}
		}
		zip := by.Post("/v1/exports", apptest.J{"kind": "certificate", "credential_ids": []int64{id}}).OK().Text("export.uuid")
		w.Print()
		if r := by.Get("/v1/exports/" + zip).OK(); r.Int("export.ready_count") != 0 || r.Text("export.left_out.0.reason") != "private" {
			t.Errorf("%s has the certificate: %s", name, r.Body)
		}
	}
	if r := owner.Get(fmt.Sprintf("/v1/issuer/groups/%d/recipients", group)).OK(); !bytes.Contains(r.Body, []byte(key)) {
		t.Errorf("the owner is not shown the link as it will be: %s", r.Body)
	}
	list := exportRows(owner.Client, apptest.J{"entity": "credentials"})
	if body := w.Nobody().Get(list.path(t)).OK().Body; !bytes.Contains(body, []byte(key)) {
		t.Error("the owner's list has no link that opens the credential")
	}
	if n := w.Number("select count(*) from audit_events e where strpos(e::text, $1) > 0", key); n != 0 {
		t.Errorf("%d audit rows hold the key", n)
	}
}
