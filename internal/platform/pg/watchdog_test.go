package pg_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/deadline"
	"laurel/internal/platform/nettest"
	"laurel/internal/platform/pg"
)

// behind opens a pool that connects through a proxy.
func behind(t *testing.T, d pg.Deadlines) (*nettest.Proxy, *pgxpool.Pool) {
	t.Helper()
	proxy, address := nettest.Postgres(t, dbtest.URL(t))
	pool, err := pg.OpenWithin(t.Context(), address, d)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return proxy, pool
}

// quick detects a frozen server early. Nothing else ends a wait: the statement limits are the defaults or longer.
func quick() pg.Deadlines {
	d := pg.DefaultDeadlines()
	d.Public, d.Request, d.Job = time.Hour, time.Hour, time.Hour
	d.Suspect, d.Probe = 100*time.Millisecond, time.Second
	return d
}

func one(ctx context.Context, pool *pgxpool.Pool) error {
	return pg.InSystem(ctx, pool, func(tx pgx.Tx) error {
		var n int
		return tx.QueryRow(ctx, "select 1").Scan(&n)
	})
}

func works(t *testing.T, pool *pgxpool.Pool) {
	t.Helper()
	for until := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		err := one(t.Context(), pool)
		if err == nil {
			return
		}
		if time.Now().After(until) {
			t.Fatal(err)
		}
	}
}

func TestFrozenServerCancelsWaitsAndPoolRecovers(t *testing.T) {
	t.Parallel()
	proxy, pool := behind(t, quick())
	works(t, pool)
	for round := range 2 {
		proxy.Freeze()
		var all sync.WaitGroup
		for range 100 { // more than the pool has connections
			all.Go(func() {
				if err := one(t.Context(), pool); !pg.Unreachable(err) {
					t.Errorf("a statement ended with %v", err)
				}
			})
		}
		all.Wait() // the test shows that they end while the server is frozen
		if err := one(t.Context(), pool); !pg.Unreachable(err) {
			t.Errorf("round %d: a later statement ended with %v", round, err)
		}
		proxy.Thaw()
		works(t, pool)
	}
}

func TestOpenTransactionFailsWhenServerFreezes(t *testing.T) {
	t.Parallel()
	proxy, pool := behind(t, quick())
	works(t, pool)
	err := pg.InSystem(t.Context(), pool, func(tx pgx.Tx) error {
		proxy.Freeze()
		_, err := tx.Exec(t.Context(), "select 1")
		return err
	})
	if !pg.Unreachable(err) {
		t.Errorf("it ended with %v", err)
	}
	proxy.Thaw()
	works(t, pool)
}

func TestSlowStatementIsNotAFrozenServer(t *testing.T) {
	t.Parallel()
	d := quick()
	d.Suspect, d.Probe = 20*time.Millisecond, time.Minute
	_, pool := behind(t, d)
	works(t, pool)
	err := pg.InSystem(t.Context(), pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), "select pg_sleep(0.5)")
		return err
	})
	if err != nil {
		t.Errorf("it ended with %v", err)
	}
}

func TestStatementEndsAtTheLimitOfItsCaller(t *testing.T) {
	t.Parallel()
	d := quick()
	d.Suspect, d.Public = time.Hour, 50*time.Millisecond
	proxy, pool := behind(t, d)
	works(t, pool)
	proxy.Freeze() // only the limit ends it
	if err := one(deadline.For(t.Context(), deadline.Public), pool); !pg.Unreachable(err) {
		t.Errorf("it ended with %v", err)
	}
}

func TestARequestDoesNotWaitLongForALock(t *testing.T) {
	t.Parallel()
	pool := dbtest.Pool(t)
	err := pg.InSystem(t.Context(), pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), "lock departments"); err != nil {
			return err
		}
		ctx := deadline.For(t.Context(), deadline.Request)
		reads := map[string]error{
			"a transaction": pg.InSystem(ctx, pool, func(tx pgx.Tx) error {
				_, err := tx.Exec(ctx, "select from departments")
				return err
			}),
			"a statement": pg.SingleStatementSystem(ctx, pool, func(d pg.DB) error {
				_, err := d.Exec(ctx, "select from departments")
				return err
			}),
		}
		for what, err := range reads { // the table stays locked until the transaction ends
			if pg.Code(err) != "55P03" || !pg.Unreachable(err) {
				t.Errorf("%s ended with %v", what, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
