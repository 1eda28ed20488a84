package documents

import (
	"container/list"
	"sync"
)

// maxCacheEntries limits the number of entries, however small they are.
const maxCacheEntries = 4096

// cache is an LRU cache limited by total size in bytes. Entries do not expire; callers validate them.
type cache[K comparable, V any] struct {
	mu       sync.Mutex
	entries  map[K]*list.Element
	order    *list.List // most recently used first
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
	return place.Value.(cacheEntry[K, V]).value, true //nolint:forcetypeassert // the list holds nothing else
}

// put replaces the entry of key. A value larger than an eighth of the cache is not stored.
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
	one := s.order.Remove(place).(cacheEntry[K, V]) //nolint:forcetypeassert // the list holds nothing else
	delete(s.entries, one.key)
	s.bytes -= one.bytes
}
