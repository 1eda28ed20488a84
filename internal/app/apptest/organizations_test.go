package apptest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

// organization returns the first organization that a person administers.
func organization(of apptest.Issuer) string {
	return fmt.Sprint("/v1/organizations/", of.Get("/v1/organizations").OK().Int("organizations.0.id"))
}

// secondDepartment creates another department in a person's organization.
func secondDepartment(of apptest.Issuer, name string) int64 {
	ids := of.Post(organization(of)+"/departments", apptest.J{"department": apptest.J{"name": name}}).OK().At("organization.department_ids").([]any)
	return int64(ids[len(ids)-1].(float64))
}

// in is the person, working in another department.
func in(who apptest.Issuer, department int64) apptest.Issuer {
	who.Department = department
	return who
}

func administrator(who apptest.Issuer) apptest.J {
	return apptest.J{"administrator": apptest.J{"name": "Grace", "email": who.Email}}
}

func TestOwnersOfADepartmentAdministerItsOrganizationOfOne(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, stranger := w.Issuer("guild"), w.Issuer("stranger")
	viewer := owner.Viewer("viewer")
	found := owner.Get("/v1/organizations").OK()
	if found.Text("organizations.0.name") != "guild" || found.Int("organizations.0.department_ids.0") != owner.Department {
		t.Errorf("%s", found.Body)
	}
	for _, other := range []apptest.Issuer{viewer, stranger} {
		other.Get(organization(owner)).Refused(http.StatusNotFound, "organization.not_found")
		other.Put(organization(owner), apptest.J{"organization": apptest.J{"name": "Mine"}}).Refused(http.StatusNotFound, "organization.not_found")
		other.Post(organization(owner)+"/administrators", administrator(viewer)).Refused(http.StatusNotFound, "organization.not_found")
		other.Get(organization(owner)+"/people").Refused(http.StatusNotFound, "organization.not_found")
	}
	if all := viewer.Get("/v1/organizations").OK().At("organizations").([]any); len(all) != 0 {
		t.Errorf("a viewer administers %v", all)
	}
	owner.Put(organization(owner), apptest.J{"organization": apptest.J{"name": ""}}).Refused(http.StatusUnprocessableEntity, "field:name")
	if renamed := owner.Put(organization(owner), apptest.J{"organization": apptest.J{"name": "University"}}).OK(); renamed.Text("organization.name") != "University" {
		t.Errorf("%s", renamed.Body)
	}
}

func TestAdministratorsOfAnOrganizationEnterEachOfItsDepartments(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, outsider := w.Issuer("guild"), w.Issuer("outsider")
	vera := owner.Viewer("vera")
	second := secondDepartment(owner, "Weaving")
	in(vera, second).Get("/v1/issuer/groups").Refused(http.StatusNotFound, "department.not_found")

	added := owner.Post(organization(owner)+"/administrators", administrator(vera)).OK()
	if added.Text("person.status") != "active" || added.Text("person.organization_role") != "administrator" {
		t.Errorf("%s", added.Body)
	}
	owner.Post(organization(owner)+"/administrators", administrator(vera)).Refused(http.StatusConflict, "organization.already_administrator")
	for _, department := range []int64{owner.Department, second, secondDepartment(owner, "Dyeing")} {
		in(vera, department).Post("/v1/issuer/groups", someGroup).OK()
	}
	in(vera, outsider.Department).Get("/v1/issuer/groups").Refused(http.StatusNotFound, "department.not_found")

	// The team shows it, and the department cannot change it.
	id := fmt.Sprint("/v1/team_members/", vera.UserID)
	if role := in(owner, second).Get(id).OK(); role.Text("team_member.organization_role") != "administrator" || role.Text("team_member.role_id") != "administrator" {
		t.Errorf("%s", role.Body)
	}
	in(owner, second).Delete(id).Refused(http.StatusConflict, "member.organization_administrator")
	in(owner, second).Post(id+"/deactivate", nil).Refused(http.StatusConflict, "member.organization_administrator")
	in(owner, second).Put(id, apptest.J{"team_member": apptest.J{"role_id": "viewer"}}).Refused(http.StatusConflict, "member.organization_administrator")
	owner.Viewer("zed")
	for query, want := range map[string]string{"?sort=organization_permission_group": "administrator", "?sort=-organization_permission_group": "member"} {
		if sorted := owner.Get("/v1/team_members" + query).OK(); sorted.Text("team_members.0.organization_role") != want {
			t.Errorf("%s: %s", query, sorted.Body)
		}
	}

	// Without it, she is what she was.
	owner.Delete(organization(owner) + fmt.Sprint("/administrators/", vera.UserID)).OK()
	vera.Get("/v1/issuer/groups").OK()
	vera.Post("/v1/issuer/groups", someGroup).Denied()
	in(vera, second).Get("/v1/issuer/groups").Refused(http.StatusNotFound, "department.not_found")
	owner.Delete(organization(owner)+fmt.Sprint("/administrators/", owner.UserID)).Refused(http.StatusConflict, "organization.last_administrator")
	owner.Delete(organization(owner)+"/administrators/999999").Refused(http.StatusNotFound, "organization.person_not_found")
}

