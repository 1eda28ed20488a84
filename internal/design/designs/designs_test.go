package designs_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/design/designs"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

const line = `{"kind":"line","top":"1%","left":"1%","image_width":"50%","image_height":"3%"}`

func TestANewDesignIsABlankPageUntilItSaysOtherwise(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	d := w.create(t, by, `{"name":"  First  "}`)
	if d.Name != "First" || d.Kind != designs.Certificate || d.Size != "us-letter" || d.Orientation != "landscape" || d.Language != "en" ||
		d.Version != 1 || d.ID == 0 || d.VersionID == 0 || d.DepartmentID != by.DepartmentID {
		t.Errorf("got %+v", d.Summary)
	}
	if badge := w.create(t, by, `{"name":"B","kind":"badge"}`); badge.Size != "badge" {
		t.Errorf("badge of size %q", badge.Size)
	}
}

func TestUnknownKeysSurviveARoundTripAndOursDoNot(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	d := w.create(t, by, `{"name":"N","id":7,"department_id":9,"credentials_count":5,"encoded_content":"{}","mine":{"a":[1.50,"x"]},
		"blocks":[{"kind":"line","top":"1%","left":"1%","image_width":"50%","image_height":"3%","z_index":40,"yours":true},`+line+`]}`)
	again, err := w.Update(t.Context(), by, d.ID, designs.Save{Design: withName(t, d)})
	if err != nil {
		t.Fatal(explain(err))
	}
	doc := decoded(t, again.Document)
	blocks := doc["blocks"].([]any)
	first, second := blocks[0].(map[string]any), blocks[1].(map[string]any)
	if fmt.Sprint(doc["mine"]) != "map[a:[1.5 x]]" || first["yours"] != true || first["z_index"] != 0.0 || second["z_index"] != 1.0 {
		t.Errorf("got %s", again.Document)
	}
	for _, ours := range []string{"id", "name", "department_id", "credentials_count", "encoded_content"} {
		if _, kept := doc[ours]; kept {
			t.Errorf("%s is kept in %s", ours, again.Document)
		}
	}
}

// withName is a design as a client sends it back.
func withName(t *testing.T, d designs.Design) json.RawMessage {
	t.Helper()
	doc := decoded(t, d.Document)
	doc["name"], doc["id"], doc["version"] = d.Name, d.ID, d.Version
	data, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestANameIsNeeded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	d := w.create(t, by, `{"name":"N"}`)
	for name, tc := range map[string]struct{ design, code string }{
		"missing":  {`{"blocks":[]}`, "design.name_required"},
		"null":     {`{"name":null}`, "design.name_required"},
		"blank":    {`{"name":"  "}`, "design.name_required"},
		"a number": {`{"name":5}`, "wrong_type"},
		"too long": {`{"name":"` + strings.Repeat("é", 256) + `"}`, "too_long"},
	} {
		_, err := w.Create(t.Context(), by, designs.Save{Design: json.RawMessage(tc.design)})
		if got := fieldsOf(err); len(got) != 1 || got["design.name"] != tc.code {
			t.Errorf("create, %s: %v", name, explain(err))
		}
		_, err = w.Update(t.Context(), by, d.ID, designs.Save{Design: json.RawMessage(tc.design)})
		if missing := name == "missing" || name == "null"; missing && err != nil || !missing && fieldsOf(err)["design.name"] != tc.code {
			t.Errorf("update, %s: %v", name, explain(err))
		}
	}
	longest := strings.Repeat("/", 255)
	if got := w.create(t, by, `{"name":"`+longest+`"}`); designs.PlainName(got.Name) != longest {
		t.Errorf("255 characters that are escaped: %q", got.Name)
	}
}

func TestAnEscapedNameComesBackAsItWas(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	d := w.create(t, by, `{"name":"R&D <Master's>"}`)
	again, err := w.Update(t.Context(), by, d.ID, designs.Save{Design: withName(t, d)})
	if err != nil || d.Name != "R&amp;D &lt;Master&#x27;s&gt;" || again.Name != d.Name {
		t.Errorf("%q, then %q, %v", d.Name, again.Name, err)
	}
}

