package apptest_test

import (
	"fmt"
	"net/http"
	"testing"

	"laurel/internal/app/apptest"
)

func TestAProgramPublishesInGroupsThatNameNoDesign(t *testing.T) {
	t.Parallel()
	in := integration(t)
	before := in.owner.Post("/v1/issuer/groups", `{"group":{"name":"Of before","course_name":"C","course_description":"D"}}`).OK()
	if before.At("group.certificate_design_id") != nil {
		t.Fatalf("%s", before.Body)
	}
	issued := in.Post("/v1/credentials", in.learner("ada", apptest.J{"group_id": before.Int("group.id")})).OK()
	named := in.Post("/v1/credentials", in.learner("ben", apptest.J{"group_id": nil, "group_name": "By name"})).OK()
	made := in.Post("/v1/issuer/groups", `{"group":{"name":"Made","course_name":"C","course_description":"D","design_id":null}}`).OK()
	other := in.owner.Post("/v1/issuer/groups", `{"group":{"name":"Another","course_name":"C","course_description":"D","certificate_design_id":null}}`).OK()
	bulk := in.Post("/v1/credentials/bulk_create", apptest.J{"credentials": []any{
		in.learner("cy", apptest.J{"group_id": made.Int("group.id")})["credential"], in.learner("di", apptest.J{"group_id": other.Int("group.id")})["credential"],
	}}).OK()
	for what, approved := range map[string]any{
		"in a group of before": issued.At("credential.approve"), "in a group by its name": named.At("credential.approve"),
		"in a new group": bulk.At("0.credential.approve"), "of many": bulk.At("1.credential.approve"),
	} {
		if approved != true {
			t.Errorf("a credential %s was not published", what)
		}
	}
	if n := in.World.Number("select count(*) from designs"); n != 2 {
		t.Errorf("%d designs, want the group's and the default", n)
	}
	if n := in.World.Number("select count(distinct certificate_design_id) from groups"); n != 2 {
		t.Errorf("groups show %d designs", n)
	}
	design := in.Get("/v1/issuer/group_defaults").OK().Int("group_defaults.certificate_design_id")
	if made.Int("group.certificate_design_id") != design {
		t.Errorf("the default is %d: %s", design, made.Body)
	}
}

func TestADepartmentIsCreatedWithADefaultDesignThatItMayChange(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	created := owner.Post("/v1/departments", `{"department":{"name":"Madrasa","language":"ar"}}`).OK().Int("department.id")
	there := owner
	there.Department = created
	first := there.Get("/v1/issuer/group_defaults").OK().Int("group_defaults.certificate_design_id")
	if read := there.Get(fmt.Sprint("/v1/designs/", first)).OK(); read.Text("design.name") != "الشهادة الافتراضية" || read.Text("design.kind") != "certificate" {
		t.Errorf("%.300s", read.Body)
	}
	own := there.Design("Own")
	there.Put("/v1/issuer/group_defaults", apptest.J{"group_defaults": apptest.J{"certificate_design_id": own}}).OK()
	there.Put("/v1/issuer/group_defaults", apptest.J{"group_defaults": apptest.J{"certificate_design_id": owner.Design("Elsewhere")}}).
		Refused(http.StatusUnprocessableEntity, "field:certificate_design_id")
	if g := there.Post("/v1/issuer/groups", `{"group":{"name":"G","course_name":"C"}}`).OK(); g.Int("group.certificate_design_id") != own {
		t.Errorf("%s", g.Body)
	}
	there.Put("/v1/issuer/group_defaults", apptest.J{"group_defaults": apptest.J{"certificate_design_id": first}}).OK()
	there.Delete(fmt.Sprint("/v1/designs/", first)).OK()
	if defaults := there.Get("/v1/issuer/group_defaults").OK(); defaults.At("group_defaults.certificate_design_id") != nil {
		t.Errorf("%s", defaults.Body)
	}
}
