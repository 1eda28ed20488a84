package pg_test

import (
	"log/slog"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/pg"
)

// filled inserts n issued credentials with their related rows into the newest schema. Names resemble those of people: with random
// letters, PostgreSQL needs four times as long to merge pending entries into the search index, which it does in whichever
// change of a credential exceeds their limit.
var filled = []string{
	"set session_replication_role = replica", // without triggers
	"insert into organizations (id, name, created_at, updated_at) values (1, 'O', now(), now())",
	"insert into departments (id, organization_id, name, created_at, updated_at) overriding system value values (1, 1, 'D', now(), now())",
	"insert into groups (id, department_id, name, course_name, created_at, updated_at) overriding system value values (1, 1, 'G', 'G', now(), now())",
	"insert into signing_keys (id, department_id, multikey, sealed_seed, created_at) overriding system value values (1, 1, 'z', '', now())",
	"insert into status_lists (department_id, number) select 1, i from generate_series(1, 1 + $1::int / 131072) i",
	`insert into credentials (id, department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key,
			allows_duplicate, state, complete, published_at, email_status, created_at, updated_at)
		overriding system value select i, 1, 1, gen_random_uuid(), 'a' || lpad(i::text, 8, '0'), first || ' ' || chr(65 + i % 26) || ' ' || last,
			lower(first || '.' || last) || i || '@example.org', date '2026-01-01', false, '', true, 'published', i % 100 <> 0, now(), 'sent', now(), now()
		from generate_series(1, $1::int) i,
			lateral (select ('{Anna,Fatima,Giulia,Ivan,Johann,Li,Maria,Mohammed}'::text[])[1 + i % 8] as first,
				('{Andersson,Garcia,Kowalski,Nguyen,Popov,Rossi,Schmidt,Tanaka,Yilmaz}'::text[])[1 + i % 9] as last) person`,
	"insert into status_entries (department_id, number, position, credential_id) select 1, 1 + i / 131072, i % 131072, i from generate_series(1, $1::int) i",
	`insert into signed_badges (department_id, credential_id, key_id, content_hash, document, created_at)
		select 1, i, 1, sha256(i::text::bytea), '{"credentialSubject": {"achievement": {"name": "' || (i % 7) || '"}}}', now() from generate_series(1, $1::int) i`,
	`insert into mails (id, department_id, credential_id, kind, dedupe_key, message_id, recipient, subject, html, body_text, state, created_at)
		overriding system value select i, 1, i, 'issued', i, i, 'r', 's', '<a href="https://laurel.example/x?key=' || md5(i::text) || '">', 'x?key=' || md5(i::text), 'sent', now()
		from generate_series(1, $1::int) i`,
	`insert into kept_documents (name, department_id, credential_id, kept_at)
		select case i % 2 when 0 then 'picture/' else 'pdf/' end || md5(i::text), 1, i, now() - interval '1 day' from generate_series(1, $1::int) i`,
	"set session_replication_role = origin",
}

func fillTables(t *testing.T, conn *pgx.Conn, rows int) {
	t.Helper()
	for _, sql := range filled {
		var args []any
		if strings.Contains(sql, "$1") {
			args = []any{rows}
		}
		if _, err := conn.Exec(t.Context(), sql, args...); err != nil {
			t.Fatalf("%.60s: %v", sql, err)
		}
	}
}

// TestMigratingBlocksNeitherReadersNorWriters uses few rows by default, and as many as configured in a long run. Only the long
// run measures how long others waited.
func TestMigratingBlocksNeitherReadersNorWriters(t *testing.T) {
	t.Parallel()
	rows, long := 3_000, false
	if asked := os.Getenv("LAUREL_TEST_MIGRATE_ROWS"); asked != "" {
		n, err := strconv.Atoi(asked)
		if err != nil {
			t.Fatal(err)
		}
		rows, long = n, true
	}
	url := dbtest.URL(t)
	conn := connect(t, url)
	fillTables(t, conn, rows)
	if _, err := conn.Exec(t.Context(), "analyze"); err != nil {
		t.Fatal(err)
	}
	var over atomic.Bool
	var all sync.WaitGroup
	for what, sql := range map[string]string{
		"reading a credential":  "select id, state, recipient_name, snapshot from credentials where id = $1",
		"reading its mails":     "select id, html, body_text from mails where credential_id = $1",
		"reading its entries":   "select number, position from status_entries where department_id = 1 and credential_id = $1",
		"reading its documents": "select name from kept_documents where credential_id = $1",
		"changing a credential": "update credentials set grade = 50, updated_at = now() where id = $1",
		"changing a mail":       "update mails set attempts = attempts where id = $1",
		"noting a document":     "insert into kept_documents (name, department_id, credential_id, kept_at) values ('pdf/' || gen_random_uuid(), 1, $1, now())",
	} {
		other := connect(t, url)
		all.Go(func() {
			var longest time.Duration
			n := 0
			for ; !over.Load(); n++ {
				begun := time.Now()
				_, err := other.Exec(t.Context(), sql, 1+rand.IntN(rows))
				if err != nil && pg.Code(err) != "40P01" { // retry after a deadlock, as the product does
					t.Errorf("%s: %v", what, err)
					return
				}
				longest = max(longest, time.Since(begun))
				time.Sleep(time.Millisecond) // leave CPU time for the migration
			}
			t.Logf("%s: %d times, the longest took %s", what, n, longest.Round(time.Millisecond))
			if long && longest > pg.MigrationLockTimeout+time.Second {
				t.Errorf("%s waited for %s", what, longest)
			}
		})
	}
	begun := time.Now()
	err := migrateTrial(t, url, slog.New(slog.DiscardHandler))
	took := time.Since(begun)
	over.Store(true)
	all.Wait()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d credentials migrated in %s", rows, took.Round(time.Millisecond))
	for what, count := range map[string]string{
		"credentials without a value": "select count(*) from credentials where trial is distinct from 1",
		"mails without a value":       "select count(*) from mails where trial = ''",
		"documents without a value":   "select count(*) from kept_documents where trial is null and kept_at < now() - interval '1 hour'",
	} {
		var n int
		if err := conn.QueryRow(t.Context(), count).Scan(&n); err != nil || n != 0 {
			t.Errorf("%d too many %s, %v", n, what, err)
		}
	}
}
