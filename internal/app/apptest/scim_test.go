package apptest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

// scimWorld is a department whose provider provisions.
type scimWorld struct {
	*ssoWorld
	key string
}

func newSCIM(t *testing.T) *scimWorld {
	t.Helper()
	w := &scimWorld{ssoWorld: newSSO(t)}
	w.key = w.owner.Post("/v1/sso_connections/"+w.id+"/scim_keys", nil).OK().Text("secret")
	return w
}

// scimReply is an answer of SCIM.
type scimReply struct {
	t      *testing.T
	call   string
	status int
	header http.Header
	doc    map[string]any
}

func (w *scimWorld) call(key, method, path, body string, headers ...string) scimReply {
	w.t.Helper()
	if body != "" {
		headers = append([]string{"Content-Type", "application/scim+json"}, headers...)
	}
	var content any
	if body != "" {
		content = body
	}
	r := w.Nobody().Call(method, "/scim/v2"+path, content, append([]string{"Authorization", "Bearer " + key}, headers...)...)
	out := scimReply{t: w.t, call: method + " " + path, status: r.Status, header: r.Header}
	if len(r.Body) > 0 {
		if err := json.Unmarshal(r.Body, &out.doc); err != nil {
			w.t.Fatalf("%s: %s", out.call, r.Body)
		}
		if got := r.Header.Get("Content-Type"); got != "application/scim+json" {
			w.t.Errorf("%s answers with %s", out.call, got)
		}
	}
	return out
}

func (w *scimWorld) do(method, path, body string, headers ...string) scimReply {
	w.t.Helper()
	return w.call(w.key, method, path, body, headers...)
}

func (r scimReply) want(status int) scimReply {
	r.t.Helper()
	if r.status != status {
		r.t.Fatalf("%s: %d, want %d: %v", r.call, r.status, status, r.doc)
	}
	return r
}

func (r scimReply) refused(status int, kind string) {
	r.t.Helper()
	r.want(status)
	got, _ := r.doc["scimType"].(string)
	if got != kind || r.doc["status"] != fmt.Sprint(status) || r.doc["detail"] == "" {
		r.t.Errorf("%s: %v, want %q", r.call, r.doc, kind)
	}
}

func (r scimReply) text(name string) string { text, _ := r.doc[name].(string); return text }
func (r scimReply) total() int              { n, _ := r.doc["totalResults"].(float64); return int(n) }

// provisioned is a body as Okta sends it.
func provisioned(email string) string {
	return fmt.Sprintf(`{"schemas":["urn:ietf:params:scim:schemas:core:2.0:User"],"userName":%q,"name":{"givenName":"Ada","familyName":"Weaver"},
	"emails":[{"primary":true,"value":%q,"type":"work"}],"displayName":"Ada Weaver","locale":"en-US","externalId":"00u-%s","groups":[],"password":"x","active":true}`, email, email, email)
}

func patch(operations string) string {
	return `{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[` + operations + `]}`
}

func (w *scimWorld) role(email string) string {
	w.t.Helper()
	for _, one := range []string{"owner", "administrator", "issuer", "designer", "viewer", "member"} {
		if w.Number(`select count(*) from memberships m join users u on u.id = m.user_id where u.email = $1 and m.role = $2 and m.department_id = $3`, email, one, w.owner.Department) == 1 {
			return one
		}
	}
	return ""
}

