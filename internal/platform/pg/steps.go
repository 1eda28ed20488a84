package pg

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"strings"
	"time"

	"github.com/golang-migrate/migrate/v4/database"
	"github.com/jackc/pgx/v5"
)

// MigrationLockTimeout limits how long a migration waits for a lock, and therefore how long others queue behind it, before it
// retries. It is shorter than deadlock_timeout, so that the migration gives way in a deadlock.
const MigrationLockTimeout = 500 * time.Millisecond

const (
	// lockRetries is how often a migration retries: for about 20 minutes including pauses.
	lockRetries   = 600
	lockRetryWait = 2 * time.Second
)

// nextStep is the line that separates two steps of a migration.
const nextStep = "-- next step\n"

// MigrationSteps splits a migration into its steps, each of which is a transaction.
func MigrationSteps(migration string) []string { return strings.Split(migration, nextStep) }

var (
	concurrently = regexp.MustCompile(`(?im)^\s*(create|drop)\s+(unique\s+)?index\s+concurrently\b`)
	// inBatches is a session-local procedure for migrations. It runs a statement on batches of rows in the order of an indexed
	// key and commits after each batch. {rows} in the statement is replaced by the condition on that key.
	inBatches = `create or replace procedure pg_temp.in_batches(of regclass, key text, statement text, size integer default 1000) language plpgsql as $$
declare
	at text;
	upto text;
	condition text;
begin
	perform set_config('app.system', 'on', false);
	loop
		condition := case when at is null then 'true' else format('%I > %L', key, at) end;
		execute format('select (max(k))::text from (select %1$I as k from %2$s where %3$s order by %1$I limit %4$s) as chosen', key, of, condition, size) into upto;
		exit when upto is null;
		execute replace(statement, '{rows}', condition || format(' and %I <= %L', key, upto));
		commit;
		at := upto;
	end loop;
	perform set_config('app.system', '', false);
end $$`
)

// RunSteps runs the steps of one migration on a connection of the tables' owner. Tests use it.
func RunSteps(ctx context.Context, conn *pgx.Conn, migration string) error {
	if _, err := conn.Exec(ctx, inBatches); err != nil {
		return err
	}
	for i, step := range MigrationSteps(migration) {
		if _, err := conn.Exec(ctx, step); err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	return nil
}

// steps is a golang-migrate driver that runs the steps of a migration in order. Progress is recorded in the version table, so an
// interrupted migration continues where it stopped.
type steps struct {
	database.Driver

	ctx     context.Context //nolint:containedctx // golang-migrate passes no context
	conn    func() *pgx.Conn
	log     *slog.Logger
	version int
}

// SetVersion implements database.Driver.
func (s *steps) SetVersion(version int, dirty bool) error {
	s.version = version
	return s.Driver.SetVersion(version, dirty)
}

// Run implements database.Driver.
func (s *steps) Run(migration io.Reader) error {
	content, err := io.ReadAll(migration)
	if err != nil {
		return err
	}
	all := MigrationSteps(string(content))
	if len(all) == 1 {
		return s.runWithRetry(all[0])
	}
	done, err := s.done()
	if err != nil {
		return err
	}
	for i := done; i < len(all); i++ {
		note := fmt.Sprintf("comment on table schema_migrations is '%d: %d steps done'", s.version, i+1)
		if needsNoTransaction(all[i]) {
			if err := s.runWithRetry(all[i]); err != nil {
				return err
			}
			if err := s.runWithRetry(note); err != nil {
				return err
			}
			continue
		}
		if err := s.runWithRetry(all[i] + ";\n" + note); err != nil {
			return err
		}
	}
	return nil
}

// done returns how many steps of the current migration have completed before.
func (s *steps) done() (n int, err error) {
	var note string
	if err := s.conn().QueryRow(s.ctx, "select coalesce(obj_description('schema_migrations'::regclass), '')").Scan(&note); err != nil {
		return 0, fmt.Errorf("read the steps that are done: %w", err)
	}
	var version int
	if _, err := fmt.Sscanf(note, "%d: %d steps done", &version, &n); err != nil || version != s.version {
		return 0, nil //nolint:nilerr // the record of another migration, or none
	}
	return n, nil
}

// needsNoTransaction reports whether a step must run outside a transaction: CREATE INDEX CONCURRENTLY, or a procedure that
// commits.
func needsNoTransaction(step string) bool {
	return concurrently.MatchString(step) || strings.Contains(step, "pg_temp.in_batches")
}

// runWithRetry runs one step and retries it while others hold its locks.
func (s *steps) runWithRetry(step string) error {
	timeout := MigrationLockTimeout
	if concurrently.MatchString(step) {
		timeout = 0 // it waits for other transactions without blocking anybody
		if err := s.dropUnfinishedIndexes(); err != nil {
			return err
		}
	}
	if _, err := s.conn().Exec(s.ctx, fmt.Sprintf("set lock_timeout = %d", timeout.Milliseconds())); err != nil {
		return fmt.Errorf("limit the wait for locks: %w", err)
	}
	for retry := 1; ; retry++ {
		err := s.Driver.Run(strings.NewReader(step))
		if err == nil || !isLocked(err) || retry == lockRetries {
			return err
		}
		if retry == 1 {
			s.log.WarnContext(s.ctx, "the migration waits for transactions that lock what it changes", "version", s.version)
		}
		select {
		case <-time.After(min(lockRetryWait, time.Duration(retry)*100*time.Millisecond)):
		case <-s.ctx.Done():
			return s.ctx.Err()
		}
	}
}

// dropUnfinishedIndexes drops invalid indexes that an interrupted step left behind.
func (s *steps) dropUnfinishedIndexes() error {
	rows, err := s.conn().Query(s.ctx, `select quote_ident(c.relname) from pg_index i join pg_class c on c.oid = i.indexrelid
		where not i.indisvalid and c.relnamespace = 'public'::regnamespace and c.relkind = 'i'`)
	if err != nil {
		return fmt.Errorf("find unfinished indexes: %w", err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("find unfinished indexes: %w", err)
	}
	for _, name := range names {
		if _, err := s.conn().Exec(s.ctx, "drop index concurrently if exists "+name); err != nil {
			return fmt.Errorf("drop the unfinished index %s: %w", name, err)
		}
	}
	return nil
}

// isLocked reports whether a step failed because of concurrent locks.
func isLocked(err error) bool {
	var failed database.Error
	if errors.As(err, &failed) {
		err = failed.OrigErr
	}
	switch Code(err) {
	case "55P03", "40P01": // lock not available, deadlock
		return true
	}
	return false
}
