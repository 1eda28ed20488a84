package rendering

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/singleflight"

	"laurel/internal/documents/documentstore"
	"laurel/internal/platform/deadline"
)

// Store stores files by name.
type Store interface {
	Get(ctx context.Context, key string) ([]byte, error)
	Put(ctx context.Context, key, contentType string, data []byte) error
	// GetMany reads several files; missing ones are nil.
	GetMany(ctx context.Context, keys []string) ([][]byte, error)
	// PutMany stores registered documents of one department.
	PutMany(ctx context.Context, departmentID int64, all []documentstore.File) error
}

// Locks lets one process at a time render a file.
type Locks interface {
	// TryLock returns the names that nobody else holds.
	TryLock(ctx context.Context, names []string) ([]string, error)
	Unlock(names []string)
}

// StoredDocuments records the owners of files, so that they can be deleted.
type StoredDocuments interface {
	// Register is called before a file is stored and when a background job uses one. It returns the names that were recorded
	// before; no other file is stored.
	Register(ctx context.Context, kept []documentstore.StoredFile) ([]string, error)
}

// Cache prints each job once across all processes and serves the stored file from then on.
type Cache struct {
	renderer  *Renderer
	store     Store
	locks     Locks
	documents StoredDocuments
	missing   func(error) bool
	flights   singleflight.Group
	waits     time.Duration // limit for requests
}

// NewCache wraps a renderer. missing reports whether an error of the store means that the file does not exist.
func NewCache(renderer *Renderer, store Store, turns Locks, ledger StoredDocuments, missing func(error) bool) *Cache {
	return &Cache{renderer: renderer, store: store, locks: turns, documents: ledger, missing: missing, waits: requestWait}
}

// register records the owners of the files of some jobs and returns the jobs that may be stored. PDFs of designs have no owner
// and are kept.
func (c *Cache) register(ctx context.Context, kept ...documentstore.StoredFile) (map[string]bool, error) {
	stored := map[string]bool{}
	nobodys := func(k documentstore.StoredFile) bool {
		return k.Owner == documentstore.Owner{} && strings.HasPrefix(k.Name, "pdf/")
	}
	for _, k := range kept {
		stored[k.Name] = nobodys(k)
	}
	before, err := c.documents.Register(ctx, slices.DeleteFunc(kept, nobodys))
	for _, name := range before {
		stored[name] = true
	}
	return stored, err
}

// cacheTimeout limits one lookup including the print, which continues for other callers when the first one has left.
const cacheTimeout = time.Minute

// PDF returns the job's single page. Errors are those of Renderer.PDF.
func (c *Cache) PDF(ctx context.Context, job Job) ([]byte, error) {
	if len(job.Pages) != 1 {
		return nil, ErrInvalidJob.With("pages", len(job.Pages))
	}
	key, err := c.renderer.Key(job)
	if err != nil {
		return nil, err
	}
	return c.get(ctx, job, file{pdfName(key), pdfType}, func(ctx context.Context) ([]byte, error) {
		documents, _, err := c.renderer.PDF(ctx, job)
		if err != nil {
			return nil, err
		}
		return documents[0], nil
	})
}

const pdfType = "application/pdf"

func pdfName(key string) string { return fmt.Sprintf("pdf/%s/%s.pdf", key[:2], key) }

// maxLocks limits the files that one process renders at a time: each holds an advisory lock.
const maxLocks = 200

// PDFs is PDF for many jobs of one department: missing documents are printed in batches. Only newly printed ones have warnings.
func (c *Cache) PDFs(ctx context.Context, jobs []Job) []PDFResult {
	out := make([]PDFResult, 0, len(jobs))
	for some := range slices.Chunk(jobs, maxLocks) {
		out = append(out, c.pdfs(ctx, some)...)
	}
	return out
}

func (c *Cache) pdfs(ctx context.Context, jobs []Job) []PDFResult {
	out := make([]PDFResult, len(jobs))
	names := make([]string, len(jobs))
	common := newKeys(c.renderer.bundle.version)
	for i, job := range jobs {
		key, err := common.of(job)
		if err != nil {
			out[i].Err = err
			continue
		}
		names[i] = pdfName(key)
	}
	// Documents that another process prints come last: by then they are stored, or that process has died.
	for _, i := range c.printUnlocked(ctx, jobs, names, out) {
		out[i].Document, out[i].Err = c.PDF(ctx, jobs[i])
	}
	return out
}

// printUnlocked reads stored documents, prints those that no other process prints, and returns the indexes of the rest.
func (c *Cache) printUnlocked(ctx context.Context, jobs []Job, names []string, out []PDFResult) (others []int) {
	taken, err := c.locks.TryLock(ctx, slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "" }))
	defer c.locks.Unlock(taken)
	mine := map[string]bool{}
	for _, name := range taken {
		mine[name] = true
	}
	var wanted []Job
	var places []int
	stored := c.readAll(ctx, jobs, names)
	for i, name := range names {
		if out[i].Err != nil {
			continue
		}
		switch {
		case stored[i].data != nil:
			out[i].Document = stored[i].data
		case stored[i].err != nil || err != nil:
			out[i].Err = errors.Join(stored[i].err, err)
		case mine[name]:
			mine[name] = false // a duplicate job gets the document of the first
			wanted, places = append(wanted, jobs[i]), append(places, i)
		default:
			others = append(others, i)
		}
	}
	p := writeBuffer{c: c, ctx: ctx, jobs: jobs, names: names, out: out}
	p.writes.SetLimit(maxParallelWrites)
	c.renderer.each(ctx, wanted, func(i int, printed PDFResult) { p.add(places[i], printed) })
	p.wait()
	return others
}

