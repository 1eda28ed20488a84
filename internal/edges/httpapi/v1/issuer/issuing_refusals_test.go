package issuer

import (
	"fmt"
	"strings"
	"testing"
)

const put = "PUT"

// everyone refuses nobody, a caller without a department and, for changes, those who may only look.
func everyone(method, path, body string, change bool) []refused {
	rows := []refused{
		{call{"", "", method, path, body}, 401, "not_signed_in"},
		{call{"nowhere", "", method, path, body}, 403, "no_department_selected"},
	}
	if change {
		rows = append(rows, refused{call{"viewer", "", method, path, body}, 403, "permission"}, refused{call{"read", "", method, path, body}, 403, "permission"})
	}
	return rows
}

func TestAttributeRefusals(t *testing.T) {
	t.Parallel()
	s := newIssuing(t)
	theirs := idOf(s.ok(t, "stranger", post, "/attribute_keys", `{"attribute_key":{"name":"Theirs"}}`, "attribute_key"))
	s.ok(t, "owner", post, "/attribute_keys", `{"attribute_key":{"name":"Score"}}`, "attribute_key")
	for _, path := range []string{"/attribute_keys/create", "/attribute_keys", "/attribute_keys/update"} {
		s.refuses(t, everyone(post, path, `{"attribute_key":{"id":1,"name":"New"}}`, true))
		s.refuses(t, []refused{
			{call{"owner", "", post, path, "{"}, 400, "malformed_request"},
			{call{"owner", "", post, path, "{}"}, 422, "field:attribute_key"},
			{call{"owner", "", post, path, `{"attribute_key":"x"}`}, 422, "field:attribute_key"},
			{call{"owner", "", post, path, `{"attribute_key":{"name":{}}}`}, 422, "field:attribute_key.name"},
			{call{"owner", "", post, path, `{"attribute_key":{"kind":[]}}`}, 422, "field:attribute_key.kind"},
			{call{"owner", "", post, path, `{"attribute_key":{"id":"x"}}`}, 422, "field:attribute_key.id"},
		})
	}
	s.refuses(t, everyone(post, "/attribute_keys/delete", `{"id":1}`, true))
	s.refuses(t, everyone(post, "/attribute_keys/list", "", false))
	s.refuses(t, everyone(post, "/attribute_keys/search", "", false))
	long := strings.Repeat("x", 256)
	s.refuses(t, []refused{
		{call{"owner", "", post, "/attribute_keys/create", `{"attribute_key":{}}`}, 422, "field:name"},
		{call{"owner", "", post, "/attribute_keys/create", `{"attribute_key":{"name":"` + long + `"}}`}, 422, "field:name"},
		{call{"owner", "", post, "/attribute_keys/create", `{"attribute_key":{"name":"Student-Name"}}`}, 422, "field:name"},
		{call{"owner", "", post, "/attribute_keys/create", `{"attribute_key":{"name":"SCORE"}}`}, 422, "attribute.duplicate"},
		{call{"owner", "", post, "/attribute_keys/update", `{"attribute_key":{"name":"Name","parent":"custom"}}`}, 409, "attribute.not_custom"},
		{call{"owner", "", post, "/attribute_keys/update", `{"attribute_key":{"id":1,"parent":"recipient"}}`}, 409, "attribute.not_custom"},
		{call{"owner", "", post, "/attribute_keys/update", `{"attribute_key":{"id":` + theirs + `,"name":"Mine"}}`}, 404, "attribute.not_found"},
		{call{"owner", "", post, "/attribute_keys/update", `{"attribute_key":{"id":999999}}`}, 404, "attribute.not_found"},
		{call{"owner", "", post, "/attribute_keys/delete", `{"id":` + theirs + `}`}, 404, "attribute.not_found"},
		{call{"owner", "", post, "/attribute_keys/delete", `{"id":999999}`}, 404, "attribute.not_found"},
		{call{"owner", "", post, "/attribute_keys/delete", `{}`}, 422, "field:id"},
		{call{"owner", "", post, "/attribute_keys/list", `{"mode":"all"}`}, 422, "field:mode"},
		{call{"owner", "", post, "/attribute_keys/search", `{"name":[]}`}, 422, "field:name"},
	})
}

func TestUploadRefusals(t *testing.T) {
	t.Parallel()
	s := newIssuing(t)
	path := "/upload_policies/templates"
	s.refuses(t, everyone(post, path, `{"file_name":"x.png","content_type":"image/png"}`, true))
	s.refuses(t, []refused{
		{call{"owner", "", post, path, "{}"}, 422, "field:file_name"},
		{call{"owner", "", post, path, `{"file_name":{},"content_type":"image/png"}`}, 422, "field:file_name"},
		{call{"owner", "", post, path, `{"file_name":"x.png","size":"large"}`}, 422, "field:size"},
		{call{"owner", "", post, path, `{"file_name":"x.svg","content_type":"image/svg+xml"}`}, 422, "field:file_name"},
		{call{"owner", "", post, path, `{"file_name":"x.png","content_type":"text/html"}`}, 422, "field:content_type"},
		{call{"owner", "", post, path, `{"file_name":"` + strings.Repeat("x", 300) + `.png"}`}, 422, "field:file_name"},
		{call{"owner", "", post, path, `{"file_name":"x.png","size":6000000}`}, 422, "field:size"},
		{call{"owner", "", post, "/upload_policies/other", `{"file_name":"x.png"}`}, 404, "upload.unknown_preset"},
	})
}

