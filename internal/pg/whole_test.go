package pg_test

import (
	"context"
	"errors"
	"testing"
	"time"

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

func TestWhatReadsTogetherReadsInOneTransactionAndWritesNothing(t *testing.T) {
	t.Parallel()
	pool := dbtest.Pool(t)
	begun := func(tx pgx.Tx) (at time.Time) {
		if err := tx.QueryRow(t.Context(), "select now()").Scan(&at); err != nil { // stands still in a transaction
			t.Error(err)
		}
		return at
	}
	err := pg.Reading(t.Context(), pool, 7, func(ctx context.Context) error {
		var times []time.Time
		for range 2 {
			err := pg.InDepartment(ctx, pool, 7, func(tx pgx.Tx) error {
				times = append(times, begun(tx))
				if got := seen(t, tx); got != "7 false" {
					t.Errorf("sees %s", got)
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		if !times[0].Equal(times[1]) {
			t.Error("there were two transactions")
		}
		if err := pg.InSystem(ctx, pool, func(tx pgx.Tx) error {
			if got := seen(t, tx); got != "- true" {
				t.Errorf("the system sees %s", got)
			}
			return nil
		}); err != nil {
			return err
		}
		return pg.InDepartment(ctx, pool, 7, func(tx pgx.Tx) error {
			if got := seen(t, tx); got != "7 false" {
				t.Errorf("afterwards it sees %s", got)
			}
			_, err := tx.Exec(ctx, "insert into departments (created_at, updated_at) values (now(), now())")
			return err
		})
	})
	if pg.Code(err) != "25006" {
		t.Errorf("writing: %v; want the refusal of a transaction that only reads", err)
	}
}
