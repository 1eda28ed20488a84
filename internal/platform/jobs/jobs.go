// Package jobs is the queue for background work. It is stored in the product's PostgreSQL, so a job is enqueued in the transaction of
// the change that causes it. A job may run more than once and must be idempotent.
package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"
)

// The queues.
const (
	Default = river.QueueDefault
	Mail    = "mail"
	Render  = "render" // what is made before it is asked for: signed badges, documents, bundles of files
)

// Concurrency is the number of jobs of each queue that one process runs at once. Mail jobs mostly wait for the mail server; while the
// documents of one job are being stored, Chrome prints those of another.
var Concurrency = map[string]int{Default: 4, Mail: 12, Render: 2}

// Timeout cancels a job that runs longer. Long work is split into short jobs.
const Timeout = 2 * time.Minute

// Args are the arguments of a job. Kind names the handler.
type Args = river.JobArgs

// Queue enqueues jobs.
type Queue struct {
	client *river.Client[pgx.Tx]
	pool   *pgxpool.Pool
}

// NewQueue returns a queue that enqueues jobs but runs none.
func NewQueue(pool *pgxpool.Pool, log *slog.Logger) (*Queue, error) {
	client, err := river.NewClient(riverpgxv5.New(pool), &river.Config{Logger: log})
	if err != nil {
		return nil, fmt.Errorf("open job queue: %w", err)
	}
	return &Queue{client, pool}, nil
}

// EnqueueTx adds a job that exists if and only if tx commits.
func (q *Queue) EnqueueTx(ctx context.Context, tx pgx.Tx, args Args) error {
	if _, err := q.client.InsertTx(ctx, tx, args, nil); err != nil {
		return fmt.Errorf("enqueue %s: %w", args.Kind(), err)
	}
	return nil
}

// EnqueueManyTx adds many jobs in one round trip.
func (q *Queue) EnqueueManyTx(ctx context.Context, tx pgx.Tx, all []Args) error {
	if len(all) == 0 {
		return nil
	}
	params := make([]river.InsertManyParams, len(all))
	for i, args := range all {
		params[i] = river.InsertManyParams{Args: args}
	}
	if _, err := q.client.InsertManyFastTx(ctx, tx, params); err != nil {
		return fmt.Errorf("enqueue %d jobs: %w", len(all), err)
	}
	return nil
}

// unfinished are the states in which a debounced job stands for later ones with the same arguments.
var unfinished = []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled,
}

// DebounceTx adds jobs that run when the current period ends. Equal jobs of one period are one job. Call it after what the jobs are for
// was committed: a job that another transaction added may run before tx commits.
func (q *Queue) DebounceTx(ctx context.Context, tx pgx.Tx, period time.Duration, all []Args) error {
	if len(all) == 0 {
		return nil
	}
	opts := &river.InsertOpts{
		ScheduledAt: time.Now().Truncate(period).Add(period),
		UniqueOpts:  river.UniqueOpts{ByArgs: true, ByPeriod: period, ByState: unfinished},
	}
	params := make([]river.InsertManyParams, len(all))
	for i, args := range all {
		params[i] = river.InsertManyParams{Args: args, InsertOpts: opts}
	}
	if _, err := q.client.InsertManyTx(ctx, tx, params); err != nil {
		return fmt.Errorf("enqueue %d debounced jobs: %w", len(all), err)
	}
	return nil
}

// Workers maps each kind of job to its handler.
type Workers struct{ bundle *river.Workers }

// NewWorkers returns a map without handlers.
func NewWorkers() *Workers { return &Workers{river.NewWorkers()} }

// Handle registers fn for the jobs of type A. fn may return Cancel to give up for good, or Later to be called again.
func Handle[A Args](w *Workers, fn func(ctx context.Context, args A) error) {
	river.AddWorker(w.bundle, river.WorkFunc(func(ctx context.Context, job *river.Job[A]) error {
		return fn(context.WithValue(ctx, idKey{}, job.ID), job.Args)
	}))
}

