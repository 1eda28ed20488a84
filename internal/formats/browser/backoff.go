package browser

import (
	"sync"
	"time"
)

// backoff delays restarts of a browser that keeps failing, so that a broken installation does not cost every request a start.
type backoff struct {
	mu       sync.Mutex
	failures int
	retryAt  time.Time
	cause    error
}

const longestBackoff = time.Minute

// failed records a failure. The first causes no delay: a browser that crashed once restarts at once.
func (b *backoff) failed(cause error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failures++
	b.cause = cause
	b.retryAt = time.Now()
	if b.failures > 1 {
		b.retryAt = b.retryAt.Add(min(time.Second<<min(b.failures-2, 10), longestBackoff))
	}
}

// refusal returns the cause of the last failure while a retry is too early.
func (b *backoff) refusal() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if time.Now().Before(b.retryAt) {
		return b.cause
	}
	return nil
}

func (b *backoff) reset() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failures, b.retryAt, b.cause = 0, time.Time{}, nil
}
