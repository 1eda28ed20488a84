package apptest_test

import (
	"fmt"
	"net/http"
	"testing"

	"laurel/internal/app/apptest"
)

func TestDeactivatedMembersHaveNoAccessUntilTheyAreReactivated(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := fmt.Sprint(owner.Group("Weaving"))
	bob := owner.Viewer("bob")
	role := owner.Post("/v1/roles", `{"role":{"name":"Clerk","permissions":["manage_credentials","publish_credentials"]}}`).OK().Text("role.id")
	path := fmt.Sprint("/v1/team_members/", bob.UserID)
	owner.Put(path, apptest.J{"team_member": apptest.J{"role_id": role}}).OK()
	permissionGroup(owner, "Weavers", "manager", "groups", []string{group}, bob)
	bob.Get("/v1/credentials").OK()

	done := owner.Post(path+"/deactivate", nil).OK()
	if done.Text("team_member.status") != "deactivated" || done.At("team_member.deactivated_at") == nil || done.Text("team_member.role_id") != role {
		t.Errorf("deactivated as %s", done.Body)
	}
	bob.Get("/v1/credentials").Refused(http.StatusNotFound, "department.not_found")
	if list := owner.Get("/v1/team_members?query=bob").OK(); list.Int("meta.total_count") != 1 || list.Text("team_members.0.status") != "deactivated" {
		t.Errorf("the list has %s", list.Body)
	}
	owner.Post(path+"/deactivate", nil).Refused(http.StatusNotFound, "member.not_found")
	owner.Put(path, apptest.J{"team_member": apptest.J{"role_id": "viewer"}}).Refused(http.StatusConflict, "member.deactivated")
	owner.Post("/v1/team_members", apptest.J{"team_member": apptest.J{"name": "Bob", "email": memberField(owner, "bob", "email"), "role_id": "viewer"}}).
		Refused(http.StatusConflict, "member.deactivated")
	owner.Delete("/v1/roles/"+role).Refused(http.StatusConflict, "role.in_use")

	back := owner.Post(path+"/reactivate", nil).OK()
	if back.Text("team_member.status") != "active" || back.Text("team_member.role_id") != role || back.Text("team_member.permission_groups.0") != "Weavers" {
		t.Errorf("reactivated as %s", back.Body)
	}
	bob.Get("/v1/credentials").OK()
	owner.Post(path+"/reactivate", nil).Refused(http.StatusNotFound, "member.not_found")
	for _, action := range []string{"member.deactivated", "member.reactivated"} {
		if n := w.Number("select count(*) from audit_events where action = $1 and user_id = $2 and object_id = $3", action, owner.UserID, fmt.Sprint(bob.UserID)); n != 1 {
			t.Errorf("%s is recorded %d times", action, n)
		}
	}
	owner.Post(path+"/deactivate", nil).OK()
	owner.Delete(path).OK()
	owner.Get(path).Refused(http.StatusNotFound, "member.not_found")
}

func memberField(owner apptest.Issuer, query, field string) string {
	return owner.Get("/v1/team_members?query=" + query).OK().Text("team_members.0." + field)
}

func TestWhoMustStayIsNotDeactivated(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	bob, vera := owner.Viewer("bob"), owner.Viewer("vera")
	path := func(who apptest.Issuer) string { return fmt.Sprint("/v1/team_members/", who.UserID) }
	owner.Post(path(owner)+"/deactivate", nil).Denied()
	owner.Put(path(bob), apptest.J{"team_member": apptest.J{"role_id": "administrator"}}).OK()
	bob.Post(path(owner)+"/deactivate", nil).Refused(http.StatusConflict, "member.last_owner")
	key := owner.Key("write")
	key.Post(path(vera)+"/deactivate", nil).OK()
	vera.Post(path(bob)+"/deactivate", nil).Refused(http.StatusNotFound, "department.not_found")
	owner.Viewer("eve").Post(path(bob)+"/deactivate", nil).Denied()
	w.Issuer("stranger").Post(path(bob)+"/deactivate", nil).Refused(http.StatusNotFound, "member.not_found")
	// Nobody gives back more than they may do themselves.
	owner.Put(path(bob), apptest.J{"team_member": apptest.J{"role_id": "administrator"}}).OK()
	owner.Post(path(bob)+"/deactivate", nil).OK()
	clerk := owner.Viewer("clerk")
	role := owner.Post("/v1/roles", `{"role":{"name":"Team","permissions":["manage_team"]}}`).OK().Text("role.id")
	owner.Put(path(clerk), apptest.J{"team_member": apptest.J{"role_id": role}}).OK()
	clerk.Post(path(bob)+"/reactivate", nil).Refused(http.StatusForbidden, "role.exceeds_own")
	owner.Post(path(bob)+"/reactivate", nil).OK()
}

func TestWorkOfADeactivatedMemberStops(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	bob := owner.Viewer("bob")
	owner.Put(fmt.Sprint("/v1/team_members/", bob.UserID), apptest.J{"team_member": apptest.J{"role_id": "administrator"}}).OK()
	group := owner.Group("Weaving")
	id := owner.Draft(group, "ada").Int("credential.id")
	started := bob.Post("/v1/actions", apptest.J{"kind": "expiry", "expired_on": "2099-01-01", "credential_ids": []int64{id}}).OK()
	owner.Post(fmt.Sprint("/v1/team_members/", bob.UserID, "/deactivate"), nil).OK()
	w.Work()
	if r := owner.Get("/v1/actions/" + started.Text("action.uuid")).OK(); r.Text("action.state") != "stopped" || r.Text("action.stop.code") != "starter.not_member" {
		t.Errorf("the work is %s", r.Body)
	}
}
