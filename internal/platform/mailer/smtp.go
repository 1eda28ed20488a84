package mailer

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

const (
	dialTimeout    = 10 * time.Second
	commandTimeout = 30 * time.Second
	sendTimeout    = 2 * time.Minute
)

// SMTP sends emails through a server.
type SMTP struct {
	address  string
	host     string
	security string // tls, starttls or none
	user     string
	password string
	hello    string
	tls      *tls.Config
	dial     Dial

	// commandTimeout limits the wait for each reply.
	commandTimeout time.Duration

	mu   sync.Mutex
	idle []*connection
}

// idleTimeout is how long a connection is kept for the next message.
const idleTimeout = 5 * time.Second

// connection is an authenticated connection to the server.
type connection struct {
	*smtp.Client
	conn   net.Conn
	expiry *time.Timer // while it is idle
}

func (c *connection) quit() {
	_ = c.Quit() // the messages are accepted, whatever comes now
	_ = c.conn.Close()
}

// Dial connects to a port of a host.
type Dial func(ctx context.Context, host, port string) (net.Conn, error)

func dialAnywhere(ctx context.Context, host, port string) (net.Conn, error) {
	return (&net.Dialer{Timeout: dialTimeout}).DialContext(ctx, "tcp", net.JoinHostPort(host, port))
}

// Server is how to reach a mail server.
type Server struct {
	Host     string
	Port     int
	Security string // tls from the first byte, starttls, or none
	User     string // "": nobody signs in
	Password string
}

// NewServer returns a transport through a server that somebody entered, which is reached through dial. roots are the certificate
// authorities to trust; nil: the system's.
func NewServer(s Server, hello string, dial Dial, roots *x509.CertPool) *SMTP {
	port := strconv.Itoa(s.Port)
	return &SMTP{
		address: net.JoinHostPort(s.Host, port), host: s.Host, security: s.Security, user: s.User, password: s.Password, hello: hello,
		tls: &tls.Config{ServerName: s.Host, MinVersion: tls.VersionTLS12, RootCAs: roots}, dial: dial, commandTimeout: commandTimeout,
	}
}

// NewSMTP parses a URL: smtps://user:password@host:465 uses TLS from the first byte; smtp://user:password@host:587 uses STARTTLS and
// fails without it, except on a loopback address; smtp://host:25?tls=none never uses TLS. hello is the host name for the greeting
// (EHLO).
func NewSMTP(u *url.URL, hello string) (*SMTP, error) {
	s := &SMTP{
		host: u.Hostname(), user: u.User.Username(), hello: hello,
		tls:            &tls.Config{ServerName: u.Hostname(), MinVersion: tls.VersionTLS12},
		dial:           dialAnywhere,
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

// Send implements Transport. It reuses an idle connection if there is one, and keeps its connection for the next message. A rejection
// with a 5xx code is permanent. A server that is unreachable, does not authenticate us, does not respond, or replies with a 4xx code is
// not.
func (s *SMTP) Send(ctx context.Context, m Message) error {
	body, err := BuildMIME(m)
	if err == nil && m.Signature != nil {
		body, err = m.Signature.sign(body, time.Now())
	}
	if err != nil {
		return err
	}
	from, err := parseAddress("From", or(m.ReturnPath, m.From))
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
	handedOver := false
	handOver := func() error {
		handedOver = true
		if m.HandOver == nil {
			return nil
		}
		return m.HandOver(ctx)
	}
	recipients := append([]string{to.Address}, copies...)
	if c := s.takeIdle(); c != nil {
		err := s.sendOver(ctx, c, from.Address, recipients, body, handOver)
		if handedOver || !worn(err) || ctx.Err() != nil {
			return err
		}
	}
	c, err := s.connect(ctx)
	if err != nil {
		return &Error{Code: answerCode(err), before: true, err: fmt.Errorf("mail server: %w", err)}
	}
	return s.sendOver(ctx, c, from.Address, recipients, body, handOver)
}

// sendOver sends over a connection, which is closed when ctx ends. The connection is kept unless an error occurred.
func (s *SMTP) sendOver(ctx context.Context, c *connection, from string, to []string, body []byte, handOver func() error) error {
	unwatch := context.AfterFunc(ctx, func() { _ = c.conn.Close() })
	err := deliver(c.Client, from, to, body, handOver, func(string) {})
	if alive := unwatch(); err != nil || !alive {
		_ = c.conn.Close()
		return err
	}
	s.keepIdle(c)
	return nil
}

// worn reports whether a message may succeed on a new connection: servers close idle connections and limit the number of messages per
// connection.
func worn(err error) bool {
	var e *Error
	return errors.As(err, &e) && (e.Code == 0 || e.Code == 421 || e.sender)
}

func (s *SMTP) takeIdle() *connection {
	s.mu.Lock()
	defer s.mu.Unlock()
	for n := len(s.idle) - 1; n >= 0; n-- {
		c := s.idle[n]
		s.idle = s.idle[:n]
		if c.expiry.Stop() {
			return c
		}
	}
	return nil
}

func (s *SMTP) keepIdle(c *connection) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.idle = append(s.idle, c)
	c.expiry = time.AfterFunc(idleTimeout, func() {
		s.mu.Lock()
		s.idle = slices.DeleteFunc(s.idle, func(other *connection) bool { return other == c })
		s.mu.Unlock()
		c.quit()
	})
}

// Ping reports whether the server accepts our credentials.
func (s *SMTP) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	c, err := s.connect(ctx)
	if err != nil {
		return fmt.Errorf("mail server: %w", err)
	}
	defer c.quit()
	return c.Noop()
}

