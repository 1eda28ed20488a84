package pg

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Gather runs several functions, each of which asks one question at most, and asks all their questions in one round trip and one
// transaction that sees one department only. Each is called more than once: what it does besides asking has to be repeatable. Within
// Whole they are a part of that.
func Gather(ctx context.Context, pool *pgxpool.Pool, departmentID int64, fns ...func(DB) error) error {
	return gather(ctx, pool, department(departmentID), fns)
}

// GatherSystem is Gather that sees every department, as InSystem does.
func GatherSystem(ctx context.Context, pool *pgxpool.Pool, fns ...func(DB) error) error {
	return gather(ctx, pool, sight{system: "on"}, fns)
}

func gather(ctx context.Context, pool *pgxpool.Pool, sees sight, fns []func(DB) error) error {
	if _, joins := ctx.Value(wholeKey{}).(*whole); joins {
		return inTx(ctx, pool, sees, func(tx pgx.Tx) error {
			for _, fn := range fns {
				if err := fn(tx); err != nil {
					return err
				}
			}
			return nil
		})
	}
	sees = sees.limited(ctx)
	return again(ctx, retryable, func() error {
		var b pgx.Batch
		settings, values := sees.settings()
		b.Queue(settings, values...)
		var asking []func(DB) error
		for _, fn := range fns {
			heard := &question{}
			if err := fn(heard); err != nil && !errors.Is(err, errNotAsked) {
				return err
			}
			if heard.asked {
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
				err = fn(&reply{sent: sent})
			}
		}
		if closed := sent.Close(); err == nil {
			err = closed
		}
		return err
	})
}

// errNotAsked says that a question was noted and not asked yet.
var errNotAsked = errors.New("not asked yet")

// question notes what a function asks.
type question struct {
	sql   string
	args  []any
	asked bool
}

func (q *question) note(sql string, args []any) {
	if !q.asked { // a function that goes on after an error asks nothing more
		q.sql, q.args, q.asked = sql, args, true
	}
}

// Exec implements DB.
func (q *question) Exec(_ context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	q.note(sql, args)
	return pgconn.CommandTag{}, errNotAsked
}

// Query implements DB.
func (q *question) Query(_ context.Context, sql string, args ...any) (pgx.Rows, error) {
	q.note(sql, args)
	return nil, errNotAsked
}

// QueryRow implements DB.
func (q *question) QueryRow(_ context.Context, sql string, args ...any) pgx.Row {
	q.note(sql, args)
	return askedRow{err: errNotAsked}
}

// errSecondQuestion says that a function has asked more than it may.
var errSecondQuestion = errors.New("a gathered function asks more than one question")

// reply answers a function's question with the next result of a batch.
type reply struct {
	sent pgx.BatchResults
	used bool
}

func (r *reply) use() error {
	if r.used {
		return errSecondQuestion
	}
	r.used = true
	return nil
}

// Exec implements DB.
func (r *reply) Exec(context.Context, string, ...any) (pgconn.CommandTag, error) {
	if err := r.use(); err != nil {
		return pgconn.CommandTag{}, err
	}
	return r.sent.Exec()
}

// Query implements DB.
func (r *reply) Query(context.Context, string, ...any) (pgx.Rows, error) {
	if err := r.use(); err != nil {
		return nil, err
	}
	return r.sent.Query()
}

// QueryRow implements DB.
func (r *reply) QueryRow(context.Context, string, ...any) pgx.Row {
	if err := r.use(); err != nil {
		return askedRow{err: err}
	}
	return r.sent.QueryRow()
}
