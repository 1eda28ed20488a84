package apptest_test

import (
	"fmt"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

// importing is an import of an issuer.
type importing struct {
	w     *apptest.World
	owner apptest.Issuer
	path  string
}

// importFile begins an import and has the file read.
func importFile(t *testing.T, w *apptest.World, owner apptest.Issuer, group int64, name, data string) importing {
	t.Helper()
	body := apptest.J{"file_key": owner.Upload("s3_policy", name, []byte(data))}
	if group != 0 {
		body["group_id"] = group
	}
	i := importing{w, owner, "/v1/imports/" + owner.Post("/v1/imports", body).OK().Text("import.uuid")}
	w.Work()
	return i
}

func (i importing) read() apptest.Reply { return i.owner.Get(i.path).OK() }

// check maps the file as it was guessed, or as told, and has its rows checked.
func (i importing) check(changes ...apptest.J) apptest.Reply {
	now := i.read()
	settings, _ := now.At("import.settings").(map[string]any)
	body := apptest.J{"mapping": now.At("import.mapping"), "settings": settings}
	for _, change := range changes {
		for key, value := range change {
			if key == "mapping" {
				body["mapping"] = value
			} else {
				settings[key] = value
			}
		}
	}
	i.owner.Put(i.path+"/mapping", body).OK()
	i.w.Work()
	return i.read()
}

func (i importing) start(more apptest.J) apptest.Reply {
	body := apptest.J{"consent": true, "valid_only": true}
	for key, value := range more {
		body[key] = value
	}
	i.owner.Post(i.path+"/start", body).OK()
	if body["hold_minutes"] == nil { // what is held back stays in the queue
		i.w.Work()
	}
	return i.read()
}

// want fails the test unless the import has these values.
func want(t *testing.T, got apptest.Reply, values apptest.J) {
	t.Helper()
	for field, value := range values {
		if have := got.At("import." + field); fmt.Sprint(have) != fmt.Sprint(value) {
			t.Errorf("%s is %v, want %v", field, have, value)
		}
	}
	if t.Failed() {
		t.Fatalf("%.3000s", got.Body)
	}
}

const peopleFile = "Full name;E-Mail;Datum;Score;Remark\n" +
	"Ada Lovelace;ada@people.example;31.12.2025;98.5;first\n" +
	"علي حسن;ali@people.example;2025-12-31;88;\n" +
	"GRACE HOPPER;grace@gmial.com;30.12.2025;75%;\n" +
	";nobody@people.example;30.12.2025;75;\n" +
	"No Mail;no mail;30.12.2025;75;\n" +
	"Late;late@people.example;31.02.2025;75;\n" +
	"Clever;clever@people.example;30.12.2025;175;\n" +
	"Ada Again;ADA@people.example;30.12.2025;75;\n" +
	"'=Formula;formula@people.example;30.12.2025;75;\n"

func TestASpreadsheetBecomesCredentials(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	i := importFile(t, w, owner, owner.Group("Weaving"), "people.csv", peopleFile)
	want(t, i.read(), apptest.J{
		"state": "parsed", "delimiter": ";", "encoding": "utf-8", "header_row": 1, "total_rows": 9, "columns.2.dates": "dmy",
		"mapping.columns.0.target": "recipient.name", "mapping.columns.1.target": "recipient.email",
		"mapping.columns.2.target": "credential.issued_on", "mapping.columns.2.date_order": "dmy", "mapping.columns.3.target": "credential.grade",
	})
	if n := len(i.owner.Get(i.path + "/preview").OK().At("rows").([]any)); n != 10 {
		t.Errorf("%d rows in the preview", n)
	}
	want(t, i.check(), apptest.J{
		"state": "validated", "error_rows": 5, "warning_rows": 1, "good_rows": 3, "new_recipients": 4, "skipped_columns": []int{4},
		"notices.0.code": "column_skipped",
	})
	codes := map[int]string{5: "required", 6: "invalid_email", 7: "invalid_date", 8: "grade_percentage", 9: "duplicate_in_file"}
	for n, row := range i.owner.Get(i.path + "/rows?status=error").OK().At("rows").([]any) {
		r := row.(map[string]any)
		number := int(r["number"].(float64))
		code := r["problems"].([]any)[0].(map[string]any)["code"]
		if codes[number] != code {
			t.Errorf("row %d (%d): %v, want %s", number, n, code, codes[number])
		}
	}
	file := string(i.owner.Get(i.path + "/errors").OK().Body)
	if !strings.HasPrefix(file, "\ufeffReason,Full name,E-Mail") || strings.Count(file, "\n") != 6 || !strings.Contains(file, "E-Mail: Not a valid email address.") {
		t.Errorf("errors: %s", file)
	}
	mended := i.owner.Call(http.MethodPatch, i.path+"/rows/6", apptest.J{"cells": apptest.J{"1": "mended@people.example"}}).OK()
	if mended.Int("import.error_rows") != 4 || len(mended.At("row.problems").([]any)) != 0 {
		t.Errorf("mended: %s", mended.Body)
	}
	i.owner.Post(i.path+"/start", apptest.J{"consent": true}).Refused(409, "import.has_errors")
	i.owner.Post(i.path+"/start", apptest.J{"valid_only": true}).Refused(422, "field:consent")
	want(t, i.start(nil), apptest.J{"state": "completed", "created": 5, "skipped": 4, "failed": 0, "consent.name": "owner"})
	if n := w.Number("select count(*) from credentials where import_id = $1 and state = 'draft' and source = 'import'", i.read().Int("import.id")); n != 5 {
		t.Errorf("%d drafts", n)
	}
	if n := w.Number("select count(*) from credentials where recipient_name = '=Formula' and issued_on = '2025-12-30' and grade = 75"); n != 1 {
		t.Errorf("%d credentials as the file says", n)
	}
	if n := w.Number("select count(*) from audit_events where action = 'credential.created' and details ->> 'import' is not null"); n != 5 {
		t.Errorf("%d rows in the audit log", n)
	}

	again := importFile(t, w, owner, i.read().Int("import.settings.group_id"), "people.csv", peopleFile)
	want(t, again.read(), apptest.J{"remembered": true})
	want(t, again.check(), apptest.J{"good_rows": 0, "warning_rows": 0, "error_rows": 9})
	again.owner.Post(again.path+"/start", apptest.J{"consent": true, "valid_only": true}).Refused(409, "import.nothing_to_do")

	i.owner.Post(i.path+"/undo", nil).OK()
	w.Work()
	want(t, i.read(), apptest.J{"undo.deleted": 5, "undo.revoked": 0})
	if n := w.Number("select count(*) from credentials where state <> 'deleted'"); n != 0 {
		t.Errorf("%d credentials are left", n)
	}
	i.owner.Post(i.path+"/undo", nil).Refused(409, "import.already_undone")
}

func TestAnImportThatPublishesCanBeUndoneWithoutAMail(t *testing.T) {
	t.Parallel()
	for _, family := range []string{"/v1/imports/", "/v1/operations/"} {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			testUndoOfAnImportThatPublishes(t, family)
		})
	}
}

