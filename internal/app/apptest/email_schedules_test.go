package apptest_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"laurel/internal/app"
	"laurel/internal/app/apptest"
)

// schedule changes when a department's emails go out.
func schedule(c apptest.Client, fields apptest.J) apptest.Reply {
	return c.Put("/v1/email_schedules", apptest.J{"email_schedules": fields})
}

// onDay moves the clock to ten o'clock on a later day of the department, which is in UTC.
func onDay(w *apptest.World, day time.Time) {
	w.Clock.Advance(day.Add(10 * time.Hour).Sub(w.Clock.Now()))
}

// sendDue writes the emails that are due as several processes do at once, some of which are killed.
func sendDue(t *testing.T, w *apptest.World, processes ...*app.App) {
	t.Helper()
	var all sync.WaitGroup
	for _, process := range append(processes, w.App) {
		all.Go(func() {
			ctx, kill := context.WithTimeout(t.Context(), 30*time.Millisecond)
			defer kill()
			_, _ = process.Schedules.Send(ctx)
			for more := true; more; {
				var err error
				if more, err = process.Schedules.Send(t.Context()); err != nil {
					t.Errorf("send: %v", err)
				}
			}
		})
	}
	all.Wait()
	apptest.Eventually(t, "the day to be done", func() bool { // a killed process holds its schedule until the database notices
		if _, err := w.App.Schedules.Send(t.Context()); err != nil {
			t.Errorf("send: %v", err)
		}
		return w.Number("select count(*) from email_schedules where (reminders_on or expiry_on) and done_until < $1::date", w.Clock.Now()) == 0
	})
}

// scheduled counts the scheduled emails of a kind to a person.
func scheduled(w *apptest.World, kind, name string) int64 {
	return w.Number("select count(*) from mails where kind = $1 and recipient = $2", kind, apptest.Email(name))
}

func TestScheduledEmailsGoOutOnceOnTheirDays(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild, school := w.Issuer("guild"), w.Issuer("school")
	group := guild.Group("Weaving")
	schedule(guild.Client, apptest.J{"reminders": true, "expiry": true, "expiry_days": []int{-30, 0, 2}}).OK()
	today := w.Clock.Now().UTC().Truncate(24 * time.Hour)
	day := func(n int) time.Time { return today.AddDate(0, 0, n) }
	end := apptest.J{"expired_on": day(40).Format(time.DateOnly)}
	for _, name := range []string{"ada", "bob", "eve"} {
		guild.Issued(group, name, end)
	}
	school.Issued(school.Group("Sewing"), "ada", end)
	w.Work()
	w.Exec("insert into credential_engagements (credential_id, department_id, level, reached_at) select id, department_id, 1, now() from credentials where recipient_name = 'bob' or recipient_email = $1", apptest.Email("bob"))
	guild.Post("/v1/credentials/"+w.Text("select id::text from credentials where recipient_email = $1 limit 1", apptest.Email("eve"))+"/suspend", apptest.J{"send_email": false}).OK()
	// Enough of them for several batches.
	w.Exec(`insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, expired_on, private, private_key,
			state, published_at, snapshot, email_status, created_at, updated_at, test, certificate_version_id, badge_version_id)
		select department_id, group_id, gen_random_uuid(), 'z' || lpad(n::text, 8, '0'), 'Person ' || n, 'person' || n || '@many.example', issued_on, expired_on, private, private_key,
			state, published_at, snapshot, 'sent', created_at, updated_at, test, certificate_version_id, badge_version_id
		from credentials, generate_series(1, 450) n where department_id = $1 and recipient_email = $2`, guild.Department, apptest.Email("ada"))
	another := w.Another()

	if got := guild.Get("/v1/email_schedules/upcoming").OK(); got.Text("upcoming.0.kind") != "reminder" || got.Int("upcoming.0.count") != 451 ||
		got.Text("upcoming.0.date") != day(3).Format(time.DateOnly) || strings.Count(string(got.Body), `"kind"`) != 1 {
		t.Errorf("upcoming: %s", got.Body)
	}
	for _, want := range []struct {
		day                              int
		reminders, expiring, expired, of int64
	}{
		{2, 0, 0, 0, 0}, {3, 1, 0, 0, 451}, {4, 1, 0, 0, 451},
		{9, 1, 0, 0, 451}, {10, 1, 1, 0, 903}, // also to bob, who opened it
		{40, 1, 2, 0, 1355}, {43, 1, 2, 1, 1807}, // a day late: the product stood still
		{60, 1, 2, 1, 1807},
	} {
		onDay(w, day(want.day))
		sendDue(t, w, another)
		sendDue(t, w)
		if a, b, c := scheduled(w, "reminder", "ada"), scheduled(w, "expiring", "ada"), scheduled(w, "expired", "ada"); a != want.reminders || b != want.expiring || c != want.expired {
			t.Errorf("day %d: %d reminders, %d before the end, %d after it; want %v", want.day, a, b, c, want)
		}
		if n := w.Number("select count(*) from mails where kind in ('reminder', 'expiring', 'expired')"); n != want.of {
			t.Errorf("day %d: %d emails, want %d", want.day, n, want.of)
		}
	}
	if n := w.Number("select count(*) from mails where kind = 'reminder' and recipient = $1", apptest.Email("bob")); n != 0 {
		t.Error("a recipient was reminded of what they have opened")
	}
	if n := w.Number("select count(*) from mails where kind in ('reminder', 'expiring', 'expired') and recipient = $1", apptest.Email("eve")); n != 0 {
		t.Error("a recipient was emailed about a suspended credential")
	}
	if n := w.Number("select count(*) from mails where department_id = $1 and kind in ('reminder', 'expiring', 'expired')", school.Department); n != 0 {
		t.Error("a department that chose nothing sends emails")
	}
	text := w.Text("select subject from mails where kind = 'expiring' and recipient = $1 limit 1", apptest.Email("ada"))
	if !strings.Contains(text, fmt.Sprint(day(40).Year())) {
		t.Errorf("the subject doesn't tell the day: %s", text)
	}
}

