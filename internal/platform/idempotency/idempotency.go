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
	keptFor  = 24 * time.Hour   // how long an answer is given again
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

// Owner is who sends keys: a department, or a recipient. Nobody's requests are kept.
type Owner struct{ DepartmentID, RecipientID int64 }

func (o Owner) String() string {
	if o.RecipientID != 0 {
		return fmt.Sprint("recipient ", o.RecipientID)
	}
	return fmt.Sprint(o.DepartmentID)
}

func sealContext(owner Owner, key string) string { return fmt.Sprintf("idempotency:%s:%s", owner, key) }

// ambient runs fn in a transaction that all changes of a request join.
func (k *Keys) ambient(ctx context.Context, owner Owner, fn func(context.Context, pgx.Tx) error) error {
	if owner.RecipientID != 0 {
		return pg.AmbientTxSystem(ctx, k.pool, fn)
	}
	return pg.AmbientTx(ctx, k.pool, owner.DepartmentID, fn)
}

// Response is the response to a request.
type Response struct {
	Status   int
	Body     []byte
	Replayed bool // it was kept, and given again
}

// Do runs fn once per key of an owner and returns its response, or the stored one. Without a key it only runs fn. What fn changes in the
// database through its context is committed together with the stored response, so a process that dies leaves both or neither. A duplicate that
// arrives while the first is still running waits for a moment and then fails with ErrInProgress. The same key with a different request
// fails with ErrMismatch. When fn fails or responds with an error, nothing is stored or changed, and the client may correct its request
// or try again.
func (k *Keys) Do(ctx context.Context, owner Owner, key string, requestHash []byte, fn func(context.Context) (Response, error)) (Response, error) {
	if key == "" || owner == (Owner{}) {
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
		answer, err := k.try(context.WithoutCancel(ctx), owner, key, requestHash, fn)
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
func (k *Keys) try(ctx context.Context, owner Owner, key string, requestHash []byte, fn func(context.Context) (Response, error)) (Response, error) {
	var answer Response
	err := k.ambient(ctx, owner, func(ctx context.Context, tx pgx.Tx) error {
		mine, err := k.q.IdempotencyKeyLock(ctx, tx, db.IdempotencyKeyLockParams{Owner: owner.String(), Key: key})
		if err != nil {
			return fmt.Errorf("lock idempotency key: %w", err)
		}
		if !mine {
			return ErrInProgress
		}
		known, err := k.find(ctx, tx, owner, key, requestHash, &answer)
		if known || err != nil {
			return err
		}
		if answer, err = fn(ctx); err != nil {
			return err
		}
		if answer.Status >= http.StatusBadRequest {
			return errNoEffect
		}
		return k.keep(ctx, tx, owner, key, requestHash, answer)
	})
	if errors.Is(err, errNoEffect) {
		return answer, nil
	}
	return answer, err
}

// find reads the answer that is kept for a key into answer, and reports whether there is one.
func (k *Keys) find(ctx context.Context, tx pgx.Tx, owner Owner, key string, requestHash []byte, answer *Response) (bool, error) {
	var row kept
	var err error
	since := k.clock.Now().Add(-keptFor)
	if owner.RecipientID != 0 {
		var r db.RecipientIdempotencyKeyFindRow
		r, err = k.q.RecipientIdempotencyKeyFind(ctx, tx, db.RecipientIdempotencyKeyFindParams{RecipientID: owner.RecipientID, Key: key, KeptSince: since})
		row = kept{r.RequestHash, r.Body, r.Status}
	} else {
		var r db.IdempotencyKeyFindRow
		r, err = k.q.IdempotencyKeyFind(ctx, tx, db.IdempotencyKeyFindParams{DepartmentID: owner.DepartmentID, Key: key, KeptSince: since})
		row = kept{r.RequestHash, r.Body, pg.OrZero(r.Status)}
	}
	switch {
	case pg.NoRows(err):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("find idempotency key: %w", err)
	case !bytes.Equal(row.hash, requestHash):
		return false, ErrMismatch
	}
	body, err := k.keyring.Open(row.body, sealContext(owner, key))
	if err != nil {
		return false, fmt.Errorf("open kept answer: %w", err)
	}
	*answer = Response{Status: int(row.status), Body: body, Replayed: true}
	return true, nil
}

// kept is a stored answer.
type kept struct {
	hash, body []byte
	status     int32
}

func (k *Keys) keep(ctx context.Context, tx pgx.Tx, owner Owner, key string, requestHash []byte, answer Response) error {
	status := int32(answer.Status) //nolint:gosec // an HTTP status
	body, now := k.keyring.Seal(answer.Body, sealContext(owner, key)), k.clock.Now()
	var err error
	if owner.RecipientID != 0 {
		err = k.q.RecipientIdempotencyKeyKeep(ctx, tx, db.RecipientIdempotencyKeyKeepParams{
			RecipientID: owner.RecipientID, Key: key, RequestHash: requestHash, Status: status, Body: body, Now: now,
		})
	} else {
		err = k.q.IdempotencyKeyKeep(ctx, tx, db.IdempotencyKeyKeepParams{
			DepartmentID: owner.DepartmentID, Key: key, RequestHash: requestHash, Status: &status, Body: body, Now: now,
		})
	}
	if err != nil {
		return fmt.Errorf("keep idempotent answer: %w", err)
	}
	return nil
}

// DeleteOld deletes keys that are too old to be replayed and returns their number.
func (k *Keys) DeleteOld(ctx context.Context) (int64, error) {
	var n int64
	before := k.clock.Now().Add(-keptFor)
	err := pg.InSystem(ctx, k.pool, func(tx pgx.Tx) error {
		departments, err := k.q.IdempotencyKeyDeleteOld(ctx, tx, before)
		if err != nil {
			return err
		}
		recipients, err := k.q.RecipientIdempotencyKeyDeleteOld(ctx, tx, before)
		n = departments + recipients
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("delete old idempotency keys: %w", err)
	}
	return n, nil
}
