package publishing

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/starters"
	"laurel/internal/operations/operations"
	"laurel/internal/operations/publishing/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
)

const kindUnpublish = "unpublish"

// The outcomes of undoing for credentials of a publication.
const (
	outcomeUndone = "undone"
	outcomeKept   = "kept" // it was deleted meanwhile
)

func (s *Service) unpublishKind() operations.Kind {
	return operations.Kind{
		Name: kindUnpublish, Object: "publication", Events: "publication.undo_", Needs: []access.Permission{access.RevokeCredentials},
		Final: true, Keep: retention, Next: s.nextUndo, End: s.endUndo, Resume: s.markUndone, Items: s.items, Page: page,
	}
}

// Undo undoes a publication during its hold window: published credentials are revoked as issued in error, the others remain drafts, and
// no email is sent. A job does the work. It also continues an undo that was stopped. It returns ErrNotFound, ErrUndone, ErrUndoOver or
// ErrNothingToUndo.
func (s *Service) Undo(ctx context.Context, by access.Actor, id uuid.UUID) (Publication, error) {
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error { return s.UndoTx(ctx, tx, by, id) })
	if err != nil {
		return Publication{}, err
	}
	return s.Read(ctx, by, id)
}

// UndoTx does what Undo does in a transaction of the department.
func (s *Service) UndoTx(ctx context.Context, tx pgx.Tx, by access.Actor, id uuid.UUID) error {
	if err := by.Require(access.RevokeCredentials); err != nil {
		return err
	}
	if err := s.adoptedTx(ctx, tx, by, id); err != nil {
		return err
	}
	_, err := s.operations.UndoTx(ctx, tx, by, id)
	return publicationError(err)
}

// Resume continues a stopped publication with the permissions of the actor. It returns ErrNotFound, ErrUndone or ErrNotStopped.
func (s *Service) Resume(ctx context.Context, by access.Actor, id uuid.UUID) (Publication, error) {
	if err := by.Require(access.PublishCredentials); err != nil {
		return Publication{}, err
	}
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error { return s.adoptedTx(ctx, tx, by, id) })
	if err != nil {
		return Publication{}, err
	}
	if _, err := s.operations.Resume(ctx, by, id); err != nil {
		return Publication{}, publicationError(err)
	}
	return s.Read(ctx, by, id)
}

// adoptedTx makes sure that a publication, which may be of the previous release, has its operation. It returns ErrNotFound.
func (s *Service) adoptedTx(ctx context.Context, tx pgx.Tx, by access.Actor, id uuid.UUID) error {
	row, err := s.q.PublicationRead(ctx, tx, db.PublicationReadParams{DepartmentID: by.DepartmentID, Uuid: id})
	if pg.NoRows(err) {
		return ErrNotFound
	}
	if err != nil {
		return fmt.Errorf("read publication: %w", err)
	}
	_, err = s.operationTx(ctx, tx, row)
	return err
}

// publicationErrors are the errors of this package for those of operations.
var publicationErrors = map[*errs.Error]*errs.Error{
	operations.ErrNotFound: ErrNotFound, operations.ErrUndone: ErrUndone, operations.ErrUndoOver: ErrUndoOver,
	operations.ErrNothingToUndo: ErrNothingToUndo, operations.ErrNotStopped: ErrNotStopped,
}

func publicationError(err error) error {
	var known *errs.Error
	if errors.As(err, &known) && publicationErrors[known] != nil {
		return publicationErrors[known]
	}
	return err
}

// canUndoTx reports whether a publication can be undone, or a stopped undo of it continued.
func (s *Service) canUndoTx(ctx context.Context, tx pgx.Tx, p db.Publication) (bool, error) {
	if p.HoldMinutes == 0 || p.ReleasedAt != nil {
		return false, nil
	}
	o, err := s.operationTx(ctx, tx, p)
	return err == nil && s.operations.Undoable(o), err
}

// operationTx returns the operation of a publication.
func (s *Service) operationTx(ctx context.Context, tx pgx.Tx, p db.Publication) (operations.Operation, error) {
	o, err := s.operations.FindTx(ctx, tx, p.DepartmentID, p.Uuid)
	if errors.Is(err, operations.ErrNotFound) {
		return s.adoptTx(ctx, tx, p)
	}
	return o, err
}

// adoptTx adds the operation of a publication of the previous release.
func (s *Service) adoptTx(ctx context.Context, tx pgx.Tx, p db.Publication) (operations.Operation, error) {
	o := operations.Operation{
		DepartmentID: p.DepartmentID, UUID: p.Uuid, Kind: KindPublish, SubjectID: p.ID, Input: int(p.InputCount),
		Counts:  operations.Counts{Done: int(p.PublishedCount), Refused: int(p.RefusedCount)},
		Starter: starters.Starter{UserID: p.CreatedBy, APIKeyID: p.ApiKeyID}, CreatedAt: p.CreatedAt, FinishedAt: p.FinishedAt,
		StopReason: pg.OrZero(p.StopReason), UndoUntil: p.HoldUntil, Test: p.Test,
	}
	if p.HoldMinutes == 0 || p.ReleasedAt != nil {
		o.UndoUntil = &p.CreatedAt
	}
	return s.operations.AdoptTx(ctx, tx, o)
}

