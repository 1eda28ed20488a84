package pg_test

import (
	"slices"
	"testing"

	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/pg"
)

func TestOneProcessHoldsTheLock(t *testing.T) {
	t.Parallel()
	pool := dbtest.Pool(t)
	one, other := pg.NewAdvisoryLocks(pool), pg.NewAdvisoryLocks(pool)
	defer other.Close()
	try := func(turns *pg.AdvisoryLocks, names ...string) []string {
		t.Helper()
		mine, err := turns.TryLock(t.Context(), names)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(mine)
		return mine
	}
	if got := try(one, "a", "b", "a"); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("first: %q", got)
	}
	if got := try(one, "a"); len(got) != 0 {
		t.Errorf("the same process again: %q", got)
	}
	if got := try(other, "a", "c"); !slices.Equal(got, []string{"c"}) {
		t.Errorf("another process: %q", got)
	}
	one.Unlock([]string{"a", "c"}) // c was not locked by it
	if got := try(other, "a", "b", "c"); !slices.Equal(got, []string{"a"}) {
		t.Errorf("after a is done: %q", got)
	}
	one.Close()
	if got := try(other, "b"); !slices.Equal(got, []string{"b"}) {
		t.Errorf("after the first process is gone: %q", got)
	}
	if _, err := one.TryLock(t.Context(), []string{"d"}); err == nil {
		t.Error("closed turns are given")
	}
}

func TestLocksWorkAfterALostConnection(t *testing.T) {
	t.Parallel()
	pool := dbtest.Pool(t)
	turns := pg.NewAdvisoryLocks(pool)
	defer turns.Close()
	for _, name := range []string{"a", "b"} {
		if mine, err := turns.TryLock(t.Context(), []string{name}); err != nil || len(mine) != 1 {
			t.Fatalf("%s: %q, %v", name, mine, err)
		}
		conn, err := pool.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		ended, err := conn.Exec(t.Context(), `reset role; select pg_terminate_backend(pid) from pg_locks
			where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`)
		if err != nil || ended.RowsAffected() != 1 {
			t.Fatalf("%d connections ended, %v", ended.RowsAffected(), err)
		}
		_ = conn.Hijack().Close(t.Context())
	}
	turns.Unlock([]string{"a", "b"})
	if mine, err := turns.TryLock(t.Context(), []string{"a", "b"}); err != nil || len(mine) != 2 {
		t.Errorf("after all: %q, %v", mine, err)
	}
}

func TestTryLockFailsWhileTheServerIsFrozen(t *testing.T) {
	t.Parallel()
	proxy, pool := behind(t, quick())
	turns := pg.NewAdvisoryLocks(pool)
	t.Cleanup(turns.Close)
	if mine, err := turns.TryLock(t.Context(), []string{"a"}); err != nil || len(mine) != 1 {
		t.Fatalf("%q, %v", mine, err)
	}
	proxy.Freeze()
	if mine, err := turns.TryLock(t.Context(), []string{"b"}); err == nil {
		t.Errorf("%q are held by a server that answers nothing", mine)
	}
	turns.Unlock([]string{"a"})
	proxy.Thaw()
	works(t, pool)
	if mine, err := turns.TryLock(t.Context(), []string{"b"}); err != nil || len(mine) != 1 {
		t.Errorf("afterwards: %q, %v", mine, err)
	}
}
