package apptest_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

// restore restores the department of its owner, whose session is too old by then.
func restore(t *testing.T, w *apptest.World, owner apptest.Issuer) {
	t.Helper()
	organization := w.Number("select organization_id from departments where id = $1", owner.Department)
	if err := w.App.Organizations.Restore(t.Context(), owner.Actor(), organization, owner.Department); err != nil {
		t.Fatal(err)
	}
}

func TestAnArchivedDepartmentIsReadOnlyUntilItIsRestored(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	group := owner.Group("Weaving")
	published := owner.Issued(group, "ada")
	draft := owner.Draft(group, "grace").Int("credential.id")
	key := owner.Key("write")
	owner.Post("/v1/credentials/schedule", apptest.J{"credential_ids": []int64{draft}, "publish_at": w.Clock.Now().Add(time.Hour).UTC().Format(time.RFC3339)}).OK()
	archive := fmt.Sprint(organization(owner), "/departments/", owner.Department)

	reply := owner.Post(archive+"/archive", nil).OK()
	if reply.At("departments.0.archived_at") == nil {
		t.Errorf("%s", reply.Body)
	}
	owner.Post(archive+"/archive", nil).OK() // again changes nothing
	for _, c := range []apptest.Client{owner.Client, key} {
		c.Get(fmt.Sprint("/v1/credentials/", draft)).OK()
		c.Put(fmt.Sprint("/v1/credentials/", draft), apptest.J{"credential": apptest.J{"recipient": apptest.J{"name": "Eve"}}}).Refused(http.StatusForbidden, "department.archived")
		c.Post("/v1/issuer/groups", someGroup).Refused(http.StatusForbidden, "department.archived")
	}
	owner.Put(fmt.Sprint("/v1/departments/", owner.Department), apptest.J{"department": apptest.J{"name": "Other"}}).Refused(http.StatusForbidden, "department.archived")
	session := owner.Post("/v1/issuer_login/whoami", nil).OK()
	if session.At("department.archived_at") == nil || session.At("departments.0.archived_at") == nil {
		t.Errorf("%s", session.Body)
	}
	for _, p := range session.At("permissions").([]any) {
		if p == "manage_credentials" || p == "publish_credentials" {
			t.Errorf("may %v", p)
		}
	}
	w.Nobody().Get("/v1/public/credentials/" + published.Text("credential.uuid")).OK()
	w.Clock.Advance(2 * time.Hour)
	due := func() string {
		if _, err := w.App.Publishing.PublishDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		return w.Text("select state from credentials where id = $1", draft)
	}
	if state := due(); state != "scheduled" {
		t.Errorf("published in an archived department: %s", state)
	}

	restore(t, w, owner)
	if again := owner.Get(organization(owner)).OK(); again.At("departments.0.archived_at") != nil {
		t.Errorf("%s", again.Body)
	}
	owner.Post("/v1/issuer/groups", someGroup).OK()
	if state := due(); state != "published" {
		t.Errorf("not published after it was restored: %s", state)
	}
	if n := w.Number("select count(*) from audit_events where department_id = $1 and action in ('department.archived', 'department.restored')", owner.Department); n != 2 {
		t.Errorf("%d audit records", n)
	}
}

func TestOnlyAdministratorsOfTheOrganizationArchiveItsDepartments(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, stranger := w.Issuer("guild"), w.Issuer("stranger")
	viewer := owner.Viewer("vera")
	for _, verb := range []string{"/archive", "/restore"} {
		mine := fmt.Sprint(organization(owner), "/departments/", owner.Department, verb)
		viewer.Post(mine, nil).Refused(http.StatusNotFound, "organization.not_found")
		stranger.Post(mine, nil).Refused(http.StatusNotFound, "organization.not_found")
		owner.Post(fmt.Sprint(organization(owner), "/departments/", stranger.Department, verb), nil).Refused(http.StatusNotFound, "department.not_found")
	}
	if n := w.Number("select count(*) from departments where archived_at is not null"); n != 0 {
		t.Errorf("%d archived", n)
	}
}

func TestScheduledEmailsOfAnArchivedDepartmentWait(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	owner.Issued(owner.Group("Weaving"), "ada")
	schedule(owner.Client, apptest.J{"reminders": true, "reminder_days": []int{1}}).OK()
	owner.Post(fmt.Sprint(organization(owner), "/departments/", owner.Department, "/archive"), nil).OK()
	today := w.Clock.Now().Truncate(24 * time.Hour)
	onDay(w, today.AddDate(0, 0, 1))
	if _, err := w.App.Schedules.Send(t.Context()); err != nil {
		t.Fatal(err)
	}
	onDay(w, today.AddDate(0, 0, 2))
	restore(t, w, owner)
	if _, err := w.App.Schedules.Send(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := scheduled(w, "reminder", "ada"); n != 0 {
		t.Errorf("%d emails of a day on which the department was archived", n)
	}
}
