package apptest_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"laurel/internal/app/apptest"
	"laurel/internal/operations/exports"
)

// rowsFile is a data export that was made.
type rowsFile struct {
	by apptest.Client
	id int64
}

func exportRows(by apptest.Client, order apptest.J) rowsFile {
	f := rowsFile{by, by.Post("/v1/data_exports", apptest.J{"data_export": order}).Want(201).Int("data_export.id")}
	by.World.Work()
	return f
}

func (f rowsFile) read() apptest.Reply { return f.by.Get(fmt.Sprint("/v1/data_exports/", f.id)) }

// path is where a browser fetches it.
func (f rowsFile) path(t *testing.T) string {
	t.Helper()
	link, err := url.Parse(f.read().OK().Text("data_export.urls.0.url"))
	if err != nil {
		t.Fatal(err)
	}
	return link.RequestURI()
}

// table fetches the file and gives its rows, each a map of column to cell.
func (f rowsFile) table(t *testing.T) []map[string]string {
	t.Helper()
	body := f.by.World.Nobody().Get(f.path(t)).OK().Body
	var lines [][]string
	var err error
	if text, isText := bytes.CutPrefix(body, []byte("\ufeff")); isText {
		lines, err = csv.NewReader(bytes.NewReader(text)).ReadAll()
	} else {
		var book *excelize.File
		if book, err = excelize.OpenReader(bytes.NewReader(body)); err == nil {
			lines, err = book.GetRows("Sheet1")
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	rows := make([]map[string]string, len(lines)-1)
	for i, line := range lines[1:] {
		rows[i] = map[string]string{}
		for j, cell := range line {
			rows[i][lines[0][j]] = cell
		}
	}
	return rows
}

func TestTheRowsOfAFilteredListMakeAFile(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	owner.Post("/v1/attribute_keys", apptest.J{"attribute_key": apptest.J{"name": "Score"}}).OK()
	weaving, other := owner.Group("Weaving"), owner.Group("Dyeing")
	owner.Draft(other, "bob")
	for i, name := range []string{"=1+1", "Łucja Brönnimann", "@SUM(A1:A9)"} {
		owner.Issued(weaving, fmt.Sprint("r", i), apptest.J{
			"recipient": apptest.J{"name": name, "email": apptest.Email(fmt.Sprint("r", i))}, "custom_attributes": apptest.J{"score": "007"}, "grade": 91.5,
		})
	}
	for _, format := range []string{"csv", "xlsx"} {
		f := exportRows(owner.Client, apptest.J{"entity": "credentials", "format": format, "all_matching": apptest.J{"group_id": weaving, "state": "published"}})
		if got := f.read().OK(); got.Text("data_export.status") != "completed" || got.Int("data_export.row_count") != 3 || got.Int("data_export.total_count") != 3 {
			t.Fatalf("%s: %s", format, got.Body)
		}
		rows := f.table(t)
		if len(rows) != 3 {
			t.Fatalf("%s: %d rows: %v", format, len(rows), rows)
		}
		if a, b, c := rows[0]["recipient_name"], rows[1]["recipient_name"], rows[2]["recipient_name"]; a != "'=1+1" || b != "Łucja Brönnimann" || c != "'@SUM(A1:A9)" {
			t.Errorf("%s: names %q %q %q", format, a, b, c)
		}
		if r := rows[1]; r["custom.score"] != "007" || r["grade"] != "91.5" || r["state"] != "published" || len(r["issued_on"]) != 10 ||
			r["url"] != apptest.Origin+"/"+r["uuid"] || r["group_name"] != "Weaving" {
			t.Errorf("%s: row %v", format, r)
		}
	}
}

func TestEveryListHasItsColumns(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	owner.Post("/v1/attribute_keys", apptest.J{"attribute_key": apptest.J{"name": "Score"}}).OK()
	id := owner.Draft(owner.Group("Weaving"), "ada").Int("credential.id")
	publication := owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": []int64{id}}).OK().Text("publication.uuid")
	w.Work()
	for entity, want := range map[string]map[string]string{
		"organizations": {"id": fmt.Sprint(owner.Department)}, "groups": {"name": "Weaving", "published_count": "1"}, "designs": {"kind": "certificate"},
		"attributes": {"key": "score"}, "publications": {"uuid": publication, "published_count": "1"}, "mails": {"kind": "delivery"},
		"outcomes": {"credential_id": fmt.Sprint(id), "outcome": "published"}, "audit": {"ip": "127.0.0.1"},
		"credential_analytics": {"credential_id": fmt.Sprint(id), "event": "credential.created"}, "credentials": {"id": fmt.Sprint(id), "license_id": ""},
	} {
		order := apptest.J{"entity": entity}
		if entity == "outcomes" {
			order["publication"] = publication
		}
		rows := exportRows(owner.Client, order).table(t)
		found := slices.ContainsFunc(rows, func(row map[string]string) bool {
			for column, cell := range want {
				if got, has := row[column]; !has || got != cell {
					return false
				}
			}
			return true
		})
		if !found {
			t.Errorf("%s: no row like %v in %v", entity, want, rows)
		}
	}
}

func TestAnExportBelongsToWhoAskedForIt(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	owner.Group("Weaving")
	f := exportRows(owner.Client, apptest.J{"entity": "groups"})
	for who, other := range map[string]apptest.Client{
		"a colleague": owner.Viewer("viewer").Client, "a key of the department": owner.Key("write"), "another department": w.Issuer("stranger").Client,
	} {
		theirs := rowsFile{other, f.id}
		if got := theirs.read(); !got.IsRefusal(404, "data_export.not_found") {
			t.Errorf("%s reads %d %s", who, got.Status, got.Body)
		}
		if n := other.Get("/v1/data_exports").OK().Int("meta.total_count"); n != 0 {
			t.Errorf("%s sees %d exports", who, n)
		}
		other.Delete(fmt.Sprint("/v1/data_exports/", f.id)).Refused(404, "data_export.not_found")
	}
	path := f.path(t)
	if mail := w.Link("owner@people.example"); !strings.Contains(mail.String(), fmt.Sprint("/exports?data=", f.id)) {
		t.Errorf("the mail leads to %s", mail)
	}
	w.Clock.Advance(exports.LinkLifetime + time.Second)
	w.Nobody().Get(path).Refused(404, "data_export.link_expired")
	w.Nobody().Get(f.path(t)).OK()
	program := exportRows(owner.Key("read"), apptest.J{"entity": "groups"})
	program.read().OK()
	w.Clock.Advance(exports.Lifetime)
	program.read().Refused(404, "data_export.not_found")
	if _, err := w.App.Exports.DeleteExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left := w.Files("data-exports/"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestAnExportGoesOnWhereItWasKilledAndMailsOnce(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	w.Exec(`insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key,
			description, created_at, updated_at)
		select $1, $2, gen_random_uuid(), 'a' || (10000000 + n), 'Person ' || n, 'p' || n || '@example.org', now(), false, 'k', repeat('x', 800), now(), now()
		from generate_series(1, 6000) n`, owner.Department, group)
	id := owner.Post("/v1/data_exports", apptest.J{"data_export": apptest.J{"entity": "credentials"}}).Want(201).Int("data_export.id")
	// The first piece was written and noted, then the process died; another began with the second piece and died before it was noted.
	job := exports.Write{ExportID: id, DepartmentID: owner.Department}
	slice := w.App.Operations.TimeSlice
	w.App.Operations.TimeSlice = 0
	for range 2 { // begins, and writes the first piece
		_ = w.App.Exports.Work(t.Context(), job)
	}
	w.App.Operations.TimeSlice = slice
	first := owner.Get(fmt.Sprint("/v1/data_exports/", id)).OK()
	if n := first.Int("data_export.row_count"); n == 0 || n >= 6000 || first.Text("data_export.status") != "processing" {
		t.Fatalf("after one piece: %s", first.Body)
	}
	for range 2 {
		if err := w.App.Exports.Work(t.Context(), job); err != nil {
			t.Fatal(err)
		}
	}
	w.Work()
	rows := rowsFile{owner.Client, id}.table(t)
	seen := map[string]bool{}
	for _, row := range rows {
		seen[row["recipient_email"]] = true
	}
	if len(rows) != 6000 || len(seen) != 6000 {
		t.Errorf("%d rows of %d people; want 6000", len(rows), len(seen))
	}
	if n := w.Number("select count(*) from mails where kind = 'export_ready'"); n != 1 {
		t.Errorf("%d mails; want one", n)
	}
	if pieces := w.Files("data-exports/"); len(pieces) < 5 {
		t.Errorf("%d pieces of %d bytes for 5 MB: what is held in memory is not bounded", len(pieces), exports.PieceBytes)
	}
}
