package departments_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

const uploads = "https://files.example/laurel/public/1/"

// logos knows one upload, whose checked copy lies elsewhere.
func logos(_ context.Context, _ access.Actor, address string) (string, error) {
	if address != uploads+"logo.png" {
		return "", errs.New(errs.Invalid, "upload.foreign")
	}
	return uploads + "checked.png", nil
}

type world struct {
	*departments.Service
	pool *pgxpool.Pool
}

func newWorld(t *testing.T) *world {
	t.Helper()
	pool := dbtest.Pool(t)
	now := clock.NewFake(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	return &world{departments.New(pool, now, audit.New(now), logos), pool}
}

// person makes a user without any department.
func (w *world) person(t *testing.T, email string) access.Actor {
	t.Helper()
	var id int64
	err := pg.InSystem(t.Context(), w.pool, func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), "insert into users (email, created_at, updated_at) values ($1, now(), now()) returning id", email).Scan(&id)
	})
	if err != nil {
		t.Fatal(err)
	}
	return access.Actor{UserID: id}
}

// owner makes a user who works in a department of their own.
func (w *world) owner(t *testing.T, email string) access.Actor {
	t.Helper()
	by := w.person(t, email)
	d, err := w.Create(t.Context(), by, departments.Change{Name: new(email)})
	if err != nil {
		t.Fatal(err)
	}
	by.DepartmentID, by.Role = d.ID, access.Administrator
	return by
}

func (w *world) add(t *testing.T, by access.Actor, userID int64, role access.Role) error {
	t.Helper()
	return pg.InDepartment(t.Context(), w.pool, by.DepartmentID, func(tx pgx.Tx) error {
		return w.AddMemberTx(t.Context(), tx, by, userID, role)
	})
}

func TestNewDepartmentIsEmptyAndBelongsToItsMaker(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.person(t, "a@example.org")
	d, err := w.Create(t.Context(), by, departments.Change{})
	if err != nil || d.Name != "" || d.URL != "" || d.Logo != "" || d.Language != "en" || d.TimeZone != "UTC" || d.MetaData == nil {
		t.Fatalf("%+v, %v", d, err)
	}
	mine, err := w.Mine(t.Context(), by)
	if err != nil || len(mine) != 1 || mine[0].Department.ID != d.ID || mine[0].Role != access.Owner {
		t.Errorf("%+v, %v", mine, err)
	}
}

func TestUpdateChangesOnlyWhatIsGiven(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.owner(t, "a@example.org")
	all := departments.Change{
		Name: new("Académie"), URL: new("https://example.org/x"), Logo: new(uploads + "logo.png"), Description: new("d"),
		Language: new("fr"), TimeZone: new("Europe/Paris"), GeneratePrivateCredential: new(true), LinkedinCompanyID: new("42"),
		MetaData: map[string]any{"crm": "7"},
	}
	before, err := w.Update(t.Context(), by, 0, all)
	if err != nil {
		t.Fatal(err)
	}
	after, err := w.Update(t.Context(), by, by.DepartmentID, departments.Change{Name: new("Academy")})
	if err != nil || after.Name != "Academy" || after.URL != before.URL || after.Logo != before.Logo || after.TimeZone != "Europe/Paris" ||
		!after.GeneratePrivateCredential || after.MetaData["crm"] != "7" {
		t.Errorf("%+v, %v", after, err)
	}
	if read, err := w.Read(t.Context(), by, 0); err != nil || read.Name != "Academy" {
		t.Errorf("%+v, %v", read, err)
	}
}

func TestUpdateNamesEveryWrongField(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.owner(t, "a@example.org")
	long := strings.Repeat("é", 5001)
	cases := map[string]struct {
		change departments.Change
		fields []string
	}{
		"everything too long":   {departments.Change{Name: &long, Description: &long, LinkedinCompanyID: &long}, []string{"description", "linkedin_company_id", "name"}},
		"a name taken away":     {departments.Change{Name: new("")}, []string{"name"}},
		"unknown words":         {departments.Change{Language: new("tlh"), TimeZone: new("Local")}, []string{"language", "time_zone"}},
		"a script as link":      {departments.Change{URL: new("javascript:alert(1)")}, []string{"url"}},
		"a private link":        {departments.Change{URL: new("http://192.168.0.1/")}, []string{"url"}},
		"a loopback link":       {departments.Change{URL: new("http://[::ffff:127.0.0.1]/")}, []string{"url"}},
		"a short loopback link": {departments.Change{URL: new("http://127.1/")}, []string{"url"}},
		"a link with sign-in":   {departments.Change{URL: new("https://a:b@example.org/")}, []string{"url"}},
		"a local name":          {departments.Change{URL: new("http://localhost/")}, []string{"url"}},
		"a logo from elsewhere": {departments.Change{Logo: new("https://evil.example/logo.png")}, []string{"logo"}},
		"too much meta data":    {departments.Change{MetaData: map[string]any{"k": strings.Repeat("v", 501)}}, []string{"meta_data"}},
	}
	for name, c := range cases {
		_, err := w.Update(t.Context(), by, 0, c.change)
		var refusal *errs.Error
		if !errors.As(err, &refusal) || !slices.Equal(slices.Sorted(maps.Keys(refusal.Fields)), c.fields) {
			t.Errorf("%s: %v, want fields %v", name, err, c.fields)
		}
	}
}

