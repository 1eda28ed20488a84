package pg_test

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"

	"laurel/internal/dbtest"
	"laurel/internal/pg"
)

// seen is what a transaction sees.
func seen(t *testing.T, tx pgx.Tx) (out string) {
	t.Helper()
	err := tx.QueryRow(t.Context(), "select coalesce(app_department()::text, '-') || ' ' || app_system()").Scan(&out)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestTransactionsInsideAWholeOneSeeWhatTheyAskForAndHappenTogether(t *testing.T) {
	t.Parallel()
	pool := dbtest.Pool(t)
	var id int64
	if err := pool.QueryRow(t.Context(), "insert into departments (created_at, updated_at) values (now(), now()) returning id").Scan(&id); err != nil {
		t.Fatal(err)
	}
	note := func(ctx context.Context, key string, fail error) error {
		return pg.InDepartment(ctx, pool, id, func(tx pgx.Tx) error {
			if got := seen(t, tx); got != "1001 false" {
				t.Errorf("%s sees %s", key, got)
			}
			_, err := tx.Exec(ctx, "insert into idempotency_keys (department_id, key, request_hash, created_at) values ($1, $2, '', now())", id, key)
			return errors.Join(err, fail)
		})
	}
	spoiled := errors.New("spoiled")
	run := func(end error) error {
		return pg.Whole(t.Context(), pool, id, func(ctx context.Context, tx pgx.Tx) error {
			if err := note(ctx, "kept", nil); err != nil {
				t.Error(err)
			}
			if err := note(ctx, "taken back", spoiled); !errors.Is(err, spoiled) {
				t.Error(err)
			}
			err := pg.InSystem(ctx, pool, func(tx pgx.Tx) error {
				if got := seen(t, tx); got != "- true" {
					t.Errorf("the system sees %s", got)
				}
				return note(ctx, "inside", nil)
			})
			if err != nil {
				t.Error(err)
			}
			if got := seen(t, tx); got != "1001 false" {
				t.Errorf("afterwards it sees %s", got)
			}
			return end
		})
	}
	count := func() (n int) {
		_ = pg.InDepartment(t.Context(), pool, id, func(tx pgx.Tx) error {
			return tx.QueryRow(t.Context(), "select count(*) from idempotency_keys").Scan(&n)
		})
		return n
	}
	if err := run(spoiled); !errors.Is(err, spoiled) || count() != 0 {
		t.Errorf("spoiled: %v, %d rows", err, count())
	}
	if err := run(nil); err != nil || count() != 2 {
		t.Errorf("whole: %v, %d rows; want 2", err, count())
	}
}
