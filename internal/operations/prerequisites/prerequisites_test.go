package prerequisites_test

import (
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
	"laurel/internal/issuing/events"
	"laurel/internal/issuing/groups"
	"laurel/internal/issuing/issuingtest"
	"laurel/internal/messaging/outbox"
	"laurel/internal/messaging/senders"
	"laurel/internal/operations/operations"
	"laurel/internal/operations/prerequisites"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
	"laurel/locales"
)

// world is prerequisites on a database of their own, with a department and its group.
type world struct {
	*prerequisites.Service
	t             *testing.T
	pool          *pgxpool.Pool
	clock         *clock.Fake
	by            access.Actor
	group         int64
	first, second int64 // the prerequisites of group
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
	limits := throttle.New(w.pool, w.clock)
	publisher := publishing.New(publishing.Deps{
		Pool: w.pool, Clock: w.clock, Audit: log, Queue: queue, Credentials: issued.Credentials, Search: issued.Search,
		Authoring: issued.Authoring, Lifecycle: issued.Lifecycle, Texts: texts, Links: links.New("https://laurel.example"), Throttle: limits, Outbox: mails,
		Keyring: secrets.RandomKeyring(), Operations: operations.New(operations.Deps{Pool: w.pool, Clock: w.clock, Audit: log, Queue: queue}),
	})
	w.Service = prerequisites.New(prerequisites.Deps{Pool: w.pool, Clock: w.clock, Queue: queue, Publishing: publisher, Texts: texts})
	w.by, w.group = w.department()
	w.first, w.second = w.newGroup(w.by, "First"), w.newGroup(w.by, "Second")
	for _, p := range []int64{w.first, w.second} {
		w.exec("insert into group_prerequisites (department_id, group_id, prerequisite_id) values ($1, $2, $3)", w.by.DepartmentID, w.group, p)
	}
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

// holds has somebody hold a credential of a group.
func (w *world) holds(email string, group int64) int64 {
	w.t.Helper()
	return w.number(`insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key, state, published_at, created_at, updated_at)
		select department_id, id, gen_random_uuid(), 'a' || substr(md5(gen_random_uuid()::text), 1, 7) || '1', 'Ada', $1, '2026-03-10', false, '', 'published', now(), now(), now()
		from groups where id = $2 returning id`, email, group)
}

func (w *world) work() {
	w.t.Helper()
	if err := w.Work(w.t.Context(), groups.ApplyPrerequisites{DepartmentID: w.by.DepartmentID, GroupID: w.group}); err != nil {
		w.t.Fatalf("work: %v", err)
	}
}

// together runs the group's job three times at once.
func (w *world) together() {
	w.t.Helper()
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			if err := w.Work(w.t.Context(), groups.ApplyPrerequisites{DepartmentID: w.by.DepartmentID, GroupID: w.group}); err != nil {
				w.t.Error(err)
			}
		})
	}
	all.Wait()
}

// count returns how many credentials of the group are in a state.
func (w *world) count(state string) int64 {
	w.t.Helper()
	return w.number("select count(*) from credentials where group_id = $1 and state = $2", w.group, state)
}

func TestWhoHoldsAllPrerequisitesIsIssuedOneCredential(t *testing.T) {
	w := open(t)
	w.holds("ada@example.org", w.first)
	w.holds("ADA@example.org", w.second)
	w.holds("bob@example.org", w.first)
	n, err := w.Count(t.Context(), w.by, w.group, []int64{w.second, w.first, w.first})
	if err != nil || n != 1 {
		t.Errorf("%d are counted, %v", n, err)
	}
	w.together()
	if got := w.count("published"); got != 1 {
		t.Errorf("%d issued", got)
	}
	// Who deleted theirs is not issued another.
	w.exec("update credentials set state = 'deleted', deleted_at = now() where group_id = $1", w.group)
	w.work()
	if got := w.count("published"); got != 0 {
		t.Errorf("%d issued again", got)
	}
	if n := w.number("select count(*) from audit_events where action = 'credential.created' and system = 'prerequisites'"); n != 1 {
		t.Errorf("%d events name the part that acted", n)
	}
}

