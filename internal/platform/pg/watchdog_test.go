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

// behind opens a pool that reaches its database through a proxy.
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

// quick notices a freeze soon; only that ends a wait, since the limits of statements are the usual ones or longer.
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

func TestAFrozenServerEndsAllWaitsAndItsPoolWorksAgainAfterwards(t *testing.T) {
	t.Parallel()
	proxy, pool := behind(t, quick())
	works(t, pool)
	for round := range 2 {
		proxy.Freeze()
		var all sync.WaitGroup
		for range 100 { // more than there are connections
			all.Go(func() {
				if err := one(t.Context(), pool); !pg.Unreachable(err) {
					t.Errorf("a statement ended with %v", err)
				}
			})
		}
		all.Wait() // that they end while it is frozen is what is shown
		if err := one(t.Context(), pool); !pg.Unreachable(err) {
			t.Errorf("round %d: a later statement ended with %v", round, err)
		}
		proxy.Thaw()
		works(t, pool)
	}
}

func TestAnOpenTransactionEndsWhenTheServerFreezes(t *testing.T) {
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

func TestASlowStatementIsNoFrozenServer(t *testing.T) {
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

func TestAStatementEndsAtTheLimitOfWhomItIsFor(t *testing.T) {
	t.Parallel()
	d := quick()
	d.Suspect, d.Public = time.Hour, 50*time.Millisecond
	proxy, pool := behind(t, d)
	works(t, pool)
	proxy.Freeze() // nothing but the limit ends it
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
			"a statement": pg.AskingSystem(ctx, pool, func(d pg.DB) error {
				_, err := d.Exec(ctx, "select from departments")
				return err
			}),
		}
		for what, err := range reads { // the table stays locked until it has ended
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
