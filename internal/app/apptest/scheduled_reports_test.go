package apptest_test

import (
	"context"
	"fmt"
	"image/png"
	"strings"
	"sync"
	"testing"
	"time"

	"laurel/internal/app"
	"laurel/internal/app/apptest"
	"laurel/internal/platform/mailer"
)

const reportsPath = "/v1/analytics/reports"

// memberIn returns the ID of a person in the team of the department.
func memberIn(p apptest.Issuer) int64 {
	return p.World.Number("select member_id from memberships where department_id = $1 and user_id = $2", p.Department, p.UserID)
}

// beginReports looks for due reports as several processes do at once, some of which are killed.
func beginReports(t *testing.T, w *apptest.World, processes ...*app.App) {
	t.Helper()
	var all sync.WaitGroup
	for _, process := range append(processes, w.App) {
		for range 3 {
			all.Go(func() {
				ctx, kill := context.WithTimeout(t.Context(), 15*time.Millisecond)
				defer kill()
				_, _ = process.Reports.Begin(ctx)
				if _, err := process.Reports.Begin(t.Context()); err != nil {
					t.Errorf("begin: %v", err)
				}
			})
		}
	}
	all.Wait()
	apptest.Eventually(t, "the reports to be written", func() bool {
		if _, err := w.App.Reports.Begin(t.Context()); err != nil {
			t.Errorf("begin: %v", err)
		}
		// A killed process holds its report until the database notices.
		return w.Number(`select (select count(*) from analytics_reports r join departments d on d.id = r.department_id
			where not r.paused and r.next_on + make_interval(hours => r.hour) <= timezone(d.time_zone, $1::timestamptz))
			+ (select count(*) from river_job where kind = 'analytics_reports.write' and finalized_at is null)`, w.Clock.Now()) == 0
	})
	w.Work()
}

