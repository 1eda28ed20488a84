package apptest_test

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"laurel/internal/app/apptest"
	"laurel/internal/platform/pg"
)

// oneUse is what the product's one-use secrets and links to private credentials look like.
var oneUse = regexp.MustCompile(`laurel_[a-z]+[_:][0-9A-Za-z]{40,}|[?&]key=[0-9A-Za-z_-]{20,}`)

// A copy of the database, such as a stolen backup, signs nobody in and opens nothing: mails and answers that were kept included.
func TestACopyOfTheDatabaseHoldsNoSecretInClear(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	c := newClaiming(t, apptest.J{})
	w, owner := c.w, c.owner
	secrets := map[string]string{}
	keep := func(what, value string) {
		t.Helper()
		if value == "" {
			t.Fatalf("no %s", what)
		}
		secrets[value] = what
	}
	keep("session", owner.Authorization)
	program := owner.Key("write")
	keep("API key", strings.TrimPrefix(program.Authorization, "Token token="))
	// Accounts: confirmation, invitation, reset, sign-in by a program.
	w.Nobody().Post("/v1/issuer_login/create", apptest.J{
		"issuer":             apptest.J{"name": "New", "email": "new@people.example", "password": apptest.Password, "department_name": "Guild"},
		"recaptcha_response": w.Solved(),
	}).OK()
	rights := apptest.J{"department_id": owner.Department, "permissions": apptest.J{"role": "viewer"}}
	owner.Post("/v1/team_members", apptest.J{"team_member": apptest.J{"name": "Vera", "email": "vera@people.example", "department_permissions": []any{rights}}}).OK()
	w.Nobody().Post("/v1/issuer_login/forget_password", apptest.J{"email": owner.Email, "recaptcha_response": w.Solved()}).OK()
	keep("sign-in key", program.Post("/v1/universal/sso_keys", apptest.J{"email": owner.Email}).OK().Text("key"))
	// Recipients: a private credential, a link that signs in, a claim, a referee, another address. Answers are kept for programs.
	made := program.Call("POST", "/v1/credentials", apptest.J{"credential": apptest.J{
		"group_id": c.group, "private": true, "approve": true, "recipient": apptest.J{"name": "Ada", "email": apptest.Email("ada")},
	}}, "Idempotency-Key", "once").OK()
	keep("private key", made.Text("credential.private_key"))
	id := made.Int("credential.accredible_internal_id")
	keep("draft's key", owner.Draft(c.group, "ben", apptest.J{"private": true}).Text("credential.private_key"))
	keep("recipient link", owner.RecipientToken(made.Text("credential.uuid")))
	c.ask("grace", apptest.Email("grace")).OK()
	owner.Post(fmt.Sprintf("/v1/credentials/%d/references/request", id), grace()).OK()
	mine := owner.Recipient(made.Text("credential.uuid"))
	ask(mine, made.Text("credential.uuid"), "other@recipients.example", "", apptest.J{"kind": "email"}).OK()
	w.Work()
	w.Print()
	rotated := owner.Post(fmt.Sprintf("/v1/credentials/%d/rotate_key", id), nil).OK().Text("credential.private_key")
	keep("rotated key", rotated)
	w.Nobody().Get(withKey("/v1/openbadges/credentials/"+made.Text("credential.uuid"), rotated)).OK()
	w.Print()
	for _, to := range []string{"new@people.example", "vera@people.example", owner.Email, apptest.Email("ada"), apptest.Email("grace"), gracesAddress, "other@recipients.example"} {
		for _, m := range w.Mail.To(to) {
			for _, secret := range oneUse.FindAllString(m.Text, -1) {
				if _, key, found := strings.Cut(secret, "key="); found {
					secret, _ = url.QueryUnescape(key)
				}
				keep(m.Subject, secret)
			}
		}
	}
	if len(secrets) < 12 {
		t.Errorf("only %d secrets to look for: %v", len(secrets), secrets)
	}
	for _, table := range tables(t, w) {
		for secret, what := range secrets {
			n := w.Number("select count(*) from "+table+" x where strpos(x::text, $1) > 0 or strpos(x::text, encode(convert_to($1, 'UTF8'), 'hex')) > 0", secret)
			if n > 0 {
				t.Errorf("%d rows of %s hold a secret in clear: %s", n, table, what)
			}
		}
	}
}

// tables are all tables of the database.
func tables(t *testing.T, w *apptest.World) (out []string) {
	t.Helper()
	err := pg.InSystem(t.Context(), w.App.Pool, func(tx pgx.Tx) error {
		rows, err := tx.Query(t.Context(), "select oid::regclass::text from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and has_table_privilege(oid, 'select')")
		if err != nil {
			return err
		}
		out, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
