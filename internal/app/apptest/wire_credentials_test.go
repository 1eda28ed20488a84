package apptest_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
	goclient "laurel/internal/edges/client/laurel"
)

// fieldsOf fails the test unless the object has all of the fields, null or not.
func fieldsOf(t *testing.T, reply apptest.Reply, path string, fields ...string) {
	t.Helper()
	object, ok := reply.At(path).(map[string]any)
	if !ok {
		t.Fatalf("%s: %s is no object in %.500s", reply.Call, path, reply.Body)
	}
	for _, field := range fields {
		if _, there := object[field]; !there {
			t.Errorf("%s: %s lacks %s", reply.Call, path, field)
		}
	}
}

// contractFields are what a credential has in every answer of the first version.
var contractFields = strings.Fields(`id name description approve grade complete issued_on expired_on course_link custom_attributes group_name group_id url
	encoded_id uuid accredible_internal_id private seo_image certificate badge allow_supplemental_references allow_supplemental_evidence evidence_items
	references recipient issuer meta_data`)

func TestTheListThatMostClientsReadFiltersAndLeafs(t *testing.T) {
	t.Parallel()
	in := integration(t)
	for i := range 3 {
		in.Post("/v1/credentials", in.learner(fmt.Sprint("learner", i), apptest.J{"issued_on": fmt.Sprintf("2026-01-0%d", i+1), "id": fmt.Sprint("own-", i)})).OK()
	}
	for query, want := range map[string]int64{
		"group_id=&email=&page_size=&page=1": 3, "page_size={page_size}": 3, "email=LEARNER1@recipients.example": 1, "license_id=own-2": 1,
		"start_date=2026-01-02": 2, "end_date=01/01/2026": 1, "group_id=999999": 0, "recipient_id=none": 3, "recipient_id=nobody": 0,
	} {
		reply := in.Get("/v1/all_credentials?" + query).OK()
		if reply.Int("meta.total_count") != want {
			t.Errorf("%s finds %s", query, reply.Body)
		}
	}
	reply := in.Get("/v1/all_credentials?page_size=2&page=1").OK()
	fieldsOf(t, reply, "credentials.0", contractFields...)
	fieldsOf(t, reply, "credentials.0.recipient", "name", "email", "phone_number", "id", "meta_data")
	if reply.Int("meta.next_page") != 2 || reply.At("meta.prev_page") != nil {
		t.Errorf("%s", reply.Body)
	}
	if last := in.Get("/v1/all_credentials?page_size=2&page=2").OK(); last.At("meta.next_page") != nil || last.Int("meta.prev_page") != 1 {
		t.Errorf("%s", last.Body)
	}
}

func TestTheOldestListTakesAGroupByIdOrName(t *testing.T) {
	t.Parallel()
	in := integration(t)
	in.Post("/v1/credentials", in.learner("ada")).OK()
	for achievement, want := range map[string]int{fmt.Sprint(in.group): 1, "weaving": 1, "none": 1, "nothing": 0, "999999": 0} {
		reply := in.Get("/v1/credentials?full_view=true&achievement_id=" + achievement).OK()
		if list, _ := reply.At("credentials").([]any); len(list) != want {
			t.Errorf("%s: %s", achievement, reply.Body)
		}
	}
}

func TestASearchTakesDottedAndNestedNames(t *testing.T) {
	t.Parallel()
	in := integration(t)
	in.Post("/v1/credentials", in.learner("ada", apptest.J{
		"meta_data": apptest.J{"batch": "7"}, "recipient": apptest.J{"name": "Ada", "email": "ada@recipients.example", "id": "u-1", "meta_data": apptest.J{"site": "x"}},
	})).OK()
	in.Post("/v1/credentials", in.learner("ben")).OK()
	for _, body := range []string{
		`{"recipient.name":"ada"}`, `{"recipient.email":"ADA@recipients.example"}`, `{"recipient":{"email":"ada@recipients.example"}}`, `{"recipient.id":"u-1"}`,
		`{"meta_data":{"batch":"7"}}`, `{"recipient.meta_data":{"site":"x"}}`, `{"recipient":{"meta_data":{"site":"x"}}}`,
	} {
		if reply := in.Post("/v1/credentials/search", body).OK(); reply.Int("meta.total_count") != 1 || reply.Text("credentials.0.recipient.email") != "ada@recipients.example" {
			t.Errorf("%s finds %s", body, reply.Body)
		}
	}
	if reply := in.Post("/v1/credentials/search?page=2", `{"meta_data":[]}`).OK(); reply.Int("meta.current_page") != 2 || reply.Int("meta.total_count") != 2 {
		t.Errorf("%s", reply.Body)
	}
}

