package apptest_test

import (
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"

	"laurel/internal/app/apptest"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
	"laurel/internal/supplements/evidence"
)

func TestACredentialIsMadeWithItsEvidenceOrNotAtAll(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	create := func(email string, more apptest.J) apptest.Reply {
		credential := apptest.J{"group_id": group, "recipient": apptest.J{"name": "Ada", "email": email + "@example.org"}, "approve": true}
		for name, value := range more {
			credential[name] = value
		}
		return owner.Post("/v1/credentials", apptest.J{"credential": credential})
	}
	made := create("ada", apptest.J{"evidence_items": []any{
		apptest.J{"description": "Exam", "category": "grade", "string_object": "90"},
		apptest.J{"description": "Exam", "category": "grade", "string_object": "90"}, // twice on purpose
		apptest.J{"description": "Loom", "category": "file", "file": owner.Upload("evidence", "loom.txt", []byte("warp"))},
		apptest.J{"description": "Course", "category": "course_duration", "string_object": `{"start_date":"2026-01-05","end_date":"2026-01-09","duration_in_days":5}`},
		apptest.J{"description": "Record", "category": "transcript", "string_object": `[{"category":"Looms","percent":"75"}]`},
		apptest.J{"string_object": "<p>On looms</p>", "description": "Essay", "hidden": true},
	}}).OK()
	if n := len(made.At("credential.evidence_items").([]any)); n != 6 || made.At("credential.approve") != true {
		t.Errorf("it has %d items: %s", n, made.Body)
	}
	form := signedForm(w, made)
	if n := len(form.At("evidence").([]any)); n != 5 {
		t.Errorf("the first signed badge holds %d pieces of evidence", n)
	}
	for field, items := range map[string][]any{
		"evidence_items.1.url":           {apptest.J{"description": "x"}, apptest.J{"description": "x", "category": "url"}},
		"evidence_items.0.string_object": {apptest.J{"description": "x", "category": "grade", "string_object": 101}},
		"evidence_items.0.file":          {apptest.J{"description": "x", "category": "file", "file": "private/none"}},
	} {
		create("bob", apptest.J{"evidence_items": items}).Refused(422, "field:"+field)
	}
	many := create("bob", apptest.J{"evidence_items": make51()})
	many.Refused(422, "field:evidence_items")
	if n := w.Number("select count(*) from credentials where recipient_email like 'bob%'"); n != 0 {
		t.Errorf("%d credentials were made without their evidence", n)
	}
	create("cleo", apptest.J{"evidence_items": nil}).OK()
	again := create("ada", apptest.J{"duplicate_behavior": "replace", "evidence_items": []any{
		apptest.J{"description": "Record", "category": "transcript", "string_object": `[{"category":"Looms","percent":"75"}]`},
		apptest.J{"description": "Loom at home", "category": "url", "url": "https://example.org/loom"},
	}}).OK()
	if n := len(again.At("credential.evidence_items").([]any)); n != 7 {
		t.Errorf("replaced, it has %d items", n)
	}
}

func make51() []any {
	all := make([]any, evidence.MaxItems+1)
	for i := range all {
		all[i] = apptest.J{"description": fmt.Sprint("Exam ", i), "category": "grade", "string_object": 1}
	}
	return all
}

func TestTheSameEvidenceOfASpreadsheetIsAddedOnce(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	credential := owner.Draft(owner.Group("Weaving"), "ada")
	put := func(all ...evidence.Input) {
		t.Helper()
		err := pg.InDepartment(t.Context(), w.App.Pool, owner.Department, func(tx pgx.Tx) error {
			return w.App.Evidence.PutTx(t.Context(), tx, owner.Actor(), credential.Int("credential.id"), all)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	link := func(title string) evidence.Input {
		return evidence.Input{Title: optional.Set(title), Category: optional.Set("url"), Link: optional.Set("https://example.org/loom")}
	}
	words := evidence.Input{Title: optional.Set("Wove well")}
	put(link("Loom"), words)
	owner.Put(fmt.Sprint(evidenceOf(credential), "/", owner.Get(evidenceOf(credential)).OK().Int("evidence_items.0.id")), `{"evidence_item":{"hidden":true,"narrative":"Mine"}}`).OK()
	before := w.Text("select max(updated_at)::text from evidence_items")
	put(link("Loom"), words)
	if n, after := w.Number("select count(*) from evidence_items"), w.Text("select max(updated_at)::text from evidence_items"); n != 2 || after != before {
		t.Errorf("the same row again: %d items, changed at %s after %s", n, after, before)
	}
	put(link("A better loom"))
	got := owner.Get(evidenceOf(credential)).OK()
	if len(got.At("evidence_items").([]any)) != 2 || got.Text("evidence_items.0.description") != "A better loom" || got.At("evidence_items.0.hidden") != true || got.Text("evidence_items.0.narrative") != "Mine" {
		t.Errorf("with another title: %s", got.Body)
	}
	if n := w.Number("select count(*) from audit_events where action = 'evidence.changed'"); n != 2 {
		t.Errorf("%d changes are noted", n)
	}
}

func TestWhatSaysTheSameManyTimesIsSigned(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	alignments := make([]any, 20)
	for i := range alignments {
		alignments[i] = apptest.J{"framework": "F", "code": "1", "url": "https://example.org/1", "name": "Weaves"}
	}
	owner.Put(fmt.Sprint("/v1/issuer/groups/", group), apptest.J{"group": apptest.J{"alignments": alignments}}).OK()
	credential := owner.Issued(group, "ada")
	for range 12 {
		owner.Post(evidenceOf(credential), item(apptest.J{"description": "Exam", "category": "grade", "string_object": 90})).OK()
	}
	signed := w.Nobody().Get("/v1/openbadges/credentials/" + credential.Text("credential.uuid")).OK()
	if n := len(signed.At("evidence").([]any)); n != 8 {
		t.Errorf("it says %d times the same", n)
	}
}
