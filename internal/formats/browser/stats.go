package browser

import (
	"context"
	"errors"
	"sync"
)

// Stats counts the jobs of a pool.
type Stats struct {
	Running, Waiting int64
	Done, Failed     int64 // since the pool was made; a job that its caller gave up counts as neither
	FailedInRow      int64 // since the last one that was done
	LastFailure      string
}

// tally counts finished jobs.
type tally struct {
	mu sync.Mutex
	s  Stats
}

func (t *tally) begin() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.s.Running++
}

func (t *tally) end(ctx context.Context, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.s.Running--
	var script *ScriptError
	switch {
	case err == nil, errors.As(err, &script): // Chrome did its part
		t.s.Done++
		t.s.FailedInRow, t.s.LastFailure = 0, ""
	case ctx.Err() == nil && !errors.Is(err, ErrClosed):
		t.s.Failed++
		t.s.FailedInRow++
		t.s.LastFailure = err.Error()
	}
}

// Stats returns the counters of the pool.
func (p *Pool) Stats() Stats {
	p.tally.mu.Lock()
	defer p.tally.mu.Unlock()
	s := p.tally.s
	s.Waiting = p.waiting.Load()
	return s
}
