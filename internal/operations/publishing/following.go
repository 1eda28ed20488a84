package publishing

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/messaging/outbox"
	"laurel/internal/operations/publishing/internal/db"
	"laurel/internal/platform/pg"
)

// followTx has what was issued followed up by FollowUp, in the transaction that issues it. That is one short row for each, where the mail
// and the jobs would take longer than all the rest; and what was issued one by one is signed and printed together.
func (s *Service) followTx(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	if err := s.q.IssuedLatelyAdd(ctx, tx, db.IssuedLatelyAddParams{CredentialIds: ids, DepartmentID: departmentID}); err != nil {
		return fmt.Errorf("note what was issued: %w", err)
	}
	return nil
}

// CompletedTx has credentials followed up that were in progress and are completed; it satisfies credentials.Completions.
func (s *Service) CompletedTx(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) error {
	return s.followTx(ctx, tx, departmentID, ids)
}

// FollowUp writes the mails of what was issued while somebody waited, and has it signed and printed; it tells whether there may be more.
// Any number of processes may do so at once: each row is taken in the transaction that does what it asks for.
func (s *Service) FollowUp(ctx context.Context) (more bool, err error) {
	var departments []int64
	err = pg.SingleStatementSystem(ctx, s.pool, func(d pg.DB) (err error) {
		departments, err = s.q.IssuedLatelyDepartments(ctx, d, Chunk)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("look for what was issued: %w", err)
	}
	for _, id := range departments { // what stands in the way of one is not in the way of the others
		full, failed := s.followUp(ctx, id)
		more, err = more || full, errors.Join(err, failed)
	}
	return more && err == nil, err
}

func (s *Service) followUp(ctx context.Context, departmentID int64) (full bool, err error) {
	err = pg.WithCustomPlan(ctx, s.pool, departmentID, func(tx pgx.Tx) error {
		ids, err := s.q.IssuedLatelyTake(ctx, tx, db.IssuedLatelyTakeParams{DepartmentID: departmentID, RowLimit: Chunk})
		if err != nil || len(ids) == 0 {
			return err
		}
		full = len(ids) == Chunk
		issued, _, err := s.credentials.ToMailTx(ctx, tx, departmentID, ids, false)
		if err != nil {
			return err
		}
		var mails []outbox.Draft
		for _, c := range issued {
			if c.Mail {
				mails = append(mails, s.mail(departmentID, c))
			}
		}
		if err := s.queue.EnqueueManyTx(ctx, tx, afterwards(departmentID, ids)); err != nil {
			return err
		}
		return s.outbox.WriteTx(ctx, tx, mails)
	})
	if err != nil {
		return false, fmt.Errorf("follow up what department %d issued: %w", departmentID, err)
	}
	return full, nil
}
