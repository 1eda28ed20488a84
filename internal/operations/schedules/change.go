package schedules

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/credentials"
	"laurel/internal/messaging/senders"
	"laurel/internal/operations/schedules/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

// Input is the fields of a plan. Fields that are not given stay unchanged.
type Input struct {
	Reminders    optional.Value[bool]
	ReminderDays optional.Value[[]int64]
	Expiry       optional.Value[bool]
	ExpiryDays   optional.Value[[]int64]
	Paused       optional.Value[bool] // of a department
}

// Read returns the plans of the actor's department.
func (s *Service) Read(ctx context.Context, by access.Actor) (Schedules, error) {
	if err := by.Require(access.ManageEmails); err != nil {
		return Schedules{}, err
	}
	var out Schedules
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		all, err := s.readTx(ctx, tx, by.DepartmentID)
		out = all.Schedules
		return err
	})
	return out, err
}

// stored are the plans of a department with their rows, those of the groups in the order of Groups.
type stored struct {
	Schedules
	own  *db.EmailSchedule // nil: the department chose nothing
	rows []db.EmailSchedule
	zone *time.Location
}

func (s *Service) readTx(ctx context.Context, tx pgx.Tx, departmentID int64) (stored, error) {
	d, err := s.q.ScheduleDepartment(ctx, tx, departmentID)
	if err != nil {
		return stored{}, fmt.Errorf("read department: %w", err)
	}
	rows, err := s.q.ScheduleList(ctx, tx, departmentID)
	if err != nil {
		return stored{}, fmt.Errorf("list schedules of emails: %w", err)
	}
	out := stored{Schedules: Schedules{Plan: usual(), Paused: d.Paused, Zone: d.TimeZone}, zone: credentials.Location(d.TimeZone)}
	for _, r := range rows {
		if r.EmailSchedule.GroupID == nil {
			out.Plan, out.own = planOf(r.EmailSchedule), &r.EmailSchedule
			continue
		}
		out.Groups = append(out.Groups, GroupPlan{*r.EmailSchedule.GroupID, r.GroupName, planOf(r.EmailSchedule)})
		out.rows = append(out.rows, r.EmailSchedule)
	}
	return out, nil
}

// Update changes the plan of the actor's department. It returns the invalid fields.
func (s *Service) Update(ctx context.Context, by access.Actor, in Input) (Schedules, error) {
	return s.change(ctx, by, func(tx pgx.Tx, before stored) error {
		plan, err := before.with(in)
		if err != nil {
			return err
		}
		if err := s.writeTx(ctx, tx, by.DepartmentID, nil, plan, before.restart(s.Clock.Now(), before.own)); err != nil {
			return err
		}
		paused := before.Paused
		if in.Paused.Given && in.Paused.Value != paused {
			if paused, err = in.Paused.Value, s.pauseTx(ctx, tx, by, before, in.Paused.Value); err != nil {
				return err
			}
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "email_schedule.updated", ObjectKind: "department", ObjectID: by.DepartmentID,
			Details: map[string]any{"before": before.audited(), "after": plan.audited(), "paused": paused},
		})
	})
}

// pauseTx stops all emails of a department's plans, those included that wait for their turn, or goes on with today's.
func (s *Service) pauseTx(ctx context.Context, tx pgx.Tx, by access.Actor, before stored, paused bool) error {
	if err := s.Senders.PauseTx(ctx, tx, by.DepartmentID, paused); err != nil {
		return err
	}
	if paused {
		return nil
	}
	return s.restartTx(ctx, tx, by.DepartmentID, before)
}

// RestoreTx goes on with today's emails of a department that was archived. The days meanwhile are left out.
func (s *Service) RestoreTx(ctx context.Context, tx pgx.Tx, departmentID int64) error {
	before, err := s.readTx(ctx, tx, departmentID)
	if err != nil {
		return err
	}
	return s.restartTx(ctx, tx, departmentID, before)
}

func (s *Service) restartTx(ctx context.Context, tx pgx.Tx, departmentID int64, before stored) error {
	err := s.q.ScheduleRestart(ctx, tx, db.ScheduleRestartParams{DepartmentID: departmentID, DoneUntil: before.restart(s.Clock.Now(), nil)})
	if err != nil {
		return fmt.Errorf("resume schedules: %w", err)
	}
	return nil
}

