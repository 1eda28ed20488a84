package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// liveness restarts the jobs of a killed process within seconds. Each worker process holds an advisory lock, named by its client ID,
// for as long as its connection lives. A process that can take another's lock knows that the other is gone. River's own rescue waits
// longer than the longest job, which is too long for a person who watches a progress bar.
type liveness struct {
	cancel context.CancelFunc
	done   chan struct{}
}

const livenessEvery = 2 * time.Second

func startLiveness(ctx context.Context, pool *pgxpool.Pool, clientID string, log *slog.Logger) (*liveness, error) {
	held, err := holdLock(ctx, pool, clientID)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	l := &liveness{cancel, make(chan struct{})}
	go func() {
		defer close(l.done)
		l.run(ctx, pool, held, clientID, log)
	}()
	return l, nil
}

func (l *liveness) stop() {
	l.cancel()
	<-l.done
}

func (l *liveness) run(ctx context.Context, pool *pgxpool.Pool, held *pgx.Conn, clientID string, log *slog.Logger) {
	ticker := time.NewTicker(livenessEvery)
	defer ticker.Stop()
	for {
		if held == nil || held.Ping(ctx) != nil { // the database went away: say again that we live
			closeConn(held)
			held, _ = holdLock(ctx, pool, clientID)
		}
		if n, err := rescue(ctx, pool, clientID); err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "look for orphaned jobs", "error", err)
		} else if n > 0 {
			log.InfoContext(ctx, "jobs of a process that is gone run again", "jobs", n)
		}
		select {
		case <-ctx.Done():
			closeConn(held)
			return
		case <-ticker.C:
		}
	}
}

// holdLock uses a separate connection: a pooled one would carry the lock to its next user.
func holdLock(ctx context.Context, pool *pgxpool.Pool, clientID string) (*pgx.Conn, error) {
	conn, err := pgx.ConnectConfig(ctx, pool.Config().ConnConfig.Copy())
	if err != nil {
		return nil, fmt.Errorf("connect to say that this worker lives: %w", err)
	}
	if _, err := conn.Exec(ctx, "select pg_advisory_lock(hashtextextended($1, 0))", clientID); err != nil {
		closeConn(conn)
		return nil, fmt.Errorf("say that this worker lives: %w", err)
	}
	return conn, nil
}

func closeConn(conn *pgx.Conn) {
	if conn != nil {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = conn.Close(ctx)
	}
}

// maxKills is the number of processes that may die while running a job before the job is discarded, since it may be what kills them.
const maxKills = 10

// rescueSQL takes the lock of every other client with running jobs and releases the jobs of those whose lock was free. A kill does not
// count as an attempt, as the job may have nothing to do with it. Kills are counted separately, and after maxKills the job is
// discarded.
const rescueSQL = `
with clients as materialized (
	select distinct attempted_by[array_length(attempted_by, 1)] as id from river_job where state = 'running'
), gone as materialized (
	select id from clients where id <> $1 and pg_try_advisory_xact_lock(hashtextextended(id, 0))
), orphans as materialized (
	select id, coalesce((metadata ->> 'laurel:kills')::int, 0) + 1 as kills from river_job
	where state = 'running' and attempted_by[array_length(attempted_by, 1)] in (select id from gone)
)
update river_job j set
	state = case when o.kills < $2 then 'available' else 'discarded' end::river_job_state,
	finalized_at = case when o.kills < $2 then null else now() end,
	scheduled_at = now(),
	attempt = case when o.kills < $2 then greatest(j.attempt - 1, 0) else j.attempt end,
	metadata = jsonb_set(j.metadata, '{laurel:kills}', to_jsonb(o.kills)),
	errors = case when o.kills < $2 then j.errors else array_append(j.errors, jsonb_build_object(
		'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'attempt', j.attempt,
		'error', format('%s processes ended while they worked this job', o.kills), 'trace', '')) end
from orphans o where j.id = o.id`

func rescue(ctx context.Context, pool *pgxpool.Pool, clientID string) (int64, error) {
	tag, err := pool.Exec(ctx, rescueSQL, clientID, maxKills)
	if err != nil {
		return 0, err
	}
	return tag.RowsAffected(), nil
}
