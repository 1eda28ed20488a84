package apptest_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

func TestOneIDIsPrintedShownSearchedAndVerified(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	owner := w.Issuer("owner")
	block := strings.Replace(greeting, "Dear [recipient.name]", "No [credential.id], own [credential.license_id].", 1)
	design := owner.Post("/v1/certificate_designs/create", fmt.Sprintf(`{"design":{"name":"Plain","kind":"certificate","size":"a4","language":"en","blocks":[%s]}}`, block)).OK()
	group := owner.Post("/v1/issuer/groups", apptest.J{"group": apptest.J{
		"name": "Weaving", "course_name": "Weaving", "certificate_design_id": design.Int("design.id"),
	}}).OK().Int("group.id")
	issued := owner.Issued(group, "ada", apptest.J{"license_id": "GUILD-7"})
	id, uuid := issued.Text("credential.encoded_id"), issued.Text("credential.uuid")
	if !regexp.MustCompile(`^[2-9abcdefghjkmnpqrstuvwyz]{9}$`).MatchString(id) {
		t.Errorf("id %q", id)
	}
	text := read(t, "pdftotext", string(w.Nobody().Get("/v1/credentials/generate_certificate_pdf?credential_id="+uuid).OK().Body))
	if !strings.Contains(text, "No "+id+", own GUILD-7.") {
		t.Errorf("the certificate of %s prints %q", id, text)
	}
	page := w.Nobody().Get("/v1/public/credentials/" + id).OK()
	if page.Text("credential.encoded_id") != id || page.Text("credential.license_id") != "GUILD-7" {
		t.Errorf("%s", page.Body)
	}
	found := verified(w, id)
	means(t, "the id", found, "valid", "signature_good")
	if found.Text("credential.license_id") != "GUILD-7" {
		t.Errorf("verified: %s", found.Body)
	}
	owner.Issued(group, "grace", apptest.J{"license_id": "GUILD-8"})
	for _, term := range []string{id, "GUILD-7"} {
		if found := owner.Post("/v1/credentials/search", apptest.J{"query": term}).OK(); found.Text("credentials.0.uuid") != uuid {
			t.Errorf("%s finds %s", term, found.Body)
		}
	}

	// Ids of before had all letters and digits, and are read as they are.
	w.Exec("update credentials set encoded_id = 'o0l1i5x2a' where id = $1", issued.Int("credential.accredible_internal_id"))
	means(t, "an id of before", verified(w, "o0l1i5x2a"), "valid", "signature_good")
}
