// Package outbox is a transactional outbox for email: a mail is stored in the transaction that causes it and delivered by a job.
// A dedupe key per mail prevents duplicates when a change is repeated.
package outbox

import (
	"cmp"
	"context"
	"fmt"
	"net/mail"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/identity"
	"laurel/internal/messaging/letters"
	"laurel/internal/messaging/outbox/internal/db"
	"laurel/internal/messaging/senders"
	"laurel/internal/messaging/templates"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/mailer"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

// Errors of this package.
var (
	// ErrNotFound means that the mail does not exist.
	ErrNotFound = errs.New(errs.NotFound, "mail.not_found")
	// ErrNotRetryable means that the mail is pending or was sent.
	ErrNotRetryable = errs.New(errs.Conflict, "mail.not_retryable")
)

// Delivery is the kind of mail that delivers a credential to its recipient; the credential shows its status.
const Delivery = "delivery"

// InProgress is the kind of mail that delivers a credential in progress.
const InProgress = "in_progress"

// Mail is an entry of the mail log.
type Mail struct {
	ID           int64
	DepartmentID int64
	CredentialID int64
	Kind         string
	Recipient    string
	Subject      string
	HTML         string
	Text         string
	State        string
	Attempts     int
	LastError    string
	CreatedAt    time.Time
	SentAt       *time.Time
	NotBefore    *time.Time    // while it waits: when it goes out
	WaitsFor     senders.Limit // while it waits: what for
}

// Draft is a mail to be written: Params fill the texts of Kind in Language.
type Draft struct {
	Kind         string
	To           string
	Language     string
	DedupeKey    string
	DepartmentID int64 // 0: about an account
	CredentialID int64
	GroupID      int64     // 0: that of the credential; its templates are used
	HeldBy       uuid.UUID // not zero: the mail waits until ReleaseTx lets it go
	Params       map[string]string
	Shared       map[string]string // replaces Params if others get copies; nil: others may not read Params
	Sender       Sender
	Blocks       []letters.Block // stand before the button of the installation's text
	Files        []mailer.File   // pictures that the blocks show, and attachments

	rendered *letters.Rendered // what it says, if it is written already
}

// Sender is the sender of a mail with its copies; the zero Sender is the installation's own.
type Sender struct {
	Name    string
	ReplyTo string
	CC, BCC []string
}

// Sent is notified of the outcome of credential mails; credentials keep their mail status by it.
type Sent interface {
	MailedTx(ctx context.Context, tx pgx.Tx, departmentID int64, credentialIDs []int64, status string) error
	UnmailedTx(ctx context.Context, tx pgx.Tx, departmentID int64, credentialIDs []int64) error
	// WantedTx is told that addresses take a department's credentials again, or everyone's (0).
	WantedTx(ctx context.Context, tx pgx.Tx, departmentID int64, addresses []string) error
}

// Transport sends a mail through a mail server. It calls the message's HandOver before the server can deliver it.
type Transport interface {
	Send(ctx context.Context, m mailer.Message) error
}

// Service is the outbox.
type Service struct {
	pool      *pgxpool.Pool
	q         *db.Queries
	clock     clock.Clock
	queue     *jobs.Queue
	texts     *i18n.Bundle
	transport Transport // nil keeps mails here, where /dev/mail shows them
	from      string
	host      string // of Message-Id
	links     links.Links
	sent      Sent
	keyring   *secrets.Keyring
	audit     *audit.Log
	senders   *senders.Service
	templates *templates.Service

	bounceDomain string
	twice        bool
}

// Deps are the dependencies of a Service.
type Deps struct {
	Pool      *pgxpool.Pool
	Clock     clock.Clock
	Queue     *jobs.Queue
	Texts     *i18n.Bundle
	Transport Transport
	From      string
	Host      string
	Links     links.Links
	Sent      Sent
	Keyring   *secrets.Keyring // encrypts what mails let people do until they were delivered
	Audit     *audit.Log
	Senders   *senders.Service   // how emails of departments go out
	Templates *templates.Service // nil writes all emails with the installation's texts and the templates of departments, but sends no previews

	BounceDomain string // of the return paths of emails through the installation's server; "": they come back to the sender
	Twice        bool   // an email that may have been delivered is sent again
}

// New returns a Service.
func New(d Deps) *Service {
	if d.Templates == nil {
		d.Templates = templates.New(templates.Deps{Pool: d.Pool, Clock: d.Clock, Audit: d.Audit, Links: d.Links, Texts: d.Texts})
	}
	return &Service{d.Pool, db.New(), d.Clock, d.Queue, d.Texts, d.Transport, d.From, d.Host, d.Links, d.Sent, d.Keyring, d.Audit, d.Senders, d.Templates, d.BounceDomain, d.Twice}
}

// Address returns the address that the installation's emails come from.
func (s *Service) Address() string {
	if a, err := mail.ParseAddress(s.from); err == nil {
		return a.Address
	}
	return s.from
}

// EnqueueTx writes an account mail in the transaction that causes it; it implements identity.Mail.
func (s *Service) EnqueueTx(ctx context.Context, tx pgx.Tx, m identity.AccountMail) error {
	return s.WriteTx(ctx, tx, []Draft{{Kind: m.Kind, To: m.To, Language: m.Language, DedupeKey: m.DedupeKey, Params: m.Params}})
}

// WriteTx writes mails and their delivery jobs in the transaction that causes them. Held mails have no job yet.
func (s *Service) WriteTx(ctx context.Context, tx pgx.Tx, drafts []Draft) error {
	if len(drafts) == 0 {
		return nil
	}
	p := db.MailInsertManyParams{CreatedAt: s.clock.Now()}
	settings, err := s.settings(ctx, tx, departmentsOf(drafts))
	if err != nil {
		return err
	}
	composer, err := s.composer(ctx, tx, drafts)
	if err != nil {
		return err
	}
	for _, d := range drafts {
		d, mail, err := composer.compose(withSettings(d, settings[d.DepartmentID]))
		if err != nil {
			return err
		}
		messageID := uuid.NewString() + "@" + s.host
		sealed, err := s.seal(mail.hidden, messageID)
		if err != nil {
			return err
		}
		p.Sealed = append(p.Sealed, sealed)
		p.DepartmentIds = append(p.DepartmentIds, d.DepartmentID)
		p.CredentialIds = append(p.CredentialIds, d.CredentialID)
		p.Kinds = append(p.Kinds, d.Kind)
		p.DedupeKeys = append(p.DedupeKeys, d.DedupeKey)
		p.MessageIds = append(p.MessageIds, messageID)
		p.Recipients = append(p.Recipients, d.To)
		p.Subjects = append(p.Subjects, mail.Subject)
		p.Htmls = append(p.Htmls, mail.HTML)
		p.BodyTexts = append(p.BodyTexts, mail.Text)
		p.HeldBy = append(p.HeldBy, d.HeldBy)
		p.SenderNames = append(p.SenderNames, oneLine(cmp.Or(d.Sender.Name, d.Params["issuer"])))
		p.ReplyTos = append(p.ReplyTos, d.Sender.ReplyTo)
		p.Ccs = append(p.Ccs, strings.Join(d.Sender.CC, ","))
		p.Bccs = append(p.Bccs, strings.Join(d.Sender.BCC, ","))
	}
	written, err := s.q.MailInsertMany(ctx, tx, p)
	if err != nil {
		return fmt.Errorf("write mails: %w", err)
	}
	if err := s.writeFiles(ctx, tx, drafts, written); err != nil {
		return err
	}
	if err := composer.close(ctx, tx); err != nil {
		return err
	}
	var deliver []jobs.Args
	var bulk []int64
	for _, m := range written {
		switch {
		case m.Held:
		case m.DepartmentID != nil:
			bulk = append(bulk, m.ID)
		default:
			deliver = append(deliver, Deliver{MailID: m.ID})
		}
	}
	return s.queue.EnqueueManyTx(ctx, tx, append(deliver, deliveries(bulk)...))
}

// ReleaseTx queues some of the mails held by heldBy and returns their number.
func (s *Service) ReleaseTx(ctx context.Context, tx pgx.Tx, heldBy uuid.UUID, most int32) (int, error) {
	ids, err := s.q.MailRelease(ctx, tx, db.MailReleaseParams{HeldBy: heldBy, RowLimit: most})
	if err != nil {
		return 0, fmt.Errorf("release mails: %w", err)
	}
	return len(ids), s.queue.EnqueueManyTx(ctx, tx, deliveries(ids))
}

// DropTx discards the credential mails held by heldBy and notifies the credentials.
func (s *Service) DropTx(ctx context.Context, tx pgx.Tx, departmentID int64, heldBy uuid.UUID, credentialIDs []int64) error {
	dropped, err := s.q.MailDrop(ctx, tx, db.MailDropParams{HeldBy: heldBy, DepartmentID: &departmentID, CredentialIds: credentialIDs})
	if err != nil {
		return fmt.Errorf("drop mails: %w", err)
	}
	ids := make([]int64, len(dropped))
	for i, id := range dropped {
		ids[i] = *id
	}
	return s.sent.UnmailedTx(ctx, tx, departmentID, ids)
}

// ByCredential returns the mail log of a credential, newest first.
func (s *Service) ByCredential(ctx context.Context, by access.Actor, credentialID int64) ([]Mail, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return nil, err
	}
	var rows []db.Mail
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		rows, err = s.q.MailByCredential(ctx, tx, db.MailByCredentialParams{DepartmentID: &by.DepartmentID, CredentialID: &credentialID})
		return err
	})
	return fromRows(rows), err
}

