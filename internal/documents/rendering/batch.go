package rendering

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"laurel/internal/formats/browser"
	"laurel/internal/formats/pdf"
)

// PDFResult is what came of one job of several: a document, or the reason why there is none.
type PDFResult struct {
	Document []byte
	Warnings []Warning
	Err      error
}

// PDFs prints jobs of one page each, many at a time, and returns what came of each in their order. Jobs of one design go to
// Chrome together, so they must be of one department: a shared font shows which characters the others' texts use. A job that
// fails does so alone. It refuses each as PDF does.
func (r *Renderer) PDFs(ctx context.Context, jobs []Job) []PDFResult {
	out := make([]PDFResult, len(jobs))
	r.each(ctx, jobs, func(i int, printed PDFResult) { out[i] = printed })
	return out
}

// each is PDFs that tells done of each job as soon as something came of it, from several goroutines, once a job. Whoever stores
// documents need not wait for the one that hangs.
func (r *Renderer) each(ctx context.Context, jobs []Job, done func(int, PDFResult)) {
	var mu sync.Mutex
	var late []int
	r.printBatches(batches(jobs), func(b batch) {
		slow := r.printBatch(ctx, b, done)
		mu.Lock()
		defer mu.Unlock()
		late = append(late, slow...)
	})
	alone := make([]batch, len(late))
	for i, job := range late {
		alone[i] = batch{jobs, []int{job}}
	}
	r.printBatches(alone, func(b batch) {
		if _, err := r.print(ctx, b, r.jobTimeout, done); err != nil {
			b.refuse(err, done)
		}
	})
}

// printBatches works on more batches at a time than there are tabs: while some are taken apart and stored, Chrome prints others.
func (r *Renderer) printBatches(all []batch, work func(batch)) {
	places := make(chan struct{}, r.tabs+1)
	var wg sync.WaitGroup
	for _, b := range all {
		wg.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			work(b)
		})
	}
	wg.Wait()
}

// batch is a part of a list of jobs that Chrome prints at once.
type batch struct {
	jobs    []Job
	members []int // places in the list
}

// parts takes a batch apart.
func (b batch) parts(size int) []batch {
	var out []batch
	for members := range slices.Chunk(b.members, size) {
		out = append(out, batch{b.jobs, members})
	}
	return out
}

func (b batch) refuse(err error, done func(int, PDFResult)) {
	for _, i := range b.members {
		done(i, PDFResult{Err: err})
	}
}

// A batch ends when more pages gain nothing, or when the font that its pages share grows by large scripts: every page
// carries all of it.
const (
	maxBatchPages = 50
	maxBatchLarge = 60
)

// firstLargeScript is where the scripts begin that have thousands of characters.
const firstLargeScript = '\u2E80'

// batches puts jobs that differ in their values only together, in their order.
func batches(jobs []Job) []batch {
	type sort struct {
		design, lang string
		fonts        string
		mode         Mode
		background   bool
	}
	type open struct {
		place int
		large map[rune]bool
	}
	var out []batch
	growing := map[sort]*open{}
	for i, job := range jobs {
		key := sort{string(job.Design), job.Lang, fmt.Sprint(job.Fonts), job.Mode, job.Background}
		g := growing[key]
		if g == nil || len(out[g.place].members) == maxBatchPages || len(g.large) > maxBatchLarge {
			g = &open{len(out), map[rune]bool{}}
			growing[key] = g
			out = append(out, batch{jobs: jobs})
		}
		out[g.place].members = append(out[g.place].members, i)
		addLarge(g.large, job)
	}
	return out
}

func addLarge(large map[rune]bool, job Job) {
	for _, page := range job.Pages {
		for _, value := range page.Values {
			for _, r := range value.Value {
				if r >= firstLargeScript {
					large[r] = true
				}
			}
		}
	}
}

// printBatch prints a batch. One that fails is taken apart, into some parts and then into single pages, each with little time.
// It returns those that need more, which may be because they hang: they come after everything else.
func (r *Renderer) printBatch(ctx context.Context, b batch, done func(int, PDFResult)) (late []int) {
	if len(b.members) == 1 {
		return b.members
	}
	waiting, limit := []batch{b}, r.firstLimit
	for _, size := range []int{int(math.Sqrt(float64(len(b.members)))), 1, 1} {
		var failed []batch
		for _, part := range waiting {
			again, err := r.print(ctx, part, limit(len(part.members)), done)
			late = append(late, again...)
			switch {
			case err == nil:
			case ctx.Err() != nil, final(err, part):
				part.refuse(err, done)
			case len(part.members) == 1:
				late = append(late, part.members...)
			default:
				failed = append(failed, part.parts(size)...)
			}
		}
		waiting, limit = failed, r.briefLimit
	}
	return late
}

// final tells whether a part need not be tried again: what prints is not there, or its only page is refused for good.
func final(err error, part batch) bool {
	if errors.Is(err, ErrBusy) || errors.Is(err, ErrUnavailable) {
		return true
	}
	return len(part.members) == 1 && !errors.Is(err, ErrFailed)
}

// A page that hangs holds up the others of its batch for no longer than one job may take: for the first limit, and for two brief
// ones until it stands alone. On a machine so busy that a brief limit is too short, all pages get their full time in the end.
func (r *Renderer) firstLimit(pages int) time.Duration {
	return r.jobTimeout/3 + r.jobTimeout*time.Duration(pages)/150
}

func (r *Renderer) briefLimit(pages int) time.Duration {
	return r.jobTimeout/15 + r.jobTimeout*time.Duration(pages)/300
}

// print prints a batch once and tells done of what is made. again are those whose page was not right, which may be the fault
// of another in the batch; a batch of one fails instead.
func (r *Renderer) print(ctx context.Context, b batch, limit time.Duration, done func(int, PDFResult)) (again []int, err error) {
	p, err := r.prepare(b)
	if err != nil {
		return nil, err
	}
	var printed []byte
	var pages painted
	err = r.do(ctx, p.job, limit, func(ctx context.Context, tab *browser.Tab) error {
		tab.SetImages(p.files)
		if pages, err = p.paint(ctx, tab); err != nil {
			return err
		}
		printed, err = tab.PrintPDF(ctx, browser.PDFOptions{Tagged: true, Background: true, Pages: len(b.members)})
		return err
	})
	if err != nil {
		return nil, err
	}
	file, err := pdf.Read(printed)
	if err != nil {
		return nil, ErrFailed.Wrap(err)
	}
	if file.Pages() != len(b.members) {
		return nil, ErrFailed.Wrap(fmt.Errorf("printed %d pages, want %d", file.Pages(), len(b.members)))
	}
	for at, i := range b.members {
		warnings := pages.warnings(at)
		document, err := finish(file, at, pages, b.jobs[i], p.measures)
		switch {
		case err == nil:
			done(i, PDFResult{Document: document, Warnings: warnings})
		case len(b.members) == 1:
			return nil, ErrFailed.Wrap(err)
		default:
			again = append(again, i)
		}
	}
	return again, nil
}