// TestSCIMAsOktaSendsIt follows the calls of Okta's test list: nobody is there, create, read, update, deactivate, reactivate.
func TestSCIMAsOktaSendsIt(t *testing.T) {
	t.Parallel()
	w := newSCIM(t)
	byName := "/Users?startIndex=1&count=2&filter=" + url.QueryEscape(`userName eq "ada@people.example"`)
	if r := w.do("GET", byName, "").want(200); r.total() != 0 || len(r.doc["Resources"].([]any)) != 0 {
		t.Errorf("somebody is there: %v", r.doc)
	}
	w.invite("ada@people.example")
	made := w.do("POST", "/Users", provisioned("ada@people.example")).want(201)
	w.notInvited()
	id := made.text("id")
	if made.text("userName") != "ada@people.example" || made.doc["active"] != true || made.header.Get("Location") != "https://laurel.example/scim/v2/Users/"+id || made.doc["password"] != nil {
		t.Errorf("made %v", made.doc)
	}
	if w.role("ada@people.example") != "viewer" {
		t.Errorf("the role is %q", w.role("ada@people.example"))
	}
	w.do("POST", "/Users", provisioned("ADA@people.example")).refused(409, "uniqueness")
	if r := w.do("GET", strings.Replace(byName, "ada", "Ada", 1), "").want(200); r.total() != 1 {
		t.Errorf("found %v", r.doc)
	}
	w.do("GET", "/Users/6a1c5d5a-7d0f-4a43-8a52-7d1a3c2b9e10", "").refused(404, "")
	put := w.do("PUT", "/Users/"+id, strings.Replace(provisioned("ada@people.example"), `"Ada Weaver"`, `"Ada W"`, 1)).want(200)
	if put.text("displayName") != "Ada W" {
		t.Errorf("put %v", put.doc)
	}

	w.idp.add("ada", "ada@people.example", true)
	in := w.signIn("ada").OK()
	session := w.With(in.Header.Get("Authorization"))
	session.Get("/v1/roles").OK()
	if r := w.do("PATCH", "/Users/"+id, patch(`{"op":"replace","value":{"active":false}}`)).want(200); r.doc["active"] != false {
		t.Errorf("patched %v", r.doc)
	}
	if r := session.Get("/v1/roles"); r.Status == 200 {
		t.Error("the session still works")
	}
	if w.role("ada@people.example") != "" {
		t.Error("still a member")
	}
	w.refused("ada", "member.deactivated")
	w.do("PATCH", "/Users/"+id, patch(`{"op":"replace","value":{"active":true}}`)).want(200)
	if w.role("ada@people.example") != "viewer" {
		t.Error("not restored")
	}
	w.do("DELETE", "/Users/"+id, "").want(204)
	w.do("DELETE", "/Users/"+id, "").refused(404, "")
	if w.role("ada@people.example") != "" || w.Number(`select count(*) from deactivated_members`) != 0 {
		t.Error("not removed")
	}
	if n := w.Number(`select count(*) from audit_events where system = 'provisioning' and action in ('scim_user.created', 'scim_user.updated', 'scim_user.deleted', 'member.removed') and department_id = $1`, w.owner.Department); n < 5 {
		t.Errorf("%d events", n)
	}
}

// TestSCIMAsEntraSendsIt follows the validator of Entra: operations in capitals, truth values as text, paths with conditions, members by path.
func TestSCIMAsEntraSendsIt(t *testing.T) {
	t.Parallel()
	w := newSCIM(t)
	id := w.do("POST", "/Users", `{"schemas":["urn:ietf:params:scim:schemas:core:2.0:User","urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],
	"externalId":"object-1","userName":"ada@people.example","active":"True","emails":[{"primary":true,"type":"work","value":"ada@people.example"}],
	"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User":{"department":"Weaving","manager":"x"},"roles":[]}`).want(201).text("id")
	out := w.do("PATCH", "/Users/"+id, patch(`{"op":"Replace","path":"displayName","value":"Ada"},{"op":"Add","path":"name.givenName","value":"Ada"},
	{"op":"Replace","path":"emails[type eq \"work\"].value","value":"ada.w@people.example"},{"op":"Add","path":"emails[type eq \"home\"].value","value":"ada.home@people.example"},
	{"op":"Add","path":"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department","value":"Looms"},{"op":"Add","path":"phoneNumbers[type eq \"mobile\"].value","value":"1"},
	{"op":"replace","value":{"name.familyName":"Weaver","urn:ietf:params:scim:schemas:core:2.0:User:externalId":"object-2"}}`)).want(200)
	name := out.doc["name"].(map[string]any)
	emails := out.doc["emails"].([]any)
	if name["givenName"] != "Ada" || name["familyName"] != "Weaver" || len(emails) != 2 || emails[0].(map[string]any)["value"] != "ada.w@people.example" || out.text("externalId") != "object-2" {
		t.Errorf("patched %v", out.doc)
	}
	w.do("PATCH", "/Users/"+id, patch(`{"op":"Replace","path":"active","value":"False"}`)).want(200)
	if w.role("ada@people.example") != "" {
		t.Error("still a member")
	}
	w.do("PATCH", "/Users/"+id, patch(`{"op":"Replace","path":"active","value":"True"}`)).want(200)

	w.set(apptest.J{"mappings": []apptest.J{{"group": "group-object", "role": "issuer"}}})
	group := w.do("POST", "/Groups", `{"schemas":["urn:ietf:params:scim:schemas:core:2.0:Group"],"externalId":"group-object","displayName":"Weavers"}`).want(201).text("id")
	if r := w.do("GET", "/Groups?excludedAttributes=members&filter="+url.QueryEscape(`displayName eq "weavers"`), "").want(200); r.total() != 1 || r.doc["Resources"].([]any)[0].(map[string]any)["members"] != nil {
		t.Errorf("found %v", r.doc)
	}
	w.do("PATCH", "/Groups/"+group, patch(`{"op":"Add","path":"members","value":[{"$ref":null,"value":"`+id+`"}]}`)).want(200)
	if w.role("ada@people.example") != "issuer" {
		t.Errorf("the role is %q", w.role("ada@people.example"))
	}
	w.idp.add("ada", "ada@people.example", true) // without groups of its own: those that were pushed count
	if in := w.signIn("ada").OK(); in.Text("role") != "issuer" {
		t.Errorf("signed in as %s", in.Body)
	}
	w.do("PATCH", "/Groups/"+group, patch(`{"op":"Remove","path":"members[value eq \"`+id+`\"]"}`)).want(200)
	if w.role("ada@people.example") != "viewer" {
		t.Errorf("the role is %q", w.role("ada@people.example"))
	}
	w.do("PATCH", "/Groups/"+group, patch(`{"op":"replace","value":{"id":"`+group+`","displayName":"Weaving"}}`)).refused(400, "mutability")
	w.do("PUT", "/Groups/"+group, `{"displayName":"Weavers","externalId":"group-object","members":[{"value":"`+id+`"}]}`).want(200)
	if w.role("ada@people.example") != "issuer" {
		t.Errorf("the role is %q", w.role("ada@people.example"))
	}
	w.do("DELETE", "/Groups/"+group, "").want(204)
	if w.role("ada@people.example") != "viewer" {
		t.Errorf("the role is %q", w.role("ada@people.example"))
	}
}