func TestTheSecondSearchKnowsOperators(t *testing.T) {
	t.Parallel()
	in := integration(t)
	uuids := map[string]string{}
	for i, name := range []string{"ada", "ben", "cy"} {
		reply := in.Post("/v1/credentials", in.learner(name, apptest.J{
			"issued_on": fmt.Sprintf("2026-01-0%d", i+1), "expired_on": fmt.Sprintf("2030-01-0%d", i+1), "id": "own-" + name, "approve": name != "cy", "meta_data": apptest.J{"batch": i},
		})).OK()
		uuids[name] = reply.Text("credential.uuid")
	}
	today := in.World.Clock.Now().UTC().Format("2006-01-02")
	for query, want := range map[string]string{
		`{}`: "ada ben cy", `{"uuid":"` + uuids["ben"] + `"}`: "ben", `{"uuid[in]":["` + uuids["ben"] + `","` + uuids["cy"] + `"]}`: "ben cy",
		fmt.Sprintf(`{"group.id":%d}`, in.group): "ada ben cy", `{"group.id[in]":["1",2]}`: "", `{"recipient_name":"ada"}`: "ada", `{"recipient_name[in]":["ada","cy"]}`: "ada cy",
		`{"recipient_email":"BEN@recipients.example"}`: "ben", `{"recipient_email[in]":["Ben@recipients.example"]}`: "ben", `{"recipient_id":"` + uuids["cy"] + `"}`: "cy",
		`{"license_id":"own-ada"}`: "ada", `{"approve":true}`: "ada ben", `{"approve":"false"}`: "cy", `{"approve":null,"recipient_name":""}`: "ada ben cy",
		`{"issued_on":"2026-01-02"}`: "ben", `{"issued_on[gte]":"2026-01-02"}`: "ben cy", `{"issued_on[gt]":"02/01/2026"}`: "cy", `{"issued_on[lt]":"2026-01-02"}`: "ada",
		`{"issued_on[lte]":"2026-01-02","recipient_name[in]":["ben","cy"]}`: "ben", `{"issued_on[in]":["2026-01-01","2026-01-03"]}`: "ada cy",
		`{"expired_on[gt]":"2030-01-01"}`: "ben cy", `{"created_at[gte]":"` + today + `"}`: "ada ben cy", `{"created_at[gt]":"` + today + `"}`: "",
		`{"created_at":"` + today + `"}`: "ada ben cy", `{"updated_at[lt]":"2020-01-01T00:00:00.000Z"}`: "", `{"updated_at[gte]":"2020-01-01T00:00:00.000Z"}`: "ada ben cy",
		`{"meta_data":{"batch":1}}`: "ben", `{"meta_data":[]}`: "ada ben cy", `{"custom_attributes":{"x":"y"}}`: "",
	} {
		reply := in.Post("/v2/credentials/search", `{"query":`+query+`,"sort":{"recipient_name":"asc"}}`).OK()
		var names []string
		for i := range reply.At("credentials").([]any) {
			names = append(names, reply.Text(fmt.Sprintf("credentials.%d.recipient_name", i)))
		}
		if got := strings.Join(names, " "); got != want || reply.Int("meta.count") != int64(len(names)) {
			t.Errorf("%s finds %q, want %q: %s", query, got, want, reply.Body)
		}
	}
	for _, body := range []string{
		`{"query":{"color":"red"}}`, `{"query":{"recipient_name[gt]":"a"}}`, `{"query":{"issued_on[near]":"2026-01-01"}}`, `{"query":{"issued_on":"soon"}}`, `{"query":{"approve":"perhaps"}}`,
		`{"query":{"uuid":"x"}}`, `{"query":{"group.id":"x"}}`, `{"query":{"recipient_name":{"a":1}}}`, `{"query":{"recipient_name":[1,[2]]}}`, `{"query":5}`, `{"sort":{"color":"asc"}}`,
		`{"sort":{"id":"up"}}`, `{"sort":{"id":"asc","issued_on":"asc"}}`, `{"page":{"from":9999,"size":50}}`, `{"page":{"from":1,"cursor":"x"}}`, `{"page":{"cursor":"x"}}`,
	} {
		reply := in.Post("/v2/credentials/search", body).Want(http.StatusBadRequest)
		if reply.Int("code") != 400 || reply.Text("status") != "invalid_search_query" || reply.Text("message") == "" {
			t.Errorf("%s: %s", body, reply.Body)
		}
	}
	in.World.Nobody().Post("/v2/credentials/search", `{}`).Want(http.StatusUnauthorized)
}

