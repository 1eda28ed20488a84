package schedules

import (
	"fmt"
	"testing"
	"time"
)

func date(text string) time.Time {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return day
}

func TestTheEmailsOfADayAreDueFromNineInTheDepartment(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ now, zone, want string }{
		{"2026-11-28T08:59:00Z", "UTC", "2026-11-27"},
		{"2026-11-28T09:00:00Z", "UTC", "2026-11-28"},
		{"2026-11-28T07:59:00Z", "Europe/Berlin", "2026-11-27"},
		{"2026-11-28T08:00:00Z", "Europe/Berlin", "2026-11-28"},
		{"2026-11-27T20:00:00Z", "Pacific/Auckland", "2026-11-28"},
		{"2026-11-28T18:59:00Z", "Pacific/Honolulu", "2026-11-27"},
	} {
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		if got := lastDue(now, zone).Format(time.DateOnly); got != c.want {
			t.Errorf("%s in %s: %s, want %s", c.now, c.zone, got, c.want)
		}
	}
}

func TestStepsOfADayAndOfDaysThatWereMissed(t *testing.T) {
	t.Parallel()
	p := usual()
	p.Reminders, p.Expiry = true, true
	p.ExpiryDays = append(p.ExpiryDays, 1)
	show := func(from, to string) (out []string) {
		for _, s := range p.steps(date(from), date(to)) {
			if !s.empty() {
				out = append(out, fmt.Sprintf("%s %d: %s to %s", s.kind, s.days, s.first.Format("01-02"), s.last.Format("01-02")))
			}
		}
		return out
	}
	for _, c := range []struct {
		from, to string
		want     []string
	}{
		{"2026-06-15", "2026-06-15", []string{
			"reminder 3: 06-12 to 06-12", "reminder 14: 06-01 to 06-01", "expiring -30: 07-15 to 07-15", "expiring -7: 06-22 to 06-22",
			"expiring -1: 06-16 to 06-16", "expiring 0: 06-15 to 06-15", "expired 1: 06-14 to 06-14",
		}},
		// What ends on the 16th is due on the 15th, 16th and 17th: it gets the last of these.
		{"2026-06-15", "2026-06-17", []string{
			"reminder 3: 06-12 to 06-14", "reminder 14: 06-01 to 06-03", "expiring -30: 07-15 to 07-17", "expiring -7: 06-22 to 06-24",
			"expiring -1: 06-18 to 06-18", "expiring 0: 06-17 to 06-17", "expired 1: 06-14 to 06-16",
		}},
	} {
		if got := show(c.from, c.to); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s to %s:\n%v, want\n%v", c.from, c.to, got, c.want)
		}
	}
	if got := firstDay(date("2026-01-01"), date("2026-06-15")); !got.Equal(date("2026-06-09")) {
		t.Errorf("after months it makes up from %s", got)
	}
}

func TestADayOfPublicationIsOneOfTheDepartment(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	from, until := step{first: date("2026-03-29"), last: date("2026-03-29")}.times(zone) // the clock is put forward
	if got := until.Sub(from); got != 23*time.Hour || from.UTC().Format(time.RFC3339) != "2026-03-28T23:00:00Z" {
		t.Errorf("from %s to %s", from, until)
	}
}