func testUndoOfAnImportThatPublishes(t *testing.T, family string) {
	w := apptest.New(t)
	owner := w.Issuer("owner")
	i := importFile(t, w, owner, owner.Group("Weaving"), "people.csv", peopleFile)
	i.check()
	i.start(apptest.J{"publish": true, "send_email": true, "hold_minutes": 10})
	apptest.Eventually(t, "all to be published", func() bool {
		return w.Number("select count(*) from publications where finished_at is not null and published_count = 4") == 1
	})
	want(t, i.read(), apptest.J{"state": "completed", "created": 4})
	i.owner.Post(family+path.Base(i.path)+"/undo", nil).OK()
	apptest.Eventually(t, "all to be undone", func() bool { return i.read().At("import.undo.finished_at") != nil })
	want(t, i.read(), apptest.J{"undo.deleted": 0, "undo.revoked": 4, "undo.not_undone": []any{}})
	w.Clock.Advance(20 * time.Minute)
	apptest.Eventually(t, "mails to go out, had there been any", func() bool { return w.Number("select count(*) from mails where state = 'queued'") == 0 })
	for _, address := range []string{"ada@people.example", "ali@people.example", "grace@gmial.com", "formula@people.example"} {
		if mails := w.Mail.To(address); len(mails) != 0 {
			t.Errorf("%d mails went to %s", len(mails), address)
		}
	}
}

