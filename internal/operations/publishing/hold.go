package publishing

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/starters"
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

// Undo is the job that undoes a publication.
type Undo struct {
	PublicationID int64 `json:"publication_id"`
	DepartmentID  int64 `json:"department_id"`
}

// Kind returns the name of the job.
func (Undo) Kind() string { return "publishing.undo" }

// undoable returns an error if a publication's emails may already have been sent, or if it was undone.
func undoable(p db.Publication, now time.Time) error {
	switch {
	case p.UndoStopReason != nil:
		return nil // its emails are still held back
	case p.UndoneAt != nil:
		return ErrUndone
	case p.HoldMinutes == 0, p.ReleasedAt != nil, p.HoldUntil != nil && !now.Before(*p.HoldUntil):
		return ErrUndoOver
	case p.FinishedAt != nil && p.PublishedCount == 0:
		return ErrNothingToUndo
	}
	return nil
}

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

// Undo undoes a publication during its hold window: published credentials are revoked as issued in error, the others remain drafts, and
// no email is sent. A job does the work. It returns ErrNotFound, ErrUndone, ErrUndoOver or ErrNothingToUndo.
func (s *Service) Undo(ctx context.Context, by access.Actor, id uuid.UUID) (Publication, error) {
	if err := by.Require(access.RevokeCredentials); err != nil {
		return Publication{}, err
	}
	return s.decide(ctx, by, id, "publication.undone", func(tx pgx.Tx, p db.Publication) error {
		now := s.clock.Now()
		if err := undoable(p, now); err != nil {
			return err
		}
		err := s.q.PublicationSetUndone(ctx, tx, db.PublicationSetUndoneParams{
			Now: now, UserID: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID), DepartmentID: by.DepartmentID, ID: p.ID,
		})
		if err != nil {
			return fmt.Errorf("undo publication: %w", err)
		}
		return s.queue.EnqueueTx(ctx, tx, Undo{p.ID, by.DepartmentID})
	})
}

// Resume continues a stopped publication with the permissions of the actor. It returns ErrNotFound, ErrUndone or ErrNotStopped.
func (s *Service) Resume(ctx context.Context, by access.Actor, id uuid.UUID) (Publication, error) {
	if err := by.Require(access.PublishCredentials); err != nil {
		return Publication{}, err
	}
	return s.decide(ctx, by, id, "publication.resumed", func(tx pgx.Tx, p db.Publication) error {
		switch {
		case p.UndoneAt != nil:
			return ErrUndone
		case p.StopReason == nil:
			return ErrNotStopped
		}
		err := s.q.PublicationResume(ctx, tx, db.PublicationResumeParams{
			CreatedBy: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID), DepartmentID: by.DepartmentID, ID: p.ID,
		})
		if err != nil {
			return fmt.Errorf("resume publication: %w", err)
		}
		return s.queue.EnqueueTx(ctx, tx, Publish{p.ID, by.DepartmentID})
	})
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
		return s.queue.EnqueueTx(ctx, tx, Release{p.ID, by.DepartmentID})
	})
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
// publication was undone.
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

// RunUndo executes an Undo job chunk by chunk. Each chunk commits its revocations together with the deletion of the held emails.
func (s *Service) RunUndo(ctx context.Context, job Undo) error {
	err := s.inUndone(ctx, job, func(tx pgx.Tx, p db.Publication) error {
		return s.q.PublicationCancelOpen(ctx, tx, db.PublicationCancelOpenParams{ID: p.ID, Now: s.clock.Now(), DepartmentID: p.DepartmentID})
	})
	started, after := time.Now(), int64(0)
	for err == nil {
		var done bool
		after, done, err = s.undoSome(ctx, job, after)
		if done || err != nil {
			return err
		}
		if time.Since(started) > turn {
			return jobs.Later(0)
		}
	}
	return err
}

// inUndone is inPublication for a publication that is being undone. It cancels the job of any other.
func (s *Service) inUndone(ctx context.Context, job Undo, do func(pgx.Tx, db.Publication) error) error {
	return s.inPublication(ctx, job.DepartmentID, job.PublicationID, func(tx pgx.Tx, p db.Publication) error {
		if p.UndoneAt == nil || p.UndoStopReason != nil {
			return jobs.Cancel(ErrNotFound)
		}
		return do(tx, p)
	})
}

func (s *Service) undoSome(ctx context.Context, job Undo, after int64) (last int64, done bool, err error) {
	err = s.inUndone(ctx, job, func(tx pgx.Tx, p db.Publication) error {
		ids, err := s.q.PublicationItemsPublished(ctx, tx, db.PublicationItemsPublishedParams{PublicationID: p.ID, After: after, RowLimit: Chunk})
		if err != nil {
			return fmt.Errorf("take the next credentials: %w", err)
		}
		if len(ids) == 0 {
			done = true
			return s.q.PublicationFinishUndo(ctx, tx, db.PublicationFinishUndoParams{Now: s.clock.Now(), DepartmentID: p.DepartmentID, ID: p.ID})
		}
		by, err := s.starters.ActorTx(ctx, tx, p.DepartmentID, starters.Starter{UserID: p.UndoneBy, APIKeyID: p.UndoneByKey}, access.RevokeCredentials)
		if reason := starters.StopReason(err); reason != "" {
			done = true
			return s.stopUndoTx(ctx, tx, p, reason)
		}
		if err != nil {
			return err
		}
		last = ids[len(ids)-1]
		return s.takeBackTx(ctx, tx, by, p, ids)
	})
	return last, done, err
}

// The outcomes of undoing for credentials of a publication.
const (
	outcomeUndone = "undone"
	outcomeKept   = "kept" // it was deleted meanwhile
)

func (s *Service) takeBackTx(ctx context.Context, tx pgx.Tx, by access.Actor, p db.Publication, ids []int64) error {
	if err := s.outbox.DropTx(ctx, tx, p.DepartmentID, p.Uuid, ids); err != nil {
		return err
	}
	undone, err := s.lifecycle.UndoPublishTx(ctx, tx, by, ids)
	if err != nil {
		return err
	}
	outcomes := make(map[int64]string, len(ids))
	for _, id := range ids {
		outcomes[id] = outcomeKept
	}
	for _, id := range undone {
		outcomes[id] = outcomeUndone
	}
	if err := s.noteTx(ctx, tx, p.ID, outcomes); err != nil {
		return err
	}
	return s.q.PublicationAdvanceUndo(ctx, tx, db.PublicationAdvanceUndoParams{
		Undone: int32(len(undone)), DepartmentID: p.DepartmentID, ID: p.ID, //nolint:gosec // at most Chunk
	})
}

// stopUndoTx stops an undo whose starter has lost the permission to revoke. The remaining credentials stay published, and emails stay
// held until a user undoes the publication again or sends them.
func (s *Service) stopUndoTx(ctx context.Context, tx pgx.Tx, p db.Publication, reason string) error {
	err := s.q.PublicationStopUndo(ctx, tx, db.PublicationStopUndoParams{Reason: reason, Now: s.clock.Now(), DepartmentID: p.DepartmentID, ID: p.ID})
	if err != nil {
		return fmt.Errorf("stop undo: %w", err)
	}
	return s.recordStopTx(ctx, tx, p, "publication.undo_stopped", reason)
}
