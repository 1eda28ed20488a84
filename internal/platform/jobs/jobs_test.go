package jobs

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/nettest"
	"laurel/internal/platform/pg"
)

type task struct {
	Number int `json:"number"`
}

func (task) Kind() string { return "test.task" }

var quiet = slog.New(slog.DiscardHandler)

// eventually asks until the answer is yes.
func eventually(t *testing.T, what string, ask func() bool) {
	t.Helper()
	deadline, tick := time.NewTimer(time.Minute), time.NewTicker(10*time.Millisecond)
	defer deadline.Stop()
	defer tick.Stop()
	for !ask() {
		select {
		case <-tick.C:
		case <-deadline.C:
			t.Fatalf("not within a minute: %s", what)
		}
	}
}

func start(t *testing.T, db *pgxpool.Pool, work func(ctx context.Context, a task) error) *Pool {
	t.Helper()
	w := NewWorkers()
	Handle(w, work)
	pool, err := Start(t.Context(), db, w, []string{Default, Mail, Render}, nil, quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = pool.Stop(ctx) // a worker that was cut off cannot stop cleanly
	})
	return pool
}

func enqueue(t *testing.T, db *pgxpool.Pool, all ...Args) {
	t.Helper()
	queue, err := NewQueue(db, quiet)
	if err != nil {
		t.Fatal(err)
	}
	if err := pg.InSystem(t.Context(), db, func(tx pgx.Tx) error { return queue.EnqueueManyTx(t.Context(), tx, all) }); err != nil {
		t.Fatal(err)
	}
}

func count(t *testing.T, db *pgxpool.Pool, state string) (n int) {
	t.Helper()
	if err := db.QueryRow(t.Context(), "select count(*) from river_job where state::text = $1", state).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestAJobExistsExactlyIfItsTransactionCommits(t *testing.T) {
	t.Parallel()
	db := dbtest.Pool(t)
	queue, err := NewQueue(db, quiet)
	if err != nil {
		t.Fatal(err)
	}
	undo := errors.New("undo")
	err = pg.InSystem(t.Context(), db, func(tx pgx.Tx) error {
		return errors.Join(queue.EnqueueManyTx(t.Context(), tx, []Args{task{1}, task{2}}), queue.EnqueueTx(t.Context(), tx, task{3}), undo)
	})
	if n := count(t, db, "available"); !errors.Is(err, undo) || n != 0 {
		t.Errorf("%v: %d jobs", err, n)
	}
	enqueue(t, db)
	enqueue(t, db, task{1}, task{2})
	if n := count(t, db, "available"); n != 2 {
		t.Errorf("%d jobs, want 2", n)
	}
}

func TestEachJobRunsWithItsArguments(t *testing.T) {
	t.Parallel()
	db := dbtest.Pool(t)
	var sum atomic.Int64
	start(t, db, func(_ context.Context, a task) error { sum.Add(int64(a.Number)); return nil })
	var all []Args
	for i := range 101 {
		all = append(all, task{i})
	}
	enqueue(t, db, all...)
	eventually(t, "all jobs are done", func() bool { return count(t, db, "completed") == len(all) })
	if sum.Load() != 5050 {
		t.Errorf("sum of the arguments is %d", sum.Load())
	}
}

func TestAJobThatGoesOnLaterCountsNoAttempt(t *testing.T) {
	t.Parallel()
	db := dbtest.Pool(t)
	var runs atomic.Int64
	start(t, db, func(context.Context, task) error {
		if runs.Add(1) < 3 {
			return Later(0)
		}
		return nil
	})
	enqueue(t, db, task{})
	eventually(t, "the job is done", func() bool { return count(t, db, "completed") == 1 })
	var attempt int
	if err := db.QueryRow(t.Context(), "select attempt from river_job").Scan(&attempt); err != nil || attempt != 1 || runs.Load() != 3 {
		t.Errorf("%d runs, attempt %d, %v", runs.Load(), attempt, err)
	}
}

func TestAJobThatIsGivenUpRunsNoMore(t *testing.T) {
	t.Parallel()
	db := dbtest.Pool(t)
	var runs atomic.Int64
	start(t, db, func(context.Context, task) error { runs.Add(1); return Cancel(errors.New("hopeless")) })
	enqueue(t, db, task{})
	eventually(t, "the job is given up", func() bool { return count(t, db, "cancelled") == 1 })
	if runs.Load() != 1 {
		t.Errorf("%d runs", runs.Load())
	}
}

func TestAJobThatPanicsDisturbsNoOther(t *testing.T) {
	t.Parallel()
	db := dbtest.Pool(t)
	start(t, db, func(_ context.Context, a task) error {
		if a.Number == 0 {
			panic("poison")
		}
		return nil
	})
	enqueue(t, db, task{0}, task{1}, task{2})
	eventually(t, "the others are done", func() bool { return count(t, db, "completed") == 2 })
	eventually(t, "the panic waits to be tried again", func() bool { return count(t, db, "retryable")+count(t, db, "available") == 1 })
}

func TestAnUnknownQueueIsRefused(t *testing.T) {
	t.Parallel()
	if _, err := Start(t.Context(), dbtest.Pool(t), NewWorkers(), []string{"no such"}, nil, quiet); err == nil {
		t.Error("a queue that nothing fills was taken")
	}
}

// wire is the line to the database; once cut, nothing goes through it any more, as for a process that was killed.
type wire struct {
	mu    sync.Mutex
	conns []net.Conn
	isCut bool
}

func (w *wire) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.isCut {
		_ = conn.Close()
		return nil, errors.New("the line is cut")
	}
	w.conns = append(w.conns, conn)
	return conn, nil
}

