package fonts_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/goregular"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/design/fonts"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/pg"
)

// bucket keeps files in memory.
type bucket map[string][]byte

func (b bucket) Get(_ context.Context, key string, _ int64) ([]byte, objects.Info, error) {
	data, ok := b[key]
	if !ok {
		return nil, objects.Info{}, objects.ErrNotFound
	}
	return data, objects.Info{}, nil
}

var turn sync.Mutex

func (b bucket) Put(_ context.Context, key, _ string, body []byte) error {
	turn.Lock()
	defer turn.Unlock()
	b[key] = body
	return nil
}

// sent are uploads by their key.
type sent map[string][]byte

var errForeign = errors.New("no upload of the department")

func (s sent) Read(_ context.Context, by access.Actor, key string) ([]byte, string, error) {
	data, ok := s[fmt.Sprint(by.DepartmentID, "/", key)]
	if !ok {
		return nil, "", errForeign
	}
	return data, key + ".ttf", nil
}

// browser loads every font but Go Italic.
type browser struct{}

func (browser) LoadsFont(_ context.Context, data []byte) (bool, error) {
	return !bytes.Contains(data, []byte("\x00G\x00o\x00 \x00I\x00t\x00a\x00l\x00i\x00c")), nil
}

type world struct {
	*fonts.Service
	pool  *pgxpool.Pool
	sent  sent
	files bucket
}

func newWorld(t *testing.T) world {
	t.Helper()
	pool, c := dbtest.Pool(t), clock.NewFake(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))
	w := world{pool: pool, sent: sent{}, files: bucket{}}
	w.Service = fonts.New(fonts.Deps{
		Pool: pool, Clock: c, Audit: audit.New(c), Uploads: w.sent, Files: w.files, Trial: browser{}, Added: fonts.In(t.TempDir()),
		Built: fstest.MapFS{"fonts/catalogue.json": {Data: []byte(`[{"name":"Lora","type":"google","weights":[400,"400i"],"fallback":"serif","scripts":["latin"]}]`)}},
	})
	return w
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

func (w world) add(t *testing.T, by access.Actor, name string, data []byte) (fonts.Font, error) {
	t.Helper()
	w.sent[fmt.Sprint(by.DepartmentID, "/file")] = data
	return w.Create(t.Context(), by, fonts.Create{Key: "file", Name: name, Licensed: true})
}

