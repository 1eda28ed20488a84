package outbox

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/messaging/outbox/internal/db"
	"laurel/internal/messaging/senders"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/mailer"
	"laurel/internal/platform/pg"
)

// patience is how long delivery of a mail is retried.
const patience = 5 * 24 * time.Hour

// pauses are the delays after the first attempts; later ones use the last.
var pauses = []time.Duration{
	time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 20 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 3 * time.Hour, 4 * time.Hour,
}

// errInterrupted is the error of a mail whose process ended between sending and the server's response.
var errInterrupted = errors.New("the mail server may have delivered it: the program was interrupted before the server answered")

// errTaken means that another process is sending the mail.
var errTaken = errors.New("another process hands the mail over")

// timeSlice is how long one job sends mails before higher-priority mails, such as password resets, get their turn.
const timeSlice = 5 * time.Second

// Deliver sends a mail. Without a mail server, storing it counts as delivery. With one, the mail is marked in a separate
// transaction right before the server receives the end of the message, so a message ID is sent at most once: a mail found marked
// may have been delivered and is not retried automatically. Temporary failures are retried for five days.
func (s *Service) Deliver(ctx context.Context, id int64) error {
	d := delivery{Service: s, failed: map[int64]string{}, works: map[int64]bool{}}
	err := d.run(ctx, []int64{id})
	switch {
	case d.refused != nil:
		return errors.Join(err, jobs.Cancel(d.refused))
	case err == nil && d.pause > 0:
		return jobs.Later(d.pause)
	}
	return err
}

// DeliverMany sends mails one after the other like Deliver. A mail that must wait gets its own job and does not delay the others.
func (s *Service) DeliverMany(ctx context.Context, ids []int64) error {
	d := delivery{Service: s, many: true, failed: map[int64]string{}, works: map[int64]bool{}}
	return d.run(ctx, ids)
}

// delivery is one run of a job.
type delivery struct {
	*Service
	many     bool
	ended    []ending                   // to be recorded
	recorded []ending                   // whose credentials are still to be updated
	refused  error                      // why a mail has failed
	pause    time.Duration              // until the next attempt of a mail
	rest     []int64                    // mails that get another job
	settings map[int64]senders.Settings // by department
	failed   map[int64]string           // departments whose server failed in this run, with what it said
	attached map[int64]bool             // mails with files
	works    map[int64]bool             // departments whose server failed before this run and works again
}

// ending is the outcome of an attempt.
type ending struct {
	mail  db.Mail
	state string
	why   string
	early bool          // before the mail was marked
	after time.Duration // until the next attempt

	unwanted bool // by the department: its credential may be mailed later
}

func (d *delivery) run(ctx context.Context, ids []int64) error {
	rows, err := d.read(ctx, ids)
	if err != nil {
		return err
	}
	var open []db.Mail
	d.attached = map[int64]bool{}
	for _, row := range rows {
		mail := row.Mail
		d.attached[mail.ID] = row.Attached
		switch {
		case mail.State == "queued" && stopped(mail.Kind, row.Stopped):
			d.ended = append(d.ended, ending{mail: mail, state: "dropped", why: "the recipient stopped these emails"})
		case mail.State == "queued" && row.Suppressed && events[mail.Kind] != "":
			d.ended = append(d.ended, ending{mail: mail, state: "dropped", why: "no emails are sent to this address: it is on the suppression list"})
		case mail.State == "queued" && d.isOff(mail):
			d.ended = append(d.ended, ending{mail: mail, state: "dropped", why: "these emails are switched off in the email settings", unwanted: true})
		case mail.State == "queued":
			open = append(open, mail)
		case mail.State == "sending":
			d.afterInterruption(mail, errInterrupted)
		case d.many: // an earlier run may have been interrupted before it updated the credential
			d.recorded = append(d.recorded, ending{mail: mail, state: mail.State})
		}
	}
	if d.many && len(open) > 0 && len(open) < len(rows) {
		// An earlier run was interrupted. A job gives up after a number of kills, which must not count for a job that makes progress.
		d.passOn(open)
		open = nil
	}
	if open, err = d.paced(ctx, open); err != nil {
		return err
	}
	open = slices.DeleteFunc(open, func(mail db.Mail) bool {
		kept := d.transport == nil && d.settingsOf(mail).Own() == nil
		if kept {
			d.ended = append(d.ended, ending{mail: mail, state: "sent"})
		}
		return kept
	})
	if len(d.ended) > 0 {
		if err := d.record(ctx); err != nil {
			return err
		}
	}
	// What happened must be written down even while the process is being stopped.
	return errors.Join(d.handOverAll(ctx, open), d.record(context.WithoutCancel(ctx)))
}

