package collections_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/collections"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

type world struct {
	*collections.Service
	t    *testing.T
	pool *pgxpool.Pool
	by   access.Actor
}

func open(t *testing.T) world {
	t.Helper()
	t.Parallel()
	pool, c := dbtest.Pool(t), clock.NewFake(time.Date(2026, time.March, 10, 13, 0, 0, 0, time.UTC))
	w := world{collections.New(pool, c, audit.New(c)), t, pool, access.Actor{}}
	w.by = w.department()
	return w
}

func (w world) number(sql string, args ...any) (n int64) {
	w.t.Helper()
	err := pg.InSystem(w.t.Context(), w.pool, func(tx pgx.Tx) error { return tx.QueryRow(w.t.Context(), sql, args...).Scan(&n) })
	if err != nil {
		w.t.Fatal(err)
	}
	return n
}

func (w world) department() access.Actor {
	w.t.Helper()
	return access.Actor{
		UserID: 1, Role: access.Administrator,
		DepartmentID: w.number("insert into departments (created_at, updated_at) values (now(), now()) returning id"),
	}
}

func (w world) group(by access.Actor, course string) int64 {
	w.t.Helper()
	return w.number("insert into groups (department_id, name, course_name, created_at, updated_at) values ($1, $2, $2, now(), now()) returning id", by.DepartmentID, course)
}

func (w world) make(by access.Actor, name string, public bool, groups ...int64) collections.Collection {
	w.t.Helper()
	c, err := w.Create(w.t.Context(), by, collections.Input{Name: optional.Set(name), Public: optional.Set(public), Groups: optional.Set(groups)})
	if err != nil {
		w.t.Fatalf("create %q: %v", name, err)
	}
	return c
}

// search returns the names that a query finds and the number of all.
func (w world) search(by access.Actor, q collections.Query) (string, int64) {
	w.t.Helper()
	found, err := w.Search(w.t.Context(), by, q)
	if err != nil {
		w.t.Fatal(err)
	}
	var names []string
	for _, c := range found.Items {
		names = append(names, c.Name)
	}
	return strings.Join(names, " "), found.Total
}

// refusal is the code with which a field is refused.
func refusal(err error, field string) string {
	var refused *errs.Error
	if !errors.As(err, &refused) || len(refused.Fields[field]) == 0 {
		return ""
	}
	return refused.Fields[field][0].Code
}

func TestAnotherDepartmentsCollectionsAndGroupsDoNotExist(t *testing.T) {
	w := open(t)
	stranger := w.department()
	group, theirs := w.group(w.by, "Weaving"), w.group(stranger, "Spinning")
	c := w.make(w.by, "Crafts", false, group)
	if _, err := w.Update(t.Context(), stranger, c.ID, collections.Input{Name: optional.Set("Mine")}); !errors.Is(err, collections.ErrNotFound) {
		t.Errorf("update: %v", err)
	}
	if err := w.Delete(t.Context(), stranger, c.ID); !errors.Is(err, collections.ErrNotFound) {
		t.Errorf("delete: %v", err)
	}
	if got, n := w.search(stranger, collections.Query{IDs: []uuid.UUID{c.ID}}); got != "" || n != 0 {
		t.Errorf("search: %q, %d", got, n)
	}
	for _, groups := range [][]int64{{theirs}, {group, theirs}, {group, 1 << 40}} {
		_, err := w.Update(t.Context(), w.by, c.ID, collections.Input{Groups: optional.Set(groups), Name: optional.Set("Changed")})
		if refusal(err, "groups") != "collection.group_unknown" {
			t.Errorf("groups %v: %v", groups, err)
		}
	}
	if got, _ := w.OfGroups(t.Context(), stranger, group); len(got) != 0 {
		t.Errorf("collections of a group: %v", got)
	}
	if got, err := w.Within(t.Context(), stranger, []uuid.UUID{c.ID}, nil); err != nil || len(got) != 0 {
		t.Errorf("groups within: %v, %v", got, err)
	}
	err := w.File(t.Context(), stranger, optional.Set([]uuid.UUID{c.ID}), func(context.Context) (int64, error) { return theirs, nil })
	if refusal(err, "collections") != "collection.unknown" {
		t.Errorf("file: %v", err)
	}
	found, err := w.Search(t.Context(), w.by, collections.Query{})
	if err != nil || len(found.Items) != 1 || found.Items[0].Name != "Crafts" || !slices.Equal(found.Items[0].Groups, []int64{group}) {
		t.Errorf("afterwards: %+v, %v", found.Items, err)
	}
}

