package billing

import "time"

// never stands for the last day of a credential that doesn't expire.
var never = time.Date(9999, time.December, 31, 0, 0, 0, 0, time.UTC)

// yearOf returns the billing year that contains a day: its first day, and the day after its last. Billing years begin on the anniversaries
// of anchor; that of February 29 is February 28 in other years.
func yearOf(anchor, day time.Time) (start, end time.Time) {
	n := day.Year() - anchor.Year()
	if anniversary(anchor, n).After(day) {
		n--
	}
	return anniversary(anchor, n), anniversary(anchor, n+1)
}

func anniversary(anchor time.Time, n int) time.Time {
	d := anchor.AddDate(n, 0, 0)
	if d.Month() != anchor.Month() {
		d = d.AddDate(0, 0, -d.Day())
	}
	return d
}
