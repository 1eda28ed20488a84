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

// DB runs queries: a transaction, a pool, or what SingleStatement passes to its function.
type DB interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// SingleStatement runs fn with a DB on which every query is its own transaction scoped to one department. The scope is set in the
// same batch as the query, so a query costs one round trip instead of three. Inside AmbientTx the queries join the ambient
// transaction.
func SingleStatement(ctx context.Context, pool *pgxpool.Pool, departmentID int64, fn func(DB) error) error {
	return singleStatement(ctx, pool, department(departmentID), fn)
}

// SingleStatementSystem is SingleStatement with access to every department, like InSystem.
func SingleStatementSystem(ctx context.Context, pool *pgxpool.Pool, fn func(DB) error) error {
	return singleStatement(ctx, pool, tenantScope{system: "on"}, fn)
}

func singleStatement(ctx context.Context, pool *pgxpool.Pool, scope tenantScope, fn func(DB) error) error {
	if _, joins := ctx.Value(ambientTxKey{}).(*ambientTx); joins {
		return inTx(ctx, pool, scope, func(tx pgx.Tx) error { return fn(tx) })
	}
	return retry(ctx, retryable, func() error { return fn(statementRunner{pool, scope.narrowed(ctx)}) })
}

// statementRunner sends each query in one batch with the settings of its scope. PostgreSQL runs a batch as one transaction.
type statementRunner struct {
	pool  *pgxpool.Pool
	scope tenantScope
}

// settings returns the statement that applies the scope to the current transaction, and its arguments.
func (s tenantScope) settings() (sql string, values []any) {
	plans, locks := "", ""
	if s.noLockTimeout {
		locks = "0"
	}
	if s.genericPlan {
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

func (a statementRunner) send(ctx context.Context, sql string, args []any) (pgx.BatchResults, error) {
	var b pgx.Batch
	settings, values := a.scope.settings()
	b.Queue(settings, values...)
	b.Queue(sql, args...)
	sent := a.pool.SendBatch(ctx, &b)
	if _, err := sent.Exec(); err != nil {
		return nil, errors.Join(err, sent.Close())
	}
	return sent, nil
}

// Exec implements DB.
func (a statementRunner) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	sent, err := a.send(ctx, sql, args)
	if err != nil {
		return pgconn.CommandTag{}, err
	}
	tag, err := sent.Exec()
	return tag, errors.Join(err, sent.Close())
}

// Query implements DB.
func (a statementRunner) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	sent, err := a.send(ctx, sql, args)
	if err != nil {
		return nil, err
	}
	rows, err := sent.Query()
	if err != nil {
		return nil, errors.Join(err, sent.Close())
	}
	return &batchRows{rows, sent}, nil
}

// QueryRow implements DB.
func (a statementRunner) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	sent, err := a.send(ctx, sql, args)
	return batchRow{sent, err}
}

// batchRows closes its batch together with the rows.
type batchRows struct {
	pgx.Rows
	sent pgx.BatchResults
}

// Close closes the rows and releases the connection.
func (r *batchRows) Close() {
	r.Rows.Close()
	_ = r.sent.Close() // Err returns the error of the rows, else that of closing the batch.
}

// batchRow closes its batch after Scan.
type batchRow struct {
	sent pgx.BatchResults
	err  error
}

// Scan implements pgx.Row.
func (r batchRow) Scan(dest ...any) error {
	if r.err != nil {
		return r.err
	}
	err := r.sent.QueryRow().Scan(dest...)
	if closed := r.sent.Close(); err == nil {
		err = closed
	}
	return err
}
