package apptest_test

import (
	"fmt"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

func TestTheStartPageCountsWhatThereIsAndWhatWaits(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, stranger := w.Issuer("guild"), w.Issuer("others")
	weaving, sewing := owner.Group("Weaving"), owner.Group("Sewing")
	day := func(days int) apptest.J {
		return apptest.J{"expired_on": time.Now().UTC().AddDate(0, 0, days).Format(time.DateOnly)}
	}
	owner.Issued(weaving, "ada", day(0))
	owner.Issued(weaving, "bea", day(30))
	owner.Issued(sewing, "cleo", day(31))
	owner.Issued(sewing, "dora", day(5))
	owner.Draft(weaving, "eve", day(5))
	owner.NameChange(weaving)
	w.Exec("update credentials set email_status = 'bounced' where recipient_name = 'bea'")
	w.Exec("update credentials set email_status = 'uncertain' where recipient_name = 'cleo'")
	w.Exec(`insert into evidence_items (department_id, credential_id, uuid, title, url, created_at, updated_at, position, state, submitted_at)
		select department_id, id, gen_random_uuid(), 'Loom', 'https://example.org/loom', now(), now(), 1, 'submitted', now() from credentials where recipient_name in ('ada', 'dora')`)
	hook := owner.Post("/v1/issuer/webhooks", apptest.J{"webhook": apptest.J{"url": "https://hooks.example.org/laurel", "events": []string{"credential.published"}}}).OK()
	w.Exec("update webhooks set failing_since = now() where id = $1", hook.Int("webhook.id"))
	stranger.Issued(stranger.Group("Elsewhere"), "zoe", day(3))

	check := func(who string, c apptest.Client, want map[string]int64) {
		t.Helper()
		home := c.Get("/v1/home").OK()
		for path, n := range want {
			if got := home.Int("home." + path); got != n {
				t.Errorf("%s: %s is %d, want %d", who, path, got, n)
			}
		}
	}
	check("owner", owner.Client, map[string]int64{
		"counts.published": 5, "counts.drafts": 1, "counts.groups": 2, "counts.designs": 2, "attention.expiring": 3, "attention.emails": 2,
		"attention.evidence": 2, "attention.name_changes": 1, "attention.webhooks": 1,
	})
	check("stranger", stranger.Client, map[string]int64{
		"counts.published": 1, "counts.drafts": 0, "counts.groups": 1, "attention.expiring": 1, "attention.emails": 0, "attention.evidence": 0,
		"attention.name_changes": 0, "attention.webhooks": 0,
	})
	check("viewer", owner.Viewer("vera").Client, map[string]int64{
		"counts.published": 5, "attention.expiring": 0, "attention.emails": 0, "attention.evidence": 0, "attention.name_changes": 0, "attention.webhooks": 0,
	})

	member := owner.Viewer("mia")
	owner.Put(fmt.Sprint("/v1/team_members/", member.UserID), apptest.J{"team_member": apptest.J{
		"department_permissions": []apptest.J{{"department_id": owner.Department, "permissions": apptest.J{"role": "editor", "groups": []int64{sewing}}}},
	}}).OK()
	check("a member of one group", member.Client, map[string]int64{
		"counts.published": 2, "counts.drafts": 0, "counts.groups": 1, "attention.expiring": 1, "attention.emails": 1, "attention.evidence": 1,
		"attention.name_changes": 0, "attention.webhooks": 0,
	})
}

func TestTheStartPageShowsTheNewestOperations(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	id := owner.Issued(owner.Group("Weaving"), "ada").Int("credential.accredible_internal_id")
	for i := range 6 {
		privacy := []string{"private", "public"}[i%2]
		owner.Post("/v1/actions", apptest.J{"kind": "privacy", "privacy": privacy, "credential_ids": []int64{id}}).OK()
		w.Work()
	}
	home := owner.Get("/v1/home").OK()
	if recent := home.At("home.operations").([]any); len(recent) != 5 || home.Text("home.operations.0.kind") != "privacy" || home.Text("home.operations.0.state") != "finished" {
		t.Errorf("%s", home.Body)
	}
}

func TestTheStartPageShowsTheLastDaysAndWhatChanged(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	weaving, sewing := owner.Group("Weaving"), owner.Group("Sewing")
	until := w.Clock.Now()
	subjects := addSubjects(t, w.App, owner.Department, []int64{weaving, sewing}, 0, 60, until)
	log := eventLog(subjects, 3000, until)
	feed(t, w.App, owner.Department, log)
	if err := w.App.Analytics.RollUpDepartment(t.Context(), owner.Department); err != nil {
		t.Fatal(err)
	}
	// wanted counts the log without the database.
	wanted := func(groups ...int64) tally {
		now := slice{subjects: subjects, log: log, zone: time.UTC, oldest: oldestOf(w), from: day(until.AddDate(0, 0, -29), time.UTC), to: day(until, time.UTC), groups: groups}
		stages, kinds := now.totals()
		stagesBefore, kindsBefore := now.shifted(t).totals()
		out := tally{"published": fmt.Sprint(stages[0]["published"], "/", stagesBefore[0]["published"])}
		for _, name := range []string{"views", "downloads", "shares", "verifications"} {
			out[name] = fmt.Sprint(kinds[0][name], "/", kindsBefore[0][name])
		}
		return out
	}
	trend := func(c apptest.Client) tally {
		home := c.Get("/v1/home").OK()
		if n := len(home.At("home.trend.days").([]any)); n != 30 {
			t.Errorf("%d days", n)
		}
		out := tally{}
		for _, line := range home.At("home.trend.series").([]any) {
			line := line.(map[string]any)
			sum := 0.0
			for _, n := range line["values"].([]any) {
				sum += n.(float64)
			}
			if sum != line["total"] {
				t.Errorf("%s: the total is %v, the sum %v", line["name"], line["total"], sum)
			}
			out[line["name"].(string)] = fmt.Sprint(line["total"], "/", line["previous"])
		}
		return out
	}
	trend(owner.Client).same(t, "owner", wanted(weaving, sewing))
	home := owner.Get("/v1/home").OK()
	if home.Text("home.groups.0.name") != "Sewing" || home.Int("home.groups.0.credentials_count") != 30 || len(home.At("home.designs").([]any)) != 2 {
		t.Errorf("%s", home.Body)
	}
	w.Exec("update groups set updated_at = now() + interval '1 minute' where id = $1", weaving)
	if got := owner.Get("/v1/home").OK().Text("home.groups.0.name"); got != "Weaving" {
		t.Errorf("after a change of Weaving, %s is the first group", got)
	}

	member := owner.Viewer("mia")
	permit := func(analytics bool) {
		owner.Put(fmt.Sprint("/v1/team_members/", member.UserID), apptest.J{"team_member": apptest.J{
			"department_permissions": []apptest.J{{"department_id": owner.Department, "permissions": apptest.J{"role": "viewer", "analytics": analytics, "groups": []int64{sewing}}}},
		}}).OK()
	}
	permit(true)
	trend(member.Client).same(t, "a member of one group", wanted(sewing))
	if groups := member.Get("/v1/home").OK().At("home.groups").([]any); len(groups) != 1 {
		t.Errorf("a member of one group sees %d groups", len(groups))
	}
	permit(false)
	if home := member.Get("/v1/home").OK(); home.At("home.trend") != nil {
		t.Errorf("without the right, %v", home.At("home.trend"))
	}
}