func TestSCIMRefusesWhatItDoesNotUnderstandAndLosesNobody(t *testing.T) {
	t.Parallel()
	w := newSCIM(t)
	id := w.do("POST", "/Users", provisioned("ada@people.example")).want(201).text("id")
	group := "/Groups/" + w.do("POST", "/Groups", `{"displayName":"Weavers","members":[{"value":"`+id+`"}]}`).want(201).text("id")
	user := "/Users/" + id
	for _, c := range []struct {
		path, operation, kind string
	}{
		{group, `{"op":"replace","path":"members"}`, "invalidValue"},
		{group, `{"op":"replace","path":"members","value":["nobody"]}`, "invalidValue"},
		{group, `{"op":"replace","path":"members","value":[{"display":"Ada"}]}`, "invalidValue"},
		{group, `{"op":"replace","path":"members","value":[{"value":"6a1c5d5a-7d0f-4a43-8a52-7d1a3c2b9e10"}]}`, "invalidValue"},
		{group, `{"op":"remove","path":"members","value":[{"display":"Ada"}]}`, "invalidValue"},
		{group, `{"op":"remove","path":"people"}`, "invalidPath"},
		{group, `{"op":"remove","path":"members[value eq"}`, "invalidPath"},
		{group, `{"op":"replace","path":"members[value eq \"x\"].display","value":"y"}`, "noTarget"},
		{group, `{"op":"remove"}`, "noTarget"},
		{group, `{"op":"empty","path":"members"}`, "invalidSyntax"},
		{group, `{"op":"remove","path":"displayName"}`, "invalidValue"},
		{user, `{"op":"replace","path":"active","value":"perhaps"}`, "invalidValue"},
		{user, `{"op":"replace","path":"userName","value":""}`, "invalidValue"},
		{user, `{"op":"replace","path":"id","value":"x"}`, "mutability"},
		{user, `{"op":"replace","path":"emails","value":[{"value":"ada@elsewhere.example"}]}`, "invalidValue"},
		{user, `{"op":"replace","path":"name","value":"Ada"}`, "invalidValue"},
	} {
		w.do("PATCH", c.path, patch(c.operation)).refused(400, c.kind)
	}
	w.do("PATCH", group, `{"Operations":[]}`).refused(400, "invalidSyntax")
	w.do("PATCH", group, `nothing`).refused(400, "invalidSyntax")
	w.do("POST", "/Users", `[]`).refused(400, "invalidSyntax")
	w.do("POST", "/Users", `{"userName":"ada"}`).refused(400, "invalidValue")
	w.do("POST", "/Users", provisioned("ada@elsewhere.example")).refused(400, "invalidValue")
	w.do("POST", "/Groups", `{"displayName":"WEAVERS"}`).refused(409, "uniqueness")
	if r := w.do("GET", group, "").want(200); len(r.doc["members"].([]any)) != 1 {
		t.Errorf("somebody is lost: %v", r.doc)
	}
	w.do("PATCH", group, patch(`{"op":"remove","path":"members","value":[]}`)).want(200)
	if r := w.do("GET", group, "").want(200); len(r.doc["members"].([]any)) != 1 {
		t.Errorf("somebody is lost: %v", r.doc)
	}
	w.do("PATCH", group, patch(`{"op":"replace","path":"members","value":[]}`)).want(200) // as Okta empties a group
	if r := w.do("GET", group, "").want(200); len(r.doc["members"].([]any)) != 0 {
		t.Errorf("somebody stays: %v", r.doc)
	}
	w.do("GET", "/Nothing", "").refused(404, "")
	w.do("POST", "/Users/"+id, "{}").refused(405, "")
}

