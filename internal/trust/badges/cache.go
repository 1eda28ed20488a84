package badges

import (
	"crypto/sha256"
	"encoding/hex"
	"sync"
	"time"
)

// Response is a document for verifiers, with its ETag.
type Response struct {
	Document []byte
	ETag     string
}

// cacheTTL is how long a cached document is served without querying the database. Verifiers send thousands of requests, but a status
// change should show within a second.
const cacheTTL = 500 * time.Millisecond

// cacheSize is the maximum number of cached documents.
const cacheSize = 1000

// documentCache caches recently requested documents by ID.
type documentCache struct {
	mu        sync.Mutex
	documents map[string]cachedResponse
}

type cachedResponse struct {
	Response
	until time.Time // by the clock on the wall: it is about real waiting
}

// serve returns the cached document of an ID, or creates and caches it if there is none or it is too old.
func (s *documentCache) serve(id string, document func() ([]byte, error)) (Response, error) {
	s.mu.Lock()
	kept, ok := s.documents[id]
	s.mu.Unlock()
	if ok && time.Now().Before(kept.until) {
		return kept.Response, nil
	}
	made, err := document()
	if err != nil {
		return Response{}, err
	}
	sum := sha256.Sum256(made)
	served := Response{made, `"` + hex.EncodeToString(sum[:16]) + `"`}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.documents == nil || len(s.documents) >= cacheSize {
		s.documents = map[string]cachedResponse{}
	}
	s.documents[id] = cachedResponse{served, time.Now().Add(cacheTTL)}
	return served, nil
}

// clear empties the cache.
func (s *documentCache) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.documents = nil
}

// forget removes a document from the cache.
func (s *documentCache) forget(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.documents, id)
}
