package publishing

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/starters"
	"laurel/internal/issuing/groups"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/operations/publishing/internal/db"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
)

// Reword is the job that updates issued credentials to the current texts of their group.
type Reword struct {
	RewordingID  int64 `json:"rewording_id"`
	DepartmentID int64 `json:"department_id"`
}

// Kind returns the name of the job.
func (Reword) Kind() string { return "publishing.reword" }

// Rewording is a request to update issued credentials to the current texts of their group, and its progress.
type Rewording struct {
	TotalCount int
	DoneCount  int
	CreatedAt  time.Time
	FinishedAt *time.Time
	StopReason string // code of the reason why it ended before all was done; "" where it was not stopped
}

// NotDoneCount returns the number of credentials that a stopped rewording left as they were.
func (r Rewording) NotDoneCount() int { return max(0, r.TotalCount-r.DoneCount) }

// CanResume reports whether the actor may start the rewording, which was stopped, again.
func (r Rewording) CanResume(by access.Actor) bool {
	return r.StopReason != "" && starters.CheckScope(by, access.WriteGroups, access.ManageCredentials) == nil
}

// Wording counts issued credentials by their texts and contains the latest rewording.
type Wording struct {
	lifecycle.Worded
	Latest *Rewording // nil when nobody asked for one yet
}

// Wording counts the issued credentials of a group whose texts are outdated. It returns groups.ErrNotFound.
func (s *Service) Wording(ctx context.Context, by access.Actor, groupID int64) (Wording, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Wording{}, err
	}
	var out Wording
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		if err := s.groupTx(ctx, tx, by.DepartmentID, groupID); err != nil {
			return err
		}
		row, err := s.q.RewordingLatest(ctx, tx, db.RewordingLatestParams{DepartmentID: by.DepartmentID, GroupID: groupID})
		switch {
		case err == nil:
			latest := rewordingOf(row)
			out.Latest = &latest
		case !pg.NoRows(err):
			return fmt.Errorf("read rewording: %w", err)
		}
		out.Worded, err = s.lifecycle.CountWordedTx(ctx, tx, by.DepartmentID, groupID)
		return err
	})
	return out, err
}

// Reword starts updating the issued credentials of a group to its current texts. Each one is signed and printed again. A job does the
// work. It returns groups.ErrNotFound.
func (s *Service) Reword(ctx context.Context, by access.Actor, groupID int64) (Rewording, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Rewording{}, err
	}
	var out Rewording
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		if err := s.groupTx(ctx, tx, by.DepartmentID, groupID); err != nil {
			return err
		}
		worded, err := s.lifecycle.CountWordedTx(ctx, tx, by.DepartmentID, groupID)
		if err != nil {
			return err
		}
		row, err := s.q.RewordingInsert(ctx, tx, db.RewordingInsertParams{
			DepartmentID: by.DepartmentID, GroupID: groupID, TotalCount: int32(worded.Outdated), //nolint:gosec // credentials of one group
			CreatedBy: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID), CreatedAt: s.clock.Now(),
		})
		if err != nil {
			return fmt.Errorf("begin rewording: %w", err)
		}
		out = rewordingOf(row)
		err = s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "group.reworded", ObjectKind: "group", ObjectID: groupID, Details: map[string]any{"count": worded.Outdated},
		})
		if err != nil {
			return err
		}
		return s.queue.EnqueueTx(ctx, tx, Reword{row.ID, by.DepartmentID})
	})
	return out, err
}

func (s *Service) groupTx(ctx context.Context, tx pgx.Tx, departmentID, id int64) error {
	_, err := s.q.RewordingGroup(ctx, tx, db.RewordingGroupParams{DepartmentID: departmentID, GroupID: id})
	if pg.NoRows(err) {
		return groups.ErrNotFound
	}
	if err != nil {
		return fmt.Errorf("read group: %w", err)
	}
	return nil
}

// RewordIssued executes a Reword job chunk by chunk. It is idempotent.
func (s *Service) RewordIssued(ctx context.Context, job Reword) error {
	started := time.Now()
	for {
		n, err := s.rewordSome(ctx, job)
		if err != nil || n == 0 {
			return err
		}
		if time.Since(started) > turn {
			return jobs.Later(0)
		}
	}
}

func (s *Service) rewordSome(ctx context.Context, job Reword) (int, error) {
	n := 0
	err := pg.WithCustomPlan(ctx, s.pool, job.DepartmentID, func(tx pgx.Tx) error {
		row, err := s.q.RewordingLock(ctx, tx, db.RewordingLockParams{DepartmentID: job.DepartmentID, ID: job.RewordingID})
		if pg.NoRows(err) {
			return jobs.Cancel(groups.ErrNotFound) // deleted with its group
		}
		if err != nil {
			return fmt.Errorf("read rewording: %w", err)
		}
		if row.FinishedAt != nil {
			return nil
		}
		by, err := s.starters.ScopedActorTx(ctx, tx, row.DepartmentID, starters.Starter{UserID: row.CreatedBy, APIKeyID: row.ApiKeyID},
			access.WriteGroups, access.ManageCredentials)
		if reason := starters.StopReason(err); reason != "" && row.DoneCount < row.TotalCount {
			return s.stopRewordingTx(ctx, tx, row, reason)
		} else if reason != "" {
			return s.q.RewordingFinish(ctx, tx, db.RewordingFinishParams{Now: s.clock.Now(), DepartmentID: job.DepartmentID, ID: row.ID})
		}
		if err != nil {
			return err
		}
		ids, err := s.lifecycle.RewordTx(ctx, tx, by, row.GroupID, Chunk)
		if err != nil {
			return err
		}
		if n = len(ids); n == 0 {
			return s.q.RewordingFinish(ctx, tx, db.RewordingFinishParams{Now: s.clock.Now(), DepartmentID: job.DepartmentID, ID: row.ID})
		}
		if err := s.queue.EnqueueManyTx(ctx, tx, afterwards(job.DepartmentID, ids)); err != nil {
			return err
		}
		return s.q.RewordingAdvance(ctx, tx, db.RewordingAdvanceParams{Done: int32(n), DepartmentID: job.DepartmentID, ID: row.ID}) //nolint:gosec // at most Chunk
	})
	return n, err
}

// stopRewordingTx stops a rewording whose starter has lost the permission. The remaining credentials keep their texts, and another
// rewording updates them.
func (s *Service) stopRewordingTx(ctx context.Context, tx pgx.Tx, row db.Rewording, reason string) error {
	err := s.q.RewordingStop(ctx, tx, db.RewordingStopParams{Reason: reason, Now: s.clock.Now(), DepartmentID: row.DepartmentID, ID: row.ID})
	if err != nil {
		return fmt.Errorf("stop rewording: %w", err)
	}
	return s.audit.RecordTx(ctx, tx, access.RightsCheck.In(row.DepartmentID), audit.Event{
		Action: "group.rewording_stopped", ObjectKind: "group", ObjectID: row.GroupID, Details: map[string]any{"reason": reason},
	})
}

func rewordingOf(row db.Rewording) Rewording {
	return Rewording{int(row.TotalCount), int(row.DoneCount), row.CreatedAt, row.FinishedAt, pg.OrZero(row.StopReason)}
}
