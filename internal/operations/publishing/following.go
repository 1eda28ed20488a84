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

// followTx queues issued credentials for FollowUp in the transaction that issues them. Inserting one short row for each is much faster
// than writing emails and jobs, and credentials that are issued one by one are signed and printed in batches.
func (s *Service) followTx(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	if err := s.q.IssuedLatelyAdd(ctx, tx, db.IssuedLatelyAddParams{CredentialIds: ids, DepartmentID: departmentID}); err != nil {
		return fmt.Errorf("note what was issued: %w", err)
	}
	return nil
}

// CompletedTx queues credentials for FollowUp that were in progress and are now completed. It implements
// authoring.Notices.
func (s *Service) CompletedTx(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) error {
	return s.followTx(ctx, tx, departmentID, ids)
}

// FollowUp writes the emails and enqueues the signing and printing of credentials that were issued by interactive requests. It reports
// whether there may be more. Several processes may call it concurrently: each row is deleted in the transaction that processes it.
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
		issued, _, err := s.lifecycle.ToMailTx(ctx, tx, departmentID, ids, false)
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
