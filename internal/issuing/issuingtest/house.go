// Package issuingtest gives tests a department that issues credentials, on a database of its own.
package issuingtest

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
	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/events"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

// Start is when every test begins: already the next day in Auckland.
var Start = time.Date(2026, time.March, 10, 13, 0, 0, 0, time.UTC)

// Attributes stands in for the attributes of every department. Images of the address /good are moved to where checked pictures are.
type Attributes map[string]attributes.Kind

// KindsTx returns the attributes.
func (a Attributes) KindsTx(context.Context, pgx.Tx, int64) (map[string]attributes.Kind, error) {
	return a, nil
}

// MatchTx finds the attributes by their keys.
func (a Attributes) MatchTx(_ context.Context, _ pgx.Tx, _ int64, values map[string]any) (attributes.Matched, error) {
	all := make([]attributes.Attribute, 0, len(a))
	for key, kind := range a {
		all = append(all, attributes.Attribute{Name: key, Key: key, Kind: kind})
	}
	return attributes.Match(all, values)
}

// AcceptTx is MatchTx.
func (a Attributes) AcceptTx(ctx context.Context, tx pgx.Tx, by access.Actor, values map[string]any) (attributes.Matched, error) {
	return a.MatchTx(ctx, tx, by.DepartmentID, values)
}

// Use accepts /good only.
func (Attributes) Use(_ context.Context, _ access.Actor, url string) (uploads.Image, error) {
	if url != "/good" && url != "/checked/good" {
		return uploads.Image{}, ErrImage
	}
	return uploads.Image{URL: "/checked/good"}, nil
}

// ErrImage is the error of Attributes.Use.
var ErrImage = errs.Field("custom_attributes.photo", "invalid_url")

// Services are the services that issue credentials.
type Services struct {
	Credentials *credentials.Service
	Search      *credentialsearch.Service
	Authoring   *authoring.Service
	Lifecycle   *lifecycle.Service
}

// New returns services with the given attributes, without consumers of events.
func New(pool *pgxpool.Pool, c clock.Clock, known Attributes) Services {
	log, happened := audit.New(c), events.New(pool, c, nil)
	var s Services
	s.Credentials = credentials.New(pool, c, log, happened, secrets.RandomKeyring())
	s.Search = credentialsearch.New(pool, c, s.Credentials, known)
	s.Authoring = authoring.New(authoring.Deps{
		Pool: pool, Clock: c, Audit: log, Credentials: s.Credentials, Search: s.Search, Attributes: known, Images: known,
	})
	s.Lifecycle = lifecycle.New(lifecycle.Deps{
		Pool: pool, Clock: c, Audit: log, Events: happened, Credentials: s.Credentials, Search: s.Search,
	})
	return s
}

// House has the methods of all services that issue credentials, on a database of its own, and a department that uses them.
type House struct {
	*reader
	*searcher
	*author
	*keeper

	T     *testing.T
	Pool  *pgxpool.Pool
	Clock *clock.Fake
	By    access.Actor
}

// The names under which House embeds the services.
type (
	reader   = credentials.Service
	searcher = credentialsearch.Service
	author   = authoring.Service
	keeper   = lifecycle.Service
)

// Open returns a House for a test, which runs in parallel with others.
func Open(t *testing.T) *House {
	t.Helper()
	t.Parallel()
	h := &House{T: t, Pool: dbtest.Pool(t), Clock: clock.NewFake(Start)}
	s := New(h.Pool, h.Clock, Attributes{
		"course_date": attributes.Date, "contact": attributes.Email, "photo": attributes.Image, "note": attributes.Text,
	})
	h.reader, h.searcher, h.author, h.keeper = s.Credentials, s.Search, s.Authoring, s.Lifecycle
	h.By = h.Department("UTC")
	return h
}

// WithCredits makes all services require credits.
func (h *House) WithCredits(credits credentials.Credits) {
	h.author.WithCredits(credits)
	h.keeper.WithCredits(credits)
}

// Insert runs SQL that returns an id, beyond all walls.
func (h *House) Insert(sql string, args ...any) (id int64) {
	h.T.Helper()
	err := pg.InSystem(h.T.Context(), h.Pool, func(tx pgx.Tx) error { return tx.QueryRow(h.T.Context(), sql, args...).Scan(&id) })
	if err != nil {
		h.T.Fatalf("insert: %v", err)
	}
	return id
}

// Exec runs SQL, beyond all walls.
func (h *House) Exec(sql string, args ...any) {
	h.T.Helper()
	err := pg.InSystem(h.T.Context(), h.Pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(h.T.Context(), sql, args...)
		return err
	})
	if err != nil {
		h.T.Fatalf("%s: %v", sql, err)
	}
}

// Department adds a department and answers its administrator.
func (h *House) Department(zone string) access.Actor {
	h.T.Helper()
	id := h.Insert("insert into departments (name, url, time_zone, created_at, updated_at) values ('Guild', 'https://guild.example', $1, now(), now()) returning id", zone)
	return access.Actor{UserID: 1, DepartmentID: id, Role: access.Administrator}
}

// Design adds a design with one version.
func (h *House) Design(by access.Actor, kind string) int64 {
	h.T.Helper()
	return h.Insert(`with d as (
		insert into designs (department_id, name, kind, size, orientation, created_at, updated_at)
		values ($1, 'Plain', $2, 'a4', 'landscape', now(), now()) returning id
	), v as (
		insert into design_versions (department_id, design_id, number, uuid, document, document_hash, created_at)
		select $1, d.id, 1, gen_random_uuid(), '{"size": "a4", "orientation": "landscape"}', '', now() from d returning id
	) select d.id from d, v`, by.DepartmentID, kind)
}

// Group adds a group with a certificate design; more columns come as SQL, such as "state = 'archived'".
func (h *House) Group(by access.Actor, name, more string) int64 {
	h.T.Helper()
	design := h.Design(by, "certificate")
	h.Exec("update designs set current_version_id = (select id from design_versions where design_id = $1) where id = $1", design)
	id := h.Insert(`insert into groups (department_id, name, course_name, course_description, certificate_design_id, primary_design_id, created_at, updated_at)
		values ($1, $2, 'Weaving', 'All about looms', $3, $3, now(), now()) returning id`, by.DepartmentID, name, design)
	if more != "" {
		h.Exec("update groups set "+more+" where id = $1", id)
	}
	return id
}

// Person is the smallest input.
func Person(group int64, name, email string) credentials.Input {
	return credentials.Input{GroupID: group, RecipientName: optional.Set(name), RecipientEmail: optional.Set(email)}
}

// Draft adds a draft.
func (h *House) Draft(in credentials.Input) credentials.Credential {
	h.T.Helper()
	c, err := h.Create(h.T.Context(), h.By, in)
	if err != nil {
		h.T.Fatalf("create: %v", err)
	}
	return c
}

// Issue issues credentials and tells why the others were not.
func (h *House) Issue(ids ...int64) (issued []lifecycle.Issued, refused map[int64]string) {
	h.T.Helper()
	err := pg.InDepartment(h.T.Context(), h.Pool, h.By.DepartmentID, func(tx pgx.Tx) (err error) {
		issued, refused, err = h.PublishTx(h.T.Context(), tx, h.By, ids, true)
		return err
	})
	if err != nil {
		h.T.Fatalf("publish: %v", err)
	}
	return issued, refused
}

// Wrong lists the fields that err refuses with their codes: "grade credential.grade_percentage".
func Wrong(err error) []string {
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

// Day parses a date.
func Day(text string) time.Time {
	d, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return d
}
