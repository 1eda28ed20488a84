package apptest_test

import (
	"testing"

	"laurel/internal/app/apptest"
)

func TestOperationsOfEveryKindAreOneList(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	id := owner.Draft(group, "ada").Int("credential.id")
	selection := apptest.J{"credential_ids": []int64{id}, "send_email": false, "hold_minutes": 0}
	publication := owner.Post("/v1/credentials/publish", selection).OK().Text("publication.uuid")
	waiting := owner.Get("/v1/operations?state=open&mine=true").OK()
	if waiting.Int("meta.total_count") != 1 || waiting.Text("operations.0.uuid") != publication || waiting.Text("operations.0.state") != "waiting" {
		t.Errorf("before it runs: %s", waiting.Body)
	}
	w.Work()
	export := owner.Post("/v1/exports", apptest.J{"kind": "certificate", "credential_ids": []int64{id}}).OK().Text("export.uuid")
	owner.Post("/v1/data_exports", apptest.J{"data_export": apptest.J{"entity": "groups"}}).Want(201)
	action := owner.Post("/v1/actions", apptest.J{"kind": "privacy", "privacy": "private", "credential_ids": []int64{id}}).OK().Text("action.uuid")
	w.Work()
	all := owner.Get("/v1/operations").OK()
	if all.Int("meta.total_count") != 4 || all.Text("operations.0.uuid") != action || all.Text("operations.3.uuid") != publication {
		t.Errorf("all: %s", all.Body)
	}
	for kind, want := range map[string]string{
		"publish": "/publications/" + publication, "download": "/exports/" + export, "privacy": "/actions/" + action,
	} {
		found := owner.Get("/v1/operations?kind=" + kind).OK()
		if found.Int("meta.total_count") != 1 || found.Text("operations.0.page") != want {
			t.Errorf("%s: %s", kind, found.Body)
		}
	}
	colleague := owner.Viewer("colleague")
	if seen := colleague.Get("/v1/operations").OK(); seen.Int("meta.total_count") != 2 {
		t.Errorf("a colleague sees %s", seen.Body)
	}
	colleague.Get("/v1/operations/"+export).Refused(404, "action.not_found")
	owner.Get("/v1/operations?kind=knitting&state=asleep").Refused(422, "field:kind")
}

func TestAPublicationIsUndoneByItsOperation(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	id := owner.Draft(owner.Group("Weaving"), "ada").Int("credential.id")
	selection := apptest.J{"credential_ids": []int64{id}, "hold_minutes": 10}
	publication := owner.Post("/v1/credentials/publish", selection).OK().Text("publication.uuid")
	w.Another() // what is held back stays in the queue, so that it never gets empty
	path := "/v1/operations/" + publication
	ended := func(id string) {
		t.Helper()
		apptest.Eventually(t, id+" to end", func() bool {
			return w.Number("select count(*) from operations where finished_at is not null and uuid = $1::text::uuid", id) == 1
		})
	}
	ended(publication)
	o := owner.Get(path).OK()
	if o.Text("operation.state") != "finished" || o.Int("operation.done_count") != 1 || o.At("operation.can_undo") != true {
		t.Errorf("%s", o.Body)
	}
	items := owner.Get(path + "/items?outcome=done").OK()
	if items.Int("meta.total_count") != 1 || items.Int("items.0.credential_id") != id {
		t.Errorf("%s", items.Body)
	}
	undo := owner.Post(path+"/undo", nil).OK()
	ended(undo.Text("operation.uuid"))
	if u := owner.Get("/v1/operations/" + undo.Text("operation.uuid")).OK(); u.Text("operation.kind") != "unpublish" || u.Int("operation.done_count") != 1 ||
		u.Text("operation.undo_of") != publication || u.Text("operation.page") != "/publications/"+publication {
		t.Errorf("%s", u.Body)
	}
	if p := owner.Get("/v1/publications/" + publication).OK(); p.Int("publication.undone_count") != 1 {
		t.Errorf("%s", p.Body)
	}
	owner.Post(path+"/undo", nil).Refused(409, "action.undone")
	owner.Post("/v1/publications/"+publication+"/undo", nil).Refused(409, "publication.undone")
}
