package apptest_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
	"laurel/internal/platform/nettest"
	"laurel/internal/trust/badges"
)

// issuedMany adds n published credentials to a new group, without the jobs of a publication, and returns their ids.
func issuedMany(w *apptest.World, owner apptest.Issuer, course string, n int) []int64 {
	group := owner.Group(course)
	w.Exec(`insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key, state, published_at, created_at, updated_at)
		select $1, $2, gen_random_uuid(), 'a1' || left(md5(random()::text), 7), 'Ada', 'ada' || i || '@example.org', '2026-03-10', false, '', 'published', now(), now(), now()
		from generate_series(1, $3::int) i`, owner.Department, group, n)
	first := w.Number("select min(id) from credentials where group_id = $1", group)
	ids := make([]int64, n)
	for i := range ids {
		ids[i] = first + int64(i)
	}
	return ids
}

func TestACredentialThatCannotBeSignedHoldsUpNoOtherOfItsBatch(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	large := issuedMany(w, owner, "Weaving", 1)[0]
	w.Exec("update groups set learning_outcomes = array[repeat('a', 600000)]") // more than fits into a document
	job := badges.Sign{DepartmentID: owner.Department, CredentialIDs: append([]int64{large}, issuedMany(w, owner, "Spinning", 4)...)}
	for range 2 {
		err := w.App.Badges.SignMany(t.Context(), job)
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("sign credential %d:", large)) {
			t.Errorf("the one that fails is not named: %v", err)
		}
		if n := w.Number("select count(*) from signed_badges"); n != 4 {
			t.Errorf("%d are signed, want the four others", n)
		}
	}
}

func TestSigningManyAsksTheDatabaseAsOftenAsSigningOne(t *testing.T) {
	t.Parallel()
	settings := apptest.Settings(t)
	w := apptest.NewWith(t, settings)
	owner := w.Issuer("owner")
	through := maps.Clone(settings)
	var proxy *nettest.Proxy
	proxy, through["DATABASE_URL"] = nettest.Postgres(t, settings["DATABASE_URL"])
	signing := apptest.NewWith(t, through)
	sign := func(course string, n int) int {
		job := badges.Sign{DepartmentID: owner.Department, CredentialIDs: issuedMany(w, owner, course, n)}
		before := proxy.RoundTrips()
		if err := signing.App.Badges.SignMany(t.Context(), job); err != nil {
			t.Fatal(err)
		}
		return proxy.RoundTrips() - before
	}
	sign("Warm", 2) // with a key and a list
	one, many := sign("One", 1), sign("Many", 50)
	if many > one+2 { // a place of the list that is taken costs another round trip
		t.Errorf("signing 1 takes %d round trips and 50 %d", one, many)
	}
}
