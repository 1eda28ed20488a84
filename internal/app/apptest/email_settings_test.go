package apptest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

// settings sends a change of a department's email settings.
func settings(c apptest.Client, fields apptest.J) apptest.Reply {
	return c.Put("/v1/email_settings", apptest.J{"email_settings": fields})
}

func TestEmailsComeFromASenderAddressOnlyOnceSomebodyThereAgreed(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild, school := w.Issuer("guild"), w.Issuer("school")
	group := guild.Group("Weaving")
	const from = "certificates@guild.example"
	id := guild.Post("/v1/sender_addresses", apptest.J{"sender_address": apptest.J{"email": from}}).OK().Int("sender_address.id")
	settings(guild.Client, apptest.J{"sender_address_id": id, "from_name": "The Guild"}).OK()
	guild.Issued(group, "ada")
	if got := latest(t, w, apptest.Email("ada")); strings.Contains(got.From, from) || got.ReplyTo != from || !strings.Contains(got.From, `"The Guild"`) {
		t.Errorf("before it is verified: from %s, answers to %s", got.From, got.ReplyTo)
	}

	first := w.Link(from).Query().Get("token")
	guild.Post(fmt.Sprintf("/v1/sender_addresses/%d/resend", id), nil).OK()
	w.Work()
	link := w.Link(from)
	if link.Path != "/confirm-sender" {
		t.Errorf("the link is %s", link.Path)
	}
	w.Nobody().Get(link.RequestURI()) // mail filters open links
	confirm := func(token string) apptest.Reply {
		return w.Nobody().Post("/v1/sender_addresses/confirm", apptest.J{"token": token})
	}
	confirm(first).Refused(422, "sender_address.link_invalid")
	confirm("laurel_sender_x").Refused(422, "sender_address.link_invalid")
	if got := confirm(link.Query().Get("token")).OK().Text("email"); got != from {
		t.Errorf("confirmed %q", got)
	}
	confirm(link.Query().Get("token")).Refused(422, "sender_address.link_invalid")
	guild.Issued(group, "bob")
	if got := latest(t, w, apptest.Email("bob")); got.From != `"The Guild" <`+from+">" || got.ReplyTo != "" {
		t.Errorf("once it is verified: from %s, answers to %s", got.From, got.ReplyTo)
	}
	if n := w.Number("select count(*) from mails where sent_from like '%' || $1 || '%'", from); n != 1 {
		t.Errorf("%d emails are recorded as sent from it", n)
	}

	path := fmt.Sprintf("/v1/sender_addresses/%d", id)
	guild.Delete(path).Refused(409, "sender_address.in_use")
	guild.Post(path+"/resend", nil).Refused(409, "sender_address.verified")
	guild.Post("/v1/sender_addresses", apptest.J{"sender_address": apptest.J{"email": strings.ToUpper(from)}}).Refused(409, "sender_address.taken")
	school.Delete(path).Refused(404, "sender_address.not_found")
	if got := settings(school.Client, apptest.J{"sender_address_id": id}); got.Status != 422 {
		t.Errorf("an address of another department: %d", got.Status)
	}
	settings(guild.Client, apptest.J{"sender_address_id": nil}).OK()
	guild.Delete(path).OK()
	guild.Issued(group, "eve")
	if got := latest(t, w, apptest.Email("eve")); strings.Contains(got.From, from) || got.ReplyTo != "" {
		t.Errorf("once it is removed: from %s, answers to %s", got.From, got.ReplyTo)
	}
}

func TestALinkOfASenderAddressExpires(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	guild.Post("/v1/sender_addresses", `{"sender_address":{"email":"from@guild.example"}}`).OK()
	w.Work()
	token := w.Link("from@guild.example").Query().Get("token")
	w.Clock.Advance(7*24*time.Hour + time.Second)
	w.Nobody().Post("/v1/sender_addresses/confirm", apptest.J{"token": token}).Refused(422, "sender_address.link_invalid")
}

