package credentials

import (
	"sync"
)

// memory caches immutable data under keys that only somebody with access has just read.
type memory struct {
	looks  remembered[int64, look]
	texts  remembered[textsKey, *texts]
	issued remembered[issuedKey, *texts]
}

// textsKey identifies the texts of a group and its department until one of them changes.
type textsKey struct {
	group int64
	mark  string
}

// issuedKey identifies the texts at the time of issue combined with the current ones.
type issuedKey struct {
	now      *texts
	snapshot string
}

// The sizes of the caches. A text can be long; a look is short.
const (
	mostLooks = 10_000
	mostTexts = 1_000
)

func newMemory() *memory {
	return &memory{
		remembered[int64, look]{most: mostLooks}, remembered[textsKey, *texts]{most: mostTexts}, remembered[issuedKey, *texts]{most: mostTexts},
	}
}

// remembered is a bounded part of the cache. It is emptied when it is full.
type remembered[K comparable, V any] struct {
	most  int
	mu    sync.RWMutex
	known map[K]V
}

func (r *remembered[K, V]) get(key K) (V, bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	v, have := r.known[key]
	return v, have
}

func (r *remembered[K, V]) put(key K, v V) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known == nil || len(r.known) >= r.most {
		r.known = map[K]V{}
	}
	r.known[key] = v
}
