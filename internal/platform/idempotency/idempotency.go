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

	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/idempotency/internal/db"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

// Refusals of this package.
var (
	ErrMismatch   = errs.New(errs.Invalid, "idempotency.mismatch")
	ErrInProgress = errs.New(errs.Conflict, "idempotency.in_progress")
)

const (
	maxKey   = 255
	kept     = 24 * time.Hour   // how long an answer is given again
	patience = 10 * time.Second // how long an equal request waits for the holder's answer
	interval = 50 * time.Millisecond
)

// errNoEffect rolls back what a request did that was refused.
var errNoEffect = errors.New("the request was refused")

// Keys remembers requests.
type Keys struct {
	pool     *pgxpool.Pool
	clock    clock.Clock
	patience time.Duration
	keyring  *secrets.Keyring
	q        *db.Queries
}

// New makes a memory of requests. Answers may hold secrets, such as a new API key: the keyring encrypts them while they are kept.
func New(pool *pgxpool.Pool, c clock.Clock, keyring *secrets.Keyring) *Keys {
	return &Keys{pool: pool, clock: c, patience: patience, keyring: keyring, q: db.New()}
}

func sealContext(departmentID int64, key string) string {
	return fmt.Sprintf("idempotency:%d:%s", departmentID, key)
}

// Answer is what a request was answered.
type Answer struct {
	Status   int
	Body     []byte
	Replayed bool // it was kept, and given again
}

// Do runs fn once per key and returns its answer, or the kept one. Without a key it just runs fn. All that fn does to the
// database with its context is one transaction with the keeping of the answer: a process that dies leaves both or neither. An
// equal request that comes while the first runs waits a while for its answer, then is refused with ErrInProgress. The same
// key with another request is refused with ErrMismatch. When fn fails or answers with a refusal or a fault, nothing is kept
// and nothing has happened: the client may mend its request, or try again.
func (k *Keys) Do(ctx context.Context, departmentID int64, key string, requestHash []byte, fn func(context.Context) (Answer, error)) (Answer, error) {
	if key == "" {
		return fn(ctx)
	}
	if utf8.RuneCountInString(key) > maxKey {
		return Answer{}, errs.Field("Idempotency-Key", "too_long", "max", maxKey)
	}
	if !utf8.ValidString(key) {
		return Answer{}, errs.Field("Idempotency-Key", "invalid")
	}
	deadline := time.NewTimer(k.patience)
	defer deadline.Stop()
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		// What has begun is brought to its end even when the client has gone: it will ask again for the answer.
		answer, err := k.try(context.WithoutCancel(ctx), departmentID, key, requestHash, fn)
		if !errors.Is(err, ErrInProgress) {
			return answer, err
		}
		select {
		case <-tick.C:
		case <-deadline.C:
			return Answer{}, err
		case <-ctx.Done():
			return Answer{}, ctx.Err()
		}
	}
}

// try is ErrInProgress while another one holds the key. The holder is whoever has its lock, which ends with the transaction
// and so with the process.
func (k *Keys) try(ctx context.Context, departmentID int64, key string, requestHash []byte, fn func(context.Context) (Answer, error)) (Answer, error) {
	var answer Answer
	err := pg.AmbientTx(ctx, k.pool, departmentID, func(ctx context.Context, tx pgx.Tx) error {
		mine, err := k.q.IdempotencyKeyLock(ctx, tx, db.IdempotencyKeyLockParams{DepartmentID: departmentID, Key: key})
		if err != nil {
			return fmt.Errorf("lock idempotency key: %w", err)
		}
		if !mine {
			return ErrInProgress
		}
		known, err := k.find(ctx, tx, departmentID, key, requestHash, &answer)
		if known || err != nil {
			return err
		}
		if answer, err = fn(ctx); err != nil {
			return err
		}
		if answer.Status >= http.StatusBadRequest {
			return errNoEffect
		}
		return k.keep(ctx, tx, departmentID, key, requestHash, answer)
	})
	if errors.Is(err, errNoEffect) {
		return answer, nil
	}
	return answer, err
}

func (k *Keys) find(ctx context.Context, tx pgx.Tx, departmentID int64, key string, requestHash []byte, answer *Answer) (bool, error) {
	row, err := k.q.IdempotencyKeyFind(ctx, tx, db.IdempotencyKeyFindParams{DepartmentID: departmentID, Key: key, KeptSince: k.clock.Now().Add(-kept)})
	switch {
	case pg.NoRows(err):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("find idempotency key: %w", err)
	case !bytes.Equal(row.RequestHash, requestHash):
		return false, ErrMismatch
	}
	body, err := k.keyring.Open(row.Body, sealContext(departmentID, key))
	if err != nil {
		return false, fmt.Errorf("open kept answer: %w", err)
	}
	*answer = Answer{Status: int(*row.Status), Body: body, Replayed: true}
	return true, nil
}

func (k *Keys) keep(ctx context.Context, tx pgx.Tx, departmentID int64, key string, requestHash []byte, answer Answer) error {
	status := int32(answer.Status) //nolint:gosec // an HTTP status
	err := k.q.IdempotencyKeyKeep(ctx, tx, db.IdempotencyKeyKeepParams{
		DepartmentID: departmentID, Key: key, RequestHash: requestHash, Status: &status, Body: k.keyring.Seal(answer.Body, sealContext(departmentID, key)), Now: k.clock.Now(),
	})
	if err != nil {
		return fmt.Errorf("keep idempotent answer: %w", err)
	}
	return nil
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