func TestSCIMFiltersPagesAndVersions(t *testing.T) {
	t.Parallel()
	w := newSCIM(t)
	var ids []string
	for _, name := range []string{"cora", "ada", "berta"} {
		ids = append(ids, w.do("POST", "/Users", strings.Replace(provisioned(name+"@people.example"), "Ada Weaver", name, 1)).want(201).text("id"))
	}
	w.do("PATCH", "/Users/"+ids[2], patch(`{"op":"replace","path":"active","value":false}`)).want(200)
	for filter, want := range map[string]int{
		`userName sw "a"`: 1, `USERNAME EQ "Ada@People.Example"`: 1, `userName co "people" and not (userName ew "x")`: 3, `active eq true`: 2, `active eq "False"`: 1,
		`emails[type eq "work" and value sw "b"]`: 1, `emails.value eq "cora@people.example"`: 1, `name.familyName eq "weaver" and (userName sw "a" or userName sw "b")`: 2,
		`externalId eq "00U-ada@people.example"`: 0, `externalId eq "00u-ada@people.example"`: 1, `displayName ge "b"`: 2, `displayName lt "b"`: 1, `title pr`: 0,
		`displayName ne "ada"`: 2, `id eq "` + ids[0] + `"`: 1, `id eq "' or 1=1 --"`: 0, `userName eq "x' or '1'='1"`: 0, `userName eq "%"`: 0, `meta.resourceType eq "User"`: 3,
	} {
		if r := w.do("GET", "/Users?filter="+url.QueryEscape(filter), "").want(200); r.total() != want {
			t.Errorf("%s finds %d, want %d", filter, r.total(), want)
		}
	}
	for _, filter := range []string{`userName`, `userName eq`, `nobody eq "x"`, `(userName eq "x"`, `userName eq "x" or`, `active gt true`, strings.Repeat("(", 900), `emails[nothing eq "x"]`, `userName eq 1`} {
		w.do("GET", "/Users?filter="+url.QueryEscape(filter), "").refused(400, "invalidFilter")
	}
	page := w.do("GET", "/Users?sortBy=userName&sortOrder=descending&startIndex=2&count=1&attributes=userName", "").want(200)
	one := page.doc["Resources"].([]any)[0].(map[string]any)
	if page.total() != 3 || page.doc["itemsPerPage"] != 1.0 || one["userName"] != "berta@people.example" || one["emails"] != nil || one["id"] == nil {
		t.Errorf("the page is %v", page.doc)
	}
	if r := w.do("GET", "/Users?count=0", "").want(200); r.total() != 3 || len(r.doc["Resources"].([]any)) != 0 {
		t.Errorf("counts %v", r.doc)
	}
	w.do("GET", "/Users?startIndex=x", "").refused(400, "invalidValue")

	read := w.do("GET", "/Users/"+ids[0], "").want(200)
	etag := read.header.Get("ETag")
	w.do("GET", "/Users/"+ids[0], "", "If-None-Match", etag).want(304)
	w.do("PATCH", "/Users/"+ids[0], patch(`{"op":"replace","path":"displayName","value":"C"}`), "If-Match", `W/"99"`).refused(412, "")
	next := w.do("PATCH", "/Users/"+ids[0], patch(`{"op":"replace","path":"displayName","value":"C"}`), "If-Match", etag).want(200).header.Get("ETag")
	w.do("DELETE", "/Users/"+ids[0], "", "If-Match", etag).refused(412, "")
	if next == etag {
		t.Error("the version stays")
	}
	for _, path := range []string{"/ServiceProviderConfig", "/ResourceTypes", "/ResourceTypes/User", "/Schemas", "/Schemas/urn:ietf:params:scim:schemas:core:2.0:Group"} {
		w.do("GET", path, "").want(200)
	}
	w.do("GET", "/Schemas/x", "").refused(404, "")
}

