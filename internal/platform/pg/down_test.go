package pg_test

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/golang-migrate/migrate/v4/source/iofs"
	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/pg"
	"laurel/migrations"
)

// schemaSQL lists everything that migrations make, one line each. Columns are listed without their position: one that is dropped and
// added again moves to the end.
const schemaSQL = `
with ours as (select oid, relname, relkind, relrowsecurity, relforcerowsecurity, reloptions,
		coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner)) as relacl from pg_class
	where relnamespace = 'public'::regnamespace and relname not in ('schema_migrations', 'schema_migrations_pkey'))
select format('relation %s %s %s %s %s %s', relkind, relname, relrowsecurity, relforcerowsecurity, relacl, reloptions) from ours where relkind <> 'c'
union all select format('column %s.%s %s %s %s %s', relname, attname, format_type(atttypid, atttypmod), attnotnull, attidentity::text || attgenerated::text,
	(select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = attrelid and adnum = attnum))
	from pg_attribute join ours on ours.oid = attrelid where attnum > 0 and not attisdropped and relkind in ('r', 'v', 'p')
union all select format('constraint %s %s %s', relname, conname, pg_get_constraintdef(c.oid)) from pg_constraint c join ours on ours.oid = conrelid
union all select format('index %s', pg_get_indexdef(indexrelid)) from pg_index join ours on ours.oid = indrelid
union all select format('trigger %s', pg_get_triggerdef(t.oid)) from pg_trigger t join ours on ours.oid = tgrelid where not tgisinternal
union all select format('policy %s %s %s %s %s', relname, polname, polcmd::text, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
	from pg_policy join ours on ours.oid = polrelid
union all select format('function %s %s', pg_get_functiondef(oid), proacl) from pg_proc where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
	and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
union all select format('type %s %s', typname, array(select enumlabel from pg_enum where enumtypid = t.oid order by enumsortorder))
	from pg_type t where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
union all select format('extension %s', extname) from pg_extension
order by 1`

func schemaOf(t *testing.T, conn *pgx.Conn) []string {
	t.Helper()
	rows, err := conn.Query(t.Context(), schemaSQL)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// difference lists the lines that only one of two schemas has.
func difference(before, after []string) string {
	var out strings.Builder
	for _, line := range before {
		if !slices.Contains(after, line) {
			out.WriteString("\n- " + line)
		}
	}
	for _, line := range after {
		if !slices.Contains(before, line) {
			out.WriteString("\n+ " + line)
		}
	}
	return out.String()
}

func TestEveryMigrationCanBeUndoneWithRowsInItsTables(t *testing.T) {
	t.Parallel()
	files, err := iofs.New(migrations.Files, ".")
	if err != nil {
		t.Fatal(err)
	}
	conn := connect(t, dbtest.EmptyURL(t))
	run := func(version uint, read func(uint) (io.ReadCloser, string, error)) {
		t.Helper()
		file, name, err := read(version)
		if err != nil {
			t.Fatal(err)
		}
		sql, err := io.ReadAll(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := pg.RunSteps(t.Context(), conn, string(sql)); err != nil {
			t.Fatalf("%d, %s: %v", version, name, err)
		}
	}
	const rows = 300
	var versions []uint
	schemas := [][]string{schemaOf(t, conn)}
	for v, err := files.First(); err == nil; v, err = files.Next(v) {
		run(v, files.ReadUp)
		if v == before {
			fillTables(t, conn, rows)
		}
		versions, schemas = append(versions, v), append(schemas, schemaOf(t, conn))
	}
	for i, v := range slices.Backward(versions) {
		run(v, files.ReadDown)
		if diff := difference(schemas[i], schemaOf(t, conn)); diff != "" {
			t.Errorf("undoing %d leaves another schema than there was before it:%s", v, diff)
		}
		if v == before+1 {
			var n int
			if err := conn.QueryRow(t.Context(), "select count(*) from credentials where state = 'published'").Scan(&n); err != nil || n != rows {
				t.Errorf("%d credentials are published of %d, %v", n, rows, err)
			}
		}
	}
	for _, v := range versions {
		run(v, files.ReadUp)
	}
	if diff := difference(schemas[len(versions)], schemaOf(t, conn)); diff != "" {
		t.Errorf("undoing all and doing it again makes another schema:%s", diff)
	}
}
