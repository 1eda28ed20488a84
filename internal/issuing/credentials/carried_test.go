package credentials_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials"
	"laurel/migrations"
)

func TestWhatWasWithdrawnBeforeReasonsWereKeptStaysSo(t *testing.T) {
	h := open(t)
	group := h.group(h.by, "Weaving", "")
	refs := map[credentials.State]string{}
	for state, email := range map[credentials.State]string{credentials.Suspended: "a@example.org", credentials.Revoked: "b@example.org"} {
		c := h.create(person(group, "Ada", email))
		h.publish(c.ID)
		refs[state] = c.UUID.String()
	}
	h.migrate("000015_lives.down.sql")
	h.migrate("000011_status_lists.down.sql")
	h.migrate("000009_standing.down.sql")
	for state, ref := range refs {
		h.owner("update credentials set state = $1 where uuid = $2", string(state), ref)
	}
	h.migrate("000009_standing.up.sql")
	h.migrate("000011_status_lists.up.sql")
	h.migrate("000015_lives.up.sql")
	for state, ref := range refs {
		c, err := h.Read(t.Context(), h.by, ref)
		if err != nil || c.State != state || (c.Suspension != nil) != (state == credentials.Suspended) || (c.Revocation != nil) != (state == credentials.Revoked) {
			t.Errorf("%s was carried over as %+v, %v", state, c, err)
		}
	}
}

// migrate runs a migration as the owner of the tables.
func (h *house) migrate(name string) {
	h.t.Helper()
	sql, err := migrations.Files.ReadFile(name)
	if err != nil {
		h.t.Fatal(err)
	}
	h.owner(string(sql))
}

// owner runs SQL as the owner of the tables, past all walls.
func (h *house) owner(sql string, args ...any) {
	h.t.Helper()
	ctx := h.t.Context()
	conn, err := pgx.Connect(ctx, h.pool.Config().ConnString())
	if err != nil {
		h.t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, sql, args...); err != nil {
		h.t.Fatalf("%.60s: %v", sql, err)
	}
}
