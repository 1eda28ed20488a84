package senders

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/messaging/senders/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/fetch"
	"laurel/internal/platform/mailer"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
)

// The ways to secure the connection to a server.
const (
	TLS      = "tls"      // from the first byte
	StartTLS = "starttls" // after the greeting
	Plain    = "none"
)

const (
	longestUser     = 320
	longestPassword = 1000

	// restAfterFailure is how long a server that failed is not asked again: emails of others must not wait for it.
	restAfterFailure = time.Minute
	tryTimeout       = 40 * time.Second
)

// ErrNoServer means that the department has no mail server.
var ErrNoServer = errs.New(errs.NotFound, "email_server.not_found")

// tries limits tests of servers, which connect to addresses that people enter.
var tries = throttle.Rule{Name: "email_server.test", Limit: 20, Window: time.Hour}

// Server is the mail server of a department.
type Server struct {
	Host        string
	Port        int
	Security    string
	User        string // "": nobody signs in
	HasPassword bool
	Enabled     bool
	Failover    bool       // through the installation's server while this one fails
	FailedAt    *time.Time // when it last failed; nil: it worked since
	Failure     string

	sealed []byte
}

// Resting reports whether the server failed a moment ago.
func (s *Server) Resting(now time.Time) bool {
	return s.FailedAt != nil && now.Before(s.FailedAt.Add(restAfterFailure))
}

// Own returns the department's server if emails go through it: it is on, and there is an address to send from.
func (s Settings) Own() *Server {
	if s.Server == nil || !s.Server.Enabled || s.From() == "" {
		return nil
	}
	return s.Server
}

// ServerInput is the fields of a server. Fields that are not given stay unchanged.
type ServerInput struct {
	Host     optional.Value[string]
	Port     optional.Value[int64]
	Security optional.Value[string]
	User     optional.Value[string]
	Password optional.Value[string] // "" keeps the current one
	Enabled  optional.Value[bool]
	Failover optional.Value[bool]
}

func (s *Service) server(ctx context.Context, tx pg.DB, departmentID int64) (*Server, error) {
	row, err := s.q.ServerRead(ctx, tx, departmentID)
	if pg.NoRows(err) {
		return nil, nil //nolint:nilnil // most departments have none
	}
	if err != nil {
		return nil, fmt.Errorf("read mail server: %w", err)
	}
	return &Server{
		Host: row.Host, Port: int(row.Port), Security: row.Security, User: row.Username, HasPassword: len(row.SealedPassword) > 0,
		Enabled: row.Enabled, Failover: row.Failover, FailedAt: row.FailedAt, Failure: row.Failure, sealed: row.SealedPassword,
	}, nil
}

// setServer changes the server of a department, or removes it. It adds the invalid fields to wrong.
func (s *Service) setServer(ctx context.Context, tx pgx.Tx, departmentID int64, before *Server, in *ServerInput, wrong *errs.Fields) error {
	if in == nil {
		if err := s.q.ServerDelete(ctx, tx, departmentID); err != nil {
			return fmt.Errorf("remove mail server: %w", err)
		}
		return nil
	}
	after := Server{Port: 587, Security: StartTLS}
	if before != nil {
		after = *before
	}
	s.changeServer(departmentID, &after, before, *in, wrong)
	if wrong.Err() != nil {
		return nil //nolint:nilerr // the caller returns it with what else is wrong
	}
	err := s.q.ServerWrite(ctx, tx, db.ServerWriteParams{
		DepartmentID: departmentID, Host: after.Host, Port: int32(after.Port), Security: after.Security, Username: after.User, SealedPassword: after.sealed, //nolint:gosec // checked
		Enabled: after.Enabled, Failover: after.Failover, Now: s.Clock.Now(),
	})
	if err != nil {
		return fmt.Errorf("write mail server: %w", err)
	}
	return nil
}

var hostPattern = regexp.MustCompile(`^[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?(\.[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?)*$`)

func (s *Service) changeServer(departmentID int64, to, before *Server, in ServerInput, wrong *errs.Fields) {
	if in.Host.Given {
		to.Host = strings.ToLower(strings.TrimSpace(in.Host.Value))
	}
	if _, err := netip.ParseAddr(to.Host); err != nil && (len(to.Host) > 253 || !hostPattern.MatchString(to.Host)) {
		code := "email_server.not_a_host"
		if to.Host == "" {
			code = "required"
		}
		wrong.Add("server.host", code)
	}
	if in.Port.Given {
		to.Port = int(in.Port.Value)
	}
	if to.Port < 1 || to.Port > 65535 {
		wrong.Add("server.port", "email_server.not_a_port")
	}
	if in.Security.Given {
		to.Security = in.Security.Value
	}
	if to.Security != TLS && to.Security != StartTLS && to.Security != Plain {
		wrong.Add("server.security", "not_one_of", "values", TLS+", "+StartTLS+", "+Plain)
	}
	name(wrong, "server.username", in.User, &to.User, longestUser)
	if to.Security == Plain && to.User != "" {
		wrong.Add("server.username", "email_server.password_in_clear")
	}
	if in.Enabled.Given {
		to.Enabled = in.Enabled.Value
	}
	if in.Failover.Given {
		to.Failover = in.Failover.Value
	}
	s.changePassword(departmentID, to, before, in, wrong)
}

