package apptest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

func TestTheTeamIsSearchedAndSorted(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	cleo, ada, bea := owner.Viewer("cleo"), owner.Viewer("Ada"), owner.Viewer("bea")
	owner.Post("/v1/team_members", apptest.J{"team_member": apptest.J{"name": "Dora", "email": "dora@people.example", "role_id": "viewer"}}).OK()
	w.Exec("update users set name = 'zoe' where id = $1", owner.UserID)
	permissionGroup(owner, "Weavers", "viewer", "all", nil, bea)
	permissionGroup(owner, "archive", "viewer", "all", nil, cleo)
	w.Exec("update memberships set last_seen_at = null")
	w.Exec("update memberships set last_seen_at = now() - make_interval(hours => case user_id when $1 then 1 when $2 then 2 else 3 end) where user_id in ($1, $2, $3)",
		bea.UserID, ada.UserID, cleo.UserID)

	for query, want := range map[string]string{
		"":                       "zoe cleo Ada bea Dora",
		"?sort=name":             "Ada bea cleo Dora zoe",
		"?sort=-name":            "zoe Dora cleo bea Ada",
		"?sort=-last_seen":       "bea Ada cleo zoe Dora",
		"?sort=last_seen":        "zoe Dora cleo Ada bea",
		"?sort=permission_group": "cleo bea zoe Ada Dora",
		"?query=DÓRA":            "Dora",
		"?query=people.example":  "zoe cleo Ada bea Dora",
		"?query=nobody":          "",
		"?query=%25":             "",
	} {
		reply := owner.Get("/v1/team_members" + query).OK()
		var names []string
		for i := range reply.At("team_members").([]any) {
			names = append(names, reply.Text(fmt.Sprintf("team_members.%d.name", i)))
		}
		if got := strings.Join(names, " "); got != want || reply.Int("meta.total_count") != int64(len(names)) {
			t.Errorf("%q: %s, %d in all; want %s", query, got, reply.Int("meta.total_count"), want)
		}
	}
	owner.Get("/v1/team_members?sort=age").Refused(http.StatusUnprocessableEntity, "field:sort")
	if found := owner.Get("/v1/team_members?query=bea").OK(); found.Text("team_members.0.permission_groups.0") != "Weavers" || found.Text("team_members.0.last_seen_at") == "" {
		t.Errorf("%s", found.Body)
	}
}

func TestAMemberIsSeenInTheDepartmentTheyWorkIn(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	vera := owner.Viewer("vera")
	seen := func() any { return owner.Get("/v1/team_members?query=vera").OK().At("team_members.0.last_seen_at") }
	if seen() == nil {
		t.Error("not seen when they signed in")
	}
	w.Exec("update memberships set last_seen_at = null")
	w.Exec("update sessions set last_seen_at = now() - interval '2 minutes' where user_id = $1", vera.UserID)
	vera.Get("/v1/issuer/groups").OK()
	if seen() == nil {
		t.Error("not seen")
	}
}
