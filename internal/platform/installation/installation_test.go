package installation_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/installation"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

func ring(t *testing.T, keys ...string) *secrets.Keyring {
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

func exec(t *testing.T, pool *pgxpool.Pool, sql string, args ...any) {
	t.Helper()
	err := pg.InSystem(t.Context(), pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), sql, args...)
		return err
	})
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// sealSomething stores a signing key of a new department.
func sealSomething(t *testing.T, pool *pgxpool.Pool, r *secrets.Keyring) {
	t.Helper()
	exec(t, pool, `with d as (insert into departments (name, created_at, updated_at) values ('Guild', now(), now()) returning id)
		insert into signing_keys (department_id, multikey, sealed_seed, created_at) select id, 'z6Mk', $1, now() from d`, r.Seal([]byte("seed"), "any"))
}

func TestAStartWithAnotherKeyIsRefused(t *testing.T) {
	t.Parallel()
	pool := dbtest.Pool(t)
	check := func(keys ...string) error { return installation.CheckKeys(t.Context(), pool, ring(t, keys...)) }
	for _, keys := range [][]string{{"a"}, {"a"}, {"b", "a"}} {
		if err := check(keys...); err != nil {
			t.Errorf("keys %v: %v", keys, err)
		}
	}
	if err := check("c"); !errors.Is(err, installation.ErrWrongKey) {
		t.Errorf("a key that was never configured: %v", err)
	}
}

func TestAnOlderKeyIsNeededUntilNothingIsSealedWithIt(t *testing.T) {
	t.Parallel()
	pool := dbtest.Pool(t)
	check := func(keys ...string) error { return installation.CheckKeys(t.Context(), pool, ring(t, keys...)) }
	if err := check("a"); err != nil {
		t.Fatal(err)
	}
	sealSomething(t, pool, ring(t, "a"))
	if err := check("b", "a"); err != nil {
		t.Fatal(err)
	}
	if err := check("b"); !errors.Is(err, installation.ErrWrongKey) || !strings.Contains(err.Error(), "1 signing keys") {
		t.Errorf("without the older key: %v", err)
	}
	exec(t, pool, "update signing_keys set sealed_seed = $1", ring(t, "b").Seal([]byte("seed"), "any"))
	exec(t, pool, `insert into mails (kind, dedupe_key, message_id, recipient, subject, html, body_text, created_at, sealed)
		values ('delivery', 'x', 'x', 'x', '', '', '', now(), $1)`, ring(t, "a").Seal([]byte("link"), "any"))
	if err := check("b", "a"); err != nil {
		t.Fatal(err)
	}
	if err := check("b"); !errors.Is(err, installation.ErrWrongKey) {
		t.Errorf("while a mail is sealed with the older key: %v", err)
	}
	exec(t, pool, "update mails set sealed = null")
	if err := check("b", "a"); err != nil {
		t.Fatal(err)
	}
	if err := check("b"); err != nil {
		t.Errorf("the older key seals nothing any more: %v", err)
	}
}

func TestADatabaseFromBeforeTheCheckValueIsComparedWithWhatIsSealedInIt(t *testing.T) {
	t.Parallel()
	pool := dbtest.Pool(t)
	sealSomething(t, pool, ring(t, "a"))
	if err := installation.CheckKeys(t.Context(), pool, ring(t, "b")); !errors.Is(err, installation.ErrWrongKey) {
		t.Errorf("another key: %v", err)
	}
	if err := installation.CheckKeys(t.Context(), pool, ring(t, "a")); err != nil {
		t.Error(err)
	}
}

func TestEverySealedColumnIsCompared(t *testing.T) {
	t.Parallel()
	query, err := os.ReadFile("internal/db/installation.sql")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := dbtest.Pool(t).Query(t.Context(), `select attname || ' ' || c.relname from pg_attribute a join pg_class c on c.oid = a.attrelid
		where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname like 'sealed%' and c.relname not in ('installation', 'sso_flows')`) // flows last for minutes
	if err != nil {
		t.Fatal(err)
	}
	columns, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(columns) < 4 {
		t.Fatalf("%v, %v", columns, err)
	}
	for _, column := range columns {
		name, table, _ := strings.Cut(column, " ")
		reads := func(line string) bool {
			return strings.Contains(line, "substring("+name+" from 1 for 4)") && strings.Contains(line, "from "+table)
		}
		if !slices.ContainsFunc(strings.Split(string(query), "\n"), reads) {
			t.Errorf("no query reads %s of %s", name, table)
		}
	}
}
