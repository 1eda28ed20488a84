package monitor_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/doctor"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/monitor"
	"laurel/internal/platform/pg"
)

var all = []string{jobs.Default, jobs.Mail, jobs.Render, "webhook"}

func open(t *testing.T) (*monitor.Service, *pgxpool.Pool) {
	t.Helper()
	pool := dbtest.Pool(t)
	return monitor.New(pool, slog.New(slog.DiscardHandler)), pool
}

func exec(t *testing.T, pool *pgxpool.Pool, sql string) {
	t.Helper()
	err := pg.InSystem(t.Context(), pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), sql)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func start(t *testing.T, s *monitor.Service, queues ...string) *monitor.Heartbeat {
	t.Helper()
	h, err := s.Start(t.Context(), "test", queues)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Stop(context.Background()) })
	return h
}

func queues(t *testing.T, s *monitor.Service) doctor.Finding {
	t.Helper()
	return s.CheckQueues(all, "webhook").Run(t.Context())
}

const insertJob = `insert into river_job (kind, args, queue, max_attempts, state, scheduled_at) values ('test', '{}', 'render', 3, 'available', now() - interval '1 hour')`

func TestAQueueThatNoProcessWorksIsAnAlarm(t *testing.T) {
	t.Parallel()
	s, pool := open(t)
	if got := queues(t, s); got.Status != doctor.Warn || !strings.Contains(got.Detail, "no Laurel process is running") {
		t.Errorf("of an installation that is stopped: %+v", got)
	}
	start(t, s)
	if got := queues(t, s); got.Status != doctor.Fail || !strings.Contains(got.Detail, "default, mail, render, webhook") {
		t.Errorf("with a process that only serves: %+v", got)
	}
	start(t, s, "default", "mail")
	render := start(t, s, "render")
	if got := queues(t, s); got.Status != doctor.Fail || got.Detail != "queues without a worker: webhook" || !strings.Contains(got.Mend, "laurel work --queues webhook`") {
		t.Errorf("without workers of webhooks: %+v", got)
	}
	start(t, s, "webhook")
	if got := queues(t, s); got.Status != doctor.OK {
		t.Errorf("with workers of all queues: %+v", got)
	}
	render.Stop(t.Context())
	exec(t, pool, insertJob)
	if got := queues(t, s); got.Status != doctor.Fail || !strings.Contains(got.Detail, "render (1 due, the oldest for 1h0m") {
		t.Errorf("after the workers of a queue stopped: %+v", got)
	}
}

func TestAProcessThatWasKilledCountsAsGone(t *testing.T) {
	t.Parallel()
	s, pool := open(t)
	seen := func(ago string) {
		exec(t, pool, "insert into processes select gen_random_uuid(), 'other', 'test', '{default,mail,render,webhook}', now(), now() - interval '"+ago+"'")
	}
	seen("0 seconds")
	if got := queues(t, s); got.Status != doctor.OK {
		t.Errorf("%+v", got)
	}
	exec(t, pool, "delete from processes")
	seen("40 seconds")
	seen("2 days")
	start(t, s)
	st, err := s.Read(t.Context(), all, "webhook")
	if err != nil || st.Processes != 1 || st.Queues[0].Workers != 0 {
		t.Errorf("%+v, %v", st, err)
	}
	var rows int
	if err := pool.QueryRow(t.Context(), "select count(*) from processes").Scan(&rows); err != nil || rows != 2 {
		t.Errorf("%d records are kept; want those of the last day", rows)
	}
}

func TestWorkThatIsLateIsReported(t *testing.T) {
	t.Parallel()
	s, pool := open(t)
	start(t, s, all...)
	exec(t, pool, insertJob)
	if got := queues(t, s); got.Status != doctor.Warn || !strings.Contains(got.Detail, "render (1 due") {
		t.Errorf("%+v", got)
	}
}
