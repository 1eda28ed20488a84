package apptest_test

import (
	"testing"

	"laurel/internal/access"
	"laurel/internal/app"
	"laurel/internal/app/apptest"
	"laurel/internal/departments"
	"laurel/internal/designs"
	"laurel/internal/groups"
	"laurel/internal/identity"
)

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
	d, err := a.Designs.Create(t.Context(), by, designs.Save{Design: []byte(`{"name":"Plain"}`)})
	if err != nil {
		t.Fatal(err)
	}
	g, err := a.Groups.Create(t.Context(), by, groups.Input{
		Name: groups.Set("Weaving"), CourseName: groups.Set("Weaving"), CertificateDesignID: groups.Set(&d.ID),
	})
	if err != nil {
		t.Fatal(err)
	}
	return g.ID
}
