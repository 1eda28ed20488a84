package exports_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/starters"
	"laurel/internal/design/attributes"
	"laurel/internal/issuing/issuingtest"
	"laurel/internal/messaging/outbox"
	"laurel/internal/messaging/senders"
	"laurel/internal/operations/exports"
	"laurel/internal/operations/operations"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/locales"
)

// world is data exports on a database of their own, with a department and its group.
type world struct {
	*exports.Service
	operations *operations.Service
	t          *testing.T
	pool       *pgxpool.Pool
	clock      *clock.Fake
	by         access.Actor
	group      int64
	files      *files
}

func open(t *testing.T) *world {
	t.Helper()
	t.Parallel()
	w := &world{t: t, pool: dbtest.Pool(t), clock: clock.NewFake(time.Date(2026, time.March, 10, 13, 0, 0, 0, time.UTC))}
	texts, err := i18n.Load(locales.Files)
	if err != nil {
		t.Fatal(err)
	}
	queue, err := jobs.NewQueue(w.pool, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	log := audit.New(w.clock)
	issued := issuingtest.New(w.pool, w.clock, nil)
	mails := outbox.New(outbox.Deps{Senders: senders.New(senders.Deps{Pool: w.pool, Clock: w.clock}), Pool: w.pool, Clock: w.clock, Queue: queue, Texts: texts, Host: "laurel.example", Sent: issued.Lifecycle, Keyring: secrets.RandomKeyring()})
	w.files = &files{stored: map[string][]byte{}}
	w.operations = operations.New(operations.Deps{Pool: w.pool, Clock: w.clock, Audit: log, Queue: queue, Starters: starters.New(w.clock)})
	w.Service = exports.New(exports.Deps{
		Pool: w.pool, Clock: w.clock, Audit: log, Operations: w.operations, Credentials: issued.Credentials, Search: issued.Search, Attributes: attributes.New(w.pool, w.clock, log, unused{}), Outbox: mails, Files: w.files,
		Keyring: secrets.RandomKeyring(), Links: links.New("https://laurel.example"),
	})
	w.by, w.group = w.department()
	return w
}

func (w *world) number(sql string, args ...any) (n int64) {
	w.t.Helper()
	err := pg.InSystem(w.t.Context(), w.pool, func(tx pgx.Tx) error { return tx.QueryRow(w.t.Context(), sql, args...).Scan(&n) })
	if err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
	return n
}

func (w *world) exec(sql string, args ...any) {
	w.t.Helper()
	err := pg.InSystem(w.t.Context(), w.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(w.t.Context(), sql, args...)
		return err
	})
	if err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
}

// department adds a department with an administrator and a group that may issue.
func (w *world) department() (access.Actor, int64) {
	w.t.Helper()
	id := w.number("insert into departments (name, created_at, updated_at) values ('Guild', now(), now()) returning id")
	user := w.number("insert into users (email, verified_at, created_at, updated_at) values ($1, now(), now(), now()) returning id", fmt.Sprintf("admin%d@example.org", id))
	w.exec("insert into memberships (department_id, user_id, role, created_at) values ($1, $2, 'administrator', now())", id, user)
	by := access.Actor{UserID: user, DepartmentID: id, Role: access.Administrator}
	return by, w.newGroup(by, "Weaving")
}

func (w *world) newGroup(by access.Actor, course string) int64 {
	w.t.Helper()
	design := w.number(`insert into designs (department_id, name, kind, size, orientation, created_at, updated_at)
		values ($1, 'Plain', 'certificate', 'a4', 'landscape', now(), now()) returning id`, by.DepartmentID)
	version := w.number(`insert into design_versions (department_id, design_id, number, uuid, document, document_hash, created_at)
		values ($1, $2, 1, gen_random_uuid(), '{}', '', now()) returning id`, by.DepartmentID, design)
	w.exec("update designs set current_version_id = $1 where id = $2", version, design)
	return w.number(`insert into groups (department_id, name, course_name, certificate_design_id, primary_design_id, created_at, updated_at)
		values ($1, $3, $3, $2, $2, now(), now()) returning id`, by.DepartmentID, design, course)
}