func TestAStrangerIsInvitedToAdministerAnOrganization(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	second := secondDepartment(owner, "Weaving")
	grace := w.Issuer("grace")
	invited := owner.Post(organization(owner)+"/administrators", administrator(grace)).OK()
	if invited.Text("person.status") != "invited" {
		t.Errorf("%s", invited.Body)
	}
	w.Work()
	token := apptest.J{"token": w.Link(grace.Email).Query().Get("token")}
	if shown := w.Nobody().Post("/v1/issuer_login/invitation", token).OK(); shown.Text("invitation.organization_name") != "guild" {
		t.Errorf("%s", shown.Body)
	}
	in(grace, second).Get("/v1/issuer/groups").Refused(http.StatusNotFound, "department.not_found")
	grace.Post("/v1/issuer_login/invitation/accept", token).OK()
	in(grace, second).Post("/v1/issuer/groups", someGroup).OK()
	in(grace, owner.Department).Post("/v1/issuer/groups", someGroup).OK()

	// An invitation can be taken back.
	gone := w.Issuer("gone")
	id := owner.Post(organization(owner)+"/administrators", administrator(gone)).OK().Int("person.id")
	w.Work()
	token = apptest.J{"token": w.Link(gone.Email).Query().Get("token")}
	owner.Delete(organization(owner) + fmt.Sprint("/administrators/", id)).OK()
	gone.Post("/v1/issuer_login/invitation/accept", token).Refused(http.StatusUnprocessableEntity, "token.incorrect")
}

func TestThePeopleOfAnOrganizationAreInOneSortedList(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, outsider := w.Issuer("guild"), w.Issuer("outsider")
	second := secondDepartment(owner, "Weaving")
	bea, ada := owner.Viewer("bea"), in(owner, second).Viewer("ada")
	outsider.Viewer("hidden")
	permissionGroup(owner, "Weavers", "viewer", "all", nil, bea)
	w.Exec("update memberships set last_seen_at = null")
	w.Exec("update memberships set last_seen_at = now() where user_id = $1", ada.UserID)
	w.Exec("update memberships set last_seen_at = now() - interval '1 hour' where user_id = $1", bea.UserID)
	for query, want := range map[string]string{
		"":                                     "ada bea guild",
		"?sort=-name":                          "guild bea ada",
		"?sort=-last_seen":                     "ada bea guild",
		"?sort=last_seen":                      "guild bea ada",
		"?sort=permission_group":               "bea ada guild",
		"?sort=organization_permission_group":  "guild ada bea",
		"?sort=-organization_permission_group": "ada bea guild",
		"?query=be":                            "bea",
	} {
		reply := owner.Get(organization(owner) + "/people" + query).OK()
		var names []string
		for i := range reply.At("people").([]any) {
			names = append(names, reply.Text(fmt.Sprintf("people.%d.name", i)))
		}
		if got := strings.Join(names, " "); got != want || reply.Int("meta.total_count") != int64(len(names)) {
			t.Errorf("%q: %s, want %s", query, got, want)
		}
	}
	owner.Get(organization(owner)+"/people?sort=age").Refused(http.StatusUnprocessableEntity, "field:sort")
	if all := owner.Get(organization(owner) + "/people?query=guild").OK(); len(all.At("people.0.departments").([]any)) != 2 {
		t.Errorf("%s", all.Body)
	}
}

func TestADepartmentMovesToAnotherOrganizationOfTheSameAdministrator(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, other := w.Issuer("guild"), w.Issuer("other")
	own := secondDepartment(owner, "Weaving")
	vera := owner.Viewer("vera")
	owner.Post(organization(owner)+"/administrators", administrator(vera)).OK()
	theirs := fmt.Sprint("/departments/", other.Department)
	owner.Post(organization(owner)+theirs, nil).Refused(http.StatusNotFound, "department.not_found")
	other.Post(organization(owner)+theirs, nil).Refused(http.StatusNotFound, "organization.not_found")

	// Two organizations with the same owner become one.
	alone := owner.Post("/v1/departments/create", apptest.J{"department": apptest.J{"name": "Alone"}}).OK().Int("department.id")
	in(vera, alone).Get("/v1/issuer/groups").Refused(http.StatusNotFound, "department.not_found")
	moved := owner.Post(organization(owner)+fmt.Sprint("/departments/", alone), nil).OK()
	if ids := moved.At("organization.department_ids").([]any); len(ids) != 3 {
		t.Errorf("%v", ids)
	}
	in(vera, alone).Post("/v1/issuer/groups", someGroup).OK()
	in(vera, own).Get("/v1/issuer/groups").OK()
	if all := owner.Get("/v1/organizations").OK().At("organizations").([]any); len(all) != 1 {
		t.Errorf("the empty organization stays: %v", all)
	}
	kinds := owner.World.Text("select string_agg(distinct action, ' ') from audit_events where action like 'organization.%'")
	if !slices.Contains(strings.Fields(kinds), "organization.joined") || !slices.Contains(strings.Fields(kinds), "organization.administrator_added") {
		t.Errorf("recorded: %s", kinds)
	}
}

func TestASessionThatADepartmentOpenedAdministersNoOrganization(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	path, vera := organization(owner), owner.Viewer("vera")
	owner.Post(path+"/administrators", administrator(vera)).OK()
	minted := owner.Key("write").Post("/v1/universal/sso_keys", apptest.J{"email": vera.Email})
	bound := w.With(w.Nobody().Post("/v1/universal/sso", apptest.J{"key": minted.OK().Text("key"), "object": "issuer"}).OK().Header.Get("Authorization"))
	bound.Get(path).Refused(http.StatusNotFound, "organization.not_found")
	if all := bound.Get("/v1/organizations").OK().At("organizations").([]any); len(all) != 0 {
		t.Errorf("a bound session administers %v", all)
	}
}
