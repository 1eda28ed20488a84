package apikeys_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/apikeys"
	"laurel/internal/accounts/audit"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

type world struct {
	*apikeys.Service
	pool *pgxpool.Pool
	now  *clock.Fake
}

func newWorld(t *testing.T) *world {
	t.Helper()
	pool, now := dbtest.Pool(t), clock.NewFake(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	return &world{apikeys.New(pool, now, audit.New(now)), pool, now}
}

func (w *world) administrator(t *testing.T) access.Actor {
	t.Helper()
	by := access.Actor{Role: access.Administrator}
	err := pg.InSystem(t.Context(), w.pool, func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), `with u as (insert into users (email, created_at, updated_at) values (gen_random_uuid() || '@example.org', now(), now()) returning id),
		d as (insert into departments (created_at, updated_at) values (now(), now()) returning id) select u.id, d.id from u, d`).Scan(&by.UserID, &by.DepartmentID)
	})
	if err != nil {
		t.Fatal(err)
	}
	return by
}

func (w *world) key(t *testing.T, by access.Actor, in apikeys.Create) (apikeys.Key, string) {
	t.Helper()
	key, secret, err := w.Create(t.Context(), by, in)
	if err != nil {
		t.Fatal(err)
	}
	return key, secret
}

func TestKeyOpensItsDepartmentInEveryFormOfTheHeader(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.administrator(t)
	for wanted, role := range map[apikeys.Access]access.Role{"": access.KeyRead, apikeys.Read: access.KeyRead, apikeys.Write: access.KeyWrite} {
		key, secret := w.key(t, by, apikeys.Create{Name: "for " + string(wanted), Access: wanted})
		for _, form := range []string{"%s", "Token %s", "token %s", "Token token=%s", `Token token="%s"`, "Bearer %s", " Bearer  %s "} {
			got, err := w.Authenticate(t.Context(), fmt.Sprintf(form, secret), "192.0.2.1")
			if got.APIKeyID != key.ID || got.DepartmentID != by.DepartmentID || got.Role != role || err != nil {
				t.Errorf("%s: %+v, %v", form, got, err)
			}
		}
	}
}

func TestWhatIsNoKeyOpensNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, secret := w.key(t, w.administrator(t), apikeys.Create{Name: "n"})
	for _, header := range []string{"", "Token", "Bearer ", "laurel_live_", secret[:len(secret)-1], secret + "x", strings.ToUpper(secret), "Basic " + secret, "Token token=" + secret[12:]} {
		if _, err := w.Authenticate(t.Context(), header, "192.0.2.1"); !errors.Is(err, apikeys.ErrWrong) {
			t.Errorf("%q: %v", header, err)
		}
	}
}

func TestOnlyTheHashOfAKeyIsKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.administrator(t)
	key, secret := w.key(t, by, apikeys.Create{Name: " n "})
	err := pg.InSystem(t.Context(), w.pool, func(tx pgx.Tx) error {
		var row string
		if err := tx.QueryRow(t.Context(), "select api_keys::text from api_keys").Scan(&row); err != nil {
			return err
		}
		if strings.Contains(row, secret) || strings.Contains(row, secret[12:32]) {
			t.Errorf("the row gives the key away: %s", row)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	list, err := w.List(t.Context(), by)
	if err != nil || len(list) != 1 || list[0].ID != key.ID || list[0].Name != "n" {
		t.Fatalf("%+v, %v", list, err)
	}
	if begin := list[0].Prefix; begin != apikeys.Prefix || !strings.HasPrefix(secret, begin) {
		t.Errorf("%q is said to begin with %q", secret, begin)
	}
	if masked := list[0].Masked; !strings.HasSuffix(masked, secret[len(secret)-16:]) || strings.Contains(masked, secret[12:20]) {
		t.Errorf("masked %q", masked)
	}
}

func TestRevokedKeyIsDeadAtOnceAndItsNameFree(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by, other := w.administrator(t), w.administrator(t)
	key, secret := w.key(t, by, apikeys.Create{Name: "n"})
	if err := w.Revoke(t.Context(), other, key.ID); !errors.Is(err, apikeys.ErrNotFound) {
		t.Errorf("another department: %v", err)
	}
	if err := w.Revoke(t.Context(), by, key.ID); err != nil {
		t.Fatal(err)
	}
	if err := w.Revoke(t.Context(), by, key.ID); !errors.Is(err, apikeys.ErrNotFound) {
		t.Errorf("revoked twice: %v", err)
	}
	if _, err := w.Authenticate(t.Context(), secret, "192.0.2.1"); !errors.Is(err, apikeys.ErrWrong) {
		t.Errorf("after revoking: %v", err)
	}
	if list, err := w.List(t.Context(), by); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	w.key(t, by, apikeys.Create{Name: "n"})
}

func TestKeyOfADeletedDepartmentIsDead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.administrator(t)
	_, secret := w.key(t, by, apikeys.Create{Name: "n"})
	if _, err := w.pool.Exec(t.Context(), "update departments set deleted_at = now() where id = $1", by.DepartmentID); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Authenticate(t.Context(), secret, "192.0.2.1"); !errors.Is(err, apikeys.ErrWrong) {
		t.Errorf("got %v", err)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.administrator(t)
	w.key(t, by, apikeys.Create{Name: "Taken"})
	with := func(change func(*access.Actor)) access.Actor { a := by; change(&a); return a }
	cases := map[string]struct {
		by   access.Actor
		in   apikeys.Create
		want errs.Kind
	}{
		"nobody":              {access.Actor{}, apikeys.Create{Name: "n"}, errs.Unauthorized},
		"a viewer":            {with(func(a *access.Actor) { a.Role = access.Viewer }), apikeys.Create{Name: "n"}, errs.Forbidden},
		"a key":               {access.Actor{APIKeyID: 1, DepartmentID: by.DepartmentID, Role: access.KeyWrite}, apikeys.Create{Name: "n"}, errs.Forbidden},
		"a bound session":     {with(func(a *access.Actor) { a.Bound = true }), apikeys.Create{Name: "n"}, errs.Forbidden},
		"no name":             {by, apikeys.Create{Name: "  "}, errs.Invalid},
		"a long name":         {by, apikeys.Create{Name: strings.Repeat("é", 256)}, errs.Invalid},
		"an unknown access":   {by, apikeys.Create{Name: "n", Access: "root"}, errs.Invalid},
		"an unknown scope":    {by, apikeys.Create{Name: "n", Scopes: []string{"credentials:read", "everything"}}, errs.Invalid},
		"no network":          {by, apikeys.Create{Name: "n", Networks: []string{"192.0.2.0/33"}}, errs.Invalid},
		"a moment gone by":    {by, apikeys.Create{Name: "n", ExpiresAt: new(w.now.Now())}, errs.Invalid},
		"an unknown group":    {by, apikeys.Create{Name: "n", GroupIDs: []int64{1}}, errs.Invalid},
		"a name that is used": {by, apikeys.Create{Name: "tAKEN"}, errs.Conflict},
	}
	for name, c := range cases {
		if _, _, err := w.Create(t.Context(), c.by, c.in); errs.KindOf(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestLimitHoldsForParallelCreation(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.administrator(t)
	var made atomic.Int32
	var wg sync.WaitGroup
	for i := range 25 {
		wg.Go(func() {
			_, _, err := w.Create(t.Context(), by, apikeys.Create{Name: fmt.Sprint(i)})
			switch {
			case err == nil:
				made.Add(1)
			case !errors.Is(err, apikeys.ErrTooMany):
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if made.Load() != 20 {
		t.Errorf("%d keys, want 20", made.Load())
	}
}

func TestLastUseIsKnownToTheMinute(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.administrator(t)
	key, _ := w.key(t, by, apikeys.Create{Name: "n"})
	first := w.now.Now()
	for _, step := range []struct{ after, want time.Duration }{{0, 0}, {59 * time.Second, 0}, {time.Second, time.Minute}} {
		w.now.Advance(step.after)
		w.Note(apikeys.Request{KeyID: key.ID, IP: "192.0.2.1"})
		if err := w.WriteNotes(t.Context()); err != nil {
			t.Fatal(err)
		}
		list, err := w.List(t.Context(), by)
		if err != nil || list[0].LastUsedAt == nil || !list[0].LastUsedAt.Equal(first.Add(step.want)) {
			t.Errorf("after %v: %+v, %v", step.after, list, err)
		}
	}
}
