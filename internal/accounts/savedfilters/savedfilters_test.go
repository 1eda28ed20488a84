package savedfilters_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/savedfilters"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

type world struct {
	*savedfilters.Service
	t    *testing.T
	pool *pgxpool.Pool
}

func open(t *testing.T) world {
	t.Helper()
	t.Parallel()
	pool, c := dbtest.Pool(t), clock.NewFake(time.Date(2026, time.March, 10, 13, 0, 0, 0, time.UTC))
	return world{savedfilters.New(pool, c, audit.New(c)), t, pool}
}

func (w world) number(sql string, args ...any) (n int64) {
	w.t.Helper()
	err := pg.InSystem(w.t.Context(), w.pool, func(tx pgx.Tx) error { return tx.QueryRow(w.t.Context(), sql, args...).Scan(&n) })
	if err != nil {
		w.t.Fatal(err)
	}
	return n
}

func (w world) department() int64 {
	w.t.Helper()
	return w.number("insert into departments (created_at, updated_at) values (now(), now()) returning id")
}

// person adds an account that may look at a department.
func (w world) person(department int64) access.Actor {
	w.t.Helper()
	id := w.number("insert into users (email, created_at, updated_at) values (gen_random_uuid() || '@example.org', now(), now()) returning id")
	return access.Actor{UserID: id, DepartmentID: department, Role: access.Viewer}
}

func input(name, query string, first bool) savedfilters.Input {
	return savedfilters.Input{Name: optional.Set(name), Query: optional.Set(query), Default: optional.Set(first)}
}

func (w world) save(by access.Actor, name string, first bool) savedfilters.Filter {
	w.t.Helper()
	f, err := w.Create(w.t.Context(), by, input(name, "?state=draft", first))
	if err != nil {
		w.t.Fatalf("save %q: %v", name, err)
	}
	return f
}

// list returns the names of a person's filters; the default has a star.
func (w world) list(by access.Actor, r page.Request) (string, int64) {
	w.t.Helper()
	found, err := w.List(w.t.Context(), by, r)
	if err != nil {
		w.t.Fatal(err)
	}
	var names []string
	for _, f := range found.Items {
		if f.Default {
			f.Name += "*"
		}
		names = append(names, f.Name)
	}
	return strings.Join(names, " "), found.Total
}

func TestFiltersBelongToOnePersonInOneDepartment(t *testing.T) {
	w := open(t)
	home, elsewhere := w.department(), w.department()
	ada, bob := w.person(home), w.person(home)
	away := ada
	away.DepartmentID = elsewhere
	f := w.save(ada, "Drafts", true)
	if f.Query != "state=draft" {
		t.Errorf("query %q", f.Query)
	}
	for name, by := range map[string]access.Actor{"a colleague": bob, "the same person elsewhere": away} {
		if got, n := w.list(by, page.Request{}); got != "" || n != 0 {
			t.Errorf("%s sees %q, %d in all", name, got, n)
		}
		if _, err := w.Update(t.Context(), by, f.ID, input("Mine", "a=b", false)); !errors.Is(err, savedfilters.ErrNotFound) {
			t.Errorf("%s updates: %v", name, err)
		}
		if err := w.Delete(t.Context(), by, f.ID); !errors.Is(err, savedfilters.ErrNotFound) {
			t.Errorf("%s deletes: %v", name, err)
		}
		w.save(by, "Drafts", true) // neither the name nor the default is taken
	}
	if got, _ := w.list(ada, page.Request{}); got != "Drafts*" {
		t.Errorf("hers are %q", got)
	}
	key := access.Actor{APIKeyID: 1, DepartmentID: home, Role: access.KeyWrite}
	if _, err := w.Create(t.Context(), key, input("x", "a=b", false)); !errors.Is(err, access.ErrDenied) {
		t.Errorf("a key: %v", err)
	}
}

func TestOneFilterIsTheDefault(t *testing.T) {
	w := open(t)
	by := w.person(w.department())
	w.save(by, "a", true)
	b := w.save(by, "b", true)
	if got, _ := w.list(by, page.Request{}); got != "a b*" {
		t.Errorf("after the second: %q", got)
	}
	c := w.save(by, "c", false)
	if _, err := w.Update(t.Context(), by, c.ID, savedfilters.Input{Default: optional.Set(true)}); err != nil {
		t.Fatal(err)
	}
	if got, _ := w.list(by, page.Request{}); got != "a b c*" {
		t.Errorf("after an update: %q", got)
	}
	// A change that is refused leaves the default as it is.
	if _, err := w.Update(t.Context(), by, b.ID, input("A", "a=b", true)); !errors.Is(err, savedfilters.ErrNameTaken) {
		t.Errorf("a taken name: %v", err)
	}
	if got, _ := w.list(by, page.Request{}); got != "a b c*" {
		t.Errorf("after a refusal: %q", got)
	}
	if _, err := w.Update(t.Context(), by, c.ID, savedfilters.Input{Name: optional.Set("C")}); err != nil {
		t.Errorf("its own name in other letters: %v", err)
	}
	if got, _ := w.list(by, page.Request{}); got != "a b C*" {
		t.Errorf("after a new name: %q", got)
	}
}

