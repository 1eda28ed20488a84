package outbox

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/jobs"
	"laurel/internal/mailer"
	"laurel/internal/outbox/internal/db"
	"laurel/internal/pg"
)

// Deliver hands a mail to the mail server. Without one, keeping the mail is the delivery, in one transaction. With one, the
// mail is marked before the hand-over, so that a process killed in between leaves a trace: it goes out once more under the
// same Message-Id, and the log says so.
func (s *Service) Deliver(ctx context.Context, id int64) error {
	var mail db.Mail
	gone := false
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
		mail, err = s.q.MailClaim(ctx, tx, id)
		if pg.NoRows(err) {
			gone = true
			return nil
		}
		if err != nil {
			return fmt.Errorf("claim mail: %w", err)
		}
		if s.transport == nil {
			return s.endTx(ctx, tx, mail, "sent", "")
		}
		if mail.State == "sending" && again(mail) {
			gone = true
			return s.endTx(ctx, tx, mail, "uncertain", errInterrupted.Error())
		}
		return s.q.MailSetSending(ctx, tx, id)
	})
	if err != nil || gone || s.transport == nil {
		return err
	}
	if mail, err = s.reveal(mail); err != nil {
		return err
	}
	note := ""
	if mail.State == "sending" || again(mail) {
		note = errInterrupted.Error()
		if err := s.note(ctx, mail, "sending", note); err != nil {
			return err
		}
	}
	err = s.transport.Send(ctx, mailer.Message{
		From: mailer.Renamed(s.from, mail.SenderName), To: mail.Recipient, CC: addresses(mail.Cc), BCC: addresses(mail.Bcc), ReplyTo: mail.ReplyTo,
		Subject: mail.Subject, HTML: mail.Html, Text: mail.BodyText, MessageID: mail.MessageID,
	})
	// What happened must be written down even while the process is being stopped.
	ctx = context.WithoutCancel(ctx)
	var failure *mailer.Error
	switch {
	case err == nil:
		return s.end(ctx, mail, "sent", note)
	case !errors.As(err, &failure) || failure.Uncertain:
		return err // it stays marked as being handed over: the next attempt knows that this one may have arrived
	case failure.Permanent:
		return errors.Join(s.end(ctx, mail, "failed", err.Error()), jobs.Cancel(err))
	default: // refused for now: the server did not take it, so it waits; that an earlier one may have arrived is not forgotten
		why := err.Error()
		if note != "" {
			why = note + ": " + why
		}
		return errors.Join(s.note(ctx, mail, "queued", why), err)
	}
}

// addresses are those that one column keeps; a comma never stands in one.
func addresses(kept string) []string {
	return strings.FieldsFunc(kept, func(r rune) bool { return r == ',' })
}

// again tells whether the mail was already handed over once more after an interruption; another time would be one too many.
func again(mail db.Mail) bool { return strings.HasPrefix(mail.LastError, errInterrupted.Error()) }

func (s *Service) note(ctx context.Context, mail db.Mail, state, why string) error {
	return pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		return s.q.MailSetState(ctx, tx, db.MailSetStateParams{ID: mail.ID, State: state, LastError: why})
	})
}

func (s *Service) end(ctx context.Context, mail db.Mail, state, why string) error {
	return pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error { return s.endTx(ctx, tx, mail, state, why) })
}

// statuses is what the credential shows of the mail's end.
var statuses = map[string]string{"sent": "sent", "uncertain": "sent", "failed": "bounced"}

func (s *Service) endTx(ctx context.Context, tx pgx.Tx, mail db.Mail, state, why string) error {
	// What nobody sends any more need not be kept; without a mail server the kept mail is all there is.
	p := db.MailSetStateParams{ID: mail.ID, State: state, LastError: why, Forget: s.transport != nil}
	if state != "failed" {
		now := s.clock.Now()
		p.SentAt = &now
	}
	if err := s.q.MailSetState(ctx, tx, p); err != nil {
		return fmt.Errorf("note the mail's end: %w", err)
	}
	if mail.Kind != Delivery || mail.CredentialID == nil || mail.DepartmentID == nil {
		return nil
	}
	return s.sent.MailedTx(ctx, tx, *mail.DepartmentID, *mail.CredentialID, statuses[state])
}
