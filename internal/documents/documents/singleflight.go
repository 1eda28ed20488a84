package documents

import "sync"

// singleflight merges concurrent calls for the same key. A result never predates the request: a caller that arrives during a call
// shares the next one, unlike golang.org/x/sync/singleflight.
type singleflight[K comparable, V any] struct {
	mu    sync.Mutex
	gates map[K]*flight[V]
}

type flight[V any] struct {
	running chan struct{} // holds one value while a call runs
	next    *call[V]      // a call that has not started yet
	users   int
}

type call[V any] struct {
	done  chan struct{}
	value V
}

func (t *singleflight[K, V]) do(key K, question func() V) V {
	t.mu.Lock()
	if t.gates == nil {
		t.gates = map[K]*flight[V]{}
	}
	g := t.gates[key]
	if g == nil {
		g = &flight[V]{running: make(chan struct{}, 1)}
		t.gates[key] = g
	}
	g.users++
	a := g.next
	first := a == nil
	if first {
		a = &call[V]{done: make(chan struct{})}
		g.next = a
	}
	t.mu.Unlock()
	defer func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if g.users--; g.users == 0 {
			delete(t.gates, key)
		}
	}()
	if !first {
		<-a.done
		return a.value
	}
	g.running <- struct{}{}
	defer func() { <-g.running }()
	t.mu.Lock()
	g.next = nil // later callers need a result that is newer than this call
	t.mu.Unlock()
	defer close(a.done)
	a.value = question()
	return a.value
}
