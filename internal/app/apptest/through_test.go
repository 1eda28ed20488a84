package apptest_test

import (
	"fmt"
	"testing"

	"laurel/internal/app/apptest"
)

// TestCallsThatOtherTestsMakeOnlyBelowTheAPIAnswerThroughIt makes each once, so that its answer is held against the contract and is an
// example of the documentation.
func TestCallsThatOtherTestsMakeOnlyBelowTheAPIAnswerThroughIt(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	department := apptest.J{"id": owner.Department}
	if name := owner.Post("/v1/departments/read", department).OK().Text("department.name"); name == "" {
		t.Error("the department has no name")
	}
	owner.Get(fmt.Sprint("/v1/issuer/organizations/get_flipper_features?id=", owner.Department)).OK()
	owner.Post("/v1/issuer_login/select_department", apptest.J{"department_id": owner.Department}).OK()

	design := owner.Design("Botany")
	copied := owner.Post("/v1/certificate_designs/copy", apptest.J{"id": design}).OK().Int("design.id")
	owner.Post("/v1/certificate_designs/delete", apptest.J{"id": copied}).OK()
	owner.Get(fmt.Sprint("/v1/certificate_designs/read?id=", copied)).Refused(404, "design.not_found")

	empty := owner.Group("Empty")
	owner.Delete(fmt.Sprint("/v1/issuer/groups/", empty)).OK()
	owner.Get(fmt.Sprint("/v1/issuer/groups/", empty)).Refused(404, "group.not_found")

	issued := owner.Issued(owner.Group("Weaving"), "ada").Int("credential.accredible_internal_id")
	owner.Post(fmt.Sprint("/v1/credentials/", issued, "/suspend"), apptest.J{"reason": "being looked at"}).OK()
	owner.Post("/v1/credentials/reinstate_many", apptest.J{"credential_ids": []int64{issued}}).OK()
	if state := owner.Get(fmt.Sprint("/v1/credentials/", issued)).OK().Text("credential.state"); state != "published" {
		t.Errorf("it is %s", state)
	}

	key := owner.Post("/v1/issuer/api_keys", apptest.J{"api_key": apptest.J{"name": "rotated"}}).OK()
	turned := owner.Post(fmt.Sprint("/v1/issuer/api_keys/", key.Int("api_key.id"), "/rotate"), apptest.J{}).OK()
	for what, secret := range map[string]string{"the old": key.Text("secret"), "the new": turned.Text("secret")} {
		if w.With("Token "+secret).Get("/v1/issuer/groups").Status != 200 {
			t.Errorf("%s secret opens nothing", what)
		}
	}

	rows := owner.Post("/v1/data_exports", apptest.J{"data_export": apptest.J{"entity": "credentials"}}).Want(201).Int("data_export.id")
	owner.Delete(fmt.Sprint("/v1/data_exports/", rows)).OK()
	owner.Get(fmt.Sprint("/v1/data_exports/", rows)).Refused(404, "data_export.not_found")

	before := owner
	owner.SignIn()
	sessions, _ := owner.Get("/v1/issuer_login/sessions").OK().At("sessions").([]any)
	for _, s := range sessions {
		if session := s.(map[string]any); session["current"] != true {
			owner.Delete(fmt.Sprint("/v1/issuer_login/sessions/", int64(session["id"].(float64)))).OK()
		}
	}
	before.Post("/v1/issuer_login/whoami", nil).Refused(401, "not_signed_in")
}
