// Package installation stores a check value for the whole installation, which shows whether the configured LAUREL_SECRET_KEY is the one
// that encrypted the stored secrets.
package installation

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/platform/installation/internal/db"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

// ErrWrongKey means that the configured keys cannot decrypt stored secrets, such as signing keys and webhook secrets.
var ErrWrongKey = errors.New("LAUREL_SECRET_KEY is not the key of this database")

const (
	checkContext = "installation check"
	checkText    = "laurel"
)

// CheckKeys compares the keys of the ring with the check value that the first start stored and with everything that is sealed in the
// database, without opening it. It returns an error that wraps ErrWrongKey when a key is missing. Once nothing is sealed with an older
// key any more, the check value moves to the first key of the ring, so that the older key can be removed.
func CheckKeys(ctx context.Context, pool *pgxpool.Pool, ring *secrets.Keyring) error {
	q := db.New()
	return pg.InSystem(ctx, pool, func(tx pgx.Tx) error {
		stored, err := q.SealedKeys(ctx, tx)
		if err != nil {
			return fmt.Errorf("list the keys of sealed values: %w", err)
		}
		older := false
		for _, s := range stored {
			if !ring.Has(s.KeyID) {
				return fmt.Errorf("%w: %d %s are sealed with another key", ErrWrongKey, s.N, s.What)
			}
			older = older || !ring.SealsWith(s.KeyID)
		}
		sealed := ring.Seal([]byte(checkText), checkContext)
		value, err := q.CheckRead(ctx, tx)
		if pg.NoRows(err) {
			if err := q.CheckInsert(ctx, tx, sealed); err != nil {
				return fmt.Errorf("store the check value: %w", err)
			}
			value, err = q.CheckRead(ctx, tx) // another process may have been first
		}
		if err != nil {
			return fmt.Errorf("read the check value: %w", err)
		}
		if text, err := ring.Open(value, checkContext); err != nil || string(text) != checkText {
			return ErrWrongKey
		}
		if older || ring.SealsWith(value) {
			return nil
		}
		id := sealed[:secrets.KeyIDBytes]
		found, err := q.SealedByOlder(ctx, tx, db.SealedByOlderParams{KeyID: id, KeyText: base64.RawStdEncoding.EncodeToString(id[:3])})
		if err != nil {
			return fmt.Errorf("look for values of an older key: %w", err)
		}
		if found != nil && *found {
			return nil
		}
		if err := q.CheckUpdate(ctx, tx, sealed); err != nil {
			return fmt.Errorf("replace the check value: %w", err)
		}
		return nil
	})
}
