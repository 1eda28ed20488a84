package mailer

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"math/big"
	"net"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// sink is a mail server that keeps what it gets and answers by the recipient's name.
type sink struct {
	mu    sync.Mutex
	mails []received
}

type received struct{ from, to, body, user string }

func (s *sink) NewSession(*smtp.Conn) (smtp.Session, error) { return &session{sink: s}, nil }

func (s *sink) got() []received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.mails
}

type session struct {
	sink *sink
	now  received
}

func (s *session) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if password != "right" {
			return smtp.ErrAuthFailed
		}
		s.now.user = user
		return nil
	}), nil
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error { s.now.from = from; return nil }

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.now.to = to
	switch name, _, _ := strings.Cut(to, "@"); name {
	case "full":
		return &smtp.SMTPError{Code: 452, Message: "mailbox full"}
	case "unknown":
		return &smtp.SMTPError{Code: 550, Message: "no such user"}
	case "sign-in":
		return &smtp.SMTPError{Code: 530, Message: "authentication required"}
	}
	return nil
}

func (s *session) Data(r io.Reader) error {
	body, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s.now.body = string(body)
	switch name, _, _ := strings.Cut(s.now.to, "@"); name {
	case "spam":
		return &smtp.SMTPError{Code: 554, Message: "looks like spam"}
	case "later":
		return &smtp.SMTPError{Code: 451, Message: "greylisted"}
	}
	s.sink.mu.Lock()
	defer s.sink.mu.Unlock()
	s.sink.mails = append(s.sink.mails, s.now)
	return nil
}

func (s *session) Reset()        {}
func (s *session) Logout() error { return nil }

// serve starts a sink and gives its address.
func serve(t *testing.T, cert *tls.Certificate, direct bool) (*sink, string) {
	t.Helper()
	s := &sink{}
	server := smtp.NewServer(s)
	server.Domain, server.AllowInsecureAuth = "sink.test", true
	l := listen(t)
	if cert != nil {
		server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{*cert}, MinVersion: tls.VersionTLS12}
		if direct {
			l = tls.NewListener(l, server.TLSConfig)
		}
	}
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { _ = server.Close() })
	return s, l.Addr().String()
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

func dial(t *testing.T, address string) *SMTP {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSMTP(u, "laurel.test")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mailTo(to string) Message {
	return Message{From: Address("Schöne Schule", "no-reply@school.test"), To: to, Subject: "Zertifikat", Text: "Hallo\n.\nWelt", HTML: "<p>Hallo</p>", MessageID: "1@laurel.test"}
}

func TestMailArrives(t *testing.T) {
	s, at := serve(t, nil, false)
	if err := dial(t, "smtp://ann:right@"+at).Send(t.Context(), mailTo("bob@example.org")); err != nil {
		t.Fatal(err)
	}
	got := s.got()
	if len(got) != 1 || got[0].from != "no-reply@school.test" || got[0].to != "bob@example.org" || got[0].user != "ann" {
		t.Fatalf("got %+v", got)
	}
	if !strings.Contains(got[0].body, "Message-ID: <1@laurel.test>") || !strings.Contains(got[0].body, "\r\n.\r\nWelt") {
		t.Errorf("body %s", got[0].body)
	}
}

func TestRefusalsAreSorted(t *testing.T) {
	_, at := serve(t, nil, false)
	for _, row := range []struct {
		to        string
		code      int
		permanent bool
	}{
		{"full@x.test", 452, false},
		{"unknown@x.test", 550, true},
		{"sign-in@x.test", 530, false},
		{"spam@x.test", 554, true},
		{"later@x.test", 451, false},
	} {
		err := dial(t, "smtp://"+at).Send(t.Context(), mailTo(row.to))
		var e *Error
		if !errors.As(err, &e) || e.Code != row.code || e.Permanent != row.permanent || e.Uncertain || IsPermanent(err) != row.permanent {
			t.Errorf("%s: %+v", row.to, e)
		}
	}
}

func TestAWrongPasswordIsNoFaultOfTheMessage(t *testing.T) {
	_, at := serve(t, nil, false)
	err := dial(t, "smtp://ann:wrong@"+at).Send(t.Context(), mailTo("bob@x.test"))
	var e *Error
	if !errors.As(err, &e) || e.Permanent || e.Code != 535 {
		t.Errorf("%+v", e)
	}
}

func TestAServerThatIsNotThereIsTemporary(t *testing.T) {
	l := listen(t)
	_ = l.Close()
	err := dial(t, "smtp://"+l.Addr().String()).Send(t.Context(), mailTo("bob@x.test"))
	if err == nil || IsPermanent(err) {
		t.Errorf("error %v", err)
	}
}

// script answers each line a client sends with the next reply, then falls silent or hangs up.
func script(t *testing.T, hangUp bool, replies ...string) string {
	t.Helper()
	l := listen(t)
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		r := bufio.NewReader(conn)
		inData := false
		for _, reply := range replies {
			if _, err := io.WriteString(conn, reply+"\r\n"); err != nil {
				return
			}
			for {
				line, err := r.ReadString('\n')
				if err != nil {
					return
				}
				if !inData || line == ".\r\n" {
					inData = strings.HasPrefix(reply, "250") && line == "DATA\r\n"
					break
				}
			}
			inData = strings.HasPrefix(reply, "250") && inData
		}
		if hangUp {
			_ = conn.Close()
			return
		}
		_, _ = io.Copy(io.Discard, conn) // until the client gives up
	}()
	return l.Addr().String()
}

