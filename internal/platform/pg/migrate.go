package pg

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"time"

	"github.com/golang-migrate/migrate/v4"
	migratepgx "github.com/golang-migrate/migrate/v4/database/pgx/v5"
	"github.com/golang-migrate/migrate/v4/source"
	"github.com/golang-migrate/migrate/v4/source/iofs"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"laurel/migrations"
)

// lockID is the advisory lock that serialises migrations.
const lockID = 7_305_812_264

// Migrate brings the database to the newest schema. Several processes may call it concurrently: one migrates while the others
// wait. A failed step is rolled back, and the next start continues with it.
func Migrate(ctx context.Context, url string, log *slog.Logger) error {
	return MigrateFiles(ctx, url, migrations.Files, 0, log)
}

// MigrateFiles is Migrate with other migrations, up to and including version last; 0 means all. Tests use it to migrate from an
// older schema.
func MigrateFiles(ctx context.Context, url string, from fs.FS, last uint, log *slog.Logger) error {
	cfg, err := connConfig(url)
	if err != nil {
		return err
	}
	lock, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return fmt.Errorf("connect to migrate: %w", err)
	}
	defer func() { _ = lock.Close(context.WithoutCancel(ctx)) }()
	if err := acquireMigrationLock(ctx, lock); err != nil {
		return err
	}

	var conn *pgx.Conn // used by the driver
	db := stdlib.OpenDB(*cfg, stdlib.OptionAfterConnect(func(ctx context.Context, c *pgx.Conn) error {
		conn = c
		_, err := c.Exec(ctx, inBatches)
		return err
	}))
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	inner, err := migratepgx.WithInstance(db, &migratepgx.Config{})
	if err != nil {
		return fmt.Errorf("prepare migration: %w", err)
	}
	driver := &steps{Driver: inner, ctx: ctx, conn: func() *pgx.Conn { return conn }, log: log}
	files, err := iofs.New(from, ".")
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	m, err := migrate.NewWithInstance("iofs", files, "pgx5", driver)
	if err != nil {
		return fmt.Errorf("prepare migration: %w", err)
	}
	defer func() { _, _ = m.Close() }() // returns the connection that the driver took out of db
	if err := clearDirty(m, files); err != nil {
		return err
	}
	before, _, _ := m.Version()
	if last == 0 {
		err = m.Up()
	} else {
		err = m.Migrate(last)
	}
	if errors.Is(err, migrate.ErrNoChange) {
		return nil
	}
	if err != nil {
		return errors.Join(fmt.Errorf("migrate: %w", err), clearDirty(m, files))
	}
	after, _, _ := m.Version()
	log.Info("database migrated", "from", before, "to", after)
	return nil
}

// acquireMigrationLock polls for the migration lock. Blocking in the database would hold a transaction open, and CREATE INDEX
// CONCURRENTLY waits for open transactions.
func acquireMigrationLock(ctx context.Context, conn *pgx.Conn) error {
	for {
		var mine bool
		if err := conn.QueryRow(ctx, "select pg_try_advisory_lock($1)", int64(lockID)).Scan(&mine); err != nil || mine {
			return err
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return fmt.Errorf("wait for migration lock: %w", ctx.Err())
		}
	}
}

// clearDirty clears the dirty flag that golang-migrate leaves on a failed migration: PostgreSQL has rolled back its last step,
// and the completed steps are recorded.
func clearDirty(m *migrate.Migrate, files source.Driver) error {
	version, dirty, err := m.Version()
	if err != nil || !dirty {
		return nil //nolint:nilerr // no version yet: nothing can be dirty
	}
	previous := -1                               // golang-migrate's value for "nothing applied"
	switch before, err := files.Prev(version); { // numbers may be skipped
	case err == nil:
		previous = int(before)
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("find the migration before %d: %w", version, err)
	}
	if err := m.Force(previous); err != nil {
		return fmt.Errorf("clear failed migration %d: %w", version, err)
	}
	return nil
}

// Versions returns the schema's version and the newest version that this program knows.
func Versions(ctx context.Context, url string) (have, want uint, err error) {
	files, err := iofs.New(migrations.Files, ".")
	if err != nil {
		return 0, 0, fmt.Errorf("read migrations: %w", err)
	}
	for v, err := files.First(); err == nil; v, err = files.Next(v) {
		want = v
	}
	conn, err := connect(ctx, url)
	if err != nil {
		return 0, want, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var version int64
	if err := conn.QueryRow(ctx, "select version from schema_migrations").Scan(&version); err != nil {
		return 0, want, fmt.Errorf("read schema version: %w", err)
	}
	return uint(version), want, nil //nolint:gosec // counted by hand
}
