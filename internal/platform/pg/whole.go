package pg

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// whole is a transaction that many others join.
type whole struct {
	pool *pgxpool.Pool
	tx   pgx.Tx
	sees sight
}

type wholeKey struct{}

// Whole runs fn in one transaction of a department. Every InDepartment and InSystem on the same pool that is called with fn's
// context becomes a part of it, a savepoint, so that all of what fn did is there, or nothing of it. fn must not use the
// database from two goroutines at once.
func Whole(ctx context.Context, pool *pgxpool.Pool, departmentID int64, fn func(context.Context, pgx.Tx) error) error {
	sees := department(departmentID).limited(ctx)
	if _, joined := ctx.Value(wholeKey{}).(*whole); joined {
		return InDepartment(ctx, pool, departmentID, func(tx pgx.Tx) error { return fn(ctx, tx) })
	}
	return pgx.BeginTxFunc(ctx, pool, pgx.TxOptions{BeginQuery: sees.begin()}, func(tx pgx.Tx) error {
		return fn(context.WithValue(ctx, wholeKey{}, &whole{pool: pool, tx: tx, sees: sees}), tx)
	})
}

// join runs fn in a savepoint that sees what it asks for; afterwards the transaction sees what it saw before.
func (w *whole) join(ctx context.Context, sees sight, fn func(pgx.Tx) error) error {
	before := w.sees
	defer func() { w.sees = before }() // rolling back to a savepoint takes its settings back by itself
	return pgx.BeginFunc(ctx, w.tx, func(tx pgx.Tx) error {
		if err := w.look(ctx, tx, sees); err != nil {
			return err
		}
		if err := fn(tx); err != nil {
			return err
		}
		return w.look(ctx, tx, before)
	})
}

func (w *whole) look(ctx context.Context, tx pgx.Tx, sees sight) error {
	if w.sees.walls() == sees.walls() {
		return nil
	}
	_, err := tx.Exec(ctx, sees.set())
	w.sees = sees
	return err
}