// Latest lists the newest mails of the whole installation before a given one; for development only.
func (s *Service) Latest(ctx context.Context, before int64) ([]Mail, error) {
	var rows []db.Mail
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
		rows, err = s.q.MailLatest(ctx, tx, before)
		return err
	})
	for i := range rows {
		if err == nil {
			rows[i], err = s.reveal(rows[i])
		}
	}
	return fromRows(rows), err
}

// Read returns a mail as its recipient gets it, or ErrNotFound; for development only.
func (s *Service) Read(ctx context.Context, id int64) (Mail, error) {
	var row db.Mail
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
		if row, err = s.q.MailRead(ctx, tx, id); err != nil {
			return err
		}
		files, err := s.filesTx(ctx, tx, id)
		row.Html = mailer.WithPictures(row.Html, files)
		return err
	})
	if pg.NoRows(err) {
		return Mail{}, ErrNotFound
	}
	if err != nil {
		return Mail{}, fmt.Errorf("read mail: %w", err)
	}
	row, err = s.reveal(row)
	return fromRow(row), err
}

func fromRows(rows []db.Mail) []Mail {
	out := make([]Mail, len(rows))
	for i, r := range rows {
		out[i] = fromRow(r)
	}
	return out
}

func fromRow(r db.Mail) Mail {
	m := Mail{
		ID: r.ID, Kind: r.Kind, Recipient: r.Recipient, Subject: r.Subject, HTML: r.Html, Text: r.BodyText, State: r.State,
		Attempts: int(r.Attempts), LastError: r.LastError, CreatedAt: r.CreatedAt, SentAt: r.SentAt,
	}
	if r.Outcome != "" && (r.State == "sent" || r.State == "uncertain") {
		m.State = r.Outcome
	}
	if r.State == "queued" && r.WaitsFor != "" {
		m.NotBefore, m.WaitsFor = r.NotBefore, senders.Limit(r.WaitsFor)
	}
	if r.DepartmentID != nil {
		m.DepartmentID = *r.DepartmentID
	}
	if r.CredentialID != nil {
		m.CredentialID = *r.CredentialID
	}
	return m
}

// ForgetTx deletes mails about purged credentials, except those on their way that tell of the deletion. It implements lifecycle.Cleaner.
func (s *Service) ForgetTx(ctx context.Context, tx pgx.Tx, credentialIDs []int64) error {
	if err := s.q.MailDeleteByCredentials(ctx, tx, credentialIDs); err != nil {
		return fmt.Errorf("delete mails: %w", err)
	}
	return nil
}
