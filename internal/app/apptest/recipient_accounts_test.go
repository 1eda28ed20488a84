package apptest_test

import (
	"fmt"
	"regexp"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

// proof is what an email to a recipient proves their address with.
type proof struct{ request, token, code string }

// proved asks for an email, has it delivered and reads it.
func proved(t *testing.T, w *apptest.World, path, name string) proof {
	t.Helper()
	w.Work() // so that nothing else is mailed after it
	p := proof{request: w.Nobody().Post(path, apptest.J{"email": apptest.Email(name), "captcha_response": w.Solved()}).OK().Text("request")}
	w.Work()
	mails := w.Mail.To(apptest.Email(name))
	if len(mails) == 0 {
		t.Fatal("no email")
	}
	p.token = w.Link(apptest.Email(name)).Query().Get("token")
	p.code = regexp.MustCompile(`\b\d{6}\b`).FindString(mails[len(mails)-1].Text)
	if p.token == "" || p.code == "" {
		t.Fatalf("no link or code in %q", mails[len(mails)-1].Text)
	}
	return p
}

func enteredWith(w *apptest.World, with apptest.J) apptest.Mine {
	return w.Recipient(w.Nobody().Post("/v1/recipient/sign_in", with).OK().Text("secret"))
}

func count(sessions apptest.Reply) int { return len(sessions.At("sessions").([]any)) }

func TestTwoOfRequestLinkAndCodeSignARecipientInOnce(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild, school := w.Issuer("guild"), w.Issuer("school")
	guild.Issued(guild.Group("Weaving"), "ada")
	school.Issued(school.Group("Sewing"), "ada", apptest.J{"private": true})
	other := w.Nobody().Post("/v1/recipient/codes", apptest.J{"email": "nobody@example.com", "captcha_response": w.Solved()}).OK().Text("request")

	for name, present := range map[string]func(p proof) apptest.J{
		"request and code": func(p proof) apptest.J { return apptest.J{"request": p.request, "code": p.code} },
		"spaced code":      func(p proof) apptest.J { return apptest.J{"request": p.request, "code": p.code[:3] + " " + p.code[3:]} },
		"request and link": func(p proof) apptest.J { return apptest.J{"request": p.request, "token": p.token} },
		"link and code":    func(p proof) apptest.J { return apptest.J{"token": p.token, "code": p.code} },
	} {
		p := proved(t, w, "/v1/recipient/codes", "ada")
		w.Nobody().Get("/me/open?token=" + p.token) // as link scanners do
		w.Nobody().Post("/v1/recipient/sign_in", apptest.J{"token": p.token}).Refused(422, "field:code")
		w.Nobody().Post("/v1/recipient/sign_in", apptest.J{"token": p.token, "request": other}).Refused(422, "field:code")
		w.Nobody().Post("/v1/recipient/sign_in", apptest.J{"request": other, "code": p.code}).Refused(410, "recipient.code_over")
		mine := enteredWith(w, present(p))
		if got := mine.Get("/v1/recipient/whoami").OK(); got.Text("recipient.level") != "full" || got.Text("recipient.email") != apptest.Email("ada") {
			t.Errorf("%s: %s", name, got.Body)
		}
		if n := mine.Get("/v1/recipient/credentials").OK().Int("meta.total_count"); n != 2 {
			t.Errorf("%s: %d credentials; want those of both departments", name, n)
		}
		w.Nobody().Post("/v1/recipient/sign_in", present(p)).Refused(410, "recipient.code_over")
		mine.Delete("/v1/recipient/sign_out").OK()
		mine.Get("/v1/recipient/whoami").Refused(401, "recipient.not_signed_in")
		w.Clock.Advance(time.Hour) // the limit of emails to an address
	}
}

func TestACodeEndsAfterFiveTriesAndFifteenMinutes(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	guild.Issued(guild.Group("Weaving"), "ada")
	p := proved(t, w, "/v1/recipient/codes", "ada")
	wrong := "000000"
	if p.code == wrong {
		wrong = "000001"
	}
	for range 5 {
		w.Nobody().Post("/v1/recipient/sign_in", apptest.J{"request": p.request, "code": wrong}).Refused(422, "field:code")
	}
	w.Nobody().Post("/v1/recipient/sign_in", apptest.J{"request": p.request, "code": p.code}).Refused(410, "recipient.code_over")
	late := proved(t, w, "/v1/recipient/codes", "ada")
	w.Clock.Advance(15 * time.Minute)
	w.Nobody().Post("/v1/recipient/sign_in", apptest.J{"request": late.request, "token": late.token}).Refused(410, "recipient.code_over")
}

func TestAskingForACodeTellsNothingAboutAnAddress(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	guild.Issued(guild.Group("Weaving"), "ada")
	guild.Draft(guild.Group("Dyeing"), "bob")
	w.Work()
	form := regexp.MustCompile(`laurel_request_\w+`)
	for _, path := range []string{"/v1/recipient/codes", "/v1/recipient/retrieve", "/v1/recipient/forget_password"} {
		answers := map[string]int{}
		for _, name := range []string{"ada", "bob", "nobody"} {
			mails := len(w.Mail.To(apptest.Email(name)))
			got := w.Nobody().Post(path, apptest.J{"email": apptest.Email(name), "captcha_response": w.Solved()}).OK()
			answers[form.ReplaceAllString(string(got.Body), "REQUEST")]++
			w.Work()
			want := 0
			if name == "ada" { // to whom something was issued
				want = 1
			}
			if n := len(w.Mail.To(apptest.Email(name))) - mails; n != want {
				t.Errorf("%s: %d emails to %s, want %d", path, n, name, want)
			}
		}
		if len(answers) != 1 {
			t.Errorf("%s tells addresses apart: %v", path, answers)
		}
	}
	w.Nobody().Post("/v1/recipient/codes", apptest.J{"email": apptest.Email("ada")}).Refused(422, "captcha.required")
	w.Nobody().Post("/v1/recipient/codes", apptest.J{"email": "ada"}).Refused(422, "field:email")
	for i := range 8 { // over its limit, an address gets no more emails, and who asks is not told
		w.Nobody().Post("/v1/recipient/codes", apptest.J{"email": apptest.Email("ada"), "captcha_response": w.Solved()}).OK()
		w.Work()
		if n := len(w.Mail.To(apptest.Email("ada"))); n > 10 {
			t.Fatalf("%d emails after %d more requests", n, i+1)
		}
	}
}

func TestTheEmailOfARetrievalListsWhatWasIssued(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	guild.Issued(guild.Group("Weaving"), "ada")
	guild.Issued(guild.Group("Dyeing"), "ada")
	p := proved(t, w, "/v1/recipient/retrieve", "ada")
	mails := w.Mail.To(apptest.Email("ada"))
	text := mails[len(mails)-1].Text
	for _, course := range []string{"Weaving", "Dyeing"} {
		if !regexp.MustCompile(course).MatchString(text) {
			t.Errorf("no %s in %q", course, text)
		}
	}
	enteredWith(w, apptest.J{"token": p.token, "code": p.code})
}

func TestAPasswordOfARecipient(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	ada := guild.Issued(guild.Group("Weaving"), "ada").Text("credential.uuid")
	const first, second = "a loom in the attic", "two looms in the cellar"
	p := proved(t, w, "/v1/recipient/codes", "ada")
	mine := enteredWith(w, apptest.J{"request": p.request, "code": p.code})
	limited := guild.Recipient(ada)
	limited.Get("/v1/recipient/account").Refused(403, "recipient.prove_address")
	limited.Put("/v1/recipient/account", apptest.J{"password": first}).Refused(403, "recipient.prove_address")
	limited.Get("/v1/recipient/sessions").Refused(403, "recipient.prove_address")

	mine.Put("/v1/recipient/account", apptest.J{"password": "password12"}).Refused(422, "field:password")
	mine.Put("/v1/recipient/account", apptest.J{"name": " "}).Refused(422, "field:name")
	mine.Put("/v1/recipient/account", apptest.J{"locale": "tlh"}).Refused(422, "field:locale")
	if got := mine.Put("/v1/recipient/account", apptest.J{"name": "Ada K.", "locale": "de"}).OK(); got.At("secret") != nil {
		t.Errorf("a new secret without a new password: %s", got.Body)
	}
	got := mine.Put("/v1/recipient/account", apptest.J{"password": first}).OK()
	if got.At("account.has_password") != true {
		t.Errorf("account: %s", got.Body)
	}
	mine.Get("/v1/recipient/whoami").Refused(401, "recipient.not_signed_in") // its token is replaced
	mine = w.Recipient(got.Text("secret"))
	limited.Get("/v1/recipient/whoami").Refused(401, "recipient.not_signed_in") // ended by the new password
	mine.Put("/v1/recipient/account", apptest.J{"password": second}).Refused(422, "field:current_password")
	mine.Put("/v1/recipient/account", apptest.J{"password": second, "current_password": "wrong"}).Refused(422, "field:current_password")

	byPassword := func(word string) apptest.J { return apptest.J{"email": " " + apptest.Email("ada"), "password": word} }
	w.Nobody().Post("/v1/recipient/sign_in", byPassword("wrong")).Refused(401, "sign_in.failed")
	w.Nobody().Post("/v1/recipient/sign_in", apptest.J{"email": "nobody@example.com", "password": first}).Refused(401, "sign_in.failed")
	w.Nobody().Post("/v1/recipient/sign_in", apptest.J{"email": "nobody@example.com"}).Refused(422, "field:password")
	elsewhere := enteredWith(w, byPassword(first))
	if n := count(elsewhere.Get("/v1/recipient/sessions").OK()); n != 2 {
		t.Errorf("%d sessions, want 2", n)
	}

	w.Clock.Advance(time.Second)
	forgotten := proved(t, w, "/v1/recipient/forget_password", "ada")
	reset := apptest.J{"request": forgotten.request, "token": forgotten.token, "password": "short"}
	w.Nobody().Post("/v1/recipient/reset_password", reset).Refused(422, "field:password")
	reset["password"] = second
	anew := w.Recipient(w.Nobody().Post("/v1/recipient/reset_password", reset).OK().Text("secret"))
	w.Nobody().Post("/v1/recipient/reset_password", reset).Refused(410, "recipient.code_over")
	elsewhere.Get("/v1/recipient/whoami").Refused(401, "recipient.not_signed_in")
	mine.Get("/v1/recipient/whoami").Refused(401, "recipient.not_signed_in")
	anew.Get("/v1/recipient/whoami").OK()
	w.Work()
	if n := w.Number("select count(*) from mails where kind = 'recipient_password_changed' and recipient = $1", apptest.Email("ada")); n != 2 {
		t.Errorf("%d notices of a new password, want 2", n)
	}
	w.Nobody().Post("/v1/recipient/sign_in", byPassword(first)).Refused(401, "sign_in.failed")
}

func TestSigningInIsLockedForAMinuteAfterFailures(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	guild.Issued(guild.Group("Weaving"), "ada")
	for _, name := range []string{"ada", "nobody"} {
		try := func() apptest.Reply {
			return w.Nobody().Post("/v1/recipient/sign_in", apptest.J{"email": apptest.Email(name), "password": "wrong"})
		}
		for range 5 {
			try().Refused(401, "sign_in.failed")
		}
		try().Refused(429, "sign_in.too_many")
		w.Clock.Advance(time.Minute)
		try().Refused(401, "sign_in.failed")
	}
}

func TestARecipientEndsTheirOwnSessionsAlone(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	group := guild.Group("Weaving")
	guild.Issued(group, "ada")
	guild.Issued(group, "bob")
	signIn := func(name string) apptest.Mine {
		p := proved(t, w, "/v1/recipient/codes", name)
		return enteredWith(w, apptest.J{"request": p.request, "code": p.code})
	}
	first, second, bob := signIn("ada"), signIn("ada"), signIn("bob")
	foreign := bob.Get("/v1/recipient/sessions").OK().Int("sessions.0.id")
	first.Delete(fmt.Sprint("/v1/recipient/sessions/", foreign)).Refused(404, "recipient.session_not_found")
	list := first.Get("/v1/recipient/sessions").OK()
	if count(list) != 2 || list.At("sessions.0.current") != true || list.At("sessions.1.current") != false {
		t.Errorf("sessions: %s", list.Body)
	}
	first.Delete(fmt.Sprint("/v1/recipient/sessions/", list.Int("sessions.1.id"))).OK()
	second.Get("/v1/recipient/whoami").Refused(401, "recipient.not_signed_in")
	third := signIn("ada")
	third.Delete("/v1/recipient/sessions").OK()
	first.Get("/v1/recipient/whoami").Refused(401, "recipient.not_signed_in")
	third.Get("/v1/recipient/whoami").OK()
	bob.Get("/v1/recipient/whoami").OK()
}

// delivered returns what the latest delivery email of a person carries besides the address of the credential.
func delivered(t *testing.T, w *apptest.World, name string) (credential string, p proof) {
	t.Helper()
	mails := w.Mail.To(apptest.Email(name))
	u := w.Link(apptest.Email(name))
	return u.Path[1:], proof{token: u.Query().Get("owner"), code: regexp.MustCompile(`\b\d{6}\b`).FindString(mails[len(mails)-1].Text)}
}

func TestTheDeliveryEmailMakesItsReaderTheOwnerOnce(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild, school := w.Issuer("guild"), w.Issuer("school")
	school.Issued(school.Group("Sewing"), "ada")
	guild.Issued(guild.Group("Dyeing"), "bob")
	guild.Issued(guild.Group("Weaving"), "ada", apptest.J{"private": true})
	w.Work()
	id, p := delivered(t, w, "ada")
	bobs, other := delivered(t, w, "bob")
	if p.token == "" || p.code == "" || p.token == other.token {
		t.Fatalf("ada's email carries %+v, bob's %+v", p, other)
	}
	if n := w.Number("select count(*) from mails where html like '%' || $1 || '%'", p.token); n != 0 {
		t.Errorf("the token is stored in %d emails in clear", n)
	}
	enter := func(credential, token, code string) apptest.Reply {
		return w.Nobody().Post("/v1/recipient/sign_in", apptest.J{"credential": credential, "token": token, "code": code})
	}
	w.Nobody().Get("/" + id + "?owner=" + p.token) // as link scanners do
	for name, got := range map[string]apptest.Reply{
		"another credential":   enter(bobs, p.token, p.code),
		"another's token":      enter(id, other.token, p.code),
		"no token":             enter(id, "", p.code),
		"an unknown one":       enter("00000000-0000-4000-8000-000000000000", p.token, p.code),
		"no credential's uuid": enter("x", p.token, p.code),
	} {
		if !got.IsRefusal(410, "recipient.code_over") {
			t.Errorf("%s: %d %s", name, got.Status, got.Body)
		}
	}
	enter(id, p.token, "").Refused(422, "field:code")
	mine := w.Recipient(enter(id, p.token, p.code).OK().Text("secret"))
	if n := mine.Get("/v1/recipient/credentials").OK().Int("meta.total_count"); n != 2 {
		t.Errorf("%d credentials; want those of both departments", n)
	}
	mine.Get("/v1/public/credentials/" + id).OK() // without its key
	enter(id, p.token, p.code).Refused(410, "recipient.code_over")
}

func TestTheOwnersTokenEndsWithTriesTimeAndAddress(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	group := guild.Group("Weaving")
	enter := func(credential string, p proof) apptest.Reply {
		return w.Nobody().Post("/v1/recipient/sign_in", apptest.J{"credential": credential, "token": p.token, "code": p.code})
	}
	guild.Issued(group, "ada")
	guild.Issued(group, "bob")
	guild.Issued(group, "cleo")
	w.Work()

	id, p := delivered(t, w, "ada")
	guessed := p
	guessed.code = "000000"
	if p.code == guessed.code {
		guessed.code = "000001"
	}
	for range 5 {
		enter(id, guessed).Refused(422, "field:code")
	}
	enter(id, p).Refused(410, "recipient.code_over")
	w.Clock.Advance(time.Hour)
	enter(id, p).OK()

	id, p = delivered(t, w, "bob")
	guild.Put("/v1/credentials/"+id, apptest.J{"credential": apptest.J{"recipient": apptest.J{"email": apptest.Email("dora")}}}).OK()
	enter(id, p).Refused(410, "recipient.code_over")

	id, p = delivered(t, w, "cleo")
	w.Clock.Advance(61 * 24 * time.Hour)
	enter(id, p).Refused(410, "recipient.code_over")
}

func TestAnEmailWithCopiesMakesNobodyTheOwner(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	group := guild.Group("Weaving")
	guild.Put(fmt.Sprint("/v1/issuer/groups/", group), apptest.J{"group": apptest.J{"sender": apptest.J{"name": "Guild", "cc": []string{"office@guild.example"}}}}).OK()
	guild.Issued(group, "ada")
	w.Work()
	if _, p := delivered(t, w, "ada"); p.token != "" || p.code != "" {
		t.Errorf("a copied email carries %+v", p)
	}
}
