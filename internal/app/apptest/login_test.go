package apptest_test

import (
	"os"
	"testing"

	"laurel/internal/app/apptest"
)

// With its own database the product works in sessions that `reset role` does not free of row-level security.
func TestTheProductIsNoSuperuserOfItsOwnDatabase(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "laurel-login-") // not t.TempDir: the server's user could not enter it
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	settings := apptest.Settings(t)
	settings["DATABASE_URL"], settings["LAUREL_DATA_DIR"] = "", dir
	w := apptest.NewWith(t, settings)
	w.Issuer("owner")
	var who string
	var mighty bool
	err = w.App.Pool.QueryRow(t.Context(), "select rolname, rolsuper or rolbypassrls or rolcreaterole from pg_roles where rolname = session_user").Scan(&who, &mighty)
	if err != nil || who != "laurel_app" || mighty {
		t.Errorf("signs in as %q, mighty: %v, %v", who, mighty, err)
	}
	if n := w.Number("select count(*) from users"); n != 1 {
		t.Errorf("%d people", n)
	}
}
