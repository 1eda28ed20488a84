package publishing

import (
	"context"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/platform/pg"
)

// PublishDue publishes a limited number of scheduled credentials that are due, and returns how many it found. The credentials of a
// department are locked and committed together with their emails and jobs, so each one is published once even if several processes call
// it.
func (s *Service) PublishDue(ctx context.Context) (int, error) {
	all, err := s.lifecycle.DueNow(ctx, Chunk)
	if err != nil {
		return 0, err
	}
	n := 0
	for _, due := range all {
		n += len(due.IDs)
		err := pg.InDepartment(ctx, s.pool, due.DepartmentID, func(tx pgx.Tx) error { return s.dueTx(ctx, tx, due) })
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

func (s *Service) dueTx(ctx context.Context, tx pgx.Tx, due lifecycle.Due) error {
	ids, err := s.lifecycle.LockDueTx(ctx, tx, due)
	if err != nil || len(ids) == 0 {
		return err
	}
	outcomes, err := s.publishTx(ctx, tx, access.Schedule.In(due.DepartmentID), ids, mailing{send: due.SendEmail})
	if err != nil {
		return err
	}
	published, refused := apart(outcomes)
	unscheduled := make([]audit.Detail, 0, len(refused))
	for id, reason := range refused {
		unscheduled = append(unscheduled, audit.Detail{ObjectID: id, Details: map[string]any{"reason": reason}})
	}
	record := audit.Event{Action: "credential.unscheduled", ObjectKind: "credential"}
	if err := s.audit.RecordEachTx(ctx, tx, access.Schedule.In(due.DepartmentID), record, unscheduled); err != nil {
		return err
	}
	return s.lifecycle.RecordPublishedTx(ctx, tx, due.DepartmentID, published)
}
