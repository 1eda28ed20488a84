package pg_test

import (
	"io/fs"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/pg"
	"laurel/migrations"
)

// trialVersion is the number of the trial migration.
const trialVersion = 999999

// withTrial returns the migrations followed by one with every kind of step.
func withTrial(t *testing.T) fs.FS {
	t.Helper()
	files := fstest.MapFS{}
	for name, from := range map[string]fs.FS{"*.sql": migrations.Files, "999999_*.sql": os.DirFS("testdata")} {
		names, err := fs.Glob(from, name)
		if err != nil || len(names) == 0 {
			t.Fatal(names, err)
		}
		for _, name := range names {
			sql, err := fs.ReadFile(from, name)
			if err != nil {
				t.Fatal(err)
			}
			files[name] = &fstest.MapFile{Data: sql}
		}
	}
	return files
}

// migrateTrial brings a database to the schema after the trial migration.
func migrateTrial(t *testing.T, url string, log *slog.Logger) error {
	t.Helper()
	return pg.MigrateFiles(t.Context(), url, withTrial(t), 0, log)
}

func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(t.Context()) })
	return conn
}

// newest is the number of the last migration.
func newest(t *testing.T) (n int) {
	t.Helper()
	entries, err := migrations.Files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries { // numbers may be skipped
		number, _, _ := strings.Cut(e.Name(), "_")
		if one, err := strconv.Atoi(number); err == nil {
			n = max(n, one)
		}
	}
	return n
}

func version(t *testing.T, conn *pgx.Conn) (n int, dirty bool) {
	t.Helper()
	if err := conn.QueryRow(t.Context(), "select version, dirty from schema_migrations").Scan(&n, &dirty); err != nil {
		t.Fatal(err)
	}
	return n, dirty
}

func TestConcurrentStartsMigrateOnce(t *testing.T) {
	t.Parallel()
	url := dbtest.EmptyURL(t)
	var log strings.Builder
	logger := slog.New(slog.NewTextHandler(&log, nil)) // its handler locks
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if err := pg.Migrate(t.Context(), url, logger); err != nil {
				t.Errorf("migrate: %v", err)
			}
		})
	}
	all.Wait()
	if n, dirty := version(t, connect(t, url)); n != newest(t) || dirty {
		t.Errorf("version %d, dirty %v", n, dirty)
	}
	if n := strings.Count(log.String(), "database migrated"); n != 1 {
		t.Errorf("%d processes say that they migrated:\n%s", n, log.String())
	}
}

func TestFailedMigrationIsRetriedOnNextStart(t *testing.T) {
	t.Parallel()
	for _, obstacle := range []string{"river_job", "departments", "credentials"} { // in the first, the third and the fifth
		t.Run(obstacle, func(t *testing.T) {
			t.Parallel()
			url := dbtest.EmptyURL(t)
			conn := connect(t, url)
			run := func(sql string) {
				t.Helper()
				if _, err := conn.Exec(t.Context(), sql); err != nil {
					t.Fatal(err)
				}
			}
			run("create table " + obstacle + " (x int)")
			for range 2 {
				if err := pg.Migrate(t.Context(), url, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), obstacle) {
					t.Fatalf("over the obstacle: %v", err)
				}
			}
			run("drop table " + obstacle)
			if err := pg.Migrate(t.Context(), url, slog.New(slog.DiscardHandler)); err != nil {
				t.Fatalf("without it: %v", err)
			}
			if n, dirty := version(t, conn); n != newest(t) || dirty {
				t.Errorf("version %d, dirty %v", n, dirty)
			}
		})
	}
}
