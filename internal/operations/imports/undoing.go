package imports

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
	"laurel/internal/issuing/credentials"
	"laurel/internal/operations/imports/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
)

// The outcomes of undoing for a credential.
const (
	undoneDeleted = "deleted"
	undoneRevoked = "revoked"
	undoneKept    = "kept"
)

// notUndonePublished is the reason why credentials stay: their emails have been sent.
const notUndonePublished = "published"

// Undo undoes an import: it deletes drafts that the import created, and revokes published credentials while their emails are held
// back. Updated credentials are kept as they are. A job does the work. It also continues an undo that was stopped. It returns
// ErrStillRunning, ErrNothingToUndo or ErrAlreadyUndone.
func (s *Service) Undo(ctx context.Context, by access.Actor, id uuid.UUID) (Import, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Import{}, err
	}
	before, err := s.Read(ctx, by, id)
	if err != nil {
		return Import{}, err
	}
	if err := undoable(before); err != nil {
		return Import{}, err
	}
	if before.Publication != nil {
		// After its hold window, a publication cannot be undone. The remaining drafts can still be deleted.
		if _, err := s.publishing.Undo(ctx, by, *before.Publication); err != nil && errs.KindOf(err) != errs.Conflict {
			return Import{}, err
		}
	}
	return s.change(ctx, by, id, func(tx pgx.Tx, i *Import) error {
		if err := undoable(*i); err != nil {
			return err
		}
		i.Undo, i.UndoStarter = &Undo{StartedAt: s.clock.Now(), NotUndone: []NotUndone{}}, starters.Of(by)
		i.Revision++
		if err := s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "import.undone", ObjectKind: "import", ObjectID: i.UUID}); err != nil {
			return err
		}
		return s.queue.EnqueueTx(ctx, tx, UndoRun{i.work()})
	})
}

func undoable(i Import) error {
	switch {
	case i.Undo != nil && i.Undo.StopReason != "":
		return nil
	case i.Undo != nil:
		return ErrAlreadyUndone
	case i.running():
		return ErrStillRunning
	case i.Created == 0:
		return ErrNothingToUndo
	}
	return nil
}

// RunUndo undoes an import chunk by chunk. It waits until the publication has been undone.
func (s *Service) RunUndo(ctx context.Context, job UndoRun) error {
	started := time.Now()
	for {
		left, err := s.takeBackChunk(ctx, job)
		if err != nil || !left {
			return over(err)
		}
		if time.Since(started) > turn {
			return jobs.Later(0)
		}
	}
}

func (s *Service) takeBackChunk(ctx context.Context, job UndoRun) (left bool, err error) {
	err = pg.WithCustomPlan(ctx, s.pool, job.DepartmentID, func(tx pgx.Tx) error {
		i, err := s.lock(ctx, tx, job.DepartmentID, job.ImportID)
		if errors.Is(err, ErrNotFound) {
			return jobs.Cancel(err)
		}
		if err != nil {
			return err
		}
		if i.Revision != job.Revision || i.Undo == nil || i.Undo.FinishedAt != nil {
			return errStale
		}
		rows, err := s.q.ImportRowsToUndo(ctx, tx, db.ImportRowsToUndoParams{DepartmentID: i.DepartmentID, ImportID: i.ID, RowLimit: Chunk})
		if err != nil {
			return fmt.Errorf("take the next rows: %w", err)
		}
		if left = len(rows) > 0; !left {
			return s.undoneTx(ctx, tx, i)
		}
		by, err := s.starters.ActorTx(ctx, tx, i.DepartmentID, i.UndoStarter, access.ManageCredentials)
		reason := starters.StopReason(err)
		if err != nil && reason == "" {
			return err
		}
		if reason == "" {
			if reason, err = s.publicationUndo(ctx, by, i); err != nil {
				return err
			}
		}
		if reason != "" {
			left = false
			return s.stopUndoTx(ctx, tx, i, reason)
		}
		return s.takeBackTx(ctx, tx, by, i, rows)
	})
	return left, err
}

// publicationUndo returns the reason why the undo of an import's publication was stopped, or "" if it was not. It snoozes the job while
// the publication is being undone.
func (s *Service) publicationUndo(ctx context.Context, by access.Actor, i Import) (stopReason string, err error) {
	if i.Publication == nil {
		return "", nil
	}
	p, err := s.publishing.Read(ctx, by, *i.Publication)
	if err != nil {
		return "", err
	}
	if p.UndoneAt != nil && p.UndoFinishedAt == nil {
		return "", jobs.Later(time.Second)
	}
	return p.UndoStopReason, nil
}

func (s *Service) takeBackTx(ctx context.Context, tx pgx.Tx, by access.Actor, i Import, rows []db.ImportRowsToUndoRow) error {
	ids := make([]int64, len(rows))
	for n, r := range rows {
		ids[n] = r.CredentialID
	}
	gone, err := s.authoring.DeleteDraftsTx(ctx, tx, by, ids)
	if err != nil {
		return err
	}
	deleted := make(map[int64]bool, len(gone))
	for _, id := range gone {
		deleted[id] = true
	}
	hows := make(map[int]string, len(rows))
	for _, r := range rows {
		how := undoneKept
		switch {
		case deleted[r.CredentialID] || r.State == string(credentials.Deleted):
			how = undoneDeleted
		case r.State == string(credentials.Revoked):
			how = undoneRevoked
		}
		hows[int(r.Number)] = how
	}
	p := db.ImportRowsUndoneParams{DepartmentID: i.DepartmentID, ImportID: i.ID}
	if p.First, p.Last, p.Hows, err = byNumber(hows); err != nil {
		return err
	}
	if err := s.q.ImportRowsUndone(ctx, tx, p); err != nil {
		return fmt.Errorf("note what was undone: %w", err)
	}
	return nil
}

// undoneTx completes the undo with its result.
func (s *Service) undoneTx(ctx context.Context, tx pgx.Tx, i Import) error {
	if err := s.tallyUndoTx(ctx, tx, &i); err != nil {
		return err
	}
	if i.Updated > 0 {
		i.Undo.NotUndone = append(i.Undo.NotUndone, NotUndone{outcomeUpdated, i.Updated})
	}
	return s.save(ctx, tx, i)
}

// stopUndoTx stops an undo whose starter has lost the permission. The remaining credentials stay as they are until somebody undoes the
// import again.
func (s *Service) stopUndoTx(ctx context.Context, tx pgx.Tx, i Import, reason string) error {
	if err := s.tallyUndoTx(ctx, tx, &i); err != nil {
		return err
	}
	i.Undo.StopReason = reason
	if err := s.save(ctx, tx, i); err != nil {
		return err
	}
	return s.recordStopTx(ctx, tx, i, "import.undo_stopped", reason)
}

// tallyUndoTx ends an undo and counts the rows by their outcome.
func (s *Service) tallyUndoTx(ctx context.Context, tx pgx.Tx, i *Import) error {
	counts, err := s.q.ImportUndoTally(ctx, tx, db.ImportUndoTallyParams{DepartmentID: i.DepartmentID, ImportID: i.ID})
	if err != nil {
		return fmt.Errorf("count what was undone: %w", err)
	}
	now := s.clock.Now()
	i.Undo.FinishedAt = &now
	for _, c := range counts {
		switch c.How {
		case undoneDeleted:
			i.Undo.Deleted = int(c.Rows)
		case undoneRevoked:
			i.Undo.Revoked = int(c.Rows)
		default:
			i.Undo.NotUndone = append(i.Undo.NotUndone, NotUndone{notUndonePublished, int(c.Rows)})
		}
	}
	return nil
}
