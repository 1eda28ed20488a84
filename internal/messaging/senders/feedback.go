package senders

import (
	"context"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/messaging/senders/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

// The providers whose webhooks tell what became of emails.
const (
	SES      = "ses"
	Postmark = "postmark"
	Mailgun  = "mailgun"
	SendGrid = "sendgrid"
)

// Providers lists them.
var Providers = []string{SES, Postmark, Mailgun, SendGrid}

const (
	longestSecret = 2000
	longestFolder = 255
	imapsPort     = 993
)

// Feedback is how a department that sends through a mail server of its own learns what became of its emails.
type Feedback struct {
	UUID          uuid.UUID // in the address of the webhook; zero until something is set
	Provider      string    // "": none
	HasSecret     bool
	BounceAddress string // that bounces are returned to, with the email's reference after a plus sign; "": the sender's address
	Mailbox       Mailbox
	PolledAt      *time.Time
	Failure       string // why the mailbox could not be read
}

// Mailbox is where bounces arrive, read over IMAP with TLS.
type Mailbox struct {
	Host        string // "": none
	Port        int
	User        string
	HasPassword bool
	Folder      string
}

// FeedbackInput is the fields of Feedback. Fields that are not given stay unchanged; an empty secret or password keeps the current one.
type FeedbackInput struct {
	Provider, Secret, BounceAddress optional.Value[string]
	Mailbox                         optional.Value[*MailboxInput] // nil removes it
}

// MailboxInput is the fields of a mailbox.
type MailboxInput struct {
	Host, User, Password, Folder optional.Value[string]
	Port                         optional.Value[int64]
}

func feedbackOf(row db.EmailFeedback) Feedback {
	return Feedback{
		UUID: row.Uuid, Provider: row.Provider, HasSecret: len(row.SealedSecret) > 0, BounceAddress: row.BounceAddress,
		Mailbox:  Mailbox{row.ImapHost, int(row.ImapPort), row.ImapUsername, len(row.ImapSealedPassword) > 0, row.ImapFolder},
		PolledAt: row.PolledAt, Failure: row.Failure,
	}
}

func (s *Service) feedback(ctx context.Context, tx pg.DB, departmentID int64) (db.EmailFeedback, error) {
	row, err := s.q.FeedbackRead(ctx, tx, departmentID)
	if pg.NoRows(err) {
		return db.EmailFeedback{DepartmentID: departmentID, ImapPort: imapsPort, ImapFolder: "INBOX"}, nil
	}
	if err != nil {
		return row, fmt.Errorf("read email feedback: %w", err)
	}
	return row, nil
}

// Feedback returns how the actor's department learns what became of its emails.
func (s *Service) Feedback(ctx context.Context, by access.Actor) (Feedback, error) {
	if err := by.Require(access.ManageEmails); err != nil {
		return Feedback{}, err
	}
	var row db.EmailFeedback
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		row, err = s.feedback(ctx, tx, by.DepartmentID)
		return err
	})
	return feedbackOf(row), err
}

// UpdateFeedback changes it. It returns the invalid fields.
func (s *Service) UpdateFeedback(ctx context.Context, by access.Actor, in FeedbackInput) (Feedback, error) {
	if err := MayChange(by); err != nil {
		return Feedback{}, err
	}
	var out Feedback
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		if err := s.q.SettingsLock(ctx, tx, by.DepartmentID); err != nil {
			return fmt.Errorf("lock email settings: %w", err)
		}
		before, err := s.feedback(ctx, tx, by.DepartmentID)
		if err != nil {
			return err
		}
		after, err := s.changedFeedback(before, in)
		if err != nil {
			return err
		}
		err = s.q.FeedbackWrite(ctx, tx, db.FeedbackWriteParams{
			DepartmentID: by.DepartmentID, Provider: after.Provider, SealedSecret: after.SealedSecret, BounceAddress: after.BounceAddress, ImapHost: after.ImapHost,
			ImapPort: after.ImapPort, ImapUsername: after.ImapUsername, ImapSealedPassword: after.ImapSealedPassword, ImapFolder: after.ImapFolder, Now: s.Clock.Now(),
		})
		if err != nil {
			return fmt.Errorf("write email feedback: %w", err)
		}
		row, err := s.feedback(ctx, tx, by.DepartmentID)
		if err != nil {
			return err
		}
		out = feedbackOf(row)
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "email_feedback.updated", ObjectKind: "department", ObjectID: by.DepartmentID,
			Details: map[string]any{"provider": out.Provider, "bounce_address": out.BounceAddress, "mailbox": mailboxAudited(out.Mailbox)},
		})
	})
	return out, err
}

