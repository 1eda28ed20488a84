package operations

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/starters"
	"laurel/internal/operations/operations/internal/db"
	"laurel/internal/platform/pg"
)

// CanResume reports whether the actor may resume the operation.
func (s *Service) CanResume(by access.Actor, o Operation) bool {
	return o.resumable() && o.UndoneBy == nil && s.permits(by, s.kinds[o.Kind], o)
}

// resumable reports whether the operation ended before everything was done, and not because somebody wanted that.
func (o Operation) resumable() bool { return o.State() == Stopped || o.State() == Failed }

// Reversible reports whether what the operation has changed can be undone once it has ended.
func (s *Service) Reversible(o Operation) bool { return !o.Undoes() && s.kinds[o.Kind].Inverse != "" }

// CanCancel reports whether the actor may cancel the operation.
func (s *Service) CanCancel(by access.Actor, o Operation) bool {
	kind := s.kinds[o.Kind]
	return o.FinishedAt == nil && kind.cancels() && s.permits(by, kind, o)
}

// CanUndo reports whether the actor may undo the operation.
func (s *Service) CanUndo(by access.Actor, o Operation) bool {
	return s.Undoable(o) && s.permits(by, s.kinds[s.kinds[o.Kind].Inverse], o)
}

// Undoable reports whether the operation can be undone, whoever does it, or a stopped undo of it resumed.
func (s *Service) Undoable(o Operation) bool {
	return o.undoStopped || o.UndoneBy == nil && s.undoable(s.kinds[o.Kind], o) == nil
}

func (s *Service) permits(by access.Actor, kind Kind, o Operation) bool {
	needs, err := kind.needs(o)
	return err == nil && starters.CheckScope(by, kind.scope(), needs...) == nil
}

func require(by access.Actor, kind Kind, o Operation) error {
	needs, err := kind.needs(o)
	if err != nil {
		return err
	}
	for _, p := range needs {
		if err := by.Require(p); err != nil {
			return err
		}
	}
	return nil
}

// undoable returns why an operation cannot be undone: ErrCannotUndo, ErrUndoOver, ErrWorking or ErrNothingToUndo.
func (s *Service) undoable(kind Kind, o Operation) error {
	switch {
	case o.Undoes() || kind.Inverse == "":
		return ErrCannotUndo
	case o.UndoUntil != nil && !s.clock.Now().Before(*o.UndoUntil):
		return ErrUndoOver
	case o.FinishedAt == nil && !kind.Early:
		return ErrWorking
	case o.FinishedAt != nil && o.Counts.Done == 0:
		return ErrNothingToUndo
	}
	return nil
}

// Undo starts an operation that undoes another one, or resumes it if it was stopped. It returns ErrNotFound, ErrWorking, ErrCannotUndo,
// ErrUndoOver, ErrUndone or ErrNothingToUndo.
func (s *Service) Undo(ctx context.Context, by access.Actor, id uuid.UUID) (Operation, error) {
	var undo uuid.UUID
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		undo, err = s.UndoTx(ctx, tx, by, id)
		return err
	})
	if err != nil {
		return Operation{}, err
	}
	return s.Read(ctx, by, undo)
}

// UndoTx does what Undo does in a transaction of the department, and returns the UUID of the operation that undoes the other one.
func (s *Service) UndoTx(ctx context.Context, tx pgx.Tx, by access.Actor, id uuid.UUID) (undo uuid.UUID, err error) {
	err = s.changeTx(ctx, tx, by, id, func(tx pgx.Tx, row db.Operation, kind Kind, o Operation) (err error) {
		undo, err = s.undoTx(ctx, tx, by, row, kind, o)
		return err
	})
	return undo, err
}

