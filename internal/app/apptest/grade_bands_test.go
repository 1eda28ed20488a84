package apptest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

func TestAGroupNamesGradesAndPublishesNoneThatIsTooLow(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	path := fmt.Sprint("/v1/issuer/groups/", group)
	set := func(settings string) apptest.Reply { return owner.Put(path, `{"group":`+settings+`}`) }
	for settings, told := range map[string]string{
		`{"grade_bands":[{"from":60,"name":"Pass"},{"from":60,"name":"Merit"}]}`:                      `"grade_bands":["Each grade must start higher than the one before."]`,
		`{"grade_bands":[{"from":101,"name":"Pass"}]}`:                                                `"grade_bands.0.from":["Credential grade must be`,
		`{"grade_bands":[{"from":0,"name":" "}]}`:                                                     `"grade_bands.0.name":`,
		`{"grade_bands":[` + strings.Repeat(`{"from":1,"name":"a"},`, 20) + `{"from":1,"name":"a"}]}`: `"grade_bands":["Up to 20 are allowed."]`,
		`{"least_grade":-1}`: `"least_grade":["Credential grade must be`,
	} {
		if reply := set(settings); reply.Status != http.StatusUnprocessableEntity || !strings.Contains(string(reply.Body), told) {
			t.Errorf("%s: %d %s", settings, reply.Status, reply.Body)
		}
	}
	g := set(`{"grade_bands":[{"from":49.5,"name":"Pass"},{"from":75,"name":" Merit "}],"least_grade":49.5}`).OK()
	if g.Text("group.grade_bands.1.name") != "Merit" || g.At("group.least_grade") != 49.5 {
		t.Fatalf("the group is %s", g.Body)
	}
	draft := func(name string, grade any) string {
		return owner.Post("/v1/credentials", apptest.J{"credential": apptest.J{
			"group_id": group, "recipient": apptest.J{"name": name, "email": name + "@example.org"}, "grade": grade,
		}}).OK().Text("credential.uuid")
	}
	low, none, pass, merit := draft("ada", 49), draft("bea", nil), draft("cleo", 49.5), draft("dora", 100)
	plan := owner.Post("/v1/credentials/publish_check", apptest.J{"all_matching": apptest.J{}}).OK()
	if plan.Int("plan.count") != 2 || plan.Int("plan.grade_too_low_count") != 2 || plan.Int("plan.new_recipients") != 2 {
		t.Errorf("the check tells %s", plan.Body)
	}
	owner.Post("/v1/credentials/publish", apptest.J{"all_matching": apptest.J{}}).OK()
	w.Work()
	for uuid, want := range map[string][3]any{
		low: {"draft", "grade_too_low", nil}, none: {"draft", "grade_too_low", nil}, pass: {"published", nil, "Pass"}, merit: {"published", nil, "Merit"},
	} {
		got := owner.Get("/v1/credentials/" + uuid).OK()
		if told := [3]any{got.At("credential.state"), got.At("credential.publish_refusal"), got.At("credential.grade_band")}; told != want {
			t.Errorf("%v, not %v", told, want)
		}
	}
	page := w.Nobody().Get("/v1/public/credentials/" + merit).OK()
	if page.Text("credential.grade_band") != "Merit" || page.Int("credential.grade") != 100 {
		t.Errorf("the page tells %s", page.Body)
	}
	found := owner.Post("/v2/credentials/search", apptest.J{"query": apptest.J{"uuid": merit}}).OK()
	if found.Text("credentials.0.grade_band") != "Merit" {
		t.Errorf("the second version tells %s", found.Body)
	}
	set(`{"least_grade":null,"grade_bands":[]}`).OK()
	owner.Post("/v1/credentials/publish", apptest.J{"all_matching": apptest.J{}}).OK()
	w.Work()
	if got := owner.Get("/v1/credentials/" + none).OK(); got.Text("credential.state") != "published" || got.At("credential.grade_band") != nil {
		t.Errorf("where every grade will do it is %s", got.Body)
	}
}

func TestAnImportWarnsOfGradesThatAreTooLow(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	owner.Put(fmt.Sprint("/v1/issuer/groups/", group), `{"group":{"least_grade":50}}`).OK()
	i := importFile(t, w, owner, group, "list.csv", "Name,Email,Grade\nAda,ada@example.org,49\nBea,bea@example.org,50\nCleo,cleo@example.org,\n")
	want(t, i.check(), apptest.J{"good_rows": 1, "warning_rows": 2, "error_rows": 0, "problem_counts.0.code": "grade_too_low", "problem_counts.0.count": 2})
}
