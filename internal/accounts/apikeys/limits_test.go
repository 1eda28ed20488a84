package apikeys_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/apikeys"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

func TestAKeyMayDoWhatItsScopesSay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.administrator(t)
	cases := map[string]struct {
		in   apikeys.Create
		want access.Scopes
		role access.Role
	}{
		"two":       {apikeys.Create{Scopes: []string{"groups:read", "credentials:write", "groups:read"}}, "credentials:write groups:read", access.KeyWrite},
		"one":       {apikeys.Create{Scopes: []string{"designs:read"}, Access: apikeys.Write}, "designs:read", access.KeyRead},
		"the maker": {apikeys.Create{Scopes: []string{access.EmbedDesigner}}, "designer:embed", access.KeyWrite},
	}
	for name, c := range cases {
		c.in.Name = name
		_, secret := w.key(t, by, c.in)
		if got, err := w.Authenticate(t.Context(), secret, ""); err != nil || got.Scopes != c.want || got.Role != c.role {
			t.Errorf("%s: %q as %s, %v", name, got.Scopes, got.Role, err)
		}
	}
}

func TestAKeyOfTheTimeBeforeScopesHasAllOfItsAccess(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.administrator(t)
	for kind, wanted := range map[apikeys.Access]string{apikeys.Read: "designs:read", apikeys.Write: "designer:embed"} {
		_, secret := w.key(t, by, apikeys.Create{Name: string(kind), Access: kind})
		if _, err := w.pool.Exec(t.Context(), "set role none; update api_keys set scopes = ''; set role laurel_app"); err != nil {
			t.Fatal(err)
		}
		got, err := w.Authenticate(t.Context(), secret, "")
		if err != nil || !slices.Contains(got.Scopes.List(), wanted) || slices.Contains(got.Scopes.List(), "designs:write") != (kind == apikeys.Write) {
			t.Errorf("%s: %q, %v", kind, got.Scopes, err)
		}
	}
}

func TestAKeyWorksFromItsAddressesOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	key, secret := w.key(t, w.administrator(t), apikeys.Create{Name: "n", Networks: []string{" 192.0.2.77/24 ", "2001:db8::/32", "::ffff:203.0.113.9"}})
	if want := []string{"192.0.2.0/24", "2001:db8::/32", "203.0.113.9/32"}; !slices.Equal(key.Networks, want) {
		t.Errorf("networks %q", key.Networks)
	}
	for ip, want := range map[string]error{
		"192.0.2.1": nil, "::ffff:192.0.2.9": nil, "2001:db8:1::1": nil, "203.0.113.9": nil,
		"192.0.3.1": apikeys.ErrAddress, "2001:db9::1": apikeys.ErrAddress, "203.0.113.10": apikeys.ErrAddress, "": apikeys.ErrAddress,
	} {
		if by, err := w.Authenticate(t.Context(), secret, ip); !errors.Is(err, want) || by.APIKeyID != key.ID {
			t.Errorf("from %q: %v", ip, err)
		}
	}
}

func TestAKeyEndsWhenItExpires(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.administrator(t)
	_, secret := w.key(t, by, apikeys.Create{Name: "n", ExpiresAt: new(w.now.Now().Add(time.Hour))})
	for _, want := range []error{nil, apikeys.ErrWrong} {
		if _, err := w.Authenticate(t.Context(), secret, ""); !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
		w.now.Advance(time.Hour)
	}
	if list, err := w.List(t.Context(), by); err != nil || list[0].State != apikeys.Expired {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestARotatedKeyHasTwoSecretsForADay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.administrator(t)
	key, first := w.key(t, by, apikeys.Create{Name: "n"})
	works := func(secret string) bool {
		got, err := w.Authenticate(t.Context(), secret, "")
		return err == nil && got.APIKeyID == key.ID
	}
	rotated, second, err := w.Rotate(t.Context(), by, key.ID, false)
	if err != nil || rotated.State != apikeys.Rotating || rotated.Masked[len(rotated.Masked)-16:] != second[len(second)-16:] {
		t.Fatalf("%+v, %v", rotated, err)
	}
	w.now.Advance(24*time.Hour - time.Second)
	if !works(first) || !works(second) {
		t.Error("not both work for a day")
	}
	w.now.Advance(time.Second)
	if works(first) || !works(second) {
		t.Error("the first works for longer than a day, or the second no more")
	}
	_, third, err := w.Rotate(t.Context(), by, key.ID, true)
	if err != nil || works(second) || !works(third) {
		t.Errorf("at once: %v", err)
	}
	if _, _, err := w.Rotate(t.Context(), w.administrator(t), key.ID, true); !errors.Is(err, apikeys.ErrNotFound) {
		t.Errorf("another department: %v", err)
	}
}

func TestRequestsAreWrittenTogetherAndFoundAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.administrator(t)
	key, _ := w.key(t, by, apikeys.Create{Name: "n"})
	begin := w.now.Now()
	for i, status := range []int{200, 404, 422, 201} {
		w.Note(apikeys.Request{KeyID: key.ID, Method: "POST", Path: "/v1/credentials/{id}", Status: status, Took: time.Duration(i) * time.Millisecond, RequestID: "r", IP: "192.0.2.1"})
		w.now.Advance(time.Minute)
	}
	w.Note(apikeys.Request{KeyID: 999_999, Method: "GET", Path: "/", Status: 200}) // a key that is gone
	if err := w.WriteNotes(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		in   apikeys.Search
		want []int
	}{
		"all":      {apikeys.Search{}, []int{201, 422, 404, 200}},
		"a class":  {apikeys.Search{Status: 4}, []int{422, 404}},
		"a status": {apikeys.Search{Status: 404, Method: "post", Path: "CREDENTIALS"}, []int{404}},
		"a method": {apikeys.Search{Method: "GET"}, nil},
		"a path":   {apikeys.Search{Path: "%"}, nil},
		"a time":   {apikeys.Search{Since: new(begin.Add(time.Minute)), Before: new(begin.Add(2 * time.Minute))}, []int{404}},
		"a page":   {apikeys.Search{Page: page.Request{Number: 2, Size: 3}}, []int{200}},
	} {
		found, err := w.Requests(t.Context(), by, key.ID, c.in)
		var got []int
		for _, r := range found.Items {
			got = append(got, r.Status)
		}
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, %v; want %v", name, got, err, c.want)
		}
	}
	if _, err := w.Requests(t.Context(), w.administrator(t), key.ID, apikeys.Search{}); !errors.Is(err, apikeys.ErrNotFound) {
		t.Errorf("another department: %v", err)
	}
	w.now.Advance(30*24*time.Hour - 3*time.Minute)
	if n, err := w.DeleteOld(t.Context()); err != nil || n != 1 {
		t.Errorf("after 30 days %d were deleted, %v; want 1", n, err)
	}
	err := pg.InSystem(t.Context(), w.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), `insert into api_key_requests (department_id, api_key_id, method, path, status, milliseconds, request_id, ip, at)
			select $1::bigint, $2::bigint, 'GET', '/v1/credentials', 200, 1, '', '', now() + interval '1 year' from generate_series(1, 100000)`, by.DepartmentID, key.ID)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := w.DeleteOld(t.Context()); err != nil || n != 3 {
		t.Errorf("of more than 100,000 of a key %d were deleted, %v; want 3", n, err)
	}
}
