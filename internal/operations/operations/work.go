package operations

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/starters"
	"laurel/internal/operations/operations/internal/db"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
)

const (
	// timeSlice is how long one job works before it goes to the end of the queue, so that departments alternate.
	timeSlice = 20 * time.Second
	// limit is how many operations of one department run at once. It is less than the jobs of a process, so that one department cannot
	// occupy all of them.
	limit = 3
	// retry is how often a waiting operation looks whether it can begin.
	retry = time.Second
)

// Work executes an operation chunk by chunk. Each chunk commits its changes together with the outcomes and counts, so each item is
// processed completely or not at all if the process is killed.
func (s *Service) Work(ctx context.Context, job Run) error {
	for started := time.Now(); ; {
		if more, err := s.step(ctx, job); err != nil || !more {
			return err
		}
		if time.Since(started) > s.TimeSlice {
			return jobs.Later(0)
		}
	}
}

// step begins a waiting operation, or executes a chunk, or ends the operation.
func (s *Service) step(ctx context.Context, job Run) (more bool, err error) {
	ctx = pg.WithGroups(ctx, string(job.Groups))
	prepared, err := s.prepare(ctx, job)
	if err != nil {
		return false, err
	}
	var p Progress
	err = pg.WithCustomPlan(ctx, s.pool, job.DepartmentID, func(tx pgx.Tx) error {
		o, err := s.byIDTx(ctx, tx, job)
		if more = err == nil && o.FinishedAt == nil; !more {
			return err
		}
		kind := s.kinds[o.Kind]
		if o.StartedAt == nil {
			return s.beginTx(ctx, tx, kind, o)
		}
		p, err = s.chunkTx(ctx, tx, kind, o, prepared)
		more = !p.Last
		return err
	})
	if err == nil && p.Pause > 0 {
		return false, jobs.Later(p.Pause)
	}
	return more, s.failed(ctx, job, err)
}

// failed ends an operation that cannot succeed, because of the error of a chunk. Other errors are returned, so that the job is retried.
func (s *Service) failed(ctx context.Context, job Run, reason error) error {
	if reason == nil {
		return nil
	}
	ended := false
	err := pg.InDepartment(ctx, s.pool, job.DepartmentID, func(tx pgx.Tx) error {
		o, err := s.byIDTx(ctx, tx, job)
		if err != nil {
			return err
		}
		kind := s.kinds[o.Kind]
		if ended = kind.Fails != nil && kind.Fails(reason); !ended || o.FinishedAt != nil {
			return nil
		}
		return s.endTx(ctx, tx, kind, o, Ending{State: Failed, Reason: ErrFailed.Code})
	})
	if ended {
		return errors.Join(jobs.Cancel(reason), err)
	}
	return reason
}

// prepare calls Prepare of kinds that have it, which is work that must not hold a transaction.
func (s *Service) prepare(ctx context.Context, job Run) (prepared any, err error) {
	if !job.Prepares {
		return nil, nil
	}
	var o Operation
	err = pg.InDepartment(ctx, s.pool, job.DepartmentID, func(tx pgx.Tx) error {
		o, err = s.byIDTx(ctx, tx, job)
		return err
	})
	if kind := s.kinds[o.Kind]; err == nil && kind.Prepare != nil && o.State() == Running {
		return kind.Prepare(ctx, o)
	}
	return nil, err
}

func (s *Service) byIDTx(ctx context.Context, tx pgx.Tx, job Run) (Operation, error) {
	row, err := s.q.OperationByID(ctx, tx, db.OperationByIDParams{DepartmentID: job.DepartmentID, ID: job.OperationID})
	if pg.NoRows(err) {
		return Operation{}, jobs.Cancel(ErrNotFound) // deleted, or the arguments were tampered with: another department's does not exist
	}
	if err != nil {
		return Operation{}, fmt.Errorf("read operation: %w", err)
	}
	if _, known := s.kinds[row.Kind]; !known {
		return Operation{}, fmt.Errorf("unknown kind of operation %q", row.Kind)
	}
	return of(row), nil
}

// beginTx begins an operation, or postpones its job while enough others of the department are running.
func (s *Service) beginTx(ctx context.Context, tx pgx.Tx, kind Kind, o Operation) error {
	if err := s.q.OperationQueue(ctx, tx, int32(o.DepartmentID%math.MaxInt32)); err != nil {
		return fmt.Errorf("wait to begin: %w", err)
	}
	n, err := s.q.OperationBegin(ctx, tx, db.OperationBeginParams{
		Now: s.clock.Now(), DepartmentID: o.DepartmentID, ID: o.ID, RowLimit: int32(s.Limit), Kinds: s.together(kind), //nolint:gosec // a small number
	})
	if err != nil {
		return fmt.Errorf("begin operation: %w", err)
	}
	if n == 0 {
		return jobs.Later(retry)
	}
	return nil
}