func TestJobsAtOnceIssueToEachOnce(t *testing.T) {
	w := open(t)
	const n = 203 // more than one chunk
	w.exec(`insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key, state, published_at, created_at, updated_at)
		select g.department_id, g.id, gen_random_uuid(), 'a' || lpad((g.n * 1000 + i)::text, 8, '0'), 'Ada', 'ada' || i || '@example.org', '2026-03-10', false, '', 'published', now(), now(), now()
		from (select *, row_number() over () as n from groups where id in ($1, $2)) g, generate_series(1, $3::int) i`, w.first, w.second, n)
	w.exec("update groups set allow_duplicate_credentials = true where id = $1", w.group) // so that nothing else prevents a second one
	w.together()
	w.work()
	if got := w.number("select count(distinct recipient_address) from credentials where group_id = $1 and state = 'published'", w.group); got != n || w.count("published") != n {
		t.Errorf("%d issued to %d people; want %d", w.count("published"), got, n)
	}
}

func TestASuspensionForALostPrerequisiteIsLiftedWithIt(t *testing.T) {
	w := open(t)
	w.exec("update groups set prerequisites_lost = 'suspend' where id = $1", w.group)
	lost := w.holds("ada@example.org", w.first)
	w.holds("ada@example.org", w.second)
	w.work()
	w.exec("update credentials set state = 'suspended', suspended_at = now() where id = $1", lost)
	w.work()
	if n := w.number("select count(*) from credentials where group_id = $1 and state = 'suspended' and suspension_reason like '%First%'", w.group); n != 1 {
		t.Fatalf("%d suspended", n)
	}
	w.exec("update credentials set state = 'published', suspended_at = null where id = $1", lost)
	w.work()
	if w.count("published") != 1 {
		t.Error("still suspended")
	}
	// A suspension that somebody made is theirs to lift.
	w.exec("update credentials set state = 'suspended', suspended_at = now() where id = $1", lost)
	w.work()
	w.exec("update credentials set suspended_at = suspended_at + interval '1 hour', suspension_reason = 'Theirs' where group_id = $1", w.group)
	w.exec("update credentials set state = 'published', suspended_at = null where id = $1", lost)
	w.work()
	if w.count("suspended") != 1 {
		t.Error("the issuer's own suspension was lifted")
	}
}

func TestAGroupRevokesOrKeepsWhatAPrerequisiteIsLostFor(t *testing.T) {
	for rule, want := range map[string]string{"revoke": "revoked", "keep": "published"} {
		t.Run(rule, func(t *testing.T) {
			w := open(t)
			w.exec("update groups set prerequisites_lost = $2 where id = $1", w.group, rule)
			lost := w.holds("ada@example.org", w.first)
			w.holds("ada@example.org", w.second)
			w.work()
			w.exec("update credentials set state = 'suspended', suspended_at = now() where id = $1", lost)
			w.work()
			if w.count("published") != 1 {
				t.Error("a suspended prerequisite may hold again")
			}
			w.exec("update credentials set state = 'revoked', revoked_at = now(), revocation_reason = 'other' where id = $1", lost)
			w.work()
			if w.count(want) != 1 {
				t.Errorf("none is %s", want)
			}
		})
	}
}

func TestAnotherDepartmentsCredentialsMeetNoPrerequisite(t *testing.T) {
	w := open(t)
	stranger, _ := w.department()
	w.holds("ada@example.org", w.first)
	w.holds("ada@example.org", w.second)
	if n, err := w.Count(t.Context(), stranger, 0, []int64{w.first, w.second}); err != nil || n != 0 {
		t.Errorf("they count %d, %v", n, err)
	}
	if err := w.Work(t.Context(), groups.ApplyPrerequisites{DepartmentID: stranger.DepartmentID, GroupID: w.group}); err != nil {
		t.Error(err)
	}
	if w.count("published") != 0 {
		t.Error("a tampered job issued")
	}
	viewer := w.by
	viewer.Role = access.Viewer
	if _, err := w.Count(t.Context(), viewer, 0, []int64{w.first, w.second}); !errors.Is(err, access.ErrDenied) {
		t.Errorf("a viewer: %v", err)
	}
}

