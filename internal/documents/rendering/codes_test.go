package rendering

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"laurel/internal/formats/browser"
	"laurel/internal/formats/pdf"
)

// painting prints a job whose page paints its own QR codes.
func painting(t *testing.T, r *Renderer, job Job) []byte {
	t.Helper()
	p, err := r.prepare(batch{[]Job{job}, []int{0}})
	if err != nil {
		t.Fatal(err)
	}
	all := p.pageJob()
	delete(all, "stand_in")
	var pages painted
	var printed []byte
	err = r.do(t.Context(), job, r.jobTimeout, func(ctx context.Context, tab *browser.Tab) error {
		if err := tab.Evaluate(ctx, `job => window.laurel.render(job)`, &pages, all); err != nil {
			return err
		}
		printed, err = tab.PrintPDF(ctx, browser.PDFOptions{Tagged: true, Background: true, Pages: 1})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	file, err := pdf.Read(printed)
	if err != nil {
		t.Fatal(err)
	}
	document, err := finish(file, 0, pages, job, p.measures)
	if err != nil {
		t.Fatal(err)
	}
	return document
}

// tagsOf returns what an independent PDF reader reads aloud.
func tagsOf(t *testing.T, document []byte) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "document.pdf")
	if err := os.WriteFile(name, document, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "pdfinfo", "-struct-text", name).Output()
	if err != nil {
		t.Fatalf("pdfinfo: %v (set-up installs poppler-utils)", err)
	}
	return string(out)
}

func TestQRCodeLooksAsPaintedByThePage(t *testing.T) {
	t.Parallel()
	r := shipped(t)
	code := func(top, left, content, more string) string {
		return fmt.Sprintf(`{"kind":"qr","top":"%s","left":"%s","image_width":"14%%","image_height":"18%%","qr_code":%q%s}`, top, left, content, more)
	}
	const text = `{"kind":"text","model":"[recipient.name]","top":"10%","left":"10%","image_width":"60%","image_height":"10%"}`
	for name, c := range map[string]struct {
		size, orientation string
		mode              Mode
		blocks            string
	}{
		"on letter paper":             {"us-letter", "landscape", PDF, text + "," + code("74.3%", "78.1%", "https://example.org/1", "")},
		"two, under a text, in print": {"a4", "portrait", Print, code("5%", "7%", "one", `,"foreground_color":"#1f3a5f"`) + "," + code("61%", "13%", "two", "") + "," + text},
		"one over the edge":           {"a8", "landscape", PDF, code("90%", "95%", "https://example.org/over", "") + "," + text},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			job := saying("Ana Lima")
			job.Design = fmt.Appendf(nil, `{"schema_version":1,"kind":"certificate","size":%q,"orientation":%q,"blocks":[%s]}`, c.size, c.orientation, c.blocks)
			job.Mode = c.mode
			documents, _, err := r.PDF(t.Context(), job)
			if err != nil {
				t.Fatal(err)
			}
			want, got := pictureOf(t, painting(t, r, job)), pictureOf(t, documents[0])
			if len(want) < 1000 || !bytes.Equal(want, got) {
				t.Error("it looks different")
			}
			if tags := tagsOf(t, documents[0]); !strings.Contains(tags, "Ana Lima") || strings.Contains(tags, "Figure") {
				t.Errorf("what is read aloud:\n%s", tags)
			}
		})
	}
}