// connect opens a connection, greets the server and authenticates.
func (s *SMTP) connect(ctx context.Context) (*connection, error) {
	return s.connectNoting(ctx, func(string) {})
}

// connectNoting is connect that tells which step it begins.
func (s *SMTP) connectNoting(ctx context.Context, begin func(step string)) (*connection, error) {
	_, port, err := net.SplitHostPort(s.address)
	if err != nil {
		return nil, err
	}
	begin(StepConnect)
	conn, err := s.dial(ctx, s.host, port)
	if err != nil {
		return nil, err
	}
	// The library waits for minutes for the reply to STARTTLS, so connecting has its own limit.
	entering, entered := context.WithTimeout(ctx, s.commandTimeout)
	defer entered()
	unwatch := context.AfterFunc(entering, func() { _ = conn.Close() })
	c, err := s.enter(entering, conn, begin)
	if alive := unwatch(); err != nil || !alive {
		_ = conn.Close()
		return nil, errors.Join(err, entering.Err())
	}
	return &connection{Client: c, conn: conn}, nil
}

func (s *SMTP) enter(ctx context.Context, conn net.Conn, begin func(step string)) (*smtp.Client, error) {
	if s.security == "tls" {
		begin(StepTLS)
		secured := tls.Client(conn, s.tls)
		if err := secured.HandshakeContext(ctx); err != nil {
			return nil, err
		}
		conn = secured
	}
	c := smtp.NewClient(conn)
	if s.security == "starttls" {
		begin(StepTLS)
		var err error
		if c, err = smtp.NewClientStartTLS(conn, s.tls); err != nil {
			return nil, err
		}
	} else {
		begin(StepGreeting)
	}
	c.CommandTimeout, c.SubmissionTimeout = s.commandTimeout, 2*s.commandTimeout
	if err := c.Hello(s.hello); err != nil { // after STARTTLS, it makes the handshake too
		return nil, err
	}
	if s.user == "" {
		return c, nil
	}
	begin(StepSignIn)
	var method sasl.Client
	switch {
	case c.SupportsAuth(sasl.Plain):
		method = sasl.NewPlainClient("", s.user, s.password)
	case c.SupportsAuth(sasl.Login):
		method = sasl.NewLoginClient(s.user, s.password)
	default:
		return nil, errNoSignIn
	}
	return c, c.Auth(method)
}

var errNoSignIn = errors.New("the server offers neither PLAIN nor LOGIN to sign in")

// deliver sends the message to the first address of to and to those of the others, who get copies, that the server accepts: a rejected
// copy does not hold the message back. handOver is called when only the end of the message is missing, without which no server may
// deliver it.
func deliver(c *smtp.Client, from string, to []string, body []byte, handOver func() error, begin func(step string)) error {
	begin(StepSender)
	if err := c.Mail(from, nil); err != nil {
		e := refused("sender", err)
		e.sender = true
		return e
	}
	begin(StepRecipient)
	if err := c.Rcpt(to[0], nil); err != nil {
		return refused("recipient", err)
	}
	for _, copied := range to[1:] {
		if err := c.Rcpt(copied, nil); err != nil && answerCode(err) == 0 {
			return refused("copy", err) // the connection broke
		}
	}
	begin(StepMessage)
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

// refused classifies a failure after the greeting. Code 530 requires authentication: the settings are wrong, not the message.
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
