package browser

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
)

// instance is one running Chrome of a pool with the number of its open tabs.
type instance struct {
	process *process
	tabs    int
	prints  int
}

// closeTimeout is how long Chrome may take to close a tab before it is killed.
const closeTimeout = 3 * time.Second

// open gives the slot a loaded tab of the current browser. If that browser dies meanwhile, it opens the tab in the next one.
func (p *Pool) open(ctx context.Context, s *slot) error {
	if s.tab != nil && s.owner.gone() {
		p.drop(s)
	}
	if s.tab != nil {
		return nil
	}
	err := p.openNew(ctx, s)
	if errors.Is(err, ErrCrashed) && errors.Is(err, errGone) {
		err = p.openNew(ctx, s)
	}
	return err
}

// openNew opens and loads a tab. A browser that does not respond, opens no tab or does not load its page is retired, because
// every other job would wait for it too. It returns errGone when the browser died.
func (p *Pool) openNew(ctx context.Context, s *slot) error {
	owner, err := p.browser(ctx)
	if err != nil {
		return err
	}
	defer p.watch(owner)()
	timed, cancel := context.WithTimeout(ctx, p.opts.StartTimeout)
	defer cancel()
	tab, err := openTab(timed, owner.process.conn, p.opts.Assets)
	if err != nil {
		err = fmt.Errorf("%w: open tab: %w", ErrCrashed, owner.death(err))
		if ctx.Err() == nil && timed.Err() != nil {
			owner.process.stop()
		}
		p.retire(ctx, owner, err)
		p.leave(owner, 0)
		return err
	}
	s.tab, s.owner = tab, owner
	if err = tab.load(timed, p.opts); err == nil {
		return nil
	}
	kind := ErrUnavailable
	if owner.gone() {
		kind = ErrCrashed
	}
	err = fmt.Errorf("%w: load page: %w", kind, owner.death(err))
	p.retire(ctx, owner, err)
	p.drop(s)
	return err
}

// pulse is the interval of health checks while a job waits.
const pulse = 2 * time.Second

// watch kills a browser that stops responding until the returned function is called. A busy page does not block its browser, so a
// slow job is not killed.
func (p *Pool) watch(owner *instance) (stop func()) {
	ctx, cancel := context.WithCancel(p.life)
	go func() {
		for pause(ctx, pulse) {
			timed, done := context.WithTimeout(ctx, p.opts.HungTimeout)
			_, err := call(timed, owner.process.conn.root(), browser.GetVersion, cdp.Empty{})
			done()
			if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
				p.opts.Log.Warn("browser does not answer, killing it")
				owner.process.stop()
				return
			}
		}
	}()
	return cancel
}

// pause waits and reports whether ctx is still active.
func pause(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// death is what went wrong in a browser, with errGone when it died of it.
func (i *instance) death(err error) error {
	if i.gone() && !errors.Is(err, errGone) {
		return fmt.Errorf("%w: %w", errGone, err)
	}
	return err
}

// retire stops a failed browser when its last tab closes and counts a failed start, unless the caller has left.
func (p *Pool) retire(ctx context.Context, owner *instance, cause error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if ctx.Err() == nil && p.current == owner && !owner.gone() {
		p.current = nil
		p.backoff.failed(cause)
	}
}

// drop closes the slot's tab; the next job opens a new one.
func (p *Pool) drop(s *slot) {
	if s.tab == nil {
		return
	}
	tab, owner := s.tab, s.owner
	s.tab, s.owner = nil, nil
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	if err := tab.close(ctx); errors.Is(err, context.DeadlineExceeded) {
		owner.process.stop()
	}
	p.leave(owner, tab.prints)
}

// browser returns the running Chrome with a place for one more tab, starting
// one when there is none.
func (p *Pool) browser(ctx context.Context) (*instance, error) {
	select {
	case p.starting <- struct{}{}:
		defer func() { <-p.starting }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if running := p.running(); running != nil {
		return running, nil
	}
	if err := p.backoff.refusal(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	// The browser is for all callers, so one that leaves must not stop it.
	limit, cancel := context.WithTimeout(p.life, p.opts.StartTimeout)
	defer cancel()
	started, err := start(limit, p.opts, p.proven)
	if err != nil {
		p.backoff.failed(err)
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	p.proven = &started.way
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		started.stop()
		return nil, ErrClosed
	}
	p.current = &instance{process: started, tabs: 1}
	return p.current, nil
}

// running counts one more tab into the current browser; nil when there is none.
func (p *Pool) running() *instance {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.current == nil {
		return nil
	}
	if p.current.gone() {
		p.current.process.stop()
		p.current = nil
		p.backoff.failed(errGone)
		return nil
	}
	p.current.tabs++
	return p.current
}

// leave counts a closed tab. A browser that has printed its share takes no
// new tabs, and ends with its last one.
func (p *Pool) leave(owner *instance, prints int) {
	p.mu.Lock()
	owner.tabs--
	owner.prints += prints
	if p.current == owner && owner.prints >= p.opts.BrowserPrints {
		p.current = nil
	}
	last := p.current != owner && owner.tabs == 0
	p.mu.Unlock()
	if last {
		owner.process.stop()
	}
}

func (p *Pool) isCurrent(i *instance) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.current == i
}

func (i *instance) gone() bool {
	select {
	case <-i.process.exited:
		return true
	case <-i.process.conn.gone:
		return true
	default:
		return false
	}
}
