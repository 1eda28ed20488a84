package migrations_test

import (
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"laurel/internal/platform/pg"
	"laurel/migrations"
)

// baseline is the last migration of the schema that the first release began with. It creates every table and so blocks nobody. All later
// ones must keep the rules.
const baseline = 10

// unused is the mark above a statement that removes something which the previous release no longer uses.
const unused = "-- unused since "

// small are tables with so few rows, whatever the size of an installation, that a lock for as long as all of them take is nothing. All
// others count as large.
var small = []string{
	"departments", "memberships", "invitations", "groups", "group_defaults", "designs", "fonts", "font_names", "font_files", "signing_keys", "token_keys",
	"status_lists", "webhooks", "api_keys", "attribute_keys", "collections", "embed_settings", "embed_origins", "idempotency_keys",
	"exports", "data_exports", "claim_links", "processes", "installation", "saved_filters", "roles", "permission_groups", "permission_group_members",
	"sso_connections", "sso_domains", "sender_addresses", "email_settings", "email_paces", "email_servers", "email_feedback", "dkim_keys", "mail_lanes", "email_templates", "email_template_choices",
	"email_schedules", "analytics_reports", "analytics_report_recipients", "billing_plans", "billing_subscriptions",
}

var (
	quoted      = regexp.MustCompile(`(?s)'(?:[^']|'')*'`)
	dollared    = regexp.MustCompile(`(?s)\$(\w*)\$.*?\$(\w*)\$`)
	comment     = regexp.MustCompile(`--[^\n]*`)
	space       = regexp.MustCompile(`\s+`)
	created     = regexp.MustCompile(`create table (?:if not exists )?(\w+)`)
	makesIndex  = regexp.MustCompile(`^create (?:unique )?index (concurrently )?(if not exists )?(?:\w+ )?on (?:only )?(\w+)`)
	alters      = regexp.MustCompile(`^alter table (?:if exists )?(?:only )?(\w+) (.*)$`)
	writes      = regexp.MustCompile(`^(?:with .* )?(update|delete from|truncate(?: table)?|insert into) (?:only )?(\w+)`)
	constant    = regexp.MustCompile(`default (?:''|-?[\w.]+|now\(\))(?:\s|::|$)`)
	isDefault   = regexp.MustCompile(`default `)
	constraint  = regexp.MustCompile(`add (?:constraint \w+ )?(check|foreign key|unique|primary key|exclude)`)
	removes     = regexp.MustCompile(`^drop (?:table|view|function|procedure|type|sequence|schema|extension)\b|\b(?:rename|drop (?:column|default))\b|^alter table .* drop (?:if exists )?\w+(?:,|$)`)
	columnCheck = regexp.MustCompile(`add column .*\b(check|references|unique|primary key|generated)\b`)
)

// plain is SQL in lower case without comments, texts and bodies of functions.
func plain(sql string) string {
	sql = comment.ReplaceAllString(sql, "")
	sql = dollared.ReplaceAllString(sql, "''")
	sql = quoted.ReplaceAllString(sql, "''")
	return strings.ToLower(strings.TrimSpace(space.ReplaceAllString(sql, " ")))
}

func statements(step string) (all []string) {
	for _, s := range strings.Split(plain(step), ";") {
		if s = strings.TrimSpace(s); s != "" {
			all = append(all, s)
		}
	}
	return all
}

// actions are the parts of an alter table, which commas outside of brackets separate.
func actions(rest string) (all []string) {
	depth, from := 0, 0
	for i, c := range rest {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth == 0:
			all, from = append(all, strings.TrimSpace(rest[from:i])), i+1
		}
	}
	return append(all, strings.TrimSpace(rest[from:]))
}

