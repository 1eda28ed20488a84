package browser

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"

	"github.com/chromedp/cdproto/page"
)

// PDFOptions are print options. Margins are always zero.
type PDFOptions struct {
	// Width and Height are the paper in inches; zero: the page's own @page size.
	Width, Height float64
	Tagged        bool
	Background    bool
	// Pages is how many pages are printed, as far as is known: a tab is replaced after so many.
	Pages int
}

// PrintPDF prints the current page. It returns ErrCrashed for an incomplete file.
func (t *Tab) PrintPDF(ctx context.Context, opts PDFOptions) ([]byte, error) {
	t.prints += max(opts.Pages, 1)
	zero, css := 0.0, opts.Width == 0 || opts.Height == 0
	params := page.PrintToPDFParams{
		PrintBackground: &opts.Background, GenerateTaggedPDF: &opts.Tagged,
		MarginTop: &zero, MarginBottom: &zero, MarginLeft: &zero, MarginRight: &zero,
		PreferCSSPageSize: &css,
	}
	if !css {
		params.PaperWidth, params.PaperHeight = opts.Width, opts.Height
	}
	printed, err := call(ctx, t.session, page.PrintToPDF, params)
	if err != nil {
		return nil, err
	}
	return whole("pdf", printed.Data)
}

// Picture calls a function of the page, as Evaluate does, that returns a picture of a format ("png" or "jpeg") in base64. Before it there may be
// a note that ends with "|", of letters that JSON does not escape; it is returned without that. A note that says it all has no picture. It
// refuses as Evaluate does, and with ErrCrashed what is broken off.
func (t *Tab) Picture(ctx context.Context, format, function string, args ...any) (data []byte, note string, err error) {
	t.prints++
	written, err := t.call(ctx, function, args...)
	if err != nil {
		return nil, "", err
	}
	// A string in base64 is the same in JSON: decoding that first would take longer than this.
	written = bytes.Trim(written, `"`)
	if at := bytes.LastIndexByte(written, '|'); at >= 0 {
		note, written = string(written[:at]), written[at+1:]
		if len(written) == 0 {
			return nil, note, nil
		}
	}
	data = make([]byte, base64.StdEncoding.DecodedLen(len(written)))
	n, err := base64.StdEncoding.Decode(data, written)
	if err != nil {
		return nil, "", fmt.Errorf("decode picture: %w", err)
	}
	data, err = whole(format, data[:n])
	return data, note, err
}
