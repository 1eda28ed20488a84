package exports

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/starters"
	"laurel/internal/formats/spreadsheets"
	"laurel/internal/messaging/outbox"
	"laurel/internal/operations/exports/internal/db"
	"laurel/internal/operations/operations"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
)

const (
	// pageRows is how many rows are read per query.
	pageRows = 500
	// PieceBytes is the size at which a piece is complete. Together with pageRows it limits the memory of an export.
	PieceBytes = 1 << 20
	// kindExport is the kind of operation that writes the pieces of an export.
	kindExport = "export"
)

// Mail is the kind of the email that says that an export is ready.
const Mail = "export_ready"

// params are the parameters of the operation.
type params struct {
	Entity Entity `json:"entity"`
}

func (s *Service) kind() operations.Kind {
	return operations.Kind{
		Name: kindExport, Object: "data_export", Events: "data_export.", ObjectID: func(o operations.Operation) any { return o.SubjectID },
		NeedsOf: needs, Scope: access.ReadCredentials, Private: true, Final: true, Keep: Lifetime, Next: s.next, Fails: fails, End: s.end, Resume: s.resume,
		Page: func(o operations.Operation) string { return fmt.Sprint("/exports?data=", o.SubjectID) },
	}
}

// needs returns the permission that the list of an export requires.
func needs(o operations.Operation) ([]access.Permission, error) {
	var p params
	if err := json.Unmarshal(o.Params, &p); err != nil {
		return nil, fmt.Errorf("read parameters: %w", err)
	}
	return []access.Permission{lists[p.Entity].permission}, nil
}

// fails reports whether an export cannot succeed because of an error.
func fails(err error) bool {
	var refusal *errs.Error
	return errors.As(err, &refusal) && refusal.Kind != errs.Unavailable && !errors.Is(err, ErrNotFound)
}

// Work executes a job of the previous release.
func (s *Service) Work(ctx context.Context, job Write) error {
	var o operations.Operation
	err := pg.InDepartment(ctx, s.Pool, job.DepartmentID, func(tx pgx.Tx) error {
		row, err := s.q.DataExportLock(ctx, tx, db.DataExportLockParams{DepartmentID: job.DepartmentID, ID: job.ExportID})
		if pg.NoRows(err) {
			return jobs.Cancel(ErrNotFound) // deleted since, or the arguments were tampered with
		}
		if err != nil {
			return fmt.Errorf("lock data export: %w", err)
		}
		data, err := json.Marshal(params{Entity(row.Entity)})
		if err != nil {
			return fmt.Errorf("encode parameters: %w", err)
		}
		o, err = s.Operations.AdoptTx(ctx, tx, operations.Operation{
			DepartmentID: row.DepartmentID, UUID: row.Uuid, Kind: kindExport, Params: data, SubjectID: row.ID, Input: int(row.TotalCount),
			Counts: operations.Counts{Done: int(row.RowCount)}, Starter: starters.Starter{UserID: row.CreatedBy, APIKeyID: row.ApiKeyID},
			CreatedAt: row.CreatedAt, FinishedAt: row.FinishedAt,
		})
		return err
	})
	if err != nil {
		return err
	}
	return s.Operations.Work(ctx, operations.Run{OperationID: o.ID, DepartmentID: o.DepartmentID})
}

// next reads the next rows and stores them as a piece. The row of the export stays locked meanwhile, so that two runs cannot interfere. It
// can be interrupted at any time: a piece counts once it is recorded, and an unrecorded piece is written again under the same key.
func (s *Service) next(ctx context.Context, tx pgx.Tx, o operations.Operation, _ any) (operations.Chunk, error) {
	found, err := s.q.DataExportLock(ctx, tx, db.DataExportLockParams{DepartmentID: o.DepartmentID, ID: o.SubjectID})
	if pg.NoRows(err) {
		return nil, nil // deleted
	}
	if err != nil {
		return nil, fmt.Errorf("lock data export: %w", err)
	}
	e, err := of(found)
	if err != nil || e.FinishedAt != nil {
		return nil, err
	}
	body, count, last, err := s.read(ctx, tx, e)
	if err != nil || count == 0 {
		return nil, err
	}
	return func(ctx context.Context, _ access.Actor) (operations.Progress, error) {
		if err := s.Files.Put(ctx, pieceKey(e.uuid, e.pieces), "text/csv; charset=utf-8", body); err != nil {
			return operations.Progress{}, fmt.Errorf("keep a piece: %w", err)
		}
		return operations.Progress{Counts: operations.Counts{Done: count}}, s.q.DataExportAdvance(ctx, tx, db.DataExportAdvanceParams{
			RowCount: int32(count), LastID: last, DepartmentID: e.DepartmentID, ID: e.ID, //nolint:gosec // bounded by PieceBytes
		})
	}, nil
}

