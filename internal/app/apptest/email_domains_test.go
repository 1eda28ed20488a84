package apptest_test

import (
	"bytes"
	"crypto/tls"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"blitiri.com.ar/go/spf"
	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-msgauth/dkim"
	"golang.org/x/net/dns/dnsmessage"

	"laurel/internal/app"
	"laurel/internal/app/apptest"
)

// dnsZone is a DNS server that knows some TXT records, and 127.0.0.1 as the address of every other host.
type dnsZone struct {
	mu      sync.Mutex
	records map[string][]string
	address string
}

func newZone(t *testing.T) *dnsZone {
	t.Helper()
	conn, err := new(net.ListenConfig).ListenPacket(t.Context(), "udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	z := &dnsZone{records: map[string][]string{}, address: conn.LocalAddr().String()}
	go func() {
		buf := make([]byte, 1500)
		for {
			n, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			if answer := z.answer(buf[:n]); answer != nil {
				_, _ = conn.WriteTo(answer, from)
			}
		}
	}()
	return z
}

func (z *dnsZone) set(name string, records ...string) {
	z.mu.Lock()
	defer z.mu.Unlock()
	z.records[name] = records
}

func (z *dnsZone) txt(name string) ([]string, error) {
	z.mu.Lock()
	defer z.mu.Unlock()
	return z.records[name], nil
}

func (z *dnsZone) answer(query []byte) []byte {
	var m dnsmessage.Message
	if m.Unpack(query) != nil || len(m.Questions) != 1 {
		return nil
	}
	q := m.Questions[0]
	m.Response, m.Authoritative, m.RecursionAvailable, m.Additionals = true, true, true, nil
	header := dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class, TTL: 1}
	switch q.Type {
	case dnsmessage.TypeTXT:
		found, _ := z.txt(strings.TrimSuffix(q.Name.String(), "."))
		if len(found) == 0 {
			m.RCode = dnsmessage.RCodeNameError
		}
		for _, text := range found {
			body := &dnsmessage.TXTResource{}
			for len(text) > 255 {
				body.TXT, text = append(body.TXT, text[:255]), text[255:]
			}
			body.TXT = append(body.TXT, text)
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: header, Body: body})
		}
	case dnsmessage.TypeA:
		m.Answers = append(m.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AResource{A: [4]byte{127, 0, 0, 1}}})
	}
	out, err := m.Pack()
	if err != nil {
		return nil
	}
	return out
}

// withZone is a department with a mail server and a sender address of its own, whose domain is in a zone.
func withZone(t *testing.T) (*dnsZone, *relay, *apptest.World, apptest.Issuer) {
	t.Helper()
	z, r := newZone(t), newRelay(t)
	config := apptest.Settings(t)
	config["LAUREL_SMTP_ALLOW"], config["LAUREL_DNS"] = "127.0.0.0/8, ::1", z.address
	w := apptest.NewWith(t, config, app.WithRoots(r.authority.Pool()))
	guild := w.Issuer("guild")
	settings(guild.Client, r.settings(nil)).OK()
	sender(w, guild, "certificates@guild.example")
	return z, r, w, guild
}

