package pg_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/pg"
)

func TestBulkStatementsArePlannedForTheirParameters(t *testing.T) {
	t.Parallel()
	pool := dbtest.Pool(t)
	var prepared, planMode string
	err := pg.WithCustomPlan(t.Context(), pool, 1, func(tx pgx.Tx) error {
		for n := range 8 { // PostgreSQL considers a generic plan from the sixth execution of a prepared statement
			var got int
			if err := tx.QueryRow(t.Context(), "select $1::int + 1", n).Scan(&got); err != nil || got != n+1 {
				t.Errorf("%d + 1 = %d, %v", n, got, err)
			}
		}
		return pgx.BeginFunc(t.Context(), tx, func(savepoint pgx.Tx) error {
			if _, err := savepoint.Exec(t.Context(), "select $1::int + 2", 1); err != nil {
				return err
			}
			return savepoint.QueryRow(t.Context(), `select (select coalesce(string_agg(statement, '; '), '') from pg_prepared_statements
				where statement like 'select $1::int%'), current_setting('plan_cache_mode')`).Scan(&prepared, &planMode)
		})
	})
	if err != nil || prepared != "" {
		t.Errorf("prepared: %q, %v", prepared, err)
	}
	if planMode != "auto" {
		t.Errorf("the plans of foreign keys and triggers follow plan_cache_mode = %s", planMode)
	}
}