// handOverAll hands over mails until one meets a fault of our own that the others would meet too.
func (d *delivery) handOverAll(ctx context.Context, open []db.Mail) (err error) {
	until := time.Now().Add(timeSlice)
	for i, mail := range open {
		if i > 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if i > 0 && time.Now().After(until) {
			d.passOn(open[i:])
			return err
		}
		mail, unreadable := d.reveal(mail)
		if unreadable != nil {
			err = errors.Join(err, unreadable)
			continue
		}
		down, failed := d.handOver(ctx, mail)
		if failed != nil {
			return errors.Join(err, failed)
		}
		if down != nil {
			for _, other := range open[i+1:] {
				d.postpone(other, down, true)
			}
			return err
		}
	}
	return err
}

// passOn gives mails to another job.
func (d *delivery) passOn(mails []db.Mail) {
	for _, mail := range mails {
		d.rest = append(d.rest, mail.ID)
	}
}

// handOver hands over one mail. down says that the server did not answer, so the next mail would have to wait for it as well.
func (d *delivery) handOver(ctx context.Context, mail db.Mail) (down, err error) {
	headers, err := d.headers(mail)
	if err != nil {
		return nil, err
	}
	handedOver := false
	files, err := d.files(ctx, mail)
	if err != nil {
		return nil, err
	}
	message := mailer.Message{
		To: mail.Recipient, CC: addresses(mail.Cc), BCC: addresses(mail.Bcc),
		Subject: mail.Subject, HTML: mail.Html, Text: mail.BodyText, MessageID: mail.MessageID, Headers: headers,
		Files: files,
	}
	err = d.send(ctx, mail, message, func(ctx context.Context, from string) error {
		err := d.begin(ctx, mail, from)
		handedOver = err == nil
		return err
	})
	stopped := ctx.Err()
	ctx = context.WithoutCancel(ctx)
	var failure *mailer.Error
	switch isFailure := errors.As(err, &failure); {
	case err == nil:
		d.ended = append(d.ended, ending{mail: mail, state: "sent"}) // recorded with the mark of the next mail
		return nil, nil
	case errors.Is(err, errTaken):
		return nil, nil
	case isFailure && failure.Permanent:
		d.refused = err
		d.ended = append(d.ended, ending{mail: mail, state: "failed", why: err.Error(), early: !handedOver})
	case handedOver && (!isFailure || failure.Code == 0):
		d.afterInterruption(mail, fmt.Errorf("the mail server may have delivered it: %w", err))
	case stopped != nil:
		return nil, stopped // nothing was handed over; another process tries again
	case !isFailure:
		return nil, err // our own fault, such as a database that is down: the job is tried again
	default:
		d.postpone(mail, err, !handedOver)
		if failure.Code == 0 {
			down = err
		}
	}
	return down, d.record(ctx)
}

// afterInterruption ends an attempt after which a mail may have been delivered. It rests until somebody has it sent again, or is queued
// again, with the same Message-Id, in an installation that prefers a second copy to a lost mail.
func (d *delivery) afterInterruption(mail db.Mail, why error) {
	if d.twice {
		d.postpone(mail, why, false)
		return
	}
	d.ended = append(d.ended, ending{mail: mail, state: "uncertain", why: why.Error()})
}

// begin marks a mail as being handed over and records those that were sent before it, or returns errTaken.
func (d *delivery) begin(ctx context.Context, mail db.Mail, from string) error {
	p := db.MailSetSendingParams{ID: mail.ID, Now: d.clock.Now(), SentFrom: from}
	for _, e := range d.ended {
		p.Sent = append(p.Sent, e.mail.ID)
		if d.tracked(e.mail) {
			p.Kept = append(p.Kept, e.mail.ID)
		}
	}
	var n int64
	err := pg.SingleStatementSystem(pg.WithGenericPlan(ctx), d.pool, func(tx pg.DB) (err error) {
		n, err = d.q.MailSetSending(ctx, tx, p)
		return err
	})
	if err != nil {
		return fmt.Errorf("mark the mail: %w", err)
	}
	d.recorded, d.ended = append(d.recorded, d.ended...), nil
	if n == 0 {
		return errTaken
	}
	return nil
}

