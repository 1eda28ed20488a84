package schedules

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/groups"
	"laurel/internal/messaging/outbox"
	"laurel/internal/operations/schedules/internal/db"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/pg"
)

// Send is the job that writes the emails that are due.
type Send struct{}

// Kind names the job.
func (Send) Kind() string { return "schedules.send" }

const (
	batch    = 200 // credentials of one transaction
	mostDue  = 100 // schedules of one job
	timeSpan = 20 * time.Second
)

// Send writes the emails that are due and returns whether there may be more. The emails of a batch and how far the schedule is are
// committed together, and an email that was written before is left alone: so each goes out once, whatever ends the process.
func (s *Service) Send(ctx context.Context) (more bool, err error) {
	var due []db.SchedulesDueRow
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		due, err = s.q.SchedulesDue(ctx, tx, db.SchedulesDueParams{Now: s.Clock.Now(), Hour: Hour, RowLimit: mostDue})
		return err
	})
	if err != nil {
		return false, fmt.Errorf("find due schedules: %w", err)
	}
	until := time.Now().Add(timeSpan)
	for _, one := range due {
		for done := false; !done; {
			if time.Now().After(until) {
				return true, nil
			}
			err := pg.InDepartment(ctx, s.Pool, one.DepartmentID, func(tx pgx.Tx) (err error) {
				done, err = s.batchTx(ctx, tx, one)
				return err
			})
			if err != nil {
				return false, err
			}
		}
	}
	return len(due) == mostDue, nil
}

// batchTx writes the next emails of a schedule. done says that none is left, or that another process writes them.
func (s *Service) batchTx(ctx context.Context, tx pgx.Tx, one db.SchedulesDueRow) (done bool, err error) {
	row, err := s.q.ScheduleLock(ctx, tx, db.ScheduleLockParams{DepartmentID: one.DepartmentID, ID: one.ID})
	if pg.NoRows(err) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("lock schedule: %w", err)
	}
	at, zone := row.EmailSchedule, credentials.Location(row.TimeZone)
	if at.RunUntil == nil {
		last := lastDue(s.Clock.Now(), zone)
		if !last.After(at.DoneUntil) {
			return true, nil
		}
		at.RunUntil = &last
	}
	all := planOf(at).steps(firstDay(at.DoneUntil, *at.RunUntil), *at.RunUntil)
	if int(at.RunStep) < len(all) {
		n, err := s.stepTx(ctx, tx, &at, all[at.RunStep], zone)
		if err != nil {
			return false, err
		}
		if n < batch {
			at.RunStep, at.RunAt, at.RunAfter = at.RunStep+1, nil, 0
		}
	} else {
		at.DoneUntil, at.RunUntil, at.RunStep = *at.RunUntil, nil, 0
	}
	err = s.q.ScheduleProgress(ctx, tx, db.ScheduleProgressParams{
		DepartmentID: at.DepartmentID, ID: at.ID, DoneUntil: at.DoneUntil, RunUntil: at.RunUntil, RunStep: at.RunStep, RunAt: at.RunAt, RunAfter: at.RunAfter,
	})
	if err != nil {
		return false, fmt.Errorf("note progress: %w", err)
	}
	return false, nil
}

// firstDay is the first day whose emails are due until another.
func firstDay(doneUntil, until time.Time) time.Time {
	first := doneUntil.AddDate(0, 0, 1)
	if earliest := until.AddDate(0, 0, 1-catchUp); earliest.After(first) {
		return earliest
	}
	return first
}

// found is a credential that a step is about.
type found struct {
	id int64
	at time.Time
}

// stepTx writes the next emails of a step, moves the position of the schedule and returns how many credentials it found.
func (s *Service) stepTx(ctx context.Context, tx pgx.Tx, at *db.EmailSchedule, of step, zone *time.Location) (int, error) {
	next, err := s.nextTx(ctx, tx, *at, of, zone)
	if err != nil || len(next) == 0 {
		return 0, err
	}
	ids := make([]int64, len(next))
	for i, f := range next {
		ids[i] = f.id
	}
	read, err := s.Credentials.ReadIDsTx(ctx, tx, at.DepartmentID, ids)
	if err != nil {
		return 0, err
	}
	var drafts []outbox.Draft
	for _, id := range ids {
		if c, there := read[id]; there {
			drafts = append(drafts, s.draft(c, of))
		}
	}
	if err := s.Outbox.WriteTx(ctx, tx, drafts); err != nil {
		return 0, err
	}
	last := next[len(next)-1]
	at.RunAt, at.RunAfter = &last.at, last.id
	return len(next), nil
}

func (s *Service) nextTx(ctx context.Context, tx pgx.Tx, at db.EmailSchedule, of step, zone *time.Location) ([]found, error) {
	var out []found
	if of.empty() {
		return nil, nil
	}
	if of.kind == Reminder {
		p := db.UnopenedSinceParams{DepartmentID: at.DepartmentID, GroupID: pg.OrZero(at.GroupID), AfterID: at.RunAfter, RowLimit: batch}
		p.FromTime, p.UntilTime = of.times(zone)
		if p.AfterTime = p.FromTime; at.RunAt != nil {
			p.AfterTime = *at.RunAt
		}
		rows, err := s.q.UnopenedSince(ctx, tx, p)
		if err != nil {
			return nil, fmt.Errorf("find unopened credentials: %w", err)
		}
		for _, r := range rows {
			out = append(out, found{r.ID, r.At})
		}
		return out, nil
	}
	p := db.ExpiringOnParams{
		DepartmentID: at.DepartmentID, GroupID: pg.OrZero(at.GroupID), FirstDay: of.first, LastDay: of.last, AfterDay: of.first, AfterID: at.RunAfter, RowLimit: batch,
	}
	if at.RunAt != nil {
		p.AfterDay = *at.RunAt
	}
	rows, err := s.q.ExpiringOn(ctx, tx, p)
	if err != nil {
		return nil, fmt.Errorf("find expiring credentials: %w", err)
	}
	for _, r := range rows {
		out = append(out, found{r.ID, r.At})
	}
	return out, nil
}

// draft is the email of a step about a credential. Its key lets it be written once, and again for another last day.
func (s *Service) draft(c credentials.Credential, of step) outbox.Draft {
	key, ends := of.kind+":"+strconv.FormatInt(c.ID, 10)+":"+strconv.Itoa(of.days), ""
	language := c.RecipientLanguage()
	if of.kind != Reminder && c.ExpiredOn != nil {
		key += ":" + c.ExpiredOn.Format(time.DateOnly)
		ends = i18n.Date(language, *c.ExpiredOn)
	}
	return outbox.Draft{
		Kind: of.kind, To: c.Recipient.Email, Language: language, DepartmentID: c.DepartmentID, CredentialID: c.ID, DedupeKey: key,
		Sender: senderOf(c.Group.Settings.Sender),
		Params: map[string]string{
			"name": c.Recipient.Name, "course": c.Name(), "issuer": c.Issuer.Name, "issued_on": i18n.Date(language, c.IssuedOn), "expired_on": ends,
			"link": s.Links.Credential(c.UUID.String(), c.Key()),
		},
	}
}

func senderOf(s groups.Sender) outbox.Sender {
	return outbox.Sender{Name: s.Name, ReplyTo: s.ReplyTo, CC: s.CC, BCC: s.BCC}
}