func TestASaveMakesAVersionThatNeverChanges(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	first := w.create(t, by, `{"name":"N","blocks":[`+line+`]}`)
	second, err := w.Update(t.Context(), by, first.ID, designs.Save{Design: json.RawMessage(`{"name":"N","size":"a4","blocks":[]}`), Version: 1})
	if err != nil || second.Version != 2 || second.VersionID == first.VersionID || second.VersionUUID == first.VersionUUID || second.Size != "a4" {
		t.Fatalf("got %+v, %v", second.Summary, err)
	}
	err = pg.InDepartment(t.Context(), w.pool, by.DepartmentID, func(tx pgx.Tx) error {
		old, err := w.Version(t.Context(), tx, first.VersionID)
		if err != nil || old.Number != 1 || old.Size != "us-letter" || !strings.Contains(string(old.Document), `"line"`) {
			t.Errorf("old version: %+v, %v", old, err)
		}
		byUUID, err := w.VersionByUUID(t.Context(), tx, second.VersionUUID)
		current, err2 := w.CurrentVersion(t.Context(), tx, by.DepartmentID, first.ID)
		if err != nil || err2 != nil || byUUID.ID != second.VersionID || current.ID != second.VersionID {
			t.Errorf("current version: %+v, %+v, %v, %v", byUUID, current, err, err2)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAChangeWithoutBlocksKeepsTheRest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	d := w.create(t, by, `{"name":"N","size":"a4","background_color":"#ffeedd","meta_data":{"k":"v"},"blocks":[`+line+`]}`)
	d, err := w.Update(t.Context(), by, d.ID, designs.Save{Design: json.RawMessage(`{"name":"Renamed"}`)})
	doc := decoded(t, d.Document)
	if err != nil || d.Name != "Renamed" || d.Size != "a4" || d.MetaData["k"] != "v" || doc["background_color"] != "#ffeedd" || len(doc["blocks"].([]any)) != 1 {
		t.Errorf("got %+v %s, %v", d.Summary, d.Document, err)
	}
	d, err = w.Update(t.Context(), by, d.ID, designs.Save{Design: json.RawMessage(`{"name":"Renamed","blocks":[]}`)})
	if _, kept := decoded(t, d.Document)["background_color"]; err != nil || kept || d.Size != "a4" {
		t.Errorf("a whole document: %s, %v", d.Document, err)
	}
}

func TestOfTwoWhoSaveAtTheSameTimeOneIsTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	d := w.create(t, by, `{"name":"N"}`)
	var group sync.WaitGroup
	results := make([]error, 6)
	for i := range results {
		group.Go(func() {
			_, results[i] = w.Update(t.Context(), by, d.ID, designs.Save{Design: json.RawMessage(`{"name":"N","blocks":[]}`), Version: 1})
		})
	}
	group.Wait()
	saved := 0
	for _, err := range results {
		if err == nil {
			saved++
		} else if !errors.Is(err, designs.ErrChanged) {
			t.Error(err)
		}
	}
	if saved != 1 {
		t.Errorf("%d were saved", saved)
	}
}

func TestADesignOfIssuedCredentialsAsksFirst(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	d := w.create(t, by, `{"name":"N"}`)
	w.issued[d.ID] = 3
	_, err := w.Update(t.Context(), by, d.ID, designs.Save{Design: json.RawMessage(`{"blocks":[]}`)})
	var refusal *errs.Error
	if !errors.As(err, &refusal) || !errors.Is(err, designs.ErrUsed) || refusal.Params["count"] != 3 {
		t.Errorf("without a word: %v", err)
	}
	after, err := w.Update(t.Context(), by, d.ID, designs.Save{Design: json.RawMessage(`{"blocks":[]}`), Confirm: true})
	if err != nil || after.Version != 2 || after.CredentialsCount != 3 {
		t.Errorf("confirmed: %+v, %v", after.Summary, err)
	}
}

func TestADesignInUseStays(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	d := w.create(t, by, `{"name":"N"}`)
	if _, err := w.Update(t.Context(), by, d.ID, designs.Save{Design: json.RawMessage(`{"blocks":[]}`)}); err != nil {
		t.Fatal(err)
	}
	w.exec(t, by, `insert into groups (department_id, name, course_name, certificate_design_id, created_at, updated_at) values ($1, 'g', 'g', $2, now(), now())`, by.DepartmentID, d.ID)
	if err := w.Delete(t.Context(), by, d.ID); !errors.Is(err, designs.ErrInUse) {
		t.Errorf("used by a group: %v", err)
	}
	w.exec(t, by, `update groups set certificate_design_id = null`)
	w.exec(t, by, `insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key, state, certificate_version_id, created_at, updated_at)
		select $1, id, gen_random_uuid(), 'abc12345', 'Ana', 'ana@example.com', '2026-01-01', false, 'k', 'published', $2, now(), now() from groups`, by.DepartmentID, d.VersionID)
	if err := w.Delete(t.Context(), by, d.ID); !errors.Is(err, designs.ErrInUse) {
		t.Errorf("used by a credential: %v", err)
	}
	w.exec(t, by, `delete from credentials`)
	if err := w.Delete(t.Context(), by, d.ID); err != nil {
		t.Errorf("used by nothing: %v", err)
	}
	if err := w.Delete(t.Context(), by, d.ID); !errors.Is(err, designs.ErrNotFound) {
		t.Errorf("gone: %v", err)
	}
}

func TestACopyIsADesignOfItsOwn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	d := w.create(t, by, `{"name":"`+strings.Repeat("&", 255)+`","mine":1,"blocks":[`+line+`]}`)
	c, err := w.Copy(t.Context(), by, d.ID)
	if err != nil || c.ID == d.ID || c.Version != 1 || !strings.HasPrefix(c.Name, "Copy &amp;") || string(c.Document) != string(d.Document) {
		t.Errorf("got %+v %s, %v", c.Summary, c.Document, err)
	}
}

func TestWhatAnotherDepartmentHasIsNotFound(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by, other := w.department(t, access.Administrator), w.department(t, access.Administrator)
	d := w.create(t, by, `{"name":"N"}`)
	for _, id := range []int64{d.ID, d.ID + 1000} {
		_, read := w.Read(t.Context(), other, id)
		_, update := w.Update(t.Context(), other, id, designs.Save{Design: json.RawMessage(`{"name":"mine"}`)})
		_, copied := w.Copy(t.Context(), other, id)
		for what, err := range map[string]error{"read": read, "update": update, "copy": copied, "delete": w.Delete(t.Context(), other, id)} {
			if !errors.Is(err, designs.ErrNotFound) {
				t.Errorf("%s %d: %v", what, id, err)
			}
		}
	}
	err := pg.InDepartment(t.Context(), w.pool, other.DepartmentID, func(tx pgx.Tx) error {
		_, err := w.Version(t.Context(), tx, d.VersionID)
		return err
	})
	if !errors.Is(err, designs.ErrNotFound) {
		t.Errorf("version: %v", err)
	}
	for _, q := range []designs.Query{{}, {Identifier: fmt.Sprint(d.ID)}, {Text: "N"}} {
		if found, err := w.List(t.Context(), other, q); err != nil || found.Total != 0 || len(found.Items) != 0 {
			t.Errorf("list %+v: %+v, %v", q, found, err)
		}
	}
}

func TestViewersReadOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	d := w.create(t, by, `{"name":"N"}`)
	by.Role = access.Viewer
	_, create := w.Create(t.Context(), by, designs.Save{Design: json.RawMessage(`{"name":"x"}`)})
	_, update := w.Update(t.Context(), by, d.ID, designs.Save{Design: json.RawMessage(`{"name":"x"}`)})
	_, copied := w.Copy(t.Context(), by, d.ID)
	for what, err := range map[string]error{"create": create, "update": update, "copy": copied, "delete": w.Delete(t.Context(), by, d.ID)} {
		if !errors.Is(err, access.ErrDenied) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := w.Read(t.Context(), by, d.ID); err != nil {
		t.Error(err)
	}
}

func TestListFiltersSortsAndPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	var ids []int64
	for _, design := range []string{
		`{"name":"Beta & Co","size":"a4"}`, `{"name":"alpha","language":"ar"}`, `{"name":"Gamma","kind":"badge"}`, `{"name":"delta_1","orientation":"portrait"}`,
	} {
		ids = append(ids, w.create(t, by, design).ID)
		w.clock.Advance(1e9)
	}
	for name, tc := range map[string]struct {
		q    designs.Query
		want string
	}{
		"last changed first":   {designs.Query{}, "delta_1 Gamma alpha Beta"},
		"by name":              {designs.Query{Sort: "name"}, "alpha Beta delta_1 Gamma"},
		"by name, turned":      {designs.Query{Sort: "-name"}, "Gamma delta_1 Beta alpha"},
		"oldest first":         {designs.Query{Sort: "created_at"}, "Beta alpha Gamma delta_1"},
		"unknown order":        {designs.Query{Sort: "name; drop table designs"}, "delta_1 Gamma alpha Beta"},
		"kind":                 {designs.Query{Kind: "badge"}, "Gamma"},
		"kind in the plural":   {designs.Query{Kind: "Certificates"}, "delta_1 alpha Beta"},
		"size":                 {designs.Query{Size: "a4"}, "Beta"},
		"language":             {designs.Query{Language: "ar"}, "alpha"},
		"orientation":          {designs.Query{Orientation: "portrait"}, "delta_1"},
		"id":                   {designs.Query{Identifier: fmt.Sprint(ids[1])}, "alpha"},
		"part of a name":       {designs.Query{Identifier: "AM"}, "Gamma"},
		"text as it was typed": {designs.Query{Text: "a & c"}, "Beta"},
		"a percent sign":       {designs.Query{Text: "%"}, ""},
		"an underscore":        {designs.Query{Text: "_"}, "delta_1"},
		"second page":          {designs.Query{Sort: "name", Page: page.Request{Number: 2, Size: 3}}, "Gamma"},
		"page past the end":    {designs.Query{Page: page.Request{Number: 9, Size: 3}}, ""},
	} {
		found, err := w.List(t.Context(), by, tc.q)
		var names []string
		for _, d := range found.Items {
			names = append(names, strings.Fields(d.Name)[0])
		}
		if got := strings.Join(names, " "); err != nil || got != tc.want {
			t.Errorf("%s: %q, want %q, %v", name, got, tc.want, err)
		}
	}
}

