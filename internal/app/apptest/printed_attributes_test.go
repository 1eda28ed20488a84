package apptest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

func TestAttributesThatTheDesignPrintsAreShownAndSigned(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	attribute := func(name, kind string) int64 {
		return owner.Post("/v1/attribute_keys", apptest.J{"attribute_key": apptest.J{"name": name, "kind": kind}}).OK().Int("attribute_key.id")
	}
	tutor := attribute("Tutor", "text")
	attribute("Exam day", "date")
	attribute("Internal note", "text")
	group := owner.Group("Weaving")
	design := w.Number(fmt.Sprint("select certificate_design_id from groups where id = ", group))
	block := func(model, top string) apptest.J {
		return apptest.J{"kind": "text", "model": model, "top": top, "left": "10%", "image_width": "50%", "image_height": "10%", "font_size": 20}
	}
	version := owner.Get(fmt.Sprint("/v1/certificate_designs/read?id=", design)).OK().Int("design.version")
	owner.Post("/v1/certificate_designs/update", apptest.J{"id": design, "version": version, "design": apptest.J{
		"blocks": []apptest.J{block("Taught by [custom.tutor] for [recipient.name]", "10%"), block("[custom.exam_day]", "30%")},
	}}).OK()
	values := apptest.J{"custom_attributes": apptest.J{"tutor": "Mary", "exam_day": "2026-04-20", "internal_note": "late"}}
	older := owner.Issued(group, "older", values)
	w.Exec("update credentials set snapshot = snapshot - 'attributes'")
	issued := owner.Issued(group, "ada", values)
	w.Work()

	page := w.Nobody().Get("/v1/public/credentials/" + issued.Text("credential.uuid")).OK()
	for i, want := range []string{"exam_day Exam day date 2026-04-20", "tutor Tutor text Mary"} {
		at := fmt.Sprint("credential.attributes.", i, ".")
		if got := page.Text(at+"key") + " " + page.Text(at+"name") + " " + page.Text(at+"kind") + " " + page.Text(at+"value"); got != want {
			t.Errorf("the page shows %q, not %q", got, want)
		}
	}
	if strings.Contains(string(page.Body), "late") {
		t.Errorf("the page shows what no design prints: %s", page.Body)
	}
	signed := signedForm(w, issued)
	verified := w.Nobody().Post("/v1/verify", apptest.J{"input": string(signed.Body)}).OK()
	if verified.Text("verdict") != "valid" || verified.Text("credential.attributes.1.name") != "Tutor" || verified.Text("credential.attributes.1.value") != "Mary" || verified.At("credential.grade") != nil {
		t.Errorf("the signed form: %s", verified.Body)
	}
	if before := signedForm(w, older); strings.Contains(string(before.Body), "Mary") {
		t.Errorf("what was issued before is signed anew: %s", before.Body)
	}
	if reply := w.Nobody().Get("/v1/public/credentials/" + older.Text("credential.uuid")).OK(); fmt.Sprint(reply.At("credential.attributes")) != "[]" {
		t.Errorf("its page shows %v", reply.At("credential.attributes"))
	}

	owner.Post("/v1/attribute_keys/update", apptest.J{"attribute_key": apptest.J{"id": tutor, "name": "Teacher"}}).OK()
	if again := signedForm(w, issued); string(again.Body) != string(signed.Body) {
		t.Errorf("another name of the attribute signed it anew: %s", again.Body)
	}
}

func TestTheUsageOfAnAttributeIsTheDesignsAndCredentialsWithIt(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, stranger := w.Issuer("owner"), w.Issuer("stranger")
	tutor := owner.Post("/v1/attribute_keys", `{"attribute_key":{"name":"Tutor","kind":"text"}}`).OK().Int("attribute_key.id")
	usage := fmt.Sprintf("/v1/attribute_keys/%d/usage", tutor)
	group := owner.Group("Weaving")
	owner.Draft(group, "ada", apptest.J{"custom_attributes": apptest.J{"tutor": "Mary"}}).OK()
	owner.Draft(group, "grace", apptest.J{"custom_attributes": apptest.J{"hall": "Tutor"}}).OK()
	if got := owner.Get(usage).OK(); got.Int("design_count") != 0 || got.Int("credential_count") != 1 || got.At("count_is_capped") != false {
		t.Errorf("%s", got.Body)
	}
	for _, name := range []string{"one", "two"} {
		owner.Post("/v1/certificate_designs/create", apptest.J{"design": apptest.J{"name": name, "blocks": []apptest.J{
			{"kind": "text", "model": "[custom.tutor]", "top": "10%", "left": "10%", "image_width": "50%", "image_height": "10%", "font_size": 20},
		}}}).OK()
	}
	if got := owner.Get(usage).OK(); got.Int("design_count") != 2 {
		t.Errorf("%s", got.Body)
	}
	stranger.Get(usage).Refused(http.StatusNotFound, "attribute.not_found")
	owner.Get("/v1/attribute_keys/999999/usage").Refused(http.StatusNotFound, "attribute.not_found")
}

func TestCredentialsKeepTheirValuesOfADeletedAttribute(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	tutor := owner.Post("/v1/attribute_keys", `{"attribute_key":{"name":"Tutor","kind":"text"}}`).OK().Int("attribute_key.id")
	draft := owner.Draft(owner.Group("Weaving"), "ada", apptest.J{"custom_attributes": apptest.J{"tutor": "Mary"}}).OK()
	owner.Post("/v1/attribute_keys/delete", apptest.J{"id": tutor}).OK()
	if got := owner.Get("/v1/credentials/" + draft.Text("credential.uuid")).OK().Text("credential.custom_attributes.tutor"); got != "Mary" {
		t.Errorf("the value is %q", got)
	}
}
