package installation

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

// textPrefix marks sealed values in columns of text, which hold values in clear as well.
const textPrefix = "sealed:"

// column is a column of sealed values. Its owner's way to seal a row is described here again, so that one operation can replace the key of
// all of them; a value that does not open with the context ends the operation.
type column struct {
	table, name string
	what        string // for people
	key         string // a unique number of the row
	context     string // SQL of what a value is bound to
	text        bool   // after textPrefix, in base64
	open        string // SQL: whether the value is still of use
}

// columns lists what is sealed for longer than a day.
var columns = []column{
	{table: "signing_keys", name: "sealed_seed", what: "signing keys", key: "id", context: "'signing_keys.sealed_seed ' || department_id"},
	{table: "token_keys", name: "sealed_key", what: "token keys", key: "id", context: "'token_keys.sealed_key ' || department_id"},
	{table: "webhooks", name: "sealed_secret", what: "webhook secrets", key: "id", context: "'webhook secret ' || uuid"},
	{table: "webhooks", name: "sealed_previous", what: "former webhook secrets", key: "id", context: "'webhook secret ' || uuid", open: "previous_until > now()"},
	{table: "sso_connections", name: "sealed_secret", what: "sign-in secrets", key: "id", context: "'sso_connections.sealed_secret of ' || uuid"},
	{table: "email_servers", name: "sealed_password", what: "mail server passwords", key: "department_id", context: "'email_servers.sealed_password of ' || department_id"},
	{table: "email_feedback", name: "sealed_secret", what: "secrets of mail providers", key: "department_id", context: "'email_feedback.sealed_secret of ' || department_id"},
	{table: "email_feedback", name: "imap_sealed_password", what: "mailbox passwords", key: "department_id", context: "'email_feedback.imap_sealed_password of ' || department_id"},
	{table: "dkim_keys", name: "sealed_key", what: "DKIM keys", key: "id", context: "'dkim_keys.sealed_key of ' || department_id || ' ' || selector"},
	{table: "user_totp", name: "sealed_secret", what: "authenticator secrets", key: "user_id", context: "'user_totp.sealed_secret of ' || user_id"},
	{table: "mails", name: "sealed", what: "emails", key: "id", context: "'mail:' || message_id"},
	{table: "credentials", name: "private_key", what: "keys of private credentials", key: "id", context: "'credential:' || uuid || ':private_key'", text: true},
	{table: "tombstones", name: "private_key", what: "keys of deleted credentials", key: "credential_id", context: "'credential:' || uuid || ':private_key'", text: true},
}

// shortLived lists the columns of sealed values that are left to expire, each with how long that takes.
var shortLived = map[string]string{
	"sso_flows sealed":                "a sign-in on its way: minutes",
	"recipient_sign_ins sealed_code":  "a code that was emailed: minutes",
	"idempotency_keys body":           "an answer kept for a repeated call: a day",
	"recipient_idempotency_keys body": "an answer kept for a repeated call: a day",
	"installation sealed_check":       "moves with the next start or check",
}

// resealBatch is how many values one transaction seals again.
const resealBatch = 500

// Resealed counts the values of a column that are sealed with an older key, or were until they were sealed again.
type Resealed struct {
	What  string
	Count int64
}

// older is SQL that tells whether a value is sealed with another key than the current one, whose first bytes are $1.
func (c column) older() string {
	out := fmt.Sprintf("coalesce(length(%[1]s), 0) > 0 and substring(%[1]s from 1 for 4) <> $1::bytea", c.name)
	if c.text {
		// Three bytes of the key's ID are four characters.
		out = fmt.Sprintf("%[1]s like '%[2]s%%' and substring(%[1]s from %[3]d for 4) <> rtrim(encode(substring($1::bytea from 1 for 3), 'base64'), '=')", c.name, textPrefix, len(textPrefix)+1)
	}
	if c.open != "" {
		out += " and " + c.open
	}
	return out
}

