package rendering

import (
	"context"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"laurel/internal/documents/documentstore"
)

// writeBuffer collects printed documents and stores them in batches.
type writeBuffer struct {
	c       *Cache
	ctx     context.Context //nolint:containedctx // lives as long as one list of documents
	jobs    []Job
	names   []string
	out     []PDFResult
	mu      sync.Mutex
	pending []int // indexes in the list
	writes  errgroup.Group
}

// maxBuffered is how many documents are stored at once: one print batch.
const maxBuffered = maxBatchPages

func (p *writeBuffer) add(place int, printed PDFResult) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.out[place] = printed
	if printed.Err != nil {
		return
	}
	if p.pending = append(p.pending, place); len(p.pending) == maxBuffered {
		p.flush()
	}
}

// flush stores pending documents in the background: those of a department together, and those without an owner one by one,
// because they are not registered.
func (p *writeBuffer) flush() {
	some := p.pending
	p.pending = nil
	p.writes.Go(func() error {
		ofDepartments := map[int64][]int{}
		for _, place := range some {
			if id := p.jobs[place].Owner.DepartmentID; id != 0 {
				ofDepartments[id] = append(ofDepartments[id], place)
				continue
			}
			f := p.file(place)
			p.setErr(p.c.store.Put(p.ctx, f.Name, f.ContentType, f.Data), place)
		}
		for id, places := range ofDepartments {
			all := make([]documentstore.File, len(places))
			for i, place := range places {
				all[i] = p.file(place)
			}
			p.setErr(p.c.store.PutMany(p.ctx, id, all), places...)
		}
		return nil
	})
}

func (p *writeBuffer) file(place int) documentstore.File {
	return documentstore.File{Name: p.names[place], ContentType: pdfType, Data: p.out[place].Document}
}

func (p *writeBuffer) setErr(err error, places ...int) {
	for _, place := range places {
		if err != nil {
			p.out[place] = PDFResult{Err: fmt.Errorf("store print: %w", err)}
		}
	}
}

// wait stores the rest and waits until all writes have ended.
func (p *writeBuffer) wait() {
	p.mu.Lock()
	if len(p.pending) > 0 {
		p.flush()
	}
	p.mu.Unlock()
	_ = p.writes.Wait() // each document has its own error
}

// maxParallelWrites limits concurrent requests to the object store per list of documents.
const maxParallelWrites = 8
