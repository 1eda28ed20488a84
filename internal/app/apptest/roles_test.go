package apptest_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"laurel/internal/app/apptest"
)

// colleague joins the owner's department with a role.
func colleague(t *testing.T, owner apptest.Issuer, name, role string) (apptest.Issuer, string) {
	t.Helper()
	w := owner.World
	who := w.Issuer(name)
	added := owner.Post("/v1/team_members", apptest.J{"team_member": apptest.J{"name": name, "email": who.Email, "role_id": role}}).OK()
	if added.Text("team_member.role_id") != role {
		t.Errorf("%s", added.Body)
	}
	w.Work()
	who.Post("/v1/issuer_login/invitation/accept", apptest.J{"token": w.Link(who.Email).Query().Get("token")}).OK()
	who.Department = owner.Department
	return who, fmt.Sprint("/v1/team_members/", added.Int("team_member.id"))
}

func TestACustomRoleGivesItsPermissionsAndFollowsItsChanges(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	role := owner.Post("/v1/roles", `{"role":{"name":" Clerk ","description":"Enters","permissions":["manage_attributes","manage_attributes","view_designs"]}}`).OK()
	id := role.Text("role.id")
	if role.Text("role.name") != "Clerk" || fmt.Sprint(role.At("role.permissions")) != "[manage_attributes]" {
		t.Errorf("%s", role.Body)
	}
	owner.Post("/v1/roles", `{"role":{"name":"CLERK"}}`).Refused(http.StatusConflict, "role.name_taken")
	owner.Post("/v1/roles", `{"role":{"name":"X","permissions":["fly"]}}`).Refused(http.StatusUnprocessableEntity, "field:permissions")
	owner.Post("/v1/roles", `{"role":{"name":"X","permissions":["manage_owners"]}}`).Refused(http.StatusUnprocessableEntity, "field:permissions")
	owner.Post("/v1/roles", `{"role":{}}`).Refused(http.StatusUnprocessableEntity, "field:name")
	owner.Put("/v1/roles/designer", `{"role":{"name":"X"}}`).Refused(http.StatusConflict, "role.built_in")
	owner.Delete("/v1/roles/owner").Refused(http.StatusConflict, "role.built_in")
	stranger := w.Issuer("stranger")
	stranger.Put("/v1/roles/"+id, `{"role":{"name":"X"}}`).Refused(http.StatusNotFound, "role.not_found")
	stranger.Post("/v1/team_members", apptest.J{"team_member": apptest.J{"name": "N", "email": "n@example.org", "role_id": id}}).
		Refused(http.StatusUnprocessableEntity, "field:role_id")

	clerk, path := colleague(t, owner, "clerk", id)
	clerk.Post("/v1/attribute_keys", `{"attribute_key":{"name":"Score"}}`).OK()
	clerk.Post("/v1/issuer/groups", someGroup).Denied()
	owner.Put("/v1/roles/"+id, `{"role":{"permissions":["manage_groups"]}}`).OK()
	clerk.Post("/v1/attribute_keys", `{"attribute_key":{"name":"Place"}}`).Denied()
	if n := owner.Get("/v1/roles/" + id).OK().Int("role.members_count"); n != 1 {
		t.Errorf("%d members have the role", n)
	}
	owner.Delete("/v1/roles/"+id).Refused(http.StatusConflict, "role.in_use")
	owner.Put(path, `{"team_member":{"role_id":"viewer"}}`).OK()
	if gone := owner.Delete("/v1/admin_roles/" + id).OK(); gone.Text("admin_role.name") != "Clerk" {
		t.Errorf("%s", gone.Body)
	}
	owner.Get("/v1/roles/"+id).Refused(http.StatusNotFound, "role.not_found")
}

func TestNobodyGivesPermissionsTheyLack(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	team := owner.Post("/v1/roles", `{"role":{"name":"Staffer","permissions":["manage_team"]}}`).OK().Text("role.id")
	strong := owner.Post("/v1/roles", `{"role":{"name":"Auditor","permissions":["view_audit_log"]}}`).OK().Text("role.id")
	staffer, _ := colleague(t, owner, "staffer", team)
	staffer.Post("/v1/roles", `{"role":{"name":"Mine","permissions":["manage_team"]}}`).OK()
	for _, wrong := range []apptest.Reply{
		staffer.Post("/v1/roles", `{"role":{"name":"More","permissions":["publish_credentials"]}}`),
		staffer.Put("/v1/roles/"+strong, `{"role":{"permissions":[]}}`),
		staffer.Post("/v1/team_members", apptest.J{"team_member": apptest.J{"name": "N", "email": "n@example.org", "role_id": strong}}),
		staffer.Post("/v1/team_members", apptest.J{"team_member": apptest.J{"name": "N", "email": "n@example.org", "role_id": "issuer"}}),
	} {
		wrong.Refused(http.StatusForbidden, "role.exceeds_own")
	}
	viewer, _ := colleague(t, owner, "viewer", "viewer")
	viewer.Post("/v1/roles", `{"role":{"name":"Mine"}}`).Denied()
}

func TestOwnersAloneAppointAndDismissOwners(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	administrator, path := colleague(t, owner, "administrator", "administrator")
	self := fmt.Sprint("/v1/team_members/", owner.UserID)
	if all := administrator.Get("/v1/roles").OK(); all.Text("roles.0.id") != "owner" || all.Int("roles.0.members_count") != 1 {
		t.Errorf("%s", all.Body)
	}
	make := func(role string) string { return `{"team_member":{"role_id":"` + role + `"}}` }
	administrator.Put(self, make("viewer")).Refused(http.StatusConflict, "member.last_owner")
	administrator.Delete(self).Refused(http.StatusConflict, "member.last_owner")
	administrator.Put(path, make("owner")).Denied()
	owner.Post("/v1/team_members", apptest.J{"team_member": apptest.J{"name": "N", "email": "n@example.org", "role_id": "owner"}}).Want(http.StatusUnprocessableEntity)
	owner.Put(path, make("owner")).OK()
	owner.Put(path, make("administrator")).OK()

	w.Exec("update memberships set role = 'administrator' where department_id = $1", owner.Department) // as in earlier releases
	administrator.Put(path, make("owner")).OK()
	owner.Put(path, make("viewer")).Refused(http.StatusConflict, "member.last_owner")
	permissions, _ := administrator.Post("/v1/issuer_login/whoami", nil).OK().At("permissions").([]any)
	if !slices.Contains(permissions, any("manage_owners")) {
		t.Errorf("an owner may %v", permissions)
	}
}
