package printtest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// Plain is the obvious program for the task: it keeps a browser open, and for each document opens a tab, loads a page, prints it and
// closes the tab. It prints the same certificate as Design, with system fonts.
type Plain struct {
	browser context.Context //nolint:containedctx // chromedp keeps a browser in one
	folder  string
	made    int
}

// StartPlain starts the browser that chromedp finds. It stops when the benchmark ends.
func StartPlain(b *testing.B, background, logo []byte) *Plain {
	b.Helper()
	p := &Plain{folder: b.TempDir()}
	for name, data := range map[string][]byte{"background.jpg": background, "logo.png": logo} {
		if err := os.WriteFile(filepath.Join(p.folder, name), data, 0o600); err != nil {
			b.Fatal(err)
		}
	}
	allocator, end := chromedp.NewExecAllocator(b.Context(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox)...)
	b.Cleanup(end)
	var done context.CancelFunc
	p.browser, done = chromedp.NewContext(allocator)
	b.Cleanup(done)
	if err := chromedp.Do(p.browser, chromedp.Navigate("about:blank")); err != nil {
		b.Fatal(err)
	}
	return p
}

// Make prints n documents one by one.
func (p *Plain) Make(n int) error {
	for range n {
		p.made++
		name := filepath.Join(p.folder, fmt.Sprint(p.made, ".html"))
		if err := os.WriteFile(name, plainPage(p.made), 0o600); err != nil {
			return err
		}
		if err := p.print("file://" + name); err != nil {
			return err
		}
	}
	return nil
}

func (p *Plain) print(address string) error {
	tab, closeTab := chromedp.NewContext(p.browser)
	defer closeTab()
	if err := chromedp.Do(tab, chromedp.Navigate(address)); err != nil {
		return err
	}
	document, err := chromedp.Run(tab, chromedp.PrintToPDF(
		chromedp.PDFPaper(chromedp.PaperLetter), chromedp.PDFLandscape(), chromedp.PDFMargin(0), chromedp.PDFPrintBackground(),
	))
	if err == nil && len(document) < 1000 {
		err = fmt.Errorf("a document of %d bytes", len(document))
	}
	return err
}

// plainPage is a hand-written page with a code of about the same number of modules.
func plainPage(number int) []byte {
	values := Values(number)
	var page, code strings.Builder
	line := func(top, size, weight int, text string) {
		_, _ = fmt.Fprintf(&page, `<p style="top:%d%%;font:%d %dpx sans-serif">%s</p>`, top, weight, size, text)
	}
	line(12, 44, 700, "Certificate of Completion")
	line(26, 18, 400, "This is to certify that")
	line(33, 40, 600, values["recipient.name"])
	line(46, 18, 400, "has successfully completed the course")
	line(53, 28, 600, values["group.course_name"])
	line(66, 16, 400, "Issued on March 1, 2026")
	for i := range 33 * 33 {
		if (i*2654435761>>13)&1 == 1 {
			_, _ = fmt.Fprintf(&code, "M%d %dh1v1h-1z", i%33, i/33)
		}
	}
	return fmt.Appendf(nil, `<!doctype html><meta charset="utf-8"><style>
@page { margin: 0 } body { margin: 0; width: 1056px; height: 815px; position: relative; overflow: hidden }
body > * { position: absolute } p { left: 10%%; width: 80%%; margin: 0; text-align: center }
</style><img src="background.jpg" style="width:100%%;height:100%%">%s<hr style="top:62%%;left:30%%;width:40%%">
<img src="logo.png" style="top:75%%;left:10%%;width:12%%">
<svg viewBox="0 0 33 33" style="top:74%%;left:78%%;width:14%%"><path d="%s"/></svg>`, page.String(), code.String())
}
