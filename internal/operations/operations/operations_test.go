package operations_test

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
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/starters"
	"laurel/internal/operations/operations"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// chunk is the number of items per transaction of the kinds of the test.
const chunk = 2

// world is the engine with two kinds, which count what they did: "paint", which "strip" undoes.
type world struct {
	*operations.Service
	t     *testing.T
	pool  *pgxpool.Pool
	clock *clock.Fake
	by    access.Actor

	mu    sync.Mutex
	order []string       // the departments of the chunks, in order
	calls int            // of Work
	fail  map[int]error  // by number of the call
	after func(call int) // is called at the end of each chunk
}

func open(t *testing.T) *world {
	t.Helper()
	t.Parallel()
	w := &world{t: t, pool: dbtest.Pool(t), clock: clock.NewFake(time.Date(2026, time.March, 10, 13, 0, 0, 0, time.UTC)), fail: map[int]error{}}
	queue, err := jobs.NewQueue(w.pool, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	w.Service = operations.New(operations.Deps{
		Pool: w.pool, Clock: w.clock, Audit: audit.New(w.clock), Queue: queue, Starters: starters.New(w.clock),
	})
	kind := operations.Kind{
		Name: "paint", Object: "action", Events: "action.", Needs: []access.Permission{access.ManageCredentials}, Inverse: "strip",
		Keep: 24 * time.Hour, Size: chunk, Work: w.paint, Page: func(operations.Operation) string { return "/" },
	}
	w.Register(kind)
	kind.Name, kind.Inverse = "strip", "paint"
	w.Register(kind)
	w.by = w.department()
	return w
}

// paint does every item.
func (w *world) paint(
	_ context.Context, _ pgx.Tx, by access.Actor, _ operations.Operation, items []operations.Item,
) ([]operations.Result, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.calls++
	w.order = append(w.order, fmt.Sprint(by.DepartmentID))
	if err := w.fail[w.calls]; err != nil {
		return nil, err
	}
	out := make([]operations.Result, len(items))
	for i, item := range items {
		out[i] = operations.Result{CredentialID: item.CredentialID, Outcome: operations.Done, Trace: w.calls}
	}
	if w.after != nil {
		w.after(w.calls)
	}
	return out, nil
}

func (w *world) number(sql string, args ...any) (n int64) {
	w.t.Helper()
	err := pg.InSystem(w.t.Context(), w.pool, func(tx pgx.Tx) error { return tx.QueryRow(w.t.Context(), sql, args...).Scan(&n) })
	if err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
	return n
}

// department adds a department with an administrator, who is a member.
func (w *world) department() access.Actor {
	w.t.Helper()
	id := w.number("insert into departments (name, created_at, updated_at) values ('Guild', now(), now()) returning id")
	user := w.number("insert into users (email, verified_at, created_at, updated_at) values ($1, now(), now(), now()) returning id",
		fmt.Sprintf("admin%d@example.org", id))
	w.number("insert into memberships (department_id, user_id, role, created_at) values ($1, $2, 'administrator', now()) returning user_id", id, user)
	return access.Actor{UserID: user, DepartmentID: id, Role: access.Administrator}
}

// credentials adds credentials of a department and returns their IDs.
func (w *world) credentials(by access.Actor, n int) (ids []int64) {
	w.t.Helper()
	group := w.number(`insert into groups (department_id, name, course_name, created_at, updated_at)
		values ($1, gen_random_uuid()::text, 'Weaving', now(), now()) returning id`, by.DepartmentID)
	for range n {
		ids = append(ids, w.number(`insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private,
			private_key, state, created_at, updated_at)
			select $1, $2, gen_random_uuid(), left(replace(gen_random_uuid()::text, '-', 'a'), 9), 'Ada', gen_random_uuid() || '@example.org', '2026-03-10', false, '',
				'draft', now(), now() returning id`, by.DepartmentID, group))
	}
	return ids
}

func (w *world) start(by access.Actor, n int) operations.Operation {
	w.t.Helper()
	ids := w.credentials(by, n)
	id := uuid.New()
	err := pg.InDepartment(w.t.Context(), w.pool, by.DepartmentID, func(tx pgx.Tx) error {
		_, err := w.StartTx(w.t.Context(), tx, by, operations.Request{UUID: id, Kind: "paint", Input: n, CredentialIDs: ids})
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return w.read(by, id)
}

func (w *world) read(by access.Actor, id uuid.UUID) operations.Operation {
	w.t.Helper()
	o, err := w.Read(w.t.Context(), by, id)
	if err != nil {
		w.t.Fatal(err)
	}
	return o
}

// work runs the job of an operation until it is postponed or ends.
func (w *world) work(by access.Actor, o operations.Operation) error {
	w.t.Helper()
	return w.Work(w.t.Context(), operations.Run{OperationID: o.ID, DepartmentID: by.DepartmentID})
}

func (w *world) finish(by access.Actor, o operations.Operation) operations.Operation {
	w.t.Helper()
	if err := w.work(by, o); err != nil {
		w.t.Fatal(err)
	}
	return w.read(by, o.UUID)
}

func TestAnOperationIsProcessedInChunks(t *testing.T) {
	w := open(t)
	o := w.start(w.by, 5)
	if o.State() != operations.Waiting {
		t.Errorf("it is %s before it begins", o.State())
	}
	o = w.finish(w.by, o)
	if w.calls != 3 || o.State() != operations.Finished || o.Counts != (operations.Counts{Done: 5}) {
		t.Errorf("%d chunks, %s, %+v", w.calls, o.State(), o.Counts)
	}
	items, err := w.Items(t.Context(), w.by, o.UUID, operations.Done, page.Request{Size: 3})
	if err != nil || items.Total != 5 || len(items.Items) != 3 {
		t.Errorf("%+v, %v", items, err)
	}
}

func TestAChunkThatFailsLeavesNothingBehind(t *testing.T) {
	w := open(t)
	o := w.start(w.by, 5)
	broken := errors.New("the process was killed")
	w.fail[2] = broken
	if err := w.work(w.by, o); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
	if o = w.read(w.by, o.UUID); o.Counts.Done != chunk || o.State() != operations.Running {
		t.Errorf("%s after the first chunk: %+v", o.State(), o.Counts)
	}
	if o = w.finish(w.by, o); o.Counts != (operations.Counts{Done: 5}) || o.State() != operations.Finished {
		t.Errorf("%s: %+v", o.State(), o.Counts)
	}
}

func TestTwoJobsOfAnOperationProcessEachItemOnce(t *testing.T) {
	w := open(t)
	o := w.start(w.by, 9)
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			if err := w.Work(t.Context(), operations.Run{OperationID: o.ID, DepartmentID: w.by.DepartmentID}); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	if o = w.read(w.by, o.UUID); o.Counts != (operations.Counts{Done: 9}) || w.calls != 5 {
		t.Errorf("%d chunks, %+v", w.calls, o.Counts)
	}
}

func TestAnOperationStopsWhenItsStarterLosesTheRightAndAnotherResumesIt(t *testing.T) {
	w := open(t)
	o := w.start(w.by, 5)
	w.after = func(call int) {
		if call == 1 {
			w.number("update memberships set role = 'viewer' where user_id = $1 returning user_id", w.by.UserID)
		}
	}
	o = w.finish(w.by, o)
	if o.State() != operations.Stopped || o.StopReason != starters.ErrRightLost.Code || o.Counts.Done != chunk || o.NotDone() != 3 {
		t.Errorf("%s, %q, %+v", o.State(), o.StopReason, o.Counts)
	}
	if n := w.number("select count(*) from audit_events where action = 'action.stopped' and system = 'rights_check'"); n != 1 {
		t.Errorf("%d events tell that it stopped", n)
	}
	other := access.Actor{DepartmentID: w.by.DepartmentID, Role: access.Administrator}
	other.UserID = w.number("insert into users (email, verified_at, created_at, updated_at) values ('other@example.org', now(), now(), now()) returning id")
	w.number("insert into memberships (department_id, user_id, role, created_at) values ($1, $2, 'administrator', now()) returning user_id",
		other.DepartmentID, other.UserID)
	viewer := other
	viewer.Role = access.Viewer
	if _, err := w.Resume(t.Context(), viewer, o.UUID); !errors.Is(err, access.ErrDenied) {
		t.Errorf("a viewer resumes it: %v", err)
	}
	if _, err := w.Resume(t.Context(), other, o.UUID); err != nil {
		t.Fatal(err)
	}
	if o = w.finish(other, o); o.State() != operations.Finished || o.Counts.Done != 5 {
		t.Errorf("%s, %+v", o.State(), o.Counts)
	}
	if _, err := w.Resume(t.Context(), other, o.UUID); !errors.Is(err, operations.ErrNotStopped) {
		t.Errorf("it is resumed again: %v", err)
	}
}

func TestACancelledOperationKeepsWhatItDid(t *testing.T) {
	w := open(t)
	o := w.start(w.by, 5)
	w.TimeSlice = time.Nanosecond
	for range 2 { // begins, and one chunk
		_ = w.work(w.by, o)
	}
	o, err := w.Cancel(t.Context(), w.by, o.UUID)
	if err != nil || o.State() != operations.Cancelled || o.Counts != (operations.Counts{Done: chunk, Refused: 3}) {
		t.Errorf("%s, %+v, %v", o.State(), o.Counts, err)
	}
	w.finish(w.by, o)
	if w.calls != 1 {
		t.Errorf("%d chunks after it was cancelled", w.calls-1)
	}
	if _, err := w.Cancel(t.Context(), w.by, o.UUID); !errors.Is(err, operations.ErrFinished) {
		t.Errorf("it is cancelled again: %v", err)
	}
}

func TestAnOperationIsUndoneOnce(t *testing.T) {
	w := open(t)
	o := w.start(w.by, 5)
	if _, err := w.Undo(t.Context(), w.by, o.UUID); !errors.Is(err, operations.ErrWorking) {
		t.Errorf("it is undone before it has finished: %v", err)
	}
	w.finish(w.by, o)
	var undone []operations.Operation
	var refused []error
	var all sync.WaitGroup
	for range 5 {
		all.Go(func() {
			u, err := w.Undo(t.Context(), w.by, o.UUID)
			w.mu.Lock()
			defer w.mu.Unlock()
			if err != nil {
				refused = append(refused, err)
			} else {
				undone = append(undone, u)
			}
		})
	}
	all.Wait()
	if len(undone) != 1 || slices.ContainsFunc(refused, func(err error) bool { return !errors.Is(err, operations.ErrUndone) }) {
		t.Fatalf("undone %d times: %v", len(undone), refused)
	}
	u := w.finish(w.by, undone[0])
	if u.Kind != "strip" || !u.Undoes() || u.Counts != (operations.Counts{Done: 5}) {
		t.Errorf("%+v", u)
	}
	if _, err := w.Undo(t.Context(), w.by, u.UUID); !errors.Is(err, operations.ErrCannotUndo) {
		t.Errorf("the undo is undone: %v", err)
	}
	if o = w.read(w.by, o.UUID); o.UndoneBy == nil || *o.UndoneBy != u.UUID || w.CanUndo(w.by, o) {
		t.Errorf("%+v", o)
	}
}

func TestUndoingAgainResumesAnUndoThatWasStopped(t *testing.T) {
	w := open(t)
	o := w.start(w.by, 3)
	w.finish(w.by, o)
	u, err := w.Undo(t.Context(), w.by, o.UUID)
	if err != nil {
		t.Fatal(err)
	}
	w.number("update memberships set role = 'viewer' where user_id = $1 returning user_id", w.by.UserID)
	if u = w.finish(w.by, u); u.State() != operations.Stopped {
		t.Fatalf("%s", u.State())
	}
	w.number("update memberships set role = 'administrator' where user_id = $1 returning user_id", w.by.UserID)
	again, err := w.Undo(t.Context(), w.by, o.UUID)
	if err != nil || again.UUID != u.UUID {
		t.Fatalf("%s, %v", again.UUID, err)
	}
	if u = w.finish(w.by, u); u.State() != operations.Finished || u.Counts.Done != 3 {
		t.Errorf("%s, %+v", u.State(), u.Counts)
	}
}

func TestDepartmentsAlternate(t *testing.T) {
	w := open(t)
	w.TimeSlice = time.Nanosecond
	other := w.department()
	queue := []struct {
		by access.Actor
		operations.Operation
	}{{w.by, w.start(w.by, 6)}, {other, w.start(other, 6)}}
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		if err := w.work(next.by, next.Operation); err != nil { // postponed: it goes to the end of the queue
			queue = append(queue, next)
		}
	}
	a, b := fmt.Sprint(w.by.DepartmentID), fmt.Sprint(other.DepartmentID)
	if want := []string{a, b, a, b, a, b}; !slices.Equal(w.order, want) {
		t.Errorf("%v, want %v", w.order, want)
	}
}

func TestADepartmentRunsAFewOperationsAtOnce(t *testing.T) {
	w := open(t)
	w.Limit, w.TimeSlice = 2, time.Nanosecond
	var all []operations.Operation
	for range 3 {
		o := w.start(w.by, 3)
		all = append(all, o)
		_ = w.work(w.by, o)
	}
	other := w.department()
	free := w.start(other, 1)
	_ = w.work(other, free)
	states := []operations.State{w.read(other, free.UUID).State()}
	for _, o := range all {
		states = append(states, w.read(w.by, o.UUID).State())
	}
	want := []operations.State{operations.Running, operations.Running, operations.Running, operations.Waiting}
	if !slices.Equal(states, want) {
		t.Errorf("%v, want %v", states, want)
	}
	w.TimeSlice = time.Minute
	w.finish(w.by, all[0])
	if o := w.finish(w.by, all[2]); o.State() != operations.Finished {
		t.Errorf("the one that waited is %s", o.State())
	}
}

func TestOperationsAreDeletedAtTheEndOfTheirRetention(t *testing.T) {
	w := open(t)
	o := w.finish(w.by, w.start(w.by, 1))
	open := w.start(w.by, 1)
	w.clock.Advance(23 * time.Hour)
	if n, err := w.DeleteExpired(t.Context()); n != 0 || err != nil {
		t.Errorf("%d are deleted too early, %v", n, err)
	}
	w.clock.Advance(2 * time.Hour)
	if n, err := w.DeleteExpired(t.Context()); n != 1 || err != nil {
		t.Errorf("%d are deleted, %v", n, err)
	}
	if _, err := w.Read(t.Context(), w.by, o.UUID); !errors.Is(err, operations.ErrNotFound) {
		t.Errorf("%v", err)
	}
	w.read(w.by, open.UUID)
}

func TestTheTimeLeftIsEstimatedFromTheSpeedSoFar(t *testing.T) {
	w := open(t)
	w.TimeSlice = time.Nanosecond
	o := w.start(w.by, 8)
	_ = w.work(w.by, o)
	if _, known := w.TimeLeft(w.read(w.by, o.UUID)); known {
		t.Error("it is known before anything is done")
	}
	_ = w.work(w.by, o)
	w.clock.Advance(10 * time.Second)
	if left, known := w.TimeLeft(w.read(w.by, o.UUID)); !known || left != 30*time.Second {
		t.Errorf("%s, %t", left, known)
	}
}
