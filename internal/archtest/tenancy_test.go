package archtest

import (
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/pg"
)

func names(t *testing.T, pool *pgxpool.Pool, sql string, args ...any) []string {
	t.Helper()
	rows, err := pool.Query(t.Context(), sql, args...)
	if err != nil {
		t.Fatal(err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// withDepartment are the tables whose rows belong to a department.
const withDepartment = `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
	where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attname = 'department_id' and not a.attisdropped`

func TestEveryTableOfADepartmentHasItsWall(t *testing.T) {
	t.Parallel()
	pool := dbtest.Pool(t)
	if all := names(t, pool, withDepartment); len(all) < 10 {
		t.Fatalf("only %v have a department: the check sees nothing", all)
	}
	open := names(t, pool, withDepartment+` and not (c.relrowsecurity and c.relforcerowsecurity
		and exists (select from pg_policy p where p.polrelid = c.oid))`)
	for _, table := range open {
		t.Errorf("%s has a department but no forced row-level security with a policy", table)
	}
}

func TestPoliciesAskForTheDepartment(t *testing.T) {
	t.Parallel()
	// A restrictive policy opens nothing: it narrows what the others show.
	loose := names(t, dbtest.Pool(t), `select tablename::text from pg_policies where schemaname = 'public' and permissive = 'PERMISSIVE'
		and not (tablename = 'users' and policyname = 'department' and cmd = 'SELECT' and qual like '%d.department_id = ( SELECT app_department()%')
		and (cmd <> 'ALL' or coalesce(with_check, qual) <> qual
			or qual not in ('COALESCE((COALESCE(department_id, (0)::bigint) = ( SELECT app_wall() AS app_wall)), true)',
				'( SELECT app_system() AS app_system)'))`)
	if len(loose) > 0 {
		t.Errorf("policies of %v do not compare the department", loose)
	}
}

// withoutPolicy are the tables that every transaction of the application may read whole, each with the reason.
var withoutPolicy = map[string]string{
	"departments": "their names and logos are public, and people read those of all departments they belong to",

	"organizations": "their names; who administers them has a policy",

	"billing_plans":          "the price list of the installation",
	"billing_invoice_series": "how many invoices were issued",
	"captcha_uses":           "hashes of answers",
	"throttles":              "hashes of what is counted",
	"installation":           "facts about the installation",
	"processes":              "which processes run",
	"audit_sealing":          "how far the audit log is sealed",
	"audit_streaming":        "how far the audit log was sent to a collector",
	"kept_documents_swept":   "how far a sweep came",
	"schema_migrations":      "which migrations ran",
	"river_job":              "the job queue: arguments hold ids; workers set the tenant of each job",
	"river_leader":           "the job queue's leader",
	"river_queue":            "the job queue's queues",
	"river_notification":     "the job queue's notifications",
	"river_migration":        "which migrations of the job queue ran",
}

func TestATableWithoutAPolicyHasAReason(t *testing.T) {
	t.Parallel()
	open := names(t, dbtest.Pool(t), `select c.relname::text from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
		and not c.relispartition and not (c.relrowsecurity and c.relforcerowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))`)
	for _, table := range open {
		if withoutPolicy[table] == "" {
			t.Errorf("%s has no row-level security policy: give it one, or a reason in withoutPolicy", table)
		}
	}
	for table := range withoutPolicy {
		if !slices.Contains(open, table) {
			t.Errorf("%s has a policy now: take it out of withoutPolicy", table)
		}
	}
}

func TestATransactionOfADepartmentFindsNoSessionsTokensSignUpsAndRecipients(t *testing.T) {
	t.Parallel()
	pool := dbtest.Pool(t)
	mine := department(t, pool)
	tables := map[string]string{
		"sign_ups": `insert into sign_ups (token_hash, email, name, password_hash, language, department_name, created_at, expires_at)
			values ('x', 'a@b.example', '', '', 'en', '', now(), now())`,
		"sessions": `with u as (insert into users (email, created_at, updated_at) values (gen_random_uuid()::text, now(), now()) returning id)
			insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at) select 'x', id, now(), now(), now() from u`,
		"recipients": `insert into recipients (email, name, created_at, updated_at) values (gen_random_uuid()::text, 'R', now(), now())`,
		"user_tokens": `with u as (insert into users (email, created_at, updated_at) values (gen_random_uuid()::text, now(), now()) returning id)
			insert into user_tokens (token_hash, kind, user_id, created_at, expires_at) select 'x', 'reset', id, now(), now() from u`,
	}
	for table, insert := range tables {
		add := func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), insert)
			return err
		}
		if err := pg.InSystem(t.Context(), pool, add); err != nil {
			t.Fatal(err)
		}
		for name, in := range map[string]func(func(pgx.Tx) error) error{
			"a department": func(fn func(pgx.Tx) error) error { return pg.InDepartment(t.Context(), pool, mine, fn) },
			"nobody":       func(fn func(pgx.Tx) error) error { return pgx.BeginFunc(t.Context(), pool, fn) },
		} {
			var n int
			err := in(func(tx pgx.Tx) error { return tx.QueryRow(t.Context(), "select count(*) from "+table).Scan(&n) })
			if err != nil || n != 0 {
				t.Errorf("%s finds %d rows of %s, %v", name, n, table, err)
			}
			if err := in(add); pg.Code(err) != "42501" {
				t.Errorf("%s adds a row to %s: %v", name, table, err)
			}
		}
	}
}