func mailboxAudited(m Mailbox) string {
	if m.Host == "" {
		return ""
	}
	return m.User + "@" + m.Host + ":" + strconv.Itoa(m.Port)
}

func (s *Service) changedFeedback(to db.EmailFeedback, in FeedbackInput) (db.EmailFeedback, error) {
	var wrong errs.Fields
	before := to
	if in.Provider.Given {
		to.Provider = in.Provider.Value
	}
	if to.Provider != "" && !slices.Contains(Providers, to.Provider) {
		wrong.Add("provider", "not_one_of", "values", errs.Values(Providers))
	}
	if to.Provider != before.Provider {
		to.SealedSecret = nil
	}
	switch secret := strings.TrimSpace(in.Secret.Value); {
	case to.Provider == "":
		to.SealedSecret = nil
	case secret != "":
		if code := secretProblem(to.Provider, secret); code != "" {
			wrong.Add("secret", code)
		}
		to.SealedSecret = s.Keyring.Seal([]byte(secret), feedbackContext("sealed_secret", to.DepartmentID))
	case len(to.SealedSecret) == 0:
		wrong.Add("secret", "required")
	}
	if in.BounceAddress.Given {
		to.BounceAddress = strings.TrimSpace(in.BounceAddress.Value)
	}
	if to.BounceAddress != "" && (!Mailable(to.BounceAddress) || strings.Contains(to.BounceAddress, "+") || strings.IndexByte(to.BounceAddress, '@') > longestBounceLocal) {
		wrong.Add("bounce_address", "email_feedback.bounce_address")
	}
	if in.Mailbox.Given {
		s.changeMailbox(&to, before, in.Mailbox.Value, &wrong)
	}
	return to, wrong.Err()
}

// longestBounceLocal leaves room for the reference in the 64 characters before the @ that mail servers take.
const longestBounceLocal = 30

var topicPattern = regexp.MustCompile(`^arn:aws[a-z-]*:sns:[a-z0-9-]+:[0-9]+:[A-Za-z0-9_-]+$`)

// secretProblem is what is wrong with what proves that a provider calls, or "".
func secretProblem(provider, secret string) string {
	switch {
	case len(secret) > longestSecret:
		return "email_feedback.secret_long"
	case provider == SES && !topicPattern.MatchString(secret):
		return "email_feedback.not_a_topic"
	case provider == Postmark && !strings.Contains(secret, ":"):
		return "email_feedback.not_user_and_password"
	case provider == SendGrid:
		der, err := base64.StdEncoding.DecodeString(secret)
		if err == nil {
			_, err = x509.ParsePKIXPublicKey(der)
		}
		if err != nil {
			return "email_feedback.not_a_key"
		}
	}
	return ""
}

