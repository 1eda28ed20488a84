package badges

import (
	"crypto/sha256"
	"encoding/hex"
	"sync"
	"time"
)

// Served is a document for verifiers, with its ETag.
type Served struct {
	Document []byte
	ETag     string
}

// servedFor is how long a cached document is served without querying the database. Verifiers send thousands of requests, but a status
// change should show within a second.
const servedFor = 500 * time.Millisecond

// mostShelved is the maximum number of cached documents.
const mostShelved = 1000

// shelf caches recently requested documents by ID.
type shelf struct {
	mu        sync.Mutex
	documents map[string]shelved
}

type shelved struct {
	Served
	until time.Time // by the clock on the wall: it is about real waiting
}

// serve returns the cached document of an ID, or creates and caches it if there is none or it is too old.
func (s *shelf) serve(id string, document func() ([]byte, error)) (Served, error) {
	s.mu.Lock()
	kept, ok := s.documents[id]
	s.mu.Unlock()
	if ok && time.Now().Before(kept.until) {
		return kept.Served, nil
	}
	made, err := document()
	if err != nil {
		return Served{}, err
	}
	sum := sha256.Sum256(made)
	served := Served{made, `"` + hex.EncodeToString(sum[:16]) + `"`}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.documents == nil || len(s.documents) >= mostShelved {
		s.documents = map[string]shelved{}
	}
	s.documents[id] = shelved{served, time.Now().Add(servedFor)}
	return served, nil
}

// clear empties the cache.
func (s *shelf) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.documents = nil
}

// forget removes a document from the cache.
func (s *shelf) forget(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.documents, id)
}
