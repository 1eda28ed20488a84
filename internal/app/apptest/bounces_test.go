package apptest_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"laurel/internal/app/apptest"
)

const bounceDomain = "bounces.guild.example"

// feedback changes how a department learns of bounces.
func feedback(c apptest.Client, fields apptest.J) apptest.Reply {
	return c.Put("/v1/email_feedback", apptest.J{"email_feedback": fields})
}

// withBounces is a department that sends through a server of its own, whose bounces a listener takes in. bounce sends one there.
func withBounces(t *testing.T, scheme string) (r *relay, w *apptest.World, guild apptest.Issuer, bounce func(to, message string) error) {
	t.Helper()
	r, w, guild = withRelay(t)
	settings(guild.Client, r.settings(nil)).OK()
	sender(w, guild, "certificates@guild.example")
	feedback(guild.Client, apptest.J{"bounce_address": "b@" + bounceDomain}).OK()
	listener, err := w.App.Bounces.Listen(t.Context(), &url.URL{Scheme: scheme, Host: "127.0.0.1:0"}, bounceDomain)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Stop(t.Context()) })
	return r, w, guild, func(to, message string) error {
		dial := smtp.Dial
		if scheme == "lmtp" {
			dial = dialLMTP
		}
		client, err := dial(listener.Addr())
		if err != nil {
			return err
		}
		defer func() { _ = client.Close() }()
		if err := client.Mail("", nil); err != nil {
			return err
		}
		if err := client.Rcpt(to, nil); err != nil {
			return err
		}
		body, err := client.Data()
		if err != nil {
			return err
		}
		if _, err := body.Write([]byte(strings.ReplaceAll(message, "\n", "\r\n"))); err != nil {
			return err
		}
		return body.Close()
	}
}

func dialLMTP(address string) (*smtp.Client, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	return smtp.NewClientLMTP(conn), nil
}

// dsn is a delivery status notification as a mail server writes it.
func dsn(id, action, status, to, why string) string {
	return fmt.Sprintf(`From: MAILER-DAEMON@mx.example
To: b@bounces.example
Subject: Undelivered Mail Returned to Sender
Message-ID: <%s@mx.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="x"

--x
Content-Type: text/plain

Sorry.

--x
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example
Arrival-Date: Sat, 28 Nov 2026 05:00:00 +0000

Final-Recipient: rfc822; %s
Action: %s
Status: %s
Diagnostic-Code: smtp; %s

--x
Content-Type: text/rfc822-headers

Subject: Your credential

--x--
`, id, to, action, status, why)
}

// arf is a complaint as mailbox providers write it.
func arf(id, to, ref string) string {
	return fmt.Sprintf(`From: fbl@mailbox.example
To: b@bounces.example
Message-ID: <%s@mailbox.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="x"

--x
Content-Type: text/plain

Spam.

--x
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: FBL/1.0
Version: 1
Original-Rcpt-To: <%s>

--x
Content-Type: message/rfc822

From: certificates@guild.example
X-Laurel-Id: %s
Subject: Your credential

Hello

--x--
`, id, to, ref)
}

// returnPath is where the last email to somebody is returned to.
func (r *relay) returnPath(t *testing.T, name string) string {
	t.Helper()
	for _, one := range r.envelopes() {
		if from, to, _ := strings.Cut(one, " "); to == apptest.Email(name) {
			return from
		}
	}
	t.Fatalf("no email to %s in %q", name, r.envelopes())
	return ""
}

// mailedTo issues a credential to somebody and returns its ID.
func mailedTo(t *testing.T, w *apptest.World, by apptest.Issuer, group int64, name string) int64 {
	id := by.Issued(group, name).Int("credential.id")
	w.Work()
	apptest.Eventually(t, "the email to "+name, func() bool { return emailStatus(w, id) == "sent" })
	return id
}

func emailStatus(w *apptest.World, credential int64) string {
	return w.Text("select email_status from credentials where id = $1", credential)
}

