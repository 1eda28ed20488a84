package pg

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Batch runs several functions, each with at most one query, and sends all queries in one round trip and one transaction scoped
// to one department. Each function is called more than once, so everything besides its query must be repeatable. Inside AmbientTx
// the queries join the ambient transaction.
func Batch(ctx context.Context, pool *pgxpool.Pool, departmentID int64, fns ...func(DB) error) error {
	return runBatch(ctx, pool, department(departmentID), fns)
}

// BatchSystem is Batch with access to every department, like InSystem.
func BatchSystem(ctx context.Context, pool *pgxpool.Pool, fns ...func(DB) error) error {
	return runBatch(ctx, pool, tenantScope{system: "on"}, fns)
}

func runBatch(ctx context.Context, pool *pgxpool.Pool, scope tenantScope, fns []func(DB) error) error {
	if _, joins := ctx.Value(ambientTxKey{}).(*ambientTx); joins {
		return inTx(ctx, pool, scope, func(tx pgx.Tx) error {
			for _, fn := range fns {
				if err := fn(tx); err != nil {
					return err
				}
			}
			return nil
		})
	}
	scope = scope.narrowed(ctx)
	return retry(ctx, retryable, func() error {
		var b pgx.Batch
		settings, values := scope.settings()
		b.Queue(settings, values...)
		var asking []func(DB) error
		for _, fn := range fns {
			heard := &queryRecorder{}
			if err := fn(heard); err != nil && !errors.Is(err, errNotRun) {
				return err
			}
			if heard.recorded {
				b.Queue(heard.sql, heard.args...)
				asking = append(asking, fn)
			}
		}
		if asking == nil {
			return nil
		}
		sent := pool.SendBatch(ctx, &b)
		_, err := sent.Exec()
		for _, fn := range asking {
			if err == nil {
				err = fn(&batchResult{sent: sent})
			}
		}
		if closed := sent.Close(); err == nil {
			err = closed
		}
		return err
	})
}

// errNotRun is returned for a query that was recorded but has not run yet.
var errNotRun = errors.New("not asked yet")

// queryRecorder records the query of a function instead of running it.
type queryRecorder struct {
	sql      string
	args     []any
	recorded bool
}

func (q *queryRecorder) record(sql string, args []any) {
	if !q.recorded { // a function that continues after the error runs no second query
		q.sql, q.args, q.recorded = sql, args, true
	}
}

// Exec implements DB.
func (q *queryRecorder) Exec(_ context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	q.record(sql, args)
	return pgconn.CommandTag{}, errNotRun
}

// Query implements DB.
func (q *queryRecorder) Query(_ context.Context, sql string, args ...any) (pgx.Rows, error) {
	q.record(sql, args)
	return nil, errNotRun
}

// QueryRow implements DB.
func (q *queryRecorder) QueryRow(_ context.Context, sql string, args ...any) pgx.Row {
	q.record(sql, args)
	return batchRow{err: errNotRun}
}

// errSecondQuery says that a function ran more than one query.
var errSecondQuery = errors.New("a gathered function asks more than one question")

// batchResult returns the next result of a batch for a function's query.
type batchResult struct {
	sent pgx.BatchResults
	used bool
}

func (r *batchResult) take() error {
	if r.used {
		return errSecondQuery
	}
	r.used = true
	return nil
}

// Exec implements DB.
func (r *batchResult) Exec(context.Context, string, ...any) (pgconn.CommandTag, error) {
	if err := r.take(); err != nil {
		return pgconn.CommandTag{}, err
	}
	return r.sent.Exec()
}

// Query implements DB.
func (r *batchResult) Query(context.Context, string, ...any) (pgx.Rows, error) {
	if err := r.take(); err != nil {
		return nil, err
	}
	return r.sent.Query()
}

// QueryRow implements DB.
func (r *batchResult) QueryRow(context.Context, string, ...any) pgx.Row {
	if err := r.take(); err != nil {
		return batchRow{err: err}
	}
	return r.sent.QueryRow()
}
