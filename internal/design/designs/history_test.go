package designs_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/design/designs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// saves a design with one version per name; the first has a line on it, the others nothing.
func (w world) versions(t *testing.T, by access.Actor, names ...string) designs.Design {
	t.Helper()
	d := w.create(t, by, `{"name":"`+names[0]+`","mine":true,"blocks":[`+line+`]}`)
	for _, name := range names[1:] {
		w.clock.Advance(time.Hour)
		var err error
		d, err = w.Update(t.Context(), by, d.ID, designs.Save{Design: json.RawMessage(`{"name":"` + name + `","size":"a4","blocks":[]}`), Confirm: true})
		if err != nil {
			t.Fatal(explain(err))
		}
	}
	return d
}

func TestTheHistoryTellsWhoSavedWhatAndHowManyCredentialsCarryIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	program := access.Actor{APIKeyID: 1, DepartmentID: by.DepartmentID, Role: access.KeyWrite}
	start := w.clock.Now()
	first := w.versions(t, by, "First & best")
	w.clock.Advance(time.Hour)
	second, err := w.Update(t.Context(), program, first.ID, designs.Save{Design: json.RawMessage(`{"name":"Second","size":"a4","blocks":[]}`)})
	if err != nil {
		t.Fatal(explain(err))
	}
	w.carried[first.VersionID] = 3
	found, err := w.History(t.Context(), access.Actor{UserID: by.UserID, DepartmentID: by.DepartmentID, Role: access.Viewer}, first.ID, page.Request{})
	if err != nil || found.Total != 2 || len(found.Items) != 2 {
		t.Fatalf("got %+v, %v", found, err)
	}
	newest, oldest := found.Items[0], found.Items[1]
	if newest.Number != 2 || !newest.Current || newest.Name != "Second" || newest.AuthorID != 0 || newest.UUID != second.VersionUUID || newest.Size != "a4" || newest.CredentialsCount != 0 {
		t.Errorf("newest is %+v", newest)
	}
	if oldest.Number != 1 || oldest.Current || oldest.Name != "First &amp; best" || oldest.Author != "Ada" || oldest.AuthorID != by.UserID ||
		!oldest.CreatedAt.Equal(start) || oldest.CredentialsCount != 3 || oldest.Document != nil {
		t.Errorf("oldest is %+v", oldest)
	}
	paged, err := w.History(t.Context(), by, first.ID, page.Request{Number: 2, Size: 1})
	if err != nil || len(paged.Items) != 1 || paged.Items[0].Number != 1 || paged.Total != 2 {
		t.Errorf("second page is %+v, %v", paged, err)
	}
	past, err := w.PastVersion(t.Context(), by, first.ID, 1)
	if err != nil || !strings.Contains(string(past.Document), `"line"`) || past.CredentialsCount != 3 || past.Current {
		t.Errorf("version 1 is %+v, %v", past, err)
	}
}

func TestAMakerElsewhereIsNotToldWhoWorksHere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	d := w.versions(t, by, "Mine")
	maker := access.Actor{EmbedID: 1, DesignID: d.ID, DepartmentID: by.DepartmentID, Role: access.EmbeddedMaker, Scopes: "design.read"}
	found, err := w.History(t.Context(), maker, d.ID, page.Request{})
	if err != nil || len(found.Items) != 1 || found.Items[0].Author != "" || found.Items[0].AuthorID != 0 {
		t.Errorf("got %+v, %v", found.Items, err)
	}
	one, err := w.PastVersion(t.Context(), maker, d.ID, 1)
	if err != nil || one.Author != "" || one.AuthorID != 0 {
		t.Errorf("got %+v, %v", one, err)
	}
}

