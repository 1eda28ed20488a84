package billing

import (
	"testing"
	"time"
)

func TestBillingYearsBeginOnAnniversaries(t *testing.T) {
	t.Parallel()
	date := func(s string) time.Time {
		d, err := time.Parse(time.DateOnly, s)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, c := range []struct{ anchor, day, start, end string }{
		{"2026-03-10", "2026-03-10", "2026-03-10", "2027-03-10"},
		{"2026-03-10", "2027-03-09", "2026-03-10", "2027-03-10"},
		{"2026-03-10", "2027-03-10", "2027-03-10", "2028-03-10"},
		{"2026-03-10", "2026-03-09", "2025-03-10", "2026-03-10"},
		{"2024-02-29", "2025-02-27", "2024-02-29", "2025-02-28"},
		{"2024-02-29", "2025-02-28", "2025-02-28", "2026-02-28"},
		{"2024-02-29", "2028-02-28", "2027-02-28", "2028-02-29"},
		{"2024-02-29", "2028-02-29", "2028-02-29", "2029-02-28"},
		{"2026-01-01", "9999-12-31", "9999-01-01", "10000-01-01"},
	} {
		start, end := yearOf(date(c.anchor), date(c.day))
		if start.Format(time.DateOnly) != c.start || end.Format(time.DateOnly) != c.end {
			t.Errorf("%s from %s: %s to %s, want %s to %s", c.day, c.anchor, start.Format(time.DateOnly), end.Format(time.DateOnly), c.start, c.end)
		}
	}
}