func TestWrongFieldsOfAFilterAreNamedTogether(t *testing.T) {
	w := open(t)
	by := w.person(w.department())
	f := w.save(by, "Kept", false)
	long := strings.Repeat("ä", 256)
	for _, c := range []struct {
		in          savedfilters.Input
		name, query string
	}{
		{savedfilters.Input{}, "required", "required"},
		{input("  ", "?", false), "required", "required"},
		{input(long, strings.Repeat("q", 2001), false), "too_long", "too_long"},
		{input("a\x00b", "a=%zz", false), "invalid", "invalid"},
		{input("a", "a=\xff", false), "", "invalid"},
		{input(long[2:], strings.Repeat("q", 2001), false), "", "too_long"},
	} {
		_, err := w.Create(t.Context(), by, c.in)
		var refused *errs.Error
		if !errors.As(err, &refused) {
			t.Errorf("%+v: %v", c.in, err)
			continue
		}
		for field, want := range map[string]string{"name": c.name, "query": c.query} {
			got := ""
			if len(refused.Fields[field]) > 0 {
				got = refused.Fields[field][0].Code
			}
			if got != want {
				t.Errorf("%s of %+v: %q, want %q", field, c.in, got, want)
			}
		}
	}
	_, err := w.Create(t.Context(), by, input("KEPT", "a=b", false))
	var refused *errs.Error
	if !errors.Is(err, savedfilters.ErrNameTaken) || !errors.As(err, &refused) || len(refused.Fields["name"]) != 1 {
		t.Errorf("a taken name: %v", err)
	}
	if err := w.Delete(t.Context(), by, f.ID); err != nil {
		t.Fatal(err)
	}
	w.save(by, "Kept", false)
}

func TestTheLimitOfFiltersHoldsAgainstRequestsAtOnce(t *testing.T) {
	w := open(t)
	by := w.person(w.department())
	w.number(`with made as (insert into saved_filters (department_id, user_id, name, query, created_at, updated_at)
		select $1, $2, 'f' || lpad(i::text, 3, '0'), 'a=b', now(), now() from generate_series(1, 98) i returning 1) select count(*) from made`, by.DepartmentID, by.UserID)
	var all sync.WaitGroup
	outcomes := make([]error, 6)
	for i := range outcomes {
		all.Go(func() { _, outcomes[i] = w.Create(t.Context(), by, input(fmt.Sprint("more", i), "a=b", true)) })
	}
	all.Wait()
	saved := 0
	for _, err := range outcomes {
		if err == nil {
			saved++
		} else if !errors.Is(err, savedfilters.ErrTooMany) {
			t.Error(err)
		}
	}
	if n := w.number("select count(*) from saved_filters where is_default"); saved != 2 || n != 1 {
		t.Errorf("%d saved, %d are the default; want two and one", saved, n)
	}
	got, total := w.list(by, page.Request{Number: 2, Size: 3})
	if got != "f004 f005 f006" || total != 100 {
		t.Errorf("the second page is %q of %d", got, total)
	}
}

func TestEveryChangeOfAFilterIsRecorded(t *testing.T) {
	w := open(t)
	by := w.person(w.department())
	f := w.save(by, "a", false)
	_, taken := w.Create(t.Context(), by, input("a", "a=b", false))
	_, err := w.Update(t.Context(), by, f.ID, savedfilters.Input{Query: optional.Set("state=published")})
	if err := errors.Join(err, w.Delete(t.Context(), by, f.ID)); err != nil || taken == nil {
		t.Fatal(err, taken)
	}
	for _, action := range []string{"created", "updated", "deleted"} {
		n := w.number("select count(*) from audit_events where action = 'saved_filter.' || $1::text and object_id = $2 and user_id = $3 and department_id = $4",
			action, fmt.Sprint(f.ID), by.UserID, by.DepartmentID)
		if n != 1 {
			t.Errorf("%s: %d events", action, n)
		}
	}
	if n := w.number("select count(*) from audit_events"); n != 3 {
		t.Errorf("%d events in all", n)
	}
}
