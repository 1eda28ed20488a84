package embeds_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"laurel/internal/accounts/access"
	"laurel/internal/design/embeds"
	"laurel/internal/platform/errs"
)

func TestOriginsAreKeptAsBrowsersWriteThem(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.administrator(t)
	for given, want := range map[string]string{
		"https://a.example":              "https://a.example",
		" HTTPS://B.Example:443/ ":       "https://b.example",
		"https://c.example:8443":         "https://c.example:8443",
		"http://localhost:3000":          "http://localhost:3000",
		"http://app.localhost":           "http://app.localhost",
		"http://127.0.0.1:80":            "http://127.0.0.1",
		"https://xn--mnchen-3ya.example": "https://xn--mnchen-3ya.example",
	} {
		if o, err := w.AddOrigin(t.Context(), by, given); err != nil || o.Origin != want {
			t.Errorf("%q: %q, %v; want %q", given, o.Origin, err, want)
		}
	}
}

func TestWhatIsNoSafeOriginIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.administrator(t)
	for _, given := range []string{
		"", "*", "null", "https://*", "https://*.example", "https://", "a.example", "//a.example", "http://a.example", "ftp://a.example",
		"https://a.example/path", "https://a.example?x", "https://a.example?", "https://a.example#x", "https://u:p@a.example", "https://a.example:",
		"https://a.example:0", "https://a.example:70000", "https://a..example", "https://a.example.", "https://[::1]", "https://münchen.example",
		"https://a.example; script-src *", "https://a.example 'self'", "https://a.example,b.example", "javascript:alert(1)",
		"data:text/html,x", "http://localhost.example", "http://10.0.0.1", "https:a.example",
	} {
		if _, err := w.AddOrigin(t.Context(), by, given); errs.KindOf(err) != errs.Invalid {
			t.Errorf("%q: %v", given, err)
		}
	}
}

func TestOriginsBelongToTheirDepartment(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by, other := w.administrator(t), w.administrator(t)
	o := w.origin(t, by, "https://a.example")
	if _, err := w.AddOrigin(t.Context(), by, "https://A.example/"); !errors.Is(err, embeds.ErrOriginTaken) {
		t.Errorf("twice: %v", err)
	}
	if err := w.RemoveOrigin(t.Context(), other, o.ID); !errors.Is(err, embeds.ErrOriginNotFound) {
		t.Errorf("by another department: %v", err)
	}
	if got := w.parents(t, by.DepartmentID, ""); !slices.Equal(got, []string{"https://a.example", host}) {
		t.Errorf("may hold it: %v", got)
	}
	if err := w.RemoveOrigin(t.Context(), by, o.ID); err != nil {
		t.Fatal(err)
	}
	if got := w.parents(t, by.DepartmentID, ""); !slices.Equal(got, []string{host}) {
		t.Errorf("may hold it afterwards: %v", got)
	}
	settings, err := w.Settings(t.Context(), by)
	if err != nil || len(settings.Origins) != 1 || settings.PlainContract {
		t.Errorf("%+v, %v", settings, err)
	}
}

func (w *world) parents(t *testing.T, departmentID int64, secret string) []string {
	t.Helper()
	got, err := w.Parents(t.Context(), departmentID, secret)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestNobodyMayHoldTheMakerOfAnUnknownDepartment(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.administrator(t)
	code := w.code(t, by, everything(0))
	if got := w.parents(t, 0, "Bearer "+code); !slices.Equal(got, []string{host}) {
		t.Errorf("with the code alone: %v", got)
	}
	for name, got := range map[string][]string{
		"nothing":            w.parents(t, 0, ""),
		"a wrong code":       w.parents(t, 0, code+"x"),
		"no such department": w.parents(t, 99999999, code),
		"an impossible one":  w.parents(t, -1, code),
	} {
		if len(got) != 0 {
			t.Errorf("%s: %v", name, got)
		}
	}
	w.run(t, by, "update departments set deleted_at = now() where id = $1", by.DepartmentID)
	if got := w.parents(t, by.DepartmentID, ""); len(got) != 0 {
		t.Errorf("a department that is gone: %v", got)
	}
}

func TestOnlyWhoManagesTheDepartmentSettlesThis(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.administrator(t)
	o := w.origin(t, by, "https://a.example")
	scopes, _ := access.NewScopes(access.AllScopes()...)
	for name, who := range map[string]access.Actor{
		"nobody":     {DepartmentID: by.DepartmentID},
		"a viewer":   {UserID: by.UserID, DepartmentID: by.DepartmentID, Role: access.Viewer},
		"a read key": {APIKeyID: 1, DepartmentID: by.DepartmentID, Role: access.KeyRead},
		"a maker":    {EmbedID: 1, DepartmentID: by.DepartmentID, Role: access.EmbeddedMaker, Scopes: scopes},
	} {
		_, settings := w.Settings(t.Context(), who)
		_, add := w.AddOrigin(t.Context(), who, "https://b.example")
		_, allow := w.AllowPlainContract(t.Context(), who, true)
		for what, err := range map[string]error{"reads": settings, "adds": add, "allows": allow, "removes": w.RemoveOrigin(t.Context(), who, o.ID)} {
			if kind := errs.KindOf(err); kind != errs.Forbidden && kind != errs.Unauthorized {
				t.Errorf("%s %s: %v", name, what, err)
			}
		}
	}
}

func TestTheListOfOriginsHasAnEndForParallelRequestsToo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.administrator(t)
	var made atomic.Int32
	var wg sync.WaitGroup
	for i := range 24 {
		wg.Go(func() {
			_, err := w.AddOrigin(t.Context(), by, fmt.Sprintf("https://h%d.example", i))
			switch {
			case err == nil:
				made.Add(1)
			case !errors.Is(err, embeds.ErrTooManyOrigins):
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if made.Load() != 19 { // and host
		t.Errorf("%d more, want 19", made.Load())
	}
}
