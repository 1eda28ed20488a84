package pg

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ambientTx is a transaction that nested transactions join as savepoints.
type ambientTx struct {
	pool  *pgxpool.Pool
	tx    pgx.Tx
	scope tenantScope
}

type ambientTxKey struct{}

// AmbientTx runs fn in one transaction of a department. Every InDepartment and InSystem on the same pool with fn's context joins
// it as a savepoint, so that everything fn does is committed or rolled back together. fn must not use the database from two
// goroutines at once. Like the function of InDepartment, it may run again after a transient error.
func AmbientTx(ctx context.Context, pool *pgxpool.Pool, departmentID int64, fn func(context.Context, pgx.Tx) error) error {
	return ambient(ctx, pool, department(departmentID), fn)
}

// AmbientTxSystem is AmbientTx with access to every department, like InSystem.
func AmbientTxSystem(ctx context.Context, pool *pgxpool.Pool, fn func(context.Context, pgx.Tx) error) error {
	return ambient(ctx, pool, tenantScope{system: "on"}, fn)
}

// Joining returns a context with which InDepartment and InSystem on the same pool join a transaction of a department, as they do within
// AmbientTx.
func Joining(ctx context.Context, pool *pgxpool.Pool, departmentID int64, tx pgx.Tx) context.Context {
	return context.WithValue(ctx, ambientTxKey{}, &ambientTx{pool: pool, tx: tx, scope: department(departmentID).narrowed(ctx)})
}

func ambient(ctx context.Context, pool *pgxpool.Pool, scope tenantScope, fn func(context.Context, pgx.Tx) error) error {
	if _, joined := ctx.Value(ambientTxKey{}).(*ambientTx); joined {
		return inTx(ctx, pool, scope, func(tx pgx.Tx) error { return fn(ctx, tx) })
	}
	return retry(ctx, retryable, func() error {
		scope := scope.narrowed(ctx)
		return pgx.BeginTxFunc(ctx, pool, pgx.TxOptions{BeginQuery: scope.begin()}, func(tx pgx.Tx) error {
			if err := fn(context.WithValue(ctx, ambientTxKey{}, &ambientTx{pool: pool, tx: tx, scope: scope}), tx); err != nil {
				return err
			}
			return scope.kept(ctx)
		})
	})
}

// join runs fn in a savepoint with its own scope; afterwards the outer scope applies again.
func (w *ambientTx) join(ctx context.Context, scope tenantScope, fn func(pgx.Tx) error) error {
	before := w.scope
	defer func() { w.scope = before }() // rolling back to a savepoint restores the settings by itself
	return pgx.BeginFunc(ctx, w.tx, func(tx pgx.Tx) error {
		if err := w.setScope(ctx, tx, scope); err != nil {
			return err
		}
		if err := fn(tx); err != nil {
			return err
		}
		if err := scope.kept(ctx); err != nil {
			return err
		}
		return w.setScope(ctx, tx, before)
	})
}

func (w *ambientTx) setScope(ctx context.Context, tx pgx.Tx, scope tenantScope) error {
	if w.scope.policies() == scope.policies() {
		return nil
	}
	_, err := tx.Exec(ctx, scope.set())
	w.scope = scope
	return err
}
