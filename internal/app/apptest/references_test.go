package apptest_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

const gracesAddress = "grace@referees.example"

// referencesOf is where the references of a credential stand.
func referencesOf(credential apptest.Reply) string {
	return "/v1/credentials/" + credential.Text("credential.uuid") + "/references"
}

func reference(fields apptest.J) apptest.J { return apptest.J{"reference": fields} }

// grace is somebody to ask.
func grace() apptest.J { return refereeAt(gracesAddress) }

// refereeAt asks the referee at an address for a reference.
func refereeAt(email string) apptest.J {
	return reference(apptest.J{"referee": apptest.J{"name": "Grace", "email": email}, "message": "Two lines are enough."})
}

// said is what a referee writes.
func said(token string) apptest.J {
	return apptest.J{"token": token, "reference": apptest.J{
		"description": "Careful and quick.", "relationship": "taught", "referee": apptest.J{"name": "Grace Hopper", "title": "Master weaver"},
	}}
}

// referee is who got a mail with a link.
type referee struct {
	*apptest.World
	token string
}

func invited(w *apptest.World) referee {
	w.Work()
	return referee{w, w.Link(gracesAddress).Query().Get("token")}
}

func (r referee) do(what string, body any) apptest.Reply {
	if body == nil {
		body = apptest.J{"token": r.token}
	}
	return r.Nobody().Post("/v1/public/references/"+what, body)
}

func TestAReferenceIsAskedForWrittenApprovedAndShown(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	credential := owner.Issued(owner.Group("Weaving"), "ada")
	w.Work()
	at := referencesOf(credential)
	asked := owner.Post(at+"/request", grace()).OK()
	if asked.Text("reference.state") != "requested" || asked.At("reference.approve") != false || asked.Text("reference.expires_at") == "" {
		t.Errorf("asked %s", asked.Body)
	}
	one := fmt.Sprint(at, "/", asked.Int("reference.id"))
	owner.Post(one+"/decide", `{"decision":"approve"}`).Refused(409, "reference.no_words")
	her := invited(w)
	if mail := w.Mail.To(gracesAddress)[0]; !strings.Contains(mail.Text, "Two lines are enough.") || !strings.Contains(mail.Text, "ada") {
		t.Errorf("the mail says %s", mail.Text)
	}
	page := her.do("open", nil).OK()
	for _, secret := range []string{apptest.Email("ada"), gracesAddress, credential.Text("credential.uuid"), owner.Email} {
		if strings.Contains(string(page.Body), secret) {
			t.Errorf("the referee's page tells %s", secret)
		}
	}
	if page.Text("reference.recipient_name") != "ada" || page.Text("reference.credential_name") == "" || page.Text("reference.issuer.name") == "" {
		t.Errorf("the referee sees %s", page.Body)
	}
	her.do("submit", `{"token":"`+her.token+`","reference":{}}`).Refused(422, "field:description")
	if got := her.do("submit", said(her.token)).OK(); got.Text("reference.state") != "submitted" || got.At("reference.expires_at") != nil {
		t.Errorf("submitted %s", got.Body)
	}
	changed := said(her.token)
	changed["reference"].(apptest.J)["description"] = "Careful, quick, and kind."
	her.do("submit", changed).OK() // nobody is told twice
	w.Work()
	if n := len(w.Mail.To(owner.Email)); n != 1 {
		t.Errorf("%d mails to the administrator, want 1", n)
	}
	public := func() []any {
		return w.Nobody().Get("/v1/public/credentials/" + credential.Text("credential.uuid")).OK().At("credential.references").([]any)
	}
	if len(public()) != 0 {
		t.Error("it is shown before it is approved")
	}
	owner.Put(one, reference(apptest.J{"description": "Better"})).Refused(403, "reference.referees")
	owner.Post(one+"/decide", `{"decision":"reject"}`).Refused(422, "field:reason")
	owner.Post(one+"/decide", `{"decision":"reject","reason":"Name the course"}`).OK()
	again := invited(w)
	her.do("open", nil).Refused(410, "reference.link_over") // a later mail has a link of its own
	if got := again.do("open", nil).OK(); got.Text("reference.rejection_reason") != "Name the course" || got.Text("reference.description") == "" {
		t.Errorf("rejected, she sees %s", got.Body)
	}
	again.do("submit", said(again.token)).OK()
	owner.Post(one+"/decide", `{"decision":"approve"}`).OK()
	owner.Post(one+"/decide", `{"decision":"approve"}`).OK() // nobody is told twice
	shown := invited(w)
	if n := len(w.Mail.To(gracesAddress)); n != 3 {
		t.Errorf("%d mails to the referee, want the request and two decisions", n)
	}
	shown.do("submit", said(shown.token)).Refused(409, "reference.shown")
	read := owner.Get("/v1/credentials/" + credential.Text("credential.uuid")).OK()
	if got := public(); len(got) != 1 || strings.Contains(fmt.Sprint(got), "@") || read.At("credential.references.0.approve") != true {
		t.Errorf("approved, the page shows %v and the issuer reads %s", got, read.Body)
	}
	if got := shown.do("withdraw", nil).OK(); got.Text("reference.state") != "withdrawn" || got.Text("reference.description") != "" {
		t.Errorf("withdrawn, she sees %s", got.Body)
	}
	shown.do("open", nil).Refused(410, "reference.link_over")
	if n := w.Number("select count(*) from credential_references where words <> ''"); n != 0 || len(public()) != 0 {
		t.Error("withdrawn words are kept or shown")
	}
	owner.Post(one+"/resend", nil).Refused(409, "reference.answered")
}