// breaches tells what in a migration could block people for long on an installation with a million credentials.
func breaches(migration string) (found []string) {
	var fresh []string // tables that nobody uses yet
	for _, m := range created.FindAllStringSubmatch(plain(migration), -1) {
		fresh = append(fresh, m[1])
	}
	large := func(table string) bool { return !slices.Contains(small, table) && !slices.Contains(fresh, table) }
	validated := false
	for _, step := range pg.MigrationSteps(migration) {
		all := statements(step)
		var altered []string
		moves := false
		for _, s := range all {
			report := func(why string) { found = append(found, why+": "+s) }
			if strings.Contains(s, "concurrently") || strings.HasPrefix(s, "call pg_temp.in_batches") {
				if len(all) > 1 {
					report("has to be a step by itself")
				}
			}
			if removes.MatchString(s) && !strings.Contains(step, unused) {
				report("removes or renames what the previous release may use; if it does not, say so above it: " + unused + "VERSION")
			}
			for _, never := range []string{"vacuum full", "cluster ", "reindex ", "lock table", "refresh materialized view"} {
				if strings.HasPrefix(s, never) && !strings.Contains(s, "concurrently") {
					report("locks a whole table")
				}
			}
			if m := makesIndex.FindStringSubmatch(s); m != nil && large(m[3]) {
				if m[1] == "" {
					report("makes an index without concurrently")
				} else if m[2] == "" {
					report("makes an index that an interrupted run may have left, without if not exists")
				}
			}
			if m := writes.FindStringSubmatch(s); m != nil {
				if m[1] == "insert into" {
					moves = moves || strings.Contains(s, "select")
				} else if large(m[2]) {
					report("changes all rows at once instead of in batches")
				}
			}
			m := alters.FindStringSubmatch(s)
			if m != nil && !slices.Contains(fresh, m[1]) && !slices.Contains(altered, m[1]) {
				altered = append(altered, m[1])
			}
			if m != nil && large(m[1]) {
				for _, action := range actions(m[2]) {
					if why := rewrites(action, validated); why != "" {
						report(why)
					}
				}
			}
		}
		if len(altered) > 1 {
			found = append(found, "alters several tables in one step, which deadlocks with who uses both: "+strings.Join(altered, ", "))
		}
		if slices.ContainsFunc(altered, large) && moves {
			found = append(found, "reads rows while it locks "+strings.Join(altered, ", "))
		}
		validated = validated || strings.Contains(plain(step), "validate constraint") && len(all) == 1
	}
	return found
}

// rewrites tells why an action on a large table takes long.
func rewrites(action string, validated bool) string {
	switch {
	case strings.HasPrefix(action, "validate constraint"):
		return ""
	case strings.Contains(action, "set not null"):
		if !validated {
			return "reads all rows: add a check as not valid and validate it in a step before"
		}
	case regexp.MustCompile(`^alter (?:column )?\w+ (?:set data )?type `).MatchString(action):
		return "rewrites the table"
	case strings.HasPrefix(action, "add column") || strings.HasPrefix(action, "add if"):
		switch {
		case columnCheck.MatchString(action):
			return "reads all rows: add the constraint by itself, as not valid"
		case isDefault.MatchString(action) && !constant.MatchString(action):
			return "rewrites the table: the default is no constant"
		case strings.Contains(action, "not null") && !isDefault.MatchString(action):
			return "fails for rows that are there: a column that is not null needs a default"
		}
	case constraint.MatchString(action):
		kind := constraint.FindStringSubmatch(action)[1]
		if (kind == "check" || kind == "foreign key") && !strings.Contains(action, "not valid") {
			return "reads all rows: add the constraint as not valid and validate it in a step of its own"
		}
		if (kind == "unique" || kind == "primary key") && !strings.Contains(action, "using index") || kind == "exclude" {
			return "makes an index: make it concurrently first and add the constraint using it"
		}
	case strings.HasPrefix(action, "set tablespace"), strings.HasPrefix(action, "set logged"), strings.HasPrefix(action, "set unlogged"):
		return "rewrites the table"
	}
	return ""
}

// names lists the files that migrate upwards, in order.
func names(t *testing.T) []string {
	t.Helper()
	all, err := fs.Glob(migrations.Files, "*.up.sql")
	if err != nil || len(all) == 0 {
		t.Fatal(all, err)
	}
	return all
}

// isHeld tells whether a migration must keep the rules.
func isHeld(name string) bool {
	number, err := strconv.Atoi(name[:6])
	return err != nil || number > baseline
}

func TestNoMigrationBlocksALargeTable(t *testing.T) {
	t.Parallel()
	for _, name := range names(t) {
		if !isHeld(name) {
			continue
		}
		sql, err := migrations.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, breach := range breaches(string(sql)) {
			t.Errorf("%s: %s\nSee docs/operations.md and ADR 65.", name, breach)
		}
	}
}

