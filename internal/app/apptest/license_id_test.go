package apptest_test

import (
	"fmt"
	"net/http"
	"testing"

	"laurel/internal/app/apptest"
)

func TestTheIssuersOwnIDOpensACredentialInPublicCalls(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, other := w.Issuer("owner"), w.Issuer("other")
	group := owner.Group("Weaving")
	own := owner.Issued(group, "ada", apptest.J{"license_id": "W-2026/7"})
	uuid := own.Text("credential.uuid")
	hidden := owner.Issued(group, "ben", apptest.J{"license_id": "W-8", "private": true})
	owner.Issued(group, "cy", apptest.J{"license_id": "both"})
	other.Issued(other.Group("Dyeing"), "dee", apptest.J{"license_id": "both"})
	deleted := owner.Issued(group, "eve", apptest.J{"license_id": "W-9"}).Text("credential.uuid")
	owner.Delete("/v1/credentials/" + deleted).OK()
	w.Work()

	for _, path := range []string{"/v1/public/credentials/W-2026%2F7", "/W-2026%2F7"} {
		w.Nobody().Get(path).OK()
	}
	if got := w.Nobody().Get("/v1/public/credentials/W-2026%2F7").OK().Text("credential.uuid"); got != uuid {
		t.Errorf("its own id opens %s, want %s", got, uuid)
	}
	if got := verified(w, own.Text("credential.url")).Text("verdict"); got != "valid" {
		t.Errorf("its address is %s", got)
	}
	for what, id := range map[string]string{
		"unknown": "W-77", "private without its key": "W-8", "of two departments": "both", "deleted": "W-9",
	} {
		if r := w.Nobody().Get("/v1/public/credentials/" + id); r.Status != http.StatusNotFound {
			t.Errorf("one that is %s is answered with %d", what, r.Status)
		}
	}
	key := hidden.Text("credential.private_key")
	if got := w.Nobody().Get("/v1/public/credentials/W-8?key=" + key).OK().Text("credential.uuid"); got != hidden.Text("credential.uuid") {
		t.Errorf("with its key its own id opens %s", got)
	}
	// An id of Laurel's own comes first.
	number := fmt.Sprint(own.Int("credential.accredible_internal_id"))
	other.Issued(other.Group("Felting"), "fay", apptest.J{"license_id": number})
	if got := w.Nobody().Get("/v1/public/credentials/" + number).OK().Text("credential.uuid"); got != uuid {
		t.Errorf("number %s opens %s", number, got)
	}
}