// refusal is the code with which a field is refused.
func refusal(err error, field string) string {
	var refused *errs.Error
	if !errors.As(err, &refused) || len(refused.Fields[field]) == 0 {
		return ""
	}
	return refused.Fields[field][0].Code
}

// unused are attributes that no design shows.
type unused struct{}

func (unused) AttributeUsed(context.Context, pgx.Tx, int64, string) (bool, error) { return false, nil }

func (unused) AttributeCount(context.Context, pgx.Tx, int64, string, int) (int64, error) {
	return 0, nil
}

// files is a file store in memory, which can be full.
type files struct {
	mu     sync.Mutex
	stored map[string][]byte
	full   bool
}

var errFull = errors.New("the store is full")

func (f *files) Put(_ context.Context, key, _ string, body []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.full {
		return errFull
	}
	f.stored[key] = bytes.Clone(body)
	return nil
}

func (f *files) Fetch(_ context.Context, key string) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	body, ok := f.stored[key]
	if !ok {
		return nil, errors.New("no such file: " + key)
	}
	return body, nil
}

func (f *files) Delete(_ context.Context, key string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.stored, key)
	return nil
}

func (w *world) start(o exports.Request) exports.Export {
	w.t.Helper()
	e, err := w.Start(w.t.Context(), w.by, o)
	if err != nil {
		w.t.Fatalf("start: %v", err)
	}
	return e
}

func (w *world) job(e exports.Export) exports.Write {
	return exports.Write{ExportID: e.ID, DepartmentID: e.DepartmentID}
}

// done works an export and returns its rows, the header first.
func (w *world) done(e exports.Export) [][]string {
	w.t.Helper()
	if err := w.Work(w.t.Context(), w.job(e)); err != nil {
		w.t.Fatalf("work: %v", err)
	}
	return w.table(e)
}

func (w *world) table(e exports.Export) [][]string {
	w.t.Helper()
	e, err := w.Read(w.t.Context(), w.by, e.ID)
	if err != nil || e.State != exports.Completed {
		w.t.Fatalf("%+v, %v", e, err)
	}
	var out bytes.Buffer
	if err := w.WriteFile(w.t.Context(), e, &out, func() {}); err != nil {
		w.t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(out.String(), "\ufeff"))).ReadAll()
	if err != nil {
		w.t.Fatal(err)
	}
	if len(rows) != e.RowCount+1 {
		w.t.Errorf("%d rows, %d are counted", len(rows)-1, e.RowCount)
	}
	return rows
}

func TestAnExportHoldsItsDepartmentsRowsOnly(t *testing.T) {
	w := open(t)
	stranger, _ := w.department()
	w.newGroup(w.by, "=1+1")
	w.newGroup(stranger, "Weaving too")
	rows := w.done(w.start(exports.Request{Entity: exports.Groups}))
	if len(rows) != 3 || rows[0][1] != "name" || rows[1][1] != "Weaving" || rows[2][1] == "=1+1" || !strings.Contains(rows[2][1], "=1+1") {
		t.Errorf("%q", rows)
	}
	if rows := w.done(w.start(exports.Request{Entity: exports.Groups, Filter: exports.Filter{Term: "weav"}})); len(rows) != 2 {
		t.Errorf("filtered: %q", rows)
	}
	if rows := w.done(w.start(exports.Request{Entity: exports.Groups, Filter: exports.Filter{Term: "%"}})); len(rows) != 1 {
		t.Errorf("a wildcard is no wildcard: %q", rows)
	}
	for _, entity := range []exports.Entity{
		exports.Organizations, exports.Events, exports.Designs, exports.Attributes, exports.Publications, exports.Mails, exports.Audit,
	} {
		e := w.start(exports.Request{Entity: entity})
		rows := w.done(e)
		if len(rows)-1 != e.TotalCount && entity != exports.Audit && entity != exports.Mails {
			t.Errorf("%s: %d rows, %d were counted", entity, len(rows)-1, e.TotalCount)
		}
		for _, row := range rows {
			if strings.Contains(strings.Join(row, ","), fmt.Sprintf("admin%d@", stranger.DepartmentID)) {
				t.Errorf("%s has a row of another department: %q", entity, row)
			}
		}
	}
}

