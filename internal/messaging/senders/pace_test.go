package senders

import (
	"fmt"
	"testing"
	"time"
)

// at is a time of 10 March 2026 in Oslo, or of the days after it.
func at(t *testing.T, day int, clock string) time.Time {
	t.Helper()
	oslo, err := time.LoadLocation("Europe/Oslo")
	if err != nil {
		t.Fatal(err)
	}
	out, err := time.ParseInLocation("2006-01-02 15:04:05", fmt.Sprintf("2026-03-%02d %s", 10+day, clock), oslo)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestTurnsObeyTheLimits(t *testing.T) {
	t.Parallel()
	night := &Quiet{From: 22 * 60, Until: 7 * 60}
	lunch := &Quiet{From: 12 * 60, Until: 13*60 + 30}
	for name, c := range map[string]struct {
		settings Settings
		day      int
		now      string
		want     []string // of consecutive emails: day, time, limit
	}{
		"no limit":                       {Settings{}, 0, "09:00:10", []string{"0 09:00:10 ", "0 09:00:10 "}},
		"two a minute":                   {Settings{PerMinute: 2}, 0, "09:00:10", []string{"0 09:00:10 ", "0 09:00:10 ", "0 09:01:00 per_minute", "0 09:01:00 per_minute", "0 09:02:00 per_minute"}},
		"two a day":                      {Settings{DailyCap: 2}, 0, "09:00:10", []string{"0 09:00:10 ", "0 09:00:10 ", "1 00:00:00 daily_cap", "1 00:00:00 daily_cap", "2 00:00:00 daily_cap"}},
		"before the quiet hours":         {Settings{Quiet: night}, 0, "21:59:59", []string{"0 21:59:59 "}},
		"in the quiet hours":             {Settings{Quiet: night}, 0, "22:00:00", []string{"1 07:00:00 quiet_hours"}},
		"after midnight":                 {Settings{Quiet: night}, 0, "03:00:00", []string{"0 07:00:00 quiet_hours"}},
		"at their end":                   {Settings{Quiet: night}, 0, "07:00:00", []string{"0 07:00:00 "}},
		"within a day":                   {Settings{Quiet: lunch}, 0, "12:30:00", []string{"0 13:30:00 quiet_hours"}},
		"before them, one a minute":      {Settings{Quiet: night, PerMinute: 1}, 0, "21:59:00", []string{"0 21:59:00 ", "1 07:00:00 quiet_hours", "1 07:01:00 per_minute"}},
		"the day is full, night follows": {Settings{Quiet: night, DailyCap: 1}, 0, "12:00:00", []string{"0 12:00:00 ", "1 07:00:00 daily_cap", "2 07:00:00 daily_cap"}},
		"the clock goes forward":         {Settings{Quiet: &Quiet{From: 60, Until: 4 * 60}}, 19, "01:30:00", []string{"19 04:00:00 quiet_hours"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.settings.Zone = "Europe/Oslo"
			now := at(t, c.day, c.now)
			g := given{minute: now.Truncate(time.Minute), day: c.settings.day(now)}
			for i, want := range c.want {
				turn := c.settings.next(now, &g)
				local := turn.At.In(now.Location())
				if got := fmt.Sprintf("%d %s %s", local.Day()-10, local.Format(time.TimeOnly), turn.Limit); got != want {
					t.Errorf("email %d: %q, want %q", i+1, got, want)
				}
			}
		})
	}
}

func TestNoMinuteAndNoDayGetsMoreThanItsShare(t *testing.T) {
	t.Parallel()
	s := Settings{Zone: "Europe/Oslo", PerMinute: 7, DailyCap: 500, Quiet: &Quiet{From: 18 * 60, Until: 17*60 + 20}} // 40 minutes a day
	now := at(t, 0, "17:55:30")
	g := given{minute: now.Truncate(time.Minute), day: s.day(now)}
	minutes, days := map[time.Time]int{}, map[time.Time]int{}
	last := now
	for range 2000 {
		turn := s.next(now, &g)
		if turn.At.Before(last) || s.quietUntil(turn.At).After(turn.At) {
			t.Fatalf("a turn at %v, after one at %v", turn.At, last)
		}
		last = turn.At
		minutes[turn.At.Truncate(time.Minute)]++
		days[s.day(turn.At)]++
	}
	for minute, n := range minutes {
		if n > 7 {
			t.Errorf("%d at %v", n, minute)
		}
	}
	for day, n := range days {
		if n > 280 {
			t.Errorf("%d on %v", n, day)
		}
	}
	if len(days) < 7 {
		t.Errorf("%d days", len(days))
	}
}
