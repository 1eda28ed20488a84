package rendering

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"laurel/internal/formats/browser"
	"laurel/internal/formats/pdf"
)

// PDFResult is the outcome of one job of several: a document or an error.
type PDFResult struct {
	Document []byte
	Warnings []Warning
	Err      error
}

// PDFs prints single-page jobs in batches and returns their results in order. Jobs of one design share a batch and must belong to
// one department, because a shared font reveals the characters of the other texts. A failing job does not affect the others; its
// error is as for PDF.
func (r *Renderer) PDFs(ctx context.Context, jobs []Job) []PDFResult {
	out := make([]PDFResult, len(jobs))
	r.each(ctx, jobs, func(i int, printed PDFResult) { out[i] = printed })
	return out
}

// each prints like PDFs and calls done once for each job when its result is known, from several goroutines. Finished documents
// can be stored while a hanging job is still running.
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

// printBatches runs more batches concurrently than there are tabs, so that Chrome prints while other batches are split and
// stored.
func (r *Renderer) printBatches(all []batch, work func(batch)) {
	var running errgroup.Group
	running.SetLimit(r.tabs + 1)
	for _, b := range all {
		running.Go(func() error {
			work(b)
			return nil
		})
	}
	_ = running.Wait() // no function fails
}

// batch is a set of jobs that Chrome prints at once.
type batch struct {
	jobs    []Job
	members []int // indexes in the list
}

// parts splits a batch.
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

// A batch ends when more pages bring no gain, or when the font that its pages share grows through large scripts: every page
// embeds all of it.
const (
	maxBatchPages = 50
	maxBatchLarge = 60
)

// firstLargeScript is the first code point of the scripts with thousands of characters.
const firstLargeScript = '\u2E80'

// batches groups jobs that differ only in their values, in order.
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

// printBatch prints a batch. A failing batch is split into parts and then into single pages, each with a short timeout. It
// returns the jobs that need more time, perhaps because they hang; they run last.
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

// final reports whether a part need not be retried: Chrome is unavailable, or its only page failed permanently.
func final(err error, part batch) bool {
	if errors.Is(err, ErrBusy) || errors.Is(err, ErrUnavailable) {
		return true
	}
	return len(part.members) == 1 && !errors.Is(err, ErrFailed)
}

// A hanging page delays its batch by at most one job timeout: the first limit plus two brief ones until it runs alone. On a
// machine so loaded that the brief limit is too short, every page finally gets the full timeout.
func (r *Renderer) firstLimit(pages int) time.Duration {
	return r.jobTimeout/3 + r.jobTimeout*time.Duration(pages)/150
}

func (r *Renderer) briefLimit(pages int) time.Duration {
	return r.jobTimeout/15 + r.jobTimeout*time.Duration(pages)/300
}

// print prints a batch once and calls done for each finished job. It returns the jobs whose page was wrong, possibly because of
// another job in the batch; a batch of one fails instead.
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
