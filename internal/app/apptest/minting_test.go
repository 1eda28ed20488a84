package apptest_test

import (
	"fmt"
	"net/http"
	"testing"

	"laurel/internal/app/apptest"
)

// scoped makes a key with some scopes, and perhaps for some groups alone.
func scoped(owner apptest.Issuer, groups []int64, scopes ...string) apptest.Client {
	r := owner.Post("/v1/issuer/api_keys", apptest.J{"api_key": apptest.J{"name": fmt.Sprint(scopes, groups), "scopes": scopes, "group_ids": groups}}).OK()
	return owner.World.With("Token token=" + r.Text("secret"))
}

func TestAKeyMintsNothingThatMayDoMoreThanItself(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	viewer := owner.Viewer("viewer")
	team := scoped(owner, nil, "team:read", "team:write")
	reader := scoped(owner, nil, "team:read", "team:write", "credentials:read", "groups:read", "designs:read", "attributes:read", "evidence:read")
	full := owner.Key("write")
	sso := func(by apptest.Client, who apptest.Issuer) apptest.Reply {
		return by.Post("/v1/universal/sso_keys", apptest.J{"email": who.Email})
	}
	sso(team, owner).Refused(http.StatusForbidden, "role.exceeds_own")
	sso(team, viewer).Refused(http.StatusForbidden, "role.exceeds_own")
	sso(reader, owner).Refused(http.StatusForbidden, "role.exceeds_own")
	sso(reader, viewer).OK()
	sso(full, owner).OK()
	member := func(role string) apptest.J {
		rights := apptest.J{"department_id": owner.Department, "permissions": apptest.J{"role": role}}
		return apptest.J{"team_member": apptest.J{"name": "Vera", "email": "new-" + role + "@people.example", "department_permissions": []any{rights}}}
	}
	team.Post("/v1/team_members", member("viewer")).Refused(http.StatusForbidden, "role.exceeds_own")
	reader.Post("/v1/team_members", member("editor")).Refused(http.StatusForbidden, "role.exceeds_own")
	vera := fmt.Sprint("/v1/team_members/", reader.Post("/v1/team_members", member("viewer")).OK().Int("team_member.id"))
	reader.Put(vera, member("editor")).Refused(http.StatusForbidden, "role.exceeds_own")
	full.Put(vera, member("editor")).OK()
}

func TestAKeyWithoutTheScopeOpensNoDesignMakerFromAnAddress(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	owner.Put("/v1/embed/settings", apptest.J{"plain_contract": true}).OK()
	owner.Post("/v1/embed/origins", apptest.J{"origin": "https://host.example"}).OK()
	exchange := func(by apptest.Client) apptest.Reply {
		return w.Nobody().Post("/v1/embed/exchange", apptest.J{"token": by.Authorization, "department_id": owner.Department})
	}
	exchange(scoped(owner, nil, "credentials:write")).Denied()
	host := scoped(owner, nil, "designer:embed")
	exchange(host).OK()
	code := apptest.J{"allowed_origin": "https://host.example", "scopes": []string{"design.read", "attributes"}}
	host.Post("/v1/embed/sessions", code).Refused(http.StatusUnprocessableEntity, "field:scopes")
	scoped(owner, nil, "designer:embed", "attributes:write").Post("/v1/embed/sessions", code).OK()
}

func TestALinkOfAKeyForSomeGroupsShowsThoseGroupsOnly(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	weaving, dyeing := owner.Group("Weaving"), owner.Group("Dyeing")
	mine, other := owner.Issued(weaving, "ada").Text("credential.uuid"), owner.Issued(dyeing, "ada").Text("credential.uuid")
	key := scoped(owner, []int64{weaving}, "credentials:read", "credentials:write")
	seen := func(ada apptest.Mine) (n int) {
		list, _ := ada.Get("/v1/recipient/credentials").OK().At("credentials").([]any)
		return len(list)
	}
	ada := key.Recipient(mine)
	if n := seen(ada); n != 1 {
		t.Errorf("she sees %d credentials", n)
	}
	ada.Get("/v1/recipient/credentials/" + mine).OK()
	ada.Get("/v1/recipient/credentials/" + other).Want(http.StatusNotFound)
	if n := seen(owner.Recipient(mine)); n != 2 {
		t.Errorf("by a link of the whole department she sees %d credentials", n)
	}
}
