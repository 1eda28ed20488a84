package apptest_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

func requireFactor(who apptest.Issuer, from any) apptest.Reply {
	return who.Put("/v1/sign_in_policy", apptest.J{"sign_in_policy": apptest.J{"second_factor_from": from}})
}

func TestADepartmentRequiresASecondFactorFromADateOn(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	ada := w.Issuer("ada")
	bob, key, other := ada.Viewer("bob"), ada.Key("write"), w.Issuer("other")
	requireFactor(bob, nil).Denied()
	key.Put("/v1/sign_in_policy", apptest.J{"sign_in_policy": apptest.J{"second_factor_from": nil}}).Want(http.StatusForbidden)
	requireFactor(ada, "soon").Refused(422, "field:second_factor_from")
	ada.Put("/v1/sign_in_policy", apptest.J{"sign_in_policy": apptest.J{}}).Refused(422, "field:sign_in_policy")
	ownPasskey(t, ada, "Key")
	from := w.Clock.Now().Add(time.Hour).UTC()
	requireFactor(ada, from.Format(time.RFC3339)).OK()
	got := bob.Post("/v1/issuer_login/whoami", nil).OK()
	if got.At("second_factor.required") != false || got.At("second_factor.required_from") == nil || got.At("second_factor.enrolled") != false {
		t.Errorf("while it can still be set up: %s", got.Body)
	}
	bob.Get("/v1/roles").OK()

	w.Clock.Advance(time.Hour)
	bob.Get("/v1/roles").Refused(http.StatusForbidden, "second_factor.enrol")
	for _, r := range []apptest.Reply{bob.Get(fmt.Sprint("/v1/departments/", ada.Department)), bob.Get("/v1/team_members"), bob.Get("/v1/sign_in_policy")} {
		if !r.IsRefusal(http.StatusForbidden, "second_factor.enrol") {
			t.Errorf("without a second factor: %s", r.Body)
		}
	}
	got = bob.Post("/v1/issuer_login/whoami", nil).OK()
	if got.At("second_factor.required") != true || got.At("department") != nil {
		t.Errorf("the session: %s", got.Body)
	}
	bob.SignIn()
	bob.Get("/v1/roles").Refused(http.StatusForbidden, "second_factor.enrol") // a new session changes nothing
	key.Get("/v1/roles").OK()
	ada.Get("/v1/roles").OK()
	other.Get("/v1/roles").OK()
	ownPasskey(t, bob, "Phone")
	bob.Get("/v1/roles").OK()
	if got := bob.Post("/v1/issuer_login/whoami", nil).OK(); got.Int("department.id") != ada.Department {
		t.Errorf("after enrolling: %s", got.Body)
	}
}

func TestARequirementOfOneDepartmentHoldsWhereverItIsNamed(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	ada := w.Issuer("ada")
	strict := ada.Department
	free := ada.Post("/v1/departments/create", apptest.J{"department": apptest.J{"name": "Free"}}).OK().Int("department.id")
	requireFactor(ada, w.Clock.Now().UTC().Format(time.RFC3339)).OK()
	ada.Post("/v1/issuer_login/select_department", apptest.J{"department_id": free}).OK()
	ada.Department = free
	ada.Get("/v1/roles").OK()
	path := fmt.Sprint("/v1/departments/", strict)
	ada.Put(path, apptest.J{"department": apptest.J{"name": "Taken"}}).Refused(http.StatusForbidden, "second_factor.enrol")
	ada.Delete(path).Refused(http.StatusForbidden, "second_factor.enrol")
	got := ada.Post("/v1/issuer_login/select_department", apptest.J{"department_id": strict}).OK()
	if got.At("second_factor.required") != true || got.At("department") != nil {
		t.Errorf("the session: %s", got.Body)
	}
}

func TestAnAdministratorSeesAndResetsSecondFactors(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	ada := w.Issuer("ada")
	bob := ada.Viewer("bob")
	list := func(who apptest.Issuer) apptest.Reply { return who.Get("/v1/team_members?sort=name").OK() }
	if got := list(ada); got.At("team_members.1.second_factor") != false {
		t.Errorf("bob without a second factor: %s", got.Body)
	}
	id := list(ada).Int("team_members.1.id")
	path := fmt.Sprintf("/v1/team_members/%d/reset_second_factors", id)
	ada.Post(path, nil).Refused(http.StatusNotFound, "second_factor.none")
	device, _, _ := ownPasskey(t, bob, "Phone")
	if got := list(ada); got.At("team_members.1.second_factor") != true {
		t.Errorf("bob with a passkey: %s", got.Body)
	}
	if got := list(bob); got.At("team_members.1.second_factor") != nil {
		t.Errorf("seen by somebody who does not manage the team: %s", got.Body)
	}
	bob.Post(path, nil).Denied()
	ada.Key("write").Post(path, nil).Want(http.StatusForbidden)
	ada.Post(fmt.Sprintf("/v1/team_members/%d/reset_second_factors", list(ada).Int("team_members.0.id")), nil).Denied()
	w.Issuer("stranger").Post(path, nil).Refused(http.StatusNotFound, "member.not_found")
	w.Clock.Advance(15 * time.Minute)
	ada.Post(path, nil).Refused(http.StatusForbidden, "proof.required")
	ada = proven(ada)

	own := bob.Post("/v1/departments/create", apptest.J{"department": apptest.J{"name": "Own"}}).OK().Int("department.id")
	ada.Post(path, nil).Refused(http.StatusConflict, "member.elsewhere")
	w.Exec("update departments set deleted_at = now() where id = $1", own)
	ada.Post(path, nil).OK()
	bob.Get("/v1/roles").Want(http.StatusUnauthorized)
	usePasskey(w, device).Refused(401, "passkey.refused")
	w.Nobody().Post("/v1/issuer_login/sign_in", apptest.J{"email": bob.Email, "password": apptest.Password}).OK()
	w.Work()
	if n := w.Number("select count(*) from mails where kind = 'factors_reset' and recipient = $1", bob.Email); n != 1 {
		t.Errorf("%d emails about it, want 1", n)
	}
	if n := w.Number("select count(*) from audit_events where action = 'member.second_factors_reset' and department_id = $1", ada.Department); n != 1 {
		t.Errorf("%d records of it, want 1", n)
	}
}
