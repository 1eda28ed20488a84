package events

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/events/internal/db"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
)

// Log stores events and enqueues the jobs of their consumers.
type Log struct {
	pool      *pgxpool.Pool
	clock     clock.Clock
	queue     *jobs.Queue
	consumers []Consumer
	q         *db.Queries
}

// New returns a Log without consumers. The queue may be nil as long as it has none.
func New(pool *pgxpool.Pool, c clock.Clock, queue *jobs.Queue) *Log {
	return &Log{pool: pool, clock: c, queue: queue, q: db.New()}
}

// Register adds consumers. Call it once, before the log is used.
func (l *Log) Register(consumers ...Consumer) { l.consumers = append(l.consumers, consumers...) }

// AppendTx stores changes as one batch, after they were made and in their transaction, and enqueues a job for each consumer that wants
// them. An actor without a department changes credentials of several.
func (l *Log) AppendTx(ctx context.Context, tx pgx.Tx, by access.Actor, changes []Change) error {
	if len(changes) == 0 {
		return nil
	}
	p := params(by, changes)
	p.Batch, p.At = uuid.New(), l.clock.Now()
	rows, err := l.q.EventsAppend(ctx, tx, p)
	if err != nil {
		return fmt.Errorf("append events: %w", err)
	}
	n := 0
	for _, r := range rows {
		n += int(r.Events)
	}
	if n != len(changes) {
		return fmt.Errorf("append events: %d of %d credentials exist", n, len(changes))
	}
	return l.enqueueTx(ctx, tx, p.Batch, rows, typesOf(changes))
}

func params(by access.Actor, changes []Change) db.EventsAppendParams {
	p := db.EventsAppendParams{
		UserID: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID), EmbedSessionID: pg.OrNull(by.EmbedID), RecipientID: pg.OrNull(by.RecipientID), System: pg.OrNull(string(by.System)),
		CredentialIds: make([]int64, len(changes)), Types: make([]string, len(changes)), Changed: make([]string, len(changes)),
		PreviousGroupIds: make([]int64, len(changes)),
	}
	for i, c := range changes {
		p.CredentialIds[i], p.Types[i], p.Changed[i], p.PreviousGroupIds[i] = c.CredentialID, string(c.Type), strings.Join(c.Changed, ","), c.FromGroupID
	}
	return p
}

func typesOf(changes []Change) (types []Type) {
	for _, c := range changes {
		if !slices.Contains(types, c.Type) {
			types = append(types, c.Type)
		}
	}
	return types
}

// enqueueTx adds a batch to the consumers that want it.
func (l *Log) enqueueTx(ctx context.Context, tx pgx.Tx, batch uuid.UUID, rows []db.EventsAppendRow, types []Type) error {
	departments, first := make([]int64, len(rows)), make(map[int64]int64, len(rows))
	for i, r := range rows {
		departments[i], first[r.DepartmentID] = r.DepartmentID, r.FirstID
	}
	p := db.BatchesInsertParams{Batch: batch}
	var all []jobs.Args
	for _, c := range l.consumers {
		wanted, err := c.WantsTx(ctx, tx, departments, types)
		if err != nil {
			return fmt.Errorf("ask %s about events: %w", c.Name(), err)
		}
		for _, id := range wanted {
			p.DepartmentIds, p.Consumers, p.FirstIds = append(p.DepartmentIds, id), append(p.Consumers, c.Name()), append(p.FirstIds, first[id])
			all = append(all, Consume{c.Name(), id, batch})
		}
	}
	if len(all) == 0 {
		return nil
	}
	if err := l.q.BatchesInsert(ctx, tx, p); err != nil {
		return fmt.Errorf("add batches of events: %w", err)
	}
	return l.queue.EnqueueManyTx(ctx, tx, all)
}

// Work passes a batch on to a consumer, and before it the older batches of the department that the consumer has not processed: jobs run
// side by side, but the events of a credential must arrive in their order. Nothing happens if the batch was processed already.
func (l *Log) Work(ctx context.Context, job Consume) error {
	i := slices.IndexFunc(l.consumers, func(c Consumer) bool { return c.Name() == job.Consumer })
	if i < 0 {
		return jobs.Cancel(fmt.Errorf("no consumer of events is called %q", job.Consumer))
	}
	for done := false; !done; {
		err := pg.InDepartment(ctx, l.pool, job.DepartmentID, func(tx pgx.Tx) (err error) {
			done, err = l.nextTx(ctx, tx, l.consumers[i], job)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// nextTx passes the next batch on. done reports that the batch of the job is processed.
func (l *Log) nextTx(ctx context.Context, tx pgx.Tx, c Consumer, job Consume) (done bool, err error) {
	if err := l.q.BatchesLock(ctx, tx, db.BatchesLockParams{Consumer: c.Name(), DepartmentID: job.DepartmentID}); err != nil {
		return false, fmt.Errorf("wait for other batches of events: %w", err)
	}
	taken, err := l.q.BatchTake(ctx, tx, db.BatchTakeParams{DepartmentID: job.DepartmentID, Consumer: c.Name(), Batch: job.Batch})
	if err != nil {
		return false, fmt.Errorf("take a batch of events: %w", err)
	}
	if len(taken) == 0 {
		return true, nil
	}
	rows, err := l.q.EventsOfBatch(ctx, tx, db.EventsOfBatchParams{DepartmentID: job.DepartmentID, Batch: taken[0]})
	if err != nil {
		return false, fmt.Errorf("read events: %w", err)
	}
	batch := make([]Event, len(rows))
	for i, r := range rows {
		batch[i] = Event{Change{r.CredentialID, Type(r.Type), r.Changed, r.PreviousGroupID}, r.ID, r.At, r.State, r.GroupID, r.Test}
	}
	if err := c.ConsumeTx(ctx, tx, job.DepartmentID, batch); err != nil {
		return false, fmt.Errorf("%s: consume events: %w", c.Name(), err)
	}
	return taken[0] == job.Batch, nil
}

// ReplayTx passes a batch on to a consumer once more, in a job. It reports whether there are events to replay.
func (l *Log) ReplayTx(ctx context.Context, tx pgx.Tx, job Consume) (bool, error) {
	n, err := l.q.BatchReplay(ctx, tx, db.BatchReplayParams{Consumer: job.Consumer, DepartmentID: job.DepartmentID, Batch: job.Batch})
	if err != nil {
		return false, fmt.Errorf("replay a batch of events: %w", err)
	}
	if n == 0 {
		return false, nil
	}
	return true, l.queue.EnqueueTx(ctx, tx, job)
}

// ForgetTx deletes the events of credentials that are about to be purged.
func (l *Log) ForgetTx(ctx context.Context, tx pgx.Tx, credentialIDs []int64) error {
	if err := l.q.EventsDeleteOfCredentials(ctx, tx, credentialIDs); err != nil {
		return fmt.Errorf("delete events: %w", err)
	}
	return nil
}

// sweepBatch is the number of events that one statement deletes.
const sweepBatch = 5000

// DeleteOld deletes events past their lifetime and returns their number.
func (l *Log) DeleteOld(ctx context.Context) (n int64, err error) {
	for {
		var some int64
		err := pg.InSystem(ctx, l.pool, func(tx pgx.Tx) (err error) {
			some, err = l.q.EventsDeleteOld(ctx, tx, db.EventsDeleteOldParams{Before: l.clock.Now().Add(-Lifetime), RowLimit: sweepBatch})
			return err
		})
		if n += some; err != nil {
			return n, fmt.Errorf("delete old events: %w", err)
		}
		if some < sweepBatch {
			return n, nil
		}
	}
}
