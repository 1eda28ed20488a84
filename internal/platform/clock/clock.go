// Package clock provides the current time, so that tests can control it.
package clock

import (
	"sync"
	"time"
)

// Clock returns the time in UTC.
type Clock interface{ Now() time.Time }

// System is the system's clock, truncated to microseconds as in PostgreSQL.
type System struct{}

// Now returns the current time in UTC.
func (System) Now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// Fake is a clock that only moves when told to.
type Fake struct {
	mu  sync.Mutex
	now time.Time
}

// NewFake returns a clock that is set to t.
func NewFake(t time.Time) *Fake { return &Fake{now: t.UTC()} }

// Now returns the time the clock is set to.
func (f *Fake) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

// Advance moves the clock forward.
func (f *Fake) Advance(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = f.now.Add(d)
}

// Today returns the current date in a time zone, at midnight UTC, which is how dates are stored.
func Today(c Clock, zone *time.Location) time.Time {
	y, m, d := c.Now().In(zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}
