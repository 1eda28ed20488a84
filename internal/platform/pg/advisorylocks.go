package pg

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// AdvisoryLocks keeps processes from doing the same work concurrently. The locks are session-level advisory locks on one
// connection per process, so PostgreSQL releases them when a process dies.
type AdvisoryLocks struct {
	config *pgx.ConnConfig

	mu   sync.Mutex
	conn *pgx.Conn
	held map[int64]bool
}

// NewAdvisoryLocks returns locks for the processes that share a database. The first TryLock connects.
func NewAdvisoryLocks(pool *pgxpool.Pool) *AdvisoryLocks {
	return &AdvisoryLocks{config: pool.Config().ConnConfig, held: map[int64]bool{}}
}

// advisoryLockTimeout limits one query; other callers wait for it.
const advisoryLockTimeout = 5 * time.Second

// errLocksClosed says that the product is shutting down.
var errLocksClosed = errors.New("turns are closed")

// TryLock takes the lock of each name that no process holds and returns the names it got, without waiting. Release them with
// Unlock.
func (t *AdvisoryLocks) TryLock(ctx context.Context, names []string) ([]string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	free := map[int64]string{}
	var keys []int64
	for _, name := range names {
		if key := advisoryLockKey(name); !t.held[key] && free[key] == "" {
			free[key] = name
			keys = append(keys, key)
		}
	}
	if len(keys) == 0 {
		return nil, nil
	}
	var mine []string
	err := t.query(ctx, func(ctx context.Context) error {
		rows, err := t.conn.Query(ctx, "select k from unnest($1::bigint[]) k where pg_try_advisory_lock(k)", keys)
		if err != nil {
			return err
		}
		got, err := pgx.CollectRows(rows, pgx.RowTo[int64])
		if err != nil {
			return err
		}
		for _, key := range got {
			t.held[key] = true
			mine = append(mine, free[key])
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("take turns: %w", err)
	}
	return mine, nil
}

// Unlock releases locks. When the database is unreachable it closes the connection, which releases all locks of this process: at
// worst some work is done twice.
func (t *AdvisoryLocks) Unlock(names []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var keys []int64
	for _, name := range names {
		if key := advisoryLockKey(name); t.held[key] {
			keys = append(keys, key)
			delete(t.held, key)
		}
	}
	if len(keys) == 0 || t.conn == nil {
		return
	}
	_ = t.query(context.Background(), func(ctx context.Context) error {
		_, err := t.conn.Exec(ctx, "select pg_advisory_unlock(k) from unnest($1::bigint[]) k", keys)
		return err
	})
}

// Close releases all locks; TryLock fails from then on.
func (t *AdvisoryLocks) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.config = nil
	if t.conn != nil { // the server takes a moment to notice a closed connection
		_ = t.query(context.Background(), func(ctx context.Context) error {
			_, err := t.conn.Exec(ctx, "select pg_advisory_unlock_all()")
			return err
		})
	}
	t.drop()
}

// query runs on the kept connection, or on a new one when that broke. A caller's cancelled context must not close the connection
// that holds other callers' locks.
func (t *AdvisoryLocks) query(ctx context.Context, question func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), advisoryLockTimeout)
	defer cancel()
	for {
		kept := t.conn != nil
		if err := t.connect(ctx); err != nil {
			return err
		}
		err := question(ctx)
		if err == nil {
			return nil
		}
		t.drop()
		if !kept {
			return err
		}
	}
}

func (t *AdvisoryLocks) connect(ctx context.Context) (err error) {
	switch {
	case t.conn != nil:
		return nil
	case t.config == nil:
		return errLocksClosed
	}
	t.conn, err = pgx.ConnectConfig(ctx, t.config.Copy())
	return err
}

func (t *AdvisoryLocks) drop() {
	if t.conn == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), advisoryLockTimeout)
	defer cancel()
	_ = t.conn.Close(ctx)
	t.conn, t.held = nil, map[int64]bool{}
}

func advisoryLockKey(name string) int64 {
	sum := sha256.Sum256([]byte(name))
	return int64(binary.BigEndian.Uint64(sum[:])) //nolint:gosec // all 64 bits are used; the sign is irrelevant
}