func TestLinksThatMayStay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.owner(t, "a@example.org")
	for _, link := range []string{"", "https://example.org", "ftp://files.example.org/x", "http://8.8.8.8:8080/", "https://bücher.example/ü?q=1#f"} {
		if _, err := w.Update(t.Context(), by, 0, departments.Change{URL: &link}); err != nil {
			t.Errorf("%q: %v", link, err)
		}
	}
}

func TestOtherDepartmentsAreNotFound(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by, other := w.owner(t, "a@example.org"), w.owner(t, "b@example.org")
	key := access.Actor{APIKeyID: 1, DepartmentID: by.DepartmentID, Role: access.KeyWrite}
	for name, actor := range map[string]access.Actor{"a person": by, "a key": key} {
		for _, id := range []int64{other.DepartmentID, 999_999, -1} {
			_, read := w.Read(t.Context(), actor, id)
			_, update := w.Update(t.Context(), actor, id, departments.Change{Name: new("mine")})
			for verb, err := range map[string]error{"read": read, "update": update, "delete": w.Delete(t.Context(), actor, id)} {
				if !errors.Is(err, departments.ErrNotFound) {
					t.Errorf("%s, %s %d: %v", name, verb, id, err)
				}
			}
		}
	}
	if d, err := w.Read(t.Context(), other, 0); err != nil || d.Name != "b@example.org" {
		t.Errorf("the other department: %+v, %v", d, err)
	}
}

func TestPermissionIsAskedInTheDepartmentThatIsChanged(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by, other := w.owner(t, "a@example.org"), w.owner(t, "b@example.org")
	if err := w.add(t, other, by.UserID, access.Viewer); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Read(t.Context(), by, other.DepartmentID); err != nil {
		t.Errorf("a viewer reads: %v", err)
	}
	if _, err := w.Update(t.Context(), by, other.DepartmentID, departments.Change{Name: new("mine")}); !errors.Is(err, access.ErrDenied) {
		t.Errorf("a viewer updates: %v", err)
	}
	if err := w.Delete(t.Context(), by, other.DepartmentID); !errors.Is(err, access.ErrDenied) {
		t.Errorf("a viewer deletes: %v", err)
	}
	bound := by
	bound.Bound = true
	if _, err := w.Read(t.Context(), bound, other.DepartmentID); !errors.Is(err, departments.ErrNotFound) {
		t.Errorf("a bound session reads another department: %v", err)
	}
	if mine, err := w.Mine(t.Context(), bound); err != nil || len(mine) != 1 {
		t.Errorf("a bound session sees %d departments, %v", len(mine), err)
	}
}

func TestNobodyAndKeysMakeNoDepartment(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.owner(t, "a@example.org")
	key := access.Actor{APIKeyID: 1, DepartmentID: by.DepartmentID, Role: access.KeyWrite}
	if _, err := w.Create(t.Context(), access.Actor{}, departments.Change{}); !errors.Is(err, access.ErrNotSignedIn) {
		t.Errorf("nobody: %v", err)
	}
	if _, err := w.Create(t.Context(), key, departments.Change{}); !errors.Is(err, access.ErrDenied) {
		t.Errorf("a key: %v", err)
	}
	if err := w.Delete(t.Context(), key, by.DepartmentID); !errors.Is(err, access.ErrDenied) {
		t.Errorf("a key deletes: %v", err)
	}
	if mine, err := w.Mine(t.Context(), key); err != nil || len(mine) != 1 || mine[0].Department.ID != by.DepartmentID {
		t.Errorf("a key sees %+v, %v", mine, err)
	}
}

func TestDeletedDepartmentIsGoneButNeverTheLastOne(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.owner(t, "a@example.org")
	if err := w.Delete(t.Context(), by, by.DepartmentID); !errors.Is(err, departments.ErrOnlyOne) {
		t.Fatalf("the only department: %v", err)
	}
	second, err := w.Create(t.Context(), by, departments.Change{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Delete(t.Context(), by, second.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Read(t.Context(), by, second.ID); !errors.Is(err, departments.ErrNotFound) {
		t.Errorf("read after delete: %v", err)
	}
	if err := w.Delete(t.Context(), by, second.ID); !errors.Is(err, departments.ErrNotFound) {
		t.Errorf("second delete: %v", err)
	}
}

func TestMembersComeAndGo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by, guest := w.owner(t, "a@example.org"), w.person(t, "b@example.org")
	if err := w.add(t, by, guest.UserID, access.Viewer); err != nil {
		t.Fatal(err)
	}
	if err := w.add(t, by, guest.UserID, access.Viewer); !errors.Is(err, departments.ErrAlreadyMember) {
		t.Errorf("added twice: %v", err)
	}
	if err := w.RemoveMember(t.Context(), by, by.UserID); !errors.Is(err, access.ErrDenied) {
		t.Errorf("removed themselves: %v", err)
	}
	if err := w.RemoveMember(t.Context(), by, guest.UserID); err != nil {
		t.Error(err)
	}
	if err := w.RemoveMember(t.Context(), by, guest.UserID); !errors.Is(err, departments.ErrNotMember) {
		t.Errorf("removed twice: %v", err)
	}
	if _, err := w.Read(t.Context(), guest, by.DepartmentID); !errors.Is(err, departments.ErrNotFound) {
		t.Errorf("read after removal: %v", err)
	}
}