func TestACollectionKeepsWhatAnUpdateDoesNotGive(t *testing.T) {
	w := open(t)
	a, b := w.group(w.by, "A"), w.group(w.by, "B")
	c := w.make(w.by, "  Crafts ", true, b, a, b)
	got, err := w.Update(t.Context(), w.by, c.ID, collections.Input{Description: optional.Set(" All of it ")})
	if err != nil || got.Name != "Crafts" || got.Description != "All of it" || !got.Public || !slices.Equal(got.Groups, []int64{a, b}) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err = w.Update(t.Context(), w.by, c.ID, collections.Input{Groups: optional.Set([]int64{})}); err != nil || len(got.Groups) != 0 {
		t.Errorf("emptied: %+v, %v", got, err)
	}
	if err := w.Delete(t.Context(), w.by, c.ID); err != nil {
		t.Fatal(err)
	}
	if n := w.number("select count(*) from groups"); n != 2 {
		t.Errorf("%d groups are left", n)
	}
	if n := w.number("select count(*) from audit_events where object_id = $1 and action in ('collection.created', 'collection.updated', 'collection.deleted')", c.ID.String()); n != 4 {
		t.Errorf("%d events", n)
	}
}

func TestWrongFieldsOfACollectionAreNamedTogether(t *testing.T) {
	w := open(t)
	_, err := w.Create(t.Context(), w.by, collections.Input{
		Name: optional.Set(" "), Description: optional.Set(strings.Repeat("ä", 5001)), Groups: optional.Set(make1001()),
	})
	for field, code := range map[string]string{"name": "required", "description": "too_long", "groups": "too_many"} {
		if refusal(err, field) != code {
			t.Errorf("%s: %v", field, err)
		}
	}
	for name, code := range map[string]string{strings.Repeat("ä", 256): "too_long", "a\x00": "invalid", "\xff": "invalid"} {
		if _, err := w.Create(t.Context(), w.by, collections.Input{Name: optional.Set(name)}); refusal(err, "name") != code {
			t.Errorf("%q: %v", name, err)
		}
	}
	viewer := w.by
	viewer.Role = access.Viewer
	if _, err := w.Create(t.Context(), viewer, collections.Input{Name: optional.Set("x")}); !errors.Is(err, access.ErrDenied) {
		t.Errorf("a viewer: %v", err)
	}
}

func make1001() (ids []int64) {
	for i := range int64(1001) {
		ids = append(ids, i+1)
	}
	return ids
}

func TestCollectionsAreSearchedSortedAndPaged(t *testing.T) {
	w := open(t)
	a, b := w.group(w.by, "A"), w.group(w.by, "B")
	w.make(w.by, "beta", true, a, b)
	first := w.make(w.by, "Alpha", false)
	w.make(w.by, "Café", true, a)
	yes := true
	for _, c := range []struct {
		q     collections.Query
		want  string
		total int64
	}{
		{collections.Query{}, "Alpha beta Café", 3},
		{collections.Query{Sort: "-name"}, "Café beta Alpha", 3},
		{collections.Query{Sort: "groups_count"}, "Alpha Café beta", 3},
		{collections.Query{Sort: "-groups_count"}, "beta Café Alpha", 3},
		{collections.Query{Sort: "public"}, "Alpha beta Café", 3},
		{collections.Query{Sort: "-public"}, "beta Café Alpha", 3},
		{collections.Query{Name: "CAFE"}, "Café", 1},
		{collections.Query{Name: "%"}, "", 0},
		{collections.Query{Public: &yes}, "beta Café", 2},
		{collections.Query{IDs: []uuid.UUID{}}, "", 0},
		{collections.Query{IDs: []uuid.UUID{first.ID}}, "Alpha", 1},
		{collections.Query{Without: []uuid.UUID{first.ID}}, "beta Café", 2},
		{collections.Query{Page: page.Request{Number: 2, Size: 2}}, "Café", 3},
	} {
		if got, total := w.search(w.by, c.q); got != c.want || total != c.total {
			t.Errorf("%+v: %q, %d; want %q, %d", c.q, got, total, c.want, c.total)
		}
	}
}

