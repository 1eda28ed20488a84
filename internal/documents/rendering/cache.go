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
	// GetTogether reads some files; what is not there is nil.
	GetTogether(ctx context.Context, keys []string) ([][]byte, error)
	// PutTogether stores documents of one department that the ledger has noted.
	PutTogether(ctx context.Context, departmentID int64, all []File) error
}

// File is what is stored under a name.
type File struct {
	Name, ContentType string
	Data              []byte
}

// Turns lets one process at a time make a file.
type Turns interface {
	// Try returns those of the names that nobody else works on.
	Try(ctx context.Context, names []string) ([]string, error)
	Done(names []string)
}

// Owner is whose document a job prints; that of nobody shows a design alone.
type Owner struct{ DepartmentID, CredentialID int64 }

// Kept is a file that shows its owner.
type Kept struct {
	Name  string
	Owner Owner
}

// Ledger remembers whose the files are, so that they can be deleted.
type Ledger interface {
	// Keep is told before a file is stored, and when one is of use to a job that nobody waits for. It returns the names that it knew
	// before: any other is not stored.
	Keep(ctx context.Context, kept []Kept) ([]string, error)
}

// Cache prints each job once, in all processes together, and serves the stored file from then on.
type Cache struct {
	renderer *Renderer
	store    Store
	turns    Turns
	ledger   Ledger
	missing  func(error) bool
	flights  singleflight.Group
	waits    time.Duration // of requests
}

// NewCache wraps a renderer. missing tells whether an error of the store says
// that there is no such file.
func NewCache(renderer *Renderer, store Store, turns Turns, ledger Ledger, missing func(error) bool) *Cache {
	return &Cache{renderer: renderer, store: store, turns: turns, ledger: ledger, missing: missing, waits: requestWaits}
}

// keep notes whose documents the files of some jobs are; a PDF of a design alone is nobody's, and stays. It returns those that may be stored.
func (c *Cache) keep(ctx context.Context, kept ...Kept) (map[string]bool, error) {
	stored := map[string]bool{}
	nobodys := func(k Kept) bool { return k.Owner == Owner{} && strings.HasPrefix(k.Name, "pdf/") }
	for _, k := range kept {
		stored[k.Name] = nobodys(k)
	}
	before, err := c.ledger.Keep(ctx, slices.DeleteFunc(kept, nobodys))
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

// mostTurns is how many files one process works on at a time: each is a lock in the database.
const mostTurns = 200

// PDFs is PDF for many jobs of one department: what is not stored is printed in batches. Only what is printed now has
// warnings.
func (c *Cache) PDFs(ctx context.Context, jobs []Job) []Printed {
	out := make([]Printed, 0, len(jobs))
	for some := range slices.Chunk(jobs, mostTurns) {
		out = append(out, c.some(ctx, some)...)
	}
	return out
}

func (c *Cache) some(ctx context.Context, jobs []Job) []Printed {
	out := make([]Printed, len(jobs))
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
	for _, i := range c.mine(ctx, jobs, names, out) {
		out[i].Document, out[i].Err = c.PDF(ctx, jobs[i])
	}
	return out
}

// mine reads what is stored, prints what nobody else works on, and returns the places of the rest.
func (c *Cache) mine(ctx context.Context, jobs []Job, names []string, out []Printed) (others []int) {
	taken, err := c.turns.Try(ctx, slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "" }))
	defer c.turns.Done(taken)
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
	p := pile{c: c, ctx: ctx, jobs: jobs, names: names, out: out}
	c.renderer.each(ctx, wanted, func(i int, printed Printed) { p.add(places[i], printed) })
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
	var kept []Kept
	for i, name := range names {
		if name != "" {
			kept = append(kept, Kept{name, jobs[i].Owner})
		}
	}
	known, err := c.keep(ctx, kept...)
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
	found, err := c.store.GetTogether(ctx, wanted)
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
	key, err := c.renderer.Key(shown(job, format))
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

// patience is how long somebody who looks at a screen waits for a print that another has begun, perhaps as one of many: then it
// is made for them alone.
const patience = 3 * time.Second

func (c *Cache) get(ctx context.Context, job Job, f file, render func(context.Context) ([]byte, error)) ([]byte, error) {
	// Who looks at a screen does not share the patience of a job that nobody waits for.
	flight := c.flights.DoChan(fmt.Sprint(job.Background, f.name), func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cacheTimeout)
		defer cancel()
		began, turn := time.Now(), f.name
		data, found, err := c.read(ctx, f.name)
		if found && job.Background {
			_, err = c.keep(ctx, Kept{f.name, job.Owner})
		}
		for wait := shortestWait; err == nil && !found; wait = min(2*wait, longestWait) {
			if !job.Background && time.Since(began) > patience {
				turn = "at once " + f.name
			}
			if data, found, err = c.makeOrSee(ctx, turn, f, job.Owner, render); err == nil && !found {
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

// requestWaits is how long a request waits for a document. It is made meanwhile for whoever asks again.
const requestWaits = 20 * time.Second

func (c *Cache) tooLong(ctx context.Context) <-chan time.Time {
	if deadline.UseOf(ctx) == deadline.Job {
		return nil
	}
	return time.After(c.waits)
}

// How long to wait before looking whether another process has stored its print.
const (
	shortestWait = 20 * time.Millisecond
	longestWait  = time.Second
)

func pause(ctx context.Context, wait time.Duration) error {
	select {
	case <-time.After(wait):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// makeOrSee makes a file, unless another process does: then it only looks whether the file is there.
func (c *Cache) makeOrSee(
	ctx context.Context, turn string, f file, owner Owner, render func(context.Context) ([]byte, error),
) (data []byte, found bool, err error) {
	taken, err := c.turns.Try(ctx, []string{turn})
	if err != nil {
		return nil, false, err
	}
	defer c.turns.Done(taken)
	if data, found, err = c.read(ctx, f.name); err != nil || found || len(taken) == 0 {
		return data, found, err
	}
	if data, err = render(ctx); err != nil {
		return nil, false, err
	}
	if _, err := c.keep(ctx, Kept{f.name, owner}); err != nil {
		return nil, false, err
	}
	if err := c.store.Put(ctx, f.name, f.contentType, data); err != nil {
		return nil, false, fmt.Errorf("store print: %w", err)
	}
	return data, true, nil
}
