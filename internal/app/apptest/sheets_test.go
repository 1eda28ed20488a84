package apptest_test

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

// sized makes a group whose certificates have a size and say their recipient's name.
func sized(owner apptest.Issuer, name, size string) int64 {
	design := owner.Post("/v1/certificate_designs/create", fmt.Sprintf(`{"design":{"name":%q,"size":%q,"blocks":[%s]}}`, name, size, greeting)).OK().Int("design.id")
	group := apptest.J{"name": name, "course_name": name, "certificate_design_id": design}
	return owner.Post("/v1/issuer/groups", apptest.J{"group": group}).OK().Int("group.id")
}

// read has an independent reader tell about a PDF.
func read(t *testing.T, tool, pdf string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file.pdf")
	if err := os.WriteFile(name, []byte(pdf), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{name}
	if tool == "pdftotext" {
		args = append(args, "-")
	}
	out, err := exec.Command(tool, args...).Output()
	if err != nil {
		t.Fatalf("%s: %v (set-up installs poppler-utils)", tool, err)
	}
	return string(out)
}

func TestSmallCertificatesAreFetchedAsSheetsToCut(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := sized(owner, "Doors", "a8")
	ids := []int64{owner.Draft(group, "drafty").Int("credential.id")}
	for i := range 12 {
		ids = append(ids, owner.Issued(group, fmt.Sprint("guest", i)).Int("credential.accredible_internal_id"))
	}
	b := export(t, w, owner, apptest.J{"kind": "sheets", "marks": true, "gap": 2, "credential_ids": ids})
	if got := b.read(); got.Int("export.ready_count") != 12 || got.Text("export.paper") != "a4" || got.Int("export.gap") != 2 {
		t.Fatalf("export: %s", got.Body)
	}
	files := b.files(t)
	sheets, found := files["sheets-001.pdf"]
	if !found || len(files) != 2 || !strings.Contains(files["left-out.csv"], "not_issued") {
		t.Fatalf("%d files in the ZIP, sheets %t; want the sheets and what is left out", len(files), found)
	}
	info := read(t, "pdfinfo", sheets)
	if !strings.Contains(info, "Pages:           2") || !strings.Contains(info, "595.276 x 841.89") {
		t.Errorf("want 12 cards on two pages of a4, ten on one:\n%s", info)
	}
	text := read(t, "pdftotext", sheets)
	for i := range 12 {
		if !strings.Contains(text, fmt.Sprint("guest", i)) {
			t.Errorf("guest%d is on no sheet", i)
		}
	}
	if n := strings.Count(sheets, "/FontFile2"); n != 1 {
		t.Errorf("the font of 12 cards is in the file %d times", n)
	}
}

func TestSheetsThatCannotBeCutAreRefusedByTheirField(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	small := owner.Issued(sized(owner, "Doors", "a8"), "ada").Int("credential.accredible_internal_id")
	large := owner.Issued(sized(owner, "Walls", "a4"), "ada").Int("credential.accredible_internal_id")
	for field, body := range map[string]apptest.J{
		"credential_ids": {"kind": "sheets", "credential_ids": []int64{small, large}},
		"paper":          {"kind": "sheets", "credential_ids": []int64{large}},
		"gap":            {"kind": "sheets", "gap": 21, "credential_ids": []int64{small}},
		"marks":          {"kind": "badge", "marks": true, "credential_ids": []int64{small}},
	} {
		reply := owner.Post("/v1/exports", body)
		if reply.Status != http.StatusUnprocessableEntity || reply.Text("errors."+field+".0") == "" {
			t.Errorf("%s: %d %s", field, reply.Status, reply.Body)
		}
	}
	mixed := owner.Post("/v1/exports", apptest.J{"kind": "sheets", "credential_ids": []int64{small, large}}).Text("errors.credential_ids.0")
	for _, size := range []string{"74 × 52 mm", "297 × 210 mm"} {
		if !strings.Contains(mixed, size) {
			t.Errorf("%q does not name %s", mixed, size)
		}
	}
	letter := apptest.J{"kind": "sheets", "paper": "legal", "credential_ids": []int64{small}}
	if reply := owner.Post("/v1/exports", letter); reply.Status < 400 || reply.Status > 499 {
		t.Errorf("unknown paper: %d", reply.Status)
	}
}

func TestCropMarksAreDrawnForAPrintingHouseThatAsksForThem(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	owner := w.Issuer("owner")
	issued := owner.Issued(sized(owner, "Walls", "a4"), "ada")
	address := "/v1/credentials/generate_certificate_pdf?credential_id=" + issued.Text("credential.uuid")
	// Marks need 7 mm more on each side than the 307 x 220 mm of an a4 page with its bleed.
	for query, size := range map[string]string{"": "841.89 x 595.276", "&mode=print": "870.24 x 623.52", "&mode=print&marks=true": "909.925 x 663.205"} {
		if info := read(t, "pdfinfo", string(owner.Get(address+query).OK().Body)); !strings.Contains(info, size) {
			t.Errorf("%q: want a page of %s points:\n%s", query, size, info)
		}
	}
	if reply := owner.Get(address + "&marks=true"); reply.Status != http.StatusUnprocessableEntity || reply.Text("errors.marks.0") == "" {
		t.Errorf("marks without bleed: %d %s", reply.Status, reply.Body)
	}
	b := export(t, w, owner, apptest.J{"kind": "certificate_print", "marks": true, "credential_ids": []int64{issued.Int("credential.accredible_internal_id")}})
	for name, data := range b.files(t) {
		if info := read(t, "pdfinfo", data); !strings.Contains(info, "909.925") {
			t.Errorf("%s of the bundle has no room for marks:\n%s", name, info)
		}
	}
}
