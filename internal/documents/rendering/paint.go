package rendering

import (
	"context"
	"crypto/rand"
	"fmt"
	"math"

	"laurel/internal/formats/browser"
	"laurel/internal/formats/pdf"
)

// prepared is a validated batch with its image table.
type prepared struct {
	job       Job // the first job, for what all jobs share
	pages     []Page
	sheet     sheet
	measures  measures
	addresses map[string]string
	files     map[string]browser.Asset
}

// prepare validates the jobs of a batch. It returns ErrInvalidJob or ErrImageType.
func (r *Renderer) prepare(b batch) (prepared, error) {
	p := prepared{
		job: b.jobs[b.members[0]], addresses: map[string]string{}, files: map[string]browser.Asset{},
	}
	if p.job.Mode != PDF && p.job.Mode != Print && p.job.Mode != picture {
		return p, ErrInvalidJob.With("mode", string(p.job.Mode))
	}
	var err error
	if p.sheet, p.measures, err = readSheet(p.job.Design); err != nil {
		return p, err
	}
	known := digests{}
	for _, i := range b.members {
		job := b.jobs[i]
		if len(job.Pages) != 1 {
			return p, ErrInvalidJob.With("pages", len(job.Pages))
		}
		if err := limit(p.sheet, job); err != nil {
			return p, err
		}
		page := job.Pages[0]
		if page.Values == nil {
			page.Values = map[string]Value{}
		}
		p.pages = append(p.pages, page)
		if err := p.addPictures(r.bundle, job, known); err != nil {
			return p, err
		}
	}
	bytes := 0
	for _, file := range p.files {
		if bytes += len(file.Body); bytes > maxFiles {
			return p, ErrInvalidJob.With("images", len(p.files))
		}
	}
	return p, nil
}

// painted is what the print page reports about a batch.
type painted struct {
	Pages    int              `json:"pages"`
	Width    float64          `json:"width"`
	Height   float64          `json:"height"`
	Blocks   [][]paintedBlock `json:"blocks"`
	Reading  [][]int          `json:"reading"`
	Codes    [][]paintedCode  `json:"codes"`
	Warnings []Warning        `json:"warnings"`
}

// paintedCode is a QR code for which the page painted a placeholder of the same name.
type paintedCode struct {
	Name string `json:"name"`
	Size int    `json:"size"`
	Dark string `json:"dark"`
}

// codes returns the codes of one page for the document.
func (p painted) codes(page int) []pdf.Code {
	if page >= len(p.Codes) {
		return nil
	}
	out := make([]pdf.Code, len(p.Codes[page]))
	for i, c := range p.Codes[page] {
		out[i] = pdf.Code{Name: c.Name, Size: c.Size, Dark: c.Dark}
	}
	return out
}

type paintedBlock struct {
	Role  string        `json:"role"`
	Lines []paintedLine `json:"lines"`
	Links []paintedLink `json:"links"`
}

// paintedLink is an address that a line of a block shows, and where the line is, in parts of the page from its top left corner.
type paintedLink struct {
	Address                  string
	Left, Top, Width, Height float64
}

type paintedLine struct {
	Text     string   `json:"text"`
	RTL      bool     `json:"rtl"`
	Families []string `json:"families"`
}

// paint renders the pages in the tab and checks that they are the expected ones.
func (p prepared) paint(ctx context.Context, tab *browser.Tab) (painted, error) {
	var result painted
	err := tab.Evaluate(ctx, `job => window.laurel.render(job)`, &result, p.pageJob())
	if err != nil {
		return result, err
	}
	m := p.measures
	wantWidth, wantHeight := float64(m.pxWidth), float64(m.pxHeight)
	if p.job.Mode != picture {
		twice := 2 * m.bleed(p.job.Mode)
		wantWidth, wantHeight = (m.width+twice)/pointsPerPx, (m.height+twice)/pointsPerPx
	}
	count := len(p.pages)
	if result.Pages != count || len(result.Blocks) != count || len(result.Reading) != count ||
		math.Abs(result.Width-wantWidth) > 2 || math.Abs(result.Height-wantHeight) > 2 {
		return result, ErrFailed.Wrap(fmt.Errorf("painted %d pages of %gx%g px", result.Pages, result.Width, result.Height))
	}
	return result, nil
}

// pageJob encodes the batch for the print page.
func (p prepared) pageJob() map[string]any {
	job := map[string]any{
		"design": p.job.Design, "lang": p.job.Lang, "mode": p.job.Mode, "title": p.job.Title,
		"pages": p.pages, "images": p.addresses, "fonts": orNone(p.job.Fonts),
	}
	if p.job.Mode != picture {
		job["room"] = paperRoom
		job["stand_in"] = rand.Text() // no design or value can have such a name
	}
	return job
}

// drawing renders the page as SVG.
func (p prepared) drawing(ctx context.Context, tab *browser.Tab) ([]byte, error) {
	var svg string
	if _, err := p.paint(ctx, tab); err != nil {
		return nil, err
	}
	if err := tab.Evaluate(ctx, `job => window.laurel.drawing(job)`, &svg, p.pageJob()); err != nil {
		return nil, err
	}
	return []byte(svg), nil
}

// warnings returns the warnings of one page, renumbered to page 0.
func (p painted) warnings(page int) []Warning {
	var out []Warning
	for _, w := range p.Warnings {
		if w.Page == page {
			w.Page = 0
			out = append(out, w)
		}
	}
	return out
}

// lacksGlyphs reports whether a page has characters that no bundled font contains.
func (p painted) lacksGlyphs(page int) bool {
	for _, w := range p.Warnings {
		if w.Page == page && w.Code == missingGlyph {
			return true
		}
	}
	return false
}