func TestServersThatHangOrBreakAreTemporary(t *testing.T) {
	for name, row := range map[string]struct {
		hangUp    bool
		replies   []string
		uncertain bool
	}{
		"silent from the start":      {false, nil, false},
		"hangs up at once":           {true, nil, false},
		"silent after the greeting":  {false, []string{"220 hi"}, false},
		"shuts down":                 {true, []string{"421 later"}, false},
		"silent at the recipient":    {false, []string{"220 hi", "250 hi", "250 ok"}, false},
		"silent after the message":   {false, []string{"220 hi", "250 hi", "250 ok", "250 ok", "354 go"}, true},
		"hangs up after the message": {true, []string{"220 hi", "250 hi", "250 ok", "250 ok", "354 go"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := dial(t, "smtp://"+script(t, row.hangUp, row.replies...))
			s.commandTimeout = 100 * time.Millisecond
			err := s.Send(t.Context(), mailTo("bob@x.test"))
			var e *Error
			if !errors.As(err, &e) || e.Permanent || e.Uncertain != row.uncertain {
				t.Errorf("%+v (%v)", e, err)
			}
		})
	}
}

func TestSendingEndsWithItsCaller(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := dial(t, "smtp://"+script(t, false, "220 hi")).Send(ctx, mailTo("bob@x.test")); err == nil || IsPermanent(err) {
		t.Errorf("error %v", err)
	}
}

func TestTransportSecurity(t *testing.T) {
	cert, pool := certificate(t)
	_, plain := serve(t, nil, false)
	offered, startTLS := serve(t, cert, false)
	wrapped, direct := serve(t, cert, true)

	s := dial(t, "smtp://"+startTLS)
	s.security, s.tls.RootCAs = "starttls", pool
	if err := s.Send(t.Context(), mailTo("bob@x.test")); err != nil || len(offered.got()) != 1 {
		t.Errorf("STARTTLS: %v", err)
	}
	s = dial(t, "smtps://"+direct)
	s.tls.RootCAs = pool
	if err := s.Send(t.Context(), mailTo("bob@x.test")); err != nil || len(wrapped.got()) != 1 {
		t.Errorf("TLS: %v", err)
	}
	s = dial(t, "smtps://"+direct)
	if err := s.Send(t.Context(), mailTo("bob@x.test")); err == nil || IsPermanent(err) {
		t.Errorf("a certificate nobody vouches for: %v", err)
	}
	s = dial(t, "smtp://"+plain)
	s.security = "starttls"
	if err := s.Send(t.Context(), mailTo("bob@x.test")); err == nil || IsPermanent(err) {
		t.Errorf("a server without STARTTLS: %v", err)
	}
}

