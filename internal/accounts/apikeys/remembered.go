package apikeys

import (
	"sync"
	"time"

	"laurel/internal/accounts/apikeys/internal/db"
)

const (
	// remembered is the TTL of the cache. A revoked key must be rejected by all processes within a second.
	remembered = 900 * time.Millisecond
	// mostRemembered is the maximum number of cached keys.
	mostRemembered = 10_000
)

// memory caches recently used keys, so that not every request looks up its key in the database.
type memory struct {
	mu   sync.Mutex
	keys map[string]recollection // by hash
}

type recollection struct {
	row   db.APIKeyResolveRow
	until time.Time
}

func (m *memory) of(hash []byte, now time.Time) (db.APIKeyResolveRow, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, ok := m.keys[string(hash)]
	return r.row, ok && now.Before(r.until)
}

func (m *memory) keep(hash []byte, row db.APIKeyResolveRow, now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.keys == nil || len(m.keys) >= mostRemembered {
		m.keys = map[string]recollection{}
	}
	until := now.Add(remembered)
	if row.EndsAt.Unix() != 0 && row.EndsAt.Before(until) {
		until = row.EndsAt
	}
	m.keys[string(hash)] = recollection{row, until}
}

// forget clears the cache. It is called when keys have changed.
func (m *memory) forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.keys = nil
}