// SetArgsTx gives a job other arguments, as JSON. A job that runs keeps those that it began with until it runs again.
func (q *Queue) SetArgsTx(ctx context.Context, tx pgx.Tx, id int64, args []byte) error {
	if _, err := tx.Exec(ctx, "update river_job set args = $2::jsonb where id = $1", id, args); err != nil {
		return fmt.Errorf("change arguments of job %d: %w", id, err)
	}
	return nil
}

type idKey struct{}

// ID returns the ID of the job that ctx belongs to, or 0.
func ID(ctx context.Context) int64 {
	id, _ := ctx.Value(idKey{}).(int64)
	return id
}

// Cancel discards a job that would fail again.
func Cancel(err error) error { return river.JobCancel(err) }

// Later runs the job again after d without counting an attempt.
func Later(d time.Duration) error { return river.JobSnooze(d) }

// Every is periodic work that one of the processes does once per interval.
type Every struct {
	Interval time.Duration
	Args     Args
}

// Pool runs jobs until it is stopped.
type Pool struct {
	client *river.Client[pgx.Tx]
	alive  *liveness
}

// Start runs the jobs of the named queues with the handlers of w.
func Start(ctx context.Context, db *pgxpool.Pool, w *Workers, queues []string, periodic []Every, log *slog.Logger) (*Pool, error) {
	cfg := &river.Config{
		ID:                   uuid.NewString(),
		Logger:               log,
		Workers:              w.bundle,
		Queues:               map[string]river.QueueConfig{},
		JobTimeout:           Timeout,
		RescueStuckJobsAfter: 2 * Timeout,
		MaxAttempts:          12,
		FetchCooldown:        50 * time.Millisecond,
		FetchPollInterval:    time.Second,
		ReindexerSchedule:    river.NeverSchedule(), // an index is rebuilt by who owns it, which is not the role that works
		ErrorHandler:         &errorLog{log},
	}
	for _, name := range queues {
		n, ok := Concurrency[name]
		if !ok {
			return nil, fmt.Errorf("unknown queue %q", name)
		}
		cfg.Queues[name] = river.QueueConfig{MaxWorkers: n}
	}
	for _, e := range periodic {
		cfg.PeriodicJobs = append(cfg.PeriodicJobs, river.NewPeriodicJob(river.PeriodicInterval(e.Interval),
			func() (river.JobArgs, *river.InsertOpts) { return e.Args, nil }, &river.PeriodicJobOpts{RunOnStart: true}))
	}
	client, err := river.NewClient(riverpgxv5.New(db), cfg)
	if err != nil {
		return nil, fmt.Errorf("prepare workers: %w", err)
	}
	alive, err := startLiveness(ctx, db, cfg.ID, log)
	if err != nil {
		return nil, err
	}
	if err := client.Start(context.WithoutCancel(ctx)); err != nil {
		alive.stop()
		return nil, fmt.Errorf("start workers: %w", err)
	}
	return &Pool{client, alive}, nil
}

// Stop lets running jobs finish until ctx ends and then cancels them. They run again later.
func (p *Pool) Stop(ctx context.Context) error {
	defer p.alive.stop()
	if err := p.client.Stop(ctx); err != nil {
		cancelCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
		defer cancel()
		return p.client.StopAndCancel(cancelCtx)
	}
	return nil
}

type errorLog struct{ log *slog.Logger }

func (e *errorLog) HandleError(ctx context.Context, job *rivertype.JobRow, err error) *river.ErrorHandlerResult {
	e.log.WarnContext(ctx, "job failed", "kind", job.Kind, "job", job.ID, "attempt", job.Attempt, "error", err)
	return nil
}

func (e *errorLog) HandlePanic(ctx context.Context, job *rivertype.JobRow, p any, trace string) *river.ErrorHandlerResult {
	e.log.ErrorContext(ctx, "job panicked", "kind", job.Kind, "job", job.ID, "attempt", job.Attempt, "panic", fmt.Sprint(p), "stack", trace)
	return nil
}
