package browser

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/chromedp/cdproto"
)

// Priority is the scheduling class of a job.
type Priority int

const (
	// Background jobs share the ordinary tabs.
	Background Priority = iota
	// Interactive jobs may also use one reserved tab.
	Interactive
)

// Pool lends loaded tabs. Chrome starts with the first job.
type Pool struct {
	opts     Options
	shared   chan *slot
	reserved chan *slot
	waiting  atomic.Int64
	life     context.Context // ends with Close
	end      context.CancelFunc
	ended    chan struct{} // closed once Close has ended everything
	starting chan struct{} // holds a value while one goroutine looks for a browser
	proven   *way          // how the last browser was started; for that goroutine
	jobs     sync.WaitGroup
	tally    tally

	mu      sync.Mutex
	current *instance
	closed  bool
	backoff backoff
}

// slot is the right to use one tab, which is opened on first use.
type slot struct {
	home  chan *slot
	tab   *Tab
	owner *instance
}

// New returns a pool. Nothing is started yet.
func New(opts Options) *Pool {
	opts = opts.withDefaults()
	life, end := context.WithCancel(context.Background())
	p := &Pool{
		opts:     opts,
		shared:   make(chan *slot, opts.Tabs),
		reserved: make(chan *slot, 1),
		life:     life,
		end:      end,
		ended:    make(chan struct{}),
		starting: make(chan struct{}, 1),
	}
	for range opts.Tabs {
		p.shared <- &slot{home: p.shared}
	}
	p.reserved <- &slot{home: p.reserved}
	return p
}

// Tabs returns how many background jobs run concurrently.
func (p *Pool) Tabs() int { return p.opts.Tabs }

// JobTimeout returns the limit of one attempt.
func (p *Pool) JobTimeout() time.Duration { return p.opts.JobTimeout }

// Do runs job with a tab. When the tab or the browser crashes, job runs a second time on a new tab, so it must have no side
// effects before it succeeds. It returns ErrBusy, ErrClosed, ErrUnavailable, ErrCrashed, ErrTimeout, or the error of job.
func (p *Pool) Do(ctx context.Context, priority Priority, job func(ctx context.Context, tab *Tab) error) error {
	return p.DoWithin(ctx, priority, p.opts.JobTimeout, job)
}

// DoWithin is Do with a different limit for one attempt.
func (p *Pool) DoWithin(ctx context.Context, priority Priority, limit time.Duration, job func(ctx context.Context, tab *Tab) error) (err error) {
	if err := p.enter(); err != nil {
		return err
	}
	defer p.jobs.Done()
	s, err := p.take(ctx, priority)
	if err != nil {
		return err
	}
	defer func() { s.home <- s }()
	p.tally.begin()
	defer func() { p.tally.end(ctx, err) }()

	err = p.attempt(ctx, s, limit, job)
	if errors.Is(err, ErrCrashed) && ctx.Err() == nil {
		p.opts.Log.Warn("browser tab crashed, trying again", "error", err)
		err = p.attempt(ctx, s, limit, job)
	}
	return err
}

func (p *Pool) enter() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return ErrClosed
	}
	p.jobs.Add(1)
	return nil
}

// take waits in the bounded queue for a free slot.
func (p *Pool) take(ctx context.Context, priority Priority) (*slot, error) {
	reserved := p.reserved
	if priority != Interactive {
		reserved = nil // never ready
	}
	select {
	case s := <-p.shared:
		return s, nil
	default:
	}
	select {
	case s := <-reserved:
		return s, nil
	default:
	}
	defer p.waiting.Add(-1)
	if p.waiting.Add(1) > int64(p.opts.MaxQueue) {
		return nil, ErrBusy
	}
	select {
	case s := <-p.shared:
		return s, nil
	case s := <-reserved:
		return s, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-p.life.Done():
		return nil, ErrClosed
	}
}

// attempt runs job once within its time limit and discards the tab unless it is known to be healthy.
func (p *Pool) attempt(ctx context.Context, s *slot, limit time.Duration, job func(ctx context.Context, tab *Tab) error) error {
	if err := p.open(ctx, s); err != nil {
		return p.explain(ctx, err)
	}
	timed, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	watched := p.watch(s.owner)
	err := job(timed, s.tab)
	watched()
	s.tab.SetImages(nil)

	var script *ScriptError
	var refusal *cdproto.Error
	sound := err == nil || errors.As(err, &script)
	switch {
	case sound:
		p.backoff.reset()
	case ctx.Err() == nil && timed.Err() != nil:
		err = fmt.Errorf("%w: %w", ErrTimeout, err)
	case s.tab.crashed(), errors.As(err, &refusal):
		// Chrome refuses a print at once when the renderer dies, some time
		// before it says that the renderer died.
		err = fmt.Errorf("%w: %w", ErrCrashed, err)
	}
	if !sound || s.tab.crashed() || s.tab.prints >= p.opts.TabPrints || !p.isCurrent(s.owner) {
		p.drop(s)
	}
	return p.explain(ctx, err)
}

// explain puts the caller's own end, or ours, before what it led to.
func (p *Pool) explain(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if p.life.Err() != nil {
		return ErrClosed
	}
	return err
}

// Close cancels running jobs, stops Chrome and waits until it has exited.
func (p *Pool) Close() {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		<-p.ended
		return
	}
	p.closed = true
	p.end()
	current := p.current
	p.current = nil
	p.mu.Unlock()

	if current != nil {
		current.process.stop()
	}
	p.jobs.Wait()
	for range p.opts.Tabs {
		p.drop(<-p.shared)
	}
	p.drop(<-p.reserved)
	close(p.ended)
}
