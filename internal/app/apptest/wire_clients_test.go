package apptest_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

// conformance drives the calls of clients that exist, in the forms in which they send them, and looks at every field that they read.
var conformance = map[string]func(*testing.T, integrator){
	"Moodle": moodle, "LearnDash": learnDash, "WordPress": wordPress, "PHP": php, "Ruby": ruby, "Node": node, "Python": python, "Open edX": openEdX,
	"older Open edX": olderOpenEdX, "workflow connector": workflowConnector, "Drupal": drupal, "browser app": browserApp,
}

func TestClientsOfOtherProductsWork(t *testing.T) {
	t.Parallel()
	for name, client := range conformance {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client(t, integration(t))
		})
	}
}

func TestTheyWorkWithTheProgramItself(t *testing.T) {
	t.Parallel()
	settings := apptest.Settings(t)
	w, p := apptest.NewWith(t, settings), serve(t, settings, "--no-work")
	for _, name := range slices.Sorted(maps.Keys(conformance)) {
		t.Run(name, func(t *testing.T) {
			conformance[name](t, integrationOf(t, w.At(t, p.url), strings.ReplaceAll(strings.ToLower(name), " ", "-")))
		})
	}
	if err := p.stop(); err != nil {
		t.Errorf("the program did not stop cleanly: %v", err)
	}
}

// moodle is a plug-in that finds its groups, issues and grades.
func moodle(t *testing.T, in integrator) {
	t.Helper()
	plugIn := in.World.With("Token " + in.secret())
	call := func(method, path string, body any) apptest.Reply {
		t.Helper()
		return plugIn.Call(method, path, body, "Accredible-Integration", "Moodle", "Content-Type", "application/json; charset=utf-8").OK()
	}
	groups := call("GET", "/v1/issuer/all_groups?page_size=50&page=1", nil)
	fieldsOf(t, groups, "groups.0", "id", "name", "course_name")
	if groups.At("meta.next_page") != nil {
		t.Errorf("it would ask for ever: %s", groups.Body)
	}
	call("POST", "/v1/issuer/groups/search", `{"page":1,"page_size":50}`)
	for _, kind := range []string{"text", "date"} {
		call("POST", "/v1/attribute_keys/search", `{"page":1,"page_size":50,"kind":"`+kind+`"}`)
	}
	if found := call("GET", fmt.Sprintf("/v1/all_credentials?group_id=%d&email=ada%%40recipients.example&page_size=&page=1", in.group), nil); found.Int("meta.total_count") != 0 {
		t.Errorf("%s", found.Body)
	}
	made := call("POST", "/v1/credentials", fmt.Sprintf(`{"credential":{"recipient":{"name":"Ada","email":"Ada@Recipients.example","id":null},"group_id":"%d",
		"name":null,"description":null,"issued_on":"2026-11-20","expired_on":null,"custom_attributes":[],"evidence_items":[]}}`, in.group))
	id := fmt.Sprint(made.Int("credential.id"))
	evidence := call("POST", "/v1/credentials/"+id+"/evidence_items", `{"evidence_item":{"description":"Grade","category":"grade","string_object":"80","hidden":false}}`)
	item := fmt.Sprint(evidence.Int("evidence_item.id"))
	call("PUT", "/v1/credentials/"+id+"/evidence_items/"+item, `{"evidence_item":{"string_object":90}}`)
	call("POST", "/v1/credentials/"+id+"/evidence_items", `{"evidence_item":{"description":"Essay","string_object":"<p>Looms</p>","custom_insight":null}}`)
	read := call("GET", "/v1/credentials/"+id, nil)
	if read.Int("credential.evidence_items.0.string_object.grade") != 90 || read.Text("credential.recipient.email") != "ada@recipients.example" {
		t.Errorf("%s", read.Body)
	}
	list := call("GET", "/v1/all_credentials?email=ada@recipients.example&group_id=&page_size=&page=1", nil)
	fieldsOf(t, list, "credentials.0", "url", "issued_on", "seo_image", "group_id", "id")
	fieldsOf(t, list, "credentials.0.certificate.image", "preview")
	if source := in.World.Text("select source from credentials where department_id = $1", in.owner.Department); source != "moodle" {
		t.Errorf("it was issued by %s", source)
	}
	link := call("POST", "/v1/sso/generate_link", `{"recipient_email":"ada@recipients.example","wallet_view":null,"group_id":null,"credential_id":null,"recipient_id":null,"redirect_to":null}`)
	if !strings.Contains(link.Text("link"), "&jwt=") {
		t.Errorf("%s", link.Body)
	}
}