func TestAttributesInUseAreKnown(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by, other := w.department(t, access.Administrator), w.department(t, access.Administrator)
	d := w.create(t, by, `{"name":"N","blocks":[{"kind":"text","model":"[custom.score] of [custom.max], [recipient.name]","top":"1%","left":"1%","image_width":"9%","image_height":"9%"},
		{"kind":"image_attribute","custom_image_attribute":"[custom.photo]","top":"1%","left":"1%","image_width":"9%","image_height":"9%"}]}`)
	if got := strings.Join(d.CustomAttributes(), " "); got != "max photo score" {
		t.Errorf("custom attributes %q", got)
	}
	if got := strings.Join(d.AttributeKeys(), " "); got != "custom.max custom.photo custom.score recipient.name" {
		t.Errorf("attribute keys %q", got)
	}
	for _, tc := range []struct {
		by   access.Actor
		key  string
		want bool
	}{{by, "score", true}, {by, "photo", true}, {by, "scor", false}, {by, "name", false}, {other, "score", false}} {
		err := pg.InDepartment(t.Context(), w.pool, tc.by.DepartmentID, func(tx pgx.Tx) error {
			used, err := w.AttributeUsed(t.Context(), tx, tc.by.DepartmentID, tc.key)
			if used != tc.want {
				t.Errorf("%s is used: %v", tc.key, used)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}
