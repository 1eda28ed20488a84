package publishing

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/operations/publishing/internal/db"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
)

// Release is the job that releases the emails of a publication at the end of its hold window.
type Release struct {
	PublicationID int64 `json:"publication_id"`
	DepartmentID  int64 `json:"department_id"`
}

// Kind returns the name of the job.
func (Release) Kind() string { return "publishing.release" }

// Undo is the job of the previous release that undoes a publication.
type Undo struct {
	PublicationID int64 `json:"publication_id"`
	DepartmentID  int64 `json:"department_id"`
}

// Kind returns the name of the job.
func (Undo) Kind() string { return "publishing.undo" }

// sendable returns an error unless the emails of a publication are held back and can be sent.
func sendable(p db.Publication) error {
	switch {
	case p.UndoneAt != nil && p.UndoStopReason == nil:
		return ErrUndone
	case p.HoldMinutes == 0, p.ReleasedAt != nil:
		return ErrNothingHeld
	case p.FinishedAt == nil:
		return ErrWorking
	}
	return nil
}

// SendNow releases the held emails of a publication, which can then no longer be undone. It returns ErrNotFound, ErrWorking, ErrUndone
// or ErrNothingHeld.
func (s *Service) SendNow(ctx context.Context, by access.Actor, id uuid.UUID) (Publication, error) {
	if err := by.Require(access.PublishCredentials); err != nil {
		return Publication{}, err
	}
	return s.decide(ctx, by, id, "publication.sent_now", func(tx pgx.Tx, p db.Publication) error {
		if err := sendable(p); err != nil {
			return err
		}
		err := s.q.PublicationSetReleased(ctx, tx, db.PublicationSetReleasedParams{Now: s.clock.Now(), DepartmentID: by.DepartmentID, ID: p.ID})
		if err != nil {
			return fmt.Errorf("release publication: %w", err)
		}
		if err := s.keepTx(ctx, tx, p); err != nil {
			return err
		}
		return s.queue.EnqueueTx(ctx, tx, Release{p.ID, by.DepartmentID})
	})
}

// keepTx notes that a publication can no longer be undone. A stopped undo of it is given up.
func (s *Service) keepTx(ctx context.Context, tx pgx.Tx, p db.Publication) error {
	if p.UndoStopReason != nil {
		if err := s.operations.ForgetUndoTx(ctx, tx, p.DepartmentID, p.Uuid); err != nil {
			return err
		}
	}
	return s.operations.SetUndoUntilTx(ctx, tx, p.DepartmentID, p.Uuid, new(s.clock.Now()))
}

// decide locks a publication, changes it, and records an audit event.
func (s *Service) decide(ctx context.Context, by access.Actor, id uuid.UUID, action string, change func(pgx.Tx, db.Publication) error) (Publication, error) {
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		p, err := s.q.PublicationLock(ctx, tx, db.PublicationLockParams{DepartmentID: by.DepartmentID, Uuid: id})
		if pg.NoRows(err) {
			return ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("lock publication: %w", err)
		}
		if err := change(tx, p); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: action, ObjectKind: "publication", ObjectID: id})
	})
	if err != nil {
		return Publication{}, err
	}
	return s.Read(ctx, by, id)
}

// Release releases emails in chunks when the hold window of their publication has ended. It snoozes until then, and does nothing if the
// publication was undone. It discards the emails of credentials that were deleted meanwhile.
func (s *Service) Release(ctx context.Context, job Release) error {
	for {
		n, err := s.release(ctx, job)
		if err != nil || n == 0 {
			return err
		}
	}
}

func (s *Service) release(ctx context.Context, job Release) (n int, err error) {
	err = s.inPublication(ctx, job.DepartmentID, job.PublicationID, func(tx pgx.Tx, p db.Publication) error {
		now := s.clock.Now()
		switch {
		case p.UndoneAt != nil || p.HoldUntil == nil:
			return nil
		case p.ReleasedAt == nil && now.Before(*p.HoldUntil):
			return jobs.Later(p.HoldUntil.Sub(now))
		}
		err := s.q.PublicationSetReleased(ctx, tx, db.PublicationSetReleasedParams{Now: now, DepartmentID: p.DepartmentID, ID: p.ID})
		if err != nil {
			return fmt.Errorf("release publication: %w", err)
		}
		if p.ReleasedAt == nil {
			if err := s.keepTx(ctx, tx, p); err != nil {
				return err
			}
		}
		deleted, err := s.q.DeletedHeld(ctx, tx, db.DeletedHeldParams{DepartmentID: p.DepartmentID, Publication: p.Uuid})
		if err != nil {
			return fmt.Errorf("read what was deleted: %w", err)
		}
		if len(deleted) > 0 {
			if err := s.outbox.DropTx(ctx, tx, p.DepartmentID, p.Uuid, deleted); err != nil {
				return err
			}
		}
		n, err = s.outbox.ReleaseTx(ctx, tx, p.Uuid, Chunk)
		return err
	})
	return n, err
}

// inPublication locks a publication and calls do with it. It cancels the job if the publication does not belong to the department.
func (s *Service) inPublication(ctx context.Context, departmentID, id int64, do func(pgx.Tx, db.Publication) error) error {
	return pg.WithCustomPlan(ctx, s.pool, departmentID, func(tx pgx.Tx) error {
		p, err := s.q.PublicationByID(ctx, tx, db.PublicationByIDParams{DepartmentID: departmentID, ID: id})
		if pg.NoRows(err) {
			return jobs.Cancel(ErrNotFound) // the arguments were tampered with: another department's publication does not exist
		}
		if err != nil {
			return fmt.Errorf("read publication: %w", err)
		}
		return do(tx, p)
	})
}
