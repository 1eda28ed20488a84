package migrations_test

import (
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/pg"
	"laurel/migrations"
)

// intended lists the columns, as table.column, whose values in the rows of the previous release a migration changes on purpose.
var intended = []string{}

// standIns are the views under the names of tables that were renamed, which the previous release uses during an upgrade.
var standIns = []string{"bulk_actions", "bulk_items"}

// previousRelease returns the schema version of the previous release and SQL that fills each of its tables.
func previousRelease(t *testing.T) (version uint, fill string) {
	t.Helper()
	names, err := filepath.Glob("testdata/previous-*.sql")
	if err != nil || len(names) != 1 {
		t.Fatalf("there must be one file of the previous release: %v, %v", names, err)
	}
	if _, err := fmt.Sscanf(filepath.Base(names[0]), "previous-%d.sql", &version); err != nil {
		t.Fatal(err)
	}
	sql, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	return version, string(sql)
}

// rowsOf returns the columns and rows of every table of the product, or of the view that stands in for it. Each row is one "column=value" line per column.
func rowsOf(t *testing.T, conn *pgx.Conn) map[string][]string {
	t.Helper()
	exec(t, conn, "set app.system = 'on'")
	rows, err := conn.Query(t.Context(), `select relname::text from pg_class where relnamespace = 'public'::regnamespace
		and (relkind in ('r', 'p') or relname = any($1)) and relkind <> 'i' and relname <> 'schema_migrations' and relname not like 'river%'`, standIns)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for _, table := range tables {
		rows, err := conn.Query(t.Context(), `select (select string_agg(key || '=' || value, E'\n' order by key) from jsonb_each_text(to_jsonb(x)) where value is not null)
			from `+pgx.Identifier{table}.Sanitize()+` x`)
		if err != nil {
			t.Fatal(err)
		}
		if all[table], err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// lostRows lists the rows that no row afterwards has all values of, apart from those that are intended to change.
func lostRows(before, after map[string][]string) (lost []string) {
	for _, table := range slices.Sorted(maps.Keys(before)) {
		for _, row := range before[table] {
			kept := slices.DeleteFunc(strings.Split(row, "\n"), func(value string) bool {
				column, _, _ := strings.Cut(value, "=")
				return slices.Contains(intended, table+"."+column)
			})
			if !slices.ContainsFunc(after[table], func(other string) bool {
				values := strings.Split(other, "\n")
				return !slices.ContainsFunc(kept, func(value string) bool { return !slices.Contains(values, value) })
			}) {
				lost = append(lost, fmt.Sprintf("%s has lost a row or some of its values: %s", table, strings.Join(kept, ", ")))
			}
		}
	}
	return lost
}

// upgrade migrates a filled database of the previous release with the later ones of the migrations. It returns the schema afterwards
// and the rows that did not survive.
func upgrade(t *testing.T, files fs.FS) (schema string, lost []string) {
	t.Helper()
	url := dbtest.EmptyURL(t)
	version, fill := previousRelease(t)
	log := slog.New(slog.DiscardHandler)
	if err := pg.MigrateFiles(t.Context(), url, files, version, log); err != nil {
		t.Fatal(err)
	}
	conn := connect(t, url)
	exec(t, conn, fill)
	before := rowsOf(t, conn)
	for table, rows := range before {
		if len(rows) == 0 {
			t.Errorf("the file of the previous release has no row for %s", table)
		}
	}
	if err := pg.MigrateFiles(t.Context(), url, files, 0, log); err != nil {
		t.Fatal(err)
	}
	return schemaOf(t, conn), lostRows(before, rowsOf(t, conn))
}

func TestUpgradeFromThePreviousReleaseKeepsRowsAndMakesTheCurrentSchema(t *testing.T) {
	t.Parallel()
	schema, lost := upgrade(t, migrations.Files)
	for _, one := range lost {
		t.Error(one)
	}
	checkSchemaFile(t, schema)
}

// after returns the migrations and one more, which comes last.
func after(t *testing.T, up string) fs.FS {
	t.Helper()
	files := fstest.MapFS{"999999_trial.up.sql": {Data: []byte(up)}}
	for _, name := range names(t) {
		sql, err := migrations.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: sql}
	}
	return files
}

func TestUpgradeWithOneMoreMigrationFindsWhatItLoses(t *testing.T) {
	t.Parallel()
	for up, want := range map[string]string{
		`alter table mails add column trial integer
-- next step
call pg_temp.in_batches('mails', 'id', $$ update mails set trial = 1 where {rows} $$)
-- next step
create index concurrently if not exists mails_trial_idx on mails (trial)`: "",
		"select set_config('app.system', 'on', true); delete from mails where state <> ''":      "mails has lost a row",
		"select set_config('app.system', 'on', true); update credentials set grade = grade + 1": "credentials has lost a row",
		"alter table groups drop column tags":                                                   "groups has lost a row",
		"drop table tombstones":                                                                 "tombstones has lost a row",
	} {
		t.Run(up, func(t *testing.T) {
			t.Parallel()
			files := after(t, up)
			schema, lost := upgrade(t, files)
			if all := strings.Join(lost, "\n"); (all == "") != (want == "") || !strings.Contains(all, want) {
				t.Errorf("lost: %s", all)
			}
			url := dbtest.EmptyURL(t)
			if err := pg.MigrateFiles(t.Context(), url, files, 0, slog.New(slog.DiscardHandler)); err != nil {
				t.Fatal(err)
			}
			if diff := difference(schemaOf(t, connect(t, url)), schema); diff != "" {
				t.Errorf("a new database has another schema than one that was upgraded:%s", diff)
			}
		})
	}
}

func TestGroupsAreTakenOffSearchEnginesThatTheFormerDefaultHadListed(t *testing.T) {
	t.Parallel()
	url := dbtest.EmptyURL(t)
	log := slog.New(slog.DiscardHandler)
	if err := pg.MigrateFiles(t.Context(), url, migrations.Files, 22, log); err != nil {
		t.Fatal(err)
	}
	conn := connect(t, url)
	exec(t, conn, `set app.system = 'on';
		insert into departments (id, name, created_at, updated_at) overriding system value values (1, 'D', now(), now());
		insert into groups (id, department_id, name, course_name, settings, created_at, updated_at) overriding system value
			values (1, 1, 'a', 'a', '{"indexing_allowed": true, "earners_show": true}', now(), now()), (2, 1, 'b', 'b', '{}', now(), now());
		insert into group_defaults (department_id, defaults, updated_at) values (1, '{"language": "en", "settings": {"indexing_allowed": true}}', now());
		reset app.system`)
	if err := pg.MigrateFiles(t.Context(), url, migrations.Files, 0, log); err != nil {
		t.Fatal(err)
	}
	after := rowsOf(t, conn)
	if all := strings.Join(append(after["groups"], after["group_defaults"]...), "\n"); strings.Contains(all, `"indexing_allowed": true`) ||
		strings.Count(all, `"indexing_allowed": false`) != 2 || !strings.Contains(all, `"earners_show": true`) {
		t.Errorf("after the migration the rows are\n%s", all)
	}
}
