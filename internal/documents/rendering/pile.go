package rendering

import (
	"context"
	"fmt"
	"sync"
)

// pile gathers what is printed, to store it some at a time.
type pile struct {
	c       *Cache
	ctx     context.Context //nolint:containedctx // it lives as long as one list of documents
	jobs    []Job
	names   []string
	out     []Printed
	mu      sync.Mutex
	waiting []int // places in the list
	storing together
}

// mostPiled is how many documents are stored together: as many as are printed together.
const mostPiled = mostPages

func (p *pile) add(place int, printed Printed) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.out[place] = printed
	if printed.Err != nil {
		return
	}
	if p.waiting = append(p.waiting, place); len(p.waiting) == mostPiled {
		p.store()
	}
}

// store stores what waits, while the next is printed: the documents of a department together, and each of nobody by itself, since the
// ledger does not know it.
func (p *pile) store() {
	some := p.waiting
	p.waiting = nil
	p.storing.do(func() {
		ofDepartments := map[int64][]int{}
		for _, place := range some {
			if id := p.jobs[place].Owner.DepartmentID; id != 0 {
				ofDepartments[id] = append(ofDepartments[id], place)
				continue
			}
			f := p.file(place)
			p.note(p.c.store.Put(p.ctx, f.Name, f.ContentType, f.Data), place)
		}
		for id, places := range ofDepartments {
			all := make([]File, len(places))
			for i, place := range places {
				all[i] = p.file(place)
			}
			p.note(p.c.store.PutTogether(p.ctx, id, all), places...)
		}
	})
}

func (p *pile) file(place int) File { return File{p.names[place], pdfType, p.out[place].Document} }

func (p *pile) note(err error, places ...int) {
	for _, place := range places {
		if err != nil {
			p.out[place] = Printed{Err: fmt.Errorf("store print: %w", err)}
		}
	}
}

// wait stores what is left, and waits until all is stored.
func (p *pile) wait() {
	p.mu.Lock()
	if len(p.waiting) > 0 {
		p.store()
	}
	p.mu.Unlock()
	p.storing.wait()
}

// mostAtOnce is how many requests to the store one list of documents makes at a time: most of each is waiting.
const mostAtOnce = 8

// together does some things at once.
type together struct {
	all    sync.WaitGroup
	once   sync.Once
	places chan struct{}
}

// do waits for a place, so that what is to be done does not pile up.
func (t *together) do(work func()) {
	t.once.Do(func() { t.places = make(chan struct{}, mostAtOnce) })
	t.places <- struct{}{}
	t.all.Go(func() {
		defer func() { <-t.places }()
		work()
	})
}

func (t *together) wait() { t.all.Wait() }
