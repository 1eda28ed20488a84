package outbox

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/messaging/outbox/internal/db"
	"laurel/internal/messaging/senders"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/mailer"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// Waits is the state filter for emails that are held back or wait for a limit of their department.
const Waits = "waiting"

// otherEvents is the event filter for emails that are about none.
const otherEvents = "other"

// states are the states of emails.
var states = []string{"queued", "sending", "sent", "failed", "uncertain", "dropped", outcomeDelivered, outcomeBounced, outcomeComplained}

// LogQuery selects emails of the log. Empty fields select all.
type LogQuery struct {
	Text  string // part of the recipient or the subject
	Event string // of package senders, or "other"
	State string // or Waits
	Page  page.Request
}

// Log returns emails of the actor's department, newest first. It returns the invalid fields.
func (s *Service) Log(ctx context.Context, by access.Actor, q LogQuery) (page.Page[Mail], error) {
	if err := by.Require(access.ManageEmails); err != nil {
		return page.Page[Mail]{}, err
	}
	p := db.MailLogParams{
		DepartmentID: &by.DepartmentID, Query: q.Text, Kinds: []string{}, States: []string{}, Waiting: q.State == Waits, Now: s.clock.Now(),
		RowLimit: q.Page.Limit(), RowOffset: q.Page.Offset(),
	}
	var wrong errs.Fields
	switch known := append(slices.Concat(senders.Events(), senders.Scheduled()), otherEvents); {
	case q.Event == "":
	case !slices.Contains(known, senders.Event(q.Event)):
		wrong.Add("event", "not_one_of", "values", errs.Values(known))
	default:
		p.Other = q.Event == otherEvents
		for kind, event := range events {
			if p.Other || string(event) == q.Event {
				p.Kinds = append(p.Kinds, kind)
			}
		}
	}
	switch {
	case q.State == "":
	case q.State == Waits:
		p.States = []string{"queued"}
	case !slices.Contains(states, q.State):
		wrong.Add("state", "not_one_of", "values", errs.Values(append(states, Waits)))
	default:
		p.States = []string{q.State}
	}
	if err := wrong.Err(); err != nil {
		return page.Page[Mail]{}, err
	}
	var rows []db.MailLogRow
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		rows, err = s.q.MailLog(ctx, tx, p)
		return err
	})
	if err != nil {
		return page.Page[Mail]{}, fmt.Errorf("list emails: %w", err)
	}
	out, total := make([]Mail, len(rows)), int64(0)
	for i, row := range rows {
		out[i], total = fromRow(row.Mail), row.Total
	}
	return page.Of(q.Page, out, total), nil
}

// Moment is an entry of an email's timeline.
type Moment struct {
	What   string // queued, held, refused, waiting, or how it ended: a state
	At     *time.Time
	Reason string
}

// Entry is an email of the log with its headers and timeline. What let its recipient in is gone from its text once it was sent.
type Entry struct {
	Mail
	From, ReplyTo string
	CC, BCC       []string
	MessageID     string
	Timeline      []Moment
}

// Entry returns an email of the actor's department, or ErrNotFound.
func (s *Service) Entry(ctx context.Context, by access.Actor, id int64) (Entry, error) {
	if err := by.Require(access.ManageEmails); err != nil {
		return Entry{}, err
	}
	var out Entry
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		row, err := s.q.MailOfDepartment(ctx, tx, db.MailOfDepartmentParams{DepartmentID: &by.DepartmentID, ID: id})
		if pg.NoRows(err) {
			return ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("read email: %w", err)
		}
		attempts, err := s.q.MailAttempts(ctx, tx, db.MailAttemptsParams{DepartmentID: by.DepartmentID, MailID: id})
		if err != nil {
			return fmt.Errorf("list attempts of email: %w", err)
		}
		reports, err := s.q.MailReports(ctx, tx, db.MailReportsParams{DepartmentID: by.DepartmentID, MailID: id})
		if err != nil {
			return fmt.Errorf("list reports about email: %w", err)
		}
		files, err := s.filesTx(ctx, tx, id)
		if err != nil {
			return err
		}
		row.Html = mailer.WithPictures(row.Html, files)
		out = Entry{
			Mail: fromRow(row), From: row.SentFrom, ReplyTo: row.ReplyTo, CC: addresses(row.Cc), BCC: addresses(row.Bcc), MessageID: row.MessageID,
			Timeline: timeline(row, attempts, reports),
		}
		if out.From == "" {
			settings, err := s.senders.ReadTx(ctx, tx, by.DepartmentID)
			if err != nil {
				return err
			}
			out.From = mailer.Renamed(s.sender(settings), row.SenderName)
		}
		return nil
	})
	return out, err
}

// sender is the address that a department's emails come from now.
func (s *Service) sender(settings senders.Settings) string {
	if own := settings.From(); own != "" {
		return own
	}
	return s.from
}

func timeline(m db.Mail, attempts []db.MailAttemptsRow, reports []db.MailReportsRow) []Moment {
	out := []Moment{{What: "queued", At: &m.CreatedAt}}
	for _, a := range attempts {
		out = append(out, Moment{"refused", new(a.At), a.Reason})
	}
	if m.State != "queued" {
		why := m.LastError
		if m.Outcome != "" {
			why = "" // it is told with the report
		}
		out = append(out, Moment{m.State, m.SentAt, why})
	}
	for _, r := range reports {
		out = append(out, Moment{r.Kind, new(r.At), strings.TrimSpace(r.Status + " " + r.Reason)})
	}
	switch {
	case m.State == "queued" && m.HeldBy != nil:
		out = append(out, Moment{What: "held"})
	case m.State == "queued" && m.WaitsFor != "":
		out = append(out, Moment{"waiting", m.NotBefore, m.WaitsFor})
	}
	return out
}

// RetryAny is Retry for any email of the actor's department, also about no credential. It returns ErrNotFound or ErrNotRetryable.
func (s *Service) RetryAny(ctx context.Context, by access.Actor, id int64) (Mail, error) {
	if err := by.Require(access.ManageEmails); err != nil {
		return Mail{}, err
	}
	if by.Unverified {
		return Mail{}, access.ErrNotVerified
	}
	var row db.Mail
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		_, err := s.q.MailOfDepartment(ctx, tx, db.MailOfDepartmentParams{DepartmentID: &by.DepartmentID, ID: id})
		if pg.NoRows(err) {
			return ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("read email: %w", err)
		}
		mail, err := s.q.MailOfDepartmentLock(ctx, tx, db.MailOfDepartmentLockParams{DepartmentID: &by.DepartmentID, ID: id})
		if err != nil {
			return fmt.Errorf("lock email: %w", err)
		}
		if row, err = s.retryTx(ctx, tx, by.DepartmentID, mail); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "email.resent", ObjectKind: "email", ObjectID: id, Details: map[string]any{"subject": mail.Subject},
		})
	})
	return fromRow(row), err
}
