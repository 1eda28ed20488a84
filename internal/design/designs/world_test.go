package designs_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/png"
	"log/slog"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/design/designs"
	"laurel/internal/design/uploads"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/embedded"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
)

var files *objects.Store

func TestMain(m *testing.M) { os.Exit(withStore(m)) }

func withStore(m *testing.M) int {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "laurel-designs-")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	endpoint, stop, err := embedded.StartS3(ctx, dir, "access", "secret-secret", slog.New(slog.DiscardHandler))
	if err != nil {
		panic(err)
	}
	defer func() { _ = stop(ctx) }()
	files = objects.New(objects.Config{Endpoint: endpoint, Bucket: "laurel", AccessKey: "access", SecretKey: "secret-secret"})
	if err := files.EnsureBucket(ctx, "http://app.test"); err != nil {
		panic(err)
	}
	return m.Run()
}

// issued counts credentials per design or version.
type issued map[int64]int

type uses struct{ designs, versions issued }

func (u uses) CountByDesigns(context.Context, pgx.Tx, int64, []int64) (map[int64]int, error) {
	return u.designs, nil
}

func (u uses) CountByVersions(context.Context, pgx.Tx, int64, []int64) (map[int64]int, error) {
	return u.versions, nil
}

// unheard is a department without webhooks.
type unheard struct{}

func (unheard) DesignUpdatedTx(context.Context, pgx.Tx, int64, int64, time.Time) error { return nil }

type world struct {
	*designs.Service
	uploads *uploads.Service
	pool    *pgxpool.Pool
	clock   *clock.Fake
	issued  issued
	carried issued // by version
}

func newWorld(t *testing.T) world {
	t.Helper()
	pool, c := dbtest.Pool(t), clock.NewFake(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))
	images := uploads.New(pool, c, files, throttle.New(pool, c))
	w := world{uploads: images, pool: pool, clock: c, issued: issued{}, carried: issued{}}
	w.Service = designs.New(pool, c, audit.New(c), images, os.DirFS("../../../web/public"), uses{w.issued, w.carried}, unheard{})
	return w
}

func (w world) department(t *testing.T, role access.Role) access.Actor {
	t.Helper()
	by := access.Actor{Role: role}
	err := pg.InSystem(t.Context(), w.pool, func(tx pgx.Tx) error {
		err := tx.QueryRow(t.Context(), "insert into departments (created_at, updated_at) values (now(), now()) returning id").Scan(&by.DepartmentID)
		if err != nil {
			return err
		}
		return tx.QueryRow(t.Context(), `with u as (insert into users (email, name, created_at, updated_at) values (gen_random_uuid()::text, 'Ada', now(), now()) returning id)
			insert into memberships (user_id, department_id, role, created_at) select id, $1, 'administrator', now() from u returning user_id`,
			by.DepartmentID).Scan(&by.UserID)
	})
	if err != nil {
		t.Fatal(err)
	}
	return by
}

// upload puts a picture of a size into the bucket as a browser would, and gives its address.
func (w world) upload(t *testing.T, by access.Actor, width, height int) string {
	t.Helper()
	p, err := w.uploads.Policy(t.Context(), by, uploads.Request{Preset: "templates", FileName: "x.png"})
	if err != nil {
		t.Fatal(err)
	}
	var data bytes.Buffer
	if err := png.Encode(&data, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	if err := files.Put(t.Context(), p.Key, p.ContentType, data.Bytes()); err != nil {
		t.Fatal(err)
	}
	return p.FileURLPrefix + p.Key
}

func (w world) create(t *testing.T, by access.Actor, design string) designs.Design {
	t.Helper()
	made, err := w.Create(t.Context(), by, designs.Save{Design: json.RawMessage(design)})
	if err != nil {
		t.Fatalf("create %s: %v", design, explain(err))
	}
	return made
}

func (w world) exec(t *testing.T, by access.Actor, sql string, args ...any) {
	t.Helper()
	err := pg.InDepartment(t.Context(), w.pool, by.DepartmentID, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), sql, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// fieldsOf gives the first code per refused field.
func fieldsOf(err error) map[string]string {
	var refusal *errs.Error
	if !errors.As(err, &refusal) {
		return nil
	}
	codes := map[string]string{}
	for field, details := range refusal.Fields {
		codes[field] = details[0].Code
	}
	return codes
}

func explain(err error) any {
	if codes := fieldsOf(err); codes != nil {
		return codes
	}
	return err
}

func decoded(t *testing.T, data json.RawMessage) map[string]any {
	t.Helper()
	var doc map[string]any
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}