// resume continues an export that has failed or was stopped, after the pieces that are stored.
func (s *Service) resume(ctx context.Context, tx pgx.Tx, _ access.Actor, o operations.Operation) error {
	return s.q.DataExportResume(ctx, tx, db.DataExportResumeParams{State: string(Processing), DepartmentID: o.DepartmentID, ID: o.SubjectID})
}

// end completes an export, or marks it as failed.
func (s *Service) end(ctx context.Context, tx pgx.Tx, o operations.Operation, e *operations.Ending) error {
	found, err := s.q.DataExportLock(ctx, tx, db.DataExportLockParams{DepartmentID: o.DepartmentID, ID: o.SubjectID})
	if pg.NoRows(err) || err == nil && found.FinishedAt != nil {
		return nil
	}
	if err != nil {
		return fmt.Errorf("lock data export: %w", err)
	}
	if e.State == operations.Finished {
		export, err := of(found)
		if err != nil {
			return err
		}
		return s.finishTx(ctx, tx, export)
	}
	return s.q.DataExportFinish(ctx, tx, db.DataExportFinishParams{
		State: string(Errored), Now: &e.At, DepartmentID: o.DepartmentID, ID: o.SubjectID,
	})
}

// read reads rows until a piece is complete.
func (s *Service) read(ctx context.Context, tx pgx.Tx, e Export) (body []byte, count int, last int64, err error) {
	var buffer bytes.Buffer
	lines := csv.NewWriter(&buffer)
	for buffer.Len() < PieceBytes {
		rows, err := lists[e.Entity].rows(ctx, s, tx, e, pageRows)
		if err != nil {
			return nil, 0, 0, err
		}
		for _, r := range rows {
			for i, cell := range r.cells {
				r.cells[i] = spreadsheets.Safe(cell)
			}
			if err := lines.Write(r.cells); err != nil {
				return nil, 0, 0, fmt.Errorf("write a row: %w", err)
			}
			e.lastID = r.id
		}
		lines.Flush()
		if count += len(rows); len(rows) < pageRows {
			break
		}
	}
	return buffer.Bytes(), count, e.lastID, lines.Error()
}

// finishTx completes an export and emails the person who requested it, in one transaction.
func (s *Service) finishTx(ctx context.Context, tx pgx.Tx, e Export) error {
	now := s.Clock.Now()
	err := s.q.DataExportFinish(ctx, tx, db.DataExportFinishParams{State: string(Completed), Now: &now, DepartmentID: e.DepartmentID, ID: e.ID})
	if err != nil {
		return fmt.Errorf("end data export: %w", err)
	}
	if e.createdBy == 0 {
		return nil // a program asks for its state
	}
	asker, err := s.q.DataExportAsker(ctx, tx, db.DataExportAskerParams{DepartmentID: e.DepartmentID, UserID: e.createdBy})
	if pg.NoRows(err) {
		return nil // they left the department meanwhile
	}
	if err != nil {
		return fmt.Errorf("read who asked: %w", err)
	}
	return s.Outbox.WriteTx(ctx, tx, []outbox.Draft{{
		Kind: Mail, To: asker.Email, Language: asker.Language, DepartmentID: e.DepartmentID, DedupeKey: fmt.Sprint("data_export:", e.ID),
		Params: map[string]string{
			"name": asker.Name, "file": e.FileName(), "until": i18n.Date(asker.Language, e.ExpiresAt), "link": s.Links.Page(fmt.Sprint("/exports?data=", e.ID)),
		},
	}})
}

// asker returns the actor on whose behalf credentials are selected.
func (e Export) asker() access.Actor {
	return access.Actor{UserID: e.createdBy, DepartmentID: e.DepartmentID}
}

func pieceKey(id uuid.UUID, n int) string { return fmt.Sprintf("data-exports/%s/%06d.csv", id, n) }