func TestRowsChangeCredentialsThatTheyFind(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	owner.Post("/v1/attribute_keys", apptest.J{"attribute_key": apptest.J{"name": "Score"}}).OK()
	more := func(license string) apptest.J {
		return apptest.J{"license_id": license, "grade": 50, "custom_attributes": apptest.J{"score": "old"}}
	}
	owner.Draft(group, "ada", more("L1"))
	owner.Issued(group, "grace", more("L2"))
	const file = "license id,name,email,grade,score,group\nL1,Ada New,ada@recipients.example,90,,\nL2,,,,new,\nL9,Lin,lin@recipients.example,70,,Weaving\n"
	i := importFile(t, w, owner, 0, "people.csv", file)
	want(t, i.check(apptest.J{"mode": "update", "key": "license_id"}), apptest.J{"good_rows": 2, "error_rows": 1, "problem_counts.0.code": "unknown_key"})
	want(t, i.check(apptest.J{"mode": "upsert", "key": "license_id", "recipient_data": "change"}), apptest.J{"error_rows": 0})
	want(t, i.start(nil), apptest.J{"state": "completed", "created": 1, "updated": 2})
	for what, sql := range map[string]string{
		"a changed name and grade": `recipient_name = 'Ada New' and grade = 90 and custom_attributes ->> 'score' = 'old'`,
		"a changed attribute":      `recipient_name = 'grace' and grade = 50 and custom_attributes ->> 'score' = 'new' and state = 'published'`,
		"a new one":                `license_id = 'L9' and state = 'draft' and import_id is not null`,
	} {
		if w.Number("select count(*) from credentials where "+sql) != 1 {
			t.Errorf("there is not %s", what)
		}
	}
	again := importFile(t, w, owner, 0, "people.csv", "license id,name,email,score,group\nL1,Ada,ada@recipients.example,whole,Weaving\n")
	again.check(apptest.J{"mode": "replace", "key": "license_id"})
	want(t, again.start(nil), apptest.J{"updated": 1})
	if w.Number(`select count(*) from credentials where license_id = 'L1' and grade is null and custom_attributes = '{"score":"whole"}' and recipient_name = 'Ada New'`) != 1 {
		t.Error("what the row does not say is still there, or the recipient was changed")
	}
	owner.Post(again.path+"/undo", nil).Refused(409, "import.nothing_to_undo")
}

func TestAFileNamesManyGroupsAndMakesThoseThatAreMissing(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	weaving, dyeing := owner.Group("Weaving"), owner.Group("Dyeing")
	file := fmt.Sprintf("name,email,course\nAda,a@x.example,weaving\nBo,b@x.example,%d\nCy,c@x.example,Spinning\nDi,d@x.example,Spinning\n", dyeing)
	i := importFile(t, w, owner, 0, "people.csv", file)
	want(t, i.check(), apptest.J{"error_rows": 2, "problem_counts.0.code": "unknown_group"})
	want(t, i.check(apptest.J{"group_id": weaving, "create_groups": true}), apptest.J{"error_rows": 0})
	want(t, i.start(nil), apptest.J{"state": "completed", "created": 4})
	if n := w.Number("select count(*) from credentials c join groups g on g.id = c.group_id where g.name = 'Spinning' and g.certificate_design_id is not null"); n != 2 {
		t.Errorf("%d credentials in the new group", n)
	}
}