// learnDash is an add-on that shows its settings and logs what went wrong.
func learnDash(t *testing.T, in integrator) {
	t.Helper()
	addOn := in.World.With("Token " + in.secret())
	details := addOn.Call("GET", "/v1/issuer/details", nil, "Accredible-Integration", "Learndash").OK()
	for _, field := range []string{"name", "email", "url"} {
		_ = details.Text("issuer." + field)
	}
	fieldsOf(t, details, "issuer", "id", "certificate_left", "language", "spiderable", "whitelisted_domain", "linkedin_company_id", "linkedin_school_id")
	if domain := details.Text("issuer.whitelisted_domain"); domain == "" || strings.Contains(domain, "/") {
		t.Errorf("the host of the public pages is %q", domain)
	}
	missing := addOn.Get("/v1/issuer/groups/999999999").Want(http.StatusNotFound)
	if missing.Text("errors") == "" {
		t.Errorf("%s", missing.Body)
	}
	addOn.Get("/v1/issuer/groups/" + fmt.Sprint(in.group)).OK()
	credential := addOn.Post("/v1/credentials", in.learner("ada")).OK()
	fieldsOf(t, credential, "credential", "group_name", "url")
	if host := credential.Text("credential.issuer.whitelisted_domain"); !strings.Contains(credential.Text("credential.url"), "://"+host+"/") {
		t.Errorf("%q does not open %s", host, credential.Text("credential.url"))
	}
	if credential.Int("credential.group.certificate_design.id") != credential.Int("credential.group.certificate_design_id") ||
		credential.Text("credential.group.certificate_design.rasterized_content_url") == "" {
		t.Errorf("the certificate design: %v", credential.At("credential.group"))
	}
	again := addOn.Post("/v1/credentials", in.learner("ada")).Want(http.StatusUnprocessableEntity)
	if list, ok := again.At("errors.credential").([]any); !ok || len(list) == 0 {
		t.Errorf("%s", again.Body)
	}
}

// php is a client that runs through its suite.
func php(t *testing.T, in integrator) {
	t.Helper()
	client := in.World.With(`Token token="` + in.secret() + `"`)
	designs := client.Get("/v1/issuer/all_designs?page_size=50&page=1").OK()
	design := designs.Int("designs.0.id")
	group := client.Post("/v1/issuer/groups", fmt.Sprintf(`{"group":{"name":"new","course_name":"Course","course_description":"About","course_link":null,"design_id":%d,"attach_pdf":null}}`, design)).OK()
	id := group.Int("group.id")
	fieldsOf(t, group, "group", strings.Fields(`id name course_name course_description course_link language attach_pdf blockchain design_id design_name certificate_design_id
		badge_design_id primary_design_id department_id meta_data learning_outcomes generate_private_credential auto_expiry signup_url signup_url_show course_link_show
		organization_link_show skill_category achievement_type created_at updated_at`)...)
	path := fmt.Sprint("/v1/issuer/groups/", id)
	if changed := client.Put(path, `{"group":{"name":"renamed","course_name":null}}`).OK(); changed.Text("group.name") != "renamed" || changed.Text("group.course_name") != "Course" {
		t.Errorf("%s", changed.Body)
	}
	credential := client.Post("/v1/credentials", fmt.Sprintf(`{"credential":{"group_id":%d,"recipient":{"name":"John","email":"john@recipients.example"},"issued_on":null,"expired_on":null,"custom_attributes":null}}`, id)).OK()
	ref := fmt.Sprint("/v1/credentials/", credential.Int("credential.id"))
	if renamed := client.Put(ref, `{"credential":{"recipient":{"name":"Jonathan"}}}`).OK(); renamed.Text("credential.recipient.email") != "john@recipients.example" {
		t.Errorf("%s", renamed.Body)
	}
	item := client.Post(ref+"/evidence_items", `{"evidence_item":{"description":"Duration","category":"course_duration","string_object":"{\"start_date\":\"2026-01-01\",\"end_date\":\"2026-02-01\",\"duration_in_days\":31}","hidden":true}}`).OK()
	if item.Text("evidence_item.type") != "course_duration" {
		t.Errorf("%s", item.Body)
	}
	link := client.Post("/v1/sso/generate_link", apptest.J{"credential_id": credential.Int("credential.id"), "redirect_to": nil}).OK().Text("link")
	if !strings.Contains(link, "&jwt=") {
		t.Errorf("%s", link)
	}
	if deleted := client.Delete(ref).OK(); deleted.Text("credential.recipient.name") != "Jonathan" {
		t.Errorf("%s", deleted.Body)
	}
	batch := client.Post("/v1/batch", apptest.J{"sequential": true, "ops": []any{
		apptest.J{"method": "get", "url": "v1/all_credentials", "params": apptest.J{"email": "john@recipients.example"}},
		apptest.J{"method": "post", "url": "/v1/credentials", "params": in.learner("ada")},
		apptest.J{"method": "get", "url": "v1/nothing"}, apptest.J{"method": "get", "url": "/healthz"}, apptest.J{"method": "post", "url": "v1/batch", "params": apptest.J{"ops": []any{}}},
		apptest.J{"method": "delete", "url": fmt.Sprint("v1/issuer/groups/", id)}, apptest.J{"method": "get", "url": "https://elsewhere.example/v1/x"},
	}}).OK()
	for i, want := range []int64{200, 200, 404, 404, 404, 200, 404} {
		if got := batch.Int(fmt.Sprintf("results.%d.status", i)); got != want {
			t.Errorf("call %d answers %d, want %d: %s", i, got, want, batch.Text(fmt.Sprintf("results.%d.body", i)))
		}
	}
	var made struct {
		Credential struct{ Recipient struct{ Name string } }
	}
	if err := json.Unmarshal([]byte(batch.Text("results.1.body")), &made); err != nil || made.Credential.Recipient.Name != "ada" || batch.Text("results.2.body") != "Not Found" {
		t.Errorf("%v %s", err, batch.Body)
	}
	in.owner.Key("read").Post("/v1/batch", apptest.J{"ops": []any{apptest.J{"method": "delete", "url": "v1/credentials/1"}}}).OK()
}