func TestABounceOfEachClassChangesTheEmailItsCredentialAndTheSuppressedAddresses(t *testing.T) {
	t.Parallel()
	r, w, guild, bounce := withBounces(t, "smtp")
	group := guild.Group("Weaving")
	for _, c := range []struct {
		name, action, status, credential, email, reason string
	}{
		{"hard", "failed", "5.1.1", "bounced", "bounced", "hard_bounce"},
		{"closed", "failed", "5.2.1", "bounced", "bounced", "hard_bounce"},
		{"policy", "failed", "5.7.1", "bounced", "bounced", ""},
		{"slow", "delayed", "4.4.1", "sent", "sent", ""},
		{"fine", "delivered", "2.0.0", "delivered", "delivered", ""},
		{"relayed", "relayed", "2.0.0", "sent", "sent", ""},
		{"full", "failed", "5.2.2", "queued", "queued", ""}, // is tried again
	} {
		id := mailedTo(t, w, guild, group, c.name)
		to := r.returnPath(t, c.name)
		if !strings.HasPrefix(to, "b+") || !strings.HasSuffix(to, "@"+bounceDomain) {
			t.Fatalf("the return path of %s is %s", c.name, to)
		}
		for range 2 { // the second one is the same bounce again
			if err := bounce(to, dsn(c.name, c.action, c.status, apptest.Email(c.name), "because of "+c.name)); err != nil {
				t.Fatal(c.name, err)
			}
		}
		if got := emailStatus(w, id); got != c.credential {
			t.Errorf("%s: the credential shows %s, want %s", c.name, got, c.credential)
		}
		if got := guild.Get("/v1/emails?query=" + c.name + "%40").OK().Text("emails.0.state"); got != c.email {
			t.Errorf("%s: the log shows %s, want %s", c.name, got, c.email)
		}
		list := guild.Get("/v1/suppressions?query=" + c.name + "%40").OK()
		if n := list.Int("meta.total_count"); c.reason == "" && n != 0 || c.reason != "" && (n != 1 || list.Text("suppressions.0.reason") != c.reason) {
			t.Errorf("%s: suppressed: %s", c.name, list.Body)
		}
	}
	if n := w.Number("select count(*) from mail_reports"); n != 6 {
		t.Errorf("%d reports were kept", n)
	}
}

func TestAComplaintStopsEmailsUntilSomebodyClearsIt(t *testing.T) {
	t.Parallel()
	r, w, guild, bounce := withBounces(t, "smtp")
	group := guild.Group("Weaving")
	id := mailedTo(t, w, guild, group, "ada")
	ref := strings.TrimPrefix(strings.TrimSuffix(r.returnPath(t, "ada"), "@"+bounceDomain), "b+")
	if !strings.Contains(r.messages[len(r.messages)-1], "X-Laurel-Id: "+ref+"\r\n") {
		t.Errorf("the message has no %s", ref)
	}
	if err := bounce(r.returnPath(t, "ada"), arf("one", apptest.Email("ada"), ref)); err != nil {
		t.Fatal(err)
	}
	if got := emailStatus(w, id); got != "complained" {
		t.Errorf("the credential shows %s", got)
	}
	again := guild.Issued(guild.Group("Sewing"), "ada").Int("credential.id")
	apptest.Eventually(t, "the suppressed email", func() bool { return emailStatus(w, again) == "suppressed" })
	list := guild.Get("/v1/suppressions?reason=complaint").OK()
	if list.Text("suppressions.0.email") != apptest.Email("ada") {
		t.Fatalf("suppressed: %s", list.Body)
	}
	path := fmt.Sprintf("/v1/suppressions/%d", list.Int("suppressions.0.id"))
	school := w.Issuer("school")
	school.Delete(path).Refused(404, "suppression.not_found")
	guild.Delete(path).OK()
	guild.Delete(path).Refused(404, "suppression.not_found")
	if got := emailStatus(w, again); got != "not_sent" {
		t.Errorf("after it was cleared, the credential shows %s", got)
	}
	guild.Post("/v1/suppressions", apptest.J{"suppression": apptest.J{"email": "no address"}}).Refused(422, "invalid")
	guild.Post("/v1/suppressions", apptest.J{"suppression": apptest.J{"email": strings.ToUpper(apptest.Email("bob"))}}).OK()
	bob := guild.Issued(group, "bob").Int("credential.id")
	apptest.Eventually(t, "the suppressed email", func() bool { return emailStatus(w, bob) == "suppressed" })
}

