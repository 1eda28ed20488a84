// Package throttle counts attempts in fixed windows kept in PostgreSQL, so that all processes share one count and a restart
// forgives nothing.
package throttle

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net/netip"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/throttle/internal/db"
)

// MaxWindow is the longest window a rule may have; older rows are swept.
const MaxWindow = 24 * time.Hour

// ErrTooMany refuses an attempt beyond the limit; its retry_after says in how many seconds the window ends.
var ErrTooMany = errs.New(errs.TooMany, "too_many_requests")

// Rule allows Limit attempts per Window. The window begins with the first attempt and does not grow with refused ones, so
// nobody is kept out for longer than one window.
type Rule struct {
	Name   string
	Limit  int
	Window time.Duration
}

// Limiter counts attempts.
type Limiter struct {
	pool  *pgxpool.Pool
	clock clock.Clock
	q     *db.Queries
}

// New makes a limiter.
func New(pool *pgxpool.Pool, c clock.Clock) *Limiter {
	return &Limiter{pool: pool, clock: c, q: db.New()}
}

// Allow counts one attempt under the rule for parts (an address, an account) and refuses with ErrTooMany beyond the limit.
// Counting comes first, so that parallel attempts cannot all slip through.
func (l *Limiter) Allow(ctx context.Context, rule Rule, parts ...string) error {
	now := l.clock.Now()
	row, err := l.q.ThrottleCount(ctx, l.pool, db.ThrottleCountParams{Key: key(rule, parts), Now: now, Since: now.Add(-rule.Window)})
	if err != nil {
		return fmt.Errorf("count attempt: %w", err)
	}
	if int(row.Count) <= rule.Limit {
		return nil
	}
	left := row.WindowStart.Add(rule.Window).Sub(now)
	return ErrTooMany.With("retry_after", max(1, int((left+time.Second-1)/time.Second)))
}

// Forgive takes back one counted attempt, for rules that count failures only: allow first, forgive on success.
func (l *Limiter) Forgive(ctx context.Context, rule Rule, parts ...string) error {
	err := l.q.ThrottleForgive(ctx, l.pool, db.ThrottleForgiveParams{Key: key(rule, parts), Since: l.clock.Now().Add(-rule.Window)})
	if err != nil {
		return fmt.Errorf("forgive attempt: %w", err)
	}
	return nil
}

// DeleteOld removes windows that are over and returns how many there were.
func (l *Limiter) DeleteOld(ctx context.Context) (int64, error) {
	n, err := l.q.ThrottleDeleteOld(ctx, l.pool, l.clock.Now().Add(-MaxWindow))
	if err != nil {
		return 0, fmt.Errorf("delete old throttles: %w", err)
	}
	return n, nil
}

// Network is what one attacker surely has: an IPv4 address, or the 64 bits of IPv6 that every household gets.
func Network(ip string) string {
	addr, err := netip.ParseAddr(ip)
	if err != nil || addr.Is4() {
		return ip
	}
	prefix, err := addr.WithZone("").Prefix(64)
	if err != nil {
		return ip
	}
	return prefix.String()
}

// key hides the parts: the table keeps no address. Lengths stand between the parts, so that no two lists of parts collide.
func key(rule Rule, parts []string) []byte {
	h := sha256.New()
	for _, part := range append([]string{rule.Name}, parts...) {
		_, _ = fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	return h.Sum(nil)
}
