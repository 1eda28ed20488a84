package pg_test

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/pg"
)

// seen is the scope of a transaction.
func seen(t *testing.T, tx pgx.Tx) (out string) {
	t.Helper()
	err := tx.QueryRow(t.Context(), "select coalesce(app_department()::text, '-') || ' ' || app_system()").Scan(&out)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestAmbientTxKeepsScopesAndIsAtomic(t *testing.T) {
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
		return pg.AmbientTx(t.Context(), pool, id, func(ctx context.Context, tx pgx.Tx) error {
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

func TestSingleStatementSeesOneDepartment(t *testing.T) {
	t.Parallel()
	pool := dbtest.Pool(t)
	ctx := pg.WithGenericPlan(pg.WithMode(pg.WithGroups(t.Context(), "3,4"), pg.Test))
	const sees = "select concat_ws(' ', app_department(), app_system(), app_groups(), app_test(), current_setting('plan_cache_mode'))"
	look := func(d pg.DB) (row, rows string) {
		if err := d.QueryRow(ctx, sees).Scan(&row); err != nil {
			t.Error(err)
		}
		all, err := d.Query(ctx, sees)
		if err == nil {
			rows, err = pgx.CollectExactlyOneRow(all, pgx.RowTo[string])
		}
		if err != nil {
			t.Error(err)
		}
		return row, rows
	}
	err := pg.SingleStatement(ctx, pool, 7, func(d pg.DB) error {
		if row, rows := look(d); row != "7 f {3,4} t force_generic_plan" || rows != row {
			t.Errorf("sees %q and %q", row, rows)
		}
		var nothing int
		if err := d.QueryRow(ctx, "select 1 where false").Scan(&nothing); !pg.NoRows(err) {
			t.Errorf("nothing: %v", err)
		}
		if tag, err := d.Exec(ctx, "select 1"); err != nil || tag.RowsAffected() != 1 {
			t.Errorf("%v, %v", tag, err)
		}
		for _, err := range []error{
			d.QueryRow(ctx, "select 1 / 0").Scan(&nothing), d.QueryRow(ctx, "select nonsense").Scan(&nothing), func() error { _, err := d.Exec(ctx, "select 1 / 0"); return err }(),
		} {
			if code := pg.Code(err); code != "22012" && code != "42703" {
				t.Errorf("wrong questions: %v", err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if err := pg.SingleStatementSystem(t.Context(), pool, func(d pg.DB) error {
		var system bool
		err := d.QueryRow(t.Context(), "select app_system() and app_department() is null").Scan(&system)
		if !system {
			t.Error("the system does not see all")
		}
		return err
	}); err != nil {
		t.Error(err)
	}
	if taken := pool.Stat().AcquiredConns(); taken != 0 {
		t.Errorf("%d connections are not given back", taken)
	}
	if err := pg.InSystem(t.Context(), pool, func(tx pgx.Tx) error {
		if got := seen(t, tx); got != "- true" {
			t.Errorf("the next on the connection sees %s", got)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	err = pg.AmbientTx(t.Context(), pool, 7, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "create temporary table made (x int) on commit drop"); err != nil {
			return err
		}
		return pg.SingleStatement(ctx, pool, 7, func(d pg.DB) error {
			_, err := d.Exec(ctx, "insert into made values (1)") // is there in the same transaction only
			return err
		})
	})
	if err != nil {
		t.Errorf("within a whole: %v", err)
	}
}
