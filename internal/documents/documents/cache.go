package documents

import (
	"container/list"
	"sync"
)

// maxCacheEntries is how many things a shelf holds, however small they are.
const maxCacheEntries = 4096

// cache keeps at hand what was asked for lately, up to so many bytes. It does not know whether that still holds: whoever takes
// something has to see.
type cache[K comparable, V any] struct {
	mu       sync.Mutex
	entries  map[K]*list.Element
	order    *list.List // what was asked for last comes first
	bytes    int
	maxBytes int
}

type cacheEntry[K comparable, V any] struct {
	key   K
	value V
	bytes int
}

func newCache[K comparable, V any](most int) *cache[K, V] {
	return &cache[K, V]{entries: map[K]*list.Element{}, order: list.New(), maxBytes: most}
}

func (s *cache[K, V]) get(key K) (value V, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	place, ok := s.entries[key]
	if !ok {
		return value, false
	}
	s.order.MoveToFront(place)
	return place.Value.(cacheEntry[K, V]).value, true //nolint:forcetypeassert // there is nothing else in it
}

// put replaces what was there. What would fill much of the shelf by itself is not kept.
func (s *cache[K, V]) put(key K, value V, bytes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.evict(s.entries[key])
	if bytes > s.maxBytes/8 {
		return
	}
	s.entries[key] = s.order.PushFront(cacheEntry[K, V]{key, value, bytes})
	s.bytes += bytes
	for s.bytes > s.maxBytes || s.order.Len() > maxCacheEntries {
		s.evict(s.order.Back())
	}
}

func (s *cache[K, V]) remove(key K) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.evict(s.entries[key])
}

func (s *cache[K, V]) evict(place *list.Element) {
	if place == nil {
		return
	}
	one := s.order.Remove(place).(cacheEntry[K, V]) //nolint:forcetypeassert // likewise
	delete(s.entries, one.key)
	s.bytes -= one.bytes
}
