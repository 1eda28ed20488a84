package pdf

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func attachment() Attachment {
	return Attachment{
		Name: "k1.json", ContentType: "application/vc+ld+json", Description: "Open Badges 3.0",
		Data: []byte(`{"name":"山田 endstream endobj 😀"}`), Modified: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC),
	}
}

func TestReadersFindTheAttachedFileInADocumentThatStaysWhatItWas(t *testing.T) {
	t.Parallel()
	p, all := languages(t), people(t)
	for _, i := range []int{0, 6} {
		plain := document(t, p, i, setting())
		with, err := Attach(plain, attachment())
		if err != nil {
			t.Fatal(err)
		}
		if ctx := valid(t, with); ctx.PageCount != 1 || !ctx.Tagged || len(ctx.Names["EmbeddedFiles"].Names) != 1 {
			t.Errorf("%s: %d pages, tagged %t, %v", all[i].Lang, ctx.PageCount, ctx.Tagged, ctx.Names)
		}
		if listed := poppler(t, with, "pdfdetach", "-list"); !strings.Contains(listed, "1 embedded files") || !strings.Contains(listed, "k1.json") {
			t.Errorf("poppler lists %q", listed)
		}
		if got := detached(t, with); !bytes.Equal(got, attachment().Data) {
			t.Errorf("poppler takes out %q", got)
		}
		if poppler(t, with, "pdftotext", "-layout") != poppler(t, plain, "pdftotext", "-layout") {
			t.Error("its text is another")
		}
		if poppler(t, with, "pdftoppm", "-r", "36") != poppler(t, plain, "pdftoppm", "-r", "36") {
			t.Error("it looks different")
		}
		if info := poppler(t, with, "pdfinfo", "-meta"); !strings.Contains(info, setting().Metadata.Address[:len("https://oak.example/c/1")]) {
			t.Errorf("the metadata does not name the address: %s", info)
		}
		again, err := Attach(plain, attachment())
		if err != nil || !bytes.Equal(again, with) {
			t.Errorf("other bytes the second time: %v", err)
		}
	}
}

// detached has an independent reader take the first attached file out.
func detached(t *testing.T, document []byte) []byte {
	t.Helper()
	in, out := filepath.Join(t.TempDir(), "in.pdf"), filepath.Join(t.TempDir(), "out")
	if err := os.WriteFile(in, document, 0o600); err != nil {
		t.Fatal(err)
	}
	if said, err := exec.Command("pdfdetach", "-save", "1", "-o", out, in).CombinedOutput(); err != nil {
		t.Fatalf("pdfdetach: %v: %s", err, said)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestADocumentWithAFileGoesOnASheetAndNothingElseTakesAFile(t *testing.T) {
	t.Parallel()
	plain := document(t, languages(t), 0, setting())
	with, err := Attach(plain, attachment())
	if err != nil {
		t.Fatal(err)
	}
	grid, ok := Fit(Millimetres(420, 594), Size{trim.Right - trim.Left, trim.Top - trim.Bottom}, 0, false)
	if !ok {
		t.Fatal("it does not fit")
	}
	sheets := NewSheets(grid)
	if err := sheets.Add(with); err != nil {
		t.Errorf("on a sheet: %v", err)
	}
	for name, data := range map[string][]byte{
		"nothing": nil, "cut off": plain[:len(plain)/2], "what Chrome prints": file(t, "languages.pdf"), "sheets": sheets.File(Metadata{}),
		"one with a file": with, "a catalog elsewhere": bytes.Replace(plain, []byte("/Root 1 0 R"), []byte("/Root 2 0 R"), 1),
	} {
		if _, err := Attach(data, attachment()); !errors.Is(err, ErrForm) {
			t.Errorf("%s: error = %v", name, err)
		}
	}
}
