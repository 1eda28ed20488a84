package documents

import (
	"container/list"
	"sync"
)

// mostShelved is how many things a shelf holds, however small they are.
const mostShelved = 4096

// shelf keeps at hand what was asked for lately, up to so many bytes. It does not know whether that still holds: whoever takes
// something has to see.
type shelf[K comparable, V any] struct {
	mu    sync.Mutex
	known map[K]*list.Element
	order *list.List // what was asked for last comes first
	bytes int
	most  int
}

type onShelf[K comparable, V any] struct {
	key   K
	value V
	bytes int
}

func newShelf[K comparable, V any](most int) *shelf[K, V] {
	return &shelf[K, V]{known: map[K]*list.Element{}, order: list.New(), most: most}
}

func (s *shelf[K, V]) take(key K) (value V, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	place, ok := s.known[key]
	if !ok {
		return value, false
	}
	s.order.MoveToFront(place)
	return place.Value.(onShelf[K, V]).value, true //nolint:forcetypeassert // there is nothing else in it
}

// put replaces what was there. What would fill much of the shelf by itself is not kept.
func (s *shelf[K, V]) put(key K, value V, bytes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(s.known[key])
	if bytes > s.most/8 {
		return
	}
	s.known[key] = s.order.PushFront(onShelf[K, V]{key, value, bytes})
	s.bytes += bytes
	for s.bytes > s.most || s.order.Len() > mostShelved {
		s.drop(s.order.Back())
	}
}

func (s *shelf[K, V]) forget(key K) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(s.known[key])
}

func (s *shelf[K, V]) drop(place *list.Element) {
	if place == nil {
		return
	}
	one := s.order.Remove(place).(onShelf[K, V]) //nolint:forcetypeassert // likewise
	delete(s.known, one.key)
	s.bytes -= one.bytes
}
