package pg_test

import (
	"errors"
	"log/slog"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/pg"
)

func TestCheckRoleExplainsWhyTheRoleIsUnusable(t *testing.T) {
	t.Parallel()
	at := dbtest.URL(t)
	admin, err := pgx.Connect(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = admin.Close(t.Context()) })
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	user := "user_of_" + strings.TrimPrefix(u.Path, "/")
	exec := func(sql string) {
		t.Helper()
		if _, err := admin.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	exec("create role " + user + " login")
	t.Cleanup(func() {
		_, _ = admin.Exec(t.Context(), "drop role "+user)
	})
	u.User = url.User(user)
	var refused *pg.RoleError
	if err := pg.CheckRole(t.Context(), u.String()); !errors.As(err, &refused) || !strings.Contains(refused.Fix, "grant laurel_app to "+user) {
		t.Errorf("a user who is no member: %v", err)
	}
	exec("grant laurel_app to " + user)
	if err := pg.CheckRole(t.Context(), u.String()); err != nil {
		t.Errorf("a member: %v", err)
	}
	exec("revoke all on designs, mails from laurel_app")
	if err := pg.CheckRole(t.Context(), u.String()); !errors.As(err, &refused) || !strings.Contains(refused.Problem, "2 tables (designs, mails)") {
		t.Errorf("a role without its privileges: %v", err)
	}
	u.Host, u.RawQuery = "127.0.0.1:1", ""
	if err := pg.CheckRole(t.Context(), u.String()); err == nil || errors.As(err, &refused) {
		t.Errorf("a database that is down: %v", err)
	}
}

func TestPoolSettingsInURLAreIgnoredOutsideThePool(t *testing.T) {
	t.Parallel()
	at := dbtest.URL(t) + "&pool_max_conns=3"
	if err := pg.Migrate(t.Context(), at, slog.New(slog.DiscardHandler)); err != nil {
		t.Error(err)
	}
	if _, _, err := pg.Versions(t.Context(), at); err != nil {
		t.Error(err)
	}
	if err := pg.CheckRole(t.Context(), at); err != nil {
		t.Error(err)
	}
}
