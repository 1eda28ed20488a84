package outbox

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/messaging/outbox/internal/db"
	"laurel/internal/messaging/senders"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
)

// ErrSwitchedOff means that the department switched emails of a kind off.
var ErrSwitchedOff = senders.ErrSwitchedOff

// events tells which event a mail of a kind is about. Nothing switches the others off or makes them wait: somebody waits for them.
var events = map[string]senders.Event{
	Delivery: senders.Deliveries, InProgress: senders.Deliveries,
	"suspended": senders.Statuses, "reinstated": senders.Statuses, "revoked": senders.Statuses, "deleted": senders.Statuses,
	"name_change_made": senders.NameChanges, "name_change_approved": senders.NameChanges, "name_change_denied": senders.NameChanges,
	"change_approved": senders.NameChanges, "change_denied": senders.NameChanges,
	"reminder": senders.Reminders, "expiring": senders.Expiry, "expired": senders.Expiry,
	"reference_asked": senders.References, "reference_wanted": senders.References, "reference_received": senders.References,
}

// copied are the events of which a department gets copies.
var copied = []senders.Event{senders.Deliveries, senders.Statuses}

// settings returns how the emails of departments go out.
func (s *Service) settings(ctx context.Context, tx pg.DB, departments []int64) (map[int64]senders.Settings, error) {
	out := map[int64]senders.Settings{}
	for _, id := range departments {
		one, err := s.senders.ReadTx(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		out[id] = one
	}
	return out, nil
}

func departmentsOf(drafts []Draft) []int64 {
	ids := map[int64]bool{}
	for _, d := range drafts {
		if d.DepartmentID != 0 {
			ids[d.DepartmentID] = true
		}
	}
	return slices.Sorted(maps.Keys(ids))
}

// withSettings gives a draft what its department set and the draft leaves open.
func withSettings(d Draft, settings senders.Settings) Draft {
	d.Sender.Name = cmp.Or(d.Sender.Name, settings.FromName)
	if events[d.Kind] == "" {
		return d // somebody waits for it, and answers to whoever wrote it
	}
	d.Sender.ReplyTo = cmp.Or(d.Sender.ReplyTo, settings.ReplyTo)
	if len(settings.CC)+len(settings.BCC) == 0 || len(d.Sender.CC)+len(d.Sender.BCC) > 0 || !slices.Contains(copied, events[d.Kind]) {
		return d
	}
	if d.Shared != nil {
		d.Params = d.Shared
	} else if lets := func(value string) bool { return tokenPattern.MatchString(value) }; slices.ContainsFunc(slices.Collect(maps.Values(d.Params)), lets) {
		return d // others would be let in with it
	}
	d.Sender.CC, d.Sender.BCC = settings.CC, settings.BCC
	return d
}

// RequireOnTx returns ErrSwitchedOff if a department sends no mails of a kind.
func (s *Service) RequireOnTx(ctx context.Context, tx pgx.Tx, departmentID int64, kind string) error {
	settings, err := s.senders.ReadTx(ctx, tx, departmentID)
	if err == nil && settings.IsOff(events[kind]) {
		return ErrSwitchedOff
	}
	return err
}

// read reads the mails of a job and the settings of their departments.
func (d *delivery) read(ctx context.Context, ids []int64) (rows []db.MailsToDeliverRow, err error) {
	err = pg.InSystem(ctx, d.pool, func(tx pgx.Tx) error {
		if rows, err = d.q.MailsToDeliver(ctx, tx, ids); err != nil {
			return fmt.Errorf("read mails: %w", err)
		}
		departments := map[int64]bool{}
		for _, row := range rows {
			if row.Mail.DepartmentID != nil {
				departments[*row.Mail.DepartmentID] = true
			}
		}
		d.settings, err = d.Service.settings(ctx, tx, slices.Sorted(maps.Keys(departments)))
		return err
	})
	return rows, err
}

func (d *delivery) settingsOf(mail db.Mail) senders.Settings {
	return d.settings[pg.OrZero(mail.DepartmentID)]
}

func (d *delivery) isOff(mail db.Mail) bool { return d.settingsOf(mail).IsOff(events[mail.Kind]) }

// paced returns the mails whose turn it is. The others get a job at the time of theirs.
func (d *delivery) paced(ctx context.Context, open []db.Mail) ([]db.Mail, error) {
	now := d.clock.Now()
	var due, early []db.Mail
	waiting := map[int64][]db.Mail{}
	for _, mail := range open {
		settings := d.settingsOf(mail)
		switch {
		case events[mail.Kind] == "" || mail.NotBefore == nil && !settings.Paced() || mail.NotBefore != nil && !mail.NotBefore.After(now):
			due = append(due, mail)
		case mail.NotBefore == nil:
			waiting[settings.DepartmentID] = append(waiting[settings.DepartmentID], mail)
		default:
			early = append(early, mail)
		}
	}
	if err := d.keep(ctx, early); err != nil {
		return nil, err
	}
	for _, department := range slices.Sorted(maps.Keys(waiting)) {
		first, err := d.take(ctx, d.settings[department], waiting[department])
		if err != nil {
			return nil, err
		}
		due = append(due, first...)
	}
	return due, nil
}

// take takes turns for mails of a department and returns those whose turn it is already.
func (d *delivery) take(ctx context.Context, settings senders.Settings, mails []db.Mail) (due []db.Mail, err error) {
	err = pg.InSystem(ctx, d.pool, func(tx pgx.Tx) error {
		turns, err := d.senders.TurnsTx(ctx, tx, settings, len(mails))
		if err != nil {
			return err
		}
		var p db.MailsSetTurnsParams
		later := map[time.Time][]int64{}
		for i, turn := range turns {
			p.Ids, p.NotBefore, p.WaitsFor = append(p.Ids, mails[i].ID), append(p.NotBefore, turn.At), append(p.WaitsFor, string(turn.Limit))
			if turn.Limit == "" {
				due = append(due, mails[i])
				continue
			}
			later[turn.At] = append(later[turn.At], mails[i].ID)
		}
		if err := d.q.MailsSetTurns(ctx, tx, p); err != nil {
			return fmt.Errorf("write turns of mails: %w", err)
		}
		return d.queue.EnqueueManyTx(ctx, tx, d.laterJobs(later))
	})
	return due, err
}

// laterJobs are the jobs that hand mails over at their times, which are those of the service's clock.
func (s *Service) laterJobs(later map[time.Time][]int64) (all []jobs.Args) {
	now := s.clock.Now()
	for _, at := range slices.SortedFunc(maps.Keys(later), time.Time.Compare) {
		for batch := range slices.Chunk(later[at], mailBatch) {
			all = append(all, DeliverMany{MailIDs: batch, at: time.Now().Add(at.Sub(now))})
		}
	}
	return all
}

// ReplanTx gives mails of a department that wait for their turn another one, after its limits changed. It implements senders.Outbox.
func (s *Service) ReplanTx(ctx context.Context, tx pgx.Tx, departmentID int64) error {
	now := s.clock.Now()
	ids, err := s.q.MailsTakeTurns(ctx, tx, db.MailsTakeTurnsParams{DepartmentID: &departmentID, Now: now})
	if err != nil {
		return fmt.Errorf("take turns of mails: %w", err)
	}
	err = s.senders.RestartTx(ctx, tx, departmentID, func(since time.Time) (int, error) {
		n, err := s.q.MailsHadTurns(ctx, tx, db.MailsHadTurnsParams{DepartmentID: &departmentID, Since: since, Now: now, Oldest: since.Add(-2 * patience)})
		if err != nil {
			return 0, fmt.Errorf("count turns of mails: %w", err)
		}
		return int(n), nil
	})
	if err != nil {
		return err
	}
	slices.Sort(ids)
	return s.queue.EnqueueManyTx(ctx, tx, deliveries(ids))
}

// Waiting counts mails that wait for the same limit of their department.
type Waiting struct {
	Limit  senders.Limit
	Count  int64
	NextAt time.Time // when the first of them goes out
}

// Waiting counts the mails of the actor's department that wait for their turn.
func (s *Service) Waiting(ctx context.Context, by access.Actor) ([]Waiting, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return nil, err
	}
	var out []Waiting
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		rows, err := s.q.MailsWaiting(ctx, tx, db.MailsWaitingParams{DepartmentID: &by.DepartmentID, Now: s.clock.Now()})
		for _, r := range rows {
			out = append(out, Waiting{senders.Limit(r.WaitsFor), r.Count, r.NextAt})
		}
		return err
	})
	return out, err
}