func (w *wire) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.isCut = true
	for _, conn := range w.conns {
		_ = conn.Close()
	}
}

// over opens a second pool on the database of db, over w.
func over(t *testing.T, db *pgxpool.Pool, w *wire) *pgxpool.Pool {
	t.Helper()
	cfg := db.Config()
	cfg.ConnConfig.DialFunc = w.dial
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

func TestJobsOfADeadWorkerRunAgainWithinSeconds(t *testing.T) {
	t.Parallel()
	db := dbtest.Pool(t)
	var line wire
	started, release := make(chan struct{}), make(chan struct{})
	t.Cleanup(func() { close(release) })
	start(t, over(t, db, &line), func(context.Context, task) error {
		close(started)
		<-release
		return nil
	})
	enqueue(t, db, task{7})
	<-started
	line.cut()
	var second atomic.Int64
	start(t, db, func(_ context.Context, a task) error { second.Add(int64(a.Number)); return nil })
	// The queue's own rescue comes an hour later.
	eventually(t, "the second worker takes over", func() bool { return count(t, db, "completed") == 1 })
	if second.Load() != 7 {
		t.Errorf("ran with %d", second.Load())
	}
}

func TestAWorkerGoesOnAfterAFreezeOfTheDatabase(t *testing.T) {
	t.Parallel()
	url := dbtest.URL(t)
	proxy, address := nettest.Postgres(t, url)
	limits := pg.DefaultDeadlines()
	limits.Suspect, limits.Probe = 100*time.Millisecond, time.Second
	frozen, err := pg.OpenWithin(t.Context(), address, limits)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(frozen.Close)
	var done atomic.Int64
	start(t, frozen, func(_ context.Context, a task) error { done.Add(int64(a.Number)); return nil })
	db, err := pg.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	enqueue(t, db, task{1})
	eventually(t, "a job to run", func() bool { return done.Load() == 1 })
	proxy.Freeze()
	eventually(t, "the worker to run into the freeze", func() bool { return proxy.Held() > 0 })
	if _, err := frozen.Exec(t.Context(), "select 1"); err == nil {
		t.Fatal("the database answers")
	}
	// A process that is killed meanwhile leaves a job that only this worker can free.
	enqueue(t, db, task{2})
	if _, err := db.Exec(t.Context(), "update river_job set state = 'running', attempted_by = '{gone}', attempt = 1 where state = 'available'"); err != nil {
		t.Fatal(err)
	}
	proxy.Thaw()
	eventually(t, "the orphaned job to run", func() bool { return done.Load() == 3 })
}

func TestJobsOfALivingWorkerAreLeftAlone(t *testing.T) {
	t.Parallel()
	db := dbtest.Pool(t)
	started, release := make(chan struct{}), make(chan struct{})
	start(t, db, func(context.Context, task) error {
		close(started)
		<-release
		return nil
	})
	enqueue(t, db, task{})
	<-started
	if n, err := rescue(t.Context(), db, "another"); n != 0 || err != nil {
		t.Errorf("%d jobs taken away, %v", n, err)
	}
	close(release)
	eventually(t, "the job is done", func() bool { return count(t, db, "completed") == 1 })
}

func TestAJobWhoseProcessIsKilledLosesNoAttemptUntilItWasKilledTooOften(t *testing.T) {
	t.Parallel()
	db := dbtest.Pool(t)
	enqueue(t, db, task{1})
	for kill := 1; kill <= maxKills; kill++ {
		// The last attempt that it has: such a job ran on for minutes, and was given up, after a single kill.
		if _, err := db.Exec(t.Context(), "update river_job set state = 'running', attempted_by = '{gone}', attempt = max_attempts"); err != nil {
			t.Fatal(err)
		}
		if n, err := rescue(t.Context(), db, "another"); n != 1 || err != nil {
			t.Fatalf("kill %d: %d rescued, %v", kill, n, err)
		}
		state, left := "available", 1
		if kill == maxKills {
			state, left = "discarded", 0
		}
		var attempts int
		if err := db.QueryRow(t.Context(), "select max_attempts - attempt from river_job").Scan(&attempts); err != nil || count(t, db, state) != 1 || attempts != left {
			t.Fatalf("after kill %d: %d are %s with %d attempts left, %v", kill, count(t, db, state), state, attempts, err)
		}
	}
	queue, err := NewQueue(db, quiet)
	if err != nil {
		t.Fatal(err)
	}
	discarded, err := queue.Discarded(t.Context(), 10)
	if err != nil || len(discarded) != 1 || discarded[0].Kind != "test.task" || !strings.Contains(discarded[0].Error, "10 processes ended") {
		t.Fatalf("%+v, %v", discarded, err)
	}
	if err := queue.Retry(t.Context(), discarded[0].ID); err != nil {
		t.Fatal(err)
	}
	var runs atomic.Int64
	start(t, db, func(context.Context, task) error { runs.Add(1); return nil })
	eventually(t, "it to run again", func() bool { return count(t, db, "completed") == 1 && runs.Load() == 1 })
	if err := queue.Retry(t.Context(), 999999); !errors.Is(err, ErrNotDiscarded) {
		t.Errorf("a job that is not there: %v", err)
	}
}

func TestAJobThatGaveUpIsTriedAgainWhereNothingElseDoesItsWork(t *testing.T) {
	t.Parallel()
	db := dbtest.Pool(t)
	enqueue(t, db, task{1})
	queue, err := NewQueue(db, quiet)
	if err != nil {
		t.Fatal(err)
	}
	discard := func(ago string) {
		t.Helper()
		if _, err := db.Exec(t.Context(), "update river_job set state = 'discarded', attempt = max_attempts, finalized_at = now() - $1::interval", ago); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		kind, ago string
		retried   int
	}{
		{"other", "1 hour", 0}, {"test.task", "5 minutes", 0}, {"test.task", "11 minutes", 1}, {"test.task", "11 minutes", 0}, {"test.task", "41 minutes", 1},
	} {
		discard(step.ago)
		if err := queue.RetryAbandoned(t.Context(), []string{step.kind}); err != nil || count(t, db, "available") != step.retried {
			t.Errorf("%+v: %d retried, %v", step, count(t, db, "available"), err)
		}
	}
}