func TestABatchMayDoNoMoreThanItsCallsAlone(t *testing.T) {
	t.Parallel()
	in := integration(t)
	reader := in.owner.Key("read")
	ops := apptest.J{"ops": []any{apptest.J{"method": "post", "url": "v1/credentials", "params": in.learner("ada"), "headers": apptest.J{"Authorization": in.Authorization}}}}
	if got := reader.Post("/v1/batch", ops).OK().Int("results.0.status"); got != http.StatusForbidden {
		t.Errorf("a reading key makes credentials: %d", got)
	}
	in.World.Nobody().Post("/v1/batch", ops).Want(http.StatusUnauthorized)
	many := make([]any, 101)
	for i := range many {
		many[i] = apptest.J{"method": "get", "url": "v1/issuer/details"}
	}
	in.Post("/v1/batch", apptest.J{"ops": many}).Refused(http.StatusUnprocessableEntity, "field:ops")
	in.Post("/v1/batch", `{}`).Refused(http.StatusUnprocessableEntity, "field:ops")
}

// ruby is a client whose form signs a recipient in once.
func ruby(t *testing.T, in integrator) {
	t.Helper()
	in.Post("/v1/credentials/", in.learner("ada", apptest.J{"id": "own"})).OK()
	newest := in.Post("/v1/credentials/", apptest.J{"credential": apptest.J{"group_id": in.owner.Group("Dyeing"), "recipient": apptest.J{"name": "ada", "email": apptest.Email("ada")}}}).OK().Text("credential.uuid")
	form := func(body string) apptest.Reply {
		t.Helper()
		return in.Call(http.MethodPost, "/v1/sso/generate_link", body, "Content-Type", "application/x-www-form-urlencoded")
	}
	link, err := url.Parse(form("credential_id=&recipient_id=&recipient_email=ada%40recipients.example&wallet_view=false&group_id=").OK().Text("link"))
	if err != nil || link.Query().Get("jwt") == "" || !strings.Contains(link.RawQuery, "&jwt=") {
		t.Fatalf("%v %v", link, err)
	}
	token := link.Query().Get("jwt")
	if opened := in.World.Nobody().Post("/v1/recipient/session", apptest.J{"token": token}).OK(); opened.Text("credential.uuid") != newest {
		t.Errorf("%s", opened.Body)
	}
	in.World.Nobody().Post("/v1/recipient/session", apptest.J{"token": token}).Refused(http.StatusGone, "recipient.link_over")
	form("credential_id=own").OK()
	for _, body := range []string{"recipient_email=nobody@recipients.example", "credential_id=nothing", "recipient_id=nobody"} {
		if reply := form(body).Want(http.StatusNotFound); reply.Text("error") == "" {
			t.Errorf("%s", reply.Body)
		}
	}
	form("wallet_view=true").Refused(http.StatusUnprocessableEntity, "field:recipient_email")
}