func TestEmailsAreSignedOnceTheRecordIsPublishedAndKeysAreReplaced(t *testing.T) {
	t.Parallel()
	z, r, w, guild := withZone(t)
	group := guild.Group("Weaving")
	domain := apptest.J{"domain": "guild.example"}
	check := func() apptest.Reply { return guild.Post("/v1/email_domains/check", domain).OK() }
	guild.Post("/v1/email_domains/check", apptest.J{"domain": "other.example"}).Refused(404, "email_domain.not_found")
	got := check()
	for field, want := range map[string]any{"dkim.0.problem": "missing", "dkim.0.state": "current", "dkim.1.state": "next", "spf.problem": "missing", "dmarc.problem": "missing", "dkim_aligned": false} {
		if is := got.At("email_domain_check." + field); is != want {
			t.Errorf("%s is %v, want %v", field, is, want)
		}
	}
	verify := func(message string) (*dkim.Verification, error) {
		found, err := dkim.VerifyWithOptions(strings.NewReader(message), &dkim.VerifyOptions{LookupTXT: z.txt})
		if err != nil || len(found) == 0 {
			return nil, err
		}
		return found[0], found[0].Err
	}
	mailedTo(t, w, guild, group, "ada")
	if v, err := verify(r.messages[len(r.messages)-1]); v != nil || err != nil {
		t.Errorf("signed before the record was there: %+v %v", v, err)
	}
	publish := func(got apptest.Reply, i int) {
		at := fmt.Sprintf("email_domain_check.dkim.%d.", i)
		z.set(got.Text(at+"name"), got.Text(at+"value"))
	}
	publish(got, 0)
	z.set("guild.example", "google-site-verification=x", got.Text("email_domain_check.spf.value"))
	z.set("_dmarc.guild.example", got.Text("email_domain_check.dmarc.value"))
	got = check()
	for field, want := range map[string]any{"dkim.0.problem": "", "dkim.1.problem": "missing", "spf.problem": "", "dmarc.problem": "", "dmarc_policy": "none", "dkim_aligned": true, "spf_aligned": true} {
		if is := got.At("email_domain_check." + field); is != want {
			t.Errorf("%s is %v, want %v", field, is, want)
		}
	}
	if result, err := spf.CheckHostWithSender(net.IPv4(127, 0, 0, 1), "localhost", "b@guild.example", spf.WithResolver(w.App.Senders.Resolver)); result != spf.Pass {
		t.Errorf("SPF with the advised record: %s %v", result, err)
	}
	mailedTo(t, w, guild, group, "bob")
	first, err := verify(r.messages[len(r.messages)-1])
	if err != nil || first == nil || first.Domain != "guild.example" {
		t.Fatalf("the signature: %+v %v", first, err)
	}
	for _, name := range []string{"list-unsubscribe", "from", "subject"} {
		if n := strings.Count(strings.ToLower(strings.Join(first.HeaderKeys, " ")+" "), name+" "); n < 2 {
			t.Errorf("%s is signed %d times", name, n)
		}
	}
	guild.Post("/v1/email_domains/rotate", domain).Refused(409, "email_domain.not_published")
	publish(got, 1)
	got = guild.Post("/v1/email_domains/rotate", domain).OK()
	if a, b, c := got.At("email_domain_check.dkim.0.state"), got.At("email_domain_check.dkim.1.state"), got.At("email_domain_check.dkim.2.state"); a != "retired" || b != "current" || c != "next" {
		t.Errorf("after the change: %v %v %v", a, b, c)
	}
	mailedTo(t, w, guild, group, "eve")
	if second, err := verify(r.messages[len(r.messages)-1]); err != nil || second == nil {
		t.Errorf("with the next key: %v", err)
	}
	z.set("guild.example", "v=spf1 include:a.example include:b.example a mx ~all")
	z.set("a.example", "v=spf1 a mx ptr exists:x.example -all")
	z.set("b.example", "v=spf1 a mx a:c.example -all")
	many := check()
	if many.Int("email_domain_check.spf_lookups") != 11 || many.Text("email_domain_check.spf.problem") != "lookups" {
		t.Errorf("too many lookups: %s", many.Body)
	}
	publish(got, 2)
	w.Clock.Advance(200 * 24 * time.Hour)
	if err := w.App.Senders.RotateDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := w.Number("select count(*) from dkim_keys where state = 'current' and selector = $1", strings.Split(got.Text("email_domain_check.dkim.2.name"), ".")[0]); n != 1 {
		t.Error("an old key was not replaced by itself")
	}
}

func TestBouncesAreReadFromAMailboxAndNothingIsDeleted(t *testing.T) {
	t.Parallel()
	r, w, guild := withRelay(t)
	settings(guild.Client, r.settings(nil)).OK()
	sender(w, guild, "certificates@guild.example")
	user := imapmemserver.NewUser("bounces@guild.example", "threads")
	if err := user.Create("INBOX", nil); err != nil {
		t.Fatal(err)
	}
	memory := imapmemserver.New()
	memory.AddUser(user)
	host := r.authority.Host()
	pair, err := tls.X509KeyPair([]byte(host.PEM), []byte(host.Key))
	if err != nil {
		t.Fatal(err)
	}
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12})
	if err != nil {
		t.Fatal(err)
	}
	server := imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return memory.NewSession(), nil, nil
		},
		Caps: imap.CapSet{imap.CapIMAP4rev1: {}, imap.CapIMAP4rev2: {}, imap.CapMove: {}},
	})
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	box := apptest.J{"host": "localhost", "port": listener.Addr().(*net.TCPAddr).Port, "username": "bounces@guild.example", "password": "wrong"}
	feedback(guild.Client, apptest.J{"bounce_address": "bounces@guild.example", "mailbox": box}).OK()
	if err := w.App.Bounces.Poll(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := guild.Get("/v1/email_feedback").OK(); !strings.Contains(got.Text("email_feedback.mailbox.failure"), "sign in") {
		t.Errorf("a wrong password: %s", got.Body)
	}
	box["password"] = "threads"
	feedback(guild.Client, apptest.J{"mailbox": box}).OK()
	id := mailedTo(t, w, guild, guild.Group("Weaving"), "ada")
	bounce := strings.Replace(dsn("one", "failed", "5.1.1", apptest.Email("ada"), "no such user"), "To: b@bounces.example", "To: "+r.returnPath(t, "ada"), 1)
	for _, message := range []string{bounce, "From: ada@example.org\nSubject: I am away\n\nUntil Monday.\n", "no message at all"} {
		raw := []byte(strings.ReplaceAll(message, "\n", "\r\n"))
		if _, err := user.Append("INBOX", literal{bytes.NewReader(raw)}, &imap.AppendOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	w.Clock.Advance(6 * time.Minute)
	if err := w.App.Bounces.Poll(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := emailStatus(w, id); got != "bounced" {
		t.Errorf("the credential shows %s: %s", got, guild.Get("/v1/email_feedback").OK().Body)
	}
	for folder, want := range map[string]uint32{"INBOX": 0, "Laurel": 1, "Laurel unknown": 2} {
		status, err := user.Status(folder, &imap.StatusOptions{NumMessages: true})
		if err != nil || *status.NumMessages != want {
			t.Errorf("%s has %v messages, want %d: %v", folder, status, want, err)
		}
	}
}

type literal struct{ *bytes.Reader }

func (l literal) Size() int64 { return l.Reader.Size() }
