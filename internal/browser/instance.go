package browser

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// instance is one running Chrome of a pool and the number of its open tabs.
type instance struct {
	process *process
	tabs    int
	prints  int
}

// closeTimeout is how long Chrome may take to close a tab before it counts as
// stuck and is killed.
const closeTimeout = 3 * time.Second

// open gives the slot a loaded tab of the current browser.
func (p *Pool) open(ctx context.Context, s *slot) error {
	if s.tab != nil && s.owner.gone() {
		p.drop(s)
	}
	if s.tab != nil {
		return nil
	}
	owner, err := p.browser(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, p.opts.StartTimeout)
	defer cancel()
	tab, err := openTab(ctx, owner.process.conn, p.opts.Assets)
	if err != nil {
		p.leave(owner, 0)
		return fmt.Errorf("%w: open tab: %w", ErrCrashed, err)
	}
	s.tab, s.owner = tab, owner
	if err := tab.load(ctx, p.opts); err != nil {
		p.drop(s)
		if owner.gone() {
			return fmt.Errorf("%w: load page: %w", ErrCrashed, err)
		}
		return fmt.Errorf("%w: load page: %w", ErrUnavailable, err)
	}
	return nil
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
	started, err := start(limit, p.opts)
	if err != nil {
		p.backoff.failed(err)
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
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