func TestScheduledReportsGoOutOnceForEachPeriod(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	ada, bob, eve := guild.Viewer("ada"), guild.Viewer("bob"), guild.Viewer("eve")
	group := guild.Group("Weaving")
	for i := range 3 {
		guild.Issued(group, fmt.Sprint("person", i))
	}
	w.Work()
	w.Exec("update departments set time_zone = 'Europe/Oslo' where id = $1", guild.Department)
	oslo, err := time.LoadLocation("Europe/Oslo")
	if err != nil {
		t.Fatal(err)
	}
	today := w.Clock.Now().In(oslo)
	weekday := (int(today.AddDate(0, 0, 1).Weekday())+6)%7 + 1
	made := guild.Post(reportsPath, apptest.J{"report": apptest.J{
		"name": "Every week", "frequency": "weekly", "day": weekday, "hour": 2, "sections": []string{"groups", "overview"},
		"recipient_ids": []int64{memberIn(guild), memberIn(ada), memberIn(bob), memberIn(eve)},
	}}).OK()
	if next := made.Text("report.next_at"); !strings.HasPrefix(next, time.Date(today.Year(), today.Month(), today.Day()+1, 2, 0, 0, 0, oslo).UTC().Format("2006-01-02T15:04")) ||
		made.Text("report.sections.0") != "overview" || made.At("report.last") != nil {
		t.Errorf("next %s: %s", next, made.Body)
	}
	another := w.Another()
	got := func(p apptest.Issuer) []mailer.Message { return w.Mail.To(p.Email) }
	none := len(got(guild)) + len(got(ada))
	beginReports(t, w, another)
	if n := len(got(guild)) + len(got(ada)); n != none {
		t.Fatalf("%d emails before the time", n-none)
	}
	// Bob is no longer a member, and Eve may no longer see any figures.
	guild.Delete("/v1/team_members/" + fmt.Sprint(memberIn(bob))).OK()
	w.Exec("update memberships set role = 'member' where user_id = $1", eve.UserID)
	due := time.Date(today.Year(), today.Month(), today.Day()+1, 2, 1, 0, 0, oslo)
	w.Clock.Advance(due.Sub(w.Clock.Now()))
	beginReports(t, w, another)
	beginReports(t, w, another)
	for who, want := range map[*apptest.Issuer]int{&guild: 1, &ada: 1, &bob: 0, &eve: 0} {
		n := 0
		for _, m := range got(*who) {
			if strings.HasPrefix(m.Subject, "Every week") {
				n++
			}
		}
		if n != want {
			t.Errorf("%s got %d reports, want %d", who.Email, n, want)
		}
	}
	all := got(ada)
	sent := all[len(all)-1]
	files := map[string]mailer.File{}
	for _, f := range sent.Files {
		files[f.Name] = f
	}
	from, to := due.AddDate(0, 0, -7).Format(time.DateOnly), due.AddDate(0, 0, -1).Format(time.DateOnly)
	screen := guild.Get("/v1/analytics/overview?start_date=" + from + "&end_date=" + to).OK()
	if screen.Int("analytics.figures.0.value") != 3 || !strings.Contains(sent.Text, "Issued: 3 (previously 0)") {
		t.Errorf("on screen %s, by email %s", screen.Body, sent.Text)
	}
	if csv := string(files["overview "+from+" "+to+".csv"].Body); !strings.HasPrefix(csv, "\ufefftime,published,views") || !strings.Contains(csv, ",3,") && !strings.Contains(csv, ",3\r\n") {
		t.Errorf("CSV: %q of %v", csv, files)
	}
	if csv := string(files["groups group "+from+" "+to+".csv"].Body); !strings.Contains(csv, "\r\nWeaving,3,") {
		t.Errorf("CSV of groups: %q", csv)
	}
	if strings.Contains(sent.Text+sent.HTML+sent.Subject, "{{") {
		t.Errorf("a placeholder has no value: %s", sent.Text)
	}
	chart := files["overview.png"]
	if img, err := png.Decode(strings.NewReader(string(chart.Body))); err != nil || img.Bounds().Dx() < 1000 || !strings.Contains(sent.HTML, `src="cid:`+chart.ContentID+`"`) {
		t.Errorf("chart: %v, shown: %v", err, strings.Contains(sent.HTML, "cid:"))
	}
	if sent.Headers["List-Unsubscribe"] == "" || sent.Headers["List-Unsubscribe-Post"] != "List-Unsubscribe=One-Click" {
		t.Errorf("headers: %v", sent.Headers)
	}
	if list := guild.Get(reportsPath).OK(); list.Int("reports.0.last.sent") != 2 || list.Int("reports.0.last.skipped") != 1 || list.Int("meta.total_count") != 1 ||
		list.Text("reports.0.last.start_date") != from || list.Text("reports.0.last.end_date") != to {
		t.Errorf("list: %s", list.Body)
	}
	// After a standstill of three weeks, one report goes out; a pause sends none.
	w.Clock.Advance(22 * 24 * time.Hour)
	beginReports(t, w, another)
	path := fmt.Sprintf("%s/%d", reportsPath, made.Int("report.id"))
	guild.SignIn()
	if got := guild.Call("PATCH", path, apptest.J{"report": apptest.J{"paused": true}}).OK(); got.At("report.next_at") != nil {
		t.Errorf("paused: %s", got.Body)
	}
	w.Clock.Advance(30 * 24 * time.Hour)
	beginReports(t, w, another)
	if n := w.Number("select count(*) from mails where kind = 'analytics_report' and recipient = $1", ada.Email); n != 2 {
		t.Errorf("%d reports after a standstill and a pause, want 2", n)
	}
	ada.SignIn()
	ada.Post(path+"/send", nil).OK()
	w.Work()
	if n, others := w.Number("select count(*) from mails where kind = 'analytics_report' and recipient = $1", ada.Email), w.Number("select count(*) from mails where kind = 'analytics_report'"); n != 3 || others != 5 {
		t.Errorf("%d reports to who wants one now, %d to all", n, others)
	}
}

