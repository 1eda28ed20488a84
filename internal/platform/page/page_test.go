package page_test

import (
	"math"
	"testing"

	"laurel/internal/platform/page"
)

func TestAnyRequestIsBroughtIntoTheLimits(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		in            page.Request
		limit, offset int32
	}{
		"nothing asked": {page.Request{}, 50, 0},
		"second page":   {page.Request{Number: 2, Size: 10}, 10, 10},
		"negative":      {page.Request{Number: -3, Size: -1}, 50, 0},
		"too large":     {page.Request{Number: 1, Size: 1001}, 1000, 0},
		"far beyond":    {page.Request{Number: math.MaxInt, Size: math.MaxInt}, 1000, 2_147_482_000},
	} {
		if got := c.in.Limit(); got != c.limit {
			t.Errorf("%s: limit %d, want %d", name, got, c.limit)
		}
		if got := c.in.Offset(); got != c.offset {
			t.Errorf("%s: offset %d, want %d", name, got, c.offset)
		}
	}
}

func TestAnEmptyListHasOnePage(t *testing.T) {
	t.Parallel()
	if n := page.Of[int](page.Request{}, nil, 0).Pages(); n != 1 {
		t.Fatalf("pages = %d", n)
	}
	if n := page.Of[int](page.Request{Size: 50}, nil, 101).Pages(); n != 3 {
		t.Fatalf("pages = %d", n)
	}
}