func TestNothingIsIssuedBeforeTheDayOrFromAnArchivedGroup(t *testing.T) {
	w := open(t)
	w.holds("ada@example.org", w.first)
	w.holds("ada@example.org", w.second)
	w.exec("update groups set prerequisites_after = '2026-03-11' where id = $1", w.group)
	w.work()
	if w.count("published") != 0 {
		t.Error("issued before the day")
	}
	w.clock.Advance(24 * time.Hour)
	w.exec("update groups set state = 'archived' where id = $1", w.group)
	w.work()
	if w.count("published") != 0 {
		t.Error("issued from an archived group")
	}
	w.exec("update groups set state = 'active' where id = $1", w.group)
	w.work()
	if w.count("published") != 1 {
		t.Error("not issued on the day")
	}
}

// consume passes events to the consumer if it wants them, and returns the number of unfinished jobs of the group.
func (w *world) consume(batch ...events.Event) int64 {
	w.t.Helper()
	err := pg.InDepartment(w.t.Context(), w.pool, w.by.DepartmentID, func(tx pgx.Tx) error {
		var types []events.Type
		for _, e := range batch {
			types = append(types, e.Type)
		}
		wanted, err := w.Consumer().WantsTx(w.t.Context(), tx, []int64{w.by.DepartmentID}, types)
		if err != nil || len(wanted) == 0 {
			return err
		}
		return w.Consumer().ConsumeTx(w.t.Context(), tx, w.by.DepartmentID, batch)
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return w.number("select count(*) from river_job where kind = 'stacks.stack' and finalized_at is null and (args ->> 'group_id')::bigint = $1", w.group)
}

func TestOnlyDecisiveEventsOfPrerequisitesStartAJob(t *testing.T) {
	w := open(t)
	elsewhere := w.newGroup(w.by, "Elsewhere")
	of := func(kind events.Type, group int64, changed ...string) events.Event {
		return events.Event{Change: events.Change{CredentialID: 1, Type: kind, Changed: changed}, GroupID: group}
	}
	test := of(events.Published, w.first)
	test.Test = true
	for _, e := range []events.Event{
		of(events.Created, w.first), of(events.Scheduled, w.first), of(events.Bounced, w.first), of(events.Updated, w.first, "name"), of(events.Published, elsewhere),
		of(events.Published, w.group), test,
	} {
		if n := w.consume(e); n != 0 {
			t.Errorf("%s %v of group %d starts a job", e.Type, e.Changed, e.GroupID)
		}
	}
	moved := of(events.Moved, elsewhere, "group_id")
	moved.FromGroupID = w.second
	for _, e := range []events.Event{
		moved, of(events.Published, w.first), of(events.Suspended, w.second), of(events.Deleted, w.first), of(events.Updated, w.second, "name", "recipient.email"),
		of(events.Updated, w.first, "expired_on"),
	} {
		if n := w.consume(e); n != 1 {
			t.Errorf("%s %v of group %d leads to %d jobs", e.Type, e.Changed, e.GroupID, n)
		}
		w.exec("delete from river_job")
	}
}

func TestEventsOfOnePeriodLeadToOneJobAtItsEnd(t *testing.T) {
	w := open(t)
	e := events.Event{Change: events.Change{CredentialID: 1, Type: events.Published}, GroupID: w.first}
	for range 5 {
		w.consume(e, e)
	}
	// The calls may lie on both sides of the end of a period.
	if n := w.consume(e); n < 1 || n > 2 {
		t.Errorf("%d jobs", n)
	}
	if n := w.number("select count(*) from river_job where kind = 'stacks.stack' and state <> 'scheduled'"); n != 0 {
		t.Errorf("%d jobs do not wait for the end of the period", n)
	}
	w.exec("update river_job set state = 'completed', finalized_at = now()")
	if n := w.consume(e); n != 1 {
		t.Errorf("%d jobs after the first has run", n)
	}
}

func TestEachGroupWithPrerequisitesIsRepaired(t *testing.T) {
	w := open(t)
	if err := w.Repair(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := w.number("select count(*) from river_job where kind = 'stacks.stack' and (args ->> 'group_id')::bigint = $1", w.group); n != 1 {
		t.Errorf("%d jobs", n)
	}
}
