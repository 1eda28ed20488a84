package apptest_test

import (
	"fmt"
	"net/http"
	"testing"

	"laurel/internal/app/apptest"
)

func TestLinksOfAnIntranetAreKeptAsText(t *testing.T) {
	t.Parallel()
	in := integration(t)
	for i, link := range []string{"http://localhost/course/5", "http://localhost:8080/x", "http://127.0.0.1/x", "http://10.0.0.7/course?id=5", "https://moodle/course", "http://lms.local/x", "http://[fd00::1]/x"} {
		name := fmt.Sprint("Course ", i)
		made := in.Post("/v1/credentials", apptest.J{"credential": apptest.J{
			"group_name": name, "course_link": link, "recipient": apptest.J{"name": "Ada", "email": "ada@recipients.example"},
			"evidence_items": []any{apptest.J{"description": "Work", "category": "url", "url": link}},
		}}).OK()
		if made.Text("credential.course_link") != link || made.Text("credential.evidence_items.0.link_url") != link || made.At("warnings") != nil {
			t.Errorf("%s: %s", link, made.Body)
		}
		group := in.Put(fmt.Sprint("/v1/issuer/groups/", made.Int("credential.group_id")), apptest.J{"group": apptest.J{"signup_url": link, "criteria_url": link}}).OK()
		if group.Text("group.signup_url") != link || group.Text("group.criteria_url") != link {
			t.Errorf("%s: %s", link, group.Body)
		}
	}
	in.Put(fmt.Sprint("/v1/issuer/groups/", in.group), `{"group":{"course_link":"javascript:alert(1)"}}`).Refused(http.StatusUnprocessableEntity, "field:course_link")
}

func TestRelativeLinksAreCompletedWithTheSiteOfTheDepartmentOrLeftOut(t *testing.T) {
	t.Parallel()
	in := integration(t)
	issue := func(who string) apptest.Reply {
		return in.Post("/v1/credentials", in.learner(who, apptest.J{"course_link": "/course/view.php?id=5", "evidence_items": []any{
			apptest.J{"description": "Work", "category": "url", "url": "mod/quiz.php"}, apptest.J{"description": "Essay", "string_object": "Looms"},
		}})).OK()
	}
	left := issue("ada")
	if left.Text("credential.course_link") != "" || left.Text("credential.evidence_items.0.description") != "Essay" ||
		left.Text("warnings.0.code") != "link.dropped" || left.Text("warnings.0.field") != "evidence_items.0.url" || left.Text("warnings.1.field") != "course_link" {
		t.Errorf("%s", left.Body)
	}
	path := fmt.Sprint("/v1/issuer/groups/", in.group)
	if group := in.Put(path, `{"group":{"course_link":"/x"}}`).OK(); group.Text("group.course_link") != "" || group.Text("warnings.0.field") != "course_link" {
		t.Errorf("%s", group.Body)
	}
	in.owner.Put(fmt.Sprint("/v1/departments/", in.owner.Department), `{"department":{"url":"https://moodle.example/lms/"}}`).OK()
	made := issue("ben")
	if made.Text("credential.course_link") != "https://moodle.example/course/view.php?id=5" || made.Text("credential.evidence_items.0.link_url") != "https://moodle.example/lms/mod/quiz.php" || made.At("warnings") != nil {
		t.Errorf("%s", made.Body)
	}
	item := in.Post("/v1/credentials/"+made.Text("credential.uuid")+"/evidence_items", `{"evidence_item":{"description":"More","category":"url","url":"/mod"}}`).OK()
	if item.Text("evidence_item.link_url") != "https://moodle.example/mod" {
		t.Errorf("%s", item.Body)
	}
}