func TestOnlyTheBaselineIsFreeOfTheRules(t *testing.T) {
	t.Parallel()
	all := names(t)
	if len(all) < baseline || isHeld(all[baseline-1]) || !isHeld("000011_add_things.up.sql") {
		t.Errorf("the baseline is not the first %d of %v", baseline, all)
	}
	for _, name := range all {
		if _, err := migrations.Files.ReadFile(strings.Replace(name, ".up.", ".down.", 1)); err != nil {
			t.Errorf("%s cannot be undone: %v", name, err)
		}
	}
}

func TestTheBaselineDefinesEverythingOnce(t *testing.T) {
	t.Parallel()
	written := map[string]string{}
	for _, name := range names(t)[:baseline] {
		sql, err := migrations.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?im)^create (?:or replace )?(?:function|procedure|view|table) \w+`).FindAllString(string(sql), -1) {
			if strings.Contains(strings.ToLower(m), "river_") {
				continue // in the form that river publishes
			}
			if written[m] != "" {
				t.Errorf("%s is in %s and in %s", m, written[m], name)
			}
			written[m] = name
		}
	}
	if written["create function status_lists_move_on"] == "" {
		t.Error("status_lists_move_on is not found")
	}
}

func TestTheRulesOfMigrationsFindWhatBlocks(t *testing.T) {
	t.Parallel()
	for sql, want := range map[string]string{
		"create index x on credentials (a)":                                            "without concurrently",
		"create unique index if not exists x on credentials (a)":                       "without concurrently",
		"create index concurrently x on mails (a)":                                     "without if not exists",
		"create index concurrently if not exists x on mails (a); select 1":             "by itself",
		"update credentials set a = 1":                                                 "in batches",
		"delete from mails":                                                            "in batches",
		"with x as (select 1) update mails set a = 1":                                  "in batches",
		"truncate mails":                                                               "in batches",
		"alter table credentials add column a int not null":                            "needs a default",
		"alter table credentials add column a uuid default gen_random_uuid()":          "no constant",
		"alter table credentials add column a int check (a > 0)":                       "not valid",
		"alter table credentials add b int, alter column a type bigint":                "rewrites",
		"alter table credentials alter a set not null":                                 "reads all rows",
		"alter table mails add constraint c check (a > 0)":                             "not valid",
		"alter table mails add constraint c foreign key (a) references b":              "not valid",
		"alter table mails add constraint c unique (a)":                                "makes an index",
		"alter table mails add column a int; alter table credentials add column a int": "several",
		"alter table mails add column a int; insert into x select 1 from mails":        "while it locks",
		"lock table mails":                                "locks",
		"drop table mails":                                "previous release",
		"alter table groups drop column tags":             "previous release",
		"alter table groups drop tags":                    "previous release",
		"alter table groups rename column tags to labels": "previous release",
		"alter table groups rename to sets":               "previous release",
		"drop function folded(text)":                      "previous release",
		"reindex table mails":                             "locks",
		"alter table mails set unlogged":                  "rewrites",
	} {
		if found := strings.Join(breaches(sql), "\n"); !strings.Contains(found, want) {
			t.Errorf("of %q it says %q; want %q", sql, found, want)
		}
	}
	for _, sql := range []string{
		"create table x (a int); create index y on x (a); insert into x select 1",
		"create index x on departments (a)",
		"create index concurrently if not exists x on credentials (a)",
		"alter table credentials add column a int not null default 0, add column b timestamptz",
		"-- unused since 1.4\nalter table credentials drop column c",
		"alter table mails drop constraint c",
		"drop index concurrently if exists x",
		"drop trigger x on groups",
		"alter table credentials add column a text not null default ''",
		"alter table credentials add constraint c check (a > 0) not valid\n-- next step\nalter table credentials validate constraint c\n-- next step\nalter table credentials alter a set not null",
		"call pg_temp.in_batches('credentials', 'id', $$ update credentials set a = 1 where {rows} $$)",
		"create function x() returns void language sql as $$ update credentials set a = 1 $$",
		"alter table mails add constraint c unique using index x",
	} {
		if found := breaches(sql); found != nil {
			t.Errorf("of %q it says %q", sql, found)
		}
	}
}