func TestADepartmentReadsTheAccountsOfItsPresentAndFormerMembersOnly(t *testing.T) {
	t.Parallel()
	pool := dbtest.Pool(t)
	mine, theirs := department(t, pool), department(t, pool)
	members := map[string]int64{"present": mine, "former": mine, "foreign": theirs, "none": 0}
	err := pg.InSystem(t.Context(), pool, func(tx pgx.Tx) error {
		for name, in := range members {
			_, err := tx.Exec(t.Context(), `with u as (insert into users (email, name, created_at, updated_at) values ($1 || '@example.org', $1, now(), now()) returning id)
				insert into memberships (user_id, department_id, role, created_at) select id, $2::bigint, 'viewer', now() from u where $2::bigint <> 0`, name, in)
			if err != nil {
				return err
			}
		}
		_, err := tx.Exec(t.Context(), "delete from memberships where user_id = (select id from users where name = 'former')")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	err = pg.InDepartment(t.Context(), pool, mine, func(tx pgx.Tx) error {
		rows, err := tx.Query(t.Context(), "select name from users order by name")
		if err != nil {
			return err
		}
		found, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err == nil && !slices.Equal(found, []string{"former", "present"}) {
			t.Errorf("a department reads the accounts %v, want its former and present members", found)
		}
		if err != nil {
			return err
		}
		for _, sql := range []string{"update users set name = 'x'", "delete from users"} {
			tag, err := tx.Exec(t.Context(), sql)
			if err != nil || tag.RowsAffected() != 0 {
				t.Errorf("%s in a department changes %d accounts, %v", sql, tag.RowsAffected(), err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found := names(t, pool, "select name from users"); len(found) > 0 {
		t.Errorf("outside of any department the accounts %v are readable", found)
	}
}

func TestTheApplicationRoleOwnsNothing(t *testing.T) {
	t.Parallel()
	pool := dbtest.Pool(t)
	for what, sql := range map[string]string{
		"is superuser, bypasses row-level security or makes roles": `select rolname::text from pg_roles
			where rolname = $1 and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)`,
		"owns":                     `select relname::text from pg_class where relowner = (select oid from pg_roles where rolname = $1)`,
		"may create in the schema": `select 'public' where has_schema_privilege($1, 'public', 'create')`,
		"is a member of":           `select roleid::regrole::text from pg_auth_members where member = (select oid from pg_roles where rolname = $1)`,
		"may change": `select 'audit_events' where has_table_privilege($1, 'audit_events', 'update')
			or has_table_privilege($1, 'audit_events', 'delete') or has_table_privilege($1, 'audit_events', 'truncate')`,
	} {
		if found := names(t, pool, sql, pg.Role); len(found) > 0 {
			t.Errorf("%s %s %v", pg.Role, what, found)
		}
	}
}

func TestWithoutADepartmentThereAreNoRows(t *testing.T) {
	t.Parallel()
	pool := dbtest.Pool(t)
	first, second := department(t, pool), department(t, pool)
	for _, id := range []int64{first, second} {
		err := pg.InDepartment(t.Context(), pool, id, func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), insertAttribute, id)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	const count = "select count(*) from attribute_keys"
	var outside, inside int
	if err := pool.QueryRow(t.Context(), count).Scan(&outside); err != nil || outside != 0 {
		t.Errorf("%d rows without a department, %v", outside, err)
	}
	err := pg.InDepartment(t.Context(), pool, first, func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), count).Scan(&inside)
	})
	if err != nil || inside != 1 {
		t.Errorf("%d rows in the department, want its own; %v", inside, err)
	}
}

func TestARowOfNoDepartmentIsForThoseWhoSeeEveryOne(t *testing.T) {
	t.Parallel()
	pool := dbtest.Pool(t)
	mine := department(t, pool)
	const insert = `insert into audit_events (action, object_kind, object_id, created_at) values ('told', 'user', '1', now())`
	if err := pg.InSystem(t.Context(), pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), insert)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	count := func(tx pgx.Tx) (n int, err error) {
		err = tx.QueryRow(t.Context(), "select count(*) from audit_events where action = 'told'").Scan(&n)
		return n, err
	}
	for _, c := range []struct {
		who  string
		in   func(func(pgx.Tx) error) error
		want int
	}{
		{"nobody", func(fn func(pgx.Tx) error) error { return pgx.BeginFunc(t.Context(), pool, fn) }, 0},
		{"a department", func(fn func(pgx.Tx) error) error { return pg.InDepartment(t.Context(), pool, mine, fn) }, 0},
		{"the system", func(fn func(pgx.Tx) error) error { return pg.InSystem(t.Context(), pool, fn) }, 1},
	} {
		err := c.in(func(tx pgx.Tx) error {
			n, err := count(tx)
			if err == nil && n != c.want {
				t.Errorf("%s sees %d rows, want %d", c.who, n, c.want)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
	err := pg.InDepartment(t.Context(), pool, mine, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), insert)
		return err
	})
	if pg.Code(err) != "42501" {
		t.Errorf("a department adds a row of no department: %v", err)
	}
}

func TestARowForAnotherDepartmentIsRefused(t *testing.T) {
	t.Parallel()
	pool := dbtest.Pool(t)
	mine, theirs := department(t, pool), department(t, pool)
	for name, id := range map[string]int64{"of another department": mine, "of none": 0} {
		err := pg.InDepartment(t.Context(), pool, id, func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), insertAttribute, theirs)
			return err
		})
		if pg.Code(err) != "42501" {
			t.Errorf("in a transaction %s: %v, want insufficient privilege", name, err)
		}
	}
}

const insertAttribute = `insert into attribute_keys (department_id, name, key, kind, created_at, updated_at)
	values ($1, 'Course', 'course', 'text', now(), now())`

func department(t *testing.T, pool *pgxpool.Pool) (id int64) {
	t.Helper()
	err := pool.QueryRow(t.Context(), "insert into departments (name, created_at, updated_at) values ('D', now(), now()) returning id").Scan(&id)
	if err != nil {
		t.Fatal(err)
	}
	return id
}
