package installation

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

func keyring(t *testing.T, keys ...string) *secrets.Keyring {
	t.Helper()
	var all [][]byte
	for _, k := range keys {
		all = append(all, []byte(strings.Repeat(k, 32)))
	}
	r, err := secrets.NewKeyring(all...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A column of sealed values is bytea named sealed…, or the body of a kept answer, or text that may begin with the prefix.
func TestEverySealedColumnIsSealedAgainOrLivesShort(t *testing.T) {
	t.Parallel()
	pool := dbtest.Pool(t)
	rows, err := pool.Query(t.Context(), `select c.relname || ' ' || a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
		where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped
			and (a.attname like '%sealed%' or a.attname = 'private_key' or a.attname = 'body' and c.relname like '%idempotency%')`)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(stored) < 12 {
		t.Fatalf("%v, %v", stored, err)
	}
	known := map[string]bool{}
	for _, c := range columns {
		known[c.table+" "+c.name] = true
	}
	for name := range shortLived {
		known[name] = true
	}
	for _, name := range stored {
		if !known[name] {
			t.Errorf("%s is sealed, but `laurel keys reseal` leaves it out: see columns", name)
		}
	}
	if len(known) != len(stored) {
		t.Errorf("%d columns are listed, and %d are there", len(known), len(stored))
	}
}

// TestResealReplacesTheKey seals more than a batch with an older key, interrupts the operation and repeats it.
func TestResealReplacesTheKey(t *testing.T) {
	t.Parallel()
	pool := dbtest.Pool(t)
	before, both, after := keyring(t, "a"), keyring(t, "b", "a"), keyring(t, "b")
	const mails = resealBatch + 20
	err := pg.InSystem(t.Context(), pool, func(tx pgx.Tx) error {
		for i := range mails {
			id := fmt.Sprint("m", i)
			if _, err := tx.Exec(t.Context(), `insert into mails (kind, dedupe_key, message_id, recipient, subject, html, body_text, created_at, sealed)
				values ('delivery', $1, $1, 'x', '', '', '', now(), $2)`, id, before.Seal([]byte("link"), "mail:"+id)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	count := func() (n int64) {
		left, err := Older(t.Context(), pool, both)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range left {
			n += one.Count
		}
		return n
	}
	if n := count(); n != mails {
		t.Fatalf("%d values are sealed with the older key, want %d", n, mails)
	}
	killed, kill := context.WithCancel(t.Context())
	if err := Reseal(killed, pool, both, func(Resealed) { kill() }); err == nil {
		t.Error("an interrupted operation reports no error")
	}
	if err := Reseal(t.Context(), pool, after, func(Resealed) {}); !errors.Is(err, ErrWrongKey) {
		t.Errorf("without the older key: %v", err)
	}
	total := int64(0)
	if err := Reseal(t.Context(), pool, both, func(r Resealed) { total += r.Count }); err != nil || total != mails {
		t.Fatalf("%d values, %v", total, err)
	}
	if n := count(); n != 0 {
		t.Errorf("%d values are left", n)
	}
	err = pg.InSystem(t.Context(), pool, func(tx pgx.Tx) error {
		rows, err := tx.Query(t.Context(), "select message_id, sealed from mails")
		if err != nil {
			return err
		}
		_, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (struct{}, error) {
			var id string
			var sealed []byte
			if err := row.Scan(&id, &sealed); err != nil {
				return struct{}{}, err
			}
			plain, err := after.Open(sealed, "mail:"+id)
			if string(plain) != "link" {
				t.Errorf("%s: %q", id, plain)
			}
			return struct{}{}, err
		})
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
