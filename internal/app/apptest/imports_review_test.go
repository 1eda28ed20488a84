package apptest_test

import (
	"testing"

	"laurel/internal/app/apptest"
)

func TestWhatAnImportMadeCanBeReviewedAndPublishedByItself(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	first := importFile(t, w, owner, group, "first.csv", "name,email\nAda,ada@people.example\nGrace,grace@people.example\n")
	first.check()
	first.start(nil)
	second := importFile(t, w, owner, group, "second.csv", "name,email\nJoan,joan@people.example\n")
	second.check()
	second.start(nil)

	made := apptest.J{"import_id": first.read().Int("import.id"), "state": "draft"}
	list := owner.Post("/v1/credentials/search", made).OK()
	if n := list.Int("meta.total_count"); n != 2 || len(list.At("credentials").([]any)) != 2 {
		t.Errorf("%d credentials of the first import, want 2: %s", n, list.Body)
	}
	owner.Post("/v1/credentials/publish", apptest.J{"all_matching": made}).OK()
	w.Work()
	if n := w.Number("select count(*) from credentials where state = 'published'"); n != 2 {
		t.Errorf("%d credentials were published, want those of the first import", n)
	}
	owner.Post("/v1/credentials/search", apptest.J{"import_id": "the first"}).Refused(422, "field:import_id")
}