func TestAMailboxThatIsFullIsTriedAgainAndSuppressedAfterFiveTimes(t *testing.T) {
	t.Parallel()
	r, w, guild, bounce := withBounces(t, "smtp")
	group := guild.Group("Weaving")
	id := mailedTo(t, w, guild, group, "ada")
	to := r.returnPath(t, "ada")
	for i := range 5 {
		if err := bounce(to, dsn(fmt.Sprint(i), "failed", "5.2.2", apptest.Email("ada"), "mailbox full")); err != nil {
			t.Fatal(err)
		}
		if i > 2 {
			continue // three times were enough
		}
		if got := emailStatus(w, id); got != "queued" {
			t.Fatalf("after bounce %d, the credential shows %s", i+1, got)
		}
		w.Exec("update mails set not_before = null, waits_for = '' where credential_id = $1", id)
		w.Exec("update river_job set scheduled_at = now() where state = 'scheduled'")
		apptest.Eventually(t, "another email", func() bool { return emailStatus(w, id) == "sent" })
	}
	if got := emailStatus(w, id); got != "bounced" {
		t.Errorf("in the end, the credential shows %s", got)
	}
	if got := guild.Get("/v1/suppressions").OK(); got.Text("suppressions.0.reason") != "soft_bounces" {
		t.Errorf("suppressed: %s", got.Body)
	}
	if n := len(r.envelopes()); n != 4 {
		t.Errorf("%d emails", n)
	}
}

func TestAForgedReturnPathIsRefused(t *testing.T) {
	t.Parallel()
	r, w, guild, bounce := withBounces(t, "smtp")
	id := mailedTo(t, w, guild, guild.Group("Weaving"), "ada")
	to := r.returnPath(t, "ada")
	at := strings.IndexByte(to, '@')
	other := byte('a')
	if to[at-2] == 'a' {
		other = 'b'
	}
	for _, forged := range []string{to[:at-2] + string(other) + to[at-1:], "b+b.aaaaaaaaaaaaaaaa@" + bounceDomain, "root@" + bounceDomain, to[:at] + "@elsewhere.example"} {
		if err := bounce(forged, dsn("x", "failed", "5.1.1", apptest.Email("ada"), "no")); err == nil || !strings.Contains(err.Error(), "550") && !strings.Contains(err.Error(), "No such mailbox") {
			t.Errorf("%s: %v", forged, err)
		}
	}
	if err := bounce(to, "From: ada@example.org\nSubject: I am away\nAuto-Submitted: auto-replied\n\nUntil Monday.\n"); err != nil {
		t.Errorf("an answer: %v", err)
	}
	if got := emailStatus(w, id); got != "sent" {
		t.Errorf("the credential shows %s", got)
	}
}