// tracked reports whether we learn that a mail came back, so that it may have to be sent again.
func (d *delivery) tracked(mail db.Mail) bool {
	settings := d.settingsOf(mail)
	if events[mail.Kind] == "" {
		return false
	}
	if settings.Own() == nil {
		return d.bounceDomain != ""
	}
	return settings.Feedback.BounceAddress != "" || settings.Feedback.Provider != ""
}

// postpone has a mail that the server did not take wait for its next attempt, or fail when it was tried for long enough.
func (d *delivery) postpone(mail db.Mail, why error, early bool) {
	now := d.clock.Now()
	since := now
	if mail.TriedSince != nil {
		since = *mail.TriedSince
	}
	e := ending{mail: mail, state: "queued", why: why.Error(), early: early}
	if left := since.Add(patience).Sub(now); left > 0 {
		e.after = min(pause(int(mail.Attempts)+1), left)
		d.pause = e.after
	} else {
		e.state, d.refused = "failed", why
	}
	d.ended = append(d.ended, e)
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

// statuses is what the credential shows of the mail's end.
var statuses = map[string]string{"sent": "sent", "uncertain": "uncertain", "failed": "bounced", "dropped": "suppressed"}

// record writes how attempts ended, updates the credentials, and gives each mail that has to wait a job of its own unless this is it.
func (d *delivery) record(ctx context.Context) error {
	p := db.MailsSetStateParams{Now: d.clock.Now()}
	attempts := db.MailAttemptsInsertParams{Now: p.Now}
	var wait []jobs.Args
	for _, e := range d.ended {
		p.Ids = append(p.Ids, e.mail.ID)
		p.States = append(p.States, e.state)
		p.LastErrors = append(p.LastErrors, e.why)
		p.Ended = append(p.Ended, e.state == "sent" || e.state == "uncertain")
		// A mail that was sent needs its secrets no more; without a mail server the kept mail is all there is. One that failed can be sent again.
		p.Forget = append(p.Forget, d.transport != nil && e.state == "sent" && !d.tracked(e.mail))
		p.FailedEarly = append(p.FailedEarly, e.early)
		if e.state == "queued" && e.why != "" {
			attempts.Ids, attempts.Reasons = append(attempts.Ids, e.mail.ID), append(attempts.Reasons, e.why)
		}
		if e.state == "queued" && d.many {
			wait = append(wait, Deliver{MailID: e.mail.ID, Bulk: true, at: time.Now().Add(e.after)})
		}
	}
	mailed := mailed(append(d.recorded, d.ended...))
	wait = append(wait, deliveries(d.rest)...)
	if len(p.Ids) == 0 && len(mailed) == 0 && len(wait) == 0 {
		return nil
	}
	err := pg.InSystem(ctx, d.pool, func(tx pgx.Tx) error {
		if len(p.Ids) > 0 {
			if err := d.q.MailsSetState(ctx, tx, p); err != nil {
				return fmt.Errorf("note how mails ended: %w", err)
			}
		}
		if len(attempts.Ids) > 0 {
			if err := d.q.MailAttemptsInsert(ctx, tx, attempts); err != nil {
				return fmt.Errorf("note attempts: %w", err)
			}
		}
		for to, ids := range mailed {
			if to.status == "not_sent" {
				if err := d.sent.UnmailedTx(ctx, tx, to.department, ids); err != nil {
					return err
				}
				continue
			}
			if err := d.sent.MailedTx(ctx, tx, to.department, ids, to.status); err != nil {
				return err
			}
		}
		return d.queue.EnqueueManyTx(ctx, tx, wait)
	})
	if err == nil {
		d.ended, d.recorded, d.rest = nil, nil, nil
	}
	return err
}

// mailStatus is what credentials of a department are to show.
type mailStatus struct {
	department int64
	status     string
}

// mailed groups the credentials that mails brought to their recipients by what they are to show.
func mailed(all []ending) map[mailStatus][]int64 {
	out := map[mailStatus][]int64{}
	for _, e := range all {
		status := statuses[e.state]
		if e.unwanted {
			status = "not_sent"
		}
		if status == "" || e.mail.Kind != Delivery && e.mail.Kind != InProgress || e.mail.CredentialID == nil || e.mail.DepartmentID == nil {
			continue
		}
		to := mailStatus{*e.mail.DepartmentID, status}
		out[to] = append(out[to], *e.mail.CredentialID)
	}
	return out
}
