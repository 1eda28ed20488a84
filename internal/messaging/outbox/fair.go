package outbox

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
)

// DeliverFairly hands over the mails of a job, or those of a department that waited longer: the job changes places with that department's.
// So 100,000 mails of one department don't hold up the few of another.
func (s *Service) DeliverFairly(ctx context.Context, a DeliverMany) error {
	if id := jobs.ID(ctx); id != 0 && len(a.MailIDs) > 0 {
		var err error
		if a, err = s.takeTurn(ctx, id, a); err != nil {
			return err
		}
	}
	return s.DeliverMany(ctx, a.MailIDs)
}

func (s *Service) takeTurn(ctx context.Context, jobID int64, a DeliverMany) (DeliverMany, error) {
	mine := a
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		department, err := s.q.MailLaneOf(ctx, tx, a.MailIDs[0])
		if pg.NoRows(err) || department == 0 {
			return nil
		}
		if err != nil {
			return fmt.Errorf("find department of mail: %w", err)
		}
		next, err := s.q.MailLaneNext(ctx, tx, department)
		switch {
		case pg.NoRows(err):
			return s.serve(ctx, tx, department)
		case err != nil:
			return fmt.Errorf("find who waited longest: %w", err)
		}
		var theirs DeliverMany
		if err := json.Unmarshal(next.Args, &theirs); err != nil {
			return fmt.Errorf("read job %d: %w", next.ID, err)
		}
		own, err := json.Marshal(a)
		if err != nil {
			return fmt.Errorf("write job: %w", err)
		}
		for id, args := range map[int64][]byte{next.ID: own, jobID: next.Args} {
			if err := s.queue.SetArgsTx(ctx, tx, id, args); err != nil {
				return err
			}
		}
		mine = theirs
		return s.serve(ctx, tx, next.DepartmentID)
	})
	return mine, err
}

func (s *Service) serve(ctx context.Context, tx pgx.Tx, departmentID int64) error {
	if err := s.q.MailLaneServe(ctx, tx, departmentID); err != nil {
		return fmt.Errorf("note turn of department: %w", err)
	}
	return nil
}