func TestTheSecondSearchIsLeafedThroughByPlaceAndByCursor(t *testing.T) {
	t.Parallel()
	in := integration(t)
	for i := range 5 {
		in.Post("/v1/credentials", in.learner(fmt.Sprint("learner", i))).OK()
	}
	for field, order := range map[string]string{"id": "asc", "recipient_name": "desc", "group.name": "asc", "issued_on": "desc", "expired_on": "asc"} {
		body := goclient.CredentialSearchV2Body{Sort: map[string]string{field: order}, Page: &goclient.CredentialSearchV2BodyPage{Size: goclient.Ptr(int64(2))}}
		seen := map[string]int{}
		for one, err := range in.API().CredentialSearchV2All(t.Context(), body) {
			if err != nil {
				t.Fatal(err)
			}
			seen[one.UUID]++
		}
		if len(seen) != 5 {
			t.Errorf("by %s a reader of cursors sees %v", field, seen)
		}
	}
	reply := in.Post("/v2/credentials/search", `{"page":{"from":1,"size":50},"sort":{"id":"asc"}}`).OK()
	if list := reply.At("credentials").([]any); len(list) != 4 || reply.Int("meta.count") != 5 || reply.Int("meta.from") != 1 {
		t.Errorf("%s", reply.Body)
	}
	fieldsOf(t, reply, "credentials.0", strings.Fields(`id uuid encoded_id name recipient_name recipient_email recipient_id recipient_meta_data phone_number issuer_id
		license_id grade approve private published_on issued_on expired_on created_at updated_at recipient_opened recipient_engaged seo_image custom_attributes
		meta_data group`)...)
	fieldsOf(t, reply, "credentials.0.group", "id", "name", "course_name", "certificate_design_id", "badge_design_id")
}

func TestManyAreMadeEachByItself(t *testing.T) {
	t.Parallel()
	in := integration(t)
	item := func(name string) any { return in.learner(name)["credential"] }
	bad := apptest.J{"group_id": in.group, "recipient": apptest.J{"name": "No address"}}
	reply := in.Post("/v1/credentials/bulk_create", apptest.J{"credentials": []any{item("ada"), bad, item("ben"), item("ada")}}).OK()
	if reply.Text("0.credential.recipient.name") != "ada" || reply.Text("2.credential.recipient.name") != "ben" {
		t.Errorf("%s", reply.Body)
	}
	fieldsOf(t, reply, "1.errors", "recipient.email")
	fieldsOf(t, reply, "3.errors", "recipient.email", "credential")
	in.Post("/v1/credentials/bulk_create", apptest.J{"credentials": []any{bad, bad}}).Refused(http.StatusUnprocessableEntity, "field:credentials.1.recipient.email")

	same := apptest.J{"credentials": []any{item("cy"), bad}}
	mixed := in.Post("/v2/credentials/bulk_create", same).Want(http.StatusMultiStatus)
	if mixed.Text("results.0.credential.recipient.name") != "cy" || mixed.Text("results.1.errors.details.0.property") != "recipient.email" ||
		mixed.Text("results.1.errors.code") == "" || mixed.Text("results.1.errors.message") == "" {
		t.Errorf("%s", mixed.Body)
	}
	in.Post("/v2/credentials/bulk_create", apptest.J{"credentials": []any{item("di")}}).OK()
	in.Post("/v2/credentials/bulk_create", same).Want(http.StatusUnprocessableEntity)
	unnamed := in.Post("/v2/credentials/bulk_create", `{"credentials":[{"group_name":"New","recipient":{"name":"E","email":"e@recipients.example"}}]}`).OK()
	if unnamed.At("results.0.credential.approve") != true {
		t.Errorf("a new group has the department's design: %s", unnamed.Body)
	}
	for path, most := range map[string]int{"/v1": 100, "/v2": 30} {
		too := make([]any, most+1)
		for i := range too {
			too[i] = bad
		}
		in.Post(path+"/credentials/bulk_create", apptest.J{"credentials": too}).Refused(http.StatusUnprocessableEntity, "field:credentials")
		in.Post(path+"/credentials/bulk_create", `{"credentials":[]}`).Refused(http.StatusUnprocessableEntity, "field:credentials")
	}
}

