package apptest_test

import (
	"context"
	"log/slog"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"laurel/internal/app"
	"laurel/internal/app/apptest"
	"laurel/internal/platform/config"
	"laurel/internal/platform/doctor"
	"laurel/internal/platform/embedded"
)

// commands are the blocks of shell commands in a section of a document, as written.
func commands(t *testing.T, document, section string) (blocks []string) {
	t.Helper()
	data, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	_, text, found := strings.Cut(string(data), "\n## "+section+"\n")
	if !found {
		t.Fatalf("%s has no section %q", document, section)
	}
	text, _, _ = strings.Cut(text, "\n## ")
	for {
		_, rest, found := strings.Cut(text, "```sh\n")
		if !found {
			return blocks
		}
		block, after, _ := strings.Cut(rest, "```")
		blocks, text = append(blocks, block), after
	}
}

// database is a PostgreSQL server of its own with an empty database, prepared as docs/operations.md asks: its owner is neither a
// superuser nor exempt from row-level security, and may create roles.
type database struct{ admin, owner string }

func newDatabaseServer(t *testing.T) database {
	t.Helper()
	dir, err := os.MkdirTemp("", "laurel-backup-") // not t.TempDir: the server's user could not enter it
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	at, stop, err := embedded.StartPostgres(t.Context(), dir, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = stop(context.Background()) })
	d := database{admin: at}
	d.exec(t, "create role operator login createrole", "create database production owner operator")
	d.admin = onDatabase(t, at, "laurel", "production")
	d.owner = onDatabase(t, at, "operator", "production")
	return d
}

func onDatabase(t *testing.T, address, user, name string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.User, u.Path = url.User(user), "/"+name
	return u.String()
}

func (d database) exec(t *testing.T, all ...string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), d.admin)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	for _, sql := range all {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
}

// counts are the rows of each table, but for those of running processes, which come and go.
func (d database) counts(t *testing.T) map[string]int64 {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), d.admin)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	rows, err := conn.Query(t.Context(), `select relname, (xpath('/row/n/text()', query_to_xml('select count(*) as n from public.' || quote_ident(relname), false, true, '')))[1]::text::bigint
		from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not in ('processes', 'river_job', 'river_leader', 'river_queue', 'river_client', 'river_client_queue')`)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]int64{}
	var table string
	var n int64
	if _, err := pgx.ForEachRow(rows, []any{&table, &n}, func() error { out[table] = n; return nil }); err != nil {
		t.Fatal(err)
	}
	return out
}

// shell runs commands as a person would who follows the document.
func shell(t *testing.T, folder, databaseURL, script string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "-e", "-c", script)
	cmd.Dir, cmd.Env = folder, append(os.Environ(), "DATABASE_URL="+databaseURL)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s\n%v: %s", script, err, out)
	}
}

func TestABackupMadeAndRestoredAsDocumentedIsWhole(t *testing.T) {
	t.Parallel()
	blocks := commands(t, "../../../docs/operations.md", "Backup and restore")
	if len(blocks) != 2 {
		t.Fatalf("the section has %d blocks of commands; want one to back up and one to restore", len(blocks))
	}
	folder := t.TempDir()
	source := newDatabaseServer(t)
	settings := apptest.Settings(t)
	settings["DATABASE_URL"] = source.owner
	w := apptest.NewWith(t, settings)
	owner := w.Issuer("owner")
	issued := owner.Issued(owner.Group("Weaving"), "ada")
	w.Work()
	signed := w.Nobody().Get("/v1/openbadges/credentials/" + issued.Text("credential.uuid")).OK()
	before := source.counts(t)
	shell(t, folder, source.owner, blocks[0])

	target := newDatabaseServer(t)
	shell(t, folder, target.owner, blocks[1])
	after := target.counts(t)
	for table, n := range before {
		if after[table] != n {
			t.Errorf("%s had %d rows and has %d after the restore", table, n, after[table])
		}
	}
	if before["credentials"] != 1 || before["mails"] != 1 || before["signing_keys"] == 0 {
		t.Errorf("the test shows nothing: %v", before)
	}

	settings["DATABASE_URL"] = target.owner
	restored := apptest.NewWith(t, settings)
	page := restored.Nobody().Get("/" + issued.Text("credential.encoded_id")).OK()
	if !strings.Contains(string(page.Body), "Weaving") {
		t.Errorf("the public page says %.500s", page.Body)
	}
	if got := verified(restored, string(signed.Body)); got.Text("verdict") != "valid" {
		t.Errorf("the signed badge from before is %s", got.Body)
	}
	if ready := restored.Nobody().Get("/readyz").OK(); ready.Text("checks.database") != "ok" {
		t.Errorf("%s", ready.Body)
	}
	again := owner // the sessions were restored too
	again.World = restored
	again.Issued(again.Group("Spinning"), "ben")
	whatIsForgotten(t, target, settings)
}

// whatIsForgotten restores less than the document says: the key or the role.
func whatIsForgotten(t *testing.T, target database, settings map[string]string) {
	t.Helper()
	otherKey := maps.Clone(settings)
	otherKey["LAUREL_SECRET_KEY"] = apptest.Settings(t)["LAUREL_SECRET_KEY"]
	cannotStart(t, otherKey, "keys", "LAUREL_SECRET_KEY is not the key of this database")
	target.exec(t, "revoke laurel_app from operator")
	cannotStart(t, settings, "database", "grant laurel_app to operator")
}

// cannotStart fails the test unless Laurel refuses to start with the settings and says why, and the doctor says the same.
func cannotStart(t *testing.T, settings map[string]string, check, why string) {
	t.Helper()
	cfg, err := config.Load(func(name string) string { return settings[name] })
	if err != nil {
		t.Fatal(err)
	}
	quiet := slog.New(slog.DiscardHandler)
	if _, err := app.Open(t.Context(), cfg, quiet); err == nil || !strings.Contains(err.Error(), why) {
		t.Errorf("it starts: %v; want %q", err, why)
	}
	a, err := app.Open(t.Context(), cfg, quiet, app.Examining())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = a.Close(context.Background()) }()
	for _, result := range doctor.Examine(t.Context(), a.Checks()) {
		if result.Name == check && (result.Status != doctor.Fail || !strings.Contains(result.Detail+result.Mend, why)) {
			t.Errorf("the doctor says %+v", result)
		}
	}
}