func TestCopiesOfADepartmentLetNobodyIn(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	settings(guild.Client, apptest.J{"cc": []string{"dean@guild.example"}, "bcc": []string{"archive@guild.example"}, "reply_to": "office@guild.example"}).OK()
	group := guild.Group("Weaving")
	ref := guild.Issued(group, "ada").Text("credential.uuid")
	got := latest(t, w, apptest.Email("ada"))
	if !slices.Equal(got.CC, []string{"dean@guild.example"}) || !slices.Equal(got.BCC, []string{"archive@guild.example"}) || got.ReplyTo != "office@guild.example" {
		t.Errorf("copies to %v and %v, answers to %s", got.CC, got.BCC, got.ReplyTo)
	}
	if strings.Contains(got.Text, "laurel_") || strings.Contains(got.Text, "enter the code") || !strings.Contains(got.Text, ref) {
		t.Errorf("others could act as the recipient with: %s", got.Text)
	}
	w.Recipient(ref) // has a link mailed that only the recipient may get
	for _, m := range w.Mail.To(apptest.Email("ada"))[1:] {
		if len(m.CC)+len(m.BCC) > 0 {
			t.Errorf("%q goes to others", m.Subject)
		}
	}
}

// due makes scheduled emails due, as the passing of time does.
func due(w *apptest.World, pass time.Duration) {
	// A job that is at work would be scheduled for later after this.
	for range 500 {
		if w.Number("select count(*) from river_job where state in ('available', 'running') and kind like 'mail.%'") == 0 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	w.Clock.Advance(pass)
	w.Exec("update river_job set scheduled_at = now(), state = 'available' where state = 'scheduled' and kind like 'mail.%'")
}

// pending counts the emails that are still to be sent and those of them that wait for a limit.
func pending(w *apptest.World) (all, waiting int64) {
	return w.Number("select count(*) from mails where state <> 'sent'"), w.Number("select count(*) from mails where state = 'queued' and waits_for <> ''")
}

func TestEmailsBeyondALimitWaitAndNoneIsLost(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	settings(guild.Client, apptest.J{"per_minute": 2, "daily_cap": 4}).OK()
	group := guild.Group("Weaving")
	w.Work()
	for i := range 7 {
		guild.Issued(group, fmt.Sprint("person", i))
	}
	sent := func(want int64, why string) {
		t.Helper()
		apptest.Eventually(t, why, func() bool { all, waiting := pending(w); return all == waiting && all == 7-want })
	}
	sent(2, "two emails to go out and the others to wait")
	got := guild.Get("/v1/email_settings").OK()
	if got.Text("email_settings.waiting.0.limit") != "daily_cap" || got.Int("email_settings.waiting.0.count") != 3 ||
		got.Text("email_settings.waiting.1.limit") != "per_minute" || got.Int("email_settings.waiting.1.count") != 2 {
		t.Errorf("waiting: %s", got.Body)
	}
	last := w.Text("select credential_id::text from mails order by id desc limit 1")
	if log := guild.Get("/v1/credentials/" + last + "/mails").OK(); log.Text("mails.0.waits_for") != "daily_cap" || log.Text("mails.0.not_before") == "" {
		t.Errorf("the credential's email: %s", log.Body)
	}
	due(w, 0) // jobs that come early send nothing, and come again
	due(w, time.Minute)
	sent(4, "two more emails a minute later")

	// Another limit gives those that wait another turn; what went out today still counts.
	settings(guild.Client, apptest.J{"per_minute": nil, "daily_cap": 6}).OK()
	sent(6, "the emails that the new limit allows")
	due(w, 24*time.Hour)
	sent(7, "the last email")
	for i := range 7 {
		if n := len(w.Mail.To(apptest.Email(fmt.Sprint("person", i)))); n != 1 {
			t.Errorf("person %d got %d emails", i, n)
		}
	}
}

func TestQuietHoursHoldBackWhatNobodyWaitsFor(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	now := w.Clock.Now().UTC()
	at := func(d time.Duration) string { return now.Add(d).Format("15:04") }
	settings(guild.Client, apptest.J{"quiet_hours": apptest.J{"from": at(-time.Hour), "until": at(time.Hour)}}).OK()
	group := guild.Group("Weaving")
	ref := guild.Issued(group, "ada").Text("credential.uuid")
	w.Nobody().Post("/v1/recipient/links", apptest.J{"ref": ref, "email": apptest.Email("ada"), "credential": ref, "captcha": w.Solved()})
	guild.Post("/v1/sender_addresses", `{"sender_address":{"email":"from@guild.example"}}`).OK()
	w.Another()
	apptest.Eventually(t, "the email to wait", func() bool { _, waiting := pending(w); return waiting == 1 })
	apptest.Eventually(t, "what somebody waits for", func() bool { return len(w.Mail.To("from@guild.example")) == 1 })
	for _, m := range w.Mail.To(apptest.Email("ada")) {
		if strings.Contains(m.Subject, "Your credential:") {
			t.Errorf("%q went out in the quiet hours", m.Subject)
		}
	}
	until := guild.Get("/v1/email_settings").OK().Text("email_settings.waiting.0.next_at")
	if !strings.Contains(until, at(time.Hour)+":00") {
		t.Errorf("it waits until %s, not %s", until, at(time.Hour))
	}
	due(w, time.Hour)
	apptest.Eventually(t, "the email to go out", func() bool { all, _ := pending(w); return all == 0 })
}

func TestEmailsThatADepartmentSwitchedOffAreNotSent(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild, school := w.Issuer("guild"), w.Issuer("school")
	group := guild.Group("Weaving")
	early := guild.Issued(group, "bob").Text("credential.uuid") // its email is written before
	settings(guild.Client, apptest.J{"events": apptest.J{"delivery": false}}).OK()
	id := guild.Draft(group, "ada").Int("credential.id")
	if p := guild.Post("/v1/credentials/publish", apptest.J{"credential_ids": []int64{id}, "send_email": true}).OK(); p.At("publication.sending_email") == true {
		t.Errorf("the publication promises emails: %s", p.Body)
	}
	w.Work()
	for name, ref := range map[string]string{"ada": fmt.Sprint(id), "bob": early} {
		if n := len(w.Mail.To(apptest.Email(name))); n != 0 {
			t.Errorf("%s got %d emails", name, n)
		}
		if got := guild.Get("/v1/credentials/" + ref).OK().Text("credential.email_status"); got != "not_sent" {
			t.Errorf("the credential of %s shows %q", name, got)
		}
	}
	guild.Post("/v1/credentials/"+early+"/resend", nil).Refused(409, "email_settings.switched_off")
	school.Issued(school.Group("Sewing"), "ada")
	settings(guild.Client, apptest.J{"events": apptest.J{"delivery": true}}).OK()
	guild.Post("/v1/credentials/"+early+"/resend", nil).OK()
	w.Work()
	if a, b := len(w.Mail.To(apptest.Email("ada"))), len(w.Mail.To(apptest.Email("bob"))); a != 1 || b != 1 {
		t.Errorf("%d emails of another department, %d once they are on again; want 1 and 1", a, b)
	}
	settings(guild.Client, apptest.J{"events": apptest.J{"delivery": false}}).OK()
	guild.Post("/v1/credentials/"+early+"/suspend", apptest.J{"send_email": true}).OK()
	w.Work()
	if n := len(w.Mail.To(apptest.Email("bob"))); n != 2 {
		t.Errorf("%d emails, want one about another event too", n)
	}
}

func TestWrongEmailSettingsAreRefusedByField(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	for field, in := range map[string]apptest.J{
		"from_name":         {"from_name": strings.Repeat("x", 256)},
		"reply_to":          {"reply_to": "Ada <a@b.example>"},
		"cc":                {"cc": []string{"a@b.example\r\nBcc: x@y.example"}},
		"bcc":               {"bcc": []string{"a@b.example", "b@b.example", "c@b.example", "d@b.example", "e@b.example", "f@b.example"}},
		"daily_cap":         {"daily_cap": -1},
		"per_minute":        {"per_minute": 1_000_000},
		"quiet_hours.from":  {"quiet_hours": apptest.J{"from": "25:00", "until": "07:00"}},
		"quiet_hours.until": {"quiet_hours": apptest.J{"from": "07:00", "until": "07:00"}},
		"events.parties":    {"events": apptest.J{"parties": false}},
		"sender_address_id": {"sender_address_id": 99},
		"support.email":     {"support": apptest.J{"email": "nobody"}},
		"support.phone":     {"support": apptest.J{"phone": strings.Repeat("1", 51)}},
	} {
		got := settings(guild.Client, in)
		if got.Status != 422 || !strings.Contains(string(got.Body), `"`+field+`"`) {
			t.Errorf("%s: %d %s", field, got.Status, got.Body)
		}
	}
	viewer := guild.Viewer("viewer")
	viewer.Get("/v1/email_settings").Refused(403, "manage_emails")
	w.Clock.Advance(16 * time.Minute)
	settings(guild.Client, apptest.J{"from_name": "x"}).Refused(403, "proof.required")
}