func TestSCIMKeepsToItsDepartmentAndSparesOwners(t *testing.T) {
	t.Parallel()
	w := newSCIM(t)
	id := w.do("POST", "/Users", provisioned("ada@people.example")).want(201).text("id")
	group := w.do("POST", "/Groups", `{"displayName":"Weavers"}`).want(201).text("id")

	other := w.Issuer("other")
	made := other.Post("/v1/sso_connections", apptest.J{"sso_connection": apptest.J{
		"name": "Other", "issuer_url": w.idp.server.URL, "client_id": "x", "client_secret": "y",
	}}).OK()
	path := fmt.Sprintf("/v1/sso_connections/%d/scim_keys", made.Int("sso_connection.id"))
	foreign := other.Post(path, nil).OK()
	for _, at := range []string{"/Users/" + id, "/Groups/" + group} {
		w.call(foreign.Text("secret"), "GET", at, "").refused(404, "")
		w.call(foreign.Text("secret"), "PATCH", at, patch(`{"op":"replace","path":"displayName","value":"x"}`)).refused(404, "")
		w.call(foreign.Text("secret"), "DELETE", at, "").refused(404, "")
	}
	if r := w.call(foreign.Text("secret"), "GET", "/Users", "").want(200); r.total() != 0 {
		t.Errorf("sees %v", r.doc)
	}
	w.call(foreign.Text("secret"), "POST", "/Users", provisioned("eve@people.example")).refused(400, "invalidValue") // a domain of another department
	w.call(foreign.Text("secret"), "POST", "/Groups", `{"displayName":"x","members":[{"value":"`+id+`"}]}`).refused(400, "invalidValue")

	owner := w.do("POST", "/Users", provisioned("owner@people.example")).want(201).text("id")
	w.do("PATCH", "/Users/"+owner, patch(`{"op":"replace","path":"active","value":false}`)).refused(403, "mutability")
	w.do("DELETE", "/Users/"+owner, "").refused(403, "mutability")
	w.set(apptest.J{"mappings": []apptest.J{{"group": "Weavers", "role": "viewer"}}})
	w.do("PATCH", "/Groups/"+group, patch(`{"op":"add","path":"members","value":[{"value":"`+owner+`"}]}`)).want(200)
	if w.role("owner@people.example") != "owner" {
		t.Errorf("the owner is %q", w.role("owner@people.example"))
	}
	w.owner.Put("/v1/sso_connections/"+w.id, apptest.J{"sso_connection": apptest.J{"mappings": []apptest.J{{"group": "Weavers", "role": "owner"}}}}).Refused(422, "field:mappings")

	// Keys are shown once, hashed, revoked at once, and good for nothing else.
	keys := w.owner.Get("/v1/sso_connections/" + w.id + "/scim_keys").OK()
	if strings.Contains(string(keys.Body), w.key) || w.Number(`select count(*) from scim_keys where position($1 in scim_keys::text) > 0`, w.key) != 0 {
		t.Error("the key is shown")
	}
	if r := w.With("Bearer " + w.key).Get("/v1/credentials"); r.Status != 401 {
		t.Errorf("the key opens the API: %d", r.Status)
	}
	w.call(w.owner.Key("write").Authorization, "GET", "/Users", "").refused(401, "")
	w.call("", "GET", "/Users", "").refused(401, "")
	w.owner.Viewer("viewer").Post("/v1/sso_connections/"+w.id+"/scim_keys", nil).Want(403)
	other.Delete(fmt.Sprintf("/v1/sso_connections/%s/scim_keys/%d", w.id, keys.Int("scim_keys.0.id"))).Refused(404, "sso_connection.not_found")
	w.owner.Delete(fmt.Sprintf("/v1/sso_connections/%s/scim_keys/%d", w.id, keys.Int("scim_keys.0.id"))).OK()
	w.do("GET", "/Users", "").refused(401, "")
}