func TestDesignRefusals(t *testing.T) {
	t.Parallel()
	s := newIssuing(t)
	mine := idOf(s.ok(t, "owner", post, "/certificate_designs/create", `{"design":{"name":"Mine"}}`, "design"))
	theirs := idOf(s.ok(t, "stranger", post, "/certificate_designs/create", `{"design":{"name":"Theirs"}}`, "design"))
	s.ok(t, "owner", post, "/issuer/groups", `{"group":{"name":"G","course_name":"C","certificate_design_id":`+mine+`}}`, "group")
	s.refuses(t, everyone(post, "/certificate_designs/create", `{"design":{"name":"x"}}`, true))
	s.refuses(t, everyone(post, "/certificate_designs/update", `{"id":`+mine+`,"design":{"name":"x"}}`, true))
	s.refuses(t, everyone(post, "/certificate_designs/copy", `{"id":`+mine+`}`, true))
	s.refuses(t, everyone(post, "/certificate_designs/delete", `{"id":`+mine+`}`, true))
	s.refuses(t, everyone(get, "/certificate_designs/read?id="+mine, "", false))
	s.refuses(t, everyone(post, "/certificate_designs/all", "", false))
	s.refuses(t, everyone(post, "/certificate_designs/get_blank_template", "", false))
	s.refuses(t, everyone(post, "/designs/"+mine+"/preview", "", false))
	for _, id := range []string{theirs, "999999"} {
		s.refuses(t, []refused{
			{call{"owner", "", get, "/certificate_designs/read?id=" + id, ""}, 404, "design.not_found"},
			{call{"owner", "", post, "/certificate_designs/update", `{"id":` + id + `,"design":{"name":"x"}}`}, 404, "design.not_found"},
			{call{"owner", "", post, "/certificate_designs/copy", `{"id":` + id + `}`}, 404, "design.not_found"},
			{call{"owner", "", post, "/certificate_designs/delete", `{"id":` + id + `}`}, 404, "design.not_found"},
			{call{"owner", "", post, "/designs/" + id + "/preview", "{}"}, 404, "design.not_found"},
		})
	}
	create := "/certificate_designs/create"
	s.refuses(t, []refused{
		{call{"owner", "", post, create, "{}"}, 422, "field:design"},
		{call{"owner", "", post, create, `{"design":null}`}, 422, "field:design"},
		{call{"owner", "", post, create, `{"design":[]}`}, 422, "field:design"},
		{call{"owner", "", post, create, `{"design":{}}`}, 422, "field:design.name"},
		{call{"owner", "", post, create, `{"design":{"name":"` + strings.Repeat("x", 256) + `"}}`}, 422, "field:design.name"},
		{call{"owner", "", post, create, `{"design":{"name":"x","size":"a3"}}`}, 422, "field:design.size"},
		{call{"owner", "", post, create, `{"design":{"name":"x","meta_data":{"k":"` + strings.Repeat("x", 501) + `"}}}`}, 422, "field:design.meta_data.k"},
		{call{"owner", "", post, create, `{"design":{"name":"x","background":"https://evil.test/x.png"}}`}, 422, "field:design.background"},
		{call{"owner", "", post, create, `{"design":{"name":"x"},"version":"new"}`}, 422, "field:version"},
		{call{"owner", "", post, create, `{"design":{"name":"` + strings.Repeat("x", 3<<20) + `"}}`}, 413, "request_too_large"},
		{call{"owner", "", post, "/certificate_designs/update", `{"design":{"name":"x"}}`}, 422, "field:id"},
		{call{"owner", "", post, "/certificate_designs/update", `{"id":` + mine + `,"design":{"id":` + theirs + `,"name":"x"}}`}, 422, "field:id"},
		{call{"owner", "", post, "/certificate_designs/update", `{"id":` + mine + `,"version":7,"design":{"name":"x","blocks":[]}}`}, 409, "design.changed"},
		{call{"owner", "", post, "/certificate_designs/update", `{"id":` + mine + `,"design":{"kind":"badge","size":"badge"}}`}, 422, "field:design.kind"},
		{call{"owner", "", post, "/certificate_designs/delete", `{"id":` + mine + `}`}, 409, "design.in_use"},
		{call{"owner", "", post, "/certificate_designs/delete", `{"id":"x"}`}, 422, "field:id"},
		{call{"owner", "", get, "/certificate_designs/read", ""}, 422, "field:id"},
		{call{"owner", "", get, "/certificate_designs/read?id=" + mine + "&id=" + theirs, ""}, 422, "field:id"},
		{call{"owner", "", post, "/certificate_designs/get_blank_template", `{"kind":"poster"}`}, 422, "field:design.kind"},
		{call{"owner", "", post, "/certificate_designs/all", `{"kind":{}}`}, 422, "field:kind"},
		{call{"owner", "", post, "/designs/x/preview", "{}"}, 422, "field:id"},
	})
}

