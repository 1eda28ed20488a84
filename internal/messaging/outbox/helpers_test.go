package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/messaging/outbox"
	"laurel/internal/messaging/senders"
	"laurel/internal/messaging/templates"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/mailer"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/locales"
)

// box is an outbox with the department that writes, on a database of its own.
type box struct {
	*outbox.Service
	t      *testing.T
	pool   *pgxpool.Pool
	clock  *clock.Fake
	by     access.Actor
	heard  map[int64]string // by credential: how its mail fared
	wanted []string         // addresses that take emails again
}

// MailedTx hears of the mail's end, as credentials do.
func (b *box) MailedTx(_ context.Context, _ pgx.Tx, departmentID int64, credentialIDs []int64, status string) error {
	if departmentID != b.by.DepartmentID {
		return fmt.Errorf("heard of department %d", departmentID)
	}
	for _, id := range credentialIDs {
		b.heard[id] = status
	}
	return nil
}

// UnmailedTx hears that there will be no mail, as credentials do.
func (b *box) UnmailedTx(_ context.Context, _ pgx.Tx, departmentID int64, credentialIDs []int64) error {
	return b.MailedTx(context.Background(), nil, departmentID, credentialIDs, "not_sent")
}

// WantedTx hears that somebody takes emails again.
func (b *box) WantedTx(_ context.Context, _ pgx.Tx, _ int64, addresses []string) error {
	b.wanted = append(b.wanted, addresses...)
	return nil
}

func open(t *testing.T, transport outbox.Transport) *box {
	t.Helper()
	b := &box{t: t, pool: dbtest.Pool(t), clock: clock.NewFake(time.Date(2026, time.March, 10, 13, 0, 0, 0, time.UTC)), heard: map[int64]string{}}
	texts, err := i18n.Load(locales.Files)
	if err != nil {
		t.Fatal(err)
	}
	queue, err := jobs.NewQueue(b.pool, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	own := templates.New(templates.Deps{Pool: b.pool, Clock: b.clock, Audit: audit.New(b.clock), Links: links.New("https://laurel.example"), Texts: texts})
	b.Service = outbox.New(outbox.Deps{
		Templates: own,
		Senders:   senders.New(senders.Deps{Pool: b.pool, Clock: b.clock}), Pool: b.pool, Clock: b.clock, Queue: queue, Texts: texts, Transport: transport, Sent: b, Keyring: secrets.RandomKeyring(),
		From: mailer.Address("Laurel", "laurel@example.org"), Host: "laurel.example", Links: links.New("https://laurel.example"), Audit: audit.New(b.clock),
	})
	b.by = access.Actor{UserID: 1, Role: access.Administrator, DepartmentID: b.department()}
	return b
}

func (b *box) department() int64 {
	return b.number("insert into departments (name, created_at, updated_at) values ('Guild', now(), now()) returning id")
}

func (b *box) number(sql string, args ...any) (n int64) {
	b.t.Helper()
	err := pg.InSystem(b.t.Context(), b.pool, func(tx pgx.Tx) error { return tx.QueryRow(b.t.Context(), sql, args...).Scan(&n) })
	if err != nil {
		b.t.Fatal(err)
	}
	return n
}

// credential adds one that mails can be about.
func (b *box) credential() int64 {
	b.t.Helper()
	group := b.number(`insert into groups (department_id, name, course_name, created_at, updated_at)
		values ($1, gen_random_uuid()::text, 'Weaving', now(), now()) returning id`, b.by.DepartmentID)
	return b.number(`insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key, created_at, updated_at)
		values ($1, $2, gen_random_uuid(), 'a1' || left(md5(random()::text), 7), 'Ada', 'ada@example.org', '2026-03-10', false, '', now(), now()) returning id`, b.by.DepartmentID, group)
}

// delivery is the mail of a credential.
func (b *box) delivery(credential int64) outbox.Draft {
	return outbox.Draft{
		Kind: "delivery", To: "ada@example.org", Language: "en", DedupeKey: fmt.Sprint("delivery:", credential),
		DepartmentID: b.by.DepartmentID, CredentialID: credential,
		Params: map[string]string{"name": "Ada", "course": "Weaving", "issuer": "Guild", "link": "https://laurel.example/x"},
	}
}

func (b *box) write(drafts ...outbox.Draft) {
	b.t.Helper()
	err := pg.InDepartment(b.t.Context(), b.pool, b.by.DepartmentID, func(tx pgx.Tx) error { return b.WriteTx(b.t.Context(), tx, drafts) })
	if err != nil {
		b.t.Fatalf("write: %v", err)
	}
}

func (b *box) messageID() (id string) {
	b.t.Helper()
	err := pg.InSystem(b.t.Context(), b.pool, func(tx pgx.Tx) error {
		return tx.QueryRow(b.t.Context(), "select message_id from mails").Scan(&id)
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return id
}

// only is the one mail there is.
func (b *box) only() outbox.Mail {
	b.t.Helper()
	all, err := b.Latest(b.t.Context(), 1<<62)
	if err != nil || len(all) != 1 {
		b.t.Fatalf("%d mails, %v", len(all), err)
	}
	return all[0]
}

// server is a mail server that answers each message in turn as it is told, and then takes them all.
type server struct {
	mu      sync.Mutex
	answers []error
	got     []string
	told    []string // the addresses it was given, but for those it refuses
}

func (s *server) addresses() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.told
}

// errHangUp makes the server take the message and break the connection instead of saying so.
var errHangUp = errors.New("hang up")

func (s *server) NewSession(c *smtp.Conn) (smtp.Session, error) { return &session{s, c}, nil }

func (s *server) take(message string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var answer error
	if len(s.answers) > 0 {
		answer, s.answers = s.answers[0], s.answers[1:]
	}
	if answer == nil || errors.Is(answer, errHangUp) {
		s.got = append(s.got, message)
	}
	return answer
}

func (s *server) messages() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.got
}

type session struct {
	server *server
	conn   *smtp.Conn
}

func (*session) Mail(string, *smtp.MailOptions) error { return nil }
func (*session) Reset()                               {}
func (*session) Logout() error                        { return nil }

// Rcpt takes every address that does not ask to be refused.
func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	if strings.HasPrefix(to, "refused") {
		return &smtp.SMTPError{Code: 550, Message: "no such user"}
	}
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	s.server.told = append(s.server.told, to)
	return nil
}

func (s *session) Data(r io.Reader) error {
	message, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	err = s.server.take(string(message))
	if errors.Is(err, errHangUp) {
		_ = s.conn.Conn().Close()
	}
	return err
}

// post starts a mail server and answers the transport to it.
func post(t *testing.T, answers ...error) (*server, outbox.Transport) {
	t.Helper()
	s := &server{answers: answers}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	backend := smtp.NewServer(s)
	backend.Domain = "mail.example"
	go func() { _ = backend.Serve(listener) }()
	t.Cleanup(func() { _ = backend.Close() })
	transport, err := mailer.NewSMTP(&url.URL{Scheme: "smtp", Host: listener.Addr().String()}, "laurel.example")
	if err != nil {
		t.Fatal(err)
	}
	return s, transport
}
