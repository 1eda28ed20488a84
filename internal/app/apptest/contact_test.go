package apptest_test

import (
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

func TestTheContactFormWritesToTheIssuerOfACredentialOrToSupport(t *testing.T) {
	t.Parallel()
	settings := apptest.Settings(t)
	settings["LAUREL_SUPPORT_EMAIL"] = "help@laurel.example"
	w := apptest.NewWith(t, settings)
	owner := w.Issuer("owner")
	credential := owner.Issued(owner.Group("Weaving"), "ada")
	uuid := credential.Text("credential.uuid")
	send := func(about string) apptest.Reply {
		return w.Nobody().Post("/v1/public/contact", apptest.J{
			"name": "Emil\r\nBcc: x", "email": "emil@reader.example", "message": "Is this real?\n\nPlease tell me.", "credential": about, "captcha_response": w.Solved(),
		})
	}
	send("").OK()
	send(uuid).OK() // the department has no address of its own
	owner.Post("/v1/departments/update", apptest.J{"department": apptest.J{"contact_email": "hello@guild.example", "language": "de"}}).OK()
	send(uuid).OK()
	w.Work()
	support, issuer := w.Mail.To("help@laurel.example"), w.Mail.To("hello@guild.example")
	if len(support) != 2 || len(issuer) != 1 {
		t.Fatalf("support got %d messages and the issuer %d", len(support), len(issuer))
	}
	got := issuer[0]
	if got.ReplyTo != "emil@reader.example" || got.Subject != "Nachricht von Emil Bcc: x" || !strings.Contains(got.Text, "Is this real?\n\nPlease tell me.") ||
		!strings.Contains(got.Text, apptest.Origin+"/"+uuid) {
		t.Errorf("%q to be answered at %q:\n%s", got.Subject, got.ReplyTo, got.Text)
	}
	named := 0
	for _, m := range support {
		if strings.Contains(m.Text, uuid) {
			named++
		}
	}
	if named != 1 {
		t.Errorf("of a message about a credential and one about none, %d name the credential", named)
	}
	send("no-such-credential-1").Want(404)
	draft := owner.Draft(owner.Group("Dyeing"), "bob")
	send(draft.Text("credential.uuid")).Want(404)
}

func TestTheContactFormRefusesFieldByField(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	post := func(body apptest.J) apptest.Reply { return w.Nobody().Post("/v1/public/contact", body) }
	wrong := post(apptest.J{"name": " ", "email": "Emil <emil@reader.example>", "message": strings.Repeat("x", 5001)}).Want(422)
	for field, code := range map[string]string{"name": "required", "email": "invalid_email", "message": "too_long"} {
		if wrong.At("errors."+field) == nil {
			t.Errorf("%s is not refused as %s: %s", field, code, wrong.Body)
		}
	}
	message := apptest.J{"name": "Emil", "email": "emil@reader.example", "message": "Hello"}
	post(message).Refused(409, "contact.nobody") // there is no support here
}

func TestStrangersCannotFloodAMailbox(t *testing.T) {
	t.Parallel()
	settings := apptest.Settings(t)
	settings["LAUREL_SUPPORT_EMAIL"] = "help@laurel.example"
	w := apptest.NewWith(t, settings)
	for n := range 11 {
		reply := w.Nobody().Post("/v1/public/contact", apptest.J{
			"name": "Emil", "email": "emil@reader.example", "message": "Hello", "captcha_response": w.Solved(),
		})
		if want := map[bool]int{false: 200, true: 429}[n == 10]; reply.Status != want {
			t.Fatalf("message %d: %d %s", n+1, reply.Status, reply.Body)
		}
	}
}
