package apptest_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"

	"laurel/internal/app/apptest"
	"laurel/internal/platform/pg"
)

// TestWhatAGroupSaysIsShownAsItIsNow reads before and after each change, since what was read once is kept at hand.
func TestWhatAGroupSaysIsShownAsItIsNow(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	draft, issued := owner.Draft(group, "ada").Int("credential.id"), owner.Issued(group, "bob").Int("credential.id")
	shows := func(id int64, path, want string) {
		t.Helper()
		if got := owner.Get(fmt.Sprint("/v1/credentials/", id)).OK().Text(path); got != want {
			t.Errorf("%s of %d is %q, want %q", path, id, got, want)
		}
	}
	const course, issuer = "credential.group.course_name", "credential.issuer.name"
	for _, now := range []string{"Weaving", "Weaving at night", "Weaving by day"} {
		owner.Put(fmt.Sprint("/v1/issuer/groups/", group), apptest.J{"group": apptest.J{"course_name": now}}).OK()
		shows(draft, course, now)
		shows(issued, course, "Weaving") // as it was at issue
	}
	before := owner.Get(fmt.Sprint("/v1/credentials/", draft)).OK().Text(issuer)
	w.Exec("update departments set name = 'Another house' where id = $1", owner.Department)
	shows(draft, issuer, "Another house")
	shows(issued, issuer, before)
}

// TestChangesOfOneTransactionAreToldApart reads between two changes, of which only the last one stays.
func TestChangesOfOneTransactionAreToldApart(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	id := owner.Draft(group, "ada").Int("credential.id")
	named := func(ctx context.Context, want string) {
		t.Helper()
		c, _, err := w.App.Credentials.ReadAttached(ctx, owner.Actor(), fmt.Sprint(id))
		if err != nil || c.Group.Name != want {
			t.Errorf("the group is called %q, want %q; %v", c.Group.Name, want, err)
		}
	}
	for _, undo := range []bool{true, false} {
		_ = pg.AmbientTx(t.Context(), w.App.Pool, owner.Department, func(ctx context.Context, tx pgx.Tx) error {
			for _, name := range []string{"First", "Second"} {
				if _, err := tx.Exec(ctx, "update groups set name = $1 where id = $2", name, group); err != nil {
					t.Error(err)
				}
				named(ctx, name)
			}
			if undo {
				return context.Canceled
			}
			return nil
		})
		if undo {
			named(t.Context(), "Weaving")
		}
	}
	named(t.Context(), "Second")
}