func (s *Service) changeMailbox(to *db.EmailFeedback, before db.EmailFeedback, in *MailboxInput, wrong *errs.Fields) {
	if in == nil {
		to.ImapHost, to.ImapPort, to.ImapUsername, to.ImapSealedPassword, to.ImapFolder = "", imapsPort, "", nil, "INBOX"
		return
	}
	if in.Host.Given {
		to.ImapHost = strings.ToLower(strings.TrimSpace(in.Host.Value))
	}
	if _, err := netip.ParseAddr(to.ImapHost); err != nil && (len(to.ImapHost) > 253 || !hostPattern.MatchString(to.ImapHost)) {
		wrong.Add("mailbox.host", "email_server.not_a_host")
	}
	if in.Port.Given {
		to.ImapPort = int32(min(max(in.Port.Value, 0), 65536))
	}
	if to.ImapPort < 1 || to.ImapPort > 65535 {
		wrong.Add("mailbox.port", "email_server.not_a_port")
	}
	name(wrong, "mailbox.username", in.User, &to.ImapUsername, longestUser)
	if to.ImapUsername == "" {
		wrong.Add("mailbox.username", "required")
	}
	name(wrong, "mailbox.folder", in.Folder, &to.ImapFolder, longestFolder)
	if to.ImapFolder == "" {
		to.ImapFolder = "INBOX"
	}
	elsewhere := to.ImapHost != before.ImapHost || to.ImapPort != before.ImapPort || to.ImapUsername != before.ImapUsername
	switch password := in.Password.Value; {
	case len(password) > longestPassword:
		wrong.Add("mailbox.password", "too_long", "max", longestPassword)
	case password != "":
		to.ImapSealedPassword = s.Keyring.Seal([]byte(password), feedbackContext("imap_sealed_password", to.DepartmentID))
	case elsewhere || len(to.ImapSealedPassword) == 0: // another server must not get the password of the former one
		wrong.Add("mailbox.password", "required")
	}
}

// feedbackContext binds a secret to its column and department.
func feedbackContext(column string, departmentID int64) string {
	return "email_feedback." + column + " of " + strconv.FormatInt(departmentID, 10)
}

// Hook is what a provider's calls for a department are checked with.
type Hook struct {
	DepartmentID     int64
	Provider, Secret string
}

// Hook returns the webhook of an address, or ErrNoHook.
func (s *Service) Hook(ctx context.Context, id uuid.UUID) (Hook, error) {
	var row db.EmailFeedback
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		row, err = s.q.FeedbackByUUID(ctx, tx, id)
		return err
	})
	if pg.NoRows(err) || err == nil && row.Provider == "" {
		return Hook{}, ErrNoHook
	}
	if err != nil {
		return Hook{}, fmt.Errorf("find webhook: %w", err)
	}
	secret, err := s.Keyring.Open(row.SealedSecret, feedbackContext("sealed_secret", row.DepartmentID))
	if err != nil {
		return Hook{}, fmt.Errorf("open secret of webhook: %w", err)
	}
	return Hook{row.DepartmentID, row.Provider, string(secret)}, nil
}

// ErrNoHook means that no department has a webhook at an address.
var ErrNoHook = errs.New(errs.NotFound, "email_feedback.not_found")

// Poll is a mailbox that is to be read.
type Poll struct {
	DepartmentID int64
	Mailbox
	Password string
}

// ToPoll lists the mailboxes of departments that were not read since a time.
func (s *Service) ToPoll(ctx context.Context, before time.Time) ([]Poll, error) {
	var rows []db.EmailFeedback
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		rows, err = s.q.FeedbackToPoll(ctx, tx, before)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list mailboxes: %w", err)
	}
	out := make([]Poll, len(rows))
	for i, row := range rows {
		password, err := s.Keyring.Open(row.ImapSealedPassword, feedbackContext("imap_sealed_password", row.DepartmentID))
		if err != nil {
			return nil, fmt.Errorf("open password of mailbox of department %d: %w", row.DepartmentID, err)
		}
		out[i] = Poll{row.DepartmentID, feedbackOf(row).Mailbox, string(password)}
	}
	return out, nil
}

// Polled records that a department's mailbox was read, or with failure why it could not be.
func (s *Service) Polled(ctx context.Context, departmentID int64, failure string) error {
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		return s.q.FeedbackPolled(ctx, tx, db.FeedbackPolledParams{DepartmentID: departmentID, Now: s.Clock.Now(), Failure: failure})
	})
	if err != nil {
		return fmt.Errorf("note that mailbox was read: %w", err)
	}
	return nil
}