// chunkTx executes the next chunk. It ends the operation if nothing is left, and stops it if its starter has lost a right.
func (s *Service) chunkTx(ctx context.Context, tx pgx.Tx, kind Kind, o Operation, prepared any) (p Progress, err error) {
	var work Chunk
	if kind.Work != nil {
		work, err = s.nextItems(ctx, tx, kind, o)
	} else {
		work, err = kind.Next(ctx, tx, o, prepared)
	}
	if err != nil {
		return p, err
	}
	if work == nil {
		p.Last = true
		return p, s.endTx(ctx, tx, kind, o, Ending{State: Finished})
	}
	by, err := s.starterTx(ctx, tx, kind, o)
	if reason := starters.StopReason(err); reason != "" {
		p.Last = true
		return p, s.stopTx(ctx, tx, kind, o, reason)
	}
	if err != nil {
		return p, err
	}
	p, err = work(ctx, by)
	switch {
	case err != nil:
		return p, err
	case p.Stop != "":
		p.Last = true
		return p, s.stopTx(ctx, tx, kind, o, p.Stop)
	case p.Last:
		return p, s.endTx(ctx, tx, kind, o, Ending{State: Finished})
	}
	return p, s.advanceTx(ctx, tx, o, p)
}

// starterTx returns the starter with their present rights. A starter who was limited to some groups may continue while the limit is the
// same.
func (s *Service) starterTx(ctx context.Context, tx pgx.Tx, kind Kind, o Operation) (access.Actor, error) {
	needs, err := kind.needs(o)
	if err != nil {
		return access.Actor{}, err
	}
	by, err := s.starters.ScopedActorTx(ctx, tx, o.DepartmentID, o.Starter, kind.scope(), needs...)
	if errors.Is(err, starters.ErrGroupsLost) && o.Groups != "" && by.In(needs...) == o.Groups {
		err = nil
	}
	return by, err
}

func (s *Service) advanceTx(ctx context.Context, tx pgx.Tx, o Operation, n Progress) error {
	if n.total() == 0 && n.Position == 0 {
		return nil
	}
	err := s.q.OperationAdvance(ctx, tx, db.OperationAdvanceParams{
		Position: max(o.Position, n.Position), Done: int32(n.Done), Unchanged: int32(n.Unchanged), Refused: int32(n.Refused), DepartmentID: o.DepartmentID, ID: o.ID, //nolint:gosec // one chunk
	})
	if err != nil {
		return fmt.Errorf("advance operation: %w", err)
	}
	return nil
}

// stopTx stops an operation whose starter has lost a right, unless all was processed. What was processed stays changed; the rest can be
// resumed.
func (s *Service) stopTx(ctx context.Context, tx pgx.Tx, kind Kind, o Operation, reason string) error {
	if !kind.Uncounted && o.NotDone() == 0 {
		return s.endTx(ctx, tx, kind, o, Ending{State: Finished})
	}
	if err := s.endTx(ctx, tx, kind, o, Ending{State: Stopped, Reason: reason}); err != nil {
		return err
	}
	return s.recordTx(ctx, tx, access.RightsCheck.In(o.DepartmentID), kind, o, "stopped", map[string]any{"reason": reason})
}

// endTx ends an operation.
func (s *Service) endTx(ctx context.Context, tx pgx.Tx, kind Kind, o Operation, e Ending) error {
	e.At, e.UndoUntil = s.clock.Now(), o.UndoUntil
	if e.State == Cancelled && kind.Work != nil {
		n, err := s.q.ItemsCancelOpen(ctx, tx, db.ItemsCancelOpenParams{Reason: ErrCancelled.Code, OperationID: o.ID, DepartmentID: o.DepartmentID})
		if err != nil {
			return fmt.Errorf("cancel items: %w", err)
		}
		e.GivenUp = int(n)
	}
	if kind.End != nil {
		if err := kind.End(ctx, tx, o, &e); err != nil {
			return err
		}
	}
	if err := s.advanceTx(ctx, tx, o, Progress{Counts: Counts{Refused: e.GivenUp}}); err != nil {
		return err
	}
	p := db.OperationEndParams{
		Now: e.At, StopReason: pg.OrNull(e.Reason), ExpiresAt: new(e.At.Add(kind.Keep)), UndoUntil: e.UndoUntil,
		Settled: e.State == Finished && kind.Work == nil, DepartmentID: o.DepartmentID, ID: o.ID,
	}
	if e.State == Cancelled {
		p.CancelledAt = &e.At
	}
	if err := s.q.OperationEnd(ctx, tx, p); err != nil {
		return fmt.Errorf("end operation: %w", err)
	}
	return nil
}

func (s *Service) recordTx(
	ctx context.Context, tx pgx.Tx, by access.Actor, kind Kind, o Operation, event string, details map[string]any,
) error {
	return s.audit.RecordTx(ctx, tx, by, audit.Event{
		Action: kind.Events + event, ObjectKind: kind.Object, ObjectID: kind.objectID(o), Details: details,
	})
}