func TestAGroupHasItsOwnScheduleAndAPauseSendsNothingLater(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	usual, own, silent := guild.Group("Usual"), guild.Group("Own"), guild.Group("Silent")
	path := func(group int64) string { return fmt.Sprintf("/v1/email_schedules/groups/%d", group) }
	schedule(guild.Client, apptest.J{"reminders": true, "reminder_days": []int{5}}).OK()
	guild.Put(path(own), apptest.J{"email_schedule": apptest.J{"reminder_days": []int{2}}}).OK()
	if got := guild.Put(path(silent), apptest.J{"email_schedule": apptest.J{"reminders": false}}).OK(); got.Text("email_schedules.groups.0.group_name") != "Own" {
		t.Errorf("schedules: %s", got.Body)
	}
	for name, group := range map[string]int64{"ada": usual, "bob": own, "eve": silent} {
		guild.Issued(group, name)
	}
	w.Work()
	settings(guild.Client, apptest.J{"quiet_hours": apptest.J{"from": "09:00", "until": "12:00"}}).OK()
	today := w.Clock.Now().UTC().Truncate(24 * time.Hour)
	onDay(w, today.AddDate(0, 0, 2))
	sendDue(t, w)
	if a, b, e := scheduled(w, "reminder", "ada"), scheduled(w, "reminder", "bob"), scheduled(w, "reminder", "eve"); a != 0 || b != 1 || e != 0 {
		t.Errorf("after two days: %d %d %d", a, b, e)
	}
	apptest.Eventually(t, "the reminder to wait", func() bool { _, waiting := pending(w); return waiting == 1 })
	w.Exec("update email_settings set schedules_paused = true")
	due(w, 3*time.Hour)
	apptest.Eventually(t, "the reminder to be dropped", func() bool { return w.Number("select count(*) from mails where state = 'dropped'") == 1 })
	if n := len(w.Mail.To(apptest.Email("bob"))); n != 1 || w.Text("select email_status from credentials where recipient_email = $1", apptest.Email("bob")) != "sent" {
		t.Errorf("%d emails: a pause doesn't stop what was written already, or changes what the credential shows", n)
	}
	onDay(w, today.AddDate(0, 0, 5))
	if _, err := w.App.Schedules.Send(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := scheduled(w, "reminder", "ada"); n != 0 {
		t.Error("a paused email went out")
	}
}

func TestSchedulesAreChecked(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild, school := w.Issuer("guild"), w.Issuer("school")
	for field, in := range map[string]apptest.J{
		`"reminder_days":["Up to 3 are allowed.`: {"reminder_days": []int{1, 2, 3, 4}}, `"reminder_days":["Required.`: {"reminders": true, "reminder_days": []int{}},
		`"reminder_days":["Must be at least 1.`: {"reminder_days": []int{0}}, `"expiry_days":["Must be at least -365.`: {"expiry_days": []int{-366}},
		`"expiry_days":["Must be at most 30.`: {"expiry_days": []int{31}},
	} {
		if got := schedule(guild.Client, in); got.Status != 422 || !strings.Contains(string(got.Body), field) {
			t.Errorf("%s: %d %s", field, got.Status, got.Body)
		}
	}
	foreign := fmt.Sprintf("/v1/email_schedules/groups/%d", school.Group("Sewing"))
	guild.Put(foreign, `{"email_schedule":{}}`).Refused(404, "group.not_found")
	guild.Delete(foreign).Refused(404, "email_schedule.not_found")
	if got := schedule(guild.Client, apptest.J{"paused": true}).OK(); got.At("email_schedules.paused") != true {
		t.Errorf("paused: %s", got.Body)
	}
	if got := schedule(guild.Client, apptest.J{"paused": false}).OK(); got.At("email_schedules.paused") != false || got.At("email_schedules.reminders") != false {
		t.Errorf("resumed: %s", got.Body)
	}
	w.Clock.Advance(16 * time.Minute)
	schedule(guild.Client, apptest.J{"reminders": true}).Refused(403, "proof.required")
}
