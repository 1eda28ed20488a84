package demo

import (
	"fmt"
	"math/rand/v2"
	"time"

	"laurel/internal/reach/analytics"
)

// visitDays is how many days before today there were visits.
const visitDays = 90

// issued is a credential of the demo and when it was published.
type issued struct {
	id int64
	at time.Time
}

// networks are where recipients of the demo share their credentials.
var networks = []string{"linkedin", "linkedin", "linkedin", "x", "facebook", "whatsapp", "mail"}

// visitsOf returns what people did with credentials in the last days: the same for the same credentials and the same day.
func visitsOf(all []issued, now time.Time) []analytics.PastVisit {
	r := &story{random: rand.New(rand.NewPCG(2026, 90)), now: now, first: now.AddDate(0, 0, -visitDays)} //nolint:gosec // no secret
	for _, c := range all {
		r.tell(c)
	}
	return r.visits
}

// story is what happens with credentials.
type story struct {
	random *rand.Rand
	now    time.Time
	first  time.Time
	visits []analytics.PastVisit
}

func (s *story) chance(percent int) bool { return s.random.IntN(100) < percent }

// tell tells what the recipient did with a credential, and then others who saw it.
func (s *story) tell(c issued) {
	others := s.random.IntN(4)
	if s.chance(82) {
		opened := s.add(c, c.at, 72, analytics.Viewed, analytics.Owner, "")
		if s.chance(55) {
			s.add(c, opened, 2, analytics.PDFDownloaded, analytics.Owner, "")
		}
		if s.chance(12) {
			s.add(c, opened, 2, analytics.BadgeDownloaded, analytics.Owner, "")
		}
		if s.chance(38) {
			others += 2 + s.random.IntN(6)
			s.share(c, opened)
		}
	}
	for range others {
		s.visit(c)
	}
}

func (s *story) share(c issued, after time.Time) {
	if s.chance(40) {
		s.add(c, after, 24, analytics.AddedLinkedIn, analytics.Owner, "linkedin_profile")
	}
	s.add(c, after, 24, analytics.Shared, analytics.Owner, networks[s.random.IntN(len(networks))])
}

// visit is a visit by somebody else: a reader, an employer.
func (s *story) visit(c issued) {
	at := s.add(c, c.at, 24*visitDays, analytics.Viewed, analytics.Other, "")
	if s.chance(22) {
		s.add(c, at, 1, analytics.Verified, analytics.Other, "")
	}
	if s.chance(10) {
		s.add(c, at, 1, analytics.ReferralClicked, analytics.Other, "northlight.example")
	}
}

// add adds an event within some hours after a time and returns when it was. What would have been before the first day, or is yet to
// come, is told at another time.
func (s *story) add(c issued, after time.Time, hours int, kind analytics.EventType, actor, detail string) time.Time {
	if after.Before(s.first) {
		after, hours = s.first, 24*visitDays
	}
	hours = max(1, min(hours, int(s.now.Sub(after)/time.Hour)))
	at := after.Add(time.Duration(s.random.IntN(hours*3600)) * time.Second)
	if day := at.Weekday(); (day == time.Saturday || day == time.Sunday) && s.chance(60) { // most of them on working days
		at = at.AddDate(0, 0, -2)
	}
	if at.Before(after) || at.After(s.now) {
		at = after.Add(s.now.Sub(after) / 2)
	}
	s.visits = append(s.visits, analytics.PastVisit{
		Visit: analytics.Visit{CredentialID: c.id, Type: kind, Actor: actor, Detail: detail, IP: fmt.Sprint(s.random.IntN(400))}, At: at,
	})
	return at
}
