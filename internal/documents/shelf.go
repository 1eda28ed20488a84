package documents

import (
	"container/list"
	"sync"
	"time"

	"laurel/internal/credentials"
)

// Wish is what somebody with a public link asks for: one of the things that show a credential.
type Wish struct {
	Ref, Key string // of the link
	Thing    string // which of all, as whoever asks calls it
}

// shelved is what a wish came to.
type shelved struct {
	wish       Wish
	credential credentials.Credential
	stamp      string // of the rows that it is made of; "" before it was asked for again
	data       []byte
	tag        string
	until      time.Time
}

// What a shelf holds at most: bytes of documents, and wishes in all.
const (
	shelfBytes  = 64 << 20
	shelfWishes = 4096
)

// shelf keeps at hand what was asked for lately. It does not know whether that still holds: whoever takes something has to see.
type shelf struct {
	mu    sync.Mutex
	known map[Wish]*list.Element
	order *list.List // what was asked for last comes first
	bytes int
}

func newShelf() *shelf { return &shelf{known: map[Wish]*list.Element{}, order: list.New()} }

func (s *shelf) take(w Wish) (shelved, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	place, ok := s.known[w]
	if !ok {
		return shelved{}, false
	}
	s.order.MoveToFront(place)
	return place.Value.(shelved), true //nolint:forcetypeassert // there is nothing else in it
}

// put replaces what was there. A wish that nobody repeated leaves no bytes, so what each of many people asks for once does not
// push out what many ask for.
func (s *shelf) put(one shelved) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(s.known[one.wish])
	if len(one.data) > shelfBytes/16 {
		return
	}
	s.known[one.wish] = s.order.PushFront(one)
	s.bytes += len(one.data)
	for s.bytes > shelfBytes || s.order.Len() > shelfWishes {
		s.drop(s.order.Back())
	}
}

// forget drops what a wish came to.
func (s *shelf) forget(w Wish) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(s.known[w])
}

func (s *shelf) drop(place *list.Element) {
	if place == nil {
		return
	}
	one := s.order.Remove(place).(shelved) //nolint:forcetypeassert // likewise
	delete(s.known, one.wish)
	s.bytes -= len(one.data)
}