// openEdX is a service that copies designs and ends credentials.
func openEdX(t *testing.T, in integrator) {
	t.Helper()
	edx := in.World.With("Bearer " + in.secret())
	groups := edx.Get("/v1/issuer/all_groups").OK()
	design := edx.Get(fmt.Sprint("/v1/designs/", groups.Int("groups.0.primary_design_id"))).OK()
	fieldsOf(t, design, "design", strings.Fields(`id name kind encoded_content background_bleeds orientation size department_id created_at updated_at rasterized_content_url groups meta_data`)...)
	if design.Int("design.groups.0.id") != in.group || design.Text("design.rasterized_content_url") == "" {
		t.Errorf("%s", design.Body)
	}
	edx.Get("/v1/designs/999999999").Want(http.StatusNotFound)
	credential := edx.Post("/v1/credentials", in.learner("ada", apptest.J{"issued_on": "2026-03-05 10:00:00 +0000", "complete": true})).OK()
	ended := edx.Call(http.MethodPatch, fmt.Sprint("/v1/credentials/", credential.Int("credential.id")), `{"credential":{"expired_on":"2026-03-06 10:00:00 "}}`).OK()
	if ended.Text("credential.expired_on") != "2026-03-06" {
		t.Errorf("%s", ended.Body)
	}

	copied := edx.Post("/v1/designs", apptest.J{"design": apptest.J{"name": "Copied", "kind": "certificate", "encoded_content": design.Text("design.encoded_content"), "department_id": nil, "meta_data": nil}}).OK()
	if copied.Text("design.name") != "Copied" || copied.Int("design.id") == design.Int("design.id") {
		t.Errorf("%s", copied.Body)
	}
	path := fmt.Sprint("/v1/designs/", copied.Int("design.id"))
	if renamed := edx.Put(path, `{"design":{"name":"Renamed"}}`).OK(); renamed.Text("design.name") != "Renamed" {
		t.Errorf("%s", renamed.Body)
	}
	edx.Post(path+"/copy", `{"design":{"department_id":1}}`).Want(http.StatusNotFound)
	again := edx.Post(path+"/copy", `{}`).OK()
	for _, kind := range []string{"certificate", "certificates"} {
		if list := edx.Post("/v1/designs/search", `{"kind":"`+kind+`"}`).OK(); list.Int("meta.total_count") != 3 {
			t.Errorf("%s", list.Body)
		}
	}
	if gone := edx.Delete(path).OK(); gone.Text("design.name") != "Renamed" {
		t.Errorf("%s", gone.Body)
	}
	edx.Get(path).Want(http.StatusNotFound)
	edx.Get(fmt.Sprint("/v1/designs/", again.Int("design.id"))).OK()
	edx.Post("/v1/designs", `{"design":{"name":"N","encoded_content":"no JSON"}}`).Refused(http.StatusUnprocessableEntity, "field:design.encoded_content")
}

func TestAProgramReadsItsOrganisation(t *testing.T) {
	t.Parallel()
	in := integration(t)
	viewer := in.owner.Viewer("viewer")
	members := in.Get("/v1/team_members").OK()
	if members.Int("meta.total_count") != 2 || members.Text("team_members.0.department_permissions.0.permissions.role") != "editor" ||
		members.Text("team_members.1.department_permissions.0.permissions.role") != "viewer" {
		t.Errorf("%s", members.Body)
	}
	if one := in.Get(fmt.Sprint("/v1/team_members/", viewer.UserID)).OK(); one.Text("team_member.email") != viewer.Email {
		t.Errorf("%s", one.Body)
	}
	own := fmt.Sprint("/v1/departments/", in.owner.Department)
	if changed := in.Put(own, `{"department":{"meta_data":{"site":7},"name":"House","url":"https://house.example"}}`).OK(); changed.Text("department.name") != "House" {
		t.Errorf("%s", changed.Body)
	}
	in.Get(own).OK()
	for body, want := range map[string]int64{`{}`: 1, `{"meta_data":{"site":"7"}}`: 1, `{"meta_data":{"site":8}}`: 0, `{"meta_data":[]}`: 1} {
		if found := in.Post("/v1/departments/search", body).OK(); found.Int("meta.total_count") != want {
			t.Errorf("%s finds %s", body, found.Body)
		}
	}
	in.Post("/v1/departments", `{"department":{"name":"Other"}}`).Want(http.StatusForbidden)
	other := in.owner.Post("/v1/departments", `{"department":{"name":"Other"}}`).OK().Int("department.id")
	if gone := in.owner.Delete(fmt.Sprint("/v1/departments/", other)).OK(); gone.Text("department.name") != "Other" {
		t.Errorf("%s", gone.Body)
	}
	in.Get(fmt.Sprint("/v1/departments/", other)).Want(http.StatusNotFound)
}
