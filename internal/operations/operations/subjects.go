package operations

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/operations/operations/internal/db"
	"laurel/internal/platform/pg"
)

// FindTx returns an operation in a transaction of the department, without looking at who may see it. It returns ErrNotFound.
func (s *Service) FindTx(ctx context.Context, tx pgx.Tx, departmentID int64, id uuid.UUID) (Operation, error) {
	row, err := s.q.OperationRead(ctx, tx, db.OperationReadParams{DepartmentID: departmentID, Uuid: id})
	if pg.NoRows(err) {
		return Operation{}, ErrNotFound
	}
	if err != nil {
		return Operation{}, fmt.Errorf("read operation: %w", err)
	}
	return ofRead(row), nil
}

// LatestTx returns the latest operation of a kind on a subject. It returns ErrNotFound.
func (s *Service) LatestTx(ctx context.Context, tx pgx.Tx, departmentID int64, kind string, subjectID int64) (Operation, error) {
	row, err := s.q.OperationLatest(ctx, tx, db.OperationLatestParams{DepartmentID: departmentID, SubjectID: &subjectID, Kind: kind})
	if pg.NoRows(err) {
		return Operation{}, ErrNotFound
	}
	if err != nil {
		return Operation{}, fmt.Errorf("read operation: %w", err)
	}
	return of(row), nil
}

// SetUndoUntilTx changes until when an operation can be undone; nil means as long as it is kept.
func (s *Service) SetUndoUntilTx(ctx context.Context, tx pgx.Tx, departmentID int64, id uuid.UUID, until *time.Time) error {
	err := s.q.OperationSetUndoUntil(ctx, tx, db.OperationSetUndoUntilParams{UndoUntil: until, DepartmentID: departmentID, Uuid: id})
	if err != nil {
		return fmt.Errorf("limit undoing: %w", err)
	}
	return nil
}

// ForgetUndoTx deletes the stopped operation that undoes another one, which is kept after all.
func (s *Service) ForgetUndoTx(ctx context.Context, tx pgx.Tx, departmentID int64, id uuid.UUID) error {
	if err := s.q.OperationDeleteUndo(ctx, tx, db.OperationDeleteUndoParams{DepartmentID: departmentID, Uuid: id}); err != nil {
		return fmt.Errorf("forget an undo: %w", err)
	}
	return nil
}

// DeleteTx deletes an operation whose result is deleted. Its job ends.
func (s *Service) DeleteTx(ctx context.Context, tx pgx.Tx, departmentID int64, id uuid.UUID) error {
	if err := s.q.OperationDelete(ctx, tx, db.OperationDeleteParams{DepartmentID: departmentID, Uuid: id}); err != nil {
		return fmt.Errorf("delete operation: %w", err)
	}
	return nil
}

// AdoptTx adds an operation that the previous release started, which knows no operations of this kind, and returns it. It resumes one
// that the previous release resumed. The next release does not need it.
func (s *Service) AdoptTx(ctx context.Context, tx pgx.Tx, o Operation) (Operation, error) {
	data := o.Params
	if data == nil {
		data = []byte("{}")
	}
	err := s.q.OperationAdopt(ctx, tx, db.OperationAdoptParams{
		DepartmentID: o.DepartmentID, Uuid: o.UUID, Kind: o.Kind, Params: data, SubjectID: &o.SubjectID, UndoOf: o.UndoOf,
		InputCount: int32(o.Input), DoneCount: int32(o.Counts.Done), RefusedCount: int32(o.Counts.Refused), //nolint:gosec // fewer than two billion
		CreatedBy: o.Starter.UserID, ApiKeyID: o.Starter.APIKeyID, CreatedAt: o.CreatedAt, FinishedAt: o.FinishedAt, StopReason: pg.OrNull(o.StopReason),
		UndoUntil: o.UndoUntil, Test: o.Test,
	})
	if err != nil {
		return Operation{}, fmt.Errorf("adopt operation: %w", err)
	}
	return s.FindTx(ctx, tx, o.DepartmentID, o.UUID)
}
