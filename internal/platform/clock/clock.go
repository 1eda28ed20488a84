// Package clock is where time comes from, so that tests can move it.
package clock

import (
	"sync"
	"time"
)

// Clock tells the time in UTC.
type Clock interface{ Now() time.Time }

// System is the machine's clock, cut to the microseconds that PostgreSQL keeps.
type System struct{}

// Now returns the current instant in UTC.
func (System) Now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// Fake stands still until it is moved.
type Fake struct {
	mu  sync.Mutex
	now time.Time
}

// NewFake starts a clock at t.
func NewFake(t time.Time) *Fake { return &Fake{now: t.UTC()} }

// Now returns the instant the clock stands at.
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

// Today is the calendar date of now in the zone, at midnight UTC: how dates without time are kept.
func Today(c Clock, zone *time.Location) time.Time {
	y, m, d := c.Now().In(zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}
