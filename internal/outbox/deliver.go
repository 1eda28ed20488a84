package outbox

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/jobs"
	"laurel/internal/mailer"
	"laurel/internal/outbox/internal/db"
	"laurel/internal/pg"
)

// patience is how long a mail is tried until it has failed.
const patience = 5 * 24 * time.Hour

// pauses are the waits after the first attempts; later ones wait as long as the last.
var pauses = []time.Duration{
	time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 20 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 3 * time.Hour, 4 * time.Hour,
}

// errInterrupted is the reason of a mail whose process ended between the hand-over and the server's answer.
var errInterrupted = errors.New("the mail server may have delivered it: the program was interrupted before the server answered")

// errTaken says that another process hands the mail over.
var errTaken = errors.New("another process hands the mail over")

// Deliver hands a mail to the mail server. Without one, keeping the mail is the delivery, in one transaction. With one, the mail is
// marked in a transaction of its own right before the server gets the end of the message, so a message id is handed over at most once:
// a mail that is found marked may have been delivered and is not sent again by itself. A refusal for now is tried again for five days.
func (s *Service) Deliver(ctx context.Context, id int64) error {
	var mail db.Mail
	done := false
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
		mail, err = s.q.MailClaim(ctx, tx, id)
		if pg.NoRows(err) {
			done = true
			return nil
		}
		if err != nil {
			return fmt.Errorf("claim mail: %w", err)
		}
		if s.transport == nil {
			done = true
			return s.endTx(ctx, tx, mail, "sent", "")
		}
		if mail.State == "sending" {
			done = true
			return s.endTx(ctx, tx, mail, afterInterruption, errInterrupted.Error())
		}
		mail.Attempts++
		return s.q.MailTry(ctx, tx, db.MailTryParams{ID: id, Now: s.clock.Now()})
	})
	if err != nil || done {
		return err
	}
	if mail, err = s.reveal(mail); err != nil {
		return err
	}
	return s.handOver(ctx, mail)
}

// afterInterruption is the state of a mail that may have been delivered: it rests until somebody has it sent again. An installation
// that prefers a second copy to a lost mail would queue it again instead.
const afterInterruption = "uncertain"

func (s *Service) handOver(ctx context.Context, mail db.Mail) error {
	handedOver := false
	err := s.transport.Send(ctx, mailer.Message{
		From: mailer.Renamed(s.from, mail.SenderName), To: mail.Recipient, CC: addresses(mail.Cc), BCC: addresses(mail.Bcc), ReplyTo: mail.ReplyTo,
		Subject: mail.Subject, HTML: mail.Html, Text: mail.BodyText, MessageID: mail.MessageID,
		HandOver: func(ctx context.Context) error {
			err := s.begin(ctx, mail)
			handedOver = err == nil
			return err
		},
	})
	stopped := ctx.Err()
	// What happened must be written down even while the process is being stopped.
	ctx = context.WithoutCancel(ctx)
	var failure *mailer.Error
	switch isFailure := errors.As(err, &failure); {
	case err == nil:
		return s.end(ctx, mail, "sent", "")
	case errors.Is(err, errTaken):
		return nil
	case isFailure && failure.Permanent:
		return errors.Join(s.end(ctx, mail, "failed", err.Error()), jobs.Cancel(err))
	case handedOver && (!isFailure || failure.Code == 0):
		return s.end(ctx, mail, afterInterruption, "the mail server may have delivered it: "+err.Error())
	case stopped != nil:
		return stopped // nothing was handed over; another process tries again
	case !isFailure:
		return err // our own fault, such as a database that is down: the job is tried again
	}
	return s.later(ctx, mail, err)
}

// begin marks the mail as being handed over, or returns errTaken.
func (s *Service) begin(ctx context.Context, mail db.Mail) error {
	return pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		n, err := s.q.MailSetSending(ctx, tx, mail.ID)
		if err != nil {
			return fmt.Errorf("mark the mail: %w", err)
		}
		if n == 0 {
			return errTaken
		}
		return nil
	})
}

// later has a mail that the server did not take wait for its next attempt, or fail when it was tried for long enough.
func (s *Service) later(ctx context.Context, mail db.Mail, why error) error {
	now := s.clock.Now()
	since := now
	if mail.TriedSince != nil {
		since = *mail.TriedSince
	}
	left := since.Add(patience).Sub(now)
	if left <= 0 {
		return errors.Join(s.end(ctx, mail, "failed", why.Error()), jobs.Cancel(why))
	}
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		return s.q.MailSetState(ctx, tx, db.MailSetStateParams{ID: mail.ID, State: "queued", LastError: why.Error()})
	})
	if err != nil {
		return fmt.Errorf("record the failed attempt: %w", err)
	}
	return jobs.Later(min(pause(int(mail.Attempts)), left))
}

// pause is how long to wait after so many attempts: up to a fifth more or less, so that mails that failed together are not tried
// together.
func pause(attempts int) time.Duration {
	p := pauses[min(max(attempts, 1), len(pauses))-1]
	return p*4/5 + rand.N(p*2/5) //nolint:gosec // G404: spreads load, guards nothing
}

// addresses are those that one column keeps; a comma never stands in one.
func addresses(kept string) []string {
	return strings.FieldsFunc(kept, func(r rune) bool { return r == ',' })
}

func (s *Service) end(ctx context.Context, mail db.Mail, state, why string) error {
	return pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error { return s.endTx(ctx, tx, mail, state, why) })
}

// statuses is what the credential shows of the mail's end.
var statuses = map[string]string{"sent": "sent", "uncertain": "sent", "failed": "bounced"}

func (s *Service) endTx(ctx context.Context, tx pgx.Tx, mail db.Mail, state, why string) error {
	// A mail that was sent needs its secrets no more; without a mail server the kept mail is all there is. One that failed can be sent again.
	p := db.MailSetStateParams{ID: mail.ID, State: state, LastError: why, Forget: s.transport != nil && state == "sent"}
	if state != "failed" {
		now := s.clock.Now()
		p.SentAt = &now
	}
	if err := s.q.MailSetState(ctx, tx, p); err != nil {
		return fmt.Errorf("note the mail's end: %w", err)
	}
	if mail.Kind != Delivery && mail.Kind != InProgress || mail.CredentialID == nil || mail.DepartmentID == nil {
		return nil
	}
	return s.sent.MailedTx(ctx, tx, *mail.DepartmentID, *mail.CredentialID, statuses[state])
}