// undo marks a publication as undone before the operation that undoes it starts.
func (s *Service) undo(ctx context.Context, tx pgx.Tx, by access.Actor, o operations.Operation, _ *operations.Request) error {
	p, err := s.byIDTx(ctx, tx, o)
	switch {
	case err != nil:
		return err
	case p.UndoneAt != nil:
		return ErrUndone // by the previous release
	}
	if err := s.markUndone(ctx, tx, by, o); err != nil {
		return err
	}
	return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "publication.undone", ObjectKind: "publication", ObjectID: o.UUID})
}

func (s *Service) markUndone(ctx context.Context, tx pgx.Tx, by access.Actor, o operations.Operation) error {
	err := s.q.PublicationSetUndone(ctx, tx, db.PublicationSetUndoneParams{
		Now: s.clock.Now(), UserID: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID), DepartmentID: o.DepartmentID, ID: o.SubjectID,
	})
	if err != nil {
		return fmt.Errorf("undo publication: %w", err)
	}
	return nil
}

// RunUndo executes a job of the previous release.
func (s *Service) RunUndo(ctx context.Context, job Undo) error {
	var o operations.Operation
	err := s.inPublication(ctx, job.DepartmentID, job.PublicationID, func(tx pgx.Tx, p db.Publication) error {
		if p.UndoneAt == nil || p.UndoStopReason != nil {
			return jobs.Cancel(ErrNotFound)
		}
		of, err := s.operationTx(ctx, tx, p)
		if err != nil {
			return err
		}
		if of.UndoneBy != nil {
			o, err = s.operations.FindTx(ctx, tx, p.DepartmentID, *of.UndoneBy)
			return err
		}
		_, err = s.q.PublicationCancelOpen(ctx, tx, db.PublicationCancelOpenParams{ID: p.ID, Now: s.clock.Now(), DepartmentID: p.DepartmentID})
		if err != nil {
			return fmt.Errorf("cancel items: %w", err)
		}
		o, err = s.operations.AdoptTx(ctx, tx, operations.Operation{
			DepartmentID: p.DepartmentID, UUID: uuid.NewSHA1(p.Uuid, []byte("undo")), Kind: kindUnpublish, SubjectID: p.ID, UndoOf: &p.Uuid,
			Input: int(p.PublishedCount), Counts: operations.Counts{Done: int(p.UndoneCount)},
			Starter: starters.Starter{UserID: p.UndoneBy, APIKeyID: p.UndoneByKey}, CreatedAt: *p.UndoneAt, Test: p.Test,
		})
		return err
	})
	if err != nil {
		return err
	}
	return s.operations.Work(ctx, operations.Run{OperationID: o.ID, DepartmentID: o.DepartmentID, Test: o.Test})
}

// nextUndo takes the next published credentials. Their revocations are committed together with the deletion of the held emails.
func (s *Service) nextUndo(ctx context.Context, tx pgx.Tx, o operations.Operation, _ any) (operations.Chunk, error) {
	p, err := s.byIDTx(ctx, tx, o)
	if err != nil || p.UndoneAt == nil {
		return nil, err // its emails were sent instead
	}
	ids, err := s.q.PublicationItemsPublished(ctx, tx, db.PublicationItemsPublishedParams{PublicationID: p.ID, RowLimit: Chunk})
	if err != nil {
		return nil, fmt.Errorf("take the next credentials: %w", err)
	}
	if len(ids) == 0 {
		return nil, nil
	}
	return func(ctx context.Context, by access.Actor) (operations.Progress, error) {
		return s.takeBackTx(ctx, tx, by, p, ids)
	}, nil
}

func (s *Service) takeBackTx(ctx context.Context, tx pgx.Tx, by access.Actor, p db.Publication, ids []int64) (operations.Progress, error) {
	var none operations.Progress
	if err := s.outbox.DropTx(ctx, tx, p.DepartmentID, p.Uuid, ids); err != nil {
		return none, err
	}
	undone, err := s.lifecycle.UndoPublishTx(ctx, tx, by, ids)
	if err != nil {
		return none, err
	}
	outcomes := make(map[int64]string, len(ids))
	for _, id := range ids {
		outcomes[id] = outcomeKept
	}
	for _, id := range undone {
		outcomes[id] = outcomeUndone
	}
	n := operations.Counts{Done: len(undone), Unchanged: len(ids) - len(undone)}
	return operations.Progress{Counts: n}, s.noteTx(ctx, tx, p, outcomes, operations.Counts{}, len(undone))
}

// endUndo ends an undo. If its starter has lost the permission to revoke, the remaining credentials stay published, and emails stay held
// until somebody undoes the publication again or sends them.
func (s *Service) endUndo(ctx context.Context, tx pgx.Tx, o operations.Operation, e *operations.Ending) (err error) {
	if e.State == operations.Stopped {
		err = s.q.PublicationStopUndo(ctx, tx, db.PublicationStopUndoParams{Reason: e.Reason, Now: e.At, DepartmentID: o.DepartmentID, ID: o.SubjectID})
	} else {
		err = s.q.PublicationFinishUndo(ctx, tx, db.PublicationFinishUndoParams{Now: e.At, DepartmentID: o.DepartmentID, ID: o.SubjectID})
	}
	if err != nil {
		return fmt.Errorf("end undo: %w", err)
	}
	return nil
}
