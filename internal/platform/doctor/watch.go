package doctor

import (
	"context"
	"sync"
	"time"
)

// Watch examines at most once per interval, so that a health probe, or anybody else, may ask as often as they like without
// cost to the parts.
type Watch struct {
	checks []Check
	every  time.Duration

	mu   sync.Mutex
	last Report
	at   time.Time
}

// NewWatch makes a Watch over the checks.
func NewWatch(checks []Check, every time.Duration) *Watch {
	return &Watch{checks: checks, every: every}
}

// Report gives the last examination, or a new one when that is too old. Those who ask meanwhile wait for the same one.
func (w *Watch) Report(ctx context.Context) Report {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.last == nil || time.Since(w.at) >= w.every {
		// One caller's leaving must not look like a sick part to the next.
		w.last = Examine(context.WithoutCancel(ctx), w.checks)
		w.at = time.Now()
	}
	return w.last
}
