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
	"laurel/internal/operations/operations"
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

// kindUndoImport is the kind of operation that undoes an import.
const kindUndoImport = "undo_import"

func (s *Service) undoKind() operations.Kind {
	return operations.Kind{
		Name: kindUndoImport, Object: "import", Events: "import.undo_", Needs: []access.Permission{access.ManageCredentials}, Final: true, Keep: Lifetime,
		Next: s.nextUndo, End: s.endUndo, Resume: s.beginUndoTx, Page: resultPage,
	}
}

// Undo undoes an import: it deletes drafts that the import created, and revokes published credentials while their emails are held
// back. Updated credentials are kept as they are. A job does the work. It also continues an undo that was stopped. It returns
// ErrStillRunning, ErrNothingToUndo or ErrAlreadyUndone.
func (s *Service) Undo(ctx context.Context, by access.Actor, id uuid.UUID) (Import, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Import{}, err
	}
	i, err := s.Read(ctx, by, id)
	if err != nil {
		return Import{}, err
	}
	if i.StartedAt == nil || i.Created == 0 && !i.running() {
		return Import{}, ErrNothingToUndo
	}
	if err := s.adopted(ctx, i); err != nil {
		return Import{}, err
	}
	return s.control(ctx, by, i, s.operations.Undo)
}

// adopted makes sure that an import, which may be of the previous release, has its operation.
func (s *Service) adopted(ctx context.Context, i Import) error {
	return pg.InDepartment(ctx, s.pool, i.DepartmentID, func(tx pgx.Tx) error {
		_, err := s.operations.FindTx(ctx, tx, i.DepartmentID, i.UUID)
		if errors.Is(err, operations.ErrNotFound) {
			_, err = s.adoptTx(ctx, tx, i)
		}
		return err
	})
}

// undo marks an import as undone before the operation that undoes it starts.
func (s *Service) undo(ctx context.Context, tx pgx.Tx, by access.Actor, o operations.Operation, undo *operations.Request) error {
	i, err := s.lock(ctx, tx, o.DepartmentID, o.SubjectID)
	switch {
	case err != nil:
		return err
	case i.Undo != nil:
		return ErrAlreadyUndone // by the previous release
	case i.Created == 0:
		return ErrNothingToUndo
	}
	undo.Input = i.Created
	if err := s.beginUndoTx(ctx, tx, by, o); err != nil {
		return err
	}
	return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "import.undone", ObjectKind: "import", ObjectID: i.UUID})
}

// beginUndoTx marks an import as being undone, and undoes its publication. After its hold window, a publication cannot be undone. The
// remaining drafts can still be deleted.
func (s *Service) beginUndoTx(ctx context.Context, tx pgx.Tx, by access.Actor, o operations.Operation) error {
	i, err := s.lock(ctx, tx, o.DepartmentID, o.SubjectID)
	if err != nil {
		return err
	}
	if i.Publication != nil {
		if err := s.publishing.UndoTx(ctx, tx, by, *i.Publication); err != nil && errs.KindOf(err) != errs.Conflict {
			return err
		}
	}
	i.Undo, i.UndoStarter = &Undo{StartedAt: s.clock.Now(), NotUndone: []NotUndone{}}, starters.Of(by)
	i.Revision++
	return s.save(ctx, tx, i)
}

// RunUndo executes a job of the previous release.
func (s *Service) RunUndo(ctx context.Context, job UndoRun) error {
	var o operations.Operation
	err := pg.InDepartment(ctx, s.pool, job.DepartmentID, func(tx pgx.Tx) error {
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
		if _, err := s.adoptTx(ctx, tx, i); err != nil {
			return err
		}
		o, err = s.operations.AdoptTx(ctx, tx, operations.Operation{
			DepartmentID: i.DepartmentID, UUID: uuid.NewSHA1(i.UUID, []byte("undo")), Kind: kindUndoImport, SubjectID: i.ID, UndoOf: &i.UUID,
			Input: i.Created, Starter: i.UndoStarter, CreatedAt: i.Undo.StartedAt,
		})
		return err
	})
	if err != nil {
		return over(err)
	}
	return s.operations.Work(ctx, operations.Run{OperationID: o.ID, DepartmentID: o.DepartmentID})
}

// nextUndo takes the next rows to undo. It waits until the publication of the import has been undone.
func (s *Service) nextUndo(ctx context.Context, tx pgx.Tx, o operations.Operation, _ any) (operations.Chunk, error) {
	i, err := s.lock(ctx, tx, o.DepartmentID, o.SubjectID)
	if errors.Is(err, ErrNotFound) || err == nil && i.Undo == nil {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	rows, err := s.q.ImportRowsToUndo(ctx, tx, db.ImportRowsToUndoParams{DepartmentID: i.DepartmentID, ImportID: i.ID, RowLimit: Chunk})
	if err != nil {
		return nil, fmt.Errorf("take the next rows: %w", err)
	}
	if len(rows) == 0 {
		return nil, nil
	}
	return func(ctx context.Context, by access.Actor) (p operations.Progress, err error) {
		if p.Stop, err = s.publicationUndo(ctx, by, i); err != nil || p.Stop != "" {
			return p, err
		}
		p.Counts, err = s.takeBackTx(ctx, tx, by, i, rows)
		return p, err
	}, nil
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

func (s *Service) takeBackTx(ctx context.Context, tx pgx.Tx, by access.Actor, i Import, rows []db.ImportRowsToUndoRow) (n operations.Counts, err error) {
	ids := make([]int64, len(rows))
	for n, r := range rows {
		ids[n] = r.CredentialID
	}
	gone, err := s.authoring.DeleteDraftsTx(ctx, tx, by, ids)
	if err != nil {
		return n, err
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
		if how == undoneKept {
			n.Unchanged++
		} else {
			n.Done++
		}
	}
	p := db.ImportRowsUndoneParams{DepartmentID: i.DepartmentID, ImportID: i.ID}
	if p.First, p.Last, p.Hows, err = byNumber(hows); err != nil {
		return n, err
	}
	if err := s.q.ImportRowsUndone(ctx, tx, p); err != nil {
		return n, fmt.Errorf("note what was undone: %w", err)
	}
	return n, nil
}

// endUndo ends an undo with its result. If its starter has lost the permission, the remaining credentials stay as they are until somebody
// undoes the import again.
func (s *Service) endUndo(ctx context.Context, tx pgx.Tx, o operations.Operation, e *operations.Ending) error {
	i, err := s.lock(ctx, tx, o.DepartmentID, o.SubjectID)
	if errors.Is(err, ErrNotFound) || err == nil && i.Undo == nil {
		return nil
	}
	if err != nil {
		return err
	}
	if err := s.tallyUndoTx(ctx, tx, &i); err != nil {
		return err
	}
	if e.State == operations.Stopped {
		i.Undo.StopReason = e.Reason
	} else if i.Updated > 0 {
		i.Undo.NotUndone = append(i.Undo.NotUndone, NotUndone{outcomeUpdated, i.Updated})
	}
	return s.save(ctx, tx, i)
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
