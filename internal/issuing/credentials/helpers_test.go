package credentials_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/design/attributes"
	"laurel/internal/design/uploads"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/events"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

// start is when every test begins: already the next day in Auckland.
var start = time.Date(2026, time.March, 10, 13, 0, 0, 0, time.UTC)

// kinds stands in for the attributes of every department.
type kinds map[string]attributes.Kind

func (k kinds) KindsTx(context.Context, pgx.Tx, int64) (map[string]attributes.Kind, error) {
	return k, nil
}

func (k kinds) MatchTx(_ context.Context, _ pgx.Tx, _ int64, values map[string]any) (attributes.Matched, error) {
	all := make([]attributes.Attribute, 0, len(k))
	for key, kind := range k {
		all = append(all, attributes.Attribute{Name: key, Key: key, Kind: kind})
	}
	return attributes.Match(all, values)
}

func (k kinds) AcceptTx(ctx context.Context, tx pgx.Tx, by access.Actor, values map[string]any) (attributes.Matched, error) {
	return k.MatchTx(ctx, tx, by.DepartmentID, values)
}

// images takes the address /good and moves it to where checked pictures lie.
type images struct{}

var errImage = errs.Field("custom_attributes.photo", "invalid_url")

func (images) Use(_ context.Context, _ access.Actor, url string) (uploads.Image, error) {
	if url != "/good" && url != "/checked/good" {
		return uploads.Image{}, errImage
	}
	return uploads.Image{URL: "/checked/good"}, nil
}

// house is a service on a database of its own, and a department that uses it.
type house struct {
	*credentials.Service
	t     *testing.T
	pool  *pgxpool.Pool
	clock *clock.Fake
	by    access.Actor
}

func open(t *testing.T) *house {
	t.Helper()
	t.Parallel()
	h := &house{t: t, pool: dbtest.Pool(t), clock: clock.NewFake(start)}
	h.Service = credentials.New(h.pool, h.clock, audit.New(h.clock), events.New(h.pool, h.clock, nil),
		kinds{"course_date": attributes.Date, "contact": attributes.Email, "photo": attributes.Image, "note": attributes.Text}, images{}, secrets.RandomKeyring())
	h.by = h.department("UTC")
	return h
}

// insert runs SQL that returns an id, beyond all walls.
func (h *house) insert(sql string, args ...any) (id int64) {
	h.t.Helper()
	err := pg.InSystem(h.t.Context(), h.pool, func(tx pgx.Tx) error { return tx.QueryRow(h.t.Context(), sql, args...).Scan(&id) })
	if err != nil {
		h.t.Fatalf("insert: %v", err)
	}
	return id
}

func (h *house) exec(sql string, args ...any) {
	h.t.Helper()
	err := pg.InSystem(h.t.Context(), h.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(h.t.Context(), sql, args...)
		return err
	})
	if err != nil {
		h.t.Fatalf("%s: %v", sql, err)
	}
}

// department adds a department and answers its administrator.
func (h *house) department(zone string) access.Actor {
	h.t.Helper()
	id := h.insert("insert into departments (name, url, time_zone, created_at, updated_at) values ('Guild', 'https://guild.example', $1, now(), now()) returning id", zone)
	return access.Actor{UserID: 1, DepartmentID: id, Role: access.Administrator}
}

// design adds a design with one version.
func (h *house) design(by access.Actor, kind string) int64 {
	h.t.Helper()
	return h.insert(`with d as (
		insert into designs (department_id, name, kind, size, orientation, created_at, updated_at)
		values ($1, 'Plain', $2, 'a4', 'landscape', now(), now()) returning id
	), v as (
		insert into design_versions (department_id, design_id, number, uuid, document, document_hash, created_at)
		select $1, d.id, 1, gen_random_uuid(), '{"size": "a4", "orientation": "landscape"}', '', now() from d returning id
	) select d.id from d, v`, by.DepartmentID, kind)
}

// group adds a group with a certificate design; more columns come as SQL, such as "state = 'archived'".
func (h *house) group(by access.Actor, name, more string) int64 {
	h.t.Helper()
	design := h.design(by, "certificate")
	h.exec("update designs set current_version_id = (select id from design_versions where design_id = $1) where id = $1", design)
	id := h.insert(`insert into groups (department_id, name, course_name, course_description, certificate_design_id, primary_design_id, created_at, updated_at)
		values ($1, $2, 'Weaving', 'All about looms', $3, $3, now(), now()) returning id`, by.DepartmentID, name, design)
	if more != "" {
		h.exec("update groups set "+more+" where id = $1", id)
	}
	return id
}

// person is the smallest input.
func person(group int64, name, email string) credentials.Input {
	return credentials.Input{GroupID: group, RecipientName: optional.Set(name), RecipientEmail: optional.Set(email)}
}

func (h *house) create(in credentials.Input) credentials.Credential {
	h.t.Helper()
	c, err := h.Create(h.t.Context(), h.by, in)
	if err != nil {
		h.t.Fatalf("create: %v", err)
	}
	return c
}

// publish issues credentials and tells why the others were not.
func (h *house) publish(ids ...int64) (issued []credentials.Issued, refused map[int64]string) {
	h.t.Helper()
	err := pg.InDepartment(h.t.Context(), h.pool, h.by.DepartmentID, func(tx pgx.Tx) (err error) {
		issued, refused, err = h.PublishTx(h.t.Context(), tx, h.by, ids, true)
		return err
	})
	if err != nil {
		h.t.Fatalf("publish: %v", err)
	}
	return issued, refused
}

// wrong lists the fields that err refuses with their codes: "grade credential.grade_percentage".
func wrong(err error) []string {
	var refusal *errs.Error
	if !errors.As(err, &refusal) {
		return nil
	}
	var out []string
	for _, field := range slices.Sorted(maps.Keys(refusal.Fields)) {
		for _, d := range refusal.Fields[field] {
			out = append(out, field+" "+d.Code)
		}
	}
	return out
}

func day(text string) time.Time {
	d, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return d
}
