package starters_test

import (
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/starters"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/pg"
)

// world is a department with a member and an API key that may do everything.
type world struct {
	t               *testing.T
	pool            *pgxpool.Pool
	clock           *clock.Fake
	department      int64
	other           int64 // a department without members
	user, key       int64
	member, machine starters.Starter
}

func open(t *testing.T) *world {
	t.Helper()
	t.Parallel()
	w := &world{t: t, pool: dbtest.Pool(t), clock: clock.NewFake(time.Date(2026, time.March, 10, 13, 0, 0, 0, time.UTC))}
	w.department = w.number("insert into departments (name, created_at, updated_at) values ('Guild', now(), now()) returning id")
	w.other = w.number("insert into departments (name, created_at, updated_at) values ('Other', now(), now()) returning id")
	w.user = w.number("insert into users (email, verified_at, created_at, updated_at) values ('ada@example.org', now(), now(), now()) returning id")
	w.number("insert into memberships (department_id, user_id, role, created_at) values ($1, $2, 'administrator', now()) returning user_id", w.department, w.user)
	w.key = w.number(`insert into api_keys (department_id, name, token_hash, last_characters, access, created_at)
		values ($1, 'Sync', 'hash', 'abcd', 'write', now()) returning id`, w.department)
	w.member, w.machine = starters.Starter{UserID: &w.user}, starters.Starter{APIKeyID: &w.key}
	return w
}

func (w *world) number(sql string, args ...any) (n int64) {
	w.t.Helper()
	err := pg.InSystem(w.t.Context(), w.pool, func(tx pgx.Tx) error { return tx.QueryRow(w.t.Context(), sql, args...).Scan(&n) })
	if err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
	return n
}

// actor reads the rights of a starter in a department.
func (w *world) actor(department int64, who starters.Starter, needs ...access.Permission) (by access.Actor, err error) {
	w.t.Helper()
	stopped := pg.InDepartment(w.t.Context(), w.pool, department, func(tx pgx.Tx) error {
		by, err = starters.New(w.clock).ActorTx(w.t.Context(), tx, department, who, needs...)
		return nil
	})
	if stopped != nil {
		w.t.Fatal(stopped)
	}
	return by, err
}

func TestAStarterActsWithTheirPresentRights(t *testing.T) {
	w := open(t)
	by, err := w.actor(w.department, w.member, access.ManageCredentials, access.RevokeCredentials)
	if want := (access.Actor{UserID: w.user, DepartmentID: w.department, Role: access.Administrator}); err != nil || by != want {
		t.Errorf("the member: %+v, %v", by, err)
	}
	by, err = w.actor(w.department, w.machine, access.ManageCredentials)
	if err != nil || by.APIKeyID != w.key || by.UserID != 0 || by.Role != access.KeyWrite || !by.Scopes.HasOne([]string{access.WriteCredentials}) {
		t.Errorf("the key: %+v, %v", by, err)
	}
	if _, err := w.actor(w.department, w.machine, access.ManageSigningKeys); !errors.Is(err, starters.ErrRightLost) {
		t.Errorf("a right that no key has: %v", err)
	}
}

func TestAStarterIsRefusedWithTheReason(t *testing.T) {
	for _, c := range []struct {
		name   string
		key    bool
		change string // of the one member or key
		want   error
	}{
		{"removed", false, "delete from memberships returning 1", starters.ErrNotMember},
		{"account deleted", false, "with gone as (delete from memberships) delete from users returning 1", starters.ErrNotMember},
		{"department deleted", false, "update departments set deleted_at = now() where name = 'Guild' returning 1", starters.ErrNotMember},
		{"viewer", false, "update memberships set role = 'viewer' returning 1", starters.ErrRightLost},
		{"address not confirmed", false, "update users set verified_at = null returning 1", starters.ErrRightLost},
		{"narrowed", false, "update memberships set role = 'partial:editor/7' returning 1", starters.ErrGroupsLost},
		{"revoked key", true, "update api_keys set revoked_at = now() returning 1", starters.ErrKeyEnded},
		{"expired key", true, "update api_keys set expires_at = '2026-03-10T13:00:00Z' returning 1", starters.ErrKeyEnded},
		{"key that reads", true, "update api_keys set access = 'read' returning 1", starters.ErrRightLost},
		{"key without the scope", true, "update api_keys set scopes = 'credentials:read groups:write' returning 1", starters.ErrRightLost},
		{"key of a group", true, "update api_keys set group_ids = array[7::bigint] returning 1", starters.ErrGroupsLost},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := open(t)
			w.number(c.change)
			who := w.member
			if c.key {
				who = w.machine
			}
			_, err := w.actor(w.department, who, access.PublishCredentials)
			if !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
			if starters.StopReason(err) == "" {
				t.Errorf("%v stops nothing", err)
			}
		})
	}
}

func TestAStarterOfAnotherDepartmentOrNobodyIsRefused(t *testing.T) {
	w := open(t)
	if _, err := w.actor(w.other, w.member); !errors.Is(err, starters.ErrNotMember) {
		t.Errorf("a member of another department: %v", err)
	}
	if _, err := w.actor(w.other, w.machine); !errors.Is(err, starters.ErrKeyEnded) {
		t.Errorf("a key of another department: %v", err)
	}
	if _, err := w.actor(w.department, starters.Starter{}); !errors.Is(err, starters.ErrNotMember) {
		t.Errorf("nobody: %v", err)
	}
}

func TestAKeyThatHasNotExpiredYetWorks(t *testing.T) {
	w := open(t)
	w.number("update api_keys set expires_at = '2026-03-10T13:00:01Z' returning 1")
	if _, err := w.actor(w.department, w.machine, access.PublishCredentials); err != nil {
		t.Error(err)
	}
	w.clock.Advance(time.Second)
	if _, err := w.actor(w.department, w.machine, access.PublishCredentials); !errors.Is(err, starters.ErrKeyEnded) {
		t.Errorf("a second later: %v", err)
	}
}

func TestOtherErrorsStopNothing(t *testing.T) {
	t.Parallel()
	for _, err := range []error{nil, errors.New("the database is away"), access.ErrDenied} {
		if reason := starters.StopReason(err); reason != "" {
			t.Errorf("%v stops with %q", err, reason)
		}
	}
}

func TestWhoStartsIsAPersonOrAKey(t *testing.T) {
	t.Parallel()
	if s := starters.Of(access.Actor{UserID: 7}); s.UserID == nil || *s.UserID != 7 || s.APIKeyID != nil {
		t.Errorf("a person: %+v", s)
	}
	if s := starters.Of(access.Actor{APIKeyID: 8}); s.APIKeyID == nil || *s.APIKeyID != 8 || s.UserID != nil {
		t.Errorf("a key: %+v", s)
	}
}
