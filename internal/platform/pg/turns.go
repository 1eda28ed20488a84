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

// Turns keeps processes from doing the same work at the same time: whoever has the turn for a name is the only one. They are
// advisory locks on one connection of this process, so a process that dies gives its turns back at once.
type Turns struct {
	config *pgx.ConnConfig

	mu   sync.Mutex
	conn *pgx.Conn
	held map[int64]bool
}

// NewTurns makes turns for the processes on one database. It connects with the first one.
func NewTurns(pool *pgxpool.Pool) *Turns {
	return &Turns{config: pool.Config().ConnConfig, held: map[int64]bool{}}
}

// turnTimeout bounds one question to the database; all others wait for its answer.
const turnTimeout = 5 * time.Second

// errTurnsClosed says that the product is closing.
var errTurnsClosed = errors.New("turns are closed")

// Try takes the turn for each of some names unless somebody has it, in this process or another, and returns the names that it
// got. Give them back with Done.
func (t *Turns) Try(ctx context.Context, names []string) ([]string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	free := map[int64]string{}
	var keys []int64
	for _, name := range names {
		if key := turnKey(name); !t.held[key] && free[key] == "" {
			free[key] = name
			keys = append(keys, key)
		}
	}
	if len(keys) == 0 {
		return nil, nil
	}
	var mine []string
	err := t.ask(ctx, func(ctx context.Context) error {
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

// Done gives turns back. When the database cannot be told, the connection ends, and with it all turns of this process: that
// costs work done twice at worst.
func (t *Turns) Done(names []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var keys []int64
	for _, name := range names {
		if key := turnKey(name); t.held[key] {
			keys = append(keys, key)
			delete(t.held, key)
		}
	}
	if len(keys) == 0 || t.conn == nil {
		return
	}
	_ = t.ask(context.Background(), func(ctx context.Context) error {
		_, err := t.conn.Exec(ctx, "select pg_advisory_unlock(k) from unnest($1::bigint[]) k", keys)
		return err
	})
}

// Close gives all turns back and takes no more.
func (t *Turns) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.config = nil
	if t.conn != nil { // the server takes a moment to see that a connection ended
		_ = t.ask(context.Background(), func(ctx context.Context) error {
			_, err := t.conn.Exec(ctx, "select pg_advisory_unlock_all()")
			return err
		})
	}
	t.drop()
}

// ask talks to the database, on a fresh connection when the kept one broke. A caller who leaves must not end the connection that the
// others' turns hang on.
func (t *Turns) ask(ctx context.Context, question func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), turnTimeout)
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

func (t *Turns) connect(ctx context.Context) (err error) {
	switch {
	case t.conn != nil:
		return nil
	case t.config == nil:
		return errTurnsClosed
	}
	t.conn, err = pgx.ConnectConfig(ctx, t.config.Copy())
	return err
}

func (t *Turns) drop() {
	if t.conn == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), turnTimeout)
	defer cancel()
	_ = t.conn.Close(ctx)
	t.conn, t.held = nil, map[int64]bool{}
}

func turnKey(name string) int64 {
	sum := sha256.Sum256([]byte(name))
	return int64(binary.BigEndian.Uint64(sum[:])) //nolint:gosec // all 64 bits are wanted, as what number does not matter
}
