package rendering

import (
	"context"
	"io/fs"
	"slices"
	"time"

	"laurel/internal/formats/browser"
)

// Limits of the width of a picture, in px.
const (
	minPictureWidth = 16
	maxPictureWidth = 4096
)

// Renderer prints jobs with Chrome. It is safe for concurrent use.
type Renderer struct {
	bundle     bundle
	pool       *browser.Pool
	tabs       int
	jobTimeout time.Duration
	bases      bases
}

// New returns a renderer that uses the built web application. Chrome starts with the first job. New sets the page-related fields
// of opts.
func New(files fs.FS, opts browser.Options) *Renderer {
	r := &Renderer{bundle: newBundle(files)}
	opts.Assets, opts.Page, opts.Ready = r.bundle.asset, printPage, pageReady
	r.pool = browser.New(opts)
	r.tabs, r.jobTimeout = r.pool.Tabs(), r.pool.JobTimeout()
	return r
}

// Stats returns the job counters of Chrome.
func (r *Renderer) Stats() browser.Stats { return r.pool.Stats() }

// Version identifies what turns jobs into files: the same job has the same output while it is the same.
func (r *Renderer) Version() string { return r.bundle.version }

// Close stops Chrome and cancels running jobs.
func (r *Renderer) Close() { r.pool.Close() }

// PDF prints each page of the job as a separate document. It returns ErrInvalidJob, ErrImageType, ErrImageFailed, ErrBusy,
// ErrUnavailable or ErrFailed, and never a page that was not checked.
func (r *Renderer) PDF(ctx context.Context, job Job) ([][]byte, []Warning, error) {
	if len(job.Pages) == 0 {
		return nil, nil, ErrInvalidJob.With("pages", 0)
	}
	jobs := make([]Job, len(job.Pages))
	for i, page := range job.Pages {
		jobs[i] = job
		jobs[i].Pages = []Page{page}
	}
	var documents [][]byte
	var warnings []Warning
	for i, printed := range r.PDFs(ctx, jobs) {
		if printed.Err != nil {
			return nil, nil, printed.Err
		}
		documents = append(documents, printed.Document)
		for _, warning := range printed.Warnings {
			warning.Page = i
			warnings = append(warnings, warning)
		}
	}
	return documents, warnings, nil
}

// Picture renders the job's single page at the given width in px. The PNG or WebP of a badge has a transparent background. An SVG has the
// size of the design whatever the width. Errors are those of PDF.
func (r *Renderer) Picture(ctx context.Context, job Job, width int, format Format) ([]byte, error) {
	job.Mode = picture
	prepared, err := r.prepare(batch{[]Job{job}, []int{0}})
	if err != nil {
		return nil, err
	}
	if width < minPictureWidth || width > maxPictureWidth {
		return nil, ErrInvalidJob.With("width", width)
	}
	if !slices.Contains([]Format{PNG, JPEG, WebP, SVG}, format) {
		return nil, ErrInvalidJob.With("format", string(format))
	}
	var made []byte
	err = r.do(ctx, job, r.jobTimeout, func(ctx context.Context, tab *browser.Tab) error {
		tab.SetImages(prepared.files)
		if format == SVG {
			made, err = prepared.drawing(ctx, tab)
		} else {
			made, err = r.renderImage(ctx, tab, prepared, width, format)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return made, nil
}

func (r *Renderer) do(ctx context.Context, job Job, limit time.Duration, work func(context.Context, *browser.Tab) error) error {
	priority := browser.Interactive
	if job.Background {
		priority = browser.Background
	}
	return refusal(r.pool.DoWithin(ctx, priority, limit, work))
}
