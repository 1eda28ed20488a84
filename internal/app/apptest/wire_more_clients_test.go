package apptest_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

// linkable fails the test unless a credential shows what pages of plug-ins link to.
func linkable(t *testing.T, reply apptest.Reply, at string) {
	t.Helper()
	fieldsOf(t, reply, at, "id", "url", "seo_image", "issued_on", "approve", "group_id", "group_name")
	fieldsOf(t, reply, at+".certificate.image", "preview")
	fieldsOf(t, reply, at+".badge.image", "preview")
	fieldsOf(t, reply, at+".recipient", "name", "email")
}

// wordPress is a plug-in that issues from its lists of users and courses.
func wordPress(t *testing.T, in integrator) {
	t.Helper()
	site := in.World.With(`Token token="` + in.secret() + `"`)
	call := func(method, path string, body any) apptest.Reply {
		t.Helper()
		return site.Call(method, path, body, "Accredible-Integration", "Wordpress").OK()
	}
	groups := call("GET", "/v1/issuer/all_groups?page_size=1000&page=1", nil)
	fieldsOf(t, groups, "groups.0", "id", "name", "course_name")
	made := call("POST", "/v1/credentials", fmt.Sprintf(`{"credential":{"group_id":"%d","recipient":{"name":"Ada","email":"ada@recipients.example"},"issued_on":null,"expired_on":null,"custom_attributes":null}}`, in.group))
	linkable(t, made, "credential")
	listed := call("GET", fmt.Sprintf("/v1/all_credentials?group_id=%d&email=&page_size=50&page=1", in.group), nil)
	linkable(t, listed, "credentials.0")
	old := call("GET", "/v1/credentials?achievement_id=Weaving&full_view=true", nil)
	if old.At("credentials.0.approve") != true || old.Text("credentials.0.recipient.email") != "ada@recipients.example" {
		t.Errorf("%s", old.Body)
	}
	batch := call("POST", "/v1/batch", `{"ops":[{"method":"get","url":"/v1/all_credentials","params":{"email":"ada@recipients.example"}},
		{"method":"get","url":"/v1/all_credentials","params":{"email":"ben@recipients.example"}}],"sequential":true}`)
	for i, want := range []string{`"total_count":1`, `"total_count":0`} {
		if body := batch.Text(fmt.Sprintf("results.%d.body", i)); !strings.Contains(body, want) {
			t.Errorf("call %d answers %s", i, body)
		}
	}
	if source := in.World.Text("select source from credentials where department_id = $1", in.owner.Department); source != "wordpress" {
		t.Errorf("it was issued by %s", source)
	}
}

// node is a client that leafs through credentials.
func node(t *testing.T, in integrator) {
	t.Helper()
	client := in.World.With("Token token=" + in.secret())
	for _, name := range []string{"ada", "ben", "cy"} {
		in.Post("/v1/credentials", in.learner(name)).OK()
	}
	seen := 0
	for page := any(1.0); page != nil; seen++ {
		reply := client.Get(fmt.Sprintf("/v1/all_credentials?group_id=%d&email=&page_size=1&page=%v", in.group, page)).OK()
		linkable(t, reply, "credentials.0")
		page = reply.At("meta.next_page")
	}
	if seen != 3 {
		t.Errorf("it sees %d", seen)
	}
}

