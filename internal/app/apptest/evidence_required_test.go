package apptest_test

import (
	"fmt"
	"testing"

	"laurel/internal/app/apptest"
)

func TestAGroupThatAsksForEvidencePublishesNothingWithout(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	if g := owner.Put(fmt.Sprint("/v1/issuer/groups/", group), `{"group":{"evidence_required":true}}`).OK(); g.At("group.evidence_required") != true {
		t.Fatalf("the group is %s", g.Body)
	}
	exam := apptest.J{"description": "Exam", "category": "grade", "string_object": 90}
	bare, proven := owner.Draft(group, "ada"), owner.Draft(group, "bea")
	owner.Post(evidenceOf(proven), item(exam)).OK()
	plan := owner.Post("/v1/credentials/publish_check", apptest.J{"all_matching": apptest.J{}}).OK()
	if plan.Int("plan.count") != 1 || plan.Int("plan.without_evidence_count") != 1 || plan.Int("plan.new_recipients") != 1 || plan.Int("plan.mail_count") != 1 {
		t.Errorf("the check tells %s", plan.Body)
	}
	publish := func() {
		owner.Post("/v1/credentials/publish", apptest.J{"all_matching": apptest.J{}}).OK()
		w.Work()
	}
	read := func(credential apptest.Reply) apptest.Reply {
		return owner.Get("/v1/credentials/" + credential.Text("credential.uuid")).OK()
	}
	publish()
	if got := read(bare); got.Text("credential.state") != "draft" || got.Text("credential.publish_refusal") != "no_evidence" || read(proven).Text("credential.state") != "published" {
		t.Errorf("without evidence it is %s", got.Body)
	}
	owner.Post(evidenceOf(bare), item(exam)).OK()
	publish()
	if got := read(bare); got.Text("credential.state") != "published" || got.At("credential.publish_refusal") != nil {
		t.Errorf("with evidence it is %s", got.Body)
	}
	issue := func(name string, items ...any) apptest.Reply {
		return owner.Post("/v1/credentials", apptest.J{"credential": apptest.J{
			"group_id": group, "recipient": apptest.J{"name": name, "email": name + "@example.org"}, "approve": true, "evidence_items": items,
		}}).OK()
	}
	if got := issue("cleo"); got.At("credential.approve") != false || got.Text("credential.publish_refusal") != "no_evidence" {
		t.Errorf("issued at once without evidence: %s", got.Body)
	}
	if got := issue("dora", exam); got.At("credential.approve") != true {
		t.Errorf("issued at once with evidence: %s", got.Body)
	}
}
