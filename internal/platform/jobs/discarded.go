package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// ErrNotDiscarded means that no such job exists, or that it has not used up its attempts.
var ErrNotDiscarded = errors.New("no job that gave up")

// Discarded is a job that used up its attempts. River keeps it for seven days.
type Discarded struct {
	ID          int64
	Kind, Queue string
	Attempts    int
	Error       string // of the last attempt
	At          time.Time
	Args        string // as JSON
}

// Discarded lists the jobs that used up their attempts, newest first, up to a limit.
func (q *Queue) Discarded(ctx context.Context, most int) ([]Discarded, error) {
	found, err := q.client.JobList(ctx, river.NewJobListParams().States(rivertype.JobStateDiscarded).OrderBy(river.JobListOrderByFinalizedAt, river.SortOrderDesc).First(most))
	if err != nil {
		return nil, fmt.Errorf("list discarded jobs: %w", err)
	}
	out := make([]Discarded, len(found.Jobs))
	for i, job := range found.Jobs {
		out[i] = Discarded{ID: job.ID, Kind: job.Kind, Queue: job.Queue, Attempts: job.Attempt, Args: string(job.EncodedArgs)}
		if n := len(job.Errors); n > 0 {
			out[i].Error = job.Errors[n-1].Error
		}
		if job.FinalizedAt != nil {
			out[i].At = *job.FinalizedAt
		}
	}
	return out, nil
}

// Retry gives a discarded job one more attempt. It returns ErrNotDiscarded for any other job.
func (q *Queue) Retry(ctx context.Context, id int64) error {
	job, err := q.client.JobGet(ctx, id)
	if errors.Is(err, river.ErrNotFound) || (err == nil && job.State != rivertype.JobStateDiscarded) {
		return fmt.Errorf("job %d: %w", id, ErrNotDiscarded)
	}
	if err == nil {
		_, err = q.client.JobRetry(ctx, id)
	}
	if err != nil {
		return fmt.Errorf("retry job %d: %w", id, err)
	}
	return nil
}

// retryAbandonedSQL gives a discarded job another attempt ten minutes after the last, with a delay that grows fourfold each time, at
// most six times.
const retryAbandonedSQL = `
with due as (
	select id, coalesce((metadata ->> 'laurel:chances')::int, 0) as chances from river_job
	where state = 'discarded' and kind = any($1) and coalesce((metadata ->> 'laurel:chances')::int, 0) < 6
		and finalized_at < now() - interval '10 minutes' * power(4, coalesce((metadata ->> 'laurel:chances')::int, 0))
	for update skip locked
)
update river_job j set state = 'available', finalized_at = null, scheduled_at = now(), max_attempts = greatest(j.max_attempts, j.attempt + 1),
	metadata = jsonb_set(j.metadata, '{laurel:chances}', to_jsonb(d.chances + 1))
from due d where j.id = d.id`

// RetryAbandoned retries discarded jobs of the given kinds with growing delays for a week. Pass the kinds that nothing else restarts:
// otherwise a publication whose job was discarded would stay in progress forever.
func (q *Queue) RetryAbandoned(ctx context.Context, kinds []string) error {
	if _, err := q.pool.Exec(ctx, retryAbandonedSQL, kinds); err != nil {
		return fmt.Errorf("retry jobs that gave up: %w", err)
	}
	return nil
}
