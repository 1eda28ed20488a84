package downloads

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/documents/documents"
	"laurel/internal/issuing/credentials"
	"laurel/internal/operations/downloads/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
)

const (
	// step is how many files are rendered before progress is recorded.
	step = 25
	// turn is how long a job works on one download before it lets other jobs of the queue run.
	turn = 15 * time.Second
	// pause is how long a download waits while rendering is unavailable.
	pause = 30 * time.Second
)

// Work renders the remaining files of a download. It can be repeated: files are rendered and stored once, and outcomes are recorded
// once. The job is cancelled if the download was deleted.
func (s *Service) Work(ctx context.Context, job Prepare) error {
	for started := time.Now(); time.Since(started) < turn; {
		more, err := s.step(ctx, job)
		if err != nil || !more {
			return err
		}
	}
	return jobs.Later(0)
}

func (s *Service) step(ctx context.Context, job Prepare) (more bool, err error) {
	var e Download
	var ids []int64
	err = pg.InDepartment(ctx, s.pool, job.DepartmentID, func(tx pgx.Tx) error {
		row, err := s.q.ExportByID(ctx, tx, db.ExportByIDParams{DepartmentID: job.DepartmentID, ID: job.ExportID})
		if pg.NoRows(err) {
			return jobs.Cancel(ErrNotFound)
		}
		if err != nil {
			return fmt.Errorf("read download: %w", err)
		}
		e = s.of(row)
		ids, err = s.q.ExportItemsOpen(ctx, tx, db.ExportItemsOpenParams{ExportID: e.id, DepartmentID: e.departmentID, RowLimit: step})
		if err != nil || len(ids) > 0 {
			return err
		}
		now := s.clock.Now()
		return s.q.ExportFinish(ctx, tx, db.ExportFinishParams{Now: &now, DepartmentID: e.departmentID, ID: e.id})
	})
	if err != nil || len(ids) == 0 {
		return false, err
	}
	outcomes, down := s.make(ctx, e, ids)
	if err := s.close(ctx, e, outcomes); err != nil {
		return false, err
	}
	if down {
		return false, jobs.Later(pause)
	}
	return true, ctx.Err()
}

// make renders the files of credentials. It returns their outcomes, and whether rendering is unavailable; credentials without an
// outcome are tried again.
func (s *Service) make(ctx context.Context, e Download, ids []int64) (outcomes map[int64]string, down bool) {
	outcomes = map[int64]string{}
	issued, err := s.credentials.ReadIssued(ctx, e.departmentID, ids)
	if err != nil {
		return outcomes, true
	}
	found := map[int64]bool{}
	for _, c := range issued {
		found[c.ID] = true
		if c.Private && !e.privateKeys {
			outcomes[c.ID] = ReasonPrivate
		}
	}
	issued = slices.DeleteFunc(issued, func(c credentials.Credential) bool { return outcomes[c.ID] != "" })
	for _, id := range ids {
		if !found[id] {
			outcomes[id] = ReasonNotIssued
		}
	}
	for i, made := range s.documents.Files(ctx, issued, e.file()) {
		var known *errs.Error
		switch {
		case made.Err == nil:
			outcomes[issued[i].ID] = ready
		case errors.Is(made.Err, documents.ErrNoDesign):
			outcomes[issued[i].ID] = ReasonNoDesign
		case errors.As(made.Err, &known) && known.Kind == errs.Invalid:
			outcomes[issued[i].ID] = ReasonFailed
		default:
			down = true // what prints is not there: these are tried again
		}
	}
	return outcomes, down
}

func (s *Service) close(ctx context.Context, e Download, outcomes map[int64]string) error {
	p := db.ExportItemsCloseParams{ExportID: e.id}
	for id, outcome := range outcomes {
		p.CredentialIds, p.Outcomes = append(p.CredentialIds, id), append(p.Outcomes, outcome)
	}
	return pg.InDepartment(ctx, s.pool, e.departmentID, func(tx pgx.Tx) error {
		n, err := s.q.ExportItemsClose(ctx, tx, p)
		if err != nil {
			return fmt.Errorf("note outcomes: %w", err)
		}
		return s.q.ExportAdvance(ctx, tx, db.ExportAdvanceParams{
			Ready: int32(n.Ready), LeftOut: int32(n.LeftOut), DepartmentID: e.departmentID, ID: e.id, //nolint:gosec // at most step
		})
	})
}
