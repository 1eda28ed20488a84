package lifecycle

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/events"
	"laurel/internal/issuing/lifecycle/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// Plan is when drafts are to be published, and whether to email their recipients then.
type Plan struct {
	At        time.Time
	SendEmail bool
}

// mostAhead is how far ahead drafts can be scheduled.
const mostAhead = 2 // years

func (s *Service) checkPlan(in Plan) error {
	switch now := s.clock.Now(); {
	case in.At.IsZero():
		return errs.Field("publish_at", "required")
	case !in.At.After(now):
		return errs.Field("publish_at", "credential.publish_at_past")
	case in.At.After(now.AddDate(mostAhead, 0, 0)):
		return errs.Field("publish_at", "credential.publish_at_far", "years", mostAhead)
	}
	return nil
}

// Planned is the result of scheduling a selection.
type Planned struct{ Changed, Refused int }

// Schedule schedules the drafts of a selection, or changes the time of scheduled ones. Issued credentials count as rejected. It returns
// field errors, credentials.ErrUnapproved where publishing takes an approval, or an error for an empty selection.
func (s *Service) Schedule(ctx context.Context, by access.Actor, sel credentialsearch.Selection, in Plan) (Planned, error) {
	if err := by.Require(access.PublishCredentials); err != nil {
		return Planned{}, err
	}
	if err := s.checkPlan(in); err != nil {
		return Planned{}, err
	}
	record := audit.Event{Action: "credential.scheduled", Details: map[string]any{
		"publish_at": in.At.UTC().Format(time.RFC3339), "send_email": in.SendEmail,
	}}
	return s.planTx(ctx, by, sel, record, events.Scheduled, func(tx pgx.Tx, ids []int64) ([]int64, error) {
		required, err := s.q.ApprovalRequired(ctx, tx, db.ApprovalRequiredParams{DepartmentID: by.DepartmentID, Action: "publish"})
		if err != nil {
			return nil, fmt.Errorf("read what takes an approval: %w", err)
		}
		if required && !by.Test {
			return nil, credentials.ErrUnapproved
		}
		return s.q.CredentialSchedule(ctx, tx, db.CredentialScheduleParams{
			PublishAt: in.At, SendEmail: in.SendEmail, Now: s.clock.Now(), DepartmentID: by.DepartmentID, Ids: ids,
		})
	})
}

// Unschedule turns scheduled credentials into drafts again. It returns an error for an empty selection.
func (s *Service) Unschedule(ctx context.Context, by access.Actor, sel credentialsearch.Selection) (Planned, error) {
	if err := by.Require(access.PublishCredentials); err != nil {
		return Planned{}, err
	}
	record := audit.Event{Action: "credential.unscheduled"}
	return s.planTx(ctx, by, sel, record, events.Unscheduled, func(tx pgx.Tx, ids []int64) ([]int64, error) {
		return s.q.CredentialUnschedule(ctx, tx, db.CredentialUnscheduleParams{Now: s.clock.Now(), DepartmentID: by.DepartmentID, Ids: ids})
	})
}

func (s *Service) planTx(
	ctx context.Context, by access.Actor, sel credentialsearch.Selection, record audit.Event, happened events.Type, change func(tx pgx.Tx, ids []int64) ([]int64, error),
) (Planned, error) {
	var out Planned
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		ids, err := s.search.SelectTx(ctx, tx, by, sel)
		if err != nil {
			return err
		}
		changed, err := change(tx, ids)
		if err != nil {
			return fmt.Errorf("plan publishing: %w", err)
		}
		out = Planned{len(changed), len(ids) - len(changed)}
		return s.credentials.RecordTx(ctx, tx, by, record, events.Of(changed, happened))
	})
	return out, err
}

// Due are the due scheduled credentials of one department that are published in the same way.
type Due struct {
	DepartmentID int64
	SendEmail    bool
	IDs          []int64
}

// DueNow returns due scheduled credentials, at most limit of them.
func (s *Service) DueNow(ctx context.Context, limit int32) ([]Due, error) {
	var out []Due
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		now := s.clock.Now()
		rows, err := s.q.CredentialDue(ctx, tx, db.CredentialDueParams{Now: &now, RowLimit: limit})
		for _, r := range rows {
			if last := len(out) - 1; last < 0 || out[last].DepartmentID != r.DepartmentID || out[last].SendEmail != r.PublishSendEmail {
				out = append(out, Due{DepartmentID: r.DepartmentID, SendEmail: r.PublishSendEmail})
			}
			out[len(out)-1].IDs = append(out[len(out)-1].IDs, r.ID)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("find what is due: %w", err)
	}
	return out, nil
}

// LockDueTx locks those of a Due that are still due, as they may have been published, postponed or cancelled meanwhile.
func (s *Service) LockDueTx(ctx context.Context, tx pgx.Tx, due Due) ([]int64, error) {
	now := s.clock.Now()
	ids, err := s.q.CredentialLockDue(ctx, tx, db.CredentialLockDueParams{
		DepartmentID: due.DepartmentID, Ids: due.IDs, Now: &now, SendEmail: due.SendEmail,
	})
	if err != nil {
		return nil, fmt.Errorf("lock what is due: %w", err)
	}
	return ids, nil
}

// RecordPublishedTx records in the histories that credentials were issued as scheduled, and who scheduled them last.
func (s *Service) RecordPublishedTx(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) error {
	rows, err := s.q.CredentialPlanners(ctx, tx, db.CredentialPlannersParams{DepartmentID: departmentID, Ids: ids})
	if err != nil {
		return fmt.Errorf("find who planned: %w", err)
	}
	planned := map[access.Actor][]int64{}
	for _, r := range rows {
		by := access.Schedule.In(departmentID)
		by.UserID, by.APIKeyID = r.UserID, r.ApiKeyID
		planned[by] = append(planned[by], r.ID)
	}
	event := audit.Event{Action: "credential.published", ObjectKind: "credential"}
	for by, ids := range planned {
		if err := s.audit.RecordManyTx(ctx, tx, by, event, ids); err != nil {
			return err
		}
	}
	return nil
}