func (w world) names(t *testing.T, by access.Actor) string {
	t.Helper()
	all, err := w.List(t.Context(), by)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range all {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}

// set reports which files a design that is set in a font prints with.
func (w world) set(t *testing.T, departmentID int64, font string) []string {
	t.Helper()
	found, err := w.ForDesign(t.Context(), departmentID, fmt.Appendf(nil, `{"blocks":[{"font":%q},{"font":"Lora"},{"kind":"line"}]}`, font))
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, f := range found {
		for _, file := range f.Files {
			files = append(files, file.Hash)
		}
	}
	return files
}

func TestFilesOfOneFamilyBecomeOneFont(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	first, err := w.add(t, by, "", goregular.TTF)
	if err != nil || first.Name != "Go" || first.Kind != fonts.Custom || first.DepartmentID != by.DepartmentID {
		t.Fatalf("%+v, %v", first, err)
	}
	both, err := w.add(t, by, " go ", gobold.TTF)
	if err != nil || both.ID != first.ID || fmt.Sprint(both.Weights()) != "[400 600]" {
		t.Fatalf("%+v, %v", both, err)
	}
	if _, err := w.add(t, by, "Go", goregular.TTF); !errors.Is(err, fonts.ErrStyleTaken) {
		t.Errorf("the same weight once more: %v", err)
	}
	if got := w.names(t, by); got != "Go, Lora" {
		t.Errorf("listed: %s", got)
	}
	for _, file := range both.Files {
		if !bytes.Equal(w.files[strings.TrimPrefix(file.Address(), "/")][:4], goregular.TTF[:4]) {
			t.Errorf("nothing lies at %s", file.Address())
		}
	}
}

func TestAddingAFontIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by, viewer := w.department(t, access.Administrator), w.department(t, access.Viewer)
	for name, c := range map[string]struct {
		font string
		data []byte
		want error
	}{
		"a page":             {"X", []byte("<html>"), fonts.ErrNotAFont},
		"half a font":        {"X", goregular.TTF[:len(goregular.TTF)/2], fonts.ErrDamaged},
		"what does not load": {"X", goitalic.TTF, fonts.ErrDamaged},
		"a collection":       {"X", append([]byte("ttcf"), goregular.TTF...), fonts.ErrCollection},
		"a bundled name":     {"LORA", goregular.TTF, fonts.ErrNameTaken},
		"markup in the name": {`"><script>`, goregular.TTF, nil},
		"a long name":        {strings.Repeat("n", 101), goregular.TTF, nil},
	} {
		_, err := w.add(t, by, c.font, c.data)
		var told *errs.Error
		if !errors.As(err, &told) || c.want != nil && told.Code != c.want.(*errs.Error).Code { //nolint:forcetypeassert // both are refusals
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := w.add(t, viewer, "X", goregular.TTF); !errors.Is(err, access.ErrDenied) {
		t.Errorf("a viewer: %v", err)
	}
	if _, err := w.Create(t.Context(), by, fonts.Create{Key: "nothing", Licensed: true}); !errors.Is(err, errForeign) {
		t.Errorf("no upload: %v", err)
	}
	if got := w.names(t, by); got != "Lora" {
		t.Errorf("kept: %s", got)
	}
}

func TestDesignsFindAFontByEveryNameItEverHad(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by, stranger := w.department(t, access.Administrator), w.department(t, access.Administrator)
	font, err := w.add(t, by, "Brand", goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{font.Files[0].Hash}
	if _, err := w.Rename(t.Context(), by, font.ID, "House"); err != nil {
		t.Fatal(err)
	}
	if err := w.Delete(t.Context(), by, font.ID); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Brand", "brand", "HOUSE"} {
		if got := w.set(t, by.DepartmentID, name); !slices.Equal(got, want) {
			t.Errorf("%s prints with %v", name, got)
		}
		if got := w.set(t, stranger.DepartmentID, name); len(got) != 0 {
			t.Errorf("a stranger prints %s with %v", name, got)
		}
	}
	for _, name := range []string{"Brand", "House"} {
		if _, err := w.add(t, by, name, gobold.TTF); !errors.Is(err, fonts.ErrNameTaken) {
			t.Errorf("another font may be called %s: %v", name, err)
		}
		if _, err := w.add(t, stranger, name, gobold.TTF); err != nil {
			t.Errorf("a stranger's may not be called %s: %v", name, err)
		}
	}
}

func TestAFontThatADesignIsSetInStays(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	font, err := w.add(t, by, "Brand", goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	err = pg.InDepartment(t.Context(), w.pool, by.DepartmentID, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), `with d as (insert into designs (department_id, name, kind, size, orientation, created_at, updated_at)
				values ($1, 'D', 'certificate', 'a4', 'landscape', now(), now()) returning id),
			v as (insert into design_versions (department_id, design_id, number, uuid, document, document_hash, created_at)
				select $1, id, 1, gen_random_uuid(), '{"blocks":[{"kind":"line"},{"kind":"text","font":"BRAND"}]}', '', now() from d returning id)
			select id from v`, by.DepartmentID)
		if err != nil {
			return err
		}
		_, err = tx.Exec(t.Context(), "update designs set current_version_id = (select id from design_versions where design_id = designs.id)")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Rename(t.Context(), by, font.ID, "House"); err != nil {
		t.Fatal(err)
	}
	if err := w.Delete(t.Context(), by, font.ID); !errors.Is(err, fonts.ErrInUse) {
		t.Errorf("deleted: %v", err)
	}
}

func TestFontsOfOthersAreLikeNone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by, stranger := w.department(t, access.Administrator), w.department(t, access.Administrator)
	font, err := w.add(t, by, "Brand", goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	_, renamed := w.Rename(t.Context(), stranger, font.ID, "Mine")
	_, covered := w.Coverage(t.Context(), stranger, font.ID, "de")
	for what, err := range map[string]error{"rename": renamed, "delete": w.Delete(t.Context(), stranger, font.ID), "cover": covered} {
		if !errors.Is(err, fonts.ErrNotFound) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if got := w.names(t, stranger); got != "Lora" {
		t.Errorf("a stranger is shown %s", got)
	}
}

func TestCoverageNamesWhatIsMissing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	font, err := w.add(t, by, "Go", goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	german, err := w.Coverage(t.Context(), by, font.ID, "de")
	if err != nil || german.Lacks != 0 || german.Missing != "" || !slices.Contains(german.Languages, "de") || slices.Contains(german.Languages, "ja") {
		t.Errorf("German: %+v, %v", german, err)
	}
	hebrew, err := w.Coverage(t.Context(), by, font.ID, "he")
	if err != nil || hebrew.Lacks != 27 || hebrew.Needs != 27 || !strings.HasPrefix(hebrew.Missing, "אבג") {
		t.Errorf("Hebrew: %+v, %v", hebrew, err)
	}
	if chinese, err := w.Coverage(t.Context(), by, font.ID, "zh-cn"); err != nil || len([]rune(chinese.Missing)) != 200 || chinese.Lacks < 3000 {
		t.Errorf("Chinese: %d of %d, %v", len([]rune(chinese.Missing)), chinese.Lacks, err)
	}
	if _, err := w.Coverage(t.Context(), by, font.ID, "xx"); err == nil {
		t.Error("an unknown language is reported on")
	}
	if got := font.Scripts(); !slices.Contains(got, "cyrillic") || !slices.Contains(got, "greek") || slices.Contains(got, "arabic") {
		t.Errorf("scripts %v", got)
	}
}

func TestTwoWhoNameAFontAlikeMakeOne(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	w.sent[fmt.Sprint(by.DepartmentID, "/a")], w.sent[fmt.Sprint(by.DepartmentID, "/b")] = goregular.TTF, gobold.TTF
	var all sync.WaitGroup
	for _, key := range []string{"a", "b"} {
		all.Go(func() {
			if _, err := w.Create(context.WithoutCancel(t.Context()), by, fonts.Create{Key: key, Name: "Brand", Licensed: true}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got := w.names(t, by); got != "Brand, Lora" {
		t.Errorf("made %s", got)
	}
}
