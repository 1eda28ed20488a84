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

	"laurel/internal/accounts/access"
	"laurel/internal/app"
	"laurel/internal/app/apptest"
	"laurel/internal/operations/imports"
	"laurel/internal/platform/pg"
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
	bare := bareInsert(b, a, by.DepartmentID, bareGroup, people[:half]) // half before and after, as the machine has other things to do
	watch := started(b, a)
	if _, err := a.Imports.Start(b.Context(), by, i.UUID, imports.Options{Consent: true, ValidOnly: true, Publish: true, HoldMinutes: 10}); err != nil {
		b.Fatal(err)
	}
	awaited(b, a, by, i, imports.Completed)
	imported := watch.read()
	until(b, "the publication ends", func() bool {
		return apptest.Number(b, a, "select count(*) from publications where finished_at is not null") == 1
	})
	published := watch.read()
	undone := undo(b, a, by, i)
	bare = bare.and(bareInsert(b, a, by.DepartmentID, bareGroup, people[half:]))

	var out bytes.Buffer
	table := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	line := func(what string, took time.Duration, more string) {
		_, _ = fmt.Fprintf(table, "%s\t%.1f s\t%.0f rows/s\t%s\t\n", what, took.Seconds(), rows/took.Seconds(), more)
	}
	line("read 50,000 rows", parsed, "")
	line("read and check them", checked, fmt.Sprintf("peak %d MiB, and %d MiB in the child", own, theirs))
	line("bare INSERT of the same rows", bare.wall, fmt.Sprintf("%.1f s of processors", bare.cpu.Seconds()))
	for _, work := range []struct {
		what string
		took spent
	}{{"import them", imported}, {"import and publish them", published}, {"undo the import and its publication", undone}} {
		line(work.what, work.took.wall, fmt.Sprintf("1/%.1f of bare; %.1f s of processors, 1/%.1f", work.took.wall.Seconds()/bare.wall.Seconds(),
			work.took.cpu.Seconds(), work.took.cpu.Seconds()/bare.cpu.Seconds()))
	}
	_ = table.Flush()
	_, _ = fmt.Fprintf(os.Stdout, "\n%s\n", out.String())
}

func awaited(b *testing.B, a *app.App, by access.Actor, i imports.Import, state imports.State) imports.Import {
	b.Helper()
	until(b, "the import is "+string(state), func() bool {
		read, err := a.Imports.Read(b.Context(), by, i.UUID)
		if err != nil || read.State == imports.Failed {
			b.Fatalf("the import is %s %v %v; want %s", read.State, read.Problem, err, state)
		}
		i = read
		return i.State == state
	})
	return i
}

// until asks now and then, since asking takes its time as well.
func until(b *testing.B, what string, done func() bool) {
	b.Helper()
	for deadline := time.Now().Add(5 * time.Minute); !done(); {
		if <-time.After(100 * time.Millisecond); time.Now().After(deadline) {
			b.Fatal("waited five minutes until ", what)
		}
	}
}

// spent is what work took: on the clock, and of the processors, which tells more where the machine has other things to do.
type spent struct{ wall, cpu time.Duration }

func (s spent) and(more spent) spent { return spent{s.wall + more.wall, s.cpu + more.cpu} }

// stopwatch tells what was spent since it was started, by this process and by the database for it.
type stopwatch struct {
	b     *testing.B
	a     *app.App
	begun time.Time
	cpu   time.Duration
}

func started(b *testing.B, a *app.App) stopwatch {
	b.Helper()
	w := stopwatch{b: b, a: a}
	w.cpu = w.processors()
	w.begun = time.Now()
	return w
}

func (w stopwatch) read() spent { return spent{time.Since(w.begun), w.processors() - w.cpu} }

// processors is what this process and all that serve it in the database took of the processors; nothing where the system does not tell.
func (w stopwatch) processors() (all time.Duration) {
	rows, err := w.a.Pool.Query(w.b.Context(), "select pid::text from pg_stat_activity where datname = current_database()")
	if err != nil {
		w.b.Fatal(err)
	}
	pids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		w.b.Fatal(err)
	}
	for _, pid := range append(pids, "self") {
		stat, err := os.ReadFile(filepath.Join("/proc", pid, "stat"))
		if err != nil {
			continue
		}
		_, after, _ := strings.Cut(string(stat), ") ")
		for _, ticks := range strings.Fields(after)[11:13] { // in its own code and for it in the system, in hundredths of a second
			n, _ := strconv.Atoi(ticks)
			all += time.Duration(n) * 10 * time.Millisecond
		}
	}
	return all
}

// undo takes an import back while its publication holds its mails back, and tells what that took.
func undo(b *testing.B, a *app.App, by access.Actor, i imports.Import) spent {
	b.Helper()
	watch := started(b, a)
	i, err := a.Imports.Undo(b.Context(), by, i.UUID)
	if err != nil {
		b.Fatal(err)
	}
	until(b, "the import is undone", func() bool {
		if i, err = a.Imports.Read(b.Context(), by, i.UUID); err != nil {
			b.Fatal(err)
		}
		return i.Undo.FinishedAt != nil
	})
	if i.Undo.Revoked != i.Created {
		b.Fatalf("%d of %d credentials revoked", i.Undo.Revoked, i.Created)
	}
	return watch.read()
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

// bareInsert tells what it takes to put rows into the table in batches of the same size: one statement each, with the columns
// that an import fills, and all indexes and constraints of the table.
func bareInsert(b *testing.B, a *app.App, departmentID, group int64, people []person) spent {
	b.Helper()
	const insert = `insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, expired_on, grade,
			private, private_key, allows_duplicate, source, created_at, updated_at)
		select $1, $2, gen_random_uuid(), e, n, m, i::date, x::date, g::numeric, false, 'k' || e, false, 'bench', now(), now()
		from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::float8[]) r(e, n, m, i, x, g)`
	watch := started(b, a)
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
	return watch.read()
}