func TestGroupRefusals(t *testing.T) {
	t.Parallel()
	s := newIssuing(t)
	group := func(as, name string) string {
		return idOf(s.ok(t, as, post, "/issuer/groups", `{"group":{"name":"`+name+`","course_name":"C"}}`, "group"))
	}
	mine, theirs := group("owner", "Mine"), group("stranger", "Theirs")
	group("owner", "Other")
	foreign := idOf(s.ok(t, "stranger", post, "/certificate_designs/create", `{"design":{"name":"D"}}`, "design"))
	at := "/issuer/groups/" + mine
	s.refuses(t, everyone(post, "/issuer/groups", `{"group":{"name":"x","course_name":"y"}}`, true))
	s.refuses(t, everyone(put, at, `{"group":{"name":"x"}}`, true))
	s.refuses(t, everyone(remove, at, "", true))
	s.refuses(t, everyone(post, at+"/clone", "", true))
	s.refuses(t, everyone(get, at, "", false))
	s.refuses(t, everyone(get, "/issuer/groups", "", false))
	s.refuses(t, everyone(post, "/issuer/groups/search", "", false))
	for _, id := range []string{theirs, "999999"} {
		at := "/issuer/groups/" + id
		s.refuses(t, []refused{
			{call{"owner", "", get, at, ""}, 404, "group.not_found"},
			{call{"owner", "", put, at, `{"group":{"name":"x"}}`}, 404, "group.not_found"},
			{call{"owner", "", remove, at, ""}, 404, "group.not_found"},
			{call{"owner", "", post, at + "/clone", ""}, 404, "group.not_found"},
		})
	}
	s.refuses(t, []refused{
		{call{"owner", "", post, "/issuer/groups", "{}"}, 422, "field:group"},
		{call{"owner", "", post, "/issuer/groups", `{"group":"x"}`}, 422, "field:group"},
		{call{"owner", "", post, "/issuer/groups", `{"group":{}}`}, 422, "field:name"},
		{call{"owner", "", post, "/issuer/groups", `{"group":{"name":"x"}}`}, 422, "field:course_name"},
		{call{"owner", "", post, "/issuer/groups", `{"group":{"name":"mine","course_name":"C"}}`}, 409, "group.name_taken"},
		{call{"owner", "", put, at, `{"group":{"name":"other"}}`}, 409, "group.name_taken"},
		{call{"owner", "", put, "/issuer/groups/x", `{"group":{}}`}, 404, "no_such_object"},
	})
	for body, field := range map[string]string{
		`"name":[]`: "group.name", `"name":" "`: "name", `"name":"` + strings.Repeat("x", 256) + `"`: "name",
		`"course_description":"` + strings.Repeat("x", 5001) + `"`: "course_description", `"course_link":"gopher://10.0.0.1"`: "course_link",
		`"language":"xx"`: "language", `"certificate_design_id":"x"`: "group.certificate_design_id",
		`"certificate_design_id":` + foreign: "certificate_design_id", `"badge_design_id":999999`: "badge_design_id",
		`"primary_design_id":` + foreign: "primary_design_id", `"attach_pdf":"perhaps"`: "group.attach_pdf",
		`"learning_outcomes":"x"`: "group.learning_outcomes", `"learning_outcomes":["` + strings.Repeat("x", 101) + `"]`: "learning_outcomes.0",
		`"auto_expiry":{"amount":0,"unit":"day"}`: "auto_expiry.amount", `"auto_expiry":{"amount":1,"unit":"week"}`: "auto_expiry.unit",
		`"auto_expiry":101`: "auto_expiry.amount", `"auto_expiry":[]`: "group.auto_expiry", `"meta_data":["x"]`: "group.meta_data",
		`"meta_data":{"` + strings.Repeat("k", 41) + `":1}`: "meta_data", `"state":"gone"`: "state", `"achievement_type":"Trophy"`: "achievement_type",
	} {
		s.refuses(t, []refused{
			{call{"owner", "", put, at, `{"group":{` + body + `}}`}, 422, "field:" + field},
			{call{"owner", "", post, "/issuer/groups", fmt.Sprintf(`{"group":{"name":"New","course_name":"C",%s}}`, body)}, 422, "field:" + field},
		})
	}
	for body, field := range map[string]string{
		`{"ids":"x"}`: "ids", `{"ids":["x"]}`: "ids.0", `{"start_updated_date":"2026-02-30"}`: "start_updated_date",
		`{"end_updated_date":"soon"}`: "end_updated_date", `{"name":{}}`: "name", `{"meta_data":5}`: "meta_data",
	} {
		s.refuses(t, []refused{{call{"owner", "", post, "/issuer/groups/search", body}, 422, "field:" + field}})
	}
}