func TestRestoringMakesANewVersionOutOfAnOldOne(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	d := w.versions(t, by, "First", "Second")
	restored, err := w.Restore(t.Context(), by, d.ID, designs.Restore{Number: 1, Version: 2})
	if err != nil || restored.Version != 3 || restored.Name != "Second" || restored.Size != "us-letter" || restored.VersionUUID == d.VersionUUID {
		t.Fatalf("got %+v, %v", restored.Summary, err)
	}
	doc := decoded(t, restored.Document)
	if len(doc["blocks"].([]any)) != 1 || doc["mine"] != true {
		t.Errorf("got %s", restored.Document)
	}
	for number, size := range map[int]string{1: "us-letter", 2: "a4", 3: "us-letter"} {
		if past, err := w.PastVersion(t.Context(), by, d.ID, number); err != nil || past.Size != size || past.Current != (number == 3) {
			t.Errorf("version %d is %+v, %v", number, past, err)
		}
	}
	if n := w.audited(t, by, "design.restored"); n != 1 {
		t.Errorf("%d audit rows of the restore", n)
	}
}

func (w world) audited(t *testing.T, by access.Actor, action string) (n int) {
	t.Helper()
	err := pg.InDepartment(t.Context(), w.pool, by.DepartmentID, func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), "select count(*) from audit_events where action = $1", action).Scan(&n)
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestRestoringIsRefusedAsASaveIs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	d := w.versions(t, by, "First", "Second")
	w.issued[d.ID] = 12
	for name, c := range map[string]struct {
		in   designs.Restore
		want error
	}{
		"used and not confirmed": {designs.Restore{Number: 1}, designs.ErrUsed},
		"saved meanwhile":        {designs.Restore{Number: 1, Version: 1, Confirm: true}, designs.ErrChanged},
		"no such version":        {designs.Restore{Number: 3, Confirm: true}, designs.ErrVersionNotFound},
		"version zero":           {designs.Restore{Confirm: true}, designs.ErrVersionNotFound},
		"beyond all numbers":     {designs.Restore{Number: 1 << 40, Confirm: true}, designs.ErrVersionNotFound},
	} {
		if _, err := w.Restore(t.Context(), by, d.ID, c.in); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	if now, err := w.Read(t.Context(), by, d.ID); err != nil || now.Version != 2 {
		t.Errorf("version %d after refusals, %v", now.Version, err)
	}
	viewer := access.Actor{UserID: by.UserID, DepartmentID: by.DepartmentID, Role: access.Viewer}
	if _, err := w.Restore(t.Context(), viewer, d.ID, designs.Restore{Number: 1, Confirm: true}); !errors.Is(err, access.ErrDenied) {
		t.Errorf("a viewer restores: %v", err)
	}
}

func TestTheHistoryOfAnotherDepartmentDoesNotExist(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by, other := w.department(t, access.Administrator), w.department(t, access.Administrator)
	mine, theirs := w.versions(t, by, "Mine"), w.versions(t, other, "Theirs")
	maker := access.Actor{EmbedID: 1, DesignID: mine.ID, DepartmentID: by.DepartmentID, Role: access.EmbeddedMaker}
	maker.Scopes, _ = access.NewScopes("design.write")
	another := w.versions(t, by, "Another")
	for name, c := range map[string]struct {
		by access.Actor
		id int64
	}{"another department": {by, theirs.ID}, "a maker of one design": {maker, another.ID}} {
		_, list := w.History(t.Context(), c.by, c.id, page.Request{})
		_, one := w.PastVersion(t.Context(), c.by, c.id, 1)
		_, restore := w.Restore(t.Context(), c.by, c.id, designs.Restore{Number: 1, Confirm: true})
		for what, err := range map[string]error{"list": list, "read": one, "restore": restore} {
			if !errors.Is(err, designs.ErrNotFound) {
				t.Errorf("%s, %s: %v", name, what, fmt.Sprint(err))
			}
		}
	}
	if _, err := w.History(t.Context(), maker, mine.ID, page.Request{}); err != nil {
		t.Errorf("its own design: %v", err)
	}
}