// Older counts the values that are sealed with an older key than the first of the ring. It reads all of them.
func Older(ctx context.Context, pool *pgxpool.Pool, ring *secrets.Keyring) ([]Resealed, error) {
	var out []Resealed
	err := pg.InSystem(ctx, pool, func(tx pgx.Tx) error {
		for _, c := range columns {
			one := Resealed{What: c.what}
			if err := tx.QueryRow(ctx, "select count(*) from "+c.table+" where "+c.older(), keyID(ring)).Scan(&one.Count); err != nil {
				return fmt.Errorf("count %s: %w", c.what, err)
			}
			if one.Count > 0 {
				out = append(out, one)
			}
		}
		return nil
	})
	return out, err
}

// Reseal seals what is stored with the first key of the ring, in batches of one transaction each, and tells report how far it is. It may be
// interrupted at any time and run again, also while the product is in use, whose processes have to know both keys. A value that opens
// with none ends it, after all others of its column.
func Reseal(ctx context.Context, pool *pgxpool.Pool, ring *secrets.Keyring, report func(Resealed)) error {
	var lost error
	for _, c := range columns {
		done := Resealed{What: c.what}
		for after, more := int64(-1<<63), true; more; {
			var n, unreadable int64
			err := pg.InSystem(ctx, pool, func(tx pgx.Tx) (err error) {
				after, n, unreadable, more, err = c.batch(ctx, tx, ring, after)
				return err
			})
			if err != nil {
				return fmt.Errorf("seal %s again: %w", c.what, err)
			}
			if done.Count += n; unreadable > 0 {
				lost = errors.Join(lost, fmt.Errorf("%w: %d %s after number %d", ErrWrongKey, unreadable, c.what, after))
			}
		}
		report(done)
	}
	return lost
}

// keyID is the ID of the ring's current key.
func keyID(ring *secrets.Keyring) []byte { return ring.Seal(nil, checkContext)[:secrets.KeyIDBytes] }

// value is a sealed value with what it is bound to.
type value struct {
	key     int64
	sealed  []byte
	context string
}

// batch seals the next values of a column again.
func (c column) batch(ctx context.Context, tx pgx.Tx, ring *secrets.Keyring, after int64) (last, n, unreadable int64, more bool, err error) {
	rows, err := tx.Query(ctx, fmt.Sprintf("select %[1]s, %[2]s::bytea, (%[3]s)::text from %[4]s where %[1]s > $2 and %[5]s order by %[1]s limit %[6]d for no key update",
		c.key, c.bytes(), c.context, c.table, c.older(), resealBatch), keyID(ring), after)
	if err != nil {
		return after, 0, 0, false, err
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (v value, err error) {
		return v, row.Scan(&v.key, &v.sealed, &v.context)
	})
	if err != nil {
		return after, 0, 0, false, err
	}
	last = after
	for _, v := range found {
		last = v.key
		stored, err := c.again(ring, v)
		if errors.Is(err, secrets.ErrUnreadable) {
			unreadable++
			continue
		}
		if err != nil {
			return after, 0, 0, false, err
		}
		if _, err := tx.Exec(ctx, fmt.Sprintf("update %s set %s = $1 where %s = $2", c.table, c.name, c.key), stored, v.key); err != nil {
			return after, 0, 0, false, err
		}
		n++
	}
	return last, n, unreadable, len(found) == resealBatch, nil
}

func (c column) bytes() string {
	if c.text {
		return "convert_to(" + c.name + ", 'UTF8')"
	}
	return c.name
}

// again returns a value as it is stored, sealed with the current key.
func (c column) again(ring *secrets.Keyring, v value) (any, error) {
	sealed := v.sealed
	if c.text {
		raw, err := base64.RawStdEncoding.DecodeString(strings.TrimPrefix(string(sealed), textPrefix))
		if err != nil {
			return nil, secrets.ErrUnreadable
		}
		sealed = raw
	}
	plain, err := ring.Open(sealed, v.context)
	if err != nil {
		return nil, fmt.Errorf("open value: %w", err)
	}
	if sealed = ring.Seal(plain, v.context); c.text {
		return textPrefix + base64.RawStdEncoding.EncodeToString(sealed), nil
	}
	return sealed, nil
}
