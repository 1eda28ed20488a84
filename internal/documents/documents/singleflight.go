package documents

import "sync"

// singleflight has those who want to know the same at the same time ask once. Nobody is told what was found out before they asked: who comes
// while a question is under way shares the next one.
type singleflight[K comparable, V any] struct {
	mu    sync.Mutex
	gates map[K]*flight[V]
}

type flight[V any] struct {
	running chan struct{} // holds one while a question is under way
	next    *call[V]      // of the question that nobody has asked yet
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
	g.next = nil // who comes from here on has to be told what is true later
	t.mu.Unlock()
	defer close(a.done)
	a.value = question()
	return a.value
}
