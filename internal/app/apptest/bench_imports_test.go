package apptest_test

import (
	"bytes"
	"crypto/rand"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/access"
	"laurel/internal/app"
	"laurel/internal/app/apptest"
	"laurel/internal/imports"
	"laurel/internal/pg"
)

// BenchmarkImports measures a spreadsheet of 50,000 rows of which 500 are bad: reading and checking it with the memory that it
// takes, and importing and publishing it beside a bare INSERT of the same rows. It runs once and prints a table.
func BenchmarkImports(b *testing.B) {
	if b.N > 1 {
		return // the one pass has measured everything
	}
	const rows, bad = 50_000, 500
	sheet := apptest.People(rows, bad)
	a := open(b, apptest.Settings(b))
	by := newDepartment(b, a)
	group := newGroup(b, a, by)
	pool, err := a.Workers(b.Context(), []string{"default"})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = pool.Stop(b.Context()) }()
	child := watchChildren(b)
	begun := time.Now()
	i := sent(b, a, by, group, "people.csv", sheet.Data)
	i = awaited(b, a, by, i, imports.Parsed)
	parsed := time.Since(begun)
	if _, err := a.Imports.Map(b.Context(), by, i.UUID, i.Mapping, i.Settings); err != nil {
		b.Fatal(err)
	}
	i = awaited(b, a, by, i, imports.Validated)
	checked := time.Since(begun)
	own, theirs := peak(b, "self"), child()
	if i.ErrorRows != bad {
		b.Errorf("%d rows with errors; want %d", i.ErrorRows, bad)
	}
	people, bareGroup := goodRows(b, sheet), newGroupNamed(b, a, by, "Bare")
	half := len(people) / 2
	bare := bareInsert(b, a, by.DepartmentID, bareGroup, people[:half]) // before and after, as the machine has other things to do
	begun = time.Now()
	if _, err := a.Imports.Start(b.Context(), by, i.UUID, imports.Order{Consent: true, ValidOnly: true, Publish: true, HoldMinutes: 10}); err != nil {
		b.Fatal(err)
	}
	awaited(b, a, by, i, imports.Completed)
	imported := time.Since(begun)
	apptest.Eventually(b, "the publication to end", func() bool {
		return apptest.Number(b, a, "select count(*) from publications where finished_at is not null") == 1
	})
	published := time.Since(begun)
	undone := undo(b, a, by, i)
	bare += bareInsert(b, a, by.DepartmentID, bareGroup, people[half:])

	var out bytes.Buffer
	table := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	line := func(what string, took time.Duration, more string) {
		_, _ = fmt.Fprintf(table, "%s\t%.1f s\t%.0f rows/s\t%s\t\n", what, took.Seconds(), rows/took.Seconds(), more)
	}
	line("read 50,000 rows", parsed, "")
	line("read and check them", checked, fmt.Sprintf("peak %d MiB, and %d MiB in the child", own, theirs))
	line("bare INSERT of the same rows", bare, "")
	line("import them", imported, fmt.Sprintf("1/%.1f of bare", imported.Seconds()/bare.Seconds()))
	line("import and publish them", published, fmt.Sprintf("1/%.1f of bare", published.Seconds()/bare.Seconds()))
	line("undo the import and its publication", undone, fmt.Sprintf("1/%.1f of bare", undone.Seconds()/bare.Seconds()))
	_ = table.Flush()
	_, _ = fmt.Fprintf(os.Stdout, "\n%s\n", out.String())
}

func awaited(b *testing.B, a *app.App, by access.Actor, i imports.Import, state imports.State) imports.Import {
	b.Helper()
	deadline := time.Now().Add(5 * time.Minute)
	for i.State != state {
		<-time.After(20 * time.Millisecond)
		read, err := a.Imports.Read(b.Context(), by, i.UUID)
		if err != nil || read.State == imports.Failed || time.Now().After(deadline) {
			b.Fatalf("the import is %s %v %v; want %s", read.State, read.Problem, err, state)
		}
		i = read
	}
	return i
}

