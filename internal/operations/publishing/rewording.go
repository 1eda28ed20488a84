package publishing

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/starters"
	"laurel/internal/issuing/groups"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/operations/operations"
	"laurel/internal/operations/publishing/internal/db"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
)

// Reword is the job of the previous release that updates issued credentials to the current texts of their group.
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
		o, err := s.operations.LatestTx(ctx, tx, by.DepartmentID, kindReword, groupID)
		switch {
		case err == nil:
			out.Latest = new(rewordingOf(o))
		case !errors.Is(err, operations.ErrNotFound):
			return err
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
		n := operations.Request{UUID: uuid.New(), Kind: kindReword, SubjectID: groupID, Input: worded.Outdated}
		if _, err := s.operations.StartTx(ctx, tx, by, n); err != nil {
			return err
		}
		out = Rewording{TotalCount: worded.Outdated, CreatedAt: s.clock.Now()}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "group.reworded", ObjectKind: "group", ObjectID: groupID, Details: map[string]any{"count": worded.Outdated},
		})
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

// RewordIssued executes a job of the previous release: it starts an operation in its place.
func (s *Service) RewordIssued(ctx context.Context, job Reword) error {
	return pg.InDepartment(ctx, s.pool, job.DepartmentID, func(tx pgx.Tx) error {
		row, err := s.q.RewordingLock(ctx, tx, db.RewordingLockParams{DepartmentID: job.DepartmentID, ID: job.RewordingID})
		if pg.NoRows(err) {
			return jobs.Cancel(groups.ErrNotFound) // deleted with its group
		}
		if err != nil || row.FinishedAt != nil {
			return err
		}
		err = s.q.RewordingFinish(ctx, tx, db.RewordingFinishParams{Now: s.clock.Now(), DepartmentID: job.DepartmentID, ID: row.ID})
		if err != nil {
			return fmt.Errorf("finish rewording: %w", err)
		}
		by := access.Actor{DepartmentID: job.DepartmentID, UserID: pg.OrZero(row.CreatedBy), APIKeyID: pg.OrZero(row.ApiKeyID)}
		_, err = s.operations.StartTx(ctx, tx, by, operations.Request{
			UUID: uuid.New(), Kind: kindReword, SubjectID: row.GroupID, Input: int(row.TotalCount - row.DoneCount),
		})
		return err
	})
}

const kindReword = "reword"

func (s *Service) rewordKind() operations.Kind {
	return operations.Kind{
		Name: kindReword, Object: "group", Events: "group.rewording_", ObjectID: func(o operations.Operation) any { return o.SubjectID },
		Needs: []access.Permission{access.ManageCredentials}, Scope: access.WriteGroups, Keep: retention, Next: s.nextWording,
		Page: func(o operations.Operation) string { return fmt.Sprint("/groups/", o.SubjectID) },
	}
}

// nextWording updates the next outdated credentials of a group, until there is none. Those that were not updated when it stops keep their
// texts, and another rewording updates them.
func (s *Service) nextWording(_ context.Context, tx pgx.Tx, o operations.Operation, _ any) (operations.Chunk, error) {
	return func(ctx context.Context, by access.Actor) (operations.Progress, error) {
		ids, err := s.lifecycle.RewordTx(ctx, tx, by, o.SubjectID, Chunk)
		if err != nil {
			return operations.Progress{}, err
		}
		n := operations.Counts{Done: len(ids)}
		return operations.Progress{Counts: n, Last: len(ids) == 0}, s.queue.EnqueueManyTx(ctx, tx, afterwards(o.DepartmentID, ids))
	}, nil
}

func rewordingOf(o operations.Operation) Rewording {
	return Rewording{o.Input, o.Counts.Done, o.CreatedAt, o.FinishedAt, o.StopReason}
}
