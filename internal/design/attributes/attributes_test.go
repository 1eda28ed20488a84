package attributes_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/design/attributes"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// shown are the keys that designs show.
type shown map[string]bool

func (s shown) AttributeUsed(_ context.Context, _ pgx.Tx, _ int64, key string) (bool, error) {
	return s[key], nil
}

func (s shown) AttributeCount(_ context.Context, _ pgx.Tx, _ int64, key string, _ int) (int64, error) {
	if s[key] {
		return 1, nil
	}
	return 0, nil
}

type world struct {
	*attributes.Service
	pool  *pgxpool.Pool
	shown shown
}

func newWorld(t *testing.T) world {
	t.Helper()
	pool, used := dbtest.Pool(t), shown{}
	c := clock.NewFake(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))
	return world{attributes.New(pool, c, audit.New(c), used), pool, used}
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

func (w world) create(t *testing.T, by access.Actor, name, kind string) attributes.Attribute {
	t.Helper()
	made, err := w.Create(t.Context(), by, attributes.Create{Name: name, Kind: kind})
	if err != nil {
		t.Fatalf("create %q: %v", name, err)
	}
	return made
}

func TestCreateDerivesKeyAndKind(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	for _, tc := range []struct {
		name, kind, key string
		want            attributes.Kind
		draft           bool
	}{
		{" Final  Score ", "", "final_score", attributes.Text, false},
		{"Birthday", "date", "birthday", attributes.Date, false},
		{"Portrait", " Image ", "portrait", attributes.Image, false},
		{"Tutor mail", "email", "tutor_mail", attributes.Email, false},
		{"Colour", "colour", "colour", attributes.Text, true},
		{"氏名", "text", "attribute_1", attributes.Text, false},
		{"住所", "text", "attribute_2", attributes.Text, false},
	} {
		got := w.create(t, by, tc.name, tc.kind)
		if got.Key != tc.key || got.Kind != tc.want || got.Draft != tc.draft || got.Tag() != "[custom."+tc.key+"]" {
			t.Errorf("create %q as %q gave %+v", tc.name, tc.kind, got)
		}
	}
}

func TestAKeyIsGivenOnceInADepartment(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by, other := w.department(t, access.Administrator), w.department(t, access.Administrator)
	w.create(t, by, "Final score", "text")
	w.create(t, by, "氏名", "text")
	for _, name := range []string{"Final score", "final-SCORE", "1 final score", "氏名", "attribute 1"} {
		if _, err := w.Create(t.Context(), by, attributes.Create{Name: name}); !errors.Is(err, attributes.ErrDuplicate) {
			t.Errorf("create %q: %v, want a duplicate", name, err)
		}
	}
	w.create(t, other, "Final score", "text")
	second := w.create(t, by, "Remarks", "text")
	name := "Final Score"
	if _, err := w.Update(t.Context(), by, attributes.Update{ID: second.ID, Name: &name}); !errors.Is(err, attributes.ErrDuplicate) {
		t.Errorf("rename: %v, want a duplicate", err)
	}
}

func TestWrongNamesAreRefusedAtTheField(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	_, err := w.Create(t.Context(), by, attributes.Create{Name: "Student-Name"})
	var refusal *errs.Error
	if !errors.As(err, &refusal) || refusal.Kind != errs.Invalid || refusal.Fields["name"][0].Code != "attribute.reserved" {
		t.Errorf("got %v", err)
	}
}