func TestLinksToReferencesEndAlikeHoweverTheyEnd(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	issuer := w.Issuer("owner")
	credential := issuer.Issued(issuer.Group("Weaving"), "ada")
	owner := issuer.Key("write") // a session would not last
	w.Work()
	at := referencesOf(credential)
	one := fmt.Sprint(at, "/", owner.Post(at+"/request", grace()).OK().Int("reference.id"))
	replaced := invited(w)
	owner.Post(one+"/resend", nil).OK()
	late := invited(w)
	unknown := referee{w, late.token[:len(late.token)-1] + "x"}
	if late.do("open", nil).Status != http.StatusOK {
		t.Error("the latest link does not work")
	}
	w.Clock.Advance(30*24*time.Hour + time.Second)
	declined := owner.Post(at+"/request", grace()).OK()
	refused := invited(w)
	refused.do("withdraw", nil).OK()
	removed := owner.Post(at+"/request", grace()).OK()
	taken := invited(w)
	owner.Delete(fmt.Sprint(at, "/", removed.Int("reference.id"))).OK()
	want := string(unknown.do("open", nil).Want(410).Body)
	for name, link := range map[string]referee{"replaced": replaced, "late": late, "declined": refused, "taken back": taken} {
		for _, call := range []apptest.Reply{link.do("open", nil), link.do("submit", said(link.token)), link.do("withdraw", nil)} {
			if call.Status != 410 || string(call.Body) != want {
				t.Errorf("%s: %d %s, want %s", name, call.Status, call.Body, want)
			}
		}
	}
	if owner.Get(fmt.Sprint(at, "/", declined.Int("reference.id"))).OK().Text("reference.state") != "withdrawn" {
		t.Error("who declined did not withdraw")
	}
	owner.Post(one+"/resend", nil).OK() // what ran out can be asked again
	fresh := invited(w)
	fresh.do("submit", said(fresh.token)).OK()
	w.Clock.Advance(60 * 24 * time.Hour)
	fresh.do("open", nil).OK() // words can be taken back at any time
	owner.Post("/v1/credentials/"+credential.Text("credential.uuid")+"/revoke", `{"reason":"issued_in_error"}`).OK()
	fresh.do("open", nil).Refused(410, "reference.link_over")
	owner.Post(at+"/request", grace()).Refused(409, "reference.not_issued")
}

