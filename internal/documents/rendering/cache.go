package rendering

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/singleflight"

	"laurel/internal/platform/deadline"
)

// Store keeps files by name.
type Store interface {
	Get(ctx context.Context, key string) ([]byte, error)
	Put(ctx context.Context, key, contentType string, data []byte) error
	// GetMany reads some files; what is not there is nil.
	GetMany(ctx context.Context, keys []string) ([][]byte, error)
	// PutMany stores documents of one department that the ledger has noted.
	PutMany(ctx context.Context, departmentID int64, all []File) error
}

// File is what is stored under a name.
type File struct {
	Name, ContentType string
	Data              []byte
}

// Locks lets one process at a time make a file.
type Locks interface {
	// TryLock returns those of the names that nobody else works on.
	TryLock(ctx context.Context, names []string) ([]string, error)
	Unlock(names []string)
}

// Owner is whose document a job prints; that of nobody shows a design alone.
type Owner struct{ DepartmentID, CredentialID int64 }

// StoredFile is a file that shows its owner.
type StoredFile struct {
	Name  string
	Owner Owner
}

// StoredDocuments remembers whose the files are, so that they can be deleted.
type StoredDocuments interface {
	// Register is told before a file is stored, and when one is of use to a job that nobody waits for. It returns the names that it knew
	// before: any other is not stored.
	Register(ctx context.Context, kept []StoredFile) ([]string, error)
}

// Cache prints each job once, in all processes together, and serves the stored file from then on.
type Cache struct {
	renderer  *Renderer
	store     Store
	locks     Locks
	documents StoredDocuments
	missing   func(error) bool
	flights   singleflight.Group
	waits     time.Duration // of requests
}

// NewCache wraps a renderer. missing tells whether an error of the store says
// that there is no such file.
func NewCache(renderer *Renderer, store Store, turns Locks, ledger StoredDocuments, missing func(error) bool) *Cache {
	return &Cache{renderer: renderer, store: store, locks: turns, documents: ledger, missing: missing, waits: requestWait}
}

// register notes whose documents the files of some jobs are; a PDF of a design alone is nobody's, and stays. It returns those that may be stored.
func (c *Cache) register(ctx context.Context, kept ...StoredFile) (map[string]bool, error) {
	stored := map[string]bool{}
	nobodys := func(k StoredFile) bool { return k.Owner == Owner{} && strings.HasPrefix(k.Name, "pdf/") }
	for _, k := range kept {
		stored[k.Name] = nobodys(k)
	}
	before, err := c.documents.Register(ctx, slices.DeleteFunc(kept, nobodys))
	for _, name := range before {
		stored[name] = true
	}
	return stored, err
}

// cacheTimeout bounds one look-up with its print, which goes on for the
// others when the first who asked has left.
const cacheTimeout = time.Minute

// PDF returns the job's single page. It refuses as Renderer.PDF does.
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

// maxLocks is how many files one process works on at a time: each is a lock in the database.
const maxLocks = 200

// PDFs is PDF for many jobs of one department: what is not stored is printed in batches. Only what is printed now has
// warnings.
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
	// What another process prints comes last: by then it is stored, or that process is gone.
	for _, i := range c.printUnlocked(ctx, jobs, names, out) {
		out[i].Document, out[i].Err = c.PDF(ctx, jobs[i])
	}
	return out
}

// printUnlocked reads what is stored, prints what nobody else works on, and returns the places of the rest.
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
			mine[name] = false // a second job of the same name has the document of the first
			wanted, places = append(wanted, jobs[i]), append(places, i)
		default:
			others = append(others, i)
		}
	}
	p := writeBuffer{c: c, ctx: ctx, jobs: jobs, names: names, out: out}
	c.renderer.each(ctx, wanted, func(i int, printed PDFResult) { p.add(places[i], printed) })
	p.wait()
	return others
}

// stored is what the store has under a name: neither data nor an error when there is nothing.
type stored struct {
	data []byte
	err  error
}

// readAll notes whose documents are wanted, and reads those that are stored: the ledger tells which cannot be, in one question.
func (c *Cache) readAll(ctx context.Context, jobs []Job, names []string) []stored {
	out := make([]stored, len(names))
	var kept []StoredFile
	for i, name := range names {
		if name != "" {
			kept = append(kept, StoredFile{name, jobs[i].Owner})
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

// Picture returns a picture of the job's single page. It refuses as
// Renderer.Picture does.
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

// file is what a job is stored as.
type file struct{ name, contentType string }

// otherProcessWait is how long somebody who looks at a screen waits for a print that another has begun, perhaps as one of many: then it
// is made for them alone.
const otherProcessWait = 3 * time.Second

func (c *Cache) get(ctx context.Context, job Job, f file, render func(context.Context) ([]byte, error)) ([]byte, error) {
	// Who looks at a screen does not share the patience of a job that nobody waits for.
	flight := c.flights.DoChan(fmt.Sprint(job.Background, f.name), func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cacheTimeout)
		defer cancel()
		began, turn := time.Now(), f.name
		data, found, err := c.read(ctx, f.name)
		if found && job.Background {
			_, err = c.register(ctx, StoredFile{f.name, job.Owner})
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

// requestWait is how long a request waits for a document. It is made meanwhile for whoever asks again.
const requestWait = 20 * time.Second

func (c *Cache) tooLong(ctx context.Context) <-chan time.Time {
	if deadline.UseOf(ctx) == deadline.Job {
		return nil
	}
	return time.After(c.waits)
}

// How long to wait before looking whether another process has stored its print.
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

// renderOrLook makes a file, unless another process does: then it only looks whether the file is there.
func (c *Cache) renderOrLook(
	ctx context.Context, turn string, f file, owner Owner, render func(context.Context) ([]byte, error),
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
	if _, err := c.register(ctx, StoredFile{f.name, owner}); err != nil {
		return nil, false, err
	}
	if err := c.store.Put(ctx, f.name, f.contentType, data); err != nil {
		return nil, false, fmt.Errorf("store print: %w", err)
	}
	return data, true, nil
}
