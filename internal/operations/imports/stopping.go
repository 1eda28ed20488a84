package imports

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/starters"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/operations/imports/internal/db"
	"laurel/internal/operations/operations"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/errs"
)

// restart makes the actor the starter of the next job. Jobs that are enqueued already become stale.
func (i *Import) restart(by access.Actor) {
	i.Starter, i.StopReason, i.FinishedAt = starters.Of(by), "", nil
	i.Revision++
}

// starterTx returns the starter of an import with their present rights. If they have lost a required permission, it stops the import.
func (s *Service) starterTx(ctx context.Context, tx pgx.Tx, i Import) (by access.Actor, stopped bool, err error) {
	by, err = s.starters.ActorTx(ctx, tx, i.DepartmentID, i.Starter, i.needs()...)
	if reason := starters.StopReason(err); reason != "" {
		return by, true, s.stopTx(ctx, tx, i, reason)
	}
	return by, false, err
}

// stopTx stops an import. Imported rows stay imported; the others stay open, so that the import can be resumed.
func (s *Service) stopTx(ctx context.Context, tx pgx.Tx, i Import, reason string) error {
	now := s.clock.Now()
	i.StopReason, i.FinishedAt = reason, &now
	if err := s.save(ctx, tx, i); err != nil {
		return err
	}
	return s.audit.RecordTx(ctx, tx, access.RightsCheck.In(i.DepartmentID), audit.Event{
		Action: "import.stopped", ObjectKind: "import", ObjectID: i.UUID, Details: map[string]any{"reason": reason},
	})
}

// Resume continues a stopped import with the permissions of the actor. It returns ErrNotFound, ErrNotStopped or ErrAlreadyUndone.
func (s *Service) Resume(ctx context.Context, by access.Actor, id uuid.UUID) (Import, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Import{}, err
	}
	i, err := s.Read(ctx, by, id)
	if err != nil {
		return i, err
	}
	if i.State == Importing || i.Undo != nil {
		return s.control(ctx, by, i, s.operations.Resume)
	}
	return s.change(ctx, by, id, func(tx pgx.Tx, i *Import) error {
		if i.StopReason == "" || i.State != Mapped {
			return ErrNotStopped
		}
		i.restart(by)
		if err := s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "import.resumed", ObjectKind: "import", ObjectID: i.UUID}); err != nil {
			return err
		}
		return s.queue.EnqueueTx(ctx, tx, CheckRows{i.work()})
	})
}

// resume makes the actor the starter of an import that is run.
func (s *Service) resume(ctx context.Context, tx pgx.Tx, by access.Actor, o operations.Operation) error {
	i, err := s.lock(ctx, tx, o.DepartmentID, o.SubjectID)
	if err != nil {
		return err
	}
	i.restart(by)
	return s.save(ctx, tx, i)
}

// importErrors are the errors of this package for those of operations.
var importErrors = map[*errs.Error]*errs.Error{
	operations.ErrNotFound: ErrNotFound, operations.ErrWorking: ErrStillRunning, operations.ErrUndone: ErrAlreadyUndone,
	operations.ErrNothingToUndo: ErrNothingToUndo, operations.ErrNotStopped: ErrNotStopped, operations.ErrFinished: ErrNotCancellable,
}

// control changes the operation of an import.
func (s *Service) control(
	ctx context.Context, by access.Actor, i Import, change func(context.Context, access.Actor, uuid.UUID) (operations.Operation, error),
) (Import, error) {
	_, err := change(ctx, by, i.UUID)
	var known *errs.Error
	if errors.As(err, &known) && importErrors[known] != nil {
		err = importErrors[known]
	}
	if err != nil {
		return Import{}, err
	}
	return s.Read(ctx, by, i.UUID)
}

// publishTx starts publishing the credentials of an import on behalf of the actor.
func (s *Service) publishTx(ctx context.Context, tx pgx.Tx, by access.Actor, i Import) error {
	ids, err := s.q.ImportDrafts(ctx, tx, db.ImportDraftsParams{DepartmentID: i.DepartmentID, ImportID: i.ID})
	if err != nil {
		return fmt.Errorf("find what is to be published: %w", err)
	}
	if len(ids) == 0 {
		return nil
	}
	p, err := s.publishing.StartTx(ctx, tx, by, publishing.Request{
		Selection: credentialsearch.Selection{IDs: ids}, SendEmail: i.SendEmail, HoldMinutes: &i.HoldMinutes,
	})
	if err != nil {
		return err
	}
	i.Publication = &p.UUID
	return s.save(ctx, tx, i)
}

// end ends an import. After a stop, imported rows stay imported; the others stay open, so that the import can be resumed.
func (s *Service) end(ctx context.Context, tx pgx.Tx, o operations.Operation, e *operations.Ending) error {
	i, err := s.lock(ctx, tx, o.DepartmentID, o.SubjectID)
	if errors.Is(err, ErrNotFound) || err == nil && i.State != Importing {
		return nil
	}
	if err != nil {
		return err
	}
	i.FinishedAt = &e.At
	switch {
	case e.State == operations.Stopped:
		i.StopReason = e.Reason
		return s.save(ctx, tx, i)
	case e.State == operations.Cancelled:
		i.State, i.StopReason = Cancelled, ""
		i.Revision++
	case i.Failed > 0:
		i.State = WithErrors
	default:
		i.State = Completed
	}
	if err := s.webhooks.ImportFinishedTx(ctx, tx, i.DepartmentID, i.ID, i.UUID, e.At); err != nil {
		return err
	}
	return s.save(ctx, tx, i)
}

// Cancel stops an import. Imported rows are kept. It returns ErrNotCancellable.
func (s *Service) Cancel(ctx context.Context, by access.Actor, id uuid.UUID) (Import, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Import{}, err
	}
	i, err := s.Read(ctx, by, id)
	if err == nil && i.running() {
		// One that the previous release began has no operation until its job runs.
		if i, err := s.control(ctx, by, i, s.operations.Cancel); !errors.Is(err, ErrNotFound) {
			return i, err
		}
	}
	return s.change(ctx, by, id, func(tx pgx.Tx, i *Import) error {
		switch i.State {
		case Uploaded, Parsed, Mapped, Validated, Importing:
		default:
			return ErrNotCancellable
		}
		if i.State == Importing {
			if err := s.webhooks.ImportFinishedTx(ctx, tx, i.DepartmentID, i.ID, i.UUID, s.clock.Now()); err != nil {
				return err
			}
		}
		i.State, i.FinishedAt, i.StopReason = Cancelled, new(s.clock.Now()), ""
		i.Revision++
		return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "import.cancelled", ObjectKind: "import", ObjectID: i.UUID})
	})
}
