package imports

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/starters"
	"laurel/internal/platform/jobs"
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
	return s.recordStopTx(ctx, tx, i, "import.stopped", reason)
}

func (s *Service) recordStopTx(ctx context.Context, tx pgx.Tx, i Import, action, reason string) error {
	return s.audit.RecordTx(ctx, tx, access.RightsCheck.In(i.DepartmentID), audit.Event{
		Action: action, ObjectKind: "import", ObjectID: i.UUID, Details: map[string]any{"reason": reason},
	})
}

// Resume continues a stopped import with the permissions of the actor. It returns ErrNotFound, ErrNotStopped or ErrAlreadyUndone.
func (s *Service) Resume(ctx context.Context, by access.Actor, id uuid.UUID) (Import, error) {
	return s.change(ctx, by, id, func(tx pgx.Tx, i *Import) error {
		switch {
		case i.StopReason == "":
			return ErrNotStopped
		case i.Undo != nil:
			return ErrAlreadyUndone
		}
		for _, p := range i.needs() {
			if err := by.Require(p); err != nil {
				return err
			}
		}
		i.restart(by)
		if err := s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "import.resumed", ObjectKind: "import", ObjectID: i.UUID}); err != nil {
			return err
		}
		var job jobs.Args = Run{i.work()}
		if i.State == Mapped {
			job = CheckRows{i.work()}
		}
		return s.queue.EnqueueTx(ctx, tx, job)
	})
}
