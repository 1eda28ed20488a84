package embedded

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// database is the name of the product's database in a private cluster.
const database = "laurel"

// StartPostgres makes sure that a private PostgreSQL runs under dir and returns the address of its database. Where another
// process already runs it, that one is used; when that process ends first, this one takes over at the same address. stop
// gives it up.
func StartPostgres(ctx context.Context, dir string, log *slog.Logger) (url string, stop func(context.Context) error, err error) {
	if err := makeDataDir(dir); err != nil {
		return "", nil, err
	}
	c, err := newCluster(ctx, filepath.Join(dir, "postgres"))
	if err != nil {
		return "", nil, err
	}
	if c.moved {
		log.Warn("the database user may not enter the data folder, so the database lives elsewhere", "folder", c.dir)
	}
	stop, err = keep(ctx, c, filepath.Join(dir, "postgres.lock"), log)
	if err != nil {
		return "", nil, err
	}
	if err := c.createDatabase(ctx, database); err != nil {
		return "", nil, fmt.Errorf("create database: %w", joinStop(ctx, err, stop))
	}
	return c.url(database), stop, nil
}

// makeDataDir makes the data folder such that the database's user may pass through it but not list it.
func makeDataDir(dir string) error {
	if err := os.MkdirAll(dir, 0o711); err != nil { //nolint:gosec // G301: see above
		return fmt.Errorf("make data folder: %w", err)
	}
	return nil
}

func joinStop(ctx context.Context, err error, stop func(context.Context) error) error {
	if serr := stop(ctx); serr != nil {
		return fmt.Errorf("%w (and stopping: %w)", err, serr)
	}
	return err
}

func (c *cluster) createDatabase(ctx context.Context, name string) error {
	conn, err := pgx.Connect(ctx, c.url("postgres"))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var exists bool
	if err := conn.QueryRow(ctx, "select exists(select from pg_database where datname = $1)", name).Scan(&exists); err != nil || exists {
		return err
	}
	_, err = conn.Exec(ctx, "create database "+pgx.Identifier{name}.Sanitize())
	var refusal *pgconn.PgError
	if errors.As(err, &refusal) && (refusal.Code == "42P04" || refusal.Code == "23505") {
		return nil // another process made it in this very moment
	}
	return err
}
