// Package lru provides a cache that drops the least recently used entries.
package lru

import (
	"container/list"
	"sync"
)

// maxEntries limits the number of entries, however small they are.
const maxEntries = 4096

// Cache is a cache limited by total size in bytes. Entries do not expire; callers validate them.
type Cache[K comparable, V any] struct {
	mu       sync.Mutex
	entries  map[K]*list.Element
	order    *list.List // most recently used first
	bytes    int
	maxBytes int
}

type entry[K comparable, V any] struct {
	key   K
	value V
	bytes int
}

// New returns a cache of at most so many bytes.
func New[K comparable, V any](most int) *Cache[K, V] {
	return &Cache[K, V]{entries: map[K]*list.Element{}, order: list.New(), maxBytes: most}
}

// Get returns the entry of key.
func (s *Cache[K, V]) Get(key K) (value V, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	place, ok := s.entries[key]
	if !ok {
		return value, false
	}
	s.order.MoveToFront(place)
	return place.Value.(entry[K, V]).value, true //nolint:forcetypeassert // the list holds nothing else
}

// Put replaces the entry of key. A value larger than an eighth of the cache is not stored.
func (s *Cache[K, V]) Put(key K, value V, bytes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.evict(s.entries[key])
	if bytes > s.maxBytes/8 {
		return
	}
	s.entries[key] = s.order.PushFront(entry[K, V]{key, value, bytes})
	s.bytes += bytes
	for s.bytes > s.maxBytes || s.order.Len() > maxEntries {
		s.evict(s.order.Back())
	}
}

// Remove removes the entry of key.
func (s *Cache[K, V]) Remove(key K) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.evict(s.entries[key])
}

func (s *Cache[K, V]) evict(place *list.Element) {
	if place == nil {
		return
	}
	one := s.order.Remove(place).(entry[K, V]) //nolint:forcetypeassert // the list holds nothing else
	delete(s.entries, one.key)
	s.bytes -= one.bytes
}
