package outbox

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/messaging/mailrefs"
	"laurel/internal/messaging/outbox/internal/db"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
)

// ReportKind is what became of an email after it was handed over.
type ReportKind string

// The kinds of reports.
const (
	Delivered ReportKind = "delivered" // to the mailbox
	Delayed   ReportKind = "delayed"   // a server still tries
	Soft      ReportKind = "soft"      // not delivered, for a reason that may pass or that is not the address's
	Hard      ReportKind = "hard"      // not delivered: the address does not work
	Complaint ReportKind = "complaint" // the recipient called it spam
)

// The outcomes of an email that was handed over.
const (
	outcomeDelivered  = "delivered"
	outcomeBounced    = "bounced"
	outcomeComplained = "complained"
)

// The rules for mailboxes that do not take an email for the moment.
const (
	softBounceWindow = 14 * 24 * time.Hour
	mostSoftBounces  = 5 // within the window; then the address is suppressed
)

// retryPauses are the waits before an email is sent again that a mailbox did not take for the moment.
var retryPauses = []time.Duration{6 * time.Hour, 24 * time.Hour, 72 * time.Hour}

// longestReason is how much of a server's words is kept, in bytes.
const longestReason = 1000

// Report says what became of an email. Ref or MessageID tells which.
type Report struct {
	Ref          string // "{id}.{mac}", as in the return path and in X-Laurel-Id
	MessageID    string // without angle brackets
	DepartmentID int64  // whose report it is; 0: of the installation's own server, about any email
	Kind         ReportKind
	Address      string // whom it is about; "": the recipient
	Status       string // RFC 3463, such as 5.1.1
	Reason       string // what the server said
	Key          string // tells reports about one email apart
	Passing      bool   // a soft bounce for a reason that may pass, such as a full mailbox
}

// Report records what became of an email, and tells whether it knows the email. The email, its credential and the suppressed addresses
// change with it. Reports may come twice and in any order.
func (s *Service) Report(ctx context.Context, r Report) (known bool, err error) {
	r.Reason = strings.ToValidUTF8(strings.ReplaceAll(cut(strings.TrimSpace(r.Reason), longestReason), "\x00", ""), "")
	err = pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		id, found, err := s.reported(ctx, tx, r)
		if err != nil || !found {
			return err
		}
		mail, err := s.q.MailLockReported(ctx, tx, id)
		if pg.NoRows(err) || err == nil && r.DepartmentID != 0 && pg.OrZero(mail.DepartmentID) != r.DepartmentID {
			return nil
		}
		if err != nil {
			return fmt.Errorf("lock reported mail: %w", err)
		}
		known = true
		return s.reportTx(ctx, tx, mail, r)
	})
	return known, err
}

func cut(text string, most int) string {
	if len(text) > most {
		return text[:most]
	}
	return text
}

// reported returns the ID of the email that a report is about.
func (s *Service) reported(ctx context.Context, tx pgx.Tx, r Report) (id int64, found bool, err error) {
	if id, found = mailrefs.Read(s.keyring, r.Ref); found || r.MessageID == "" {
		return id, found, nil
	}
	id, err = s.q.MailByMessageID(ctx, tx, strings.Trim(r.MessageID, "<> "))
	if pg.NoRows(err) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, fmt.Errorf("find mail by message id: %w", err)
	}
	return id, true, nil
}

func (s *Service) reportTx(ctx context.Context, tx pgx.Tx, mail db.Mail, r Report) error {
	now := s.clock.Now()
	about := strings.ToLower(mail.Recipient)
	if copied := strings.ToLower(r.Address); copied != about && contains(append(addresses(mail.Cc), addresses(mail.Bcc)...), copied) {
		about = copied // what becomes of a copy changes nothing about the email
	}
	if mail.DepartmentID != nil {
		n, err := s.q.MailReportInsert(ctx, tx, db.MailReportInsertParams{
			DepartmentID: *mail.DepartmentID, MailID: mail.ID, Key: r.Key, Kind: string(r.Kind), Address: about, Status: cut(r.Status, 20), Reason: r.Reason, At: now,
		})
		if err != nil {
			return fmt.Errorf("record report: %w", err)
		}
		if n == 0 {
			return nil
		}
		if err := s.suppressReportedTx(ctx, tx, mail, r, about); err != nil {
			return err
		}
	}
	if about != strings.ToLower(mail.Recipient) {
		return nil
	}
	return s.concludeTx(ctx, tx, mail, r, now)
}

func contains(all []string, one string) bool {
	for _, a := range all {
		if strings.EqualFold(a, one) {
			return true
		}
	}
	return false
}

