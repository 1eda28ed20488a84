package schedules

import "time"

// The kinds of emails.
const (
	Reminder = "reminder" // of a credential that was not opened
	Expiring = "expiring"
	Expired  = "expired"
)

// step is one kind of email of a plan with the days of the credentials that it is about: when they were published or expire.
type step struct {
	kind        string
	days        int // of the plan
	first, last time.Time
}

// empty reports whether the step is about no day.
func (s step) empty() bool { return s.last.Before(s.first) }

// steps returns the emails of a plan that are due from one day to another. Usually that is one day. Of several that are due for a
// credential, because the product stood still, it gets the last.
func (p Plan) steps(from, to time.Time) []step {
	var out []step
	if p.Reminders {
		for i, n := range p.ReminderDays {
			out = append(out, step{Reminder, n, from.AddDate(0, 0, -n), to.AddDate(0, 0, -n)})
			if i+1 < len(p.ReminderDays) {
				out[len(out)-1].notBefore(to.AddDate(0, 0, 1-p.ReminderDays[i+1]))
			}
		}
	}
	if p.Expiry {
		for i, n := range p.ExpiryDays {
			kind := Expiring
			if n > 0 {
				kind = Expired
			}
			out = append(out, step{kind, n, from.AddDate(0, 0, -n), to.AddDate(0, 0, -n)})
			if i+1 < len(p.ExpiryDays) {
				out[len(out)-1].notBefore(to.AddDate(0, 0, 1-p.ExpiryDays[i+1]))
			}
		}
	}
	return out
}

func (s *step) notBefore(day time.Time) {
	if day.After(s.first) {
		s.first = day
	}
}

// times are the moments in which the days of a step begin and end in a time zone.
func (s step) times(zone *time.Location) (from, until time.Time) {
	at := func(day time.Time, more int) time.Time {
		return time.Date(day.Year(), day.Month(), day.Day()+more, 0, 0, 0, 0, zone)
	}
	return at(s.first, 0), at(s.last, 1)
}
