package migrations_test

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/dbtest"
)

const schemaFile = "schema.sql"

var update = flag.Bool("update", false, "write "+schemaFile+" anew")

func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(t.Context()) })
	return conn
}

func exec(t *testing.T, conn *pgx.Conn, sql string) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatalf("%.60s: %v", sql, err)
	}
}

func schemaOf(t *testing.T, conn *pgx.Conn) string {
	t.Helper()
	dump, err := dbtest.Schema(t.Context(), conn)
	if err != nil {
		t.Fatal(err)
	}
	return dump
}

// difference lists the lines that only one of two schemas has.
func difference(before, after string) string {
	old, current := dbtest.SchemaLines(before), dbtest.SchemaLines(after)
	var out strings.Builder
	for _, line := range old {
		if !slices.Contains(current, line) {
			out.WriteString("\n- " + line)
		}
	}
	for _, line := range current {
		if !slices.Contains(old, line) {
			out.WriteString("\n+ " + line)
		}
	}
	return out.String()
}

func TestSchemaFileIsTheResultOfAllMigrations(t *testing.T) {
	t.Parallel()
	dump := schemaOf(t, connect(t, dbtest.URL(t)))
	if *update {
		if err := os.WriteFile(schemaFile, []byte(dump), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	checkSchemaFile(t, dump)
}

func checkSchemaFile(t *testing.T, dump string) {
	t.Helper()
	file, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(file) != dump {
		t.Errorf("%s is out of date (scripts/code.sh generate):%s", schemaFile, difference(string(file), dump))
	}
}

func TestSchemaShowsEveryKindOfObject(t *testing.T) {
	t.Parallel()
	conn := connect(t, dbtest.URL(t))
	before := schemaOf(t, conn)
	for sql, want := range map[string]string{
		"alter table mails add column extra text not null default 'x'":                                                       "+ create table mails (: \textra text default 'x'::text not null",
		"alter table groups drop column tags":                                                                                "- create table groups (: \ttags text[]",
		"alter table groups add constraint extra check (id > 0) not valid":                                                   "CHECK ((id > 0)) NOT VALID",
		"create index extra on mails (subject)":                                                                              "CREATE INDEX extra ON mails",
		"create index extra on mails (subject); update pg_index set indisvalid = false where indexrelid = 'extra'::regclass": "-- invalid",
		"drop policy department on mails":                                                                                    "- create table mails (: create policy department on mails",
		"alter table mails no force row level security":                                                                      "- create table mails (: alter table mails force row level security",
		"drop trigger mails_about_tests on mails":                                                                            "- create table mails (: CREATE TRIGGER mails_about_tests",
		"revoke update on mails from laurel_app":                                                                             "+ create table mails (: grant delete, insert, select on mails to laurel_app",
		"revoke update (superseded_at) on status_entries from laurel_app":                                                    "- create table status_entries (: grant update (superseded_at)",
		"grant execute on function credential_candidates to public":                                                          "+ CREATE OR REPLACE FUNCTION public.credential_candidates",
		"create or replace function withheld(state text) returns boolean language sql immutable as 'select true'":            "withheld",
		"create sequence extra":                                                                                              "+ create sequence extra",
		"create type extra as enum ('a')":                                                                                    "+ create type extra as enum ('a')",
		"create or replace view groups_shown with (security_invoker = false) as select * from groups_shown":                  "groups_shown",
		"alter default privileges in schema public revoke select on tables from laurel_app":                                  "+ alter default privileges",
		"alter table departments alter id restart with 5":                                                                    "",
		"alter table departments alter id set start with 5":                                                                  "(start with 5)",
	} {
		tx, err := conn.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		exec(t, conn, sql)
		diff := difference(before, schemaOf(t, conn))
		if (diff == "") != (want == "") || !strings.Contains(diff, want) {
			t.Errorf("%s: the schemas differ by %q", sql, diff)
		}
		if err := tx.Rollback(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