// python is a client with its groups, its many credentials at once, and its downloads.
func python(t *testing.T, in integrator) {
	t.Helper()
	client := in.World.With("Token token=" + in.secret())
	group := client.Post("/v1/issuer/groups", `{"group":{"name":"new","course_name":"Course","course_description":"About","course_link":""}}`).OK()
	path := fmt.Sprint("/v1/issuer/groups/", group.Int("group.id"))
	design := client.Get(fmt.Sprint("/v1/issuer/groups/", in.group)).OK().Int("group.certificate_design_id")
	client.Put(path, apptest.J{"group": apptest.J{"name": "newer", "design_id": design}}).OK()

	person := func(name string) apptest.J {
		return apptest.J{"group_id": group.Int("group.id"), "recipient": apptest.J{"name": name, "email": apptest.Email(name)}, "custom_attributes": nil, "issued_on": "2026-03-05"}
	}
	made := client.Post("/v1/credentials/bulk_create", apptest.J{"credentials": []any{person("ada"), person("ben")}}).OK()
	for i := range 2 {
		linkable(t, made, fmt.Sprintf("%d.credential", i))
	}
	listed := client.Get(fmt.Sprintf("/v1/all_credentials?group_id=%d&page_size=200&page=1", group.Int("group.id"))).OK()
	if listed.Int("meta.total_count") != 2 {
		t.Errorf("%s", listed.Body)
	}
	ada, ben := made.Int("0.credential.id"), made.Int("1.credential.id")
	fetch := func(reply apptest.Reply, begin string) {
		t.Helper()
		at, err := url.Parse(reply.OK().Text("file"))
		if err != nil || !bytes.HasPrefix(in.World.Nobody().Get(at.RequestURI()).OK().Body, []byte(begin)) {
			t.Errorf("%s: %v", reply.Body, err)
		}
	}
	fetch(client.Post(fmt.Sprint("/v1/credentials/generate_single_pdf/", ada), ""), "%PDF")
	fetch(client.Post("/v1/credentials/generate_pdf", apptest.J{"credentials": []any{ada, ben}}), "PK")
	if changed := client.Put(fmt.Sprint("/v1/credentials/", ada), `{"credential":{"name":"Renamed"}}`).OK(); changed.Text("credential.name") != "Renamed" {
		t.Errorf("%s", changed.Body)
	}
	// Its unfinished branch sends a form that it calls JSON.
	if wrong := client.Post("/v1/credentials", "credential=%7B%27group_id%27%3A+1%7D").Want(http.StatusBadRequest); wrong.Text("errors") == "" {
		t.Errorf("%s", wrong.Body)
	}
	for _, id := range []int64{ada, ben} {
		if gone := client.Delete(fmt.Sprint("/v1/credentials/", id)).OK(); gone.Int("credential.id") != id {
			t.Errorf("%s", gone.Body)
		}
	}
	other := client.Post("/v1/issuer/groups", `{"group":{"name":"empty","course_name":"Course","course_description":"About"}}`).OK()
	if gone := client.Delete(fmt.Sprint("/v1/issuer/groups/", other.Int("group.id"))).OK(); gone.Text("group.name") != "empty" {
		t.Errorf("%s", gone.Body)
	}
}

// olderOpenEdX is an add-on that knows groups by their names alone.
func olderOpenEdX(t *testing.T, in integrator) {
	t.Helper()
	addOn := in.World.With("Token token=" + in.secret())
	made := addOn.Post("/v1/credentials", `{"credential":{"name":"Botany 101","description":"Plants","achievement_id":"course-v1:X","group_name":"Weaving","template_name":"Weaving",
		"course_link":"https://campus.example/course","approve":false,"grade":"80.5","recipient":{"name":"Ada","email":"ada@recipients.example"},"private":"true"}}`).OK()
	fieldsOf(t, made, "credential", "private_key")
	id := fmt.Sprint("/v1/credentials/", made.Int("credential.id"))
	addOn.Put(id, `{"credential":{"approve":true,"grade":"91"}}`).OK()
	found := addOn.Post("/v1/credentials/search", `{"recipient":{"email":"ada@recipients.example"},"group_id":"`+fmt.Sprint(in.group)+`"}`).OK()
	fieldsOf(t, found, "credentials.0", "id", "course_link", "grade")
	if found.At("credentials.0.grade") != 91.0 {
		t.Errorf("%s", found.Body)
	}
	list := addOn.Get("/v1/credentials?achievement_id=Weaving&full_view=true").OK()
	if list.At("credentials.0.approve") != true || list.Text("credentials.0.recipient.email") != "ada@recipients.example" || list.Text("credentials.0.private_key") == "" {
		t.Errorf("%s", list.Body)
	}
	missing := addOn.Post("/v1/credentials", `{"credential":{"name":"New","description":"D","group_name":"Never seen","course_link":"https://campus.example/course","approve":true,"recipient":{"name":"Ben","email":"ben@recipients.example"}}}`).OK()
	if missing.Text("credential.group_name") != "Never seen" || missing.Text("credential.course_link") != "https://campus.example/course" {
		t.Errorf("%s", missing.Body)
	}
}

