package apptest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"laurel/internal/app/apptest"
)

// permissionGroup makes a permission group for a member, and returns its path.
func permissionGroup(owner apptest.Issuer, name, level, scope string, targets []string, member apptest.Issuer, permissions ...string) string {
	made := owner.Post("/v1/permission_groups", apptest.J{"permission_group": apptest.J{
		"name": name, "level": level, "scope": scope, "targets": targets, "permissions": permissions, "member_ids": []int64{memberID(owner, member)},
	}}).OK()
	return fmt.Sprint("/v1/permission_groups/", made.Int("permission_group.id"))
}

func memberID(owner, member apptest.Issuer) int64 {
	return owner.World.Number("select member_id from memberships where department_id = $1 and user_id = $2", owner.Department, member.UserID)
}

func draftIn(group int64) string {
	return fmt.Sprintf(`{"credential":{"group_id":%d,"recipient":{"name":"Ada","email":"eve@recipients.example"}}}`, group)
}

func TestAMemberSeesTheGroupsOfTheirPermissionGroupsAndNoOthers(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	weaving, pottery := owner.Group("Weaving"), owner.Group("Pottery")
	mine := fmt.Sprint(owner.Draft(weaving, "ada").Int("credential.id"))
	other := fmt.Sprint(owner.Draft(pottery, "bob").Int("credential.id"))
	member, _ := colleague(t, owner, "member", "member")
	member.Get("/v1/credentials/"+mine).Refused(http.StatusNotFound, "credential.not_found")
	if all := member.Get("/v1/issuer/groups").OK(); all.Int("meta.total_count") != 0 {
		t.Errorf("without a permission group: %s", all.Body)
	}

	path := permissionGroup(owner, "Weavers", "drafter", "groups", []string{fmt.Sprint(weaving)}, member)
	member.Get("/v1/credentials/" + mine).OK()
	member.Get("/v1/credentials/"+other).Refused(http.StatusNotFound, "credential.not_found")
	member.Post("/v1/credentials", draftIn(weaving)).OK()
	member.Post("/v1/credentials", draftIn(pottery)).Refused(http.StatusNotFound, "group.not_found")
	member.Post("/v1/credentials/publish", `{"credential_ids":[`+mine+`]}`).Denied()
	member.Get("/v1/data_exports").Refused(http.StatusForbidden, "api_key.limited_to_groups")

	owner.Put(path, `{"permission_group":{"level":"issuer"}}`).OK()
	member.Post("/v1/credentials/publish", `{"credential_ids":[`+mine+`]}`).OK()
	w.Exec("update groups set tags = '{kiln}' where id = $1", pottery)
	owner.Put(path, `{"permission_group":{"scope":"tags","targets":["kiln"]}}`).OK()
	member.Get("/v1/credentials/" + other).OK()
	member.Get("/v1/credentials/"+mine).Refused(http.StatusNotFound, "credential.not_found")
	collection := owner.Post("/v1/collections", fmt.Sprintf(`{"collection":{"name":"Crafts","groups":[{"id":%d}]}}`, weaving)).OK().Text("collection.id")
	owner.Put(path, apptest.J{"permission_group": apptest.J{"scope": "collections", "targets": []string{collection}}}).OK()
	member.Get("/v1/credentials/" + mine).OK()
	member.Get("/v1/credentials/"+other).Refused(http.StatusNotFound, "credential.not_found")
	owner.Delete(path).OK()
	member.Get("/v1/credentials/"+mine).Refused(http.StatusNotFound, "credential.not_found")
}

