package apptest_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"laurel/internal/documents/rendering"
	"laurel/internal/formats/browser"
	"laurel/internal/formats/printtest"
)

const (
	// manyPictures is how many pictures are made in one turn.
	manyPictures = 100
	// pictureWidth is how wide they are, in px.
	pictureWidth = 1200
	// lookers is how many people ask at a time.
	lookers = 8
)

// pictures are what making pictures came to: alone, and while documents are printed.
type pictures struct {
	alone, beside measured
	processor     time.Duration // of those alone
}

// picture makes pictures of certificates that differ, for people who wait.
func (p *printing) picture(b *testing.B, r *rendering.Renderer, n int) error {
	b.Helper()
	jobs := p.jobs(n)
	var next sync.Mutex
	var all sync.WaitGroup
	failed := make([]error, lookers)
	for i := range lookers {
		all.Go(func() {
			for {
				next.Lock()
				if len(jobs) == 0 {
					next.Unlock()
					return
				}
				job := jobs[0]
				jobs = jobs[1:]
				next.Unlock()
				job.Background = false
				if _, err := r.Picture(b.Context(), job, pictureWidth, rendering.JPEG); err != nil {
					failed[i] = err
				}
			}
		})
	}
	all.Wait()
	return errors.Join(failed...)
}

// pictures measures them with a Chrome of their own.
func (p *printing) pictures(b *testing.B) (f pictures) {
	b.Helper()
	folder := printtest.Folder(b)
	r := p.renderer(b, browser.Options{TempDir: folder})
	used := func() time.Duration { return printtest.Own() + printtest.Processor(printtest.Processes(folder, "")) }
	for round := range rounds + 1 {
		if round == 1 { // the first is for warming up
			f = pictures{}
		}
		before := used()
		f.alone.time(b, manyPictures, func() error { return p.picture(b, r, manyPictures) })
		f.processor += used() - before
		f.beside.add(manyPictures, p.besidePrinting(b, r))
	}
	return f
}

// besidePrinting reports how long pictures take while documents are printed without a pause.
func (p *printing) besidePrinting(b *testing.B, r *rendering.Renderer) time.Duration {
	b.Helper()
	jobs, stop, ended := p.jobs(together), make(chan struct{}), make(chan error)
	go func() {
		for {
			select {
			case <-stop:
				ended <- nil
				return
			default:
			}
			for _, printed := range r.PDFs(b.Context(), jobs) {
				if printed.Err != nil {
					ended <- printed.Err
					return
				}
			}
		}
	}()
	began := time.Now()
	err := p.picture(b, r, manyPictures)
	took := time.Since(began)
	close(stop)
	if err := errors.Join(err, <-ended); err != nil {
		b.Fatal(err)
	}
	return took
}
