package bulk_test

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/starters"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/issuingtest"
	"laurel/internal/messaging/outbox"
	"laurel/internal/messaging/senders"
	"laurel/internal/operations/bulk"
	"laurel/internal/operations/operations"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
	"laurel/locales"
)

// world is bulk actions on a database of their own, with a department and its group.
type world struct {
	*bulk.Service
	operations *operations.Service
	t          *testing.T
	pool       *pgxpool.Pool
	clock      *clock.Fake
	by         access.Actor
	group      int64
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
	w.operations = operations.New(operations.Deps{Pool: w.pool, Clock: w.clock, Audit: log, Queue: queue, Starters: starters.New(w.clock)})
	w.Service = bulk.New(bulk.Deps{
		Pool: w.pool, Audit: log, Search: issued.Search, Authoring: issued.Authoring, Operations: w.operations,
		Publishing: publishing.New(publishing.Deps{
			Pool: w.pool, Clock: w.clock, Audit: log, Queue: queue, Credentials: issued.Credentials, Search: issued.Search,
			Authoring: issued.Authoring, Lifecycle: issued.Lifecycle, Texts: texts, Links: links.New("https://laurel.example"),
			Throttle: throttle.New(w.pool, w.clock), Keyring: secrets.RandomKeyring(), Operations: w.operations,
			Outbox: outbox.New(outbox.Deps{
				Senders: senders.New(senders.Deps{Pool: w.pool, Clock: w.clock}), Pool: w.pool, Clock: w.clock, Queue: queue, Texts: texts, Host: "laurel.example", Sent: issued.Lifecycle, Keyring: secrets.RandomKeyring(),
			}),
		}),
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

// department adds a department with an administrator, who is a member, and a group.
func (w *world) department() (access.Actor, int64) {
	w.t.Helper()
	id := w.number("insert into departments (name, created_at, updated_at) values ('Guild', now(), now()) returning id")
	user := w.number("insert into users (email, verified_at, created_at, updated_at) values ($1, now(), now(), now()) returning id", fmt.Sprintf("admin%d@example.org", id))
	w.exec("insert into memberships (department_id, user_id, role, created_at) values ($1, $2, 'administrator', now())", id, user)
	group := w.number("insert into groups (department_id, name, course_name, created_at, updated_at) values ($1, 'G', 'Weaving', now(), now()) returning id", id)
	return access.Actor{UserID: user, DepartmentID: id, Role: access.Administrator}, group
}

// issued adds published credentials and returns their ids.
func (w *world) issued(n int) (ids []int64) {
	w.t.Helper()
	err := pg.InSystem(w.t.Context(), w.pool, func(tx pgx.Tx) error {
		rows, err := tx.Query(w.t.Context(), `insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key,
			state, published_at, created_at, updated_at)
			select $1, $2, gen_random_uuid(), 'a' || lpad(i::text, 8, '0'), 'Ada', 'ada' || i || '@example.org', '2026-03-10', false, '', 'published', now(), now(), now()
			from generate_series(1, $3::int) i returning id`, w.by.DepartmentID, w.group, n)
		if err != nil {
			return err
		}
		ids, err = pgx.CollectRows(rows, pgx.RowTo[int64])
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	slices.Sort(ids)
	return ids
}

func request(kind bulk.Kind, p bulk.Params, ids ...int64) bulk.Request {
	return bulk.Request{Kind: kind, Params: p, Selection: credentialsearch.Selection{IDs: ids}}
}

func (w *world) start(o bulk.Request) bulk.Operation {
	w.t.Helper()
	a, err := w.Start(w.t.Context(), w.by, o)
	if err != nil {
		w.t.Fatalf("start %s: %v", o.Kind, err)
	}
	return a
}

// job is what the queue holds for an action.
func (w *world) job(a bulk.Operation) operations.Run {
	w.t.Helper()
	return operations.Run{DepartmentID: w.by.DepartmentID, OperationID: w.number("select id from operations where uuid = $1", a.UUID)}
}

// work runs an action's job and returns how far the action got.
func (w *world) work(a bulk.Operation) bulk.Operation {
	w.t.Helper()
	if err := w.operations.Work(w.t.Context(), w.job(a)); err != nil {
		w.t.Fatalf("work: %v", err)
	}
	return w.read(a)
}

func (w *world) read(a bulk.Operation) bulk.Operation {
	w.t.Helper()
	got, err := w.Read(w.t.Context(), w.by, a.UUID)
	if err != nil {
		w.t.Fatal(err)
	}
	return got
}

func counts(a bulk.Operation) [4]int {
	return [4]int{a.Input, a.Counts.Done, a.Counts.Unchanged, a.Counts.Refused}
}

// refusal is the code with which a field is refused.
func refusal(err error, field string) string {
	var refused *errs.Error
	if !errors.As(err, &refused) || len(refused.Fields[field]) == 0 {
		return ""
	}
	return refused.Fields[field][0].Code
}

func TestAnotherDepartmentsActionsAndCredentialsDoNotExist(t *testing.T) {
	w := open(t)
	ids := w.issued(1)
	stranger, theirs := w.department()
	if _, err := w.Start(t.Context(), stranger, request(bulk.Delete, bulk.Params{}, ids...)); !errors.Is(err, credentials.ErrNothingSelected) {
		t.Errorf("their action on mine: %v", err)
	}
	if _, err := w.Start(t.Context(), w.by, request(bulk.Move, bulk.Params{GroupID: theirs}, ids...)); !errors.Is(err, credentials.ErrGroupNotFound) {
		t.Errorf("moving mine to their group: %v", err)
	}
	a := w.start(request(bulk.Delete, bulk.Params{}, ids...))
	_, read := w.Read(t.Context(), stranger, a.UUID)
	_, cancel := w.Cancel(t.Context(), stranger, a.UUID)
	_, resume := w.Resume(t.Context(), stranger, a.UUID)
	_, undo := w.Undo(t.Context(), stranger, a.UUID)
	_, items := w.Items(t.Context(), stranger, a.UUID, "", page.Request{})
	each := w.EachRefused(t.Context(), stranger, a.UUID, func([]operations.Item) error { return nil })
	for name, err := range map[string]error{"read": read, "cancel": cancel, "resume": resume, "undo": undo, "items": items, "refused": each} {
		if !errors.Is(err, operations.ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if found, err := w.List(t.Context(), stranger, page.Request{}); err != nil || len(found.Items) != 0 || found.Total != 0 {
		t.Errorf("list: %+v, %v", found, err)
	}
	tampered := w.job(a)
	tampered.DepartmentID = stranger.DepartmentID
	if err := w.operations.Work(t.Context(), tampered); !errors.Is(err, operations.ErrNotFound) {
		t.Errorf("a tampered job: %v", err)
	}
	if n := w.number("select count(*) from credentials where state = 'published'"); n != 1 {
		t.Error("the credential was deleted")
	}
}

func TestWrongParametersOfAnActionAreNamed(t *testing.T) {
	w := open(t)
	ids := w.issued(1)
	for _, c := range []struct {
		kind        bulk.Kind
		params      bulk.Params
		field, code string
	}{
		{"polish", bulk.Params{}, "kind", "not_one_of"},
		{bulk.Expiry, bulk.Params{ExpiredOn: "31.12.2026"}, "expired_on", "invalid_date"},
		{bulk.Privacy, bulk.Params{Privacy: "secret"}, "privacy", "not_one_of"},
		{bulk.Move, bulk.Params{}, "group_id", "required"},
		{bulk.Revoke, bulk.Params{Reason: "boredom"}, "reason", "not_one_of"},
	} {
		if _, err := w.Start(t.Context(), w.by, request(c.kind, c.params, ids...)); refusal(err, c.field) != c.code {
			t.Errorf("%s %+v: %v", c.kind, c.params, err)
		}
	}
	for kind := range map[bulk.Kind]bool{bulk.Delete: true, bulk.Resend: true, bulk.Suspend: true} {
		viewer := w.by
		viewer.Role = access.Viewer
		if _, err := w.Start(t.Context(), viewer, request(kind, bulk.Params{Reason: "x"}, ids...)); !errors.Is(err, access.ErrDenied) {
			t.Errorf("a viewer, %s: %v", kind, err)
		}
	}
	if n := w.number("select (select count(*) from operations) + (select count(*) from river_job)"); n != 0 {
		t.Errorf("%d traces of what was refused", n)
	}
}

func TestTwoProcessesDoEachCredentialOnce(t *testing.T) {
	w := open(t)
	const n = bulk.Chunk + 20
	ids := w.issued(n)
	w.exec("update credentials set expired_on = '2099-12-31' where id = $1", ids[0])
	w.exec("update credentials set issued_on = '2100-01-01' where id = $1", ids[1])
	a := w.start(request(bulk.Expiry, bulk.Params{ExpiredOn: "2099-12-31"}, ids...))
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			if err := w.operations.Work(t.Context(), w.job(a)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	got := w.work(a)
	if counts(got) != [4]int{n, n - 2, 1, 1} || got.FinishedAt == nil || !w.CanUndo(w.by, got) || got.By == "" {
		t.Errorf("%+v", got)
	}
	if events := w.number("select count(*) from audit_events where action = 'credential.updated' and user_id = $1", w.by.UserID); events != n-2 {
		t.Errorf("%d changes are recorded", events)
	}
	second, err := w.Items(t.Context(), w.by, a.UUID, operations.Done, page.Request{Number: 2, Size: 3})
	if err != nil || second.Total != n-2 || len(second.Items) != 3 || second.Items[0].CredentialID != ids[5] || second.Items[0].Outcome != operations.Done {
		t.Errorf("the second page: %+v, %v", second, err)
	}
	var refused []operations.Item
	err = w.EachRefused(t.Context(), w.by, a.UUID, func(some []operations.Item) error { refused = append(refused, some...); return nil })
	if err != nil || len(refused) != 1 || refused[0].CredentialID != ids[1] || refused[0].Reason == "" {
		t.Errorf("refused: %+v, %v", refused, err)
	}
}

func TestAnActionIsUndoneOnceAndSparesWhatChangedSince(t *testing.T) {
	w := open(t)
	ids := w.issued(4)
	w.exec("update credentials set expired_on = '2027-01-01' where id = $1", ids[0])
	a := w.start(request(bulk.Expiry, bulk.Params{ExpiredOn: "2099-12-31"}, ids...))
	if _, err := w.Undo(t.Context(), w.by, a.UUID); !errors.Is(err, operations.ErrWorking) {
		t.Errorf("undone while it works: %v", err)
	}
	w.work(a)
	w.exec("update credentials set expired_on = '2088-01-01' where id = $1", ids[3])
	var all sync.WaitGroup
	undos, outcomes := make([]bulk.Operation, 4), make([]error, 4)
	for i := range outcomes {
		all.Go(func() { undos[i], outcomes[i] = w.Undo(t.Context(), w.by, a.UUID) })
	}
	all.Wait()
	var undo bulk.Operation
	undone := 0
	for i, err := range outcomes {
		if err == nil {
			undone++
			undo = undos[i]
		} else if !errors.Is(err, operations.ErrUndone) {
			t.Error(err)
		}
	}
	if undone != 1 {
		t.Fatalf("undone %d times", undone)
	}
	if got := w.work(undo); counts(got) != [4]int{4, 3, 0, 1} || w.CanUndo(w.by, got) || got.UndoOf == nil || *got.UndoOf != a.UUID {
		t.Errorf("the undo: %+v", got)
	}
	if got := w.read(a); w.CanUndo(w.by, got) || got.UndoneBy == nil || *got.UndoneBy != undo.UUID {
		t.Errorf("what was undone: %+v", got)
	}
	n := w.number(`select count(*) from credentials where id = $1 and expired_on = '2027-01-01' or id = any($2) and expired_on is null or id = $3 and expired_on = '2088-01-01'`,
		ids[0], ids[1:3], ids[3])
	if n != 4 {
		t.Errorf("%d of 4 have the day they should have", n)
	}
	if _, err := w.Undo(t.Context(), w.by, undo.UUID); !errors.Is(err, operations.ErrCannotUndo) {
		t.Errorf("the undo of an undo: %v", err)
	}
	same := w.work(w.start(request(bulk.Privacy, bulk.Params{Privacy: "public"}, ids...)))
	if _, err := w.Undo(t.Context(), w.by, same.UUID); counts(same) != [4]int{4, 0, 4, 0} || !errors.Is(err, operations.ErrNothingToUndo) {
		t.Errorf("%+v changed nothing: %v", same, err)
	}
}

func TestACancelledActionKeepsWhatIsDoneAndDoesNoMore(t *testing.T) {
	w := open(t)
	ids := w.issued(3)
	a := w.start(request(bulk.Delete, bulk.Params{}, ids...))
	got, err := w.Cancel(t.Context(), w.by, a.UUID)
	if err != nil || counts(got) != [4]int{3, 0, 0, 3} || got.CancelledAt == nil || got.FinishedAt == nil {
		t.Errorf("%+v, %v", got, err)
	}
	if got := w.work(a); counts(got) != [4]int{3, 0, 0, 3} {
		t.Errorf("worked all the same: %+v", got)
	}
	if _, err := w.Cancel(t.Context(), w.by, a.UUID); !errors.Is(err, operations.ErrFinished) {
		t.Errorf("cancelled twice: %v", err)
	}
	if _, err := w.Resume(t.Context(), w.by, a.UUID); !errors.Is(err, operations.ErrNotStopped) {
		t.Errorf("resumed: %v", err)
	}
	if n := w.number("select count(*) from credentials where state = 'published'"); n != 3 {
		t.Errorf("%d are left", n)
	}
	if n := w.number("select count(*) from audit_events where object_kind = 'action' and object_id = $1 and action in ('action.started', 'action.cancelled')", a.UUID.String()); n != 2 {
		t.Errorf("%d events", n)
	}
}

func TestAnActionStopsWithItsStartersRightsAndIsResumedByAnother(t *testing.T) {
	w := open(t)
	ids := w.issued(2)
	a := w.start(request(bulk.Delete, bulk.Params{}, ids...))
	w.exec("update memberships set role = 'viewer' where user_id = $1", w.by.UserID)
	got := w.work(a)
	if got.StopReason != starters.ErrRightLost.Code || got.NotDone() != 2 || got.FinishedAt == nil {
		t.Errorf("%+v", got)
	}
	if n := w.number("select count(*) from audit_events where action = 'action.stopped' and system = 'rights_check'"); n != 1 {
		t.Errorf("%d events tell of it", n)
	}
	viewer := w.by
	viewer.Role = access.Viewer
	if _, err := w.Resume(t.Context(), viewer, a.UUID); !errors.Is(err, access.ErrDenied) {
		t.Errorf("resumed by who lost the right: %v", err)
	}
	w.exec("update memberships set role = 'administrator' where user_id = $1", w.by.UserID)
	if _, err := w.Resume(t.Context(), w.by, a.UUID); err != nil {
		t.Fatal(err)
	}
	if got := w.work(a); counts(got) != [4]int{2, 2, 0, 0} || got.StopReason != "" {
		t.Errorf("resumed: %+v", got)
	}
}

func TestRemindersAreWrittenOnceHoweverOftenTheJobRuns(t *testing.T) {
	w := open(t)
	ids := w.issued(3)
	w.exec("update credentials set email_status = 'opened' where id = $1", ids[0])
	a := w.start(request(bulk.Remind, bulk.Params{}, ids...))
	for range 2 {
		if got := w.work(a); counts(got) != [4]int{3, 2, 0, 1} || w.CanUndo(w.by, got) {
			t.Errorf("%+v", got)
		}
	}
	if n := w.number("select count(*) from mails"); n != 2 {
		t.Errorf("%d mails", n)
	}
	if _, err := w.Undo(t.Context(), w.by, a.UUID); !errors.Is(err, operations.ErrCannotUndo) {
		t.Errorf("an email is undone: %v", err)
	}
}

func TestUndoingASuspensionLiftsNoLaterOne(t *testing.T) {
	w := open(t)
	ids := w.issued(2)
	a := w.work(w.start(request(bulk.Suspend, bulk.Params{Reason: "Under review"}, ids...)))
	w.clock.Advance(time.Hour)
	w.work(w.start(request(bulk.Reinstate, bulk.Params{}, ids[0])))
	w.work(w.start(request(bulk.Suspend, bulk.Params{Reason: "Another matter"}, ids[0])))
	undo, err := w.Undo(t.Context(), w.by, a.UUID)
	if err != nil {
		t.Fatal(err)
	}
	if got := w.work(undo); counts(got) != [4]int{2, 1, 0, 1} {
		t.Errorf("%+v", got)
	}
	if n := w.number("select count(*) from credentials where id = $1 and state = 'suspended' and suspension_reason = 'Another matter' or id = $2 and state = 'published'", ids[0], ids[1]); n != 2 {
		t.Errorf("%d of 2 stand as they should", n)
	}
}

func TestActionsAreListedNewestFirst(t *testing.T) {
	w := open(t)
	ids := w.issued(1)
	var made []uuid.UUID
	for range 3 {
		made = append(made, w.start(request(bulk.Delete, bulk.Params{}, ids...)).UUID)
	}
	got, err := w.List(t.Context(), w.by, page.Request{Number: 2, Size: 2})
	if err != nil || got.Total != 3 || len(got.Items) != 1 || got.Items[0].UUID != made[0] {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestUndoingAndCancellingTakeTheRightOfTheAction(t *testing.T) {
	w := open(t)
	ids := w.issued(1)
	editor := w.by
	editor.Unverified = true // may change credentials, but not suspend them
	a := w.start(request(bulk.Suspend, bulk.Params{Reason: "Under review"}, ids...))
	if w.CanCancel(editor, a) || !w.CanCancel(w.by, a) {
		t.Errorf("can be cancelled: %v by an editor, %v by who may suspend", w.CanCancel(editor, a), w.CanCancel(w.by, a))
	}
	if _, err := w.Cancel(t.Context(), editor, a.UUID); !errors.Is(err, access.ErrNotVerified) {
		t.Errorf("cancelled: %v", err)
	}
	if a = w.work(a); w.CanCancel(w.by, a) || w.CanUndo(editor, a) || !w.CanUndo(w.by, a) {
		t.Errorf("%+v", a)
	}
	if _, err := w.Undo(t.Context(), editor, a.UUID); !errors.Is(err, access.ErrNotVerified) {
		t.Errorf("undone: %v", err)
	}
	undo, err := w.Undo(t.Context(), w.by, a.UUID)
	if err != nil {
		t.Fatal(err)
	}
	if got := w.work(undo); got.Counts.Done != 1 {
		t.Errorf("%+v", got)
	}
}
