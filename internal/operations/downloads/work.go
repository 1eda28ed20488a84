package downloads

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/starters"
	"laurel/internal/documents/documents"
	"laurel/internal/issuing/credentials"
	"laurel/internal/operations/downloads/internal/db"
	"laurel/internal/operations/operations"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
)

const (
	// step is how many files are rendered before progress is recorded.
	step = 25
	// pause is how long a download waits while rendering is unavailable.
	pause = 30 * time.Second
	// kindDownload is the kind of operation that renders the files of a download.
	kindDownload = "download"
)

func (s *Service) kind() operations.Kind {
	return operations.Kind{
		Name: kindDownload, Object: "export", Events: "export.", Needs: []access.Permission{access.ViewDepartment}, Scope: access.ReadCredentials,
		Private: true, Render: true, Final: true, Keep: Lifetime, Prepare: s.prepare, Next: s.next, End: s.end, Items: s.items,
		Page: func(o operations.Operation) string { return "/exports/" + o.UUID.String() },
	}
}

// Work executes a job of the previous release.
func (s *Service) Work(ctx context.Context, job Prepare) error {
	var o operations.Operation
	err := pg.InDepartment(ctx, s.pool, job.DepartmentID, func(tx pgx.Tx) error {
		row, err := s.q.ExportByID(ctx, tx, db.ExportByIDParams{DepartmentID: job.DepartmentID, ID: job.ExportID})
		if pg.NoRows(err) {
			return jobs.Cancel(ErrNotFound)
		}
		if err != nil {
			return fmt.Errorf("read download: %w", err)
		}
		o, err = s.operations.AdoptTx(ctx, tx, operations.Operation{
			DepartmentID: row.DepartmentID, UUID: row.Uuid, Kind: kindDownload, SubjectID: row.ID, Input: int(row.InputCount),
			Counts:  operations.Counts{Done: int(row.ReadyCount), Refused: int(row.LeftOutCount)},
			Starter: starters.Starter{UserID: row.CreatedBy, APIKeyID: row.ApiKeyID}, CreatedAt: row.CreatedAt, FinishedAt: row.FinishedAt,
		})
		return err
	})
	if err != nil {
		return err
	}
	return s.operations.Work(ctx, operations.Run{OperationID: o.ID, DepartmentID: o.DepartmentID, Prepares: true})
}

// rendered is the result of rendering the next files of a download.
type rendered struct {
	download Download
	outcomes map[int64]string
	down     bool // rendering is unavailable: credentials without an outcome are tried again
	last     bool // nothing was left
}

// prepare renders the next files of a download. It can be repeated: files are rendered and stored once.
func (s *Service) prepare(ctx context.Context, o operations.Operation) (any, error) {
	var r rendered
	var ids []int64
	err := pg.InDepartment(ctx, s.pool, o.DepartmentID, func(tx pgx.Tx) error {
		row, err := s.q.ExportByID(ctx, tx, db.ExportByIDParams{DepartmentID: o.DepartmentID, ID: o.SubjectID})
		if pg.NoRows(err) {
			return nil // deleted
		}
		if err != nil {
			return fmt.Errorf("read download: %w", err)
		}
		r.download = s.of(row)
		ids, err = s.q.ExportItemsOpen(ctx, tx, db.ExportItemsOpenParams{ExportID: row.ID, DepartmentID: row.DepartmentID, RowLimit: step})
		return err
	})
	if r.last = len(ids) == 0; err != nil || r.last {
		return r, err
	}
	r.outcomes, r.down = s.make(ctx, r.download, ids)
	return r, ctx.Err()
}

// next records the outcomes of what was rendered.
func (s *Service) next(_ context.Context, tx pgx.Tx, o operations.Operation, prepared any) (operations.Chunk, error) {
	r, ok := prepared.(rendered)
	if !ok { // it had not begun: it is prepared in the next step
		return func(context.Context, access.Actor) (operations.Progress, error) { return operations.Progress{}, nil }, nil
	}
	if r.last {
		return nil, nil
	}
	return func(ctx context.Context, _ access.Actor) (operations.Progress, error) {
		p, err := s.closeTx(ctx, tx, o, r.outcomes)
		if r.down {
			p.Pause = pause
		}
		return p, err
	}, nil
}

// end completes a download.
func (s *Service) end(ctx context.Context, tx pgx.Tx, o operations.Operation, e *operations.Ending) error {
	if e.State != operations.Finished {
		return nil
	}
	return s.q.ExportFinish(ctx, tx, db.ExportFinishParams{Now: &e.At, DepartmentID: o.DepartmentID, ID: o.SubjectID})
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

func (s *Service) closeTx(ctx context.Context, tx pgx.Tx, o operations.Operation, outcomes map[int64]string) (operations.Progress, error) {
	p := db.ExportItemsCloseParams{ExportID: o.SubjectID}
	for id, outcome := range outcomes {
		p.CredentialIds, p.Outcomes = append(p.CredentialIds, id), append(p.Outcomes, outcome)
	}
	n, err := s.q.ExportItemsClose(ctx, tx, p)
	if err != nil {
		return operations.Progress{}, fmt.Errorf("note outcomes: %w", err)
	}
	err = s.q.ExportAdvance(ctx, tx, db.ExportAdvanceParams{
		Ready: int32(n.Ready), LeftOut: int32(n.LeftOut), DepartmentID: o.DepartmentID, ID: o.SubjectID, //nolint:gosec // at most step
	})
	return operations.Progress{Counts: operations.Counts{Done: int(n.Ready), Refused: int(n.LeftOut)}}, err
}

// leftOutCodes are the codes of messages for the reasons why a file is left out.
var leftOutCodes = map[string]string{
	ReasonNotIssued: "export.left_out.not_issued", ReasonPrivate: "export.left_out.private", ReasonNoDesign: "export.left_out.no_design",
	ReasonFailed: "export.left_out.failed",
}

// items lists what came of the credentials of a download.
func (s *Service) items(
	ctx context.Context, tx pgx.Tx, o operations.Operation, outcome operations.Outcome, limit, offset int32,
) ([]operations.Item, error) {
	rows, err := s.q.ExportItemList(ctx, tx, db.ExportItemListParams{
		DepartmentID: o.DepartmentID, ExportID: o.SubjectID, Outcome: string(outcome), RowLimit: limit, RowOffset: offset,
	})
	if err != nil {
		return nil, fmt.Errorf("list items: %w", err)
	}
	out := make([]operations.Item, len(rows))
	for i, r := range rows {
		out[i] = operations.Item{CredentialID: r.CredentialID, UUID: r.Uuid, RecipientName: r.RecipientName, RecipientEmail: r.RecipientEmail}
		switch r.Result {
		case "":
		case ready:
			out[i].Outcome = operations.Done
		default:
			out[i].Outcome, out[i].Reason = operations.Refused, leftOutCodes[r.Result]
		}
	}
	return out, nil
}