// workflowConnector joins steps of other products, and looks for what is new.
func workflowConnector(t *testing.T, in integrator) {
	t.Helper()
	flow := in.World.With("Token token=" + in.secret())
	groups := flow.Post("/v1/issuer/groups/search?page=1", `{"name":"Weav","page_size":50}`).OK()
	if groups.Int("groups.0.id") != in.group || groups.Int("meta.current_page") != 1 {
		t.Errorf("%s", groups.Body)
	}
	if next := flow.Post("/v1/issuer/groups/search?page=2", `{"page_size":50}`).OK(); next.Int("meta.current_page") != 2 {
		t.Errorf("%s", next.Body)
	}
	made := flow.Post("/v1/credentials", apptest.J{"credential": apptest.J{
		"group_id": fmt.Sprint(in.group), "recipient": apptest.J{"name": "Ada", "email": "ada@recipients.example"}, "issued_on": "2026-3-5", "expired_on": "2030-1-2", "custom_attributes": apptest.J{},
	}}).OK()
	if made.Text("credential.issued_on") != "2026-03-05" || made.Text("credential.expired_on") != "2030-01-02" {
		t.Errorf("%s", made.Body)
	}
	rest := make([]any, 50)
	for i := range rest {
		rest[i] = in.learner(fmt.Sprint("learner", i))["credential"]
	}
	in.Post("/v1/credentials/bulk_create", apptest.J{"credentials": rest}).OK()
	seen := map[int64]bool{}
	for from, short := 0, false; !short; from += 50 {
		reply := flow.Post("/v2/credentials/search", fmt.Sprintf(`{"query":{"group.id":%d},"page":{"from":%d,"size":50},"sort":{"id":"desc"}}`, in.group, from)).OK()
		list, _ := reply.At("credentials").([]any)
		for i := range list {
			at := fmt.Sprintf("credentials.%d", i)
			fieldsOf(t, reply, at, "id", "recipient_name", "issued_on", "created_at", "updated_at")
			seen[reply.Int(at+".id")] = true
		}
		short = len(list) < 50
	}
	if len(seen) != 51 {
		t.Errorf("it sees %d", len(seen))
	}
	path := fmt.Sprint("/v1/credentials/", made.Int("credential.id"))
	flow.Put(path, `{"credential":{"recipient":{"name":"Ada L"},"issued_on":"2026-3-6"}}`).OK()
	if read := flow.Get(path).OK(); read.Text("credential.issued_on") != "2026-03-06" || read.Text("credential.recipient.name") != "Ada L" {
		t.Errorf("%s", read.Body)
	}
	flow.Delete(path).OK()
	if gone := flow.Get(path).Want(http.StatusNotFound); gone.At("success") != false {
		t.Errorf("%s", gone.Body)
	}
}

// drupal is a module that sends bodies with its GETs and counts from one.
func drupal(t *testing.T, in integrator) {
	t.Helper()
	module := in.World.With("Token token=" + in.secret())
	get := func(path string, body any) apptest.Reply {
		t.Helper()
		return module.Call(http.MethodGet, path, body, "Content-Type", "application/json").OK()
	}
	if groups := get("/v1/issuer/all_groups", `{"page_size":1,"page":1,"name":"weav"}`); groups.Int("groups.0.id") != in.group || groups.Int("meta.page_size") != 1 {
		t.Errorf("%s", groups.Body)
	}
	id := module.Post("/v1/credentials/", in.learner("ada")).OK().Int("credential.id")
	in.Post("/v1/credentials", in.learner("ben")).OK()
	read := get(fmt.Sprint("/v1/credentials/", id), `{"credential":{"id":5}}`)
	if read.Int("credential.id") != id {
		t.Errorf("another was read: %s", read.Body)
	}
	found := module.Post("/v2/credentials/search", `{"query":{},"page":{"from":1,"size":50},"sort":{"id":"asc"}}`).OK()
	if list, _ := found.At("credentials").([]any); len(list) != 1 || found.Text("credentials.0.recipient_name") != "ben" {
		t.Errorf("%s", found.Body)
	}
	fieldsOf(t, found, "meta", "count", "from", "size", "cursor")
}

// browserApp asks from a page of another site, and designs before it issues.
func browserApp(t *testing.T, in integrator) {
	t.Helper()
	page := in.World.With("Token token=" + in.secret())
	call := func(method, path string, body any) apptest.Reply {
		t.Helper()
		reply := page.Call(method, path, body, "Origin", "https://quiz.example").OK()
		if reply.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s may not be read by the page", reply.Call)
		}
		return reply
	}
	group := call("POST", "/v1/issuer/groups", `{"group":{"name":"Quiz","course_name":"Quiz","course_description":"Questions","language":"en"}}`)
	path := fmt.Sprint("/v1/issuer/groups/", group.Int("group.id"))
	maker := call("POST", "/v1/designers/certificate/initialize", `{}`)
	if maker.Text("token") == "" {
		t.Errorf("%s", maker.Body)
	}
	design := call("POST", "/v1/designs", `{"design":{"name":"Drawn","kind":"certificate"}}`).Int("design.id")
	if changed := call("PUT", path, apptest.J{"group": apptest.J{"certificate_design_id": design}}); changed.Int("group.primary_design_id") != design {
		t.Errorf("%s", changed.Body)
	}
	if found := call("GET", "/v1/issuer/all_groups?name=Quiz", nil); found.Int("groups.0.id") != group.Int("group.id") || found.Int("meta.total_count") != 1 {
		t.Errorf("%s", found.Body)
	}
	call("DELETE", path, nil)
}
