// Package throttle counts attempts in fixed windows that are stored in PostgreSQL, so that all processes share one count and it
// survives a restart.
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

// MaxWindow is the longest window of a rule. Older rows are deleted.
const MaxWindow = 24 * time.Hour

// ErrTooMany rejects an attempt beyond the limit. Its parameter retry_after is the number of seconds until the window ends.
var ErrTooMany = errs.New(errs.TooMany, "too_many_requests")

// Rule allows Limit attempts per Window. A window starts with the first attempt and rejected attempts do not extend it, so nobody is
// locked out for longer than one window.
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

// New returns a limiter.
func New(pool *pgxpool.Pool, c clock.Clock) *Limiter {
	return &Limiter{pool: pool, clock: c, q: db.New()}
}

// Allow counts an attempt for parts (such as an address or an account) and returns ErrTooMany beyond the limit. It counts before it
// decides, so that parallel attempts cannot all pass.
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

// Forgive takes back a counted attempt, for rules that count only failures: call Allow first, and Forgive on success.
func (l *Limiter) Forgive(ctx context.Context, rule Rule, parts ...string) error {
	err := l.q.ThrottleForgive(ctx, l.pool, db.ThrottleForgiveParams{Key: key(rule, parts), Since: l.clock.Now().Add(-rule.Window)})
	if err != nil {
		return fmt.Errorf("forgive attempt: %w", err)
	}
	return nil
}

// DeleteOld deletes expired windows and returns their number.
func (l *Limiter) DeleteOld(ctx context.Context) (int64, error) {
	n, err := l.q.ThrottleDeleteOld(ctx, l.pool, l.clock.Now().Add(-MaxWindow))
	if err != nil {
		return 0, fmt.Errorf("delete old throttles: %w", err)
	}
	return n, nil
}

// Network is the part of an address that an attacker cannot vary: an IPv4 address, or the /64 prefix of an IPv6 address.
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

// key hashes the parts, so that the table stores no address. The parts are prefixed by their lengths, so that no two lists collide.
func key(rule Rule, parts []string) []byte {
	h := sha256.New()
	for _, part := range append([]string{rule.Name}, parts...) {
		_, _ = fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	return h.Sum(nil)
}
