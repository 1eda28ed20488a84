// Package idempotency lets a client send the same request twice and have it done once: the first answer is kept for a day
// and given again to whoever comes with the same key and the same request.
package idempotency

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/clock"
	"laurel/internal/errs"
	"laurel/internal/idempotency/internal/db"
	"laurel/internal/pg"
)

// Refusals of this package.
var (
	ErrMismatch   = errs.New(errs.Invalid, "idempotency.mismatch")
	ErrInProgress = errs.New(errs.Conflict, "idempotency.in_progress")
)

const (
	maxKey    = 255
	kept      = 24 * time.Hour   // how long an answer is given again
	abandoned = 2 * time.Minute  // a holder that has not answered by then has died
	patience  = 10 * time.Second // how long an equal request waits for the holder's answer
	interval  = 50 * time.Millisecond
)

// Keys remembers requests.
type Keys struct {
	pool     *pgxpool.Pool
	clock    clock.Clock
	patience time.Duration
	q        *db.Queries
}

// New makes a memory of requests.
func New(pool *pgxpool.Pool, c clock.Clock) *Keys {
	return &Keys{pool: pool, clock: c, patience: patience, q: db.New()}
}

// Do runs fn once per key and returns its answer, or the kept one with replayed true. Without a key it just runs fn. An equal
// request that comes while the first runs waits a while for its answer, then is refused with ErrInProgress. The same key with
// another request is refused with ErrMismatch. Nothing is kept when fn fails or answers 4xx: the client may mend its request.
// A holder that died in mid-request is followed by the next one after two minutes.
func (k *Keys) Do(ctx context.Context, departmentID int64, key string, requestHash []byte,
	fn func() (status int, body []byte, err error),
) (status int, body []byte, replayed bool, err error) {
	if key == "" {
		status, body, err = fn()
		return status, body, false, err
	}
	if utf8.RuneCountInString(key) > maxKey {
		return 0, nil, false, errs.Field("Idempotency-Key", "too_long", "max", maxKey)
	}
	claim := claim{keys: k, departmentID: departmentID, key: key, hash: requestHash}
	status, body, replayed, err = claim.take(ctx)
	if err != nil || replayed {
		return status, body, replayed, err
	}
	status, body, err = claim.run(context.WithoutCancel(ctx), fn)
	return status, body, false, err
}

// DeleteOld removes keys that are no longer replayed and returns how many there were.
func (k *Keys) DeleteOld(ctx context.Context) (int64, error) {
	var n int64
	err := pg.InSystem(ctx, k.pool, func(tx pgx.Tx) (err error) {
		n, err = k.q.IdempotencyKeyDeleteOld(ctx, tx, k.clock.Now().Add(-kept))
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("delete old idempotency keys: %w", err)
	}
	return n, nil
}

// claim is one request's attempt to be the one that is done.
type claim struct {
	keys         *Keys
	departmentID int64
	key          string
	hash         []byte
	takenAt      time.Time
}

// take returns replayed false when the caller now holds the key.
func (c *claim) take(ctx context.Context) (status int, body []byte, replayed bool, err error) {
	deadline := time.NewTimer(c.keys.patience)
	defer deadline.Stop()
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		status, body, replayed, err = c.try(ctx)
		if !errors.Is(err, ErrInProgress) {
			return status, body, replayed, err
		}
		select {
		case <-tick.C:
		case <-deadline.C:
			return 0, nil, false, err
		case <-ctx.Done():
			return 0, nil, false, ctx.Err()
		}
	}
}

func (c *claim) try(ctx context.Context) (status int, body []byte, replayed bool, err error) {
	k := c.keys
	err = pg.InDepartment(ctx, k.pool, c.departmentID, func(tx pgx.Tx) error {
		now := k.clock.Now()
		taken, err := k.q.IdempotencyKeyTake(ctx, tx, db.IdempotencyKeyTakeParams{
			DepartmentID: c.departmentID, Key: c.key, RequestHash: c.hash, Now: now,
			KeptSince: now.Add(-kept), AbandonedSince: now.Add(-abandoned),
		})
		if err != nil {
			return fmt.Errorf("take idempotency key: %w", err)
		}
		if taken == 1 {
			c.takenAt, replayed = now, false
			return nil
		}
		row, err := k.q.IdempotencyKeyFind(ctx, tx, db.IdempotencyKeyFindParams{DepartmentID: c.departmentID, Key: c.key})
		switch {
		case pg.NoRows(err): // released between the two statements
			return ErrInProgress
		case err != nil:
			return fmt.Errorf("find idempotency key: %w", err)
		case !bytes.Equal(row.RequestHash, c.hash):
			return ErrMismatch
		case row.Status == nil:
			return ErrInProgress
		}
		status, body, replayed = int(*row.Status), row.Body, true
		return nil
	})
	return status, body, replayed, err
}

// run does the request. What happened must be kept even when the client has gone, so ctx outlives the request.
func (c *claim) run(ctx context.Context, fn func() (int, []byte, error)) (status int, body []byte, err error) {
	keep := false
	defer func() {
		if keep {
			return
		}
		if e := c.release(ctx); e != nil && err == nil {
			err = e
		}
	}()
	status, body, err = fn()
	if err != nil || status >= http.StatusBadRequest && status < http.StatusInternalServerError {
		return status, body, err
	}
	keep = true
	return status, body, c.answer(ctx, status, body)
}

func (c *claim) answer(ctx context.Context, status int, body []byte) error {
	code := int32(status) //nolint:gosec // an HTTP status
	err := pg.InDepartment(ctx, c.keys.pool, c.departmentID, func(tx pgx.Tx) error {
		return c.keys.q.IdempotencyKeyAnswer(ctx, tx, db.IdempotencyKeyAnswerParams{
			DepartmentID: c.departmentID, Key: c.key, Status: &code, Body: body, TakenAt: c.takenAt,
		})
	})
	if err != nil {
		return fmt.Errorf("keep idempotent answer: %w", err)
	}
	return nil
}

func (c *claim) release(ctx context.Context) error {
	err := pg.InDepartment(ctx, c.keys.pool, c.departmentID, func(tx pgx.Tx) error {
		return c.keys.q.IdempotencyKeyRelease(ctx, tx, db.IdempotencyKeyReleaseParams{
			DepartmentID: c.departmentID, Key: c.key, TakenAt: c.takenAt,
		})
	})
	if err != nil {
		return fmt.Errorf("release idempotency key: %w", err)
	}
	return nil
}
