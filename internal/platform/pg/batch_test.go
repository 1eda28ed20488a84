package pg_test

import (
	"context"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/nettest"
	"laurel/internal/platform/pg"
)

func TestBatchTakesOneRoundTripAndSeesOneDepartment(t *testing.T) {
	t.Parallel()
	proxy, address := nettest.Postgres(t, dbtest.URL(t))
	pool, err := pg.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	ids := make([]int64, 2)
	err = pg.InSystem(t.Context(), pool, func(tx pgx.Tx) error {
		for i := range ids {
			if err := tx.QueryRow(t.Context(), addDepartment).Scan(&ids[i]); err != nil {
				return err
			}
			for n := range i + 1 {
				if _, err := tx.Exec(t.Context(), "insert into attribute_keys (department_id, name, key, kind, created_at, updated_at) values ($1, 'A' || $2::int, 'a' || $2::int, 'text', now(), now())", ids[i], n); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var n int
	var names []string
	count := func(ctx context.Context) func(pg.DB) error {
		return func(d pg.DB) error { return d.QueryRow(ctx, countAttributes).Scan(&n) }
	}
	list := func(ctx context.Context) func(pg.DB) error {
		return func(d pg.DB) error {
			rows, err := d.Query(ctx, "select name from attribute_keys order by name")
			if err != nil {
				return err
			}
			names, err = pgx.CollectRows(rows, pgx.RowTo[string])
			return err
		}
	}
	silent := func(pg.DB) error { return nil }
	write := func(d pg.DB) error {
		_, err := d.Exec(t.Context(), "update attribute_keys set name = name || '!'")
		return err
	}
	ask := func() error {
		return pg.Batch(t.Context(), pool, ids[1], write, count(t.Context()), silent, list(t.Context()))
	}
	if err := ask(); err != nil { // the statements are prepared
		t.Fatal(err)
	}
	before := proxy.RoundTrips()
	if err := ask(); err != nil || n != 2 || len(names) != 2 || !slices.ContainsFunc(names, func(s string) bool { return s[len(s)-2:] == "!!" }) {
		t.Errorf("it sees %d %q, %v", n, names, err)
	}
	if took := proxy.RoundTrips() - before; took != 1 {
		t.Errorf("it takes %d round trips", took)
	}
	err = pg.AmbientTx(t.Context(), pool, ids[0], func(ctx context.Context, _ pgx.Tx) error {
		return pg.Batch(ctx, pool, ids[0], count(ctx), list(ctx))
	})
	if err != nil || n != 1 || len(names) != 1 {
		t.Errorf("within a whole: %d %q, %v", n, names, err)
	}
	if err := pg.BatchSystem(t.Context(), pool, count(t.Context()), list(t.Context())); err != nil || n != 3 || len(names) != 3 {
		t.Errorf("the system sees %d %q, %v", n, names, err)
	}
}

func TestFailedQueryFailsTheBatch(t *testing.T) {
	t.Parallel()
	pool, id, _ := two(t)
	var n int
	count := func(d pg.DB) error { return d.QueryRow(t.Context(), countAttributes).Scan(&n) }
	write := func(d pg.DB) error {
		_, err := d.Exec(t.Context(), "delete from attribute_keys")
		return err
	}
	wrong := func(d pg.DB) error {
		_, err := d.Exec(t.Context(), "select 1 / (select 0)")
		return err
	}
	if err := pg.Batch(t.Context(), pool, id, write, wrong, count); pg.Code(err) != "22012" {
		t.Errorf("it ended with %v", err)
	}
	twice := func(d pg.DB) error {
		if err := count(d); err != nil {
			return err
		}
		return count(d)
	}
	if err := pg.Batch(t.Context(), pool, id, twice); err == nil {
		t.Error("a function asked two questions")
	}
	if err := pg.Batch(t.Context(), pool, id, count); err != nil || n != 1 {
		t.Errorf("%d rows are left, %v", n, err)
	}
}
