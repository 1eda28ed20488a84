package documents

import "testing"

func TestCacheEvictsLeastRecentlyUsed(t *testing.T) {
	t.Parallel()
	s := newCache[string, int](80)
	for i, key := range []string{"a", "b", "c"} {
		s.put(key, i, 10)
	}
	s.get("a")
	for i := range 6 {
		s.put("d", i, 10) // takes its own place
	}
	for _, key := range []string{"e", "f", "g", "h", "i"} {
		s.put(key, 9, 10)
	}
	if _, ok := s.get("b"); ok {
		t.Error("what nobody asked for the longest is there")
	}
	if v, ok := s.get("a"); !ok || v != 0 {
		t.Errorf("what was asked for is %d, there: %t", v, ok)
	}
	if v, ok := s.get("d"); !ok || v != 5 {
		t.Errorf("what was replaced is %d, there: %t", v, ok)
	}
	s.put("a", 1, 11)
	if _, ok := s.get("a"); ok {
		t.Error("what fills much of it is there, or what it was to replace")
	}
	s.remove("d")
	if _, ok := s.get("d"); ok {
		t.Error("what was forgotten is there")
	}
	if s.bytes != 10*len(s.entries) || s.order.Len() != len(s.entries) {
		t.Errorf("%d bytes of %d things in %d places", s.bytes, len(s.entries), s.order.Len())
	}
}
