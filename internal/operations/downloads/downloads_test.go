package downloads_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/starters"
	"laurel/internal/documents/documents"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/issuingtest"
	"laurel/internal/operations/downloads"
	"laurel/internal/operations/operations"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

// world is downloads on a database of their own, with a department and its group.
type world struct {
	*downloads.Service
	t     *testing.T
	pool  *pgxpool.Pool
	clock *clock.Fake
	by    access.Actor
	group int64
}

func open(t *testing.T) *world {
	t.Helper()
	t.Parallel()
	w := &world{t: t, pool: dbtest.Pool(t), clock: clock.NewFake(time.Date(2026, time.March, 10, 13, 0, 0, 0, time.UTC))}
	queue, err := jobs.NewQueue(w.pool, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	log := audit.New(w.clock)
	issued := issuingtest.New(w.pool, w.clock, nil)
	w.Service = downloads.New(downloads.Deps{
		Pool: w.pool, Clock: w.clock, Audit: log, Operations: operations.New(operations.Deps{Pool: w.pool, Clock: w.clock, Audit: log, Queue: queue, Starters: starters.New(w.clock)}), Credentials: issued.Credentials, Search: issued.Search,
		Documents: documents.New(documents.Deps{Pool: w.pool, Clock: w.clock, Credentials: issued.Credentials}),
		Keyring:   secrets.RandomKeyring(),
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
	w.number("insert into memberships (department_id, user_id, role, created_at) values ($1, $2, 'administrator', now()) returning user_id", id, user)
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

// drafts adds credentials that are not issued, so that no file can be made of them.
func (w *world) drafts(n int) (ids []int64) {
	w.t.Helper()
	for i := range n {
		ids = append(ids, w.number(`insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key, created_at, updated_at)
			values ($1, $2, gen_random_uuid(), 'a' || lpad($3::text, 8, '0'), '=Ada', 'ada' || $3::text || '@example.org', '2026-03-10', false, '', now(), now()) returning id`,
			w.by.DepartmentID, w.group, fmt.Sprint(i)))
	}
	return ids
}

func request(kind downloads.Kind, ids ...int64) downloads.Request {
	return downloads.Request{Kind: kind, Selection: credentialsearch.Selection{IDs: ids}}
}

func (w *world) start(o downloads.Request) downloads.Download {
	w.t.Helper()
	e, err := w.Start(w.t.Context(), w.by, o)
	if err != nil {
		w.t.Fatalf("start: %v", err)
	}
	return e
}

func (w *world) job(e downloads.Download) downloads.Prepare {
	w.t.Helper()
	return downloads.Prepare{DepartmentID: w.by.DepartmentID, ExportID: w.number("select id from exports where uuid = $1", e.UUID)}
}

func (w *world) read(e downloads.Download) downloads.Download {
	w.t.Helper()
	got, err := w.Read(w.t.Context(), w.by, e.UUID)
	if err != nil {
		w.t.Fatal(err)
	}
	return got
}

func TestWhatIsLeftOutIsCountedOnceByJobsAtOnce(t *testing.T) {
	w := open(t)
	const n = 60 // more than two steps
	ids := w.drafts(n)
	e := w.start(request(downloads.Badge, ids...))
	if _, err := w.Link(t.Context(), w.by, e.UUID, 1); !errors.Is(err, downloads.ErrNotFinished) {
		t.Errorf("a link before the end: %v", err)
	}
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			if err := w.Work(t.Context(), w.job(e)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	got := w.read(e)
	if got.InputCount != n || got.LeftOutCount != n || got.ReadyCount != 0 || got.FinishedAt == nil || len(got.LeftOut) != n {
		t.Fatalf("%+v", got)
	}
	if first := got.LeftOut[0]; first.CredentialID != ids[0] || first.Reason != downloads.ReasonNotIssued {
		t.Errorf("%+v", first)
	}
	var out bytes.Buffer
	if err := w.Write(t.Context(), got, 1, &out, func() {}); err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil || len(archive.File) != 1 || archive.File[0].Name != "left-out.csv" {
		t.Fatalf("%+v, %v", archive, err)
	}
	file, err := archive.File[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) != n+1 || rows[1][1] == "=Ada" {
		t.Errorf("%d rows, the first %q, %v", len(rows), rows[1], err)
	}
}

func TestABundleBelongsToWhoAskedForIt(t *testing.T) {
	w := open(t)
	stranger, _ := w.department()
	ids := w.drafts(1)
	if _, err := w.Start(t.Context(), stranger, request(downloads.Badge, ids...)); !errors.Is(err, credentials.ErrNothingSelected) {
		t.Errorf("a stranger's of mine: %v", err)
	}
	e := w.start(request(downloads.Badge, ids...))
	tampered := w.job(e)
	tampered.DepartmentID = stranger.DepartmentID
	if err := w.Work(t.Context(), tampered); !errors.Is(err, downloads.ErrNotFound) {
		t.Errorf("a tampered job: %v", err)
	}
	if err := w.Work(t.Context(), w.job(e)); err != nil {
		t.Fatal(err)
	}
	colleague, key := w.by, w.by
	colleague.UserID = stranger.UserID
	key.UserID, key.APIKeyID = 0, 1
	for name, by := range map[string]access.Actor{"a stranger": stranger, "a colleague": colleague, "a key": key} {
		_, read := w.Read(t.Context(), by, e.UUID)
		_, link := w.Link(t.Context(), by, e.UUID, 1)
		list, err := w.List(t.Context(), by, page.Request{})
		if err != nil || list.Total != 0 || len(list.Items) != 0 {
			t.Errorf("%s lists %+v, %v", name, list, err)
		}
		for what, err := range map[string]error{"read": read, "link": link, "delete": w.Delete(t.Context(), by, e.UUID)} {
			if !errors.Is(err, downloads.ErrNotFound) {
				t.Errorf("%s, %s: %v", name, what, err)
			}
		}
	}
	for _, part := range []int{0, 2} {
		if _, err := w.Link(t.Context(), w.by, e.UUID, part); !errors.Is(err, downloads.ErrNoPart) {
			t.Errorf("part %d: %v", part, err)
		}
	}
	link, err := w.Link(t.Context(), w.by, e.UUID, 1)
	if err != nil {
		t.Fatal(err)
	}
	if got, part, err := w.Open(t.Context(), link); err != nil || got.UUID != e.UUID || part != 1 {
		t.Errorf("its own link: %+v, %v", got, err)
	}
	if n := w.number("select count(*) from audit_events where action in ('export.started', 'export.downloaded') and user_id = $1", w.by.UserID); n != 2 {
		t.Errorf("%d events", n)
	}
	w.clock.Advance(downloads.LinkLifetime)
	_, _, old := w.Open(t.Context(), link)
	_, _, forged := w.Open(t.Context(), "AAAA")
	if !errors.Is(old, downloads.ErrLink) || !errors.Is(forged, downloads.ErrLink) {
		t.Errorf("an old link %v, a forged one %v", old, forged)
	}
	w.clock.Advance(downloads.Lifetime)
	if _, err := w.Read(t.Context(), w.by, e.UUID); !errors.Is(err, downloads.ErrNotFound) {
		t.Errorf("after its time: %v", err)
	}
	if n, err := w.DeleteExpired(t.Context()); err != nil || n != 1 {
		t.Errorf("%d deleted, %v", n, err)
	}
}

func TestWrongFieldsOfAnOrderAreNamed(t *testing.T) {
	w := open(t)
	ids := w.drafts(1)
	for _, c := range []struct {
		request     downloads.Request
		field, code string
	}{
		{downloads.Request{Kind: "poster"}, "kind", "not_one_of"},
		{downloads.Request{Kind: downloads.Badge, Marks: true}, "marks", "export.no_marks"},
		{downloads.Request{Kind: downloads.Certificate, Paper: "a4"}, "paper", "export.sheets_only"},
		{downloads.Request{Kind: downloads.Certificate, Gap: 1}, "gap", "export.sheets_only"},
		{downloads.Request{Kind: downloads.Sheets, Paper: "a5"}, "paper", "not_one_of"},
		{downloads.Request{Kind: downloads.Sheets, Gap: 21}, "gap", "export.gap"},
		{downloads.Request{Kind: downloads.Sheets, Gap: -1}, "gap", "export.gap"},
	} {
		c.request.Selection.IDs = ids
		if _, err := w.Start(t.Context(), w.by, c.request); refusal(err, c.field) != c.code {
			t.Errorf("%+v: %v", c.request, err)
		}
	}
	if _, err := w.Start(t.Context(), w.by, request(downloads.Badge)); !errors.Is(err, credentials.ErrNothingSelected) {
		t.Errorf("of nothing: %v", err)
	}
	if _, err := w.Direct(t.Context(), w.by, nil, false); refusal(err, "credential_ids") != "required" {
		t.Errorf("a link to nothing: %v", err)
	}
	if _, err := w.Direct(t.Context(), w.by, make([]string, downloads.MostDirect+1), false); refusal(err, "credential_ids") != "too_many" {
		t.Errorf("a link to too many: %v", err)
	}
	if n := w.number("select (select count(*) from exports) + (select count(*) from river_job)"); n != 0 {
		t.Errorf("%d traces of what was refused", n)
	}
}

func TestADeletedBundleIsNotWorkedOn(t *testing.T) {
	w := open(t)
	e := w.start(request(downloads.Certificate, w.drafts(1)...))
	job := w.job(e)
	if err := w.Delete(t.Context(), w.by, e.UUID); err != nil {
		t.Fatal(err)
	}
	if err := w.Work(t.Context(), job); !errors.Is(err, downloads.ErrNotFound) {
		t.Errorf("worked: %v", err)
	}
	if n := w.number("select count(*) from export_items"); n != 0 {
		t.Errorf("%d items are left", n)
	}
}
