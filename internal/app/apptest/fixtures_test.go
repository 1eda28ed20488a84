package apptest_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/identity"
	"laurel/internal/app"
	"laurel/internal/app/apptest"
	"laurel/internal/design/designs"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/config"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

// open joins a Laurel that neither serves nor works.
func open(t testing.TB, settings map[string]string) *app.App {
	t.Helper()
	cfg, err := config.Load(func(name string) string { return settings[name] })
	if err != nil {
		t.Fatal(err)
	}
	a, err := app.Open(t.Context(), cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := a.Close(ctx); err != nil {
			t.Errorf("close the product: %v", err)
		}
	})
	return a
}

// newDepartment makes a department with its owner by the services alone, for tests that talk to no server.
func newDepartment(t testing.TB, a *app.App) access.Actor {
	t.Helper()
	u, err := a.Access.Provision(t.Context(), identity.CreateAccount{Email: "owner@people.example", Name: "Owner", Password: apptest.Password})
	if err != nil {
		t.Fatal(err)
	}
	name := "Guild"
	d, err := a.Departments.Create(t.Context(), access.Actor{UserID: u.ID}, departments.Change{Name: &name})
	if err != nil {
		t.Fatal(err)
	}
	return app.Operator(u.ID, d.ID)
}

// newGroup makes a group with a design.
func newGroup(t testing.TB, a *app.App, by access.Actor) int64 {
	t.Helper()
	return newGroupNamed(t, a, by, "Weaving")
}

// draft makes so many credentials that are not published: the first as it is done, the others after it.
func draft(t testing.TB, a *app.App, by access.Actor, group int64, n int) []int64 {
	t.Helper()
	first, err := a.Authoring.Create(t.Context(), by, credentials.Input{
		GroupID: group, RecipientName: optional.Set("Recipient 0"), RecipientEmail: optional.Set("recipient.0@recipients.example"), Source: "test",
	})
	if err != nil {
		t.Fatal(err)
	}
	ids := []int64{first.ID}
	err = pg.InDepartment(t.Context(), a.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		rows, err := tx.Query(t.Context(), `insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on,
				private, private_key, source, created_at, updated_at)
			select department_id, group_id, gen_random_uuid(), 'k' || lpad((id + i)::text, 8, '0'), 'Recipient ' || i,
				'recipient.' || i || '@recipients.example', issued_on, private, private_key, source, created_at, updated_at
			from credentials, generate_series(1, $2::int - 1) i where id = $1 returning id`, first.ID, n)
		if err != nil {
			return err
		}
		more, err := pgx.CollectRows(rows, pgx.RowTo[int64])
		ids = append(ids, more...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

// newGroupNamed makes a group with a design under a name.
func newGroupNamed(t testing.TB, a *app.App, by access.Actor, name string) int64 {
	t.Helper()
	d, err := a.Designs.Create(t.Context(), by, designs.Save{Design: []byte(`{"name":"Plain"}`)})
	if err != nil {
		t.Fatal(err)
	}
	g, err := a.Groups.Create(t.Context(), by, groups.Input{
		Name: optional.Set(name), CourseName: optional.Set(name), CertificateDesignID: optional.Set(&d.ID),
	})
	if err != nil {
		t.Fatal(err)
	}
	return g.ID
}