func TestAddressesOfMailServers(t *testing.T) {
	for address, want := range map[string]string{
		"smtps://mail.test":                "tls mail.test:465",
		"smtp://mail.test":                 "starttls mail.test:587",
		"smtp://mail.test:25?tls=none":     "none mail.test:25",
		"smtp://localhost:1025":            "none localhost:1025",
		"smtp://u:p@[::1]":                 "none [::1]:25",
		"smtp://u:p@mail.test:25?tls=none": "",
		"smtp://mail.test?tls=maybe":       "",
		"http://mail.test":                 "",
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if s, err := NewSMTP(u, "x"); err == nil {
			got = s.security + " " + s.address
		}
		if got != want {
			t.Errorf("%s gives %q, want %q", address, got, want)
		}
	}
}

func certificate(t *testing.T) (*tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(parsed)
	return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pool
}

// counting counts the connections that are made to a server.
type counting struct {
	net.Listener
	n atomic.Int64
}

func (c *counting) Accept() (net.Conn, error) {
	conn, err := c.Listener.Accept()
	if err == nil {
		c.n.Add(1)
	}
	return conn, err
}

// brief is a server that refuses each message after the first few of a connection, or hangs up.
type brief struct {
	*sink
	most   int
	answer error // nil: hangs up
}

type briefSession struct {
	session
	server *brief
	conn   *smtp.Conn
	taken  int
}

func (b *brief) NewSession(c *smtp.Conn) (smtp.Session, error) {
	return &briefSession{session: session{sink: b.sink}, server: b, conn: c}, nil
}

func (s *briefSession) Mail(from string, o *smtp.MailOptions) error {
	if s.taken++; s.taken > s.server.most {
		if s.server.answer == nil {
			_ = s.conn.Conn().Close()
		}
		return s.server.answer
	}
	return s.session.Mail(from, o)
}

func TestMessagesShareAConnectionAsLongAsTheServerTakesThem(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		most        int
		answer      error
		connections int64
	}{
		"no limit":                         {1000, nil, 1},
		"the server hangs up":              {3, nil, 4},
		"the server says that it closes":   {3, &smtp.SMTPError{Code: 421, Message: "closing"}, 4},
		"the server takes no more of them": {5, &smtp.SMTPError{Code: 554, Message: "too many messages"}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, l := &brief{&sink{}, c.most, c.answer}, &counting{Listener: listen(t)}
			server := smtp.NewServer(b)
			go func() { _ = server.Serve(l) }()
			t.Cleanup(func() { _ = server.Close() })
			transport := dial(t, "smtp://"+l.Addr().String())
			for range 10 {
				if err := transport.Send(t.Context(), mailTo("bob@example.org")); err != nil {
					t.Fatal(err)
				}
			}
			if got := len(b.got()); got != 10 || l.n.Load() != c.connections {
				t.Errorf("%d messages over %d connections", got, l.n.Load())
			}
		})
	}
}

func TestAMessageThatFailsCostsItsConnectionOnly(t *testing.T) {
	t.Parallel()
	s, at := serve(t, nil, false)
	transport := dial(t, "smtp://"+at)
	for _, to := range []string{"bob@example.org", "unknown@example.org", "bob@example.org", "spam@example.org", "later@example.org", "bob@example.org"} {
		name, _, _ := strings.Cut(to, "@")
		if err := transport.Send(t.Context(), mailTo(to)); (err != nil) != (name != "bob") {
			t.Errorf("%s: %v", to, err)
		}
	}
	gone := errors.New("another process has it")
	message := mailTo("bob@example.org")
	message.HandOver = func(context.Context) error { return gone }
	if err := transport.Send(t.Context(), message); !errors.Is(err, gone) {
		t.Error(err)
	}
	if got := len(s.got()); got != 3 {
		t.Errorf("%d messages taken, want 3", got)
	}
}