func TestUpdateRenamesAndKeepsTheKey(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	a := w.create(t, by, "Score", "colour")
	name := "Result"
	got, err := w.Update(t.Context(), by, attributes.Update{ID: a.ID, Name: &name, Kind: "date", Parent: "custom"})
	if err != nil || got.Name != "Result" || got.Key != "score" || got.Kind != attributes.Date || got.Draft {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestBuiltInAttributesCannotBeUpdated(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	a := w.create(t, by, "Score", "")
	name := "Mine now"
	for _, in := range []attributes.Update{
		{Name: &name, Parent: "recipient"}, {Name: &name, Parent: "custom"}, {ID: a.ID, Name: &name, Parent: "recipient"},
	} {
		if _, err := w.Update(t.Context(), by, in); !errors.Is(err, attributes.ErrNotCustom) {
			t.Errorf("update %+v: %v", in, err)
		}
	}
}

func TestAnAttributeThatADesignShowsStays(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	a := w.create(t, by, "Score", "text")
	w.shown["score"] = true
	if err := w.Delete(t.Context(), by, a.ID); !errors.Is(err, attributes.ErrInUse) {
		t.Errorf("delete: %v", err)
	}
	if _, err := w.Update(t.Context(), by, attributes.Update{ID: a.ID, Kind: "image"}); !errors.Is(err, attributes.ErrInUse) {
		t.Errorf("turn into a picture: %v", err)
	}
	if _, err := w.Update(t.Context(), by, attributes.Update{ID: a.ID, Kind: "date"}); err != nil {
		t.Errorf("turn into a date: %v", err)
	}
	w.shown["score"] = false
	if err := w.Delete(t.Context(), by, a.ID); err != nil {
		t.Errorf("delete unused: %v", err)
	}
	if err := w.Delete(t.Context(), by, a.ID); !errors.Is(err, attributes.ErrNotFound) {
		t.Errorf("delete again: %v", err)
	}
}

func TestAnotherDepartmentsAttributeIsNotFound(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by, other := w.department(t, access.Administrator), w.department(t, access.Administrator)
	a := w.create(t, by, "Score", "")
	name := "Taken over"
	if _, err := w.Update(t.Context(), other, attributes.Update{ID: a.ID, Name: &name}); !errors.Is(err, attributes.ErrNotFound) {
		t.Errorf("update: %v", err)
	}
	if err := w.Delete(t.Context(), other, a.ID); !errors.Is(err, attributes.ErrNotFound) {
		t.Errorf("delete: %v", err)
	}
	if all, err := w.ListCustom(t.Context(), other); err != nil || len(all) != 0 {
		t.Errorf("list: %v, %v", all, err)
	}
}

func TestViewersReadOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Viewer)
	name := "Score"
	for what, err := range map[string]error{
		"create": func() error { _, err := w.Create(t.Context(), by, attributes.Create{Name: name}); return err }(),
		"update": func() error { _, err := w.Update(t.Context(), by, attributes.Update{ID: 1, Name: &name}); return err }(),
		"delete": w.Delete(t.Context(), by, 1),
	} {
		if !errors.Is(err, access.ErrDenied) {
			t.Errorf("%s: %v", what, err)
		}
	}
	all, err := w.List(t.Context(), by)
	if err != nil || len(all) != len(attributes.BuiltIn()) {
		t.Errorf("list: %d, %v", len(all), err)
	}
}

func TestSearchByNameAndKindInPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	for _, name := range []string{"Score A", "score b", "Score_c"} {
		w.create(t, by, name, "text")
	}
	w.create(t, by, "Score day", "date")
	for _, tc := range []struct {
		q     attributes.Query
		want  int
		total int64
	}{
		{attributes.Query{}, 4, 4},
		{attributes.Query{Name: "SCORE"}, 4, 4},
		{attributes.Query{Name: "score", Kind: "Text"}, 3, 3},
		{attributes.Query{Kind: "date"}, 1, 1},
		{attributes.Query{Kind: "unknown"}, 0, 0},
		{attributes.Query{Name: "_"}, 1, 1},
		{attributes.Query{Name: "%"}, 0, 0},
		{attributes.Query{Page: page.Request{Number: 2, Size: 3}}, 1, 4},
		{attributes.Query{Page: page.Request{Number: 9, Size: 3}}, 0, 4},
	} {
		got, err := w.Search(t.Context(), by, tc.q)
		if err != nil || len(got.Items) != tc.want || got.Total != tc.total {
			t.Errorf("%+v: %d of %d, %v", tc.q, len(got.Items), got.Total, err)
		}
	}
}

func TestOfManyWhoAddTheSameNameOneSucceeds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	var group sync.WaitGroup
	results := make([]error, 8)
	for i := range results {
		group.Go(func() { _, results[i] = w.Create(t.Context(), by, attributes.Create{Name: "氏名"}) })
	}
	group.Wait()
	made := 0
	for _, err := range results {
		if err == nil {
			made++
		} else if !errors.Is(err, attributes.ErrDuplicate) {
			t.Error(err)
		}
	}
	if made != 1 {
		t.Errorf("%d were made", made)
	}
}

func TestADepartmentHasRoomForSoManyAttributes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	err := pg.InDepartment(t.Context(), w.pool, by.DepartmentID, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), `insert into attribute_keys (department_id, name, key, kind, created_at, updated_at)
			select $1, 'a' || n, 'a' || n, 'text', now(), now() from generate_series(1, $2) n`, by.DepartmentID, attributes.MaxCustom-1)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	w.create(t, by, "The last one", "text")
	if _, err := w.Create(t.Context(), by, attributes.Create{Name: "One more"}); !errors.Is(err, attributes.ErrTooMany) {
		t.Errorf("got %v", err)
	}
	if all, err := w.List(t.Context(), by); err != nil || len(all) != attributes.MaxCustom+len(attributes.BuiltIn()) {
		t.Errorf("%d are listed, %v", len(all), err)
	}
}