func TestAnExportBelongsToWhoAskedForIt(t *testing.T) {
	w := open(t)
	stranger, _ := w.department()
	e := w.start(exports.Request{Entity: exports.Groups})
	w.done(e)
	e, err := w.Read(t.Context(), w.by, e.ID)
	if err != nil {
		t.Fatal(err)
	}
	colleague, key := w.by, w.by
	colleague.UserID = stranger.UserID
	key.UserID, key.APIKeyID = 0, 1
	for name, by := range map[string]access.Actor{"a stranger": stranger, "a colleague": colleague, "a key": key} {
		_, read := w.Read(t.Context(), by, e.ID)
		list, err := w.List(t.Context(), by, page.Request{})
		if remove := w.Delete(t.Context(), by, e.ID); !errors.Is(read, exports.ErrNotFound) || !errors.Is(remove, exports.ErrNotFound) || err != nil || list.Total != 0 || len(list.Items) != 0 {
			t.Errorf("%s: read %v, delete %v, list %+v, %v", name, read, remove, list, err)
		}
		link, err := w.Link(by, e)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Open(t.Context(), link); !errors.Is(err, exports.ErrNotFound) {
			t.Errorf("%s opens it: %v", name, err)
		}
	}
	tampered := exports.Write{ExportID: e.ID, DepartmentID: stranger.DepartmentID}
	if err := w.Work(t.Context(), tampered); !errors.Is(err, exports.ErrNotFound) {
		t.Errorf("a tampered job: %v", err)
	}
	link, err := w.Link(w.by, e)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := w.Open(t.Context(), link); err != nil || got.ID != e.ID {
		t.Errorf("its own link: %+v, %v", got, err)
	}
	w.clock.Advance(exports.LinkLifetime)
	_, old := w.Open(t.Context(), link)
	_, forged := w.Open(t.Context(), "AAAA")
	if !errors.Is(old, exports.ErrLink) || !errors.Is(forged, exports.ErrLink) {
		t.Errorf("an old link %v, a forged one %v", old, forged)
	}
}

