package throttle

import (
	"context"
	"fmt"
	"sync"
	"time"

	"laurel/internal/platform/throttle/internal/db"
)

const (
	// shareEvery is how often counts are shared with other processes.
	shareEvery = time.Second
	// shareFrom is the fraction of a limit from which counts are shared: most clients never cause a write.
	shareFrom = 10
	// maxMeters limits the number of clients that are counted. A flood from more addresses is not for a rate limit to stop.
	maxMeters = 200_000
)

// Meter counts requests in memory, and every second shares the counts that approach their limit with the other processes. Use it for
// frequent events, where a write per attempt would cost more than what it protects. Together, processes exceed a limit by at most a
// tenth of it, and for at most a second.
type Meter struct {
	limiter *Limiter

	mu      sync.Mutex
	windows map[string]*window
	timer   *time.Timer
}

type window struct {
	rule   Rule
	key    []byte
	start  time.Time
	count  int
	unsent int
}

// NewMeter returns a meter that shares its counts through the limiter's table.
func NewMeter(l *Limiter) *Meter { return &Meter{limiter: l, windows: map[string]*window{}} }

// Quota is what remains of a limit.
type Quota struct {
	Limit     int
	Remaining int
	Reset     int // seconds until the window ends
}

// Count counts a request under the rule and returns ErrTooMany beyond the limit. A limit of 0 means no limit.
func (m *Meter) Count(rule Rule, who string) (Quota, error) {
	now := m.limiter.clock.Now()
	m.mu.Lock()
	defer m.mu.Unlock()
	w := m.window(rule, who, now)
	w.count++
	w.unsent++
	if w.count > rule.Limit/shareFrom && m.timer == nil {
		m.timer = time.AfterFunc(shareEvery, func() {
			_ = m.Share(context.Background()) // a process that cannot share counts by itself, and tries again with the next request
		})
	}
	left := max(1, int((w.start.Add(rule.Window).Sub(now)+time.Second-1)/time.Second))
	standing := Quota{Limit: rule.Limit, Remaining: max(0, rule.Limit-w.count), Reset: left}
	if w.count > rule.Limit {
		return standing, ErrTooMany.With("retry_after", left)
	}
	return standing, nil
}

func (m *Meter) window(rule Rule, who string, now time.Time) *window {
	id := rule.Name + " " + who
	w := m.windows[id]
	if w != nil && now.Before(w.start.Add(w.rule.Window)) {
		return w
	}
	if w == nil && len(m.windows) >= maxMeters {
		m.forget(now)
	}
	w = &window{rule: rule, key: key(rule, []string{who}), start: now}
	m.windows[id] = w
	return w
}

// forget drops expired windows, or all of them if that frees no room.
func (m *Meter) forget(now time.Time) {
	m.forgetPassed(now)
	if len(m.windows) >= maxMeters {
		clear(m.windows)
	}
}

// Share publishes this process's counts and reads those of the others.
func (m *Meter) Share(ctx context.Context) error {
	now := m.limiter.clock.Now()
	sent := map[*window]int{}
	m.mu.Lock()
	m.timer = nil
	m.forgetPassed(now)
	for _, w := range m.windows {
		if w.count > w.rule.Limit/shareFrom && w.unsent > 0 {
			sent[w] = w.unsent
			w.unsent = 0
		}
	}
	m.mu.Unlock()
	for w, n := range sent {
		row, err := m.limiter.q.ThrottleAdd(ctx, m.limiter.pool, db.ThrottleAddParams{
			Key: w.key, Since: now.Add(-w.rule.Window), Start: w.start, Count: int32(n), //nolint:gosec // requests of a second
		})
		if err != nil {
			return fmt.Errorf("share counts: %w", err)
		}
		m.mu.Lock()
		w.count, w.start = int(row.Count)+w.unsent, row.WindowStart
		m.mu.Unlock()
	}
	return nil
}

// forgetPassed drops expired windows outside of a request.
func (m *Meter) forgetPassed(now time.Time) {
	for id, w := range m.windows {
		if !now.Before(w.start.Add(w.rule.Window)) {
			delete(m.windows, id)
		}
	}
}
