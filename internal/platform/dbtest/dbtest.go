// Package dbtest gives every test its own migrated PostgreSQL database. All test programs of a user share one in-memory cluster, which
// stops when no test uses it any more.
package dbtest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/platform/embedded"
	"laurel/internal/platform/pg"
	"laurel/migrations"
)

// Pool opens a new, migrated database as the product does, and drops it when the test ends. The test fails on a machine without
// PostgreSQL.
func Pool(t testing.TB) *pgxpool.Pool {
	t.Helper()
	pool, err := pg.Open(t.Context(), URL(t))
	if err != nil {
		t.Fatalf("open test database: %v", err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// URL returns the URL of a new, migrated database, for tests that start whole processes. Its user owns the tables.
func URL(t testing.TB) string {
	t.Helper()
	return newDatabase(t, template)
}

// EmptyURL returns the URL of a new database without tables, for tests of migrations.
func EmptyURL(t testing.TB) string {
	t.Helper()
	return newDatabase(t, func(context.Context) (string, error) { return "template0", nil })
}

func newDatabase(t testing.TB, from func(context.Context) (string, error)) string {
	t.Helper()
	name, err := createDatabase(t.Context(), from)
	if err != nil {
		t.Fatalf("make test database: %v", err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := admin(ctx, "drop database "+name+" with (force)"); err != nil {
			t.Errorf("drop test database: %v", err)
		}
	})
	at, err := databaseURL(name)
	if err != nil {
		t.Fatalf("address of test database: %v", err)
	}
	return at
}

func createDatabase(ctx context.Context, from func(context.Context) (string, error)) (string, error) {
	source, err := from(ctx)
	if err != nil {
		return "", err
	}
	name := "test_" + strings.ToLower(rand.Text())
	return name, admin(ctx, "create database "+name+" template "+source+" strategy file_copy")
}

// cluster is the URL of the shared cluster. A test program joins it once and holds its lock until it ends.
var cluster = sync.OnceValues(func() (string, error) { return embedded.JoinScratch(context.Background()) })

func databaseURL(name string) (string, error) {
	at, err := cluster()
	if err != nil {
		return "", err
	}
	u, err := url.Parse(at)
	if err != nil {
		return "", err
	}
	u.Path = "/" + name
	return u.String(), nil
}

func admin(ctx context.Context, sql string) error {
	at, err := cluster()
	if err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, at)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	_, err = conn.Exec(ctx, sql)
	return err
}

var (
	templateMu   sync.Mutex
	templateName string
)

// template returns the name of the template database with the current migrations, and creates it if necessary.
func template(ctx context.Context) (string, error) {
	templateMu.Lock()
	defer templateMu.Unlock()
	if templateName != "" {
		return templateName, nil
	}
	name, err := migrationsName()
	if err != nil {
		return "", err
	}
	if err := buildTemplate(ctx, name); err != nil {
		return "", fmt.Errorf("build template: %w", err)
	}
	templateName = name
	return name, nil
}

// buildLock is the advisory lock for creating a template.
const buildLock = 7_305_812_265

func buildTemplate(ctx context.Context, name string) error {
	at, err := cluster()
	if err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, at)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if _, err := conn.Exec(ctx, "select pg_advisory_lock($1)", int64(buildLock)); err != nil {
		return err
	}
	var exists bool
	if err := conn.QueryRow(ctx, "select exists(select from pg_database where datname = $1)", name).Scan(&exists); err != nil || exists {
		return err
	}
	// The template is built under a temporary name, so that a program that dies leaves no incomplete template.
	building := name + "_building"
	for _, sql := range []string{"drop database if exists " + building + " with (force)", "create database " + building} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return err
		}
	}
	buildingURL, err := databaseURL(building)
	if err != nil {
		return err
	}
	if err := pg.Migrate(ctx, buildingURL, slog.New(slog.DiscardHandler)); err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "alter database "+building+" rename to "+name)
	return err
}

// migrationsName derives the template's name from a hash of the migrations, so that changed migrations get a new one.
func migrationsName() (string, error) {
	sum := sha256.New()
	err := fs.WalkDir(migrations.Files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(migrations.Files, path)
		if err != nil {
			return err
		}
		_, _ = fmt.Fprintf(sum, "%s %d\n%s", path, len(b), b)
		return nil
	})
	return "template_" + hex.EncodeToString(sum.Sum(nil)[:8]), err
}
