package doctor

import (
	"context"
	"sync"
	"time"
)

// Watch runs the checks at most once per interval, so that health probes may ask at any rate.
type Watch struct {
	checks []Check
	every  time.Duration

	mu   sync.Mutex
	last Report
	at   time.Time
}

// NewWatch returns a Watch for the checks.
func NewWatch(checks []Check, every time.Duration) *Watch {
	return &Watch{checks: checks, every: every}
}

// Report returns the latest report, or a new one if that is too old. Concurrent callers wait for the same one.
func (w *Watch) Report(ctx context.Context) Report {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.last == nil || time.Since(w.at) >= w.every {
		// If one caller disconnects, the checks must not fail for the others.
		w.last = Examine(context.WithoutCancel(ctx), w.checks)
		w.at = time.Now()
	}
	return w.last
}
