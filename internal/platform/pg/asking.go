package pg

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// DB is what questions are asked of: a transaction, or what Asking gives.
type DB interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// Asking runs fn with a database of which every question is a transaction of its own that sees one department only. What it may see
// travels with it, so that a question costs one round trip instead of three. Within Whole it is a part of that.
func Asking(ctx context.Context, pool *pgxpool.Pool, departmentID int64, fn func(DB) error) error {
	return ask(ctx, pool, department(departmentID), fn)
}

// AskingSystem is Asking that sees every department, as InSystem does.
func AskingSystem(ctx context.Context, pool *pgxpool.Pool, fn func(DB) error) error {
	return ask(ctx, pool, sight{system: "on"}, fn)
}

func ask(ctx context.Context, pool *pgxpool.Pool, sees sight, fn func(DB) error) error {
	if _, joins := ctx.Value(wholeKey{}).(*whole); joins {
		return inTx(ctx, pool, sees, func(tx pgx.Tx) error { return fn(tx) })
	}
	sees = sees.limited(ctx)
	return again(ctx, retryable, func() error { return fn(asking{pool, sees}) })
}

// asking asks each question in a batch with its settings: PostgreSQL runs a batch as one transaction.
type asking struct {
	pool *pgxpool.Pool
	sees sight
}

// settings is the statement that opens the sight for the transaction that it is in, and its values.
func (s sight) settings() (sql string, values []any) {
	plans, locks := "", ""
	if s.patient {
		locks = "0"
	}
	switch {
	case s.bulk:
		plans = "force_custom_plan"
	case s.keyed:
		plans = "force_generic_plan"
	}
	var set []string
	for _, each := range [][2]string{
		{"app.department", s.department}, {"app.system", s.system}, {"app.groups", s.groups}, {"app.test", s.test}, {"plan_cache_mode", plans}, {"lock_timeout", locks},
	} {
		if each[1] != "" {
			values = append(values, each[1])
			set = append(set, "set_config('"+each[0]+"', $"+strconv.Itoa(len(values))+", true)")
		}
	}
	return "select " + strings.Join(set, ", "), values
}

func (a asking) send(ctx context.Context, sql string, args []any) (pgx.BatchResults, error) {
	var b pgx.Batch
	settings, values := a.sees.settings()
	b.Queue(settings, values...)
	b.Queue(sql, args...)
	sent := a.pool.SendBatch(ctx, &b)
	if _, err := sent.Exec(); err != nil {
		return nil, errors.Join(err, sent.Close())
	}
	return sent, nil
}

// Exec implements DB.
func (a asking) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	sent, err := a.send(ctx, sql, args)
	if err != nil {
		return pgconn.CommandTag{}, err
	}
	tag, err := sent.Exec()
	return tag, errors.Join(err, sent.Close())
}

// Query implements DB.
func (a asking) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	sent, err := a.send(ctx, sql, args)
	if err != nil {
		return nil, err
	}
	rows, err := sent.Query()
	if err != nil {
		return nil, errors.Join(err, sent.Close())
	}
	return &asked{rows, sent}, nil
}

// QueryRow implements DB.
func (a asking) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	sent, err := a.send(ctx, sql, args)
	return askedRow{sent, err}
}

// asked are rows that end with the batch they came in.
type asked struct {
	pgx.Rows
	sent pgx.BatchResults
}

// Close gives the connection back.
func (r *asked) Close() {
	r.Rows.Close()
	_ = r.sent.Close() // Err tells what was wrong with the rows
}

// askedRow is one row likewise.
type askedRow struct {
	sent pgx.BatchResults
	err  error
}

// Scan implements pgx.Row.
func (r askedRow) Scan(dest ...any) error {
	if r.err != nil {
		return r.err
	}
	err := r.sent.QueryRow().Scan(dest...)
	if closed := r.sent.Close(); err == nil {
		err = closed
	}
	return err
}
