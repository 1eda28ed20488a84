package apptest_test

import (
	"fmt"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

// template adds an active template for deliveries with a subject in English, and returns its ID.
func template(c apptest.Client, name, subject string, more apptest.J) int64 {
	fields := apptest.J{
		"type": "delivery", "name": name, "state": "active", "language": "en", "variants": apptest.J{"en": variant(subject)},
	}
	for key, value := range more {
		fields[key] = value
	}
	return c.Post("/v1/email_templates", apptest.J{"email_template": fields}).OK().Int("email_template.id")
}

func variant(subject string) apptest.J {
	return apptest.J{"subject": subject, "blocks": []apptest.J{
		{"id": "a", "type": "heading", "text": "For [recipient.name]"}, {"id": "b", "type": "button", "text": "Open", "url": "[credential.url]"},
	}}
}

func TestEmailsUseTheTemplateOfTheGroupThenOfTheDepartment(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild, school := w.Issuer("guild"), w.Issuer("school")
	group, other := guild.Group("Weaving"), guild.Group("Dyeing")
	subject := func(group int64, who string) string {
		guild.Issued(group, who)
		return latest(t, w, apptest.Email(who)).Subject
	}
	if got := subject(group, "ada"); got != "Your credential: Weaving" {
		t.Errorf("without a template: %q", got)
	}
	general := template(guild.Client, "General", "General [group.course_name]", apptest.J{"default": true})
	own := template(guild.Client, "Own", "Own [recipient.name] [credential.issued_on]", apptest.J{"from_name": "The Loom", "reply_to": "loom@guild.example"})
	path := fmt.Sprintf("/v1/issuer/groups/%d/email_templates", group)
	guild.Put(path, apptest.J{"email_templates": apptest.J{"delivery": own}}).OK()
	if got := subject(other, "bob"); got != "General Dyeing" {
		t.Errorf("the default: %q", got)
	}
	subject(group, "cid")
	mail := latest(t, w, apptest.Email("cid"))
	if !strings.HasPrefix(mail.Subject, "Own cid ") || strings.Contains(mail.Subject, "[") || !strings.Contains(mail.From, "The Loom") || mail.ReplyTo != "loom@guild.example" {
		t.Errorf("the group's: %q from %s, answers to %s", mail.Subject, mail.From, mail.ReplyTo)
	}
	clone := guild.Post(fmt.Sprintf("/v1/issuer/groups/%d/clone", group), apptest.J{}).OK().Int("group.id")
	if n := w.Number("select count(*) from email_template_choices where group_id = $1 and template_id = $2", clone, own); n != 1 {
		t.Error("a clone uses another template than its origin")
	}
	w.Exec("delete from email_template_choices where group_id = $1", clone)
	guild.Delete(fmt.Sprintf("/v1/email_templates/%d", own)).Refused(409, "email_template.in_use")
	guild.Delete(fmt.Sprintf("/v1/email_templates/%d", general)).Refused(409, "email_template.in_use")
	school.Get(fmt.Sprintf("/v1/email_templates/%d", own)).Refused(404, "email_template.not_found")
	school.Put(path, apptest.J{"email_templates": apptest.J{"delivery": 0}}).Want(404)
	guild.Put(path, apptest.J{"email_templates": apptest.J{"delivery": 999999}}).Want(422)
	guild.Put(path, apptest.J{"email_templates": apptest.J{"delivery": 0}}).OK()
	if got := subject(group, "dan"); got != "General Weaving" {
		t.Errorf("the default again: %q", got)
	}
	guild.Delete(fmt.Sprintf("/v1/email_templates/%d", own)).OK()
}

func TestABrokenTemplateStopsNoPublicationAndTheIssuerIsTold(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	settings(guild.Client, apptest.J{"support": apptest.J{"email": "help@guild.example"}}).OK()
	id := template(guild.Client, "General", "General", apptest.J{"default": true})
	w.Exec(`update email_templates set variants = '{"en": 5}' where id = $1`, id)
	group := guild.Group("Weaving")
	guild.Issued(group, "ada")
	if got := latest(t, w, apptest.Email("ada")).Subject; got != "Your credential: Weaving" {
		t.Errorf("sent %q", got)
	}
	guild.Issued(group, "bob")
	if n := w.Number("select count(*) from mails where kind = 'template_failed' and recipient = 'help@guild.example'"); n != 1 {
		t.Errorf("told %d times", n)
	}
	if n := w.Number("select count(*) from email_templates where fault <> '' and fault_at is not null"); n != 1 {
		t.Error("the fault is not kept")
	}
}

func TestATemplateIsRefusedWithTheNameOfWhatIsMissing(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	bad := apptest.J{"subject": "Hello", "blocks": []apptest.J{{"id": "a", "type": "heading", "text": "Hello"}}}
	reply := guild.Post("/v1/email_templates", apptest.J{"email_template": apptest.J{"type": "delivery", "name": "Bad", "language": "en", "variants": apptest.J{"en": bad}}}).Want(422)
	if !strings.Contains(string(reply.Body), "[credential.url]") {
		t.Errorf("does not name the tag: %s", string(reply.Body))
	}
	made := guild.Post("/v1/email_templates", apptest.J{"email_template": apptest.J{"type": "delivery", "name": "Mine"}}).OK()
	path := fmt.Sprintf("/v1/email_templates/%d", made.Int("email_template.id"))
	guild.Post("/v1/email_templates", apptest.J{"email_template": apptest.J{"type": "revoked", "name": "MINE"}}).Refused(409, "email_template.name_taken")
	preview := guild.Post(path+"/preview", apptest.J{"language": "en", "variant": bad}).OK()
	if !strings.Contains(preview.Text("email_preview.html"), "Hello") || !strings.Contains(string(preview.Body), "[credential.url]") {
		t.Errorf("preview: %s", string(preview.Body))
	}
	change := func(fields apptest.J) apptest.Reply { return guild.Put(path, apptest.J{"email_template": fields}) }
	change(apptest.J{"version": 1, "state": "active", "default": true, "variants": apptest.J{"en": variant("Mine")}}).OK()
	change(apptest.J{"version": 1, "state": "draft", "default": false}).Refused(409, "email_template.outdated")
	copied := guild.Post(path+"/copy", apptest.J{"email_template": apptest.J{"name": "Copy"}}).OK()
	if copied.Text("email_template.state") != "draft" || copied.Text("email_template.variants.en.subject") != "Mine" {
		t.Errorf("copy: %s", string(copied.Body))
	}
	if got := guild.Post(path+"/reset", nil).OK(); got.Text("email_template.variants.en.subject") != "Your credential: [group.course_name]" {
		t.Errorf("reset: %s", got.Text("email_template.variants.en.subject"))
	}
	to := guild.Post(path+"/send_preview", apptest.J{"language": "en"}).OK().Text("sent_to")
	w.Work()
	if got := latest(t, w, to); to != guild.Email || !strings.HasPrefix(got.Subject, "Example: ") {
		t.Errorf("preview to %s: %s", to, got.Subject)
	}
}
