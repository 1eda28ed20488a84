package apptest_test

import (
	"fmt"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

func TestTheEmailLogShowsEachEmailAndWhatHappenedToIt(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild, school := w.Issuer("guild"), w.Issuer("school")
	group := guild.Group("Weaving")
	school.Issued(school.Group("Sewing"), "cleo")
	guild.Issued(group, "ada")
	w.Work()
	w.Mail.Refuse(apptest.Email("bob"))
	guild.Issued(group, "bob")
	ref := guild.Issued(group, "eve").Text("credential.uuid")
	w.Work()
	guild.Post("/v1/credentials/"+ref+"/suspend", apptest.J{"send_email": true}).OK()
	w.Work()

	list := func(query string) apptest.Reply { return guild.Get("/v1/emails" + query).OK() }
	if got := list(""); got.Int("meta.total_count") != 4 || strings.Contains(string(got.Body), "cleo") {
		t.Fatalf("the log: %s", got.Body)
	}
	for query, want := range map[string]int64{
		"?query=ADA@": 1, "?query=nobody": 0, "?query=suspended": 1, "?event=delivery": 3, "?event=status": 1, "?event=references": 0, "?event=other": 0,
		"?state=failed": 1, "?state=sent": 3, "?state=waiting": 0, "?state=sent&event=status": 1, "?page_size=3&page=2": 4,
	} {
		if got := list(query).Int("meta.total_count"); got != want && !strings.Contains(query, "page=2") {
			t.Errorf("%s: %d emails, want %d", query, got, want)
		}
	}
	guild.Get("/v1/emails?event=parties").Want(422)
	guild.Get("/v1/emails?state=lost").Want(422)

	failed := list("?state=failed").Int("emails.0.id")
	path := fmt.Sprintf("/v1/emails/%d", failed)
	whole := guild.Get(path).OK()
	if whole.Text("email.recipient") != apptest.Email("bob") || whole.Text("email.timeline.0.what") != "queued" || whole.Text("email.timeline.1.what") != "failed" ||
		!strings.Contains(whole.Text("email.from"), "guild") || whole.Text("email.text") == "" {
		t.Errorf("the email that failed: %s", whole.Body)
	}
	sent := guild.Get(fmt.Sprintf("/v1/emails/%d", list("?query=ada@").Int("emails.0.id"))).OK()
	if sent.Text("email.timeline.1.what") != "sent" || strings.Contains(string(sent.Body), "laurel_owner") {
		t.Errorf("the email that was sent: %s", sent.Body)
	}
	school.Get(path).Refused(404, "mail.not_found")
	school.Post(path+"/resend", nil).Refused(404, "mail.not_found")
	guild.Post(fmt.Sprintf("/v1/emails/%d/resend", list("?query=ada@").Int("emails.0.id")), nil).Refused(409, "mail.not_retryable")
	w.Mail.Refuse("")
	guild.Post(path+"/resend", nil).OK()
	w.Work()
	if got := guild.Get(path).OK().Text("email.state"); got != "sent" || len(w.Mail.To(apptest.Email("bob"))) != 1 {
		t.Errorf("after it was sent again: %s", got)
	}
	viewer := guild.Viewer("viewer")
	viewer.Get("/v1/emails").Refused(403, "manage_emails")
}

func TestTheTimelineTellsEachAttemptAndWhatAnEmailWaitsFor(t *testing.T) {
	t.Parallel()
	r, w, guild := withRelay(t)
	sender(w, guild, "certificates@guild.example")
	settings(guild.Client, r.settings(apptest.J{"port": 1})).OK()
	settings(guild.Client, apptest.J{"daily_cap": 1}).OK()
	group := guild.Group("Weaving")
	guild.Issued(group, "ada")
	apptest.Eventually(t, "an attempt", func() bool { return w.Number("select count(*) from mail_attempts") == 1 })
	guild.Issued(group, "bob")
	apptest.Eventually(t, "the email to wait", func() bool { _, waiting := pending(w); return waiting == 1 })
	timeline := func(name string) apptest.Reply {
		id := guild.Get("/v1/emails?query=" + name).OK().Int("emails.0.id")
		return guild.Get(fmt.Sprintf("/v1/emails/%d", id)).OK()
	}
	if got := timeline("ada@"); got.Text("email.timeline.1.what") != "refused" || got.Text("email.timeline.1.reason") == "" || got.Text("email.timeline.1.at") == "" {
		t.Errorf("the email that was tried: %s", got.Body)
	}
	if got := timeline("bob@"); got.Text("email.timeline.1.what") != "waiting" || got.Text("email.timeline.1.reason") != "daily_cap" || got.Text("email.timeline.1.at") == "" {
		t.Errorf("the email that waits: %s", got.Body)
	}
	if got := guild.Get("/v1/emails?state=waiting").OK().Int("meta.total_count"); got != 1 {
		t.Errorf("%d emails wait", got)
	}
}
