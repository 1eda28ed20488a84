package apptest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

// namesOf are the recipients that a search finds, each with its engagement, and where the next page begins.
func namesOf(owner apptest.Issuer, search apptest.J) (names []string, next string) {
	found := owner.Post("/v1/credentials/search", search).OK()
	for _, c := range found.At("credentials").([]any) {
		c := c.(map[string]any)
		names = append(names, c["recipient"].(map[string]any)["name"].(string)+" "+c["engagement"].(string))
	}
	next, _ = found.At("meta.next_cursor").(string)
	return names, next
}

func TestCredentialsTellHowFarPeopleWent(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	ids := map[string]string{}
	for _, name := range strings.Fields("ann bea cid dee eve fay") {
		ids[name] = owner.Issued(group, name).Text("credential.uuid")
	}
	w.Exec("update credentials set private = true, private_key = 'k' where uuid = $1", ids["fay"])
	page := func(name string) string { return "/v1/public/credentials/" + ids[name] }
	said := func(by apptest.Client, property, name string) {
		by.Post("/v1/frontend/log_frontend_analytics", apptest.J{"property": property, "path": "/" + ids[name]}).OK()
	}
	nobody := w.Nobody()
	// What the issuer's own people do, machines, who asks not to be followed, and who has no key, leaves all as it was.
	owner.Get(page("ann")).OK()
	said(owner.Client, "share", "ann")
	nobody.Call(http.MethodGet, page("ann"), nil, "User-Agent", "SearchBot/1.0").OK()
	nobody.Call(http.MethodGet, page("ann"), nil, "DNT", "1").OK()
	said(nobody, "public", "ann")
	nobody.Get(page("fay")).Want(http.StatusForbidden)
	said(nobody, "share", "fay")
	nobody.Get(page("bea")).OK()
	owner.Recipient(ids["cid"]).Get(page("cid")).OK()
	nobody.Get(page("cid")).OK() // takes nothing back
	nobody.Post("/v1/analytics/track_link", apptest.J{"from": "https://laurel.example/" + ids["dee"] + "?x=1", "to": "https://example.org/"}).OK()
	said(nobody, "share", "eve")
	w.Written()
	for filter, want := range map[string]string{
		"none": "fay none,ann none", "viewed": "bea viewed", "opened": "cid opened", "engaged": "dee engaged", "shared": "eve shared",
		"opened, shared": "eve shared,cid opened", "none,viewed": "fay none,bea viewed,ann none",
	} {
		if got, _ := namesOf(owner, apptest.J{"engagement": filter}); strings.Join(got, ",") != want {
			t.Errorf("%s finds %v, want %s", filter, got, want)
		}
	}
	owner.Post("/v1/credentials/search", apptest.J{"engagement": "liked"}).Refused(http.StatusUnprocessableEntity, "field:engagement")
	nobody.Get(page("fay") + "?key=k").OK()
	said(nobody, "share", "fay")
	sorted := strings.Split("ann none,bea viewed,cid opened,dee engaged,eve shared,fay shared", ",")
	for _, sort := range []string{"engagement", "-engagement"} {
		// By pages and from one to the next, the order is the same.
		var paged, leafed []string
		next := ""
		for i := range 3 {
			names, _ := namesOf(owner, apptest.J{"sort": sort, "page_size": 2, "page": i + 1})
			paged = append(paged, names...)
			names, next = namesOf(owner, apptest.J{"sort": sort, "page_size": 2, "cursor": next})
			leafed = append(leafed, names...)
		}
		if !slices.Equal(paged, sorted) || !slices.Equal(leafed, sorted) {
			t.Errorf("%s: %v and %v, want %v", sort, paged, leafed, sorted)
		}
		slices.Reverse(sorted)
	}
	owner.Post("/v1/credentials/search", apptest.J{"sort": "engagement", "cursor": "eyJzIjoiZW5nYWdlbWVudCIsImsiOiJ4IiwiaSI6MX0"}).Refused(http.StatusUnprocessableEntity, "field:cursor")
	if got, _ := namesOf(owner, apptest.J{"sort": "-engagement", "group_id": group, "query": "d", "page_size": 10}); !slices.Equal(got, []string{"dee engaged", "cid opened"}) {
		t.Errorf("narrowed and sorted: %v", got)
	}
	for _, name := range []string{"ann", "fay"} {
		if got, _ := namesOf(owner, apptest.J{"sort": "-engagement", "query": name}); len(got) != 1 {
			t.Errorf("%s: %v", name, got)
		}
	}
	if n := w.Number("select count(*) from credential_engagements where department_id <> $1", owner.Department); n != 0 {
		t.Error(fmt.Sprint(n, " stand elsewhere"))
	}
}