func TestReportsFollowTheClockOfTheirDepartment(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	w.Exec("update departments set time_zone = 'Europe/Oslo' where id = $1", guild.Department)
	oslo, err := time.LoadLocation("Europe/Oslo")
	if err != nil {
		t.Fatal(err)
	}
	w.Work()
	at := func(text string) time.Time {
		day, err := time.ParseInLocation("2006-01-02 15:04", text, oslo)
		if err != nil {
			t.Fatal(err)
		}
		return day
	}
	year := w.Clock.Now().Year() + 1
	lastSunday := func(month time.Month) time.Time {
		day := time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC)
		return day.AddDate(0, 0, -int(day.Weekday()))
	}
	spring, autumn := lastSunday(time.March).Format(time.DateOnly), lastSunday(time.October).Format(time.DateOnly)
	w.Clock.Advance(at(spring + " 00:30").Sub(w.Clock.Now()))
	guild.SignIn()
	guild.Post(reportsPath, apptest.J{"report": apptest.J{"name": "At a skipped hour", "day": 7, "hour": 2, "recipient_ids": []int64{memberIn(guild)}}}).OK()
	reports := func() int64 { return w.Number("select count(*) from mails where kind = 'analytics_report'") }
	for _, step := range []struct {
		at   time.Time
		want int64
	}{
		{at(spring + " 01:59"), 0}, {at(spring + " 03:00"), 1}, {at(spring + " 04:00"), 1},
	} {
		w.Clock.Advance(step.at.Sub(w.Clock.Now()))
		beginReports(t, w)
		if n := reports(); n != step.want {
			t.Errorf("at %s: %d reports, want %d", step.at, n, step.want)
		}
	}
	w.Exec("update analytics_reports set next_on = $1::date", autumn)
	first := at(autumn + " 01:59").Add(time.Minute) // two o'clock comes twice
	for i, step := range []time.Time{first, first.Add(time.Hour), first.Add(2 * time.Hour)} {
		w.Clock.Advance(step.Sub(w.Clock.Now()))
		beginReports(t, w)
		if n := reports(); n != 2 {
			t.Errorf("autumn, step %d: %d reports, want 2", i, n)
		}
	}
}

func TestWrongReportsAreRefused(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild, school := w.Issuer("guild"), w.Issuer("school")
	viewer := guild.Viewer("ada")
	right := func(change apptest.J) apptest.J {
		out := apptest.J{"name": "Weekly", "recipient_ids": []int64{memberIn(guild)}}
		for field, value := range change {
			out[field] = value
		}
		return apptest.J{"report": out}
	}
	for field, change := range map[string]apptest.J{
		"name": {"name": " "}, "frequency": {"frequency": "daily"}, "day": {"day": 8}, "hour": {"hour": 24}, "sections": {"sections": []string{"team"}},
		"recipient_ids": {"recipient_ids": []int64{memberIn(school)}}, "tag": {"tag": strings.Repeat("x", 101)},
	} {
		if got := guild.Post(reportsPath, right(change)).Want(422); !strings.Contains(string(got.Body), `"`+field+`"`) {
			t.Errorf("%s: %s", field, got.Body)
		}
	}
	guild.Post(reportsPath, right(apptest.J{"recipient_ids": []int64{}})).Want(422)
	guild.Post(reportsPath, right(apptest.J{"group_id": school.Group("Sewing")})).Refused(404, "group.not_found")
	viewer.Post(reportsPath, right(nil)).Refused(403, "manage_department")
	path := fmt.Sprintf("%s/%d", reportsPath, guild.Post(reportsPath, right(nil)).OK().Int("report.id"))
	viewer.Get(reportsPath).OK()
	school.Call("PATCH", path, right(nil)).Refused(404, "analytics_report.not_found")
	school.Post(path+"/send", nil).Refused(404, "analytics_report.not_found")
	school.Delete(path).Refused(404, "analytics_report.not_found")
	guild.Delete(path).OK()
	guild.Delete(path).Refused(404, "analytics_report.not_found")
}