func TestAnInterruptedExportHasEachRowOnceAndMailsOnce(t *testing.T) {
	w := open(t)
	const n = 1203 // more than two pages of rows; long texts make more than one piece
	w.exec(`insert into groups (department_id, name, course_name, course_description, created_at, updated_at)
		select $1, 'g' || i, 'g', repeat('long ', 400), now(), now() from generate_series(1, $2::int) i`, w.by.DepartmentID, n-1)
	e := w.start(exports.Request{Entity: exports.Groups})
	w.operations.TimeSlice = 0
	for range 2 { // begins, and writes the first piece
		_ = w.Work(t.Context(), w.job(e))
	}
	if len(w.files.stored) != 1 {
		t.Fatalf("%d pieces after the first", len(w.files.stored))
	}
	w.files.full = true // as when the process dies while it writes
	if err := w.Work(t.Context(), w.job(e)); !errors.Is(err, errFull) {
		t.Fatalf("the second piece: %v", err)
	}
	w.files.full, w.operations.TimeSlice = false, time.Minute
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			if err := w.Work(t.Context(), w.job(e)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	seen := map[string]bool{}
	for _, row := range w.table(e)[1:] {
		if seen[row[0]] {
			t.Fatalf("group %s twice", row[0])
		}
		seen[row[0]] = true
	}
	if len(seen) != n || len(w.files.stored) < 2 {
		t.Errorf("%d rows in %d pieces; want %d in several", len(seen), len(w.files.stored), n)
	}
	if m := w.number("select count(*) from mails where kind = 'export_ready'"); m != 1 {
		t.Errorf("%d emails", m)
	}
	w.clock.Advance(exports.Lifetime)
	if _, err := w.Read(t.Context(), w.by, e.ID); !errors.Is(err, exports.ErrNotFound) {
		t.Errorf("after its time: %v", err)
	}
	if gone, err := w.DeleteExpired(t.Context()); err != nil || gone != 1 || len(w.files.stored) != 0 || w.number("select count(*) from data_exports") != 0 {
		t.Errorf("%d deleted, %v, %d files are left", gone, err, len(w.files.stored))
	}
}

func TestAnExportEndsWithoutAFileWhenItsAskerLeft(t *testing.T) {
	w := open(t)
	e := w.start(exports.Request{Entity: exports.Groups})
	w.exec("delete from memberships where user_id = $1", w.by.UserID)
	if err := w.Work(t.Context(), w.job(e)); err != nil {
		t.Fatal(err)
	}
	if got, err := w.Read(t.Context(), w.by, e.ID); err != nil || got.State != exports.Errored || len(w.files.stored) != 0 {
		t.Errorf("%+v, %d files, %v", got, len(w.files.stored), err)
	}
	if n := w.number("select count(*) from mails"); n != 0 {
		t.Errorf("%d emails", n)
	}
}

func TestAStoppedExportIsCompletedWhenItIsResumed(t *testing.T) {
	w := open(t)
	e := w.start(exports.Request{Entity: exports.Groups})
	w.exec("delete from memberships where user_id = $1", w.by.UserID)
	if err := w.Work(t.Context(), w.job(e)); err != nil {
		t.Fatal(err)
	}
	w.exec("insert into memberships (department_id, user_id, role, created_at) values ($1, $2, 'administrator', now())", w.by.DepartmentID, w.by.UserID)
	stopped, err := w.operations.List(t.Context(), w.by, operations.Filter{State: operations.Stopped}, page.Request{})
	if err != nil || len(stopped.Items) != 1 || !w.operations.CanResume(w.by, stopped.Items[0]) {
		t.Fatalf("%+v, %v", stopped, err)
	}
	if _, err := w.operations.Resume(t.Context(), w.by, stopped.Items[0].UUID); err != nil {
		t.Fatal(err)
	}
	if err := w.Work(t.Context(), w.job(e)); err != nil {
		t.Fatal(err)
	}
	if got, err := w.Read(t.Context(), w.by, e.ID); err != nil || got.State != exports.Completed || got.RowCount != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestWrongFieldsOfAnOrderAreNamed(t *testing.T) {
	w := open(t)
	_, err := w.Start(t.Context(), w.by, exports.Request{Entity: "people", Format: "pdf", Filter: exports.Filter{Term: strings.Repeat("ä", 256)}})
	for field, code := range map[string]string{"entity": "not_one_of", "format": "not_one_of", "query": "too_long"} {
		if refusal(err, field) != code {
			t.Errorf("%s: %v", field, err)
		}
	}
	if _, err := w.Start(t.Context(), w.by, exports.Request{Entity: exports.Outcomes}); refusal(err, "publication") != "required" {
		t.Errorf("outcomes of none: %v", err)
	}
	viewer := w.by
	viewer.Role = access.Viewer
	if _, err := w.Start(t.Context(), viewer, exports.Request{Entity: exports.Audit}); !errors.Is(err, access.ErrDenied) {
		t.Errorf("a viewer exports the audit record: %v", err)
	}
	if n := w.number("select (select count(*) from data_exports) + (select count(*) from river_job)"); n != 0 {
		t.Errorf("%d traces of what was refused", n)
	}
}
