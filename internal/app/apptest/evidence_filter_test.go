package apptest_test

import (
	"net/http"
	"testing"

	"laurel/internal/app/apptest"
)

func TestCredentialsAreFoundByTheirEvidence(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	bare, proven, waiting, begun := owner.Issued(group, "bare"), owner.Issued(group, "proven"), owner.Issued(group, "waiting"), owner.Issued(group, "begun")
	for _, c := range []apptest.Reply{proven, waiting, begun} {
		owner.Post(evidenceOf(c), item(apptest.J{"description": "Work", "category": "url", "url": "https://example.org/work"})).OK()
	}
	const change = "update evidence_items set state = $2, submitted_at = now(), supplemental = true where credential_id = $1"
	w.Exec(change, waiting.Int("credential.accredible_internal_id"), "submitted")
	w.Exec(change, begun.Int("credential.accredible_internal_id"), "draft")
	for filter, want := range map[string][]apptest.Reply{"any": {waiting, proven}, "none": {begun, bare}, "submitted": {waiting}, "": {begun, waiting, proven, bare}} {
		found := owner.Post("/v1/credentials/search", apptest.J{"evidence": filter}).OK()
		list := found.At("credentials").([]any)
		if len(list) != len(want) {
			t.Errorf("%q finds %d, want %d", filter, len(list), len(want))
			continue
		}
		for i, c := range want {
			if got := list[i].(map[string]any)["uuid"]; got != c.Text("credential.uuid") {
				t.Errorf("%q finds %v as number %d", filter, got, i)
			}
		}
	}
	owner.Post("/v1/credentials/search", apptest.J{"evidence": "some"}).Want(http.StatusUnprocessableEntity)
}
