package embeds_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/apikeys"
	"laurel/internal/accounts/audit"
	"laurel/internal/design/embeds"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/pg"
)

// host is the page that may hold the design maker in every test.
const host = "https://host.example"

type world struct {
	*embeds.Service
	keys *apikeys.Service
	pool *pgxpool.Pool
	now  *clock.Fake
}

func newWorld(t *testing.T) *world {
	t.Helper()
	pool, now := dbtest.Pool(t), clock.NewFake(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	log := audit.New(now)
	return &world{embeds.New(pool, now, log), apikeys.New(pool, now, log), pool, now}
}

// administrator makes a department that lets host hold the design maker, and its administrator.
func (w *world) administrator(t *testing.T) access.Actor {
	t.Helper()
	by := access.Actor{Role: access.Administrator}
	err := pg.InSystem(t.Context(), w.pool, func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), `with u as (insert into users (email, created_at, updated_at) values (gen_random_uuid() || '@example.org', now(), now()) returning id),
			d as (insert into departments (created_at, updated_at) values (now(), now()) returning id),
			m as (insert into memberships (user_id, department_id, role, created_at) select u.id, d.id, 'administrator', now() from u, d)
			select u.id, d.id from u, d`).Scan(&by.UserID, &by.DepartmentID)
	})
	if err != nil {
		t.Fatal(err)
	}
	w.origin(t, by, host)
	return by
}

func (w *world) origin(t *testing.T, by access.Actor, origin string) embeds.Origin {
	t.Helper()
	o, err := w.AddOrigin(t.Context(), by, origin)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// key makes an API key that may write, and gives it as an actor.
func (w *world) key(t *testing.T, by access.Actor) access.Actor {
	t.Helper()
	_, secret, err := w.keys.Create(t.Context(), by, apikeys.Create{Name: "host", Access: apikeys.Write})
	if err != nil {
		t.Fatal(err)
	}
	key, err := w.keys.Authenticate(t.Context(), secret, "192.0.2.1")
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// design makes a design without any version, which is all that this package looks at.
func (w *world) design(t *testing.T, by access.Actor, kind string) (id int64) {
	t.Helper()
	w.exec(t, by, func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), `insert into designs (department_id, name, kind, size, orientation, language, meta_data, created_at, updated_at)
			values ($1, 'D', $2, 'a4', 'landscape', 'en', '{}', now(), now()) returning id`, by.DepartmentID, kind).Scan(&id)
	})
	return id
}

func (w *world) exec(t *testing.T, by access.Actor, fn func(pgx.Tx) error) {
	t.Helper()
	if err := pg.InDepartment(t.Context(), w.pool, by.DepartmentID, fn); err != nil {
		t.Fatal(err)
	}
}

func (w *world) run(t *testing.T, by access.Actor, sql string, args ...any) {
	t.Helper()
	w.exec(t, by, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), sql, args...)
		return err
	})
}

// everything is a request with every scope.
func everything(designID int64) embeds.Request {
	return embeds.Request{DesignID: designID, AllowedOrigin: host, Scopes: access.AllScopes(), Locale: "de", UserRef: "u-1"}
}

func (w *world) code(t *testing.T, by access.Actor, in embeds.Request) string {
	t.Helper()
	g, err := w.Code(t.Context(), by, in)
	if err != nil {
		t.Fatal(err)
	}
	return g.Secret
}

func (w *world) open(t *testing.T, secret string) embeds.Opened {
	t.Helper()
	o, err := w.Open(t.Context(), access.Actor{}, embeds.Exchange{Secret: secret})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// alive reports whether a bearer still opens something.
func (w *world) alive(t *testing.T, bearer string) bool {
	t.Helper()
	_, err := w.Authenticate(t.Context(), bearer)
	return err == nil
}
