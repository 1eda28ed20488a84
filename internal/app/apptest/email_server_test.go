package apptest_test

import (
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"laurel/internal/app"
	"laurel/internal/app/apptest"
	"laurel/internal/platform/nettest"
)

// relay is the mail server of a department: it takes emails over TLS from whoever signs in.
type relay struct {
	mu        sync.Mutex
	got       []string // the envelope's addresses: from to
	messages  []string
	authority *nettest.Authority
	port      int
}

const relayPassword = "looms and shuttles"

func newRelay(t *testing.T) *relay {
	t.Helper()
	r := &relay{authority: nettest.NewAuthority(t, "Guild")}
	host := r.authority.Host()
	pair, err := tls.X509KeyPair([]byte(host.PEM), []byte(host.Key))
	if err != nil {
		t.Fatal(err)
	}
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12})
	if err != nil {
		t.Fatal(err)
	}
	r.port = listener.Addr().(*net.TCPAddr).Port
	server := smtp.NewServer(r)
	server.Domain = "relay.guild.example"
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return r
}

// NewSession begins a connection.
func (r *relay) NewSession(*smtp.Conn) (smtp.Session, error) { return &relaySession{relay: r}, nil }

func (r *relay) envelopes() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.got)
}

type relaySession struct {
	*relay
	in       bool
	from, to string
}

func (*relaySession) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *relaySession) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != "guild" || password != relayPassword {
			return smtp.ErrAuthFailed
		}
		s.in = true
		return nil
	}), nil
}

func (s *relaySession) Mail(from string, _ *smtp.MailOptions) error {
	if !s.in {
		return smtp.ErrAuthRequired
	}
	s.from = from
	return nil
}

func (s *relaySession) Rcpt(to string, _ *smtp.RcptOptions) error { s.to = to; return nil }
func (*relaySession) Reset()                                      {}
func (*relaySession) Logout() error                               { return nil }

func (s *relaySession) Data(body io.Reader) error {
	message, err := io.ReadAll(body)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.got, s.messages = append(s.got, s.from+" "+s.to), append(s.messages, string(message))
	return err
}

// withRelay is a department whose emails may go through a server of its own on this machine.
func withRelay(t *testing.T) (*relay, *apptest.World, apptest.Issuer) {
	t.Helper()
	r := newRelay(t)
	config := apptest.Settings(t)
	config["LAUREL_SMTP_ALLOW"] = "127.0.0.0/8, ::1"
	w := apptest.NewWith(t, config, app.WithRoots(r.authority.Pool()))
	return r, w, w.Issuer("guild")
}

func (r *relay) settings(more apptest.J) apptest.J {
	out := apptest.J{"host": "localhost", "port": r.port, "security": "tls", "username": "guild", "password": relayPassword, "enabled": true}
	for key, value := range more {
		out[key] = value
	}
	return apptest.J{"server": out}
}

// sender has a verified address of its own chosen.
func sender(w *apptest.World, by apptest.Issuer, address string) {
	id := by.Post("/v1/sender_addresses", apptest.J{"sender_address": apptest.J{"email": address}}).OK().Int("sender_address.id")
	w.Work()
	w.Nobody().Post("/v1/sender_addresses/confirm", apptest.J{"token": w.Link(address).Query().Get("token")}).OK()
	settings(by.Client, apptest.J{"sender_address_id": id}).OK()
}

// steps tells how each step of a test of the server went.
func steps(got apptest.Reply) string {
	var out []string
	all, _ := got.At("email_test.steps").([]any)
	for _, one := range all {
		step, _ := one.(map[string]any)
		out = append(out, fmt.Sprintf("%v %v", step["name"], step["problem"]))
	}
	return strings.Join(out, ", ")
}

func TestEmailsGoThroughTheServerOfTheDepartmentFromItsOwnAddress(t *testing.T) {
	t.Parallel()
	r, w, guild := withRelay(t)
	group := guild.Group("Weaving")
	const from = "certificates@guild.example"
	got := settings(guild.Client, r.settings(nil)).OK()
	if got.At("email_settings.server.has_password") != true || strings.Contains(string(got.Body), relayPassword) || got.At("email_settings.server.in_use") != false {
		t.Errorf("the settings: %s", got.Body)
	}
	if n := w.Number("select count(*) from email_servers where encode(sealed_password, 'escape') like '%looms%'"); n != 0 {
		t.Error("the password is kept in clear")
	}
	guild.Issued(group, "ada")
	latest(t, w, apptest.Email("ada")) // through the installation's server: there is no address to send from
	sender(w, guild, from)
	guild.Issued(group, "bob")
	w.Work()
	if got := r.envelopes(); !slices.Equal(got, []string{from + " " + apptest.Email("bob")}) || len(w.Mail.To(apptest.Email("bob"))) != 0 {
		t.Errorf("the department's server took %q", got)
	}
	school := w.Issuer("school")
	school.Issued(school.Group("Sewing"), "bob")
	latest(t, w, apptest.Email("bob"))
	settings(guild.Client, apptest.J{"server": nil}).OK()
	guild.Issued(group, "eve")
	latest(t, w, apptest.Email("eve"))
	if n := len(r.envelopes()); n != 1 {
		t.Errorf("the server took %d emails, one of them after it was removed or of others", n)
	}
}