// undo takes an import back while its publication holds its mails back, and tells how long that took.
func undo(b *testing.B, a *app.App, by access.Actor, i imports.Import) time.Duration {
	b.Helper()
	begun := time.Now()
	i, err := a.Imports.TakeItBack(b.Context(), by, i.UUID)
	for deadline := begun.Add(5 * time.Minute); err == nil && i.Undo.FinishedAt == nil; i, err = a.Imports.Read(b.Context(), by, i.UUID) {
		if <-time.After(20 * time.Millisecond); time.Now().After(deadline) {
			b.Fatal("the import is not undone")
		}
	}
	if err != nil || i.Undo.Revoked != i.Created {
		b.Fatalf("%d of %d credentials revoked: %v", i.Undo.Revoked, i.Created, err)
	}
	return time.Since(begun)
}

// peak is the most memory that a process had, in MiB.
func peak(b *testing.B, process string) int {
	b.Helper()
	status, err := os.ReadFile(filepath.Join("/proc", process, "status"))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	kb, _ := strconv.Atoi(strings.Fields(after + " 0")[0])
	return kb >> 10
}

// watchChildren looks at the memory of what we start to read spreadsheets, until it is asked.
func watchChildren(b *testing.B) func() int {
	b.Helper()
	var most atomic.Int64
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(10 * time.Millisecond):
			}
			for _, process := range children() {
				most.Store(max(most.Load(), int64(peak(b, process))))
			}
		}
	}()
	return func() int {
		close(done)
		return int(most.Load())
	}
}

// children are the processes that this one started.
func children() (found []string) {
	names, _ := filepath.Glob("/proc/self/task/*/children")
	for _, name := range names {
		data, _ := os.ReadFile(name)
		found = append(found, strings.Fields(string(data))...)
	}
	return slices.Compact(found)
}

// person is a good row of the sheet, as the table has it.
type person struct {
	name, mail, issued, expires string
	grade                       float64
}

func goodRows(b *testing.B, sheet apptest.Sheet) (good []person) {
	b.Helper()
	in := csv.NewReader(bytes.NewReader(sheet.Data))
	in.Comma = ';'
	rows, err := in.ReadAll()
	if err != nil {
		b.Fatal(err)
	}
	bad := map[int]bool{}
	for _, n := range sheet.Bad {
		bad[n] = true
	}
	day := func(text string) string { return text[6:] + "-" + text[3:5] + "-" + text[:2] }
	for i, row := range rows {
		if i == 0 || bad[i+1] {
			continue
		}
		grade, err := strconv.ParseFloat(row[4], 64)
		if err != nil {
			b.Fatal(err)
		}
		mail := strings.Replace(row[1], "person.", "member.", 1) // somebody else: the import finds nobody whom it knows
		good = append(good, person{row[0], mail, day(row[2]), day(row[3]), grade})
	}
	return good
}

// bareInsert tells how long it takes to put rows into the table in batches of the same size: one statement each, with the columns
// that an import fills, and all indexes and constraints of the table.
func bareInsert(b *testing.B, a *app.App, departmentID, group int64, people []person) time.Duration {
	b.Helper()
	const insert = `insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, expired_on, grade,
			private, private_key, allows_duplicate, source, created_at, updated_at)
		select $1, $2, gen_random_uuid(), e, n, m, i::date, x::date, g::numeric, false, 'k' || e, false, 'bench', now(), now()
		from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::float8[]) r(e, n, m, i, x, g)`
	begun := time.Now()
	for some := range slices.Chunk(people, imports.Chunk) {
		var ids, names, mails, issued, expires []string
		var grades []float64
		for _, p := range some {
			ids = append(ids, "0z"+strings.ToLower(rand.Text()[:8]))
			names, mails, issued = append(names, p.name), append(mails, p.mail), append(issued, p.issued)
			expires, grades = append(expires, p.expires), append(grades, p.grade)
		}
		err := pg.InDepartment(b.Context(), a.Pool, departmentID, func(tx pgx.Tx) error {
			_, err := tx.Exec(b.Context(), insert, departmentID, group, ids, names, mails, issued, expires, grades)
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	return time.Since(begun)
}
