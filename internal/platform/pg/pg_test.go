package pg_test

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/pg"
)

const (
	addDepartment   = "insert into departments (name, created_at, updated_at) values ('D', now(), now()) returning id"
	addAttribute    = "insert into attribute_keys (department_id, name, key, kind, created_at, updated_at) values ($1, 'A', 'a', 'text', now(), now())"
	countAttributes = "select count(*) from attribute_keys"
)

// two inserts two departments with one row each.
func two(t *testing.T) (pool *pgxpool.Pool, first, second int64) {
	t.Helper()
	pool = dbtest.Pool(t)
	err := pg.InSystem(t.Context(), pool, func(tx pgx.Tx) error {
		for _, id := range []*int64{&first, &second} {
			if err := tx.QueryRow(t.Context(), addDepartment).Scan(id); err != nil {
				return err
			}
			if _, err := tx.Exec(t.Context(), addAttribute, *id); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return pool, first, second
}

func TestTransactionSeesOnlyItsDepartment(t *testing.T) {
	t.Parallel()
	pool, first, second := two(t)
	see := func(tx pgx.Tx) (n int) {
		if err := tx.QueryRow(t.Context(), countAttributes).Scan(&n); err != nil {
			t.Error(err)
		}
		return n
	}
	for id, want := range map[int64]int{first: 1, second: 1, 0: 0, -1: 0} {
		err := pg.InDepartment(t.Context(), pool, id, func(tx pgx.Tx) error {
			if n := see(tx); n != want {
				t.Errorf("department %d sees %d rows, want %d", id, n, want)
			}
			tag, err := tx.Exec(t.Context(), "update attribute_keys set name = 'B' where department_id <> $1", id)
			if tag.RowsAffected() != 0 {
				t.Errorf("department %d changes rows of others", id)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
	err := pg.InSystem(t.Context(), pool, func(tx pgx.Tx) error {
		if n := see(tx); n != 2 {
			t.Errorf("the system sees %d rows", n)
		}
		if err := pg.SetTenant(t.Context(), tx, second); err != nil {
			return err
		}
		if n := see(tx); n != 1 {
			t.Errorf("after entering a department there are %d rows", n)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestModeFiltersCredentialsAndMarksNewOnes(t *testing.T) {
	t.Parallel()
	pool, first, _ := two(t)
	const add = "insert into publications (department_id, uuid, send_email, input_count, created_at) values ($1, gen_random_uuid(), true, 0, now())"
	in := func(m pg.Mode, fn func(context.Context, pgx.Tx) error) {
		t.Helper()
		ctx := pg.WithMode(t.Context(), m)
		if err := pg.InDepartment(ctx, pool, first, func(tx pgx.Tx) error { return fn(ctx, tx) }); err != nil {
			t.Error(err)
		}
	}
	for _, m := range []pg.Mode{pg.Live, pg.Test, pg.Test, pg.All} { // what no mode adds counts
		in(m, func(ctx context.Context, tx pgx.Tx) error {
			_, err := tx.Exec(ctx, add, first)
			return err
		})
	}
	for m, want := range map[pg.Mode]int{pg.Live: 2, pg.Test: 2, pg.All: 4} {
		in(m, func(ctx context.Context, tx pgx.Tx) (err error) {
			var n, tests int
			if err = tx.QueryRow(ctx, "select count(*), count(*) filter (where test) from publications").Scan(&n, &tests); n != want || (tests == 0) != (m == pg.Live) {
				t.Errorf("%q sees %d, of which %d are tests", m, n, tests)
			}
			return err
		})
	}
	in(pg.Live, func(ctx context.Context, tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, "update publications set input_count = 1 where test")
		if tag.RowsAffected() != 0 {
			t.Error("what counts reaches tests")
		}
		return err
	})
}

func TestTenantIsResetAfterTransaction(t *testing.T) {
	t.Parallel()
	pool, first, _ := two(t)
	conn, err := pool.Acquire(t.Context()) // the pool reuses the connection that was released last
	if err != nil {
		t.Fatal(err)
	}
	conn.Release()
	for name, run := range map[string]func(fn func(pgx.Tx) error) error{
		"department": func(fn func(pgx.Tx) error) error { return pg.InDepartment(t.Context(), pool, first, fn) },
		"system":     func(fn func(pgx.Tx) error) error { return pg.InSystem(t.Context(), pool, fn) },
	} {
		for _, ends := range []error{nil, errors.New("undo")} {
			if err := run(func(pgx.Tx) error { return ends }); !errors.Is(err, ends) {
				t.Errorf("%s: %v", name, err)
			}
			var n int
			if err := pool.QueryRow(t.Context(), countAttributes).Scan(&n); err != nil || n != 0 {
				t.Errorf("after a transaction of the %s %d rows are left in sight, %v", name, n, err)
			}
		}
	}
}

func TestSerializationFailureIsRetried(t *testing.T) {
	t.Parallel()
	pool, first, _ := two(t)
	for code, want := range map[string]int{"40001": 4, "40P01": 4, "23505": 1} {
		runs := 0
		err := pg.InDepartment(t.Context(), pool, first, func(pgx.Tx) error {
			runs++
			return &pgconn.PgError{Code: code}
		})
		if pg.Code(err) != code || runs != want {
			t.Errorf("%s: %d runs, %v; want %d", code, runs, err, want)
		}
	}
	runs := 0
	err := pg.InDepartment(t.Context(), pool, first, func(pgx.Tx) error {
		if runs++; runs < 3 {
			return &pgconn.PgError{Code: "40001"}
		}
		return nil
	})
	if err != nil || runs != 3 {
		t.Errorf("%d runs, %v", runs, err)
	}
}

func TestDeadlockIsRetried(t *testing.T) {
	t.Parallel()
	pool, first, second := two(t)
	var all, holding sync.WaitGroup
	holding.Add(2)
	for _, order := range [][2]int64{{first, second}, {second, first}} {
		all.Go(func() {
			tries := 0
			err := pg.InSystem(t.Context(), pool, func(tx pgx.Tx) error {
				tries++
				for i, id := range order {
					if _, err := tx.Exec(t.Context(), "update departments set name = name || 'x' where id = $1", id); err != nil {
						return err
					}
					if i == 0 && tries == 1 { // each holds one lock before either requests the other
						holding.Done()
						holding.Wait()
					}
				}
				return nil
			})
			if err != nil {
				t.Errorf("deadlock: %v", err)
			}
		})
	}
	all.Wait()
	var n int
	if err := pool.QueryRow(t.Context(), "select count(*) from departments where name = 'Dxx'").Scan(&n); err != nil || n != 2 {
		t.Errorf("%d departments changed by both, %v", n, err)
	}
}

func TestUnreachableRecognizesTransientErrors(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err  error
		want bool
	}{
		"nobody listens":   {query(t, closedPort(t)), true},
		"out of time":      {context.DeadlineExceeded, true},
		"shutting down":    {&pgconn.PgError{Code: "57P01"}, true},
		"too many clients": {&pgconn.PgError{Code: "53300"}, true},
		"read-only":        {&pgconn.PgError{Code: "25006"}, true},
		"unique violation": {&pgconn.PgError{Code: "23505"}, false},
		"another error":    {errors.New("x"), false},
		"none":             {nil, false},
	} {
		if got := pg.Unreachable(c.err); got != c.want {
			t.Errorf("%s (%v): %v", name, c.err, got)
		}
	}
}

func closedPort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = listener.Close()
	return (&url.URL{Scheme: "postgres", User: url.User("x"), Host: listener.Addr().String(), Path: "/x"}).String()
}

func query(t *testing.T, address string) error {
	t.Helper()
	pool, err := pg.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	return pg.InSystem(t.Context(), pool, func(pgx.Tx) error { return nil })
}

func TestInvalidURLIsRejected(t *testing.T) {
	t.Parallel()
	if _, err := pg.Open(t.Context(), "postgres://[bad"); err == nil {
		t.Error("opened")
	}
	if err := pg.Migrate(t.Context(), "postgres://[bad", slog.New(slog.DiscardHandler)); err == nil {
		t.Error("migrated")
	}
}

func TestATransactionRunsAgainWhenItSeesFewerGroups(t *testing.T) {
	t.Parallel()
	pool := dbtest.Pool(t)
	for name, run := range map[string]func(context.Context, func(pgx.Tx) error) error{
		"department": func(ctx context.Context, fn func(pgx.Tx) error) error { return pg.InDepartment(ctx, pool, 1, fn) },
		"savepoint": func(ctx context.Context, fn func(pgx.Tx) error) error {
			return pg.AmbientTx(ctx, pool, 1, func(ctx context.Context, _ pgx.Tx) error { return pg.InDepartment(ctx, pool, 1, fn) })
		},
		"ambient": func(ctx context.Context, fn func(pgx.Tx) error) error {
			return pg.AmbientTx(ctx, pool, 1, func(_ context.Context, tx pgx.Tx) error { return fn(tx) })
		},
	} {
		groups, seen := "1,2", ""
		ctx := pg.WithSight(t.Context(), func() string { return groups })
		err := run(ctx, func(tx pgx.Tx) error {
			var now string
			err := tx.QueryRow(t.Context(), "select app_groups()::text").Scan(&now)
			seen, groups = seen+now, "2"
			return err
		})
		if err != nil || !strings.HasPrefix(seen, "{1,2}{2}") || strings.Count(seen, "1") != 1 {
			t.Errorf("%s: saw %s, %v", name, seen, err)
		}
	}
}