func TestCertificatesAreHandedOutByAnAddress(t *testing.T) {
	t.Parallel()
	in := integration(t)
	ada := in.Post("/v1/credentials", in.learner("ada", apptest.J{"private": true, "id": "own-ada"})).OK().Text("credential.uuid")
	ben := fmt.Sprint(in.Post("/v1/credentials", in.learner("ben")).OK().Int("credential.id"))
	draft := fmt.Sprint(in.Post("/v1/credentials", in.learner("cy", apptest.J{"approve": false})).OK().Int("credential.id"))
	fetch := func(reply apptest.Reply) apptest.Reply {
		t.Helper()
		u, err := url.Parse(reply.OK().Text("file"))
		if err != nil {
			t.Fatal(err)
		}
		return in.World.Nobody().Get(u.RequestURI())
	}
	for _, body := range []any{nil, `{}`} {
		if pdf := fetch(in.Post("/v1/credentials/generate_single_pdf/own-ada", body)).OK(); !bytes.HasPrefix(pdf.Body, []byte("%PDF")) {
			t.Errorf("%.40s", pdf.Body)
		}
	}
	for _, body := range []any{apptest.J{"credential_ids": []any{ada, ben, draft}}, apptest.J{"credentials": []any{"own-ada", ada}}} {
		if zip := fetch(in.Post("/v1/credentials/generate_pdf", body)).OK(); !bytes.HasPrefix(zip.Body, []byte("PK")) {
			t.Errorf("%.40s", zip.Body)
		}
	}
	in.Post("/v1/credentials/generate_single_pdf/"+draft, nil).Refused(http.StatusConflict, "credential.not_published")
	in.Post("/v1/credentials/generate_single_pdf/none", nil).Refused(http.StatusNotFound, "credential.not_found")
	in.Post("/v1/credentials/generate_pdf", `{"credential_ids":["none"]}`).Refused(http.StatusNotFound, "credential.not_found")
	in.Post("/v1/credentials/generate_pdf", apptest.J{"credential_ids": []any{draft}}).Refused(http.StatusUnprocessableEntity, "credential.nothing_selected")
	in.World.Nobody().Get("/v1/credentials/generated_pdf?token=x").Refused(http.StatusNotFound, "export.link_expired")
	over := in.Post("/v1/credentials/generate_single_pdf/"+ben, nil).OK()
	in.World.Clock.Advance(11 * 60 * 1e9)
	fetch(over).Refused(http.StatusNotFound, "export.link_expired")
}

func TestACredentialTellsItsSignedFormItsPageAndItsEvents(t *testing.T) {
	t.Parallel()
	in := integration(t)
	credential := in.Post("/v1/credentials", in.learner("ada", apptest.J{"id": "own"})).OK()
	id := credential.Text("credential.uuid")
	fieldsOf(t, in.World.Nobody().Get("/v1/credentials/blockchain_data/"+id).OK(), "data", "credential_json_data", "receipt")
	fieldsOf(t, in.Get("/v2/credentials/"+id+"/blockchain_data").OK(), "data", "credential_json_data", "receipt", "chain")
	to := in.Get("/v1/issuer/credential_redirect?id=own&issuer_id=" + fmt.Sprint(in.owner.Department)).Want(http.StatusFound)
	if to.Header.Get("Location") != apptest.Origin+"/"+id {
		t.Errorf("it leads to %s", to.Header.Get("Location"))
	}
	in.Get("/v1/issuer/credential_redirect?id=own&issuer_id=1").Want(http.StatusNotFound)
	in.Get("/v1/issuer/credential_redirect?id=other").Want(http.StatusNotFound)
	in.Put("/v1/credentials/own", `{"credential":{"private":true}}`).OK()
	events := in.Post("/v1/credentials/analytics/own", nil).OK()
	if events.Text("analytics.0.event") != "privacy_updated" || events.Text("analytics.0.credential_id") != "own" {
		t.Errorf("%s", events.Body)
	}
	day := in.World.Clock.Now().UTC().Format("2006/01/02")
	all := in.Get("/v1/analytics?start_date=" + day + "&end_date=" + day + "&group_id=" + fmt.Sprint(in.group)).OK()
	if all.Text("analytics.0.credential.license_id") != "own" || all.Int("meta.page_size") != 100 {
		t.Errorf("%s", all.Body)
	}
	if none := in.Get("/v1/analytics?end_date=2020-01-01").OK(); none.Int("meta.total_count") != 0 {
		t.Errorf("%s", none.Body)
	}
	in.Get("/v1/analytics?department_id=1").Want(http.StatusNotFound)
}
