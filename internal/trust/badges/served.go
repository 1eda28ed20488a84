package badges

import (
	"crypto/sha256"
	"encoding/hex"
	"sync"
	"time"
)

// Served is a document for verifiers, with the tag by which they know whether they have it.
type Served struct {
	Document []byte
	ETag     string
}

// servedFor is how long a process may go on serving a document without asking the database: verifiers come by the thousand, and
// a change of standing shows within a second.
const servedFor = 500 * time.Millisecond

// mostShelved bounds how many documents a process keeps at hand.
const mostShelved = 1000

// shelf holds the documents that were asked for just now, by their ids.
type shelf struct {
	mu        sync.Mutex
	documents map[string]shelved
}

type shelved struct {
	Served
	until time.Time // by the clock on the wall: it is about real waiting
}

// serve hands out the document of an id, and makes it where the one at hand is too old or there is none.
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

// clear makes every document be made anew.
func (s *shelf) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.documents = nil
}

// forget makes the document of an id be made anew.
func (s *shelf) forget(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.documents, id)
}