func (s *Service) undoTx(ctx context.Context, tx pgx.Tx, by access.Actor, row db.Operation, kind Kind, o Operation) (uuid.UUID, error) {
	inverse, ok := s.kinds[kind.Inverse]
	if !ok {
		inverse = kind
	}
	if err := require(by, inverse, o); err != nil {
		return uuid.Nil, err
	}
	earlier, err := s.q.OperationUndo(ctx, tx, db.OperationUndoParams{DepartmentID: o.DepartmentID, ID: &o.ID})
	switch {
	case err == nil && earlier.StopReason == nil:
		return uuid.Nil, ErrUndone
	case err == nil:
		return earlier.Uuid, s.resumeTx(ctx, tx, by, inverse, of(earlier))
	case !pg.NoRows(err):
		return uuid.Nil, fmt.Errorf("look for an undo: %w", err)
	}
	if err := s.undoable(kind, o); err != nil {
		return uuid.Nil, err
	}
	if o.FinishedAt == nil {
		if err := s.endTx(ctx, tx, kind, o, Ending{State: Cancelled}); err != nil {
			return uuid.Nil, err
		}
	}
	n := Request{UUID: uuid.New(), Kind: inverse.Name, SubjectID: o.SubjectID, Input: o.Counts.Done, undoes: &row}
	if kind.Undo != nil {
		if err := kind.Undo(ctx, tx, by, o, &n); err != nil {
			return uuid.Nil, err
		}
	}
	_, err = s.StartTx(ctx, tx, by, n)
	return n.UUID, err
}

// Cancel ends an operation early. What was processed stays changed. It returns ErrNotFound, ErrFinished or ErrCannotCancel.
func (s *Service) Cancel(ctx context.Context, by access.Actor, id uuid.UUID) (Operation, error) {
	err := s.change(ctx, by, id, func(tx pgx.Tx, _ db.Operation, kind Kind, o Operation) error {
		if err := require(by, kind, o); err != nil {
			return err
		}
		switch {
		case o.FinishedAt != nil:
			return ErrFinished
		case !kind.cancels():
			return ErrCannotCancel
		}
		if err := s.endTx(ctx, tx, kind, o, Ending{State: Cancelled}); err != nil {
			return err
		}
		return s.recordTx(ctx, tx, by, kind, o, "cancelled", nil)
	})
	if err != nil {
		return Operation{}, err
	}
	return s.Read(ctx, by, id)
}

// Resume continues an operation that was stopped or has failed, with the permissions of the actor. It returns ErrNotFound, ErrNotStopped or ErrUndone.
func (s *Service) Resume(ctx context.Context, by access.Actor, id uuid.UUID) (Operation, error) {
	err := s.change(ctx, by, id, func(tx pgx.Tx, _ db.Operation, kind Kind, o Operation) error {
		if err := require(by, kind, o); err != nil {
			return err
		}
		if !o.resumable() {
			return ErrNotStopped
		}
		_, err := s.q.OperationUndo(ctx, tx, db.OperationUndoParams{DepartmentID: o.DepartmentID, ID: &o.ID})
		switch {
		case err == nil:
			return ErrUndone
		case !pg.NoRows(err):
			return fmt.Errorf("look for an undo: %w", err)
		}
		return s.resumeTx(ctx, tx, by, kind, o)
	})
	if err != nil {
		return Operation{}, err
	}
	return s.Read(ctx, by, id)
}

func (s *Service) resumeTx(ctx context.Context, tx pgx.Tx, by access.Actor, kind Kind, o Operation) error {
	err := s.q.OperationResume(ctx, tx, db.OperationResumeParams{
		CreatedBy: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID), StarterGroups: string(by.Sees()), DepartmentID: o.DepartmentID, ID: o.ID,
	})
	if err != nil {
		return fmt.Errorf("resume operation: %w", err)
	}
	if kind.Resume != nil {
		if err := kind.Resume(ctx, tx, by, o); err != nil {
			return err
		}
	}
	if err := s.recordTx(ctx, tx, by, kind, o, "resumed", nil); err != nil {
		return err
	}
	return s.queue.EnqueueTx(ctx, tx, kind.job(o.ID, by, o.Test))
}

// change calls do with a locked operation. It returns ErrNotFound.
func (s *Service) change(ctx context.Context, by access.Actor, id uuid.UUID, do func(pgx.Tx, db.Operation, Kind, Operation) error) error {
	return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		return s.changeTx(ctx, tx, by, id, do)
	})
}

func (s *Service) changeTx(
	ctx context.Context, tx pgx.Tx, by access.Actor, id uuid.UUID, do func(pgx.Tx, db.Operation, Kind, Operation) error,
) error {
	if err := by.Require(access.ViewDepartment); err != nil {
		return err
	}
	row, err := s.q.OperationLock(ctx, tx, db.OperationLockParams{DepartmentID: by.DepartmentID, Uuid: id})
	if pg.NoRows(err) {
		return ErrNotFound
	}
	if err != nil {
		return fmt.Errorf("lock operation: %w", err)
	}
	o := of(row)
	if err := s.visible(by, o); err != nil {
		return err
	}
	return do(tx, row, s.kinds[o.Kind], o)
}
