package apptest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

// integrator is a department that other products issue in.
type integrator struct {
	apptest.Client
	owner apptest.Issuer
	group int64
}

func integration(t *testing.T) integrator {
	t.Helper()
	return integrationOf(t, apptest.New(t), "owner")
}

// integrationOf makes one more department in a world.
func integrationOf(t *testing.T, w *apptest.World, name string) integrator {
	t.Helper()
	owner := w.Issuer(name)
	return integrator{owner.Key("write"), owner, owner.Group("Weaving")}
}

// secret is the key without what clients write around it.
func (i integrator) secret() string { return strings.TrimPrefix(i.Authorization, "Token token=") }

// learner is a credential of the integrator's group.
func (i integrator) learner(name string, more ...apptest.J) apptest.J {
	credential := apptest.J{"group_id": i.group, "recipient": apptest.J{"name": name, "email": apptest.Email(name)}}
	for _, fields := range more {
		for field, value := range fields {
			credential[field] = value
		}
	}
	return apptest.J{"credential": credential}
}

func TestEveryFormOfTheHeaderOpensTheDepartment(t *testing.T) {
	t.Parallel()
	in := integration(t)
	for _, form := range []string{"Token token=KEY", `Token token="KEY"`, "Token KEY", "Bearer KEY"} {
		by := in.World.With(strings.ReplaceAll(form, "KEY", in.secret()))
		by.Get("/v1/issuer/groups").OK()
	}
	for _, form := range []string{"", "Token token=", "Token nonsense", "Bearer a.b.c"} {
		reply := in.World.With(form).Get("/v1/issuer/groups").Want(http.StatusUnauthorized)
		if reply.At("success") != false || reply.Text("data") == "" || reply.Text("errors") == "" {
			t.Errorf("%q is answered %s", form, reply.Body)
		}
	}
}

func TestNoAddressOfAnOldClientIsRedirected(t *testing.T) {
	t.Parallel()
	in := integration(t)
	id := in.Post("/v1/credentials/", in.learner("ada")).OK().Text("credential.uuid")
	in.Post("/v1/credentials/"+id+"/evidence_items/", `{"evidence_item":{"description":"Exam","category":"grade","string_object":"90"}}`).OK()
	in.Post("/v1//issuer/group/", `{"group":{"name":"Dyeing","course_name":"Dyeing","course_description":"Colours"}}`).OK()
	for _, path := range []string{"/v1/issuer/group/%d", "/v1//issuer/group/%d/", "/v1/issuer/groups//%d"} {
		if name := in.Get(fmt.Sprintf(path, in.group)).OK().Text("group.name"); name != "Weaving" {
			t.Errorf("%s is %s", path, name)
		}
	}
}

func TestProgramsIssueUnlessTheySayOtherwise(t *testing.T) {
	t.Parallel()
	in := integration(t)
	for name, c := range map[string]struct {
		approve any
		want    bool
	}{"nothing": {nil, true}, "yes": {"true", true}, "no": {false, false}, "no as text": {"false", false}} {
		body := in.learner(strings.ReplaceAll(name, " ", "-"), apptest.J{"approve": c.approve})
		if got := in.Post("/v1/credentials", body).OK().At("credential.approve"); got != c.want {
			t.Errorf("approve %s makes %v", name, got)
		}
	}
	body := in.learner("typed")
	if in.owner.Post("/v1/credentials", body).OK().At("credential.approve") != false {
		t.Error("a person's draft was published")
	}
}

func TestGroupsThatAreNamedAreMade(t *testing.T) {
	t.Parallel()
	in := integration(t)
	body := in.learner("ada", apptest.J{"group_id": "", "group_name": "Basketry", "description": "Willow"})
	first := in.Post("/v1/credentials", body).OK()
	if first.Text("credential.group_name") != "Basketry" || first.At("credential.approve") != true {
		t.Errorf("%s", first.Body)
	}
	body = in.learner("ben", apptest.J{"group_id": nil, "group_name": "basketry"})
	if second := in.Post("/v1/credentials", body).OK(); second.Int("credential.group_id") != first.Int("credential.group_id") {
		t.Errorf("the group was made twice: %s", second.Body)
	}
	if n := in.World.Number("select count(*) from audit_events where action = 'group.created' and department_id = $1", in.owner.Department); n != 2 {
		t.Errorf("%d groups were recorded", n)
	}
	in.owner.Post("/v1/credentials", in.learner("cy", apptest.J{"group_id": nil, "group_name": "Nowhere"})).Refused(http.StatusNotFound, "group.not_found")
}

func TestDatesOfEveryClientAreRead(t *testing.T) {
	t.Parallel()
	in := integration(t)
	for i, date := range []string{
		"2026-03-05", "05/03/2026", "2026/03/05", "2026-3-5", "2026-03-05 00:00:00 +0000", "2026-03-05 00:00:00 ", "2026-03-05T10:00:00.000Z",
	} {
		body := in.learner("ada"+string(rune('a'+i)), apptest.J{"issued_on": date, "expired_on": "2027-03-05 00:00:00 "})
		reply := in.Post("/v1/credentials", body).OK()
		if reply.Text("credential.issued_on") != "2026-03-05" || reply.Text("credential.expired_on") != "2027-03-05" {
			t.Errorf("%q is read as %s", date, reply.Body)
		}
		if at := reply.Text("credential.created_at"); len(at) != len("2026-03-05T10:00:00.000Z") {
			t.Errorf("created_at is %q", at)
		}
	}
}