func TestAReferenceThatIsSentTwiceAtOnceTellsOnce(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	credential := owner.Issued(owner.Group("Weaving"), "ada")
	at := referencesOf(credential)
	id := owner.Post(at+"/request", grace()).OK().Int("reference.id")
	her := invited(w)
	twice := func(call func()) {
		var all sync.WaitGroup
		for range 4 {
			all.Go(call)
		}
		all.Wait()
	}
	twice(func() { her.do("submit", said(her.token)) })
	twice(func() { owner.Post(fmt.Sprint(at, "/", id, "/decide"), `{"decision":"approve"}`) })
	w.Work()
	for _, mail := range []struct {
		kind string
		want int64
	}{{"reference_asked", 1}, {"reference_submitted", 1}, {"reference_approved", 1}} {
		if n := w.Number("select count(*) from mails where kind = $1", mail.kind); n != mail.want {
			t.Errorf("%d mails %s, want %d", n, mail.kind, mail.want)
		}
		// Whoever is killed after handing a mail over runs its job once more.
		if err := w.App.Outbox.Deliver(t.Context(), w.Number("select id from mails where kind = $1", mail.kind)); err != nil {
			t.Error(err)
		}
	}
	if n := len(w.Mail.To(gracesAddress)); n != 2 {
		t.Errorf("%d mails to the referee, want 2", n)
	}
}

func TestRecipientsAskForReferencesOfTheirOwn(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	credential := owner.Issued(owner.Group("Weaving"), "ada")
	closed := owner.Issued(owner.Group("Dyeing"), "ada", apptest.J{"allow_supplemental_references": false})
	w.Work()
	id := credential.Text("credential.uuid")
	mine, at := owner.Recipient(id), "/v1/recipient/credentials/"+id+"/references"
	issuers := owner.Post(referencesOf(credential)+"/request", grace()).OK().Int("reference.id")
	if got := mine.Get(at).OK().At("references").([]any); len(got) != 0 {
		t.Errorf("they see what the issuer asked for: %v", got)
	}
	mine.Post(at, reference(apptest.J{"referee": apptest.J{"name": "Me", "email": apptest.Email("ada")}})).Refused(422, "field:referee.email")
	asked := mine.Post(at, grace()).OK()
	own := fmt.Sprint(at, "/", asked.Int("reference.id"))
	her := invited(w)
	if asked.Text("reference.asked_by") != "recipient" || her.do("open", nil).OK().Text("reference.asked_by") != "recipient" {
		t.Errorf("asked %s", asked.Body)
	}
	her.do("submit", said(her.token)).OK()
	w.Work()
	if mails := w.Mail.To(apptest.Email("ada")); !strings.Contains(mails[len(mails)-1].Subject, "Grace Hopper") || len(w.Mail.To(owner.Email)) != 0 {
		t.Error("not they alone were told")
	}
	for _, call := range []apptest.Reply{
		mine.Post(fmt.Sprint(at, "/", issuers, "/decide"), `{"decision":"approve"}`), mine.Post(fmt.Sprint(at, "/", issuers, "/resend"), nil),
		mine.Delete(fmt.Sprint(at, "/", issuers)),
	} {
		call.Refused(403, "reference.issuers")
	}
	mine.Post(own+"/decide", `{"decision":"approve"}`).OK()
	if got := w.Nobody().Get("/v1/public/credentials/" + id).OK(); got.Text("credential.references.0.referee.name") != "Grace Hopper" {
		t.Errorf("the page shows %s", got.Body)
	}
	mine.Post("/v1/recipient/credentials/"+closed.Text("credential.uuid")+"/references", grace()).Refused(403, "reference.none_allowed")
	other := owner.Recipient(owner.Issued(owner.Group("Spinning"), "bob").Text("credential.uuid"))
	for _, call := range []apptest.Reply{
		other.Get(at), other.Post(at, grace()), other.Post(own+"/decide", `{"decision":"approve"}`), other.Delete(own), other.Post(own+"/resend", nil),
	} {
		call.Refused(404, "credential.not_found")
	}
	mine.Delete(own).OK()
}

