package apptest_test

import (
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/app"
	"laurel/internal/app/apptest"
	"laurel/internal/design/uploads"
	"laurel/internal/operations/imports"
	"laurel/internal/platform/page"
)

// sheetRows is how many rows are imported while the process is killed; `make faults` takes 50,000.
func sheetRows() int {
	if n, err := strconv.Atoi(os.Getenv("LAUREL_TEST_IMPORT_ROWS")); err == nil {
		return n
	}
	return 3000
}

// sent puts a spreadsheet into the bucket as a browser would and begins its import.
func sent(t testing.TB, a *app.App, by access.Actor, group int64, name string, data []byte) imports.Import {
	t.Helper()
	policy, err := a.Uploads.Policy(t.Context(), by, uploads.Request{Preset: string(uploads.General), FileName: name})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Objects.Put(t.Context(), policy.Key, "text/csv", data); err != nil {
		t.Fatal(err)
	}
	i, err := a.Imports.Begin(t.Context(), by, policy.Key, &group)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

func TestAnImportWhoseProcessIsKilledIssuesEachValidRowOnce(t *testing.T) {
	t.Parallel()
	rows := sheetRows()
	k := newKilling(t, apptest.Settings(t))
	a := k.onlooker
	by := newDepartment(t, a)
	sheet := apptest.People(rows, rows/100)
	i := sent(t, a, by, newGroup(t, a, by), "people.csv", sheet.Data)
	became := func(state imports.State) func() bool {
		return func() bool {
			read, err := a.Imports.Read(t.Context(), by, i.UUID)
			if err != nil {
				t.Fatal(err)
			}
			i = read
			return i.State == state
		}
	}
	p := k.serve()
	kill := func() {
		<-time.After(rand.N(300 * time.Millisecond)) // not a wait for something: the random point itself
		p.kill()
		p = k.serve()
	}
	kill()
	apptest.Eventually(t, "the file to be read", became(imports.Parsed))
	if _, err := a.Imports.Map(t.Context(), by, i.UUID, i.Mapping, i.Settings); err != nil {
		t.Fatal(err)
	}
	kill()
	apptest.Eventually(t, "the rows to be checked", became(imports.Validated))
	if got := badRows(t, a, by, i, len(sheet.Bad)); !slices.Equal(got, sheet.Bad) {
		t.Fatalf("the report names %d rows, want %d: %v", len(got), len(sheet.Bad), got)
	}
	if _, err := a.Imports.Start(t.Context(), by, i.UUID, imports.Options{Consent: true, ValidOnly: true, Publish: true, SendEmail: true}); err != nil {
		t.Fatal(err)
	}
	const outcomes = "select count(*) from import_rows where outcome in ('created', 'failed')"
	for part := range 3 {
		k.reach("rows to be imported", outcomes, part*sheet.Good/4)
		kill()
	}
	k.reach("rows to be imported", outcomes, sheet.Good)
	apptest.Eventually(t, "the import to end", became(imports.Completed))
	kill()
	k.reach("credentials to be published", "select published_count from publications", sheet.Good)
	k.reach("mails to be sent", "select count(*) from mails where state = 'sent'", sheet.Good)
	apptest.Eventually(t, "all to be published", func() bool {
		return k.number("select count(*) from publications where finished_at is not null") == 1 && k.number(apptest.OpenJobs, sendingQueues) == 0
	})
	good := int64(sheet.Good)
	for what, sql := range map[string]string{
		"credentials are published":        "select count(*) from credentials where state = 'published' and import_id is not null",
		"credentials are there at all":     "select count(*) from credentials",
		"people have one":                  "select count(distinct recipient_email) from credentials",
		"rows know theirs":                 "select count(distinct credential_id) from import_rows where outcome = 'created'",
		"creations are in the audit log":   "select count(*) from audit_events where action = 'credential.created'",
		"are counted by the import":        "select created from imports",
		"delivery mails were written":      "select count(*) from mails where kind = 'delivery'",
		"recipients were mailed":           "select count(distinct recipient) from mails where state = 'sent'",
		"are counted by the publication":   "select published_count from publications",
		"rows are as they are in the file": "select count(*) from import_rows r join credentials c on c.id = r.credential_id where c.recipient_email = r.cells ->> 1",
	} {
		if n := k.number(sql); n != good {
			t.Errorf("%d %s; want %d", n, what, good)
		}
	}
	if n := k.number("select count(*) from import_rows where outcome = 'skipped'"); n != int64(len(sheet.Bad)) {
		t.Errorf("%d rows were left out; want %d", n, len(sheet.Bad))
	}
	if err := p.stop(); err != nil {
		t.Errorf("the last process did not stop cleanly: %v\n%s", err, p.log)
	}
}

// reach waits until a count is as high as that. Every thousand may take as long as anything else that is waited for.
func (k *killing) reach(what, count string, goal int) {
	k.t.Helper()
	for at := range goal/1000 + 1 {
		point := int64(min(goal, (at+1)*1000))
		apptest.Eventually(k.t, fmt.Sprint(point, " ", what), func() bool { return k.number(count) >= point })
	}
}

// badRows are the rows that the report names, held against the file with their reasons.
func badRows(t *testing.T, a *app.App, by access.Actor, i imports.Import, want int) (numbers []int) {
	t.Helper()
	for number := 1; len(numbers) < want; number++ {
		found, err := a.Imports.Rows(t.Context(), by, i.UUID, imports.RowQuery{Status: "error", Page: page.Request{Number: number, Size: 1000}})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range found.Items {
			numbers = append(numbers, row.Number)
		}
		if len(found.Items) == 0 {
			break
		}
	}
	var file strings.Builder
	words := func(code string, _ map[string]any) string { return code }
	if err := a.Imports.Errors(t.Context(), by, i.UUID, words, &file); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(file.String(), "\ufeff"))).ReadAll()
	if err != nil || len(lines) != want+1 {
		t.Fatalf("%d lines in the file of errors, want %d and the header: %v", len(lines), want, err)
	}
	for n, line := range lines[1:] {
		if line[0] == "" || line[0] == fmt.Sprint(nil) {
			t.Errorf("line %d has no reason: %q", n, line)
		}
	}
	return numbers
}