func TestATestOfTheServerTellsEachStep(t *testing.T) {
	t.Parallel()
	r, w, guild := withRelay(t)
	test := func() apptest.Reply { return guild.Post("/v1/email_settings/test", nil) }
	test().Refused(404, "email_server.not_found")
	for _, c := range []struct {
		change apptest.J
		want   string
	}{
		{apptest.J{"password": "wrong"}, "connect , tls , greeting , sign_in rejected"},
		{apptest.J{"host": "127.0.0.1"}, "connect , tls certificate"},
		{apptest.J{"port": 1}, "connect connection"},
		{apptest.J{"host": "10.1.2.3"}, "connect refused"},
		{apptest.J{"host": "nowhere.invalid"}, "connect name"},
		{apptest.J{"enabled": false}, "connect , tls , greeting , sign_in , sender , recipient , message "},
	} {
		settings(guild.Client, r.settings(c.change)).OK()
		got := test().OK()
		if o := steps(got); o != c.want && (c.want != "connect name" || o != "connect timeout") {
			t.Errorf("%v: %s, want %s", c.change, o, c.want)
		}
	}
	if got := r.envelopes(); len(got) != 1 || !strings.HasSuffix(got[0], " "+guild.Email) {
		t.Errorf("the server took %q", got)
	}
	w.Clock.Advance(16 * time.Minute)
	test().Refused(403, "proof.required")
}

func TestAWrongServerIsRefusedByFieldAndGetsNoPasswordOfAnother(t *testing.T) {
	t.Parallel()
	r, _, guild := withRelay(t)
	settings(guild.Client, r.settings(nil)).OK()
	for field, in := range map[string]apptest.J{
		"server.host":     {"host": "smtp example\r\n"},
		"server.port":     {"port": 70000},
		"server.security": {"security": "maybe"},
		"server.username": {"security": "none"},
		"server.password": {"host": "thief.example"},
	} {
		got := settings(guild.Client, apptest.J{"server": in})
		if got.Status != 422 || !strings.Contains(string(got.Body), `"`+field+`"`) {
			t.Errorf("%s: %d %s", field, got.Status, got.Body)
		}
	}
	settings(guild.Client, apptest.J{"server": apptest.J{"failover": true}}).OK() // keeps its password
	if got := steps(guild.Post("/v1/email_settings/test", nil).OK()); !strings.HasSuffix(got, "message ") {
		t.Errorf("after a change of something else: %s", got)
	}
}

func TestWhileTheServerFailsEmailsWaitUnlessTheInstallationMaySendThem(t *testing.T) {
	t.Parallel()
	r, w, guild := withRelay(t)
	group := guild.Group("Weaving")
	const from = "certificates@guild.example"
	sender(w, guild, from)
	settings(guild.Client, r.settings(apptest.J{"port": 1})).OK()
	w.Another()
	guild.Issued(group, "ada")
	apptest.Eventually(t, "the failure to be shown", func() bool {
		return guild.Get("/v1/email_settings").OK().Text("email_settings.server.failure") != ""
	})
	apptest.Eventually(t, "the email to be queued again", func() bool {
		return w.Number("select count(*) from mails where recipient = $1 and state = 'queued' and last_error <> ''", apptest.Email("ada")) == 1
	})
	if n := len(w.Mail.To(apptest.Email("ada"))); n != 0 {
		t.Errorf("%d emails went through the installation's server without permission", n)
	}

	settings(guild.Client, r.settings(apptest.J{"port": 1, "failover": true})).OK()
	guild.Issued(group, "bob")
	apptest.Eventually(t, "the email through the installation's server", func() bool { return len(w.Mail.To(apptest.Email("bob"))) == 1 })
	if got := w.Mail.To(apptest.Email("bob"))[0]; strings.Contains(got.From, from) || got.ReplyTo != from {
		t.Errorf("from %s, answers to %s", got.From, got.ReplyTo)
	}

	settings(guild.Client, r.settings(nil)).OK()
	due(w, time.Hour)
	apptest.Eventually(t, "the email that waited", func() bool { return len(r.envelopes()) == 1 })
	if got := r.envelopes()[0]; got != from+" "+apptest.Email("ada") {
		t.Errorf("the server took %s", got)
	}
	if got := guild.Get("/v1/email_settings").OK(); got.Text("email_settings.server.failure") != "" || got.At("email_settings.server.failed_at") != nil {
		t.Errorf("it still shows the failure: %s", got.Body)
	}
}