func TestReferencesSpeakAsTheirClientsDo(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	credential := owner.Draft(owner.Group("Weaving"), "ada")
	key, at := owner.Key("write"), referencesOf(credential)
	made := key.Post(at+"/", reference(apptest.J{
		"description": "Quick.", "relationship": "managed", "group": []any{}, "position": "0",
		"referee": apptest.J{"name": "Grace", "email": gracesAddress, "avatar": "https://pictures.example/grace.png", "url": "https://example.org/grace"},
	})).OK()
	who := made.At("reference.referee").(map[string]any)
	for _, name := range []string{"id", "name", "email", "title", "url", "avatar", "avatar_image_url"} {
		if _, there := who[name]; !there {
			t.Errorf("the referee has no %s: %v", name, who)
		}
	}
	if made.At("reference.approve") != true || who["avatar_image_url"] != "https://pictures.example/grace.png" || made.Text("reference.relationship") != "managed" {
		t.Errorf("made %s", made.Body)
	}
	one := fmt.Sprint(at, "/", made.Int("reference.id"))
	second := key.Post(at, reference(apptest.J{"description": "Kind.", "referee": apptest.J{"name": "Jean"}, "approve": false})).OK().Int("reference.id")
	if got := key.Put(one, reference(apptest.J{"description": "Quick and kind.", "position": 1})).OK(); got.Text("reference.description") != "Quick and kind." ||
		got.Int("reference.position") != 1 || got.Text("reference.relationship") != "managed" {
		t.Errorf("changed %s", got.Body)
	}
	read := key.Get("/v1/credentials/" + credential.Text("credential.uuid")).OK()
	if read.Int("credential.references.0.id") != second || read.At("credential.references.0.approve") != false || read.At("credential.references.1.approve") != true {
		t.Errorf("inside the credential stand %v", read.At("credential.references"))
	}
	key.Post(at, `{"reference":{"relationship":"cousin","referee":{"url":"javascript:1"}}}`).Refused(422, "field:relationship")
	key.Post(at+"/request", grace()).Refused(409, "reference.not_issued")
	if got := key.Delete(one).OK(); got.Text("reference.description") != "Quick and kind." {
		t.Errorf("deleted %s", got.Body)
	}
	key.Get(one).Refused(404, "reference.not_found")
	for range 19 {
		key.Post(at, reference(apptest.J{"description": "x", "referee": apptest.J{"name": "x"}})).OK()
	}
	key.Post(at, reference(apptest.J{"description": "x", "referee": apptest.J{"name": "x"}})).Refused(422, "reference.too_many")
	if w.Work(); len(w.Mail.To(gracesAddress)) != 0 {
		t.Error("who was not asked got a mail")
	}
}

func TestNobodyIsAskedTooOften(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	credential := owner.Issued(owner.Group("Weaving"), "ada")
	at := referencesOf(credential)
	one := fmt.Sprint(at, "/", owner.Post(at+"/request", grace()).OK().Int("reference.id"), "/resend")
	for range 3 {
		owner.Post(one, nil).OK()
	}
	owner.Post(one, nil).Refused(429, "too_many_requests")
	mine := owner.Recipient(credential.Text("credential.uuid"))
	own := "/v1/recipient/credentials/" + credential.Text("credential.uuid") + "/references"
	for i := range 10 {
		mine.Post(own, refereeAt(fmt.Sprintf("referee%d@recipients.example", i))).OK()
	}
	mine.Post(own, refereeAt("referee10@recipients.example")).Refused(429, "too_many_requests")
}

func TestACredentialIsMadeWithItsReferencesOrNotAtAll(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	with := func(references ...apptest.J) apptest.J {
		return apptest.J{"credential": apptest.J{
			"group_id": group, "recipient": apptest.J{"name": "Ada", "email": "ada@x.example"}, "references": references, "duplicate_behavior": "replace", "approve": false,
		}}
	}
	good := apptest.J{"description": "Quick.", "relationship": "worked", "referee": apptest.J{"name": "Grace"}}
	owner.Post("/v1/credentials", with(good, apptest.J{"referee": apptest.J{"name": "Jean"}})).Refused(422, "field:references.1.description")
	if n := w.Number("select count(*) from credentials"); n != 0 {
		t.Errorf("%d credentials were made half", n)
	}
	made := owner.Post("/v1/credentials", with(good)).OK()
	if made.Text("credential.references.0.description") != "Quick." || made.At("credential.references.0.approve") != true {
		t.Errorf("made %s", made.Body)
	}
	again := owner.Post("/v1/credentials", with(good, apptest.J{"description": "Kind.", "referee": apptest.J{"name": "Jean"}})).OK()
	if got := again.At("credential.references").([]any); again.Text("credential.uuid") != made.Text("credential.uuid") || len(got) != 2 {
		t.Errorf("replaced, it has %v", got)
	}
}