// suppressReportedTx stops emails to an address that does not work or complained.
func (s *Service) suppressReportedTx(ctx context.Context, tx pgx.Tx, mail db.Mail, r Report, about string) error {
	reason := SuppressionReason("")
	switch r.Kind {
	case Hard:
		reason = HardBounce
	case Complaint:
		reason = Complained
	case Soft:
		n, err := s.q.MailSoftBounces(ctx, tx, db.MailSoftBouncesParams{
			DepartmentID: *mail.DepartmentID, Address: about, Since: s.clock.Now().Add(-softBounceWindow),
		})
		if err != nil {
			return fmt.Errorf("count soft bounces: %w", err)
		}
		if n >= mostSoftBounces {
			reason = SoftBounces
		}
	case Delivered, Delayed:
	}
	if reason == "" {
		return nil
	}
	_, _, err := s.suppressTx(ctx, tx, *mail.DepartmentID, about, reason, strings.TrimSpace(r.Status+" "+r.Reason), &mail.ID)
	return err
}

// concludeTx gives an email its outcome. A worse one replaces a better one, never the reverse.
func (s *Service) concludeTx(ctx context.Context, tx pgx.Tx, mail db.Mail, r Report, now time.Time) error {
	outcome := outcomeDelivered
	switch r.Kind {
	case Delayed:
		return nil
	case Delivered:
		r.Reason = ""
	case Soft:
		if mail.Outcome != "" {
			return nil
		}
		again, err := s.retryLaterTx(ctx, tx, mail, r, now)
		if err != nil || again {
			return err
		}
		outcome = outcomeBounced
	case Hard:
		outcome = outcomeBounced
	case Complaint:
		outcome = outcomeComplained
	}
	if mail.State != "sent" && mail.State != "uncertain" && mail.State != "sending" || worse(mail.Outcome, outcome) {
		return nil // it is on its way again, or more is known already
	}
	reason := strings.TrimSpace(r.Status + " " + r.Reason)
	if outcome == outcomeDelivered {
		reason = ""
	}
	if err := s.q.MailSetOutcome(ctx, tx, db.MailSetOutcomeParams{ID: mail.ID, Outcome: outcome, At: now, Reason: reason}); err != nil {
		return fmt.Errorf("record outcome of mail: %w", err)
	}
	return s.showTx(ctx, tx, mail, outcome)
}

// worse reports whether an outcome is at least as bad as another.
func worse(known, other string) bool {
	rank := map[string]int{"": 0, outcomeDelivered: 1, outcomeBounced: 2, outcomeComplained: 3}
	return rank[known] >= rank[other]
}

// showTx shows an outcome at the credential that the email brought, unless a later email brought it too.
func (s *Service) showTx(ctx context.Context, tx pgx.Tx, mail db.Mail, status string) error {
	if mail.Kind != Delivery && mail.Kind != InProgress || mail.CredentialID == nil || mail.DepartmentID == nil {
		return nil
	}
	latest, err := s.q.MailIsLatest(ctx, tx, db.MailIsLatestParams{DepartmentID: mail.DepartmentID, CredentialID: mail.CredentialID, ID: mail.ID})
	if err != nil {
		return fmt.Errorf("look for later mails: %w", err)
	}
	if !latest {
		return nil
	}
	return s.sent.MailedTx(ctx, tx, *mail.DepartmentID, []int64{*mail.CredentialID}, status)
}

// removed finds what stands for a secret in an email whose secrets are gone; see conceal.
var removed = regexp.MustCompile(`removed-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)

// ForgetOld drops what let recipients in from emails that can no longer come back. It returns their number.
func (s *Service) ForgetOld(ctx context.Context) (n int64, err error) {
	err = pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
		if n, err = s.q.MailsForget(ctx, tx, s.clock.Now().Add(-patience)); err != nil {
			return err
		}
		files, err := s.q.MailFilesForget(ctx, tx, s.clock.Now().Add(-filesKept))
		n += files
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("forget secrets of mails: %w", err)
	}
	return n, nil
}

// retryLaterTx sends an email again later that a mailbox did not take for a reason that may pass. One that let its recipient in cannot be
// once what did is gone.
func (s *Service) retryLaterTx(ctx context.Context, tx pgx.Tx, mail db.Mail, r Report, now time.Time) (bool, error) {
	tries := int(mail.Retries)
	if !r.Passing || mail.State != "sent" || mail.DepartmentID == nil || tries >= len(retryPauses) || len(mail.Sealed) == 0 && removed.MatchString(mail.BodyText+mail.Html) {
		return false, nil
	}
	at, messageID := now.Add(retryPauses[tries]), uuid.NewString()+"@"+s.host
	sealed, err := s.reseal(mail, messageID)
	if err != nil {
		return false, err
	}
	err = s.q.MailRetryLater(ctx, tx, db.MailRetryLaterParams{
		ID: mail.ID, MessageID: messageID, Sealed: sealed, At: at, Reason: strings.TrimSpace(r.Status + " " + r.Reason),
	})
	if err != nil {
		return false, fmt.Errorf("queue mail again: %w", err)
	}
	if err := s.showTx(ctx, tx, mail, "queued"); err != nil {
		return false, err
	}
	return true, s.queue.EnqueueManyTx(ctx, tx, []jobs.Args{Deliver{MailID: mail.ID, Bulk: true, at: time.Now().Add(at.Sub(now))}})
}