func TestFilingAGroupDoesAllOrNothing(t *testing.T) {
	w := open(t)
	before, after := w.make(w.by, "Before", false), w.make(w.by, "After", false)
	group := w.group(w.by, "Weaving")
	file := func(ids ...uuid.UUID) error {
		return w.File(t.Context(), w.by, optional.Set(ids), func(ctx context.Context) (int64, error) {
			err := pg.AmbientTx(ctx, w.pool, w.by.DepartmentID, func(ctx context.Context, tx pgx.Tx) error {
				_, err := tx.Exec(ctx, "update groups set name = name || '+' where id = $1", group)
				return err
			})
			return group, err
		})
	}
	if err := errors.Join(file(before.ID, before.ID), file(after.ID)); err != nil {
		t.Fatal(err)
	}
	if err := file(before.ID, uuid.New()); refusal(err, "collections") != "collection.unknown" {
		t.Errorf("an unknown one: %v", err)
	}
	got, err := w.OfGroups(t.Context(), w.by, group)
	if err != nil || !slices.Equal(got[group], []uuid.UUID{after.ID}) {
		t.Errorf("is in %v, %v", got, err)
	}
	if n := w.number("select count(*) from groups where name = 'Weaving++'"); n != 1 {
		t.Error("the group was written although it could not be filed")
	}
	within, err := w.Within(t.Context(), w.by, []uuid.UUID{before.ID, after.ID}, []int64{group, 1 << 40})
	if err != nil || !slices.Equal(within, []int64{group}) {
		t.Errorf("within: %v, %v", within, err)
	}
	if n := w.number("select count(*) from audit_events where action = 'group.filed' and object_id = $1", fmt.Sprint(group)); n != 2 {
		t.Errorf("%d events", n)
	}
}

func TestTheLimitOfGroupsHoldsAgainstFilingAtOnce(t *testing.T) {
	w := open(t)
	c := w.make(w.by, "Full", false)
	w.number(`with g as (insert into groups (department_id, name, course_name, created_at, updated_at)
		select $1, 'g' || i, 'g', now(), now() from generate_series(1, 1005) i returning id),
		f as (insert into collection_groups (department_id, collection_id, group_id) select $1, $2, id from g order by id limit 999 returning 1)
		select count(*) from f`, w.by.DepartmentID, c.ID)
	last := w.number("select max(id) from groups")
	// All have written before the first of them commits.
	written := make(chan struct{})
	var ready, all sync.WaitGroup
	ready.Add(6)
	outcomes := make([]error, 6)
	for i := range outcomes {
		all.Go(func() {
			outcomes[i] = w.File(t.Context(), w.by, optional.Set([]uuid.UUID{c.ID}), func(context.Context) (int64, error) {
				ready.Done()
				<-written
				return last - int64(i), nil
			})
		})
	}
	ready.Wait()
	close(written)
	all.Wait()
	filed := 0
	for _, err := range outcomes {
		if err == nil {
			filed++
		} else if refusal(err, "collections") != "too_many" {
			t.Error(err)
		}
	}
	if n := w.number("select count(*) from collection_groups"); filed != 1 || n != 1000 {
		t.Errorf("%d were filed, the collection has %d groups; want one and 1000", filed, n)
	}
}

func TestStrangersFindActiveGroupsOfPublicCollectionsOnly(t *testing.T) {
	w := open(t)
	stranger, gone := w.department(), w.department()
	weaving, spinning, hidden, archived, none := w.group(w.by, "Weaving"), w.group(stranger, "Café"), w.group(w.by, "Hidden"), w.group(w.by, "Archived"), w.group(gone, "None")
	w.make(w.by, "Public", true, weaving, archived)
	w.make(w.by, "Public too", true, weaving)
	w.make(w.by, "Private", false, hidden)
	w.make(stranger, "Theirs", true, spinning)
	w.make(gone, "Gone", true, none)
	w.number("with x as (update groups set state = 'archived' where id = $1 returning 1) select count(*) from x", archived)
	w.number("with x as (update departments set deleted_at = now() where id = $1 returning 1) select count(*) from x", gone.DepartmentID)
	for _, c := range []struct {
		q    collections.PublicQuery
		want []int64
	}{
		{collections.PublicQuery{}, []int64{spinning, weaving}},
		{collections.PublicQuery{CourseName: "cafe"}, []int64{spinning}},
		{collections.PublicQuery{IssuerID: w.by.DepartmentID}, []int64{weaving}},
		{collections.PublicQuery{Language: "xx"}, nil},
	} {
		if got, err := w.SearchPublic(t.Context(), c.q); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v, %v; want %v", c.q, got, err, c.want)
		}
	}
}
