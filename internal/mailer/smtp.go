package mailer

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

const (
	dialTimeout    = 10 * time.Second
	commandTimeout = 30 * time.Second
	sendTimeout    = 2 * time.Minute
)

// SMTP hands mail to a server.
type SMTP struct {
	address  string
	host     string
	security string // tls, starttls or none
	user     string
	password string
	hello    string
	tls      *tls.Config

	// commandTimeout bounds the wait for each of the server's answers.
	commandTimeout time.Duration
}

// NewSMTP reads an address: smtps://user:password@host:465 speaks TLS from the first byte; smtp://user:password@host:587 asks
// for TLS and refuses to go on without, except on this very machine; smtp://host:25?tls=none never asks. hello is the name
// under which we greet.
func NewSMTP(u *url.URL, hello string) (*SMTP, error) {
	s := &SMTP{
		host: u.Hostname(), user: u.User.Username(), hello: hello,
		tls:            &tls.Config{ServerName: u.Hostname(), MinVersion: tls.VersionTLS12},
		commandTimeout: commandTimeout,
	}
	s.password, _ = u.User.Password()
	port := u.Port()
	switch wish := u.Query().Get("tls"); {
	case u.Scheme == "smtps":
		s.security, port = "tls", or(port, "465")
	case u.Scheme != "smtp":
		return nil, fmt.Errorf("mail server address: unknown scheme %q", u.Scheme)
	case wish == "none" || (wish == "" && isLocal(s.host)):
		s.security, port = "none", or(port, "25")
	case wish == "":
		s.security, port = "starttls", or(port, "587")
	default:
		return nil, fmt.Errorf("mail server address: tls=%s is unknown, use tls=none or leave it out", wish)
	}
	if s.security == "none" && s.user != "" && !isLocal(s.host) {
		return nil, errors.New("mail server address: a password would travel in the clear: use smtps:// or leave out tls=none")
	}
	s.address = net.JoinHostPort(s.host, port)
	return s, nil
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func isLocal(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || (err == nil && addr.IsLoopback())
}

// Send implements Transport over one connection. A refusal for good is permanent; a server that cannot be reached, does not
// let us in, hangs or says "later" is not.
func (s *SMTP) Send(ctx context.Context, m Message) error {
	body, err := BuildMIME(m)
	if err != nil {
		return err
	}
	from, err := parseAddress("From", m.From)
	if err != nil {
		return err
	}
	to, err := parseAddress("To", m.To)
	if err != nil {
		return err
	}
	var copies []string
	for _, value := range slices.Concat(m.CC, m.BCC) {
		address, err := parseAddress("a copy's address", value)
		if err != nil {
			return err
		}
		copies = append(copies, address.Address)
	}
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	c, release, err := s.connect(ctx)
	if err != nil {
		return &Error{Code: answerCode(err), err: fmt.Errorf("mail server: %w", err)}
	}
	defer release()
	handOver := func() error {
		if m.HandOver == nil {
			return nil
		}
		return m.HandOver(ctx)
	}
	if err := deliver(c, from.Address, append([]string{to.Address}, copies...), body, handOver); err != nil {
		return err
	}
	_ = c.Quit() // the message is accepted, whatever comes now
	return nil
}

// Ping tells whether the server lets us in.
func (s *SMTP) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	c, release, err := s.connect(ctx)
	if err != nil {
		return fmt.Errorf("mail server: %w", err)
	}
	defer release()
	return c.Noop()
}

// connect greets the server and signs in. The connection breaks when ctx ends.
func (s *SMTP) connect(ctx context.Context) (*smtp.Client, func(), error) {
	dialer := &net.Dialer{Timeout: dialTimeout}
	var conn net.Conn
	var err error
	if s.security == "tls" {
		conn, err = (&tls.Dialer{NetDialer: dialer, Config: s.tls}).DialContext(ctx, "tcp", s.address)
	} else {
		conn, err = dialer.DialContext(ctx, "tcp", s.address)
	}
	if err != nil {
		return nil, nil, err
	}
	unwatch := context.AfterFunc(ctx, func() { _ = conn.Close() })
	release := func() { unwatch(); _ = conn.Close() }
	// The library waits for minutes while it asks for TLS, so entering has a limit of its own.
	entering, entered := context.WithTimeout(ctx, s.commandTimeout)
	defer entered()
	context.AfterFunc(entering, func() {
		if errors.Is(entering.Err(), context.DeadlineExceeded) {
			_ = conn.Close()
		}
	})
	c, err := s.enter(conn)
	if err != nil {
		release()
		return nil, nil, errors.Join(err, entering.Err())
	}
	return c, release, nil
}

func (s *SMTP) enter(conn net.Conn) (*smtp.Client, error) {
	c := smtp.NewClient(conn)
	if s.security == "starttls" {
		var err error
		if c, err = smtp.NewClientStartTLS(conn, s.tls); err != nil {
			return nil, err
		}
	}
	c.CommandTimeout, c.SubmissionTimeout = s.commandTimeout, 2*s.commandTimeout
	if err := c.Hello(s.hello); err != nil {
		return nil, err
	}
	if s.user == "" {
		return c, nil
	}
	var method sasl.Client
	switch {
	case c.SupportsAuth(sasl.Plain):
		method = sasl.NewPlainClient("", s.user, s.password)
	case c.SupportsAuth(sasl.Login):
		method = sasl.NewLoginClient(s.user, s.password)
	default:
		return nil, errors.New("the server offers neither PLAIN nor LOGIN to sign in")
	}
	return c, c.Auth(method)
}

// deliver hands the message over to the first of to and, where the server takes them, the others, who get copies: one that is
// not taken keeps nobody's mail back. handOver is called when only the end of the message is missing, without which no server may
// deliver it.
func deliver(c *smtp.Client, from string, to []string, body []byte, handOver func() error) error {
	if err := c.Mail(from, nil); err != nil {
		return refused("sender", err)
	}
	if err := c.Rcpt(to[0], nil); err != nil {
		return refused("recipient", err)
	}
	for _, copied := range to[1:] {
		if err := c.Rcpt(copied, nil); err != nil && answerCode(err) == 0 {
			return refused("copy", err) // the connection broke
		}
	}
	w, err := c.Data()
	if err != nil {
		return refused("message", err)
	}
	if _, err := bytes.NewReader(body).WriteTo(w); err != nil {
		return refused("message", err)
	}
	if err := handOver(); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		e := refused("message", err)
		e.Uncertain = e.Code == 0
		return e
	}
	return nil
}

// refused sorts a failure after the greeting. 530 asks us to sign in: a fault of the settings, not of the message.
func refused(what string, err error) *Error {
	code := answerCode(err)
	return &Error{
		Permanent: code >= 500 && code != 530, Code: code,
		err: fmt.Errorf("mail server: %s not accepted: %w", what, err),
	}
}

func answerCode(err error) int {
	var answer *smtp.SMTPError
	if errors.As(err, &answer) {
		return answer.Code
	}
	return 0
}