// changePassword seals the password. Another server must not get the password of the former one.
func (s *Service) changePassword(departmentID int64, to, before *Server, in ServerInput, wrong *errs.Fields) {
	elsewhere := before == nil || before.Host != to.Host || before.Port != to.Port || before.Security != to.Security || before.User != to.User
	switch password := in.Password.Value; {
	case to.User == "":
		to.sealed = nil
	case len(password) > longestPassword:
		wrong.Add("server.password", "too_long", "max", longestPassword)
	case password != "":
		to.sealed = s.Keyring.Seal([]byte(password), sealContext(departmentID))
	case elsewhere || len(to.sealed) == 0:
		wrong.Add("server.password", "required")
	}
}

// sealContext binds a password to the department.
func sealContext(departmentID int64) string {
	return "email_servers.sealed_password of " + strconv.FormatInt(departmentID, 10)
}

// kept is a transport with its connections, until its server's settings change.
type kept struct {
	*mailer.SMTP
	of string
}

// Transport returns the transport through a department's server, which keeps its connections for the next emails.
func (s *Service) Transport(departmentID int64, server *Server) (*mailer.SMTP, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	of := fmt.Sprintf("%s:%d %s %s %x", server.Host, server.Port, server.Security, server.User, server.sealed)
	if k, ok := s.transports[departmentID]; ok && k.of == of {
		return k.SMTP, nil
	}
	var password []byte
	if len(server.sealed) > 0 {
		var err error
		if password, err = s.Keyring.Open(server.sealed, sealContext(departmentID)); err != nil {
			return nil, fmt.Errorf("open password of mail server of department %d: %w", departmentID, err)
		}
	}
	t := mailer.NewServer(mailer.Server{
		Host: server.Host, Port: server.Port, Security: server.Security, User: server.User, Password: string(password),
	}, s.Host, s.Dial, s.Roots)
	s.transports[departmentID] = kept{t, of}
	return t, nil
}

// NoteFailure records that a department's server failed, or with "" that it works again.
func (s *Service) NoteFailure(ctx context.Context, departmentID int64, failure string) error {
	p := db.ServerSetFailureParams{DepartmentID: departmentID, Failure: failure}
	if failure != "" {
		p.FailedAt = new(s.Clock.Now())
	}
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error { return s.q.ServerSetFailure(ctx, tx, p) })
	if err != nil {
		return fmt.Errorf("note failure of mail server: %w", err)
	}
	return nil
}

// Step is what happened in one step of a test.
type Step struct {
	Name    string // as in package mailer
	Problem string // "": it worked; else a code
	Code    int    // of the server's refusal; 0: none
	Reply   string // what the server said
	Took    time.Duration
}

// Test is the outcome of a test.
type Test struct {
	From, To string
	Steps    []Step
}

// Test sends an email through the department's server to the actor, and tells each step up to the first that failed. The server need not
// be on. It returns ErrNoServer or throttle.ErrTooMany.
func (s *Service) Test(ctx context.Context, by access.Actor) (Test, error) {
	if err := MayChange(by); err != nil {
		return Test{}, err
	}
	if err := s.Throttle.Allow(ctx, tries, strconv.FormatInt(by.DepartmentID, 10)); err != nil {
		return Test{}, err
	}
	var settings Settings
	var to string
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		if settings, err = s.ReadTx(ctx, tx, by.DepartmentID); err != nil {
			return err
		}
		if to, err = s.q.UserEmail(ctx, tx, by.UserID); err != nil {
			return fmt.Errorf("read address of user: %w", err)
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: "email_server.tested", ObjectKind: "department", ObjectID: by.DepartmentID})
	})
	if err != nil {
		return Test{}, err
	}
	if settings.Server == nil {
		return Test{}, ErrNoServer
	}
	transport, err := s.Transport(by.DepartmentID, settings.Server)
	if err != nil {
		return Test{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, tryTimeout)
	defer cancel()
	out := Test{From: settings.From(), To: to}
	if out.From == "" {
		out.From = s.outbox.Address()
	}
	steps := transport.Try(ctx, mailer.Message{
		From: mailer.Address(settings.FromName, out.From), To: to, Subject: s.Texts.Text(settings.language, "mail.server_test.subject", nil), Text: s.Texts.Text(settings.language, "mail.server_test.body", nil) + "\n",
		Headers: map[string]string{"Auto-Submitted": "auto-generated"}, Date: s.Clock.Now(),
	})
	for _, step := range steps {
		out.Steps = append(out.Steps, Step{step.Name, problemOf(step), step.Code, step.Reply, step.Took})
	}
	return out, nil
}

// problemOf names what went wrong in a step.
func problemOf(step mailer.Step) string {
	switch {
	case step.Err == nil:
		return ""
	case step.Code != 0:
		return "rejected"
	case errors.Is(step.Err, mailer.ErrNoSignIn):
		return "no_sign_in"
	case step.Name == mailer.StepTLS && strings.Contains(step.Err.Error(), "STARTTLS"):
		return "no_tls"
	}
	return fetch.FailureReason(step.Err)
}
