package apptest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/app/apptest"
)

// second makes another department of the same person.
func second(t *testing.T, i apptest.Issuer) apptest.Issuer {
	t.Helper()
	name := "Second"
	d, err := i.World.App.Departments.Create(t.Context(), access.Actor{UserID: i.UserID}, departments.Change{Name: &name})
	if err != nil {
		t.Fatal(err)
	}
	i.Department = d.ID
	return i
}

// pictured makes a group whose certificate shows a picture and a custom attribute of the name.
func pictured(t *testing.T, owner apptest.Issuer, name, attribute string) (group, design int64, picture string) {
	t.Helper()
	tag := owner.Post("/v1/attribute_keys", apptest.J{"attribute_key": apptest.J{"name": attribute, "kind": "text"}}).OK().Text("attribute_key.tag")
	policy := owner.Post("/v1/upload_policies/templates", apptest.J{"file_name": "photo.png", "content_type": "image/png"}).OK()
	address := policy.Text("bucket_file_url_prefix") + owner.Send(policy, "photo.png", colourful(t, displayP3()))
	made := owner.Post("/v1/certificate_designs/create", apptest.J{"design": apptest.J{
		"name": name, "background": address, "blocks": []apptest.J{{
			"kind": "text", "model": "For " + tag, "top": "10%", "left": "10%", "image_width": "50%", "image_height": "10%", "font": "Inter", "font_size": 20, "color": "#000000",
		}},
	}}).OK()
	design, picture = made.Int("design.id"), made.Text("design.background")
	group = owner.Post("/v1/issuer/groups", apptest.J{"group": apptest.J{
		"name": name, "course_name": name, "course_description": "By hand", "certificate_design_id": design,
	}}).OK().Int("group.id")
	return group, design, picture
}

func TestAGroupGoesIntoAnotherDepartmentWithAllThatItShows(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	there := second(t, owner)
	// Names without Latin letters are numbered, so that the number of one department is another attribute in the other.
	there.Post("/v1/attribute_keys", apptest.J{"attribute_key": apptest.J{"name": "姓名", "kind": "text"}}).OK()
	group, design, picture := pictured(t, owner, "Weaving", "学号")

	clone := fmt.Sprintf("/v1/issuer/groups/%d/clone", group)
	made := owner.Post(clone, apptest.J{"department_id": there.Department}).OK()
	path := fmt.Sprint("/v1/issuer/groups/", made.Int("group.id"))
	owner.Get(path).Want(http.StatusNotFound)
	got := there.Get(path).OK()
	if got.Text("group.name") != "Copy Weaving" || got.Text("group.course_description") != "By hand" || got.Int("group.published_count") != 0 {
		t.Errorf("%s", got.Body)
	}
	copied := got.Int("group.certificate_design_id")
	if copied == design || got.Int("group.primary_design_id") != copied {
		t.Errorf("the clone shows design %d, the origin %d", copied, design)
	}

	body := string(there.Get(fmt.Sprint("/v1/certificate_designs/read?id=", copied)).OK().Body)
	if strings.Contains(body, picture) || !strings.Contains(body, "[custom.attribute_2]") {
		t.Errorf("the design still shows what is the other department's: %s", body)
	}
	if n := w.Number("select count(*) from attribute_keys where department_id = $1 and name = '学号'", there.Department); n != 1 {
		t.Errorf("%d attributes came along", n)
	}
	background := there.Get(fmt.Sprint("/v1/certificate_designs/read?id=", copied)).OK().Text("design.background")
	there.Post("/v1/certificate_designs/create", apptest.J{"design": apptest.J{"name": "Own", "background": background}}).OK()

	again := owner.Post(clone, apptest.J{"department_id": there.Department, "group": apptest.J{"name": "Weaving"}}).OK()
	if again.Int("group.certificate_design_id") != copied {
		t.Errorf("a design that was there came once more")
	}
	for action, department := range map[string]int64{"group.cloned": there.Department, "group.cloned_elsewhere": owner.Department, "design.copied": there.Department} {
		if w.Number("select count(*) from audit_events where action = $1 and department_id = $2", action, department) == 0 {
			t.Errorf("%s was not recorded", action)
		}
	}
}

func TestAGroupThatMayNotGoLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, stranger := w.Issuer("owner"), w.Issuer("stranger")
	there := second(t, owner)
	group, _, _ := pictured(t, owner, "Weaving", "Loom")
	clone := fmt.Sprintf("/v1/issuer/groups/%d/clone", group)

	missing := owner.Post(clone, apptest.J{"department_id": 1 << 40})
	missing.Refused(http.StatusNotFound, "department.not_found")
	foreign := owner.Post(clone, apptest.J{"department_id": stranger.Department})
	if foreign.Refused(http.StatusNotFound, "department.not_found"); string(foreign.Body) != string(missing.Body) {
		t.Errorf("a stranger's department answers %s, a missing one %s", foreign.Body, missing.Body)
	}
	owner.Key("write").Post(clone, apptest.J{"department_id": there.Department}).Refused(http.StatusNotFound, "department.not_found")
	stranger.Post(clone, apptest.J{"department_id": owner.Department}).Refused(http.StatusNotFound, "group.not_found")
	w.Exec("update memberships set role = 'viewer' where department_id = $1", there.Department)
	owner.Post(clone, apptest.J{"department_id": there.Department}).Denied()
	w.Exec("update memberships set role = 'administrator' where department_id = $1", there.Department)

	there.Group("Taken")
	before := w.Number("select count(*) from designs")
	owner.Post(clone, apptest.J{"department_id": there.Department, "group": apptest.J{"name": "Taken"}}).Refused(http.StatusConflict, "group.name_taken")
	there.Post("/v1/attribute_keys", apptest.J{"attribute_key": apptest.J{"name": "loom", "kind": "image"}}).OK()
	owner.Post(clone, apptest.J{"department_id": there.Department}).Refused(http.StatusConflict, "attribute.other_kind")
	if n := w.Number("select count(*) from designs"); n != before {
		t.Errorf("%d designs came along with no group", n-before)
	}
	if n := w.Number("select count(*) from attribute_keys where department_id = $1 and kind = 'text'", there.Department); n != 0 {
		t.Errorf("%d attributes came along with no group", n)
	}
}

func TestADesignIsCopiedIntoAnotherDepartmentWithAllThatItShows(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, stranger := w.Issuer("owner"), w.Issuer("stranger")
	there := second(t, owner)
	_, design, picture := pictured(t, owner, "Weaving", "Loom")
	copied := fmt.Sprintf("/v1/designs/%d/copy", design)
	into := func(department int64) apptest.J { return apptest.J{"design": apptest.J{"department_id": department}} }

	made := owner.Post(copied, into(there.Department)).OK()
	id := made.Int("design.id")
	if made.Text("design.name") != "Weaving" || made.Text("design.background") == picture {
		t.Errorf("%s", made.Body)
	}
	read := fmt.Sprint("/v1/certificate_designs/read?id=", id)
	there.Get(read).OK()
	owner.Get(read).Want(http.StatusNotFound)
	if n := w.Number("select count(*) from attribute_keys where department_id = $1 and name = 'Loom'", there.Department); n != 1 {
		t.Errorf("%d attributes came along, want 1", n)
	}
	if again := owner.Post(copied, into(there.Department)).OK().Int("design.id"); again == id {
		t.Error("a second copy is the first one")
	}

	owner.Post(copied, into(stranger.Department)).Refused(http.StatusNotFound, "department.not_found")
	stranger.Post(copied, into(stranger.Department)).Refused(http.StatusNotFound, "design.not_found")
	owner.Key("write").Post(copied, into(there.Department)).Refused(http.StatusNotFound, "department.not_found")
	w.Exec("update memberships set role = 'viewer' where user_id = $1 and department_id = $2", owner.UserID, there.Department)
	owner.Post(copied, into(there.Department)).Denied()
}
