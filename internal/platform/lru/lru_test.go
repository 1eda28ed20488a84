package lru

import "testing"

func TestCacheEvictsLeastRecentlyUsed(t *testing.T) {
	t.Parallel()
	s := New[string, int](80)
	for i, key := range []string{"a", "b", "c"} {
		s.Put(key, i, 10)
	}
	s.Get("a")
	for i := range 6 {
		s.Put("d", i, 10) // takes its own place
	}
	for _, key := range []string{"e", "f", "g", "h", "i"} {
		s.Put(key, 9, 10)
	}
	if _, ok := s.Get("b"); ok {
		t.Error("what nobody asked for the longest is there")
	}
	if v, ok := s.Get("a"); !ok || v != 0 {
		t.Errorf("what was asked for is %d, there: %t", v, ok)
	}
	if v, ok := s.Get("d"); !ok || v != 5 {
		t.Errorf("what was replaced is %d, there: %t", v, ok)
	}
	s.Put("a", 1, 11)
	if _, ok := s.Get("a"); ok {
		t.Error("what fills much of it is there, or what it was to replace")
	}
	s.Remove("d")
	if _, ok := s.Get("d"); ok {
		t.Error("what was forgotten is there")
	}
	if s.bytes != 10*len(s.entries) || s.order.Len() != len(s.entries) {
		t.Errorf("%d bytes of %d things in %d places", s.bytes, len(s.entries), s.order.Len())
	}
}
