package dbtest_test

import (
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/pg"
)

func TestPoolActsAsTheRoleThatOwnsNothing(t *testing.T) {
	t.Parallel()
	var role string
	var super bool
	err := dbtest.Pool(t).QueryRow(t.Context(),
		"select current_user, (select rolsuper from pg_roles where rolname = current_user)").Scan(&role, &super)
	if err != nil || role != pg.Role || super {
		t.Errorf("role %q, superuser %v, error %v", role, super, err)
	}
}

func TestEachTestHasItsOwnDatabase(t *testing.T) {
	t.Parallel()
	seen := make(chan string, 8)
	t.Run("group", func(t *testing.T) {
		for i := range cap(seen) {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				var name string
				if err := dbtest.Pool(t).QueryRow(t.Context(), "select current_database()").Scan(&name); err != nil {
					t.Fatal(err)
				}
				seen <- name
			})
		}
	})
	close(seen)
	names := map[string]bool{}
	for name := range seen {
		names[name] = true
	}
	if len(names) != cap(seen) {
		t.Errorf("%d databases for %d tests", len(names), cap(seen))
	}
	left := 0
	conn, err := pgx.Connect(t.Context(), dbtest.EmptyURL(t))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	for name := range names {
		var exists int
		if err := conn.QueryRow(t.Context(), "select count(*) from pg_database where datname = $1", name).Scan(&exists); err != nil {
			t.Fatal(err)
		}
		left += exists
	}
	if left > 0 {
		t.Errorf("%d databases outlive their tests", left)
	}
}