// UpdateGroup gives a group a plan of its own, or changes it. What is not given is that of the department at first. It returns the
// invalid fields, credentials.ErrGroupNotFound or ErrTooMany.
func (s *Service) UpdateGroup(ctx context.Context, by access.Actor, groupID int64, in Input) (Schedules, error) {
	return s.change(ctx, by, func(tx pgx.Tx, before stored) error {
		name, err := s.q.ScheduleGroup(ctx, tx, db.ScheduleGroupParams{DepartmentID: by.DepartmentID, GroupID: groupID})
		if pg.NoRows(err) {
			return credentials.ErrGroupNotFound
		}
		if err != nil {
			return fmt.Errorf("read group: %w", err)
		}
		base, row := before.Plan, (*db.EmailSchedule)(nil)
		if i := slices.IndexFunc(before.Groups, func(g GroupPlan) bool { return g.GroupID == groupID }); i >= 0 {
			base, row = before.Groups[i].Plan, &before.rows[i]
		} else if len(before.Groups) >= mostGroups {
			return ErrTooMany.With("max", mostGroups)
		}
		plan, err := base.with(in)
		if err != nil {
			return err
		}
		if err := s.writeTx(ctx, tx, by.DepartmentID, &groupID, plan, before.restart(s.Clock.Now(), row)); err != nil {
			return err
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "email_schedule.updated", ObjectKind: "group", ObjectID: groupID,
			Details: map[string]any{"name": name, "before": base.audited(), "after": plan.audited()},
		})
	})
}

// DeleteGroup deletes the plan of a group, so that the department's applies again. It returns ErrNotFound.
func (s *Service) DeleteGroup(ctx context.Context, by access.Actor, groupID int64) (Schedules, error) {
	return s.change(ctx, by, func(tx pgx.Tx, before stored) error {
		n, err := s.q.ScheduleDelete(ctx, tx, db.ScheduleDeleteParams{DepartmentID: by.DepartmentID, GroupID: groupID})
		if err != nil {
			return fmt.Errorf("delete schedule: %w", err)
		}
		if n == 0 {
			return ErrNotFound
		}
		if before.own != nil { // today's emails of the department are now for this group as well
			if err := s.writeTx(ctx, tx, by.DepartmentID, nil, before.Plan, before.restart(s.Clock.Now(), before.own)); err != nil {
				return err
			}
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: "email_schedule.deleted", ObjectKind: "group", ObjectID: groupID})
	})
}

// change makes a change and returns the plans after it.
func (s *Service) change(ctx context.Context, by access.Actor, change func(tx pgx.Tx, before stored) error) (Schedules, error) {
	if err := senders.MayChange(by); err != nil {
		return Schedules{}, err
	}
	var out Schedules
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		if err := s.q.ScheduleLockAll(ctx, tx, by.DepartmentID); err != nil {
			return fmt.Errorf("lock schedules: %w", err)
		}
		before, err := s.readTx(ctx, tx, by.DepartmentID)
		if err != nil {
			return err
		}
		if err := change(tx, before); err != nil {
			return err
		}
		after, err := s.readTx(ctx, tx, by.DepartmentID)
		out = after.Schedules
		return err
	})
	return out, err
}

func (s *Service) writeTx(ctx context.Context, tx pgx.Tx, departmentID int64, groupID *int64, p Plan, doneUntil time.Time) error {
	err := s.q.ScheduleWrite(ctx, tx, db.ScheduleWriteParams{
		DepartmentID: departmentID, GroupID: groupID, RemindersOn: p.Reminders, ReminderDays: int32s(p.ReminderDays),
		ExpiryOn: p.Expiry, ExpiryDays: int32s(p.ExpiryDays), DoneUntil: doneUntil, Now: s.Clock.Now(),
	})
	if err != nil {
		return fmt.Errorf("write schedule: %w", err)
	}
	return nil
}

// restart returns the day until which a plan counts as done after a change: today's emails are written according to the new plan, those
// that were written already excepted. Days that a plan was still to make up for stay due.
func (s stored) restart(now time.Time, row *db.EmailSchedule) time.Time {
	yesterday := today(now, s.zone).AddDate(0, 0, -1)
	if row != nil && planOf(*row).on() && row.DoneUntil.Before(yesterday) && !s.Paused {
		return row.DoneUntil
	}
	return yesterday
}

// with returns the plan with the given fields of in, or an error with all invalid fields.
func (p Plan) with(in Input) (Plan, error) {
	var wrong errs.Fields
	if in.Reminders.Given {
		p.Reminders = in.Reminders.Value
	}
	if in.Expiry.Given {
		p.Expiry = in.Expiry.Value
	}
	days(&wrong, "reminder_days", in.ReminderDays, &p.ReminderDays, 1, latestRemind, mostReminders)
	days(&wrong, "expiry_days", in.ExpiryDays, &p.ExpiryDays, firstExpiry, lastExpiry, mostExpiry)
	if p.Reminders && len(p.ReminderDays) == 0 {
		wrong.Add("reminder_days", "required")
	}
	if p.Expiry && len(p.ExpiryDays) == 0 {
		wrong.Add("expiry_days", "required")
	}
	return p, wrong.Err()
}

func days(wrong *errs.Fields, field string, in optional.Value[[]int64], to *[]int, least, greatest int64, most int) {
	if !in.Given {
		return
	}
	*to = []int{}
	for _, day := range in.Value {
		switch {
		case day < least:
			wrong.Add(field, "too_small", "min", least)
		case day > greatest:
			wrong.Add(field, "too_large", "max", greatest)
		case !slices.Contains(*to, int(day)):
			*to = append(*to, int(day))
		}
	}
	if len(*to) > most {
		wrong.Add(field, "too_many", "max", most)
	}
	slices.Sort(*to)
}