func TestLooseValuesMeanWhatTheyMean(t *testing.T) {
	t.Parallel()
	in := integration(t)
	body := in.learner("Ada", apptest.J{
		"group_id": in.World.Text("select id::text from groups"), "custom_attributes": []any{}, "achievement_id": 5, "template_name": nil,
		"group": []any{}, "grade": "80.5", "private": nil, "name": nil, "meta_data": []any{},
	})
	reply := in.Post("/v1/credentials", body).OK()
	if reply.At("credential.grade") != 80.5 || reply.Text("credential.recipient.email") != "ada@recipients.example" {
		t.Errorf("%s", reply.Body)
	}
	if _, object := reply.At("credential.custom_attributes").(map[string]any); !object {
		t.Errorf("no object: %s", reply.Body)
	}
	if _, number := reply.At("credential.id").(float64); !number {
		t.Errorf("no number: %s", reply.Body)
	}
	own := in.Post("/v1/credentials", in.learner("Ben", apptest.J{"id": 77})).OK()
	if own.Text("credential.id") != "77" {
		t.Errorf("%s", own.Body)
	}
	form := in.Call(http.MethodPut, "/v1/credentials/77", "credential[grade]=90&credential[name]=", "Content-Type", "application/x-www-form-urlencoded").OK()
	if form.At("credential.grade") != 90.0 {
		t.Errorf("%s", form.Body)
	}
	if patched := in.Call(http.MethodPatch, "/v1/credentials/77/", `{"credential":{"expired_on":"2030-01-01 00:00:00 "}}`).OK(); patched.Text("credential.expired_on") != "2030-01-01" {
		t.Errorf("%s", patched.Body)
	}
	in.Post("/v1/credentials", "credential=x&group=y").Want(http.StatusBadRequest)
	if deleted := in.Delete("/v1/credentials/77").OK(); deleted.Text("credential.recipient.name") != "Ben" {
		t.Errorf("%s", deleted.Body)
	}
}

func TestListsTellWhereTheyEnd(t *testing.T) {
	t.Parallel()
	in := integration(t)
	for _, query := range []string{"?page_size={page_size}", "?page_size=&page=1", "?page_size=1000", "?page=x"} {
		reply := in.Get("/v1/issuer/groups" + query).OK()
		meta, _ := reply.At("meta").(map[string]any)
		for _, field := range []string{"current_page", "next_page", "prev_page", "total_pages", "total_count"} {
			if _, there := meta[field]; !there {
				t.Errorf("%s lacks %s: %s", query, field, reply.Body)
			}
		}
		if meta["next_page"] != nil || meta["prev_page"] != nil || meta["total_pages"] != 1.0 {
			t.Errorf("%s: %v", query, meta)
		}
	}
}

func TestRefusalsStandWherePlugInsLook(t *testing.T) {
	t.Parallel()
	in := integration(t)
	in.Post("/v1/credentials", in.learner("ada")).OK()
	for name, body := range map[string]any{
		"a duplicate": in.learner("ada"), "no recipient": `{"credential":{"group_id":1}}`, "nothing": `{}`,
		"no grade": in.learner("ben", apptest.J{"grade": 200}), "no date": in.learner("ben", apptest.J{"issued_on": "soon"}),
	} {
		reply := in.Post("/v1/credentials", body)
		switch told := reply.At("errors").(type) {
		case string:
			if told == "" || reply.Status < 400 {
				t.Errorf("%s: %d %s", name, reply.Status, reply.Body)
			}
		case map[string]any:
			if list, ok := told["credential"].([]any); !ok || len(list) == 0 {
				t.Errorf("%s: %s", name, reply.Body)
			}
		}
	}
	missing := in.Get("/v1/credentials/999999999").Want(http.StatusNotFound)
	if missing.At("success") != false || missing.Text("data") == "" || missing.Text("errors") == "" || missing.Text("error") == "" {
		t.Errorf("%s", missing.Body)
	}
}

func TestPagesOfOtherSitesMayAsk(t *testing.T) {
	t.Parallel()
	in := integration(t)
	for _, path := range []string{"/v1/issuer/groups", "/v1/credentials/generate_single_pdf/1"} {
		reply := in.World.Nobody().Call(http.MethodOptions, path, nil,
			"Origin", "https://shop.example", "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "authorization,content-type,accredible-integration")
		allowed := strings.ToLower(reply.Want(http.StatusNoContent).Header.Get("Access-Control-Allow-Headers"))
		for _, header := range []string{"authorization", "content-type", "accredible-integration"} {
			if !strings.Contains(allowed, header) {
				t.Errorf("%s: %s may not be sent", path, header)
			}
		}
		if reply.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s: %v", path, reply.Header)
		}
	}
}
