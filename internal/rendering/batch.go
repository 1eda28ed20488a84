package rendering

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"laurel/internal/browser"
	"laurel/internal/pdf"
)

// Printed is what came of one job of several: a document, or the reason why there is none.
type Printed struct {
	Document []byte
	Warnings []Warning
	Err      error
}

// PDFs prints jobs of one page each, many at a time, and returns what came of each in their order. Jobs of one design go to
// Chrome together, so they must be of one department: a shared font shows which characters the others' texts use. A job that
// fails does so alone. It refuses each as PDF does.
func (r *Renderer) PDFs(ctx context.Context, jobs []Job) []Printed {
	out := make([]Printed, len(jobs))
	places := make(chan struct{}, r.tabs)
	var wg sync.WaitGroup
	for _, b := range batches(jobs) {
		wg.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			r.printBatch(ctx, b, out)
		})
	}
	wg.Wait()
	return out
}

// batch is a part of a list of jobs that Chrome prints at once.
type batch struct {
	jobs    []Job
	members []int // places in the list
}

func (b batch) part(from, to int) batch { return batch{b.jobs, b.members[from:to]} }

// A batch ends when more pages gain nothing, or when the font that its pages share grows by large scripts: every page
// carries all of it.
const (
	mostPages = 50
	mostLarge = 60
)

// firstLarge is where the scripts begin that have thousands of characters.
const firstLarge = '\u2E80'

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
		if g == nil || len(out[g.place].members) == mostPages || len(g.large) > mostLarge {
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
				if r >= firstLarge {
					large[r] = true
				}
			}
		}
	}
}

// printBatch prints a batch. One that fails is halved until what fails stands alone. What is alone comes last and has the
// full time, so that a page that hangs holds up nobody.
func (r *Renderer) printBatch(ctx context.Context, b batch, out []Printed) {
	var alone []int
	queue := []batch{b}
	for ; len(queue) > 0; queue = queue[1:] {
		part := queue[0]
		if len(part.members) == 1 {
			alone = append(alone, part.members...)
			continue
		}
		again, err := r.print(ctx, part, r.timeout(len(part.members)), out)
		alone = append(alone, again...)
		if err == nil {
			continue
		}
		if ctx.Err() != nil || errors.Is(err, ErrBusy) || errors.Is(err, ErrUnavailable) {
			for _, i := range part.members {
				out[i] = Printed{Err: err}
			}
			continue
		}
		half := len(part.members) / 2
		queue = append(queue, part.part(0, half), part.part(half, len(part.members)))
	}
	for _, i := range alone {
		if _, err := r.print(ctx, batch{b.jobs, []int{i}}, r.jobTimeout, out); err != nil {
			out[i] = Printed{Err: err}
		}
	}
}

// timeout is that of a batch: long enough for a busy machine, and so short that a page that hangs does not hold up its batch
// for long, through all halvings.
func (r *Renderer) timeout(pages int) time.Duration {
	return min(r.jobTimeout/3+time.Duration(pages)*200*time.Millisecond, r.jobTimeout)
}

// print prints a batch once. again are those whose page was not right, which may be the fault of another in the batch; a
// batch of one fails instead.
func (r *Renderer) print(ctx context.Context, b batch, limit time.Duration, out []Printed) (again []int, err error) {
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
			out[i] = Printed{Document: document, Warnings: warnings}
		case len(b.members) == 1:
			return nil, ErrFailed.Wrap(err)
		default:
			again = append(again, i)
		}
	}
	return again, nil
}
