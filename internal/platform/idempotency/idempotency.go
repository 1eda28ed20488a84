// Package idempotency makes it safe to send a request more than once: the first response is stored for a day and returned again for the
// same request with the same key.
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

// The errors of this package.
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

// errNoEffect rolls back the changes of a rejected request.
var errNoEffect = errors.New("the request was refused")

// Keys stores the responses of requests.
type Keys struct {
	pool     *pgxpool.Pool
	clock    clock.Clock
	patience time.Duration
	keyring  *secrets.Keyring
	q        *db.Queries
}

// New returns a store of responses. They may contain secrets, such as a new API key, so the keyring encrypts them.
func New(pool *pgxpool.Pool, c clock.Clock, keyring *secrets.Keyring) *Keys {
	return &Keys{pool: pool, clock: c, patience: patience, keyring: keyring, q: db.New()}
}

func sealContext(departmentID int64, key string) string {
	return fmt.Sprintf("idempotency:%d:%s", departmentID, key)
}

// Response is the response to a request.
type Response struct {
	Status   int
	Body     []byte
	Replayed bool // it was kept, and given again
}

// Do runs fn once per key and returns its response, or the stored one. Without a key it only runs fn. What fn changes in the database
// through its context is committed together with the stored response, so a process that dies leaves both or neither. A duplicate that
// arrives while the first is still running waits for a moment and then fails with ErrInProgress. The same key with a different request
// fails with ErrMismatch. When fn fails or responds with an error, nothing is stored or changed, and the client may correct its request
// or try again.
func (k *Keys) Do(ctx context.Context, departmentID int64, key string, requestHash []byte, fn func(context.Context) (Response, error)) (Response, error) {
	if key == "" {
		return fn(ctx)
	}
	if utf8.RuneCountInString(key) > maxKey {
		return Response{}, errs.Field("Idempotency-Key", "too_long", "max", maxKey)
	}
	if !utf8.ValidString(key) {
		return Response{}, errs.Field("Idempotency-Key", "invalid")
	}
	deadline := time.NewTimer(k.patience)
	defer deadline.Stop()
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		// A request that has started is completed even if the client disconnects, as it will ask again for the response.
		answer, err := k.try(context.WithoutCancel(ctx), departmentID, key, requestHash, fn)
		if !errors.Is(err, ErrInProgress) {
			return answer, err
		}
		select {
		case <-tick.C:
		case <-deadline.C:
			return Response{}, err
		case <-ctx.Done():
			return Response{}, ctx.Err()
		}
	}
}

// try returns ErrInProgress while another process holds the key, which is an advisory lock that ends with the transaction and therefore
// with the process.
func (k *Keys) try(ctx context.Context, departmentID int64, key string, requestHash []byte, fn func(context.Context) (Response, error)) (Response, error) {
	var answer Response
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

func (k *Keys) find(ctx context.Context, tx pgx.Tx, departmentID int64, key string, requestHash []byte, answer *Response) (bool, error) {
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
	*answer = Response{Status: int(*row.Status), Body: body, Replayed: true}
	return true, nil
}

func (k *Keys) keep(ctx context.Context, tx pgx.Tx, departmentID int64, key string, requestHash []byte, answer Response) error {
	status := int32(answer.Status) //nolint:gosec // an HTTP status
	err := k.q.IdempotencyKeyKeep(ctx, tx, db.IdempotencyKeyKeepParams{
		DepartmentID: departmentID, Key: key, RequestHash: requestHash, Status: &status, Body: k.keyring.Seal(answer.Body, sealContext(departmentID, key)), Now: k.clock.Now(),
	})
	if err != nil {
		return fmt.Errorf("keep idempotent answer: %w", err)
	}
	return nil
}

// DeleteOld deletes keys that are too old to be replayed and returns their number.
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
