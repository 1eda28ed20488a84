package pg_test

import (
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/pg"
	"laurel/migrations"
)

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
	for _, e := range entries { // numbers may be left out
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

func TestProcessesThatStartAtOnceMigrateOnce(t *testing.T) {
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

func TestAFailedMigrationIsTriedAgainByTheNextStart(t *testing.T) {
	t.Parallel()
	for _, obstacle := range []string{"river_job", "departments", "credentials"} { // in the first, the second, the third
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
