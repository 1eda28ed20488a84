package bounces

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/emersion/go-smtp"
)

// Listener takes bounces in over SMTP or LMTP. It takes what goes to return paths of ours and nothing else.
type Listener struct {
	server   *smtp.Server
	listener net.Listener
}

// replyTimeout is how long a client may be silent.
const replyTimeout = time.Minute

// Listen starts to take bounces in at an address, "smtp://host:port" or "lmtp://host:port". domain is that of the return paths.
func (s *Service) Listen(ctx context.Context, at *url.URL, domain string) (*Listener, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", at.Host)
	if err != nil {
		return nil, fmt.Errorf("listen for bounces on %s: %w", at.Host, err)
	}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		return &session{service: s, ctx: context.WithoutCancel(ctx), domain: domain}, nil
	}))
	server.Domain, server.LMTP = domain, at.Scheme == "lmtp"
	server.MaxMessageBytes, server.MaxRecipients, server.MaxLineLength = MostBytes, mostParts, 4000
	server.ReadTimeout, server.WriteTimeout = replyTimeout, replyTimeout
	server.ErrorLog = quiet{}
	go func() { _ = server.Serve(listener) }()
	return &Listener{server, listener}, nil
}

// Addr is the address that it listens at.
func (l *Listener) Addr() string { return l.listener.Addr().String() }

// Stop lets what is being taken in end until ctx ends.
func (l *Listener) Stop(ctx context.Context) error {
	if err := l.server.Shutdown(ctx); err != nil {
		return errors.Join(err, l.server.Close())
	}
	return nil
}

// quiet drops what the library logs about clients that break off.
type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}

type session struct {
	service *Service
	ctx     context.Context //nolint:containedctx // the library gives none
	domain  string
	to      []string
}

func (*session) Mail(string, *smtp.MailOptions) error { return nil } // a bounce has no sender

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	_, domain, _ := strings.Cut(to, "@")
	if !strings.EqualFold(domain, s.domain) || !s.service.Outbox.IsReturnPath(to) {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such mailbox"}
	}
	s.to = append(s.to, to)
	return nil
}

func (s *session) Data(r io.Reader) error {
	body, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	for _, to := range s.to {
		if err := s.service.take(s.ctx, body, to, 0); err != nil && !errors.Is(err, ErrNotAReport) {
			s.service.Log.WarnContext(s.ctx, "take a bounce in", "error", err)
			return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "Try again later"}
		}
	}
	return nil // an answer such as "I am away" is taken and dropped
}

func (s *session) Reset()      { s.to = nil }
func (*session) Logout() error { return nil }

// LMTPData is Data that answers for each recipient.
func (s *session) LMTPData(r io.Reader, status smtp.StatusCollector) error {
	err := s.Data(r)
	for _, to := range s.to {
		status.SetStatus(to, err)
	}
	return err
}
