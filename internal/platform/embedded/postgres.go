package embedded

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// database is the name of the product's database in a private cluster.
const database = "laurel"

// StartPostgres makes sure that a private PostgreSQL runs under dir and returns the URL of its database for the superuser. If another
// process already runs it, that server is used, and this process takes over at the same address when the other one ends first. Call
// stop to release it.
func StartPostgres(ctx context.Context, dir string, log *slog.Logger) (address string, stop func(context.Context) error, err error) {
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

// Login allows a role of a private cluster to sign in and returns its URL. The product's queries then run in sessions of an ordinary
// user, so that `reset role` gains nothing.
func Login(ctx context.Context, address, role string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", fmt.Errorf("read database url: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, setupTimeout)
	defer cancel()
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return "", fmt.Errorf("connect to let %s sign in: %w", role, err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	// Without this lock, processes that start together would change the same row at once. The later one waits and finds the change
	// made.
	_, err = conn.Exec(ctx, fmt.Sprintf(`do $$ begin
		perform pg_advisory_xact_lock(%d);
		if not (select rolcanlogin from pg_roles where rolname = '%[2]s') then
			alter role %[3]s login nosuperuser nobypassrls;
		end if;
	end $$`, loginLock, role, pgx.Identifier{role}.Sanitize()))
	if err != nil {
		return "", fmt.Errorf("let %s sign in: %w", role, err)
	}
	u.User = url.User(role)
	return u.String(), nil
}

// setupTimeout limits each step of setting up the database.
const setupTimeout = 30 * time.Second

// loginLock is the advisory lock of Login.
const loginLock = 7_305_812_265

// makeDataDir creates the data folder so that the database's user can traverse it but not list it.
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
	ctx, cancel := context.WithTimeout(ctx, setupTimeout)
	defer cancel()
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