func TestAViewerChangesOnlyWhatTheirPermissionGroupsReach(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	weaving, pottery := owner.Group("Weaving"), owner.Group("Pottery")
	mine := fmt.Sprint(owner.Draft(weaving, "ada").Int("credential.id"))
	other := fmt.Sprint(owner.Draft(pottery, "bob").Int("credential.id"))
	viewer, _ := colleague(t, owner, "viewer", "viewer")
	permissionGroup(owner, "Weavers", "issuer", "groups", []string{fmt.Sprint(weaving)}, viewer, "manage_attributes")
	permissionGroup(owner, "Potters", "drafter", "groups", []string{fmt.Sprint(pottery)}, viewer)

	for _, id := range []string{mine, other} { // drafters of both
		viewer.Put("/v1/credentials/"+id, `{"credential":{"name":"New"}}`).OK()
	}
	viewer.Post("/v1/attribute_keys", `{"attribute_key":{"name":"Score"}}`).OK()
	viewer.Post("/v1/credentials/publish", `{"credential_ids":[`+mine+`]}`).OK()
	before := w.Number("select count(*) from publication_items")
	if refused := viewer.Post("/v1/credentials/publish", `{"credential_ids":[`+other+`]}`); refused.Status < 400 && w.Number("select count(*) from publication_items") != before {
		t.Errorf("a drafter published: %d %s", refused.Status, refused.Body)
	}
	w.Work()
	if n := w.Number("select count(*) from credentials where id = $1 and published_at is not null", other); n != 0 {
		t.Error("a drafter published")
	}
	viewer.Post("/v1/issuer/groups", someGroup).Denied()
	viewer.Post("/v1/actions", `{"kind":"privacy","privacy":"private","credential_ids":[`+mine+`]}`).Denied()

	manager, _ := colleague(t, owner, "manager", "viewer")
	permissionGroup(owner, "Managers", "manager", "groups", []string{fmt.Sprint(weaving)}, manager)
	w.Exec("update credentials set published_at = now() where id = $1", other)
	for _, refused := range []apptest.Reply{
		manager.Post("/v1/credentials/"+other+"/revoke", `{"reason":"other"}`),
		manager.Post("/v1/credentials/revoke_many", `{"credential_ids":[`+other+`],"reason":"other"}`),
		manager.Post("/v1/credentials/delete_many", `{"credential_ids":[`+other+`]}`),
		manager.Delete("/v1/credentials/" + other),
		manager.Put("/v1/credentials/"+other, `{"credential":{"name":"Newer"}}`),
		manager.Delete(fmt.Sprint("/v1/issuer/groups/", pottery)),
		manager.Put(fmt.Sprint("/v1/issuer/groups/", pottery), `{"group":{"name":"Newer"}}`),
		manager.Post("/v1/credentials/"+other+"/evidence_items", `{"evidence_item":{"description":"New","category":"grade","string_object":90}}`),
	} {
		if refused.Status == 500 {
			t.Errorf("%s", refused.Body)
		}
	}
	if n := w.Number(`select count(*) from credentials c where id = $1 and group_id = $2 and revoked_at is null and deleted_at is null
		and recipient_name <> 'Newer' and not exists (select from evidence_items e where e.credential_id = c.id)`, other, pottery); n != 1 {
		t.Error("a manager of one group changed the credential of another")
	}
	if n := w.Number("select count(*) from groups where id = $1 and name <> 'Newer'", pottery); n != 1 {
		t.Error("a manager of one group changed another")
	}
	manager.Post("/v1/credentials/"+mine+"/revoke", `{"reason":"other"}`).OK()

	var mineNow struct {
		Rights []struct {
			Permission string
			Origins    []struct{ Name string }
		}
	}
	if err := json.Unmarshal(viewer.Get("/v1/access").OK().Body, &mineNow); err != nil {
		t.Fatal(err)
	}
	origins := map[string]string{}
	for _, right := range mineNow.Rights {
		for _, origin := range right.Origins {
			origins[right.Permission] += origin.Name + ";"
		}
	}
	for permission, want := range map[string]string{"publish_credentials": "Weavers;", "manage_credentials": "Weavers;Potters;", "manage_attributes": "Weavers;", "manage_team": ""} {
		if origins[permission] != want {
			t.Errorf("%s comes from %q, want %q", permission, origins[permission], want)
		}
	}
}

func TestPermissionGroupsAreValidated(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, stranger := w.Issuer("owner"), w.Issuer("stranger")
	theirs := fmt.Sprint(stranger.Group("Theirs"))
	made := owner.Post("/v1/permission_groups", `{"permission_group":{"name":" Weavers "}}`).OK()
	path := fmt.Sprint("/v1/permission_groups/", made.Int("permission_group.id"))
	if made.Text("permission_group.name") != "Weavers" || made.Text("permission_group.level") != "viewer" || made.Text("permission_group.scope") != "all" {
		t.Errorf("%s", made.Body)
	}
	owner.Post("/v1/permission_groups", `{"permission_group":{"name":"WEAVERS"}}`).Refused(http.StatusConflict, "permission_group.name_taken")
	for body, field := range map[string]string{
		`{}`:                               "name",
		`{"name":"X","level":"king"}`:      "level",
		`{"name":"X","scope":"moon"}`:      "scope",
		`{"name":"X","scope":"groups"}`:    "targets",
		`{"name":"X","member_ids":[9999]}`: "member_ids",
		`{"name":"X","permissions":["publish_credentials"]}`:              "permissions",
		`{"name":"X","permissions":["manage_owners"]}`:                    "permissions",
		`{"name":"X","scope":"groups","targets":["` + theirs + `"]}`:      "targets",
		`{"name":"X","scope":"collections","targets":["` + theirs + `"]}`: "targets",
	} {
		owner.Post("/v1/permission_groups", `{"permission_group":`+body+`}`).Refused(http.StatusUnprocessableEntity, "field:"+field)
	}
	stranger.Get(path).Refused(http.StatusNotFound, "permission_group.not_found")
	stranger.Put(path, `{"permission_group":{"name":"Mine"}}`).Refused(http.StatusNotFound, "permission_group.not_found")

	team := owner.Post("/v1/roles", `{"role":{"name":"Staffer","permissions":["manage_team"]}}`).OK().Text("role.id")
	staffer, _ := colleague(t, owner, "staffer", team)
	staffer.Post("/v1/permission_groups", `{"permission_group":{"name":"More","level":"drafter"}}`).Refused(http.StatusForbidden, "role.exceeds_own")
	staffer.Post("/v1/permission_groups", `{"permission_group":{"name":"More","permissions":["view_audit_log"]}}`).Refused(http.StatusForbidden, "role.exceeds_own")
	staffer.Post("/v1/permission_groups", `{"permission_group":{"name":"Same","permissions":["manage_team"]}}`).OK()
	weaving := fmt.Sprint(owner.Group("Weaving"))
	permissionGroup(owner, "Some", "drafter", "groups", []string{weaving}, staffer)
	staffer.Post("/v1/permission_groups", `{"permission_group":{"name":"All","level":"drafter"}}`).Refused(http.StatusForbidden, "role.exceeds_own")
	staffer.Post("/v1/permission_groups", `{"permission_group":{"name":"Those","level":"drafter","scope":"groups","targets":["`+weaving+`"]}}`).OK()
}