func TestProvidersReportWhatBecameOfEmailsWithTheirSignatures(t *testing.T) {
	t.Parallel()
	r, w, guild := withRelay(t)
	settings(guild.Client, r.settings(nil)).OK()
	sender(w, guild, "certificates@guild.example")
	group := guild.Group("Weaving")
	school := w.Issuer("school")
	foreign := mailedTo(t, w, school, school.Group("Sewing"), "eve")
	feedback(guild.Client, apptest.J{"provider": "postmark"}).Refused(422, "invalid")
	got := feedback(guild.Client, apptest.J{"provider": "postmark", "secret": "laurel:threads"}).OK()
	if strings.Contains(string(got.Body), "threads") || got.At("email_feedback.has_secret") != true {
		t.Errorf("the settings: %s", got.Body)
	}
	hook := func(answer apptest.Reply) string {
		u, err := url.Parse(answer.Text("email_feedback.webhook_url"))
		if err != nil {
			t.Fatal(err)
		}
		return u.Path
	}
	id := mailedTo(t, w, guild, group, "ada")
	ref := between(r.messages[len(r.messages)-1], "X-Laurel-Id: ", "\r\n")
	if between(r.messages[len(r.messages)-1], "Laurel-Id: ", "\r\n") != ref {
		t.Errorf("the provider is not told of the reference")
	}
	call := func(ref, kind string) apptest.J {
		return apptest.J{"RecordType": kind, "Type": "HardBounce", "ID": 7, "MessageID": "m", "Email": apptest.Email("ada"), "Details": "no such user", "Metadata": apptest.J{"laurel-id": ref}}
	}
	basic := func(user string) []string {
		return []string{"Authorization", "Basic " + base64.StdEncoding.EncodeToString([]byte(user))}
	}
	nobody := w.Nobody()
	nobody.Call("POST", hook(got), call(ref, "Bounce")).Refused(403, "email_feedback.signature")
	nobody.Call("POST", hook(got), call(ref, "Bounce"), basic("laurel:other")...).Refused(403, "email_feedback.signature")
	nobody.Call("POST", "/v1/email_reports/0b8a3c5e-61f4-4b43-9f0c-2b1f7a6f1d11", call(ref, "Bounce")).Refused(404, "email_feedback.not_found")
	nobody.Call("POST", hook(got), call(ref, "Delivery"), basic("laurel:threads")...).Want(204)
	if got := emailStatus(w, id); got != "delivered" {
		t.Errorf("the credential shows %s", got)
	}
	nobody.Call("POST", hook(got), call(ref, "Bounce"), basic("laurel:threads")...).Want(204)
	nobody.Call("POST", hook(got), call(ref, "Delivery"), basic("laurel:threads")...).Want(204) // late
	if got := emailStatus(w, id); got != "bounced" {
		t.Errorf("the credential shows %s", got)
	}
	theirs := w.Text("select message_id from mails where credential_id = $1", foreign)

	got = feedback(guild.Client, apptest.J{"provider": "mailgun", "secret": "shuttle"}).OK()
	signed := func(at time.Time, secret string, event apptest.J) apptest.J {
		stamp := fmt.Sprint(at.Unix())
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(stamp + "token"))
		return apptest.J{"signature": apptest.J{"timestamp": stamp, "token": "token", "signature": hex.EncodeToString(mac.Sum(nil))}, "event-data": event}
	}
	second := mailedTo(t, w, guild, group, "bob")
	event := apptest.J{"id": "e1", "event": "complained", "recipient": apptest.Email("bob"), "user-variables": apptest.J{"laurel_id": between(r.messages[len(r.messages)-1], `"laurel_id":"`, `"`)}}
	nobody.Post(hook(got), signed(w.Clock.Now(), "other", event)).Refused(403, "email_feedback.signature")
	nobody.Post(hook(got), signed(w.Clock.Now().Add(-time.Hour), "shuttle", event)).Refused(403, "email_feedback.signature")
	nobody.Post(hook(got), signed(w.Clock.Now(), "shuttle", event)).Want(204)
	if got := emailStatus(w, second); got != "complained" {
		t.Errorf("the credential shows %s", got)
	}
	event = apptest.J{"id": "e2", "event": "complained", "recipient": apptest.Email("eve"), "message": apptest.J{"headers": apptest.J{"message-id": theirs}}}
	nobody.Post(hook(got), signed(w.Clock.Now(), "shuttle", event)).Want(204)
	if got := emailStatus(w, foreign); got != "sent" {
		t.Errorf("the credential of another department shows %s", got)
	}
}

func between(text, before, after string) string {
	_, rest, _ := strings.Cut(text, before)
	found, _, _ := strings.Cut(strings.ReplaceAll(rest, "\r\n ", ""), after)
	return found
}

func TestTheSupportContactIsToldWeeklyWhatCameBack(t *testing.T) {
	t.Parallel()
	r, w, guild, bounce := withBounces(t, "lmtp")
	settings(guild.Client, apptest.J{"support": apptest.J{"email": "help@guild.example"}}).OK()
	mailedTo(t, w, guild, guild.Group("Weaving"), "ada")
	if err := bounce(r.returnPath(t, "ada"), dsn("one", "failed", "5.1.1", apptest.Email("ada"), "no such user")); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		w.Clock.Advance(7 * 24 * time.Hour)
		for range 2 {
			if err := w.App.Outbox.Digest(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	if n := w.Number("select count(*) from mails where kind = 'bounce_digest' and recipient = 'help@guild.example' and body_text like '%Bounced: 1%'"); n != 1 {
		t.Errorf("%d digests", n)
	}
}
