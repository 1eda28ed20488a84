package embedded_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/embedded"
)

var quiet = slog.New(slog.NewTextHandler(io.Discard, nil))

// dataDir is a folder that PostgreSQL's own user may reach; t.TempDir lies under one that only we may enter.
func dataDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "laurel-embedded-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o711); err != nil {
		t.Fatal(err)
	}
	return dir
}

func query(t *testing.T, url, sql string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	var s string
	if err := conn.QueryRow(t.Context(), sql).Scan(&s); err != nil {
		t.Fatal(err)
	}
	return s
}

func execute(t *testing.T, url, sql string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

func TestDatabaseKeepsItsRowsOverARestart(t *testing.T) {
	dir := dataDir(t)
	url, stop, err := embedded.StartPostgres(t.Context(), dir, quiet)
	if err != nil {
		t.Fatal(err)
	}
	execute(t, url, "create table kept as select 'yes' as word")
	if err := stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	url, stop, err = embedded.StartPostgres(t.Context(), dir, quiet)
	if err != nil {
		t.Fatal(err)
	}
	if got := query(t, url, "select word from kept"); got != "yes" {
		t.Errorf("kept %q", got)
	}
	if err := stop(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// The role was made without a login in data folders of earlier versions.
func TestTheProductSignsInAsARoleThatIsNoSuperuser(t *testing.T) {
	dir := dataDir(t)
	address, stop, err := embedded.StartPostgres(t.Context(), dir, quiet)
	if err != nil {
		t.Fatal(err)
	}
	execute(t, address, "create role laurel_app nologin; create table kept as select 'yes' as word; grant select on kept to laurel_app")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			login, err := embedded.Login(t.Context(), address, "laurel_app")
			if err != nil {
				t.Error(err)
				return
			}
			conn, err := pgx.Connect(t.Context(), login)
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = conn.Close(context.Background()) }()
			var who, word string
			var mighty bool
			if _, err := conn.Exec(t.Context(), "reset role"); err != nil {
				t.Error(err)
			}
			err = conn.QueryRow(t.Context(), "select session_user || ' ' || current_user, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb, word from pg_roles, kept where rolname = current_user").Scan(&who, &mighty, &word)
			if err != nil || who != "laurel_app laurel_app" || mighty || word != "yes" {
				t.Errorf("%q, mighty: %v, %q, %v", who, mighty, word, err)
			}
		})
	}
	wg.Wait()
	if err := stop(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestDatabaseIsSharedAndInherited(t *testing.T) {
	dir := dataDir(t)
	first, stopFirst, err := embedded.StartPostgres(t.Context(), dir, quiet)
	if err != nil {
		t.Fatal(err)
	}
	second, stopSecond, err := embedded.StartPostgres(t.Context(), dir, quiet)
	if err != nil {
		t.Fatal(err)
	}
	if first != second {
		t.Errorf("addresses differ: %s, %s", first, second)
	}
	if err := stopFirst(t.Context()); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the second process runs the database", func() bool {
		conn, err := pgx.Connect(t.Context(), second)
		if err != nil {
			return false
		}
		_ = conn.Close(t.Context())
		return true
	})
	if err := stopSecond(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := pgx.Connect(t.Context(), second); err == nil {
		t.Error("the database still runs after the last process gave it up")
	}
}

func TestDatabaseInADeepFolderHasAShortSocketPath(t *testing.T) {
	dir := filepath.Join(dataDir(t), strings.Repeat("deep/", 30))
	url, stop, err := embedded.StartPostgres(t.Context(), dir, quiet)
	if err != nil {
		t.Fatal(err)
	}
	query(t, url, "select 'up'")
	if err := stop(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestTwoProcessesStartAtOnce(t *testing.T) {
	dir := dataDir(t)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			url, stop, err := embedded.StartPostgres(t.Context(), dir, quiet)
			if err != nil {
				t.Error(err)
				return
			}
			t.Cleanup(func() { _ = stop(context.Background()) })
			query(t, url, "select 'up'")
		})
	}
	wg.Wait()
}

func TestStoreKeepsItsPortAndIsInherited(t *testing.T) {
	dir := dataDir(t)
	first, stopFirst, err := embedded.StartS3(t.Context(), dir, "access", "secret-secret", quiet)
	if err != nil {
		t.Fatal(err)
	}
	second, stopSecond, err := embedded.StartS3(t.Context(), dir, "access", "secret-secret", quiet)
	if err != nil {
		t.Fatal(err)
	}
	if err := stopFirst(t.Context()); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the second process runs the store", func() bool { return refuses(first) })
	if err := stopSecond(t.Context()); err != nil {
		t.Fatal(err)
	}
	third, stopThird, err := embedded.StartS3(t.Context(), dir, "access", "secret-secret", quiet)
	if err != nil {
		t.Fatal(err)
	}
	if first != second || second != third {
		t.Errorf("addresses differ: %s, %s, %s", first, second, third)
	}
	if err := stopThird(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// refuses reports whether a store answers an unsigned request, which it must with a refusal.
func refuses(endpoint string) bool {
	res, err := http.Get(endpoint + "/")
	if err != nil {
		return false
	}
	_ = res.Body.Close()
	return res.StatusCode == http.StatusForbidden
}

func TestStoreLeavesTheWorkingDirectoryAlone(t *testing.T) {
	before, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	_, stop, err := embedded.StartS3(t.Context(), dataDir(t), "access", "secret-secret", quiet)
	if err != nil {
		t.Fatal(err)
	}
	if after, _ := os.Getwd(); after != before {
		t.Errorf("moved to %s", after)
	}
	if err := stop(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestKeysAreMadeOnceAndReadableByUsOnly(t *testing.T) {
	dir := dataDir(t)
	var wg sync.WaitGroup
	keys := make([]embedded.Keys, 8)
	for i := range keys {
		wg.Go(func() {
			k, err := embedded.LoadKeys(dir)
			if err != nil {
				t.Error(err)
			}
			keys[i] = k
		})
	}
	wg.Wait()
	created := 0
	for _, k := range keys {
		if string(k.Secret) != string(keys[0].Secret) || k.S3Access != keys[0].S3Access || k.S3Secret != keys[0].S3Secret {
			t.Error("two processes got different keys")
		}
		if k.NewlyCreated {
			created++
		}
	}
	if created != 1 {
		t.Errorf("created %d times", created)
	}
	files, err := filepath.Glob(filepath.Join(dir, "keys", "*"))
	if err != nil || len(files) != 3 {
		t.Fatalf("files %v, error %v", files, err)
	}
	for _, f := range files {
		if info, err := os.Stat(f); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v, error %v", f, info.Mode(), err)
		}
	}
}

func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !ok() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Fatalf("not within 20 s: %s", what)
		}
	}
}
