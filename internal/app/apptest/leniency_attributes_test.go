package apptest_test

import (
	"fmt"
	"testing"

	"laurel/internal/app/apptest"
)

// attributed is the integrator's department with attributes that clients name.
func attributed(t *testing.T) integrator {
	t.Helper()
	in := integration(t)
	for _, name := range []string{"Instructor", "Final score", "الدرجة"} {
		in.Post("/v1/attribute_keys", apptest.J{"attribute_key": apptest.J{"name": name, "kind": "text"}}).OK()
	}
	return in
}

func TestAttributesAreTakenByTheNamesThatSearchesAnswer(t *testing.T) {
	t.Parallel()
	in := attributed(t)
	keys := in.Post("/v1/attribute_keys/search", `{"kind":"text"}`).OK()
	values := apptest.J{}
	for i := range 3 {
		values[keys.Text(fmt.Sprintf("attribute_keys.%d.name", i))] = fmt.Sprint("value ", i)
	}
	made := in.Post("/v1/credentials", in.learner("ada", apptest.J{"custom_attributes": values})).OK()
	for i := range 3 {
		key := keys.Text(fmt.Sprintf("attribute_keys.%d.key", i))
		if got := made.Text("credential.custom_attributes." + key); got != fmt.Sprint("value ", i) {
			t.Errorf("%s is %q", key, got)
		}
	}
	if made.At("warnings") != nil || made.Header.Get("Laurel-Warning") != "" {
		t.Errorf("%s", made.Body)
	}
	found := in.Post("/v2/credentials/search", `{"query":{"custom_attributes":{"INSTRUCTOR":"`+made.Text("credential.custom_attributes.instructor")+`"}}}`).OK()
	if found.Int("meta.count") != 1 {
		t.Errorf("%s", found.Body)
	}
}

func TestUndeclaredAttributesAreKeptWithAWarning(t *testing.T) {
	t.Parallel()
	in := attributed(t)
	sent := apptest.J{"custom_attributes": apptest.J{"Room": "12", "氏名": "Ada", "instructor": "Mary"}}
	credential := in.learner("ada", sent)
	for name, reply := range map[string]apptest.Reply{
		"": in.Post("/v1/credentials", credential).OK(), "0.": in.Post("/v1/credentials/bulk_create", apptest.J{"credentials": []any{in.learner("ben", sent)["credential"]}}).OK(),
		"results.0.": in.Post("/v2/credentials/bulk_create", apptest.J{"credentials": []any{in.learner("cy", sent)["credential"]}}).OK(),
	} {
		if reply.Text(name+"credential.custom_attributes.room") != "12" || reply.Text(name+"credential.custom_attributes.氏名") != "Ada" ||
			reply.Text(name+"warnings.0.field") != "custom_attributes.Room" || reply.Text(name+"warnings.0.code") != "attribute.undeclared" {
			t.Errorf("%s", reply.Body)
		}
	}
	changed := in.Put("/v1/credentials/"+in.World.Text("select uuid::text from credentials where recipient_name = 'ada'"), `{"credential":{"custom_attributes":{"Floor":3}}}`).OK()
	if changed.Text("credential.custom_attributes.floor") != "3" || changed.Header.Get("Laurel-Warning") != "attribute.undeclared" {
		t.Errorf("%s", changed.Body)
	}
	if n := in.World.Number("select count(*) from attribute_keys"); n != 3 {
		t.Errorf("%d attributes", n)
	}
	if err := in.World.App.APIKeys.WriteNotes(t.Context()); err != nil {
		t.Fatal(err)
	}
	apptest.Eventually(t, "the log of the key has both warnings", func() bool { // some may be on their way already
		return in.World.Number("select count(*) from api_key_requests where code = 'attribute.undeclared' and status = 200") == 2
	})
	in.Post("/v1/attribute_keys", `{"attribute_key":{"name":"Room","kind":"text"}}`).OK()
	if read := in.Get("/v1/all_credentials?email=ben@recipients.example").OK(); read.Text("credentials.0.custom_attributes.room") != "12" {
		t.Errorf("the value went when its attribute came: %s", read.Body)
	}
}

func TestADepartmentMayHaveUndeclaredAttributesCreated(t *testing.T) {
	t.Parallel()
	in := attributed(t)
	in.owner.Put(fmt.Sprint("/v1/departments/", in.owner.Department), `{"department":{"undeclared_attributes":"declare"}}`).OK()
	in.owner.Put(fmt.Sprint("/v1/departments/", in.owner.Department), `{"department":{"undeclared_attributes":"drop"}}`).Refused(422, "field:undeclared_attributes")
	made := in.Post("/v1/credentials", in.learner("ada", apptest.J{"custom_attributes": apptest.J{"Room": "12", "المعلم": "مريم", "Room (old)": "7", "grade": "A"}})).OK()
	if made.Text("credential.custom_attributes.room") != "12" || made.Text("credential.custom_attributes.attribute_2") != "مريم" || made.Text("credential.custom_attributes.room_old_") != "7" {
		t.Errorf("%s", made.Body)
	}
	codes := map[string]int{}
	for i := range 4 {
		codes[made.Text(fmt.Sprintf("warnings.%d.code", i))]++
	}
	if codes["attribute.declared"] != 2 || codes["attribute.undeclared"] != 2 {
		t.Errorf("%s", made.Body)
	}
	if n := in.World.Number("select count(*) from attribute_keys"); n != 5 {
		t.Errorf("%d attributes", n)
	}
	if n := in.World.Number("select count(*) from audit_events where action = 'attribute.created'"); n != 5 {
		t.Errorf("%d are recorded", n)
	}
	again := in.Post("/v1/credentials", in.learner("ben", apptest.J{"custom_attributes": apptest.J{"room": "13", "المُعلّم": "ليلى"}})).OK()
	if again.At("warnings") != nil || again.Text("credential.custom_attributes.attribute_2") != "ليلى" {
		t.Errorf("%s", again.Body)
	}
}
