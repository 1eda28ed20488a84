package apptest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

// lenient is a request in a form in which some client sends it, and how it is answered.
type lenient struct {
	method, path, body string
	status             int
	at, want           string // a value of the answer, as fmt writes it; "" looks at none
}

// TestRequestsAreTakenInTheFormsThatClientsSend drives every call that takes a form with that form. Answers are held against the contract.
func TestRequestsAreTakenInTheFormsThatClientsSend(t *testing.T) {
	t.Parallel()
	in := integration(t)
	for _, name := range []string{"Instructor", "الدرجة"} {
		in.Post("/v1/attribute_keys", apptest.J{"attribute_key": apptest.J{"name": name, "kind": "text"}}).OK()
	}
	first := in.Post("/v1/credentials", in.learner("first")).OK()
	ref, group := "/v1/credentials/"+first.Text("credential.uuid"), fmt.Sprint(in.group)
	design := fmt.Sprint(in.Get("/v1/issuer/groups/" + group).OK().Int("group.certificate_design_id"))
	n := 0
	credential := func(fields string) string {
		n++
		return fmt.Sprintf(`{"credential":{"recipient":{"name":"L","email":"l%d@recipients.example"},%s}}`, n, fields)
	}
	create := func(fields, at, want string) lenient {
		return lenient{"POST", "/v1/credentials", credential(fields), 200, at, want}
	}
	in0 := `"group_id":` + group
	table := map[string]lenient{
		"a name as key":                   create(in0+`,"custom_attributes":{"Instructor":"M"}`, "credential.custom_attributes.instructor", "M"),
		"a name in capitals":              create(in0+`,"custom_attributes":{"INSTRUCTOR ":"M"}`, "credential.custom_attributes.instructor", "M"),
		"a name in Arabic":                create(in0+`,"custom_attributes":{"الدَّرجه":"M"}`, "credential.custom_attributes.attribute_1", "M"),
		"an undeclared attribute":         create(in0+`,"custom_attributes":{"Room":"7"}`, "warnings.0.code", "attribute.undeclared"),
		"[] for attributes":               create(in0+`,"custom_attributes":[],"meta_data":[],"evidence_items":[],"references":[]`, "credential.custom_attributes", "map[]"),
		"[] on a change":                  {"PUT", ref, `{"credential":{"custom_attributes":[],"recipient":[],"meta_data":[]}}`, 200, "credential.recipient.name", "first"},
		"a group by its name":             create(`"group_id":"weaving"`, "credential.group_id", group),
		"a group as text":                 create(`"group_id":"`+group+`"`, "credential.group_id", group),
		"no group in words":               create(`"group_id":"None","group_name":"Weaving"`, "credential.group_id", group),
		"no group as null":                create(`"group_id":null,"group_name":"Weaving"`, "credential.group_id", group),
		"no group as text":                create(`"group_id":"","group_name":"Weaving"`, "credential.group_id", group),
		"an unknown group":                {"POST", "/v1/credentials", credential(`"group_id":"Nowhere"`), 404, "code", "group.not_found"},
		"grade, id and flag as text":      create(in0+`,"grade":"80.5","id":7,"private":"false","approve":"1"`, "credential.grade", "80.5"),
		"a local link":                    create(`"group_name":"Local","course_link":"http://localhost/course"`, "credential.course_link", "http://localhost/course"),
		"a relative link":                 {"POST", "/v1/credentials", credential(`"group_name":"Linked","course_link":"/x"`), 200, "warnings.0.code", "link.dropped"},
		"many with a group by its name":   {"POST", "/v1/credentials/bulk_create", `{"credentials":[{"group_id":"Weaving","recipient":{"name":"B","email":"b@recipients.example"},"custom_attributes":[]}]}`, 200, "0.credential.group_id", group},
		"many of the second version":      {"POST", "/v2/credentials/bulk_create", `{"credentials":[{"group_id":"Weaving","recipient":{"name":"C","email":"c@recipients.example"},"custom_attributes":{"instructor":"N"}}]}`, 200, "results.0.credential.custom_attributes.instructor", "N"},
		"a list by a group's name":        {"GET", "/v1/all_credentials?group_id=Weaving&email=first@recipients.example", "", 200, "meta.total_count", "1"},
		"a list of an unknown group":      {"GET", "/v1/all_credentials?group_id=Nowhere", "", 200, "meta.total_count", "0"},
		"a list of no group":              {"GET", "/v1/all_credentials?group_id=None&email=first@recipients.example", "", 200, "meta.total_count", "1"},
		"a list with [] as body":          {"GET", "/v1/all_credentials?email=first@recipients.example", "[]", 200, "meta.total_count", "1"},
		"a list by a path":                {"GET", "/v1/credentials?achievement_id=Weaving&email=first@recipients.example", "[]", 200, "meta.total_count", "1"},
		"a search by a group's name":      {"POST", "/v1/credentials/search", `{"group_id":"Weaving","recipient":{"email":"first@recipients.example"},"meta_data":[]}`, 200, "meta.total_count", "1"},
		"a search with [] for objects":    {"POST", "/v1/credentials/search", `{"recipient":[],"meta_data":[],"email":"first@recipients.example"}`, 200, "meta.total_count", "1"},
		"a search of the second version":  {"POST", "/v2/credentials/search", `{"query":[],"sort":[],"page":[]}`, 200, "meta.from", "0"},
		"analytics by a group's name":     {"GET", "/v1/analytics?group_id=Weaving", "[]", 200, "meta.current_page", "1"},
		"a read with [] as body":          {"GET", ref, "[]", 200, "credential.recipient.name", "first"},
		"a credential named None":         {"GET", "/v1/credentials/None", "", 404, "success", "false"},
		"a design named None":             {"GET", "/v1/designs/None", "", 404, "code", "no_such_object"},
		"a design named null":             {"GET", "/v1/designs/null", "", 404, "code", "no_such_object"},
		"a design with [] as body":        {"GET", "/v1/designs/" + design, "[]", 200, "design.id", design},
		"a group named undefined":         {"GET", "/v1/issuer/groups/undefined", "", 404, "code", "no_such_object"},
		"a change of a group named None":  {"PUT", "/v1/issuer/groups/None", `{"group":{"name":"x"}}`, 404, "code", "no_such_object"},
		"a deletion of a group named nil": {"DELETE", "/v1/issuer/groups/nil", "[]", 404, "code", "no_such_object"},
		"evidence named None":             {"PUT", ref + "/evidence_items/None", `{"evidence_item":{"string_object":90}}`, 404, "code", "no_such_object"},
		"a reference named None":          {"GET", ref + "/references/None", "", 404, "code", "no_such_object"},
		"a member named None":             {"GET", "/v1/team_members/None", "", 404, "code", "no_such_object"},
		"a department named None":         {"GET", "/v1/departments/None", "", 404, "code", "no_such_object"},
		"a grade as text":                 {"POST", ref + "/evidence_items", `{"evidence_item":{"description":"G","category":"grade","string_object":"90","position":"1"}}`, 200, "evidence_item.string_object.grade", "90"},
		"evidence with a local link":      {"POST", ref + "/evidence_items", `{"evidence_item":{"description":"L","category":"url","url":"http://10.0.0.7/x"}}`, 200, "evidence_item.link_url", "http://10.0.0.7/x"},
		"a group with [] for objects":     {"POST", "/v1/issuer/groups", `{"group":{"name":"Made","course_name":"C","course_description":"D","meta_data":[],"design_id":"None","collections":[]}}`, 200, "group.meta_data", "map[]"},
		"a group with a private link":     {"PUT", "/v1/issuer/groups/" + group, `{"group":{"course_link":"http://192.168.0.9/","certificate_design_id":"` + design + `"}}`, 200, "group.course_link", "http://192.168.0.9/"},
		"groups with [] as body":          {"GET", "/v1/issuer/all_groups?page_size=&name=weav", "[]", 200, "meta.total_count", "1"},
		"groups with [] for meta data":    {"POST", "/v1/issuer/groups/search", `{"meta_data":[],"name":"weav","page":"1","page_size":"50"}`, 200, "meta.total_count", "1"},
		"designs with [] for meta data":   {"POST", "/v1/designs/search", `{"meta_data":[],"department_id":"None","page":"1"}`, 200, "meta.current_page", "1"},
		"attributes of no department":     {"POST", "/v1/attribute_keys/search", `{"department_id":"","page":"1","kind":null}`, 200, "meta.total_count", "2"},
		"departments with [] as body":     {"POST", "/v1/departments/search", "[]", 200, "meta.total_count", "1"},
		"a link for no group":             {"POST", "/v1/sso/generate_link", `{"recipient_email":"first@recipients.example","group_id":"None","credential_id":null}`, 200, "", ""},
		"a batch with [] as params":       {"POST", "/v1/batch", `{"ops":[{"method":"get","url":"v1/issuer/details","params":[],"headers":[]}],"sequential":true}`, 200, "results.0.status", "200"},
		"claim links by a group's name":   {"GET", "/v1/claim_links?group_id=Weaving", "", 200, "meta.total_count", "0"},
		"a count by a group's name":       {"POST", "/v1/credentials/count", `{"group_id":"Weaving","email":"first@recipients.example"}`, 200, "total_count", "1"},
		"a list of no recipient":          {"GET", "/v1/all_credentials?recipient_id=None&license_id=null&email=first@recipients.example", "", 200, "meta.total_count", "1"},
		"a list of no achievement":        {"GET", "/v1/credentials?achievement_id=None&email=first@recipients.example", "", 200, "meta.total_count", "1"},
		"a sort that is null":             {"POST", "/v1/collections/search", `{"sort":{"name":null}}`, 200, "meta.total_count", "0"},
		"a design with [] for meta data":  {"POST", "/v1/designs", `{"design":{"name":"D","meta_data":[],"background_bleeds":"false"}}`, 200, "design.background_bleeds", "false"},
		"a referee on an intranet":        {"POST", ref + "/references", `{"reference":{"description":"Good","referee":{"name":"G","url":"http://10.0.0.7/"}}}`, 200, "reference.referee.url", "http://10.0.0.7/"},
		"a group in another language":     {"POST", "/v1/issuer/groups", `{"group":{"name":"French","course_name":"C","course_description":"D","language":"fr"}}`, 200, "warnings.0.code", "language.no_texts"},
		"a slash behind":                  {"GET", "/v1/designs/" + design + "/", "", 200, "design.id", design},
		".json behind a list":             {"GET", "/v1/issuer/all_groups.json?name=weav", "", 200, "meta.total_count", "1"},
		".json behind an id":              {"GET", ref + ".json", "", 200, "credential.recipient.name", "first"},
		".json behind a number":           {"GET", "/v1/designs/" + design + ".json", "", 200, "design.id", design},
		".json and a slash":               {"POST", "/v1/designs/search.json/", `{}`, 200, "meta.current_page", "1"},
		"nothing to create":               {"POST", "/v1/credentials", `{}`, 422, "code", "invalid"},
		"[] to create":                    {"POST", "/v1/credentials", `[]`, 422, "code", "invalid"},
		"[] for what is created":          {"POST", "/v1/credentials", `{"credential":[]}`, 422, "code", "invalid"},
	}
	for name, row := range table {
		var body any
		if row.body != "" {
			body = row.body
		}
		reply := in.Call(row.method, row.path, body)
		if reply.Status != row.status {
			t.Errorf("%s: %s answers %d %.400s, want %d", name, reply.Call, reply.Status, reply.Body, row.status)
			continue
		}
		if row.at != "" {
			if got := strings.TrimSuffix(fmt.Sprint(reply.At(row.at)), ".0"); got != row.want {
				t.Errorf("%s: %s is %q in %.400s, want %q", name, row.at, got, reply.Body, row.want)
			}
		}
	}
}

func TestEmptyObjectsAreWrittenAsObjects(t *testing.T) {
	t.Parallel()
	in := integration(t)
	made := in.Post("/v1/credentials", in.learner("ada", apptest.J{"custom_attributes": []any{}, "meta_data": []any{}})).Want(http.StatusOK)
	for _, at := range []string{"credential.custom_attributes", "credential.meta_data", "credential.recipient.meta_data"} {
		if _, object := made.At(at).(map[string]any); !object {
			t.Errorf("%s is no object: %s", at, made.Body)
		}
	}
}