func TestARowIsToldWhatTheDesignsOfItsGroupDoNotShow(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	owner.Post("/v1/attribute_keys", apptest.J{"attribute_key": apptest.J{"name": "Hall", "kind": "text"}}).OK()
	const greeted = `{"kind":"text","model":"[custom.hall]","top":"10%","left":"10%","image_width":"30%","image_height":"10%"}`
	design := owner.Post("/v1/certificate_designs/create", `{"design":{"name":"Hall","kind":"certificate","blocks":[`+greeted+`]}}`).OK().Int("design.id")
	owner.Group("Weaving")
	owner.Post("/v1/issuer/groups", apptest.J{"group": apptest.J{"name": "Dyeing", "course_name": "Dyeing", "certificate_design_id": design}}).OK()
	i := importFile(t, w, owner, 0, "people.csv", "name,email,group,hall\nAda,a@x.example,Weaving,North\nBo,b@x.example,Weaving,\nCy,c@x.example,Dyeing,South\n")
	want(t, i.check(), apptest.J{"good_rows": 2, "warning_rows": 1, "problem_counts.0.code": "attribute_without_design"})
	rows := i.owner.Get(i.path + "/rows?problem=attribute_without_design").OK()
	if rows.Text("rows.0.cells.0") != "Ada" || rows.Int("rows.0.problems.0.column") != 3 || !strings.Contains(rows.Text("rows.0.problems.0.message"), "None of the group’s designs") {
		t.Errorf("%s", rows.Body)
	}
}

func TestAFileThatCannotBeReadIsKeptWithItsReason(t *testing.T) {
	t.Parallel()
	settings := apptest.Settings(t)
	w := apptest.NewWith(t, settings)
	owner := w.Issuer("owner")
	for name, c := range map[string]struct{ data, code string }{
		"broken.xls": {"this is no workbook", "unreadable"}, "broken.xlsx": {"PK\x03\x04", "unreadable"}, "empty.csv": {",,,\n", "empty"},
		"header.csv": {"name,email\n", "no_rows"}, "wide.csv": {"a" + strings.Repeat(",b", 200), "too_many_columns"},
	} {
		i := importFile(t, w, owner, 0, name, c.data)
		want(t, i.read(), apptest.J{"state": "failed", "problem.code": c.code})
		key := i.owner.World.Files("private/")
		if len(key) == 0 || !strings.Contains(w.Log.Complaints(), "a spreadsheet cannot be read; its file is kept") {
			t.Errorf("%s: the operator cannot find it", name)
		}
	}
	folder := filepath.Join(t.TempDir(), "fetched")
	listed, err := laurel(t, settings, "spreadsheets", "--to", folder)
	if err != nil || !strings.Contains(listed, `"wide.csv" of owner`) || !strings.Contains(listed, "The file has too many columns. The limit is 200.") {
		t.Errorf("the operator reads %v, %s", err, listed)
	}
	kept, err := filepath.Glob(filepath.Join(folder, "*.xls"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("%v of the file with the other ending, %v", kept, err)
	}
	if data, err := os.ReadFile(kept[0]); err != nil || string(data) != "this is no workbook" {
		t.Errorf("%q, %v", data, err)
	}
	owner.Post("/v1/imports", apptest.J{"file_key": "private/other"}).Refused(422, "field:file_key")
}

func TestTheTemplateShowsWhatTheDesignsShow(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	if file := string(owner.Get(fmt.Sprint("/v1/imports/template?group_id=", group)).OK().Body); !strings.HasPrefix(file, "\ufeffName,Email,") {
		t.Errorf("%q", file)
	}
	owner.Get(fmt.Sprint("/v1/imports/template?format=xlsx&group_id=", group)).OK()
	owner.Get("/v1/imports/template?group_id=999999").Refused(404, "group.not_found")
}

func TestColumnsOfEvidenceBecomeEvidence(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	const file = "name,email,Evidence Description 1,Evidence URL 1,Evidence Description 2,Evidence URL 2\n" +
		"Ada,ada@x.example,Thesis,https://work.example/ada,Spoke well,\nBo,bo@x.example,,,,\nCy,cy@x.example,,javascript:alert(1),,\n"
	i := importFile(t, w, owner, owner.Group("Weaving"), "people.csv", file)
	want(t, i.check(), apptest.J{"good_rows": 2, "error_rows": 1, "problem_counts.0.code": "invalid_url"})
	want(t, i.start(nil), apptest.J{"state": "completed", "created": 2})
	if n := w.Number("select count(*) from evidence_items e join credentials c on c.id = e.credential_id where c.recipient_name = 'Ada'"); n != 2 {
		t.Errorf("%d pieces of evidence", n)
	}
}
