package archtest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	comments = regexp.MustCompile(`(?m)--.*$`)
	creates  = regexp.MustCompile(`(?im)^create (?:unlogged )?table (?:if not exists )?(\w+)`)
	renames  = regexp.MustCompile(`(?im)^alter table (\w+) rename to (\w+)`)
	writes   = regexp.MustCompile(`(?i)\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(\w+)` +
		`|\bupdate\s+(?:only\s+)?(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b`)
)

func sqlFiles(t *testing.T, pattern string) map[string]string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(root, pattern))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files match %s: %v", pattern, err)
	}
	files := map[string]string{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files[path] = comments.ReplaceAllString(string(data), "")
	}
	return files
}

// written lists the tables that SQL inserts into, updates or deletes from.
func written(sql string) []string {
	var tables []string
	for _, m := range writes.FindAllStringSubmatch(sql, -1) {
		tables = append(tables, strings.ToLower(m[1]+m[2]))
	}
	return tables
}

func TestADomainWritesOnlyItsOwnTables(t *testing.T) {
	t.Parallel()
	for path, sql := range sqlFiles(t, "internal/*/*/internal/db/*.sql") {
		folder := filepath.Dir(filepath.Dir(filepath.Dir(path)))
		domain := filepath.Base(folder)
		full := filepath.Base(filepath.Dir(folder)) + "/" + domain
		for _, table := range written(sql) {
			if names := strings.Fields(owners[table]); !slices.Contains(names, domain) && !slices.Contains(names, full) {
				t.Errorf("%s writes %s, which belongs to %q", path, table, owners[table])
			}
		}
	}
}

func TestWrittenFindsEveryWayToWrite(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		"insert into designs (id) values (1) on conflict (id) do update set name = 'x'": "designs",
		"update credentials c set state = 'x'":                                          "credentials",
		"UPDATE ONLY users AS u\n\tSET name = 'x'":                                      "users",
		"delete from sessions where id = 1":                                             "sessions",
		"with x as (update mails set state = 'sent' returning id) select * from x":      "mails",
		"select id from groups for update of groups":                                    "",
		"select id from groups for update skip locked":                                  "",
	}
	for sql, want := range cases {
		if got := strings.Join(written(sql), ","); got != want {
			t.Errorf("%s: %q, want %q", sql, got, want)
		}
	}
}

func TestEveryTableHasAnOwner(t *testing.T) {
	t.Parallel()
	made := map[string]bool{}
	for _, sql := range sqlFiles(t, "migrations/*.up.sql") {
		for _, m := range creates.FindAllStringSubmatch(sql, -1) {
			if strings.HasPrefix(m[1], "river_") { // the job queue's, written by its library
				continue
			}
			made[m[1]] = true
		}
	}
	for _, sql := range sqlFiles(t, "migrations/*.up.sql") {
		for _, m := range renames.FindAllStringSubmatch(sql, -1) {
			delete(made, m[1])
			made[m[2]] = true
		}
	}
	for table := range made {
		if owners[table] == "" {
			t.Errorf("table %s has no owner", table)
		}
	}
	for table := range owners {
		if !made[table] {
			t.Errorf("no migration makes table %s", table)
		}
	}
}