// stored is the result of a read; both fields are zero when the file does not exist.
type stored struct {
	data []byte
	err  error
}

// readAll registers documents and reads the stored ones. Registration returns in one query which ones cannot be stored.
func (c *Cache) readAll(ctx context.Context, jobs []Job, names []string) []stored {
	out := make([]stored, len(names))
	var kept []documentstore.StoredFile
	for i, name := range names {
		if name != "" {
			kept = append(kept, documentstore.StoredFile{Name: name, Owner: jobs[i].Owner})
		}
	}
	known, err := c.register(ctx, kept...)
	var wanted []string
	var places []int
	for i, name := range names {
		if out[i].err = err; err == nil && known[name] {
			wanted, places = append(wanted, name), append(places, i)
		}
	}
	if len(wanted) == 0 {
		return out
	}
	found, err := c.store.GetMany(ctx, wanted)
	for n, i := range places {
		if err != nil {
			out[i].err = fmt.Errorf("get stored prints: %w", err)
		} else {
			out[i].data = found[n]
		}
	}
	return out
}

func (c *Cache) read(ctx context.Context, name string) (data []byte, found bool, err error) {
	data, err = c.store.Get(ctx, name)
	switch {
	case err == nil:
		return data, true, nil
	case c.missing(err):
		return nil, false, nil
	default:
		return nil, false, fmt.Errorf("get stored print: %w", err)
	}
}

// Picture returns a picture of the job's single page. Errors are those of Renderer.Picture.
func (c *Cache) Picture(ctx context.Context, job Job, width int, format Format) ([]byte, error) {
	job.Mode = picture
	key, err := c.renderer.Key(pictureJob(job, format))
	if err != nil {
		return nil, err
	}
	name := fmt.Sprintf("picture/%s/%s-%d.%s", key[:2], key, width, format)
	return c.get(ctx, job, file{name, format.ContentType()}, func(ctx context.Context) ([]byte, error) {
		return c.renderer.Picture(ctx, job, width, format)
	})
}

// file is the stored form of a job.
type file struct{ name, contentType string }

// otherProcessWait is how long an interactive request waits for a print that another process has begun, perhaps in a batch; then
// it renders its own.
const otherProcessWait = 3 * time.Second

func (c *Cache) get(ctx context.Context, job Job, f file, render func(context.Context) ([]byte, error)) ([]byte, error) {
	// An interactive request does not share the timeout of a background job.
	flight := c.flights.DoChan(fmt.Sprint(job.Background, f.name), func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cacheTimeout)
		defer cancel()
		began, turn := time.Now(), f.name
		data, found, err := c.read(ctx, f.name)
		if found && job.Background {
			_, err = c.register(ctx, documentstore.StoredFile{Name: f.name, Owner: job.Owner})
		}
		for wait := minPollInterval; err == nil && !found; wait = min(2*wait, maxPollInterval) {
			if !job.Background && time.Since(began) > otherProcessWait {
				turn = "at once " + f.name
			}
			if data, found, err = c.renderOrLook(ctx, turn, f, job.Owner, render); err == nil && !found {
				err = pause(ctx, wait)
			}
		}
		return data, err
	})
	select {
	case result := <-flight:
		if result.Err != nil {
			return nil, result.Err
		}
		return result.Val.([]byte), nil
	case <-c.tooLong(ctx):
		return nil, ErrUnavailable.With("retry_after", int(c.waits.Seconds()))
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// requestWait is how long a request waits for a document. Rendering continues for the next request.
const requestWait = 20 * time.Second

func (c *Cache) tooLong(ctx context.Context) <-chan time.Time {
	if deadline.UseOf(ctx) == deadline.Job {
		return nil
	}
	return time.After(c.waits)
}

// Interval for polling whether another process has stored its print.
const (
	minPollInterval = 20 * time.Millisecond
	maxPollInterval = time.Second
)

func pause(ctx context.Context, wait time.Duration) error {
	select {
	case <-time.After(wait):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// renderOrLook renders a file, unless another process holds its lock: then it only checks whether the file is stored.
func (c *Cache) renderOrLook(
	ctx context.Context, turn string, f file, owner documentstore.Owner, render func(context.Context) ([]byte, error),
) (data []byte, found bool, err error) {
	taken, err := c.locks.TryLock(ctx, []string{turn})
	if err != nil {
		return nil, false, err
	}
	defer c.locks.Unlock(taken)
	if data, found, err = c.read(ctx, f.name); err != nil || found || len(taken) == 0 {
		return data, found, err
	}
	if data, err = render(ctx); err != nil {
		return nil, false, err
	}
	if _, err := c.register(ctx, documentstore.StoredFile{Name: f.name, Owner: owner}); err != nil {
		return nil, false, err
	}
	if err := c.store.Put(ctx, f.name, f.contentType, data); err != nil {
		return nil, false, fmt.Errorf("store print: %w", err)
	}
	return data, true, nil
}
