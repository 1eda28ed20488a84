package apikeys

import (
	"sync"
	"time"

	"laurel/internal/accounts/apikeys/internal/db"
)

const (
	// remembered is how long a process takes a key for what it was when it last looked. One that was revoked is to be refused
	// everywhere within a second.
	remembered = 900 * time.Millisecond
	// mostRemembered bounds the memory of keys that come once and never again.
	mostRemembered = 10_000
)

// memory knows what keys opened a moment ago, so that a program that asks often is not looked up for each request.
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

// forget is called when keys have changed.
func (m *memory) forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.keys = nil
}
