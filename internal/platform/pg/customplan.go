package pg

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// customPlanTx sends its statements without preparing them, so PostgreSQL plans each one for its parameters. The setting
// plan_cache_mode would do that too, but also for the queries of foreign keys and triggers: those are the same for every row, and
// planning them again for each row took a fifth of the processor time of bulk work.
type customPlanTx struct{ pgx.Tx }

// unprepared returns the arguments of a statement with the mode that parses and plans it anew in one round trip.
func unprepared(args []any) []any {
	return append([]any{pgx.QueryExecModeCacheDescribe}, args...)
}

// Begin implements pgx.Tx.
func (t customPlanTx) Begin(ctx context.Context) (pgx.Tx, error) {
	tx, err := t.Tx.Begin(ctx)
	if err != nil {
		return nil, err
	}
	return customPlanTx{tx}, nil
}

// Exec implements pgx.Tx.
func (t customPlanTx) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	return t.Tx.Exec(ctx, sql, unprepared(args)...)
}

// Query implements pgx.Tx.
func (t customPlanTx) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	return t.Tx.Query(ctx, sql, unprepared(args)...)
}

// QueryRow implements pgx.Tx.
func (t customPlanTx) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	return t.Tx.QueryRow(ctx, sql, unprepared(args)...)
}
