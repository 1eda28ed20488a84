package apptest_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"laurel/internal/app/apptest"
)

func TestADepartmentDecidesHowLongVisitsAreKept(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, stranger := w.Issuer("guild"), w.Issuer("others")
	days := func(c apptest.Client) int64 {
		return c.Get("/v1/analytics/settings").OK().Int("analytics_settings.retention_days")
	}
	keep := func(n int) apptest.J { return apptest.J{"analytics_settings": apptest.J{"retention_days": n}} }
	if got := days(owner.Client); got != 400 {
		t.Errorf("kept for %d days", got)
	}
	for _, wrong := range []int{0, -1, 29, 3651} {
		owner.Put("/v1/analytics/settings", keep(wrong)).Refused(422, "field:analytics_settings.retention_days")
	}
	owner.Viewer("vera").Put("/v1/analytics/settings", keep(100)).Refused(403, "manage_department")

	// In each department there is a visit 35 days ago.
	for _, one := range []apptest.Issuer{owner, stranger} {
		subjects := addSubjects(t, w.App, one.Department, []int64{one.Group("One")}, 0, 1, w.Clock.Now())
		feed(t, w.App, one.Department, []happened{{uuid: uuid.New(), of: subjects[0], kind: "viewed", actor: "other", at: w.Clock.Now().Add(-35 * 24 * time.Hour)}})
		if err := w.App.Analytics.RollUpDepartment(t.Context(), one.Department); err != nil {
			t.Fatal(err)
		}
	}
	if got := owner.Put("/v1/analytics/settings", keep(30)).OK().Int("analytics_settings.retention_days"); got != 30 || days(owner.Client) != 30 || days(stranger.Client) != 400 {
		t.Errorf("kept for %d, %d and elsewhere %d days", got, days(owner.Client), days(stranger.Client))
	}
	if n, err := w.App.Analytics.DeleteOld(t.Context()); err != nil || n != 1 {
		t.Errorf("%d events are deleted, %v", n, err)
	}
	if n := w.Number("select count(*) from analytics_events where department_id = $1", stranger.Department); n != 1 {
		t.Errorf("the other department has %d events", n)
	}
	for _, one := range []apptest.Issuer{owner, stranger} { // numbers by day stay
		if got := figures(one.Get("/v1/analytics/overview?compare=false").OK())["views"]; got != "1/null" {
			t.Errorf("%s has %s views", one.Email, got)
		}
	}
	if got := owner.Get("/v1/audit_events").OK().Text("audit_events.0.action"); got != "department.visits_kept" {
		t.Errorf("the newest event is %s", got)
	}
}
