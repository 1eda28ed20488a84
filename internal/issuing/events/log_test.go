package events_test

import (
	"context"
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
	"laurel/internal/issuing/events"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
)

// listener is a consumer that keeps what it gets.
type listener struct {
	mu    sync.Mutex
	wants []events.Type
	fails error
	got   []events.Event
}

func (*listener) Name() string { return "listener" }

func (l *listener) WantsTx(_ context.Context, _ pgx.Tx, departmentIDs []int64, types []events.Type) ([]int64, error) {
	for _, t := range types {
		if slices.Contains(l.wants, t) {
			return departmentIDs, nil
		}
	}
	return nil, nil
}

func (l *listener) ConsumeTx(_ context.Context, _ pgx.Tx, _ int64, batch []events.Event) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fails != nil {
		return l.fails
	}
	l.got = append(l.got, batch...)
	return nil
}

func (l *listener) types() (types []events.Type) {
	for _, e := range l.got {
		types = append(types, e.Type)
	}
	l.got = nil
	return types
}

// world is a log with a listener, and a department with a group.
type world struct {
	*events.Log
	t     *testing.T
	pool  *pgxpool.Pool
	clock *clock.Fake
	to    *listener
	by    access.Actor
	group int64
}

func open(t *testing.T) *world {
	t.Helper()
	t.Parallel()
	w := &world{t: t, pool: dbtest.Pool(t), clock: clock.NewFake(time.Date(2026, time.March, 10, 13, 0, 0, 0, time.UTC)), to: &listener{}}
	queue, err := jobs.NewQueue(w.pool, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	w.Log = events.New(w.pool, w.clock, queue)
	w.Register(w.to)
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

func (w *world) department() (access.Actor, int64) {
	w.t.Helper()
	id := w.number("insert into departments (created_at, updated_at) values (now(), now()) returning id")
	group := w.number(`insert into groups (department_id, name, course_name, created_at, updated_at) values ($1, 'G', 'C', now(), now()) returning id`, id)
	return access.Actor{UserID: 7, DepartmentID: id}, group
}

func (w *world) credential(by access.Actor, group int64, name string) int64 {
	w.t.Helper()
	return w.number(`insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key, created_at, updated_at)
		values ($1, $2, gen_random_uuid(), 'a1' || substr(md5($3), 1, 6), $3, $3 || '@example.org', '2026-03-10', false, 'k', now(), now()) returning id`, by.DepartmentID, group, name)
}

func (w *world) append(by access.Actor, changes ...events.Change) {
	w.t.Helper()
	in := func(fn func(pgx.Tx) error) error { return pg.InDepartment(w.t.Context(), w.pool, by.DepartmentID, fn) }
	if by.DepartmentID == 0 {
		in = func(fn func(pgx.Tx) error) error { return pg.InSystem(w.t.Context(), w.pool, fn) }
	}
	if err := in(func(tx pgx.Tx) error { return w.AppendTx(w.t.Context(), tx, by, changes) }); err != nil {
		w.t.Fatal(err)
	}
}

// jobs returns the enqueued jobs, oldest first.
func (w *world) jobs() (all []events.Consume) {
	w.t.Helper()
	rows, err := w.pool.Query(w.t.Context(), `select args ->> 'consumer', (args ->> 'department_id')::bigint, (args ->> 'batch')::uuid from river_job
		where kind = 'events.consume' order by id`)
	if err != nil {
		w.t.Fatal(err)
	}
	all, err = pgx.CollectRows(rows, pgx.RowToStructByPos[events.Consume])
	if err != nil {
		w.t.Fatal(err)
	}
	return all
}

func (w *world) work(job events.Consume) {
	w.t.Helper()
	if err := w.Work(w.t.Context(), job); err != nil {
		w.t.Fatal(err)
	}
}

func TestAnEventKeepsTheCredentialAsItIsAfterTheChange(t *testing.T) {
	w := open(t)
	w.to.wants = []events.Type{events.Moved}
	id := w.credential(w.by, w.group, "ada")
	w.append(w.by, events.Change{CredentialID: id, Type: events.Moved, Changed: []string{"group_id", "name"}, FromGroupID: 5}, events.Change{CredentialID: id, Type: events.Deleted})
	w.work(w.jobs()[0])
	if len(w.to.got) != 2 {
		t.Fatalf("got %v", w.to.got)
	}
	got := w.to.got[0]
	want := events.Event{Change: events.Change{CredentialID: id, Type: events.Moved, Changed: []string{"group_id", "name"}, FromGroupID: 5}, ID: got.ID, At: w.clock.Now(), State: "draft", GroupID: w.group}
	got.At = got.At.UTC()
	if fmt.Sprint(got) != fmt.Sprint(want) || w.to.got[1].Type != events.Deleted || len(w.to.got[1].Changed) != 0 {
		t.Errorf("got %v, want %v", w.to.got, want)
	}
	if n := w.number("select count(*) from credential_events where user_id = 7 and system is null"); n != 2 {
		t.Errorf("%d events name who did it", n)
	}
}

func TestJobsAreEnqueuedForThoseWhoWantTheTypesOnly(t *testing.T) {
	w := open(t)
	w.to.wants = []events.Type{events.Published}
	id := w.credential(w.by, w.group, "ada")
	w.append(w.by, events.Of([]int64{id}, events.Updated, "name")...)
	w.append(w.by)
	if jobs := w.jobs(); len(jobs) != 0 {
		t.Errorf("unwanted: %v", jobs)
	}
	other, group := w.department()
	// one who acts for all departments
	w.append(access.Actor{System: access.Expiry}, events.Of([]int64{id, w.credential(other, group, "bob"), w.credential(w.by, w.group, "cem")}, events.Published)...)
	all := w.jobs()
	if len(all) != 2 || all[0].Batch != all[1].Batch || all[0].DepartmentID == all[1].DepartmentID {
		t.Fatalf("jobs %v", all)
	}
	for _, job := range all {
		w.work(job)
		want := map[int64]int{w.by.DepartmentID: 2, other.DepartmentID: 1}[job.DepartmentID]
		if got := len(w.to.types()); got != want {
			t.Errorf("department %d got %d events, want %d", job.DepartmentID, got, want)
		}
	}
}

func TestBatchesArriveOnceAndInOrderWhicheverJobRunsFirst(t *testing.T) {
	w := open(t)
	w.to.wants = []events.Type{events.Published, events.Suspended, events.Revoked}
	id := w.credential(w.by, w.group, "ada")
	for _, kind := range w.to.wants {
		w.append(w.by, events.Of([]int64{id}, kind)...)
	}
	all := w.jobs()
	w.to.fails = errors.New("not now")
	if err := w.Work(t.Context(), all[1]); !errors.Is(err, w.to.fails) {
		t.Errorf("a consumer fails: %v", err)
	}
	w.to.fails = nil
	w.work(all[1])
	if got := w.to.types(); !slices.Equal(got, w.to.wants[:2]) {
		t.Errorf("the second job passes on %v", got)
	}
	for _, job := range all {
		w.work(job)
	}
	if got := w.to.types(); !slices.Equal(got, w.to.wants[2:]) {
		t.Errorf("the others pass on %v", got)
	}
}

func TestJobsSideBySidePassABatchOnOnce(t *testing.T) {
	w := open(t)
	w.to.wants = []events.Type{events.Updated}
	id := w.credential(w.by, w.group, "ada")
	const batches = 6
	for i := range batches {
		w.append(w.by, events.Of([]int64{id}, events.Updated, fmt.Sprint(i))...)
	}
	var all sync.WaitGroup
	for _, job := range w.jobs() {
		all.Go(func() {
			if err := w.Work(t.Context(), job); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for i, e := range w.to.got {
		if e.Changed[0] != fmt.Sprint(i) {
			t.Errorf("event %d is %v", i, e)
		}
	}
	if len(w.to.got) != batches {
		t.Errorf("%d events", len(w.to.got))
	}
}

func TestABatchCanBeReplayed(t *testing.T) {
	w := open(t)
	w.to.wants = []events.Type{events.Published}
	w.append(w.by, events.Of([]int64{w.credential(w.by, w.group, "ada")}, events.Published)...)
	job := w.jobs()[0]
	replay := func(job events.Consume) (found bool) {
		t.Helper()
		err := pg.InDepartment(t.Context(), w.pool, w.by.DepartmentID, func(tx pgx.Tx) (err error) {
			found, err = w.ReplayTx(t.Context(), tx, job)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	w.work(job)
	if !replay(job) || len(w.jobs()) != 2 {
		t.Fatal("it is not enqueued again")
	}
	w.work(w.jobs()[1])
	if got := w.to.types(); len(got) != 2 {
		t.Errorf("passed on %v", got)
	}
	if replay(events.Consume{Consumer: "listener", DepartmentID: w.by.DepartmentID, Batch: uuid.New()}) {
		t.Error("an unknown batch is replayed")
	}
}

func TestAnEventOfACredentialThatTheTransactionDoesNotSeeFails(t *testing.T) {
	w := open(t)
	other, group := w.department()
	id := w.credential(other, group, "ada")
	err := pg.InDepartment(t.Context(), w.pool, w.by.DepartmentID, func(tx pgx.Tx) error {
		return w.AppendTx(t.Context(), tx, w.by, events.Of([]int64{id}, events.Published))
	})
	if err == nil {
		t.Error("another department's credential has an event")
	}
}

func TestEventsCannotBeChangedAndEndWithTheirCredentialOrTheirLifetime(t *testing.T) {
	w := open(t)
	ada, bob := w.credential(w.by, w.group, "ada"), w.credential(w.by, w.group, "bob")
	w.append(w.by, events.Of([]int64{ada, bob}, events.Created)...)
	w.clock.Advance(events.Lifetime)
	w.append(w.by, events.Of([]int64{ada}, events.Published)...)
	err := pg.InSystem(t.Context(), w.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), "update credential_events set type = 'x'")
		return err
	})
	if pg.Code(err) != "42501" {
		t.Errorf("changed: %v", err)
	}
	w.clock.Advance(time.Second)
	if n, err := w.DeleteOld(t.Context()); n != 2 || err != nil {
		t.Errorf("%d are old, %v", n, err)
	}
	err = pg.InSystem(t.Context(), w.pool, func(tx pgx.Tx) error { return w.ForgetTx(t.Context(), tx, []int64{ada}) })
	if err != nil {
		t.Fatal(err)
	}
	if n := w.number("select count(*) from credential_events"); n != 0 {
		t.Errorf("%d events are left", n)
	}
}
