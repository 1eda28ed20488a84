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

// Release is the job that lets the mails of a publication go when it need not hold them back any longer.
type Release struct {
	PublicationID int64 `json:"publication_id"`
	DepartmentID  int64 `json:"department_id"`
}

// Kind names the job.
func (Release) Kind() string { return "publishing.release" }

// Undo is the job that takes back what a publication published.
type Undo struct {
	PublicationID int64 `json:"publication_id"`
	DepartmentID  int64 `json:"department_id"`
}

// Kind names the job.
func (Undo) Kind() string { return "publishing.undo" }

// undoable refuses to undo a publication whose mails may be on their way, or that was undone.
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

// Undo takes a publication back while it holds its mails back: what it published is revoked as issued in error, what it has not
// published yet stays a draft, and no mail goes out. A job does the work. It refuses with ErrNotFound, ErrUndone, ErrUndoOver and
// ErrNothingToUndo.
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
			Now: now, UserID: ref(by.UserID), ApiKeyID: ref(by.APIKeyID), DepartmentID: by.DepartmentID, ID: p.ID,
		})
		if err != nil {
			return fmt.Errorf("undo publication: %w", err)
		}
		return s.queue.EnqueueTx(ctx, tx, Undo{p.ID, by.DepartmentID})
	})
}

// Resume goes on with a publication that was stopped, with the rights of whoever asks. It refuses with ErrNotFound, ErrUndone and
// ErrNotStopped.
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
			CreatedBy: ref(by.UserID), ApiKeyID: ref(by.APIKeyID), DepartmentID: by.DepartmentID, ID: p.ID,
		})
		if err != nil {
			return fmt.Errorf("resume publication: %w", err)
		}
		return s.queue.EnqueueTx(ctx, tx, Publish{p.ID, by.DepartmentID})
	})
}

// SendNow lets the mails go that a publication holds back; it cannot be undone any more. It refuses with ErrNotFound, ErrWorking,
// ErrUndone and ErrNothingHeld.
func (s *Service) SendNow(ctx context.Context, by access.Actor, id uuid.UUID) (Publication, error) {
	if err := by.Require(access.PublishCredentials); err != nil {
		return Publication{}, err
	}
	return s.decide(ctx, by, id, "publication.sent_now", func(tx pgx.Tx, p db.Publication) error {
		switch {
		case p.UndoneAt != nil && p.UndoStopReason == nil:
			return ErrUndone
		case p.HoldMinutes == 0, p.ReleasedAt != nil:
			return ErrNothingHeld
		case p.FinishedAt == nil:
			return ErrWorking
		}
		err := s.q.PublicationSetReleased(ctx, tx, db.PublicationSetReleasedParams{Now: s.clock.Now(), DepartmentID: by.DepartmentID, ID: p.ID})
		if err != nil {
			return fmt.Errorf("release publication: %w", err)
		}
		return s.queue.EnqueueTx(ctx, tx, Release{p.ID, by.DepartmentID})
	})
}

// decide changes a publication that nobody else changes meanwhile, and records it.
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

// Release lets mails go, some at a time, once their publication holds them back no longer. It waits for that moment, and gives up
// a publication that was undone.
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

// inPublication works on a publication that no other job works on meanwhile; it gives up one that is not the department's.
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

// TakeBack does the work of Undo chunk by chunk; each commits what was revoked together with the mails that were dropped.
func (s *Service) TakeBack(ctx context.Context, job Undo) error {
	err := s.inUndone(ctx, job, func(tx pgx.Tx, p db.Publication) error {
		return s.q.PublicationCancelOpen(ctx, tx, db.PublicationCancelOpenParams{ID: p.ID, Now: s.clock.Now(), DepartmentID: p.DepartmentID})
	})
	started, after := time.Now(), int64(0)
	for err == nil {
		var done bool
		after, done, err = s.takeBack(ctx, job, after)
		if done || err != nil {
			return err
		}
		if time.Since(started) > turn {
			return jobs.Later(0)
		}
	}
	return err
}

// inUndone is inPublication for one that is being undone; it gives up any other.
func (s *Service) inUndone(ctx context.Context, job Undo, do func(pgx.Tx, db.Publication) error) error {
	return s.inPublication(ctx, job.DepartmentID, job.PublicationID, func(tx pgx.Tx, p db.Publication) error {
		if p.UndoneAt == nil || p.UndoStopReason != nil {
			return jobs.Cancel(ErrNotFound)
		}
		return do(tx, p)
	})
}

func (s *Service) takeBack(ctx context.Context, job Undo, after int64) (last int64, done bool, err error) {
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

// What came of credentials of a publication that is undone.
const (
	outcomeUndone = "undone"
	outcomeKept   = "kept" // it was deleted meanwhile
)

func (s *Service) takeBackTx(ctx context.Context, tx pgx.Tx, by access.Actor, p db.Publication, ids []int64) error {
	if err := s.outbox.DropTx(ctx, tx, p.DepartmentID, p.Uuid, ids); err != nil {
		return err
	}
	undone, err := s.credentials.TakeBackTx(ctx, tx, by, ids)
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

// stopUndoTx ends an undo whose starter may not revoke any more. The rest stays published, and emails stay held back until somebody
// undoes it again or has them sent.
func (s *Service) stopUndoTx(ctx context.Context, tx pgx.Tx, p db.Publication, reason string) error {
	err := s.q.PublicationStopUndo(ctx, tx, db.PublicationStopUndoParams{Reason: reason, Now: s.clock.Now(), DepartmentID: p.DepartmentID, ID: p.ID})
	if err != nil {
		return fmt.Errorf("stop undo: %w", err)
	}
	return s.recordStopTx(ctx, tx, p, "publication.undo_stopped", reason)
}
