package apptest_test

import (
	"fmt"
	"sort"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

// TestTopSharersAreThoseOfTheLog counts who shared in a log of events without the database.
func TestTopSharersAreThoseOfTheLog(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	groups := []int64{owner.Group("One"), owner.Group("Two")}
	until := w.Clock.Now()
	subjects := addSubjects(t, w.App, owner.Department, groups, 0, 80, until)
	log := eventLog(subjects, 4000, until)
	feed(t, w.App, owner.Department, log)
	if err := w.App.Analytics.RollUpDepartment(t.Context(), owner.Department); err != nil {
		t.Fatal(err)
	}
	s := slice{subjects: subjects, log: log, zone: time.UTC, oldest: oldestOf(w), from: day(until.AddDate(0, 0, -89), time.UTC), to: day(until, time.UTC)}
	check := func(by apptest.Client, s slice, more string) {
		t.Helper()
		reply := by.Get("/v1/analytics/sharers?start_date=" + s.from + "&end_date=" + s.to + more).OK()
		want, n := s.sharers()
		_, before := s.shifted(t).sharers()
		if got := figures(reply)["sharers"]; got != fmt.Sprint(n, "/", before) {
			t.Errorf("%s: %s people shared, want %d/%d", more, got, n, before)
		}
		var got []string
		for _, row := range reply.At("analytics.rows").([]any) {
			values := row.(map[string]any)["values"].([]any)
			got = append(got, fmt.Sprint(values...))
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s:\n got %v\nwant %v", more, got, want)
		}
	}
	check(owner.Client, s, "")
	one := s
	one.groups = groups[:1]
	check(owner.Client, one, fmt.Sprint("&group_id=", groups[0]))
	member := owner.Viewer("mia")
	owner.Put(fmt.Sprint("/v1/team_members/", member.UserID), apptest.J{"team_member": apptest.J{
		"department_permissions": []apptest.J{{"department_id": owner.Department, "permissions": apptest.J{"role": "viewer", "analytics": true, "groups": groups[:1]}}},
	}}).OK()
	check(member.Client, one, "")

	// Two credentials of one address are one person.
	w.Exec("update credentials set recipient_email = 'p@example.org' where department_id = $1", owner.Department)
	reply := owner.Get("/v1/analytics/sharers").OK()
	if n := len(reply.At("analytics.rows").([]any)); n != 1 || reply.Text("analytics.row_kind") != "recipient" || reply.Text("analytics.rows.0.recipient_name") == "" {
		t.Errorf("one person has %d rows: %s", n, reply.Body)
	}
}

// sharers returns the shares, other views, referrals and verifications of the subjects that were shared, the first 50, and their number.
func (s slice) sharers() (rows []string, n int) {
	type line struct{ shares, views, referrals, verifications int }
	all := map[*subject]*line{}
	for _, h := range s.log {
		if h.at.Before(s.oldest) || !s.has(h.of.group) || !s.within(h.at) {
			continue
		}
		l := all[h.of]
		if l == nil {
			l = &line{}
			all[h.of] = l
		}
		switch {
		case familyOf(h.kind) == "shares":
			l.shares++
		case h.kind == "viewed" && h.actor == "other":
			l.views++
		case h.kind == "referral_clicked":
			l.referrals++
		case h.kind == "verified":
			l.verifications++
		}
	}
	var found []*subject
	for who, l := range all {
		if l.shares > 0 {
			found = append(found, who)
		}
	}
	sort.Slice(found, func(i, j int) bool {
		a, b := all[found[i]], all[found[j]]
		switch {
		case a.shares != b.shares:
			return a.shares > b.shares
		case a.views != b.views:
			return a.views > b.views
		case a.referrals != b.referrals:
			return a.referrals > b.referrals
		}
		return found[i].id < found[j].id
	})
	for _, who := range found[:min(len(found), 50)] {
		l := all[who]
		rows = append(rows, fmt.Sprint(float64(l.shares), float64(l.views), float64(l.referrals), float64(l.verifications)))
	}
	return rows, len(found)
}

func TestTheTeamReportCountsWhatMembersDid(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, stranger := w.Issuer("guild"), w.Issuer("others")
	weaving, sewing := owner.Group("Weaving"), owner.Group("Sewing")
	w.Exec("delete from audit_events")
	for i := range 3 {
		owner.Issued(weaving, fmt.Sprint("ada", i))
	}
	owner.Draft(sewing, "bea")
	stranger.Issued(stranger.Group("Elsewhere"), "zoe")
	w.Exec("update departments set time_zone = 'Asia/Kolkata' where id = $1", owner.Department) // whose days begin at 18:30 UTC
	w.Exec("update audit_events set created_at = date_trunc('day', now() at time zone 'utc') at time zone 'utc' - interval '5 hours 45 minutes' where details #>> '{values,state}' = 'published'")

	reply := owner.Get("/v1/analytics/team").OK()
	rows := reply.At("analytics.rows").([]any)
	if len(rows) != 1 {
		t.Fatalf("%s", reply.Body)
	}
	all := w.Number("select count(*) from audit_events where department_id = $1 and user_id is not null", owner.Department)
	if got := fmt.Sprint(reply.At("analytics.rows.0.values")); got != fmt.Sprintf("[%d 3 1 2]", all) || reply.Int("analytics.rows.0.id") != owner.UserID {
		t.Errorf("the owner has %s of %d changes: %s", got, all, reply.Body)
	}
	figures(reply).same(t, "team", tally{"active_members": "1/0", "actions": fmt.Sprint(all, "/0"), "issued": "3/0"})
	yesterday := w.Clock.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, -1)
	for i, at := range reply.At("analytics.times").([]any) {
		want := 0.0
		if at == yesterday.Format(time.DateOnly) { // 18:15 UTC is 23:45 there
			want = 3
		}
		if got := reply.At(fmt.Sprint("analytics.series.1.values.", i)); got != want {
			t.Errorf("%s: %v published, want %v", at, got, want)
		}
	}
	if got := owner.Get(fmt.Sprint("/v1/analytics/team?group_id=", sewing)).OK(); figures(got)["issued"] != "0/0" || figures(got)["active_members"] != "1/0" {
		t.Errorf("of the group of a draft: %s", got.Body)
	}
	owner.Viewer("vera").Get("/v1/analytics/team").Refused(403, "view_audit_log")
}
