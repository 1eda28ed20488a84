package rendering

import (
	"context"
	"fmt"
	"io/fs"
	"math"

	"laurel/internal/browser"
)

// The smallest and the widest picture that Picture makes.
const (
	minPictureWidth = 16
	maxPictureWidth = 4096
)

// Renderer prints jobs with Chrome. It is safe for concurrent use.
type Renderer struct {
	bundle bundle
	pool   *browser.Pool
}

// New makes a renderer from the built web application. Chrome starts with the
// first job. Of opts, what concerns the page is set here.
func New(files fs.FS, opts browser.Options) *Renderer {
	r := &Renderer{bundle: newBundle(files)}
	opts.Assets, opts.Page, opts.Ready = r.bundle.asset, printPage, pageReady
	r.pool = browser.New(opts)
	return r
}

// Close ends Chrome and the running jobs.
func (r *Renderer) Close() { r.pool.Close() }

// PDF prints each page of the job as a document of its own. It refuses with
// ErrInvalidJob, ErrImageType, ErrImageFailed, ErrBusy, ErrUnavailable or
// ErrFailed; it never returns a page that was not checked.
func (r *Renderer) PDF(ctx context.Context, job Job) ([][]byte, []Warning, error) {
	if job.Mode != PDF && job.Mode != Print {
		return nil, nil, ErrInvalidJob.With("mode", string(job.Mode))
	}
	prepared, err := r.prepare(job)
	if err != nil {
		return nil, nil, err
	}
	var documents [][]byte
	var warnings []Warning
	err = r.do(ctx, job, func(ctx context.Context, tab *browser.Tab) error {
		documents, warnings = nil, nil
		tab.SetImages(prepared.files)
		for i, page := range job.Pages {
			found, err := prepared.paint(ctx, tab, page)
			if err != nil {
				return err
			}
			printed, err := tab.PrintPDF(ctx, browser.PDFOptions{Tagged: true, Background: true})
			if err != nil {
				return err
			}
			finished, err := finish(printed, job, prepared.measures)
			if err != nil {
				return ErrFailed.Wrap(fmt.Errorf("page %d: %w", i, err))
			}
			documents = append(documents, finished)
			for _, warning := range found {
				warning.Page = i
				warnings = append(warnings, warning)
			}
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	return documents, warnings, nil
}

// Picture pictures the job's single page at the given width. A badge is
// transparent where nothing is painted, unless the format is JPEG. It refuses
// as PDF does.
func (r *Renderer) Picture(ctx context.Context, job Job, width int, format Format) ([]byte, error) {
	job.Mode = picture
	prepared, err := r.prepare(job)
	if err != nil {
		return nil, err
	}
	if len(job.Pages) != 1 || width < minPictureWidth || width > maxPictureWidth {
		return nil, ErrInvalidJob.With("width", width)
	}
	if format != PNG && format != JPEG && format != WebP {
		return nil, ErrInvalidJob.With("format", string(format))
	}
	m := prepared.measures
	opts := browser.ShotOptions{
		Width: float64(m.pxWidth), Height: float64(m.pxHeight),
		Scale:  float64(width) / float64(m.pxWidth),
		Format: string(format), Quality: pictureQuality,
		Transparent: prepared.sheet.Kind == "badge" && format != JPEG,
	}
	var shot []byte
	err = r.do(ctx, job, func(ctx context.Context, tab *browser.Tab) error {
		tab.SetImages(prepared.files)
		if _, err := prepared.paint(ctx, tab, job.Pages[0]); err != nil {
			return err
		}
		shot, err = tab.Screenshot(ctx, opts)
		return err
	})
	if err != nil {
		return nil, err
	}
	return shot, nil
}

// pictureQuality is where JPEG and WebP stop looking compressed.
const pictureQuality = 88

func (r *Renderer) do(ctx context.Context, job Job, work func(context.Context, *browser.Tab) error) error {
	priority := browser.Interactive
	if job.Background {
		priority = browser.Background
	}
	return refusal(r.pool.Do(ctx, priority, work))
}

// prepared is a checked job with its image table.
type prepared struct {
	job       Job
	sheet     sheet
	measures  measures
	addresses map[string]string
	files     map[string]browser.Asset
}

func (r *Renderer) prepare(job Job) (prepared, error) {
	p := prepared{job: job}
	var err error
	if len(job.Pages) == 0 {
		return p, ErrInvalidJob.With("pages", 0)
	}
	if p.sheet, p.measures, err = readSheet(job.Design); err != nil {
		return p, err
	}
	p.addresses, p.files, err = r.pictures(job)
	return p, err
}

// painted is what the print page says of a job.
type painted struct {
	Pages    int        `json:"pages"`
	Width    float64    `json:"width"`
	Height   float64    `json:"height"`
	Lines    [][]string `json:"lines"`
	Warnings []Warning  `json:"warnings"`
}

// paint puts one page on the tab and checks that it is the page meant.
func (p prepared) paint(ctx context.Context, tab *browser.Tab, page Page) ([]Warning, error) {
	if page.Values == nil {
		page.Values = map[string]Value{}
	}
	var result painted
	err := tab.Evaluate(ctx, `job => window.laurel.render(job)`, &result, map[string]any{
		"design": p.job.Design, "lang": p.job.Lang, "mode": p.job.Mode, "title": p.job.Title,
		"pages": []Page{page}, "images": p.addresses,
	})
	if err != nil {
		return nil, err
	}
	m := p.measures
	wantWidth, wantHeight := float64(m.pxWidth), float64(m.pxHeight)
	if p.job.Mode != picture {
		twice := 2 * m.bleed(p.job.Mode)
		wantWidth, wantHeight = (m.width+twice)/pointsPerPx, (m.height+twice)/pointsPerPx
	}
	if result.Pages != 1 || len(result.Lines) != 1 ||
		math.Abs(result.Width-wantWidth) > 2 || math.Abs(result.Height-wantHeight) > 2 {
		return nil, ErrFailed.Wrap(fmt.Errorf("painted %d pages of %gx%g px", result.Pages, result.Width, result.Height))
	}
	return result.Warnings, nil
}
