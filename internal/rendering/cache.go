package rendering

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/singleflight"
)

// Store keeps files by name.
type Store interface {
	Get(ctx context.Context, key string) ([]byte, error)
	Put(ctx context.Context, key, contentType string, data []byte) error
}

// Cache prints each job once and serves the stored file from then on.
type Cache struct {
	renderer *Renderer
	store    Store
	missing  func(error) bool
	flights  singleflight.Group
}

// NewCache wraps a renderer. missing tells whether an error of the store says
// that there is no such file.
func NewCache(renderer *Renderer, store Store, missing func(error) bool) *Cache {
	return &Cache{renderer: renderer, store: store, missing: missing}
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
	return c.get(ctx, pdfName(key), pdfType, func(ctx context.Context) ([]byte, error) {
		documents, _, err := c.renderer.PDF(ctx, job)
		if err != nil {
			return nil, err
		}
		return documents[0], nil
	})
}

const pdfType = "application/pdf"

func pdfName(key string) string { return fmt.Sprintf("pdf/%s/%s.pdf", key[:2], key) }

// PDFs is PDF for many jobs of one department: what is not stored is printed in batches. Only what is printed now has
// warnings.
func (c *Cache) PDFs(ctx context.Context, jobs []Job) []Printed {
	out := make([]Printed, len(jobs))
	var wanted []Job
	var places []int
	var names []string
	for i, job := range jobs {
		key, err := c.renderer.Key(job)
		if err != nil {
			out[i].Err = err
			continue
		}
		data, err := c.store.Get(ctx, pdfName(key))
		switch {
		case err == nil:
			out[i].Document = data
		case c.missing(err):
			wanted, places, names = append(wanted, job), append(places, i), append(names, pdfName(key))
		default:
			out[i].Err = fmt.Errorf("get stored print: %w", err)
		}
	}
	c.renderer.each(ctx, wanted, func(i int, printed Printed) {
		if printed.Err == nil {
			if err := c.store.Put(ctx, names[i], pdfType, printed.Document); err != nil {
				printed = Printed{Err: fmt.Errorf("store print: %w", err)}
			}
		}
		out[places[i]] = printed
	})
	return out
}

// Picture returns a picture of the job's single page. It refuses as
// Renderer.Picture does.
func (c *Cache) Picture(ctx context.Context, job Job, width int, format Format) ([]byte, error) {
	job.Mode = picture
	key, err := c.renderer.Key(job)
	if err != nil {
		return nil, err
	}
	name := fmt.Sprintf("picture/%s/%s-%d.%s", key[:2], key, width, format)
	return c.get(ctx, name, format.ContentType(), func(ctx context.Context) ([]byte, error) {
		return c.renderer.Picture(ctx, job, width, format)
	})
}

func (c *Cache) get(ctx context.Context, name, contentType string, render func(context.Context) ([]byte, error)) ([]byte, error) {
	flight := c.flights.DoChan(name, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cacheTimeout)
		defer cancel()
		data, err := c.store.Get(ctx, name)
		if err == nil {
			return data, nil
		}
		if !c.missing(err) {
			return nil, fmt.Errorf("get stored print: %w", err)
		}
		if data, err = render(ctx); err != nil {
			return nil, err
		}
		if err := c.store.Put(ctx, name, contentType, data); err != nil {
			return nil, fmt.Errorf("store print: %w", err)
		}
		return data, nil
	})
	select {
	case result := <-flight:
		if result.Err != nil {
			return nil, result.Err
		}
		return result.Val.([]byte), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
