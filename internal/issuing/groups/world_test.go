package groups_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
	"laurel/locales"
)

// credentials stands for what is above groups.
type credentials struct {
	counts     map[int64]groups.Counts
	duplicates bool
	allowed    map[int64]bool // what SetDuplicateRuleTx was told
}

func (c *credentials) CountByGroups(context.Context, pgx.Tx, int64, []int64) (map[int64]groups.Counts, error) {
	return c.counts, nil
}

func (c *credentials) DuplicatesExist(context.Context, pgx.Tx, int64, int64) (bool, error) {
	return c.duplicates, nil
}

func (c *credentials) CountEarners(_ context.Context, _ pg.DB, groupIDs []int64) (map[int64]int, error) {
	earners := map[int64]int{}
	for _, id := range groupIDs {
		earners[id] = c.counts[id].Published
	}
	return earners, nil
}

func (c *credentials) SetDuplicateRuleTx(_ context.Context, _ pgx.Tx, _, groupID int64, allowed bool) error {
	c.allowed[groupID] = allowed
	return nil
}

func (*credentials) PurgeGroupTx(context.Context, pgx.Tx, int64, int64) error { return nil }

type world struct {
	*groups.Service
	pool        *pgxpool.Pool
	clock       *clock.Fake
	credentials *credentials
}

func newWorld(t *testing.T) world {
	t.Helper()
	pool, c := dbtest.Pool(t), clock.NewFake(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))
	above := &credentials{counts: map[int64]groups.Counts{}, allowed: map[int64]bool{}}
	texts, err := i18n.Load(locales.Files)
	if err != nil {
		t.Fatal(err)
	}
	queue, err := jobs.NewQueue(pool, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return world{groups.New(pool, c, audit.New(c), queue, above, texts, groups.CloneServices{}), pool, c, above}
}

func (w world) department(t *testing.T, role access.Role) access.Actor {
	t.Helper()
	by := access.Actor{APIKeyID: 1, Role: role}
	err := pg.InSystem(t.Context(), w.pool, func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), "insert into departments (created_at, updated_at) values (now(), now()) returning id").Scan(&by.DepartmentID)
	})
	if err != nil {
		t.Fatal(err)
	}
	return by
}

// design adds a design of a kind and gives its id.
func (w world) design(t *testing.T, by access.Actor, kind string) *int64 {
	t.Helper()
	var id int64
	err := pg.InDepartment(t.Context(), w.pool, by.DepartmentID, func(tx pgx.Tx) error {
		err := tx.QueryRow(t.Context(), `insert into designs (department_id, name, kind, size, orientation, created_at, updated_at)
			values ($1, 'A ' || $2, $2, 'a4', 'landscape', now(), now()) returning id`, by.DepartmentID, kind).Scan(&id)
		if err != nil {
			return err
		}
		_, err = tx.Exec(t.Context(), `with v as (insert into design_versions (department_id, design_id, number, uuid, document, document_hash, created_at)
			values ($1, $2, 1, gen_random_uuid(), '{}', '', now()) returning id)
			update designs set current_version_id = v.id from v where designs.id = $2`, by.DepartmentID, id)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return &id
}

// named is the least a group needs.
func named(name string) groups.Input {
	return groups.Input{Name: optional.Set(name), CourseName: optional.Set("Course")}
}

func (w world) create(t *testing.T, by access.Actor, in groups.Input) groups.Group {
	t.Helper()
	g, err := w.Create(t.Context(), by, in)
	if err != nil {
		t.Fatalf("create %+v: %v", in, explain(err))
	}
	return g
}

// explain gives the first code per refused field, or the error.
func explain(err error) any {
	var refusal *errs.Error
	if !errors.As(err, &refusal) || refusal.Fields == nil {
		return err
	}
	codes := map[string]string{}
	for field, details := range refusal.Fields {
		codes[field] = details[0].Code
	}
	return codes
}

// refuses reports whether err refuses exactly the field with the code.
func refuses(err error, field, code string) bool {
	codes, ok := explain(err).(map[string]string)
	return ok && len(codes) == 1 && codes[field] == code
}
