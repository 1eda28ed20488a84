package demo

import (
	"reflect"
	"testing"
	"time"

	"laurel/internal/reach/analytics"
)

func TestVisitsOfTheDemoFollowTheIssueAndAreTheSameEachTime(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.November, 24, 15, 30, 0, 0, time.UTC) // a Tuesday
	var all []issued
	ats := map[int64]time.Time{}
	for i := range int64(190) {
		at := earlier(now.AddDate(0, 0, -int(i*7)%200).Add(-time.Hour), now)
		all, ats[i] = append(all, issued{i, at}), at
	}
	visits := visitsOf(all, now)
	if again := visitsOf(all, now); !reflect.DeepEqual(visits, again) {
		t.Error("another time there are other visits")
	}
	if len(visits) < 800 || len(visits) > 4000 {
		t.Errorf("%d visits", len(visits))
	}
	kinds, days := map[analytics.EventType]int{}, map[string]bool{}
	for _, v := range visits {
		if v.At.After(now) || v.At.Before(now.AddDate(0, 0, -visitDays)) || v.At.Before(ats[v.CredentialID]) {
			t.Errorf("%s of credential %d, issued %s: %s", v.Type, v.CredentialID, ats[v.CredentialID], v.At)
		}
		kinds[v.Type]++
		days[v.At.Format(time.DateOnly)] = true
	}
	for _, kind := range []analytics.EventType{analytics.Viewed, analytics.PDFDownloaded, analytics.Shared, analytics.AddedLinkedIn, analytics.ReferralClicked, analytics.Verified} {
		if kinds[kind] < 10 {
			t.Errorf("%s happened %d times", kind, kinds[kind])
		}
	}
	if len(days) < 80 {
		t.Errorf("visits on %d days", len(days))
	}
}
