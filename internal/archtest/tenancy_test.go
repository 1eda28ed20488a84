package archtest

import (
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/dbtest"
	"laurel/internal/pg"
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
		and (cmd <> 'ALL' or coalesce(with_check, qual) <> qual
			or qual <> 'COALESCE((COALESCE(department_id, (0)::bigint) = ( SELECT app_wall() AS app_wall)), true)')`)
	if len(loose) > 0 {
		t.Errorf("policies of %v do not compare the department", loose)
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
