package pg

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// whole is a transaction that many others join.
type whole struct {
	pool    *pgxpool.Pool
	tx      pgx.Tx
	sees    sight
	reading bool // nothing is written, so nothing needs a savepoint
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

// Reading runs fn so that every InDepartment and InSystem on the same pool that is called with fn's context reads in one
// transaction, which costs one beginning and one end instead of one each. Nothing can be written in it.
func Reading(ctx context.Context, pool *pgxpool.Pool, departmentID int64, fn func(context.Context) error) error {
	if _, joined := ctx.Value(wholeKey{}).(*whole); joined {
		return fn(ctx)
	}
	sees := department(departmentID)
	sees.reading = true
	return inTx(ctx, pool, sees, func(tx pgx.Tx) error {
		return fn(context.WithValue(ctx, wholeKey{}, &whole{pool: pool, tx: tx, sees: department(departmentID).limited(ctx), reading: true}))
	})
}

// join runs fn in a savepoint that sees what it asks for; afterwards the transaction sees what it saw before.
func (w *whole) join(ctx context.Context, sees sight, fn func(pgx.Tx) error) error {
	before := w.sees
	if w.reading {
		if err := w.look(ctx, w.tx, sees); err != nil {
			return err
		}
		return errors.Join(fn(w.tx), w.look(ctx, w.tx, before))
	}
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
