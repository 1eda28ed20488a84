package pg_test

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/pg"
)

// testLog is a log that tests can wait on.
type testLog struct {
	mu  sync.Mutex
	all strings.Builder
}

func (h *testLog) Write(line []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.all.Write(line)
}

func (h *testLog) of(words string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return strings.Contains(h.all.String(), words)
}

func TestMigrationWaitingForALockDoesNotBlockOthers(t *testing.T) {
	t.Parallel()
	url := dbtest.URL(t)
	holder, reader, writer := connect(t, url), connect(t, url), connect(t, url)
	tx, err := holder.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), "select from credentials; select from mails"); err != nil { // like a long report
		t.Fatal(err)
	}
	log := &testLog{}
	done := make(chan error)
	go func() { done <- migrateTrial(t, url, slog.New(slog.NewTextHandler(log, nil))) }()
	for !log.of("the migration waits for transactions") {
		select {
		case err := <-done:
			t.Fatalf("it did not wait: %v", err)
		case <-time.After(10 * time.Millisecond):
		}
	}
	for range 3 { // each would wait for the report if the migration stayed in the lock queue
		if _, err := reader.Exec(t.Context(), "select from credentials"); err != nil {
			t.Error(err)
		}
		if _, err := writer.Exec(t.Context(), "update credentials set grade = 1; update mails set attempts = attempts"); err != nil {
			t.Error(err)
		}
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if n, dirty := version(t, reader); n != trialVersion || dirty {
		t.Errorf("version %d, dirty %v", n, dirty)
	}
}

func TestInterruptedMigrationContinuesWithNextStep(t *testing.T) {
	t.Parallel()
	url := dbtest.URL(t)
	conn := connect(t, url)
	run := func(sql string) {
		t.Helper()
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	// A later step adds this column too. The first adds a column to another table, which cannot be added twice.
	run("alter table kept_documents add column trial text")
	for range 2 {
		if err := migrateTrial(t, url, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), "kept_documents") {
			t.Fatalf("over the obstacle: %v", err)
		}
		if n, dirty := version(t, conn); n != newest(t) || dirty {
			t.Errorf("version %d, dirty %v", n, dirty)
		}
	}
	run("alter table kept_documents drop column trial")
	if err := migrateTrial(t, url, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	if n, dirty := version(t, conn); n != trialVersion || dirty {
		t.Errorf("version %d, dirty %v", n, dirty)
	}
}

func TestInterruptedIndexIsRebuilt(t *testing.T) {
	t.Parallel()
	url := dbtest.URL(t)
	conn := connect(t, url)
	for _, sql := range []string{
		"create index mails_trial_idx on mails (id)",
		"update pg_index set indisvalid = false where indexrelid = 'mails_trial_idx'::regclass",
	} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	if err := migrateTrial(t, url, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	var valid, partial bool
	err := conn.QueryRow(t.Context(), "select indisvalid, indpred is not null from pg_index where indexrelid = 'mails_trial_idx'::regclass").Scan(&valid, &partial)
	if err != nil || !valid || !partial {
		t.Errorf("valid %v, partial %v, %v", valid, partial, err)
	}
}

func TestRowsAreChangedInBatches(t *testing.T) {
	t.Parallel()
	conn := connect(t, dbtest.EmptyURL(t))
	for _, key := range []string{"n", "name"} {
		err := pg.RunSteps(t.Context(), conn, `create table x (n bigint primary key, name text unique, done xid8);
insert into x select 10 * i, 'it''s ' || i from generate_series(1, 95) i
-- next step
call pg_temp.in_batches('x', '`+key+`', 'update x set done = pg_current_xact_id() where {rows} and done is null', 10)`)
		if err != nil {
			t.Fatal(err)
		}
		var rows, batches, most int
		err = conn.QueryRow(t.Context(), "select sum(n), count(*), max(n) from (select count(*) as n from x where done is not null group by done) b").Scan(&rows, &batches, &most)
		if err != nil || rows != 95 || batches != 10 || most != 10 {
			t.Errorf("by %s: %d rows in %d batches of at most %d, %v", key, rows, batches, most, err)
		}
		if _, err := conn.Exec(context.Background(), "drop table x"); err != nil {
			t.Fatal(err)
		}
	}
}
